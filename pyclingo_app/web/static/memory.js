// What this browser keeps.  One that keeps nothing, or no more, is none the worse: the page goes on without.

/** What is kept under a name; something else where that is nothing, or cannot be read. */
export function load(name, otherwise = null) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keep something under a name, or with null nothing any more; tells whether the browser does. */
export function save(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
