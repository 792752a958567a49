// pzprjs (the program behind puzz.link) as a judge of boards: a line of JSON in, a line of JSON out.  Knows no genre.
//
//   node judge.js FOLDER          of a pzprjs that is built, with dist/js/pzpr.js and test/script
//
// {"op": "genre", "name"}         the name by which pzprjs has a genre of addresses, and whether it has a script
// {"op": "script", "name"}        the boards of a script: {url, boards: [{code, url, marks} or {code, error}]}
// {"op": "cut", "seeds", "number", "seed", "shape", "square"}
//                                 addresses of tiny boards: windows cut out of those of the seeds, with clues exchanged
// {"op": "count", "url", "domain", "limit"}   how many of all assignments are right: {count, nothing, looked}, where
//                                 nothing is the number of those that are wrong as nothing is drawn only, and looked
//                                 that of those that were judged; count is null where they are more than the limit
// {"op": "judge", "url", "marks"} the verdict on an answer: {right, code}
// {"op": "same", "url"}           the address that pzprjs writes for the board of an address
//
// A mark is [group, row, column, side or "", property, value]; rows, columns and sides are those of puzzasp.
"use strict";
const fs = require("fs"), path = require("path"), vm = require("vm"), readline = require("readline");

const FOLDER = path.resolve(process.argv[2]);
const pzpr = require(path.join(FOLDER, "dist/js/pzpr.js"));
const ANSWER = ["qans", "anum", "line", "qsub"];
const CLUE = ["ques", "qdir", "qnum", "qnum2", "qnum3", "qnum4", "qchar", "qnums"];
// "Nothing was done yet" is no rule of a puzzle.
const NOTHING = new Set(["brNoShade", "brNoLine", "brNoTriangle", "brNoValidNum", "brNoNum"]);
// What stays wrong whatever else is filled in: numbers that stand twice where they may not, or side by side;
// among other marks those that touch, and too many stars.
const FOR_GOOD = { numbers: /^(nmDup|bkDupNum|bkNumGe2|nmAdjacent(?![GL]t))/, others: /^(\w+Around|bkStarGt|csAdjacent)$/ };
// More assignments than so many are not even begun; of so few numbers, and of fewer other marks than the limit,
// all are judged.
const ALL = 1e10, FEW = 300;
// The largest number where any may be entered.
const ANY = 999;

// What nobody can enter, such as a shaded cell where a number is given, is no answer; this is no failcode of pzprjs.
const CANNOT = "cannot be drawn";

const tail = url => String(url).replace(/^[a-z]+:\/\/[^?]*\?/i, "");

function open(text) {
  const puzzle = new pzpr.Puzzle();
  puzzle.setConfig("forceallcell", true);
  let opened = false;
  puzzle.open(tail(text), () => (opened = true));
  if (!opened || !puzzle.board || !puzzle.board.cell.length) throw new Error("unreadable: " + text);
  // Where numbers are those of the lines, a cell need not show its own.
  if (puzzle.pid === "keywest") puzzle.setConfig("forceallcell", false);
  puzzle.opemgr.disableRecord();
  return puzzle;
}

const link = puzzle => "https://puzz.link/p?" + tail(puzzle.getURL());
const objects = board => ["cell", "border", "cross", "excell"].flatMap(g => Array.from(board[g] || []).map(o => [g, o]));
const isNumber = property => /^qnum\d?$/.test(property);
const isClueCell = object => object.ques === 1 || !!(object.is51cell && object.is51cell());

// Where an object lies, as puzzasp says it; borders by "right" and "down", and by the others at the edge only.
function place(group, { bx, by }) {
  if (group === "cross") return [by / 2, bx / 2, ""];
  if (group !== "border") return [(by + 1) / 2, (bx + 1) / 2, ""];
  if (bx % 2 === 0) return bx === 0 ? [(by + 1) / 2, 1, "left"] : [(by + 1) / 2, bx / 2, "right"];
  return by === 0 ? [1, (bx + 1) / 2, "up"] : [by / 2, (bx + 1) / 2, "down"];
}

function at(board, [group, row, column, side]) {
  if (group === "cell") return board.getc(2 * column - 1, 2 * row - 1);
  if (group === "cross") return board.getx(2 * column, 2 * row);
  if (group === "excell") return board.getex(2 * column - 1, 2 * row - 1);
  const [x, y] = { right: [1, 0], down: [0, 1], left: [-1, 0], up: [0, -1] }[side];
  return board.getb(2 * column - 1 + x, 2 * row - 1 + y);
}

