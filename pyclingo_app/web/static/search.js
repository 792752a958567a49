// Finding puzzles by words, also where a word is spelt wrongly.

/**
 * The names of the puzzles that have all words, in their names, sentences or kinds; where there are none, of those that
 * have names like them, and `meant` says so.
 */
export function matching(puzzles, words) {
  const has = (puzzle, like) => words.every(word => like(word, puzzle));
  const named = like => new Set(puzzles.filter(puzzle => has(puzzle, like)).map(({ name }) => name));
  const names = named((word, puzzle) => textOf(puzzle).includes(word));
  if (names.size) return { names, meant: false };
  return { names: named((word, puzzle) => titles(puzzle).some(title => isLike(word, title))), meant: true };
}

const textOf = ({ name, title, summary, kind, also }) => [name, title, summary, kind, ...also].join(" ").toLowerCase();
const titles = ({ name, title, also }) => [name, title, ...also].join(" ").toLowerCase().split(/[\s-]+/);

/** Whether a word may have been meant for another one, or for its beginning. */
function isLike(word, other) {
  const most = word.length >= 6 ? 2 : word.length >= 4 ? 1 : 0;
  return [other, other.slice(0, word.length)].some(each => distance(word, each) <= most);
}

/** How many letters are wrong, missing, too many, or exchanged with the next one. */
export function distance(one, other) {
  const rows = [Array.from({ length: other.length + 1 }, (_, k) => k)];
  for (let i = 1; i <= one.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= other.length; j++) {
      const wrong = rows[i - 1][j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1);
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, wrong);
      const exchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (exchanged) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[one.length][other.length];
}
