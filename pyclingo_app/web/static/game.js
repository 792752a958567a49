// What is on the table: a puzzle, a board, what the player has set, and the way back to what was set before.

import * as memory from "./memory.js";
import { pastOf } from "./past.js";

/** The game.  `answer` says of atoms that they are there, or not; `notes` are atoms that were pencilled in. */
export const game = {
  puzzle: null, // as the catalogue has it
  stored: "", // the name of a stored board
  facts: "",
  plain: null, // the drawing of the clues alone
  constants: {}, // those that were chosen
  program: null, // rules that were changed
  answer: new Map(),
  notes: new Set(),
  colours: new Map(), // of cells, "row,column", that the player has coloured
  given: [], // atoms that the clues show already
  moves: [],
  tools: [],
};

let [held, pushed] = [false, false]; // whether a gesture goes on, which is undone as a whole, and has changed something
let trial = null; // what was set when something was tried
let told = () => {};

/** Call a function whenever what is set has changed, by whatever hand, and with it what can be undone. */
export const onKeep = callback => {
  told = callback;
};

/** What is set now. */
export const snapshot = () => ({ answer: [...game.answer], notes: [...game.notes], colours: [...game.colours] });
function restore({ answer, notes, colours = [] }) {
  game.colours = new Map(colours);
  game.answer = new Map(answer);
  game.notes = new Set(notes);
}

/** What was set before. */
export const steps = pastOf(snapshot, before => (restore(before), keep()));

/** Begin a gesture, or end it: all that it changes is undone at once. */
export const hold = on => {
  held = on;
  pushed = false;
};

/** Change what is set, so that it can be undone. */
export function change(edit) {
  const before = snapshot();
  edit();
  if (JSON.stringify(before) === JSON.stringify(snapshot())) return false;
  if (!(held && pushed)) steps.note(before);
  pushed = true;
  keep();
  return true;
}

/** Try something: what is set from now on is marked, and kept or dropped as a whole. */
export function beginTrial() {
  trial = snapshot();
  keep();
}
export const tries = () => trial !== null;
export function endTrial(keeping) {
  const before = trial;
  trial = null;
  if (keeping || !change(() => restore(before))) keep();
}

/** Whether an atom was set since something is tried. */
export const isTried = atom => trial !== null && game.answer.has(atom) && !trial.answer.some(([other, there]) => other === atom && there === game.answer.get(atom));

/** The program that comes with each request: rules that were changed, or those of a puzzle of one's own; else none. */
export const rulesNow = () => game.program ?? game.puzzle.own ?? "";

/** The fields of a request about this board. */
export const request = (op, more = {}) => ({
  op,
  puzzle: game.puzzle.name,
  board: game.facts,
  form: "facts",
  constants: game.constants,
  program: rulesNow(),
  answer: [...game.given, ...[...game.answer].map(([atom, there]) => (there ? atom : `-${atom}`))],
  ...more,
});

// Storage: what was set on each board, and which board was the last one.

const KEPT = 100;
const [ORDER, LAST] = ["puzzasp:order", "puzzasp:last"];
const key = () => `puzzasp:${game.puzzle.name}:${game.facts}:${JSON.stringify(game.constants)}:${game.program ?? ""}`;

function keep() {
  told();
  const { stored, facts, constants, program } = game;
  const some = game.answer.size || game.notes.size || game.colours.size;
  const order = memory.load(ORDER, []).filter(name => name !== key());
  if (memory.save(key(), some ? snapshot() : null) && some) order.push(key());
  while (order.length > KEPT) memory.save(order.shift(), null);
  memory.save(ORDER, order);
  memory.save(LAST, { puzzle: game.puzzle.name, stored, facts, constants, program });
}

/** The board that was on the table the last time. */
export const last = () => memory.load(LAST);

/** Call a function when this board was played on in another tab, whose marks are here then; undo leads back. */
export function onElsewhere(callback) {
  addEventListener("storage", event => {
    if (!game.puzzle || event.key !== key()) return;
    steps.note(snapshot());
    restore(JSON.parse(event.newValue ?? '{"answer": [], "notes": []}'));
    told();
    callback();
  });
}

/** Begin with what was set on this board the last time, or with what is given. */
export function begin(marks) {
  steps.begin();
  trial = null;
  restore(marks ?? memory.load(key(), { answer: [], notes: [] }));
  const known = new Set(game.moves.map(move => move.atom));
  for (const atom of [...game.answer.keys()]) if (!known.has(atom)) game.answer.delete(atom);
  for (const atom of [...game.notes]) if (!known.has(atom)) game.notes.delete(atom);
  keep();
}

// Boards that are not stored: made, opened or shared.  The last ones of each puzzle stay in its list.

const [BOARDS, OWN] = [20, 200]; // of a puzzle of one's own more: there are no others
const boardsKey = name => `puzzasp:boards:${name}`;

/** The boards of a puzzle that were opened before: { label, facts, constants }, the newest first. */
export const remembered = (name = game.puzzle.name) => memory.load(boardsKey(name), []);
const listBoards = (name, list) => memory.save(boardsKey(name), list);

/** Keep the board on the table in the list; a label says where it comes from, and `draft` that it is not finished. */
export function remember(label, draft = false) {
  const { facts, constants } = game;
  const others = remembered().filter(board => board.facts !== facts);
  const known = remembered().find(board => board.facts === facts && !board.draft);
  const board = known ?? { label, facts, constants, ...(draft && { draft, program: game.program }) };
  listBoards(game.puzzle.name, [board, ...others].slice(0, game.puzzle.own ? OWN : BOARDS));
}

/** An unfinished board has become another one. */
export function forgetDraft(facts) {
  const list = remembered();
  if (list.some(board => board.draft && board.facts === facts))
    listBoards(game.puzzle.name, list.filter(board => !(board.draft && board.facts === facts)));
}

/** Keep boards that came with a puzzle. */
export function rememberAll(name, boards) {
  const right = boards.filter(({ label, facts }) => typeof label === "string" && typeof facts === "string");
  if (right.length) listBoards(name, right.map(({ label, facts, constants = {}, draft = false }) => ({ label, facts, constants, draft })));
}

// Rules that were changed, of each puzzle, until they are reset; with the stamp of the program that they come from.

const rulesKey = name => `puzzasp:rules:${name}`;

/** Keep the rules on the table, if they were changed. */
export function keepRules() {
  const { program, puzzle: { name, stamp } } = game;
  memory.save(rulesKey(name), program ? { program, stamp } : null);
}

/** The changed rules of a puzzle, null if there are none; or none that go with its program, which was changed since. */
export function keptRules(puzzle, going = false) {
  const kept = memory.load(rulesKey(puzzle.name));
  return kept && (!going || kept.stamp === puzzle.stamp) ? kept.program : null;
}

// A board that is made, and may still be faulty.

const DRAFT = "puzzasp:draft";

/** Keep the facts of a board that is made; null where none is any more. */
export function keepDraft(facts) {
  const { constants, program } = game;
  memory.save(DRAFT, facts === null ? null : { puzzle: game.puzzle.name, facts, constants, program });
}

/** The board that was made when the page was left, null if none was. */
export const draft = () => memory.load(DRAFT);