// What is filled in, the numbers that are given, and cells of clues (ques), in which nothing is filled in.
function marks(board) {
  const found = [];
  for (const [group, object] of objects(board)) {
    for (const property of ANSWER) {
      const empty = property === "anum" ? -1 : 0, value = object[property];
      if (value !== undefined && value !== empty) found.push([group, ...place(group, object), property, value]);
    }
    if (group !== "cell") continue;
    if (isClueCell(object)) found.push([group, ...place(group, object), "ques", 1]);
    else if (object.qnum !== -1) found.push([group, ...place(group, object), "qnum", object.qnum]);
  }
  return found;
}

function failcodes(puzzle) {
  puzzle.board.rebuildInfo();
  puzzle.checker.resetCache();
  puzzle.checker.inCheck = false;
  return Array.from(puzzle.check(true));
}

function verdict(puzzle) {
  const [code] = failcodes(puzzle);
  return { right: code === undefined, code: code === undefined ? null : code };
}

// Whether something is wrong for good; looks at all rules, not only up to the first that is broken.
function hopeless(puzzle, property) {
  puzzle.setConfig("multierr", true);
  const codes = FOR_GOOD[property === "anum" ? "numbers" : "others"];
  const found = failcodes(puzzle).some(code => codes.test(code));
  puzzle.setConfig("multierr", false);
  return found;
}

function script({ name }) {
  let data = null;
  const ui = { debug: { addDebugData: (_, own) => (data = own), acs: {} } };
  vm.runInNewContext(fs.readFileSync(path.join(FOLDER, "test/script", name + ".js"), "utf8"), { ui });
  const boards = data.failcheck.map(([code, text]) => {
    try {
      const puzzle = open(text);
      return { code, url: link(puzzle), marks: marks(puzzle.board) };
    } catch (error) {
      return { code, error: String(error.message) };
    }
  });
  return { url: link(open(pzpr.variety(name).urlid + "/" + data.url)), boards };
}

// A generator of random numbers that a seed repeats (mulberry32, public domain).
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const emptyOf = property => (property === "qnums" ? [] : isNumber(property) ? -1 : 0);
const clear = object => { for (const p of CLUE) if (object[p] !== undefined) object[p] = emptyOf(p); };
const clue = object => CLUE.filter(p => object[p] !== undefined).map(p => [p, p === "qnums" ? object[p].slice() : object[p]]);
const hasClue = object => clue(object).some(([p, value]) => (p === "qnums" ? value.length : value !== emptyOf(p)));

// The address of the unsolved board; some genres cannot be cut while there are numbers in their rooms: without these.
function unsolved(url) {
  const puzzle = open(url);
  puzzle.ansclear();
  puzzle.subclear();
  const empty = link(puzzle);
  try {
    for (const side of ["reduceup", "reducelt"]) puzzle.board.operate(side);
    return empty;
  } catch (error) {
    const bare = open(empty);
    for (const cell of Array.from(bare.board.cell)) cell.qnum = -1;
    return link(bare);
  }
}

// Cut rows and columns away at random until the board has a shape.
function shrink(puzzle, [rows, columns], pick) {
  while (puzzle.board.rows > rows) puzzle.board.operate(pick(["reduceup", "reducedn"]));
  while (puzzle.board.cols > columns) puzzle.board.operate(pick(["reducelt", "reducert"]));
}

// Leave clues out, put others there, and change numbers.
function exchange(board, pool, random, pick) {
  const other = pick([0, 0.1, 0.25, 0.5]), gone = pick([0, 0, 0.3, 0.6]), more = pick([0, 0.05, 0.2]);
  for (const [group, object] of objects(board)) {
    if (group === "border" && object.ques) continue;
    const has = hasClue(object);
    if (has && random() < gone) clear(object);
    else if (random() < (has ? other : more) && pool[group])
      for (const [p, value] of pick(pool[group])) object[p] = p === "qnums" ? value.slice() : value;
    const small = Math.floor(random() * 5);
    if (object.qnum > 0 && random() < 0.4) object.qnum = Math.max(object.getminnum ? object.getminnum() : 0, small);
    else if (object.qnum >= 0 && random() < 0.08 && !object.disInputHatena) object.qnum = -2;
    if (object.qnums) object.qnums = object.qnums.map(n => (random() < 0.1 ? -2 : random() < 0.3 ? small : n));
  }
}

