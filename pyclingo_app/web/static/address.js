// The address of the page says what is on the table: so Back and Forward lead there, and so do links.
//
//   #puzzle=NAME&board=6x6           a stored board by its name, or any text that a board can be read from; - is none
//   &const=n=8&marks=…&rules=…       constants, what is set, and changed rules, which run only where the reader agrees

// What may stand in an address as it is, which makes it short, and lets people read it.
const PLAIN = { "%2C": ",", "%3A": ":", "%2F": "/", "%3F": "?", "%3B": ";", "%40": "@", "%20": "+" };
const coded = text => encodeURIComponent(text).replace(/%../g, code => PLAIN[code] ?? code);
const field = ([name, text]) => `${name}=${coded(text)}`;

/** Write the part of an address behind # for { puzzle, board, constants, marks, rules }. */
export function write({ puzzle, board, constants = {}, marks = "", rules = "" }) {
  const fields = [["puzzle", puzzle], ["board", board.trim().replaceAll(".\n", ".") || "-"]];
  fields.push(...Object.entries(constants).map(([name, value]) => ["const", `${name}=${value}`]));
  fields.push(["marks", marks], ["rules", rules]);
  // What links are made of elsewhere ends before a point at the end.
  return `#${fields.filter(([, text]) => text).map(field).join("&").replace(/\.$/, "%2E")}`;
}

/** Read such a part, or a text that is an address with one; null where it names no puzzle. */
export function read(text) {
  const hash = /^[^\s#]*#(\S*)$/.exec(text.trim().replace(/^<(.*)>$/, "$1"))?.[1] ?? "";
  const fields = new URLSearchParams(hash);
  if (!fields.get("puzzle")) return null;
  const constants = Object.fromEntries(fields.getAll("const").map(text => text.split(/=(.*)/s).slice(0, 2)));
  const [puzzle, board, marks, rules] = ["puzzle", "board", "marks", "rules"].map(name => fields.get(name) ?? "");
  return { puzzle, board, constants, marks, rules };
}

/** Let an address be that of the page, which the page made itself: anew, or in the place of the one before. */
export function show(hash, anew) {
  if (hash === location.hash) anew = false;
  history[anew ? "pushState" : "replaceState"]({ own: true }, "", location.pathname + hash);
}

/** Whether the address is one that the page made itself, and no link. */
export const isOwn = () => Boolean(history.state?.own);