// Divide the board anew into one to five regions, grown from random cells.
function divide(board, random, pick) {
  const cells = Array.from(board.cell), room = new Map();
  const number = Math.min(cells.length, 1 + Math.floor(random() * 5));
  while (room.size < number) room.set(pick(cells), room.size);
  while (room.size < cells.length) {
    const cell = pick(cells), near = Object.values(cell.adjacent).filter(c => !c.isnull && room.has(c));
    if (!room.has(cell) && near.length) room.set(cell, room.get(pick(near)));
  }
  for (const border of Array.from(board.border)) {
    const [one, two] = border.sidecell;
    if (!one.isnull && !two.isnull) border.ques = room.get(one) !== room.get(two) ? 1 : 0;
  }
}

function cut({ seeds, number, seed, shape, square }) {
  const random = generator(seed), pick = list => list[Math.floor(random() * list.length)], found = new Set();
  const empty = seeds.map(unsolved), pool = {};
  let walls = false;
  for (const url of seeds)
    for (const [group, object] of objects(open(url).board)) {
      if (group === "border" && object.ques) walls = true;
      else if (hasClue(object)) (pool[group] = pool[group] || []).push(clue(object));
    }
  for (let tries = 0; found.size < number && tries < number * 5; tries++) {
    try {
      const puzzle = open(pick(empty));
      shrink(puzzle, shape, pick);
      if (square && puzzle.board.rows !== puzzle.board.cols) continue;
      exchange(puzzle.board, pool, random, pick);
      if (walls && random() < 0.75) divide(puzzle.board, random, pick);
      puzzle.board.rebuildInfo();
      const url = link(puzzle);
      if (link(open(url)) === url) found.add(url);
    } catch (error) { /* a board that pzprjs cannot hold */ }
  }
  return { urls: [...found] };
}

// Set a property by pzprjs's own rules of input; what it does for its picture afterwards may fail without a mouse.
function enter(object, property, value) {
  try {
    object.setdata(property, value);
  } catch (error) {
    if (object[property] !== value) throw error;
  }
}

// The values that a property of an object may have, by pzprjs's own rules of input.
function allowed(group, object, property, wanted, domain) {
  let values = wanted;
  if (group === "cell" && object.isEmpty && object.isEmpty()) return [];
  if (group === "border" && (object.isnull || (!domain.edges && object.sidecell.some(c => c.isnull)))) return [];
  if (property === "anum") {
    if ((object.qnum !== -1 && !object.supportQnumAnum) || isClueCell(object)) return [];
    if (values === "numbers" || values === "numbers?") {
      // Where people may enter any number, one is tried that is larger than the board, to see that it is wrong.
      const low = object.getminnum(), most = object.getmaxnum();
      const high = most === ANY ? object.board.cell.length + 1 : most;
      values = (values === "numbers?" ? [-1] : []).concat(Array.from({ length: high - low + 1 }, (_, k) => low + k));
    }
  }
  const before = object[property];
  return values.filter(value => {
    if (value === before) return true;
    if (property === "qans" && group === "cell" && isClueCell(object)) return false;
    // A cell that is shaded as it holds a clue has no other answer.
    if (property === "qans" && group === "cell" && value > 0 && !before && object.isShade()) return false;
    if (property === "qans" && group === "cell" && value > 0 && object.allowShade && !object.allowShade()) return false;
    // Where pzprjs lets people draw lines through blocks, its verdict says that they must not, or they may.
    if (property === "line" && object.enableLineNG && object.isLineNG()) return false;
    enter(object, property, value);
    const taken = object[property] === value;
    enter(object, property, before); // what is counted of it, such as the lines of a cell, is as before
    object[property] = before;
    return taken;
  });
}

// The borders of each straight way from one number to the next: a bridge covers all of them or none.
function segments(board) {
  const found = [];
  for (const cell of Array.from(board.cell)) {
    if (cell.qnum === -1) continue;
    for (const side of ["right", "bottom"]) {
      const borders = [];
      let next = cell;
      do {
        borders.push(next.adjborder[side]);
        next = next.adjacent[side];
      } while (next && !next.isnull && next.qnum === -1);
      if (next && !next.isnull) found.push(borders);
    }
  }
  return found;
}

// What can be chosen: objects that change together, their property, its values.
function variables(board, domain) {
  const found = [];
  for (const key in domain.values) {
    const [group, property] = key.split("."), wanted = domain.values[key];
    const bundles = domain.segments && group === "border" ? segments(board) : Array.from(board[group]).map(o => [o]);
    for (const bundle of bundles) {
      if (key === "border.qans" && missing(bundle[0])) continue;
      const values = allowed(group, bundle[0], property, wanted, domain);
      if (values.length > 1 || (values.length && values[0] !== bundle[0][property])) found.push([bundle, property, values]);
    }
  }
  return found;
}

// Whether a border that is drawn parts no areas, or those that are parted without it: such answers are another one
// drawn twice.
function isLoose(border) {
  const { qans, sidecell: [one, two] } = border;
  if (!(qans > 0) || one.isnull || two.isnull) return false;
  border.qans = 0;
  const anyway = border.isBorder();
  border.qans = qans;
  return anyway || (!!one.room && one.room === two.room);
}

// How many of the cells beside a border are missing, and whether it parts one from a cell that is not.
const missing = border => Array.from(border.sidecell).filter(cell => !cell.isnull && cell.ques === 7).length;
const isOutline = border => missing(border) === 1 && !Array.from(border.sidecell).some(cell => cell.isnull);

// Draw the borders around missing cells, which our programs do not tell, where pzprjs leaves them to people.
function outline(board) {
  for (const border of Array.from(board.border).filter(isOutline)) {
    if (allowed("border", border, "qans", [1], { edges: true }).length) border.qans = 1;
  }
}

// Whether a cell would be shaded and hold a number, where people enter the one in place of the other.
const isTaken = (object, property, value) => object.numberWithMB && value > 0 &&
  ({ anum: object.qans, qans: object.anum }[property] > 0 || (property === "qans" && object.qnum !== -1));

function count({ url, domain, limit }) {
  const puzzle = open(url);
  puzzle.setMode("play"); // the largest number of an answer may be another than that of a clue
  if (domain.values["border.qans"]) outline(puzzle.board);
  const chosen = variables(puzzle.board, domain);
  const total = chosen.reduce((n, [, , values]) => n * values.length, 1);
  const numbers = chosen.some(([, property]) => property === "anum");
  if (total > ALL) return { count: null, nothing: 0, looked: 0 };
  let right = 0, nothing = 0, looked = 0;
  const walk = k => {
    if (looked > limit) return;
    if (k === chosen.length) {
      const found = verdict(puzzle);
      looked++;
      if (domain.values["border.qans"] && Array.from(puzzle.board.border).some(isLoose)) return;
      right += found.right;
      nothing += NOTHING.has(found.code);
      return;
    }
    const [bundle, property, values] = chosen[k], before = bundle[0][property];
    for (const value of values) {
      if (isTaken(bundle[0], property, value)) continue;
      for (const object of bundle) object[property] = value;
      if (total > (numbers ? FEW : limit) && value !== before) {
        looked++;
        if (hopeless(puzzle, property)) continue;
      }
      walk(k + 1);
    }
    for (const object of bundle) object[property] = before;
  };
  walk(0);
  return looked > limit ? { count: null, nothing: 0, looked } : { count: right, nothing, looked };
}

function judge({ url, marks: own }) {
  const puzzle = open(url);
  puzzle.setMode("play");
  if (own.every(([group, , , , property]) => group === "border" && property === "qans")) outline(puzzle.board);
  for (const mark of own) {
    const [group, , , , property, value] = mark, object = at(puzzle.board, mark);
    if (allowed(group, object, property, [value], { edges: true }).length) object[property] = value;
    // Borders that are there anyway, such as around holes, are not drawn.
    else if (group !== "border" || property !== "qans") return { right: false, code: CANNOT };
  }
  return verdict(puzzle);
}

function genre({ name }) {
  const pid = pzpr.variety(name).pid || null;
  return { pid, script: !!pid && fs.existsSync(path.join(FOLDER, "test/script", pid + ".js")) };
}

const OPERATIONS = { genre, script, cut, count, judge, same: ({ url }) => ({ url: link(open(url)) }) };
readline.createInterface({ input: process.stdin, terminal: false }).on("line", line => {
  let answer;
  try {
    const request = JSON.parse(line);
    answer = OPERATIONS[request.op](request);
  } catch (error) {
    answer = { error: String(error.message || error) };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
});
