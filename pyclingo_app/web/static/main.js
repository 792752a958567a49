// The page: which board is on the table, and how another one comes there.

import * as address from "./address.js";
import * as api from "./api.js";
import { add, changes, clear, fail, play, say } from "./ask.js";
import * as board from "./board.js";
import * as clock from "./clock.js";
import { $, digits, sentence } from "./dom.js";
import * as edit from "./edit.js";
import {
  begin, beginTrial, draft, endTrial, game, keepRules, keptRules, last, onElsewhere, onKeep, remember, remembered, request, snapshot, steps, tries,
} from "./game.js";
import * as give from "./give.js";
import * as own from "./own.js";
import * as places from "./places.js";
import * as rules from "./rules.js";
import * as shelf from "./shelf.js";

let opening = Promise.resolve(); // the board that was chosen last, until it is here
let before = null; // what was on the table before that

/** What is on the table, but for what the player has set. */
const standing = () => {
  const { puzzle, stored, constants, program, plain } = game;
  return { puzzle, stored, constants, program, plain };
};

/**
 * Open a board: { puzzle, stored or board, form, constants, program, marks }.  Where nothing is said of the program it is
 * the one on the table, or for another puzzle its own with the changes that were made there.
 */
async function open(wish) {
  const puzzle = shelf.known(wish.puzzle);
  if (!puzzle) return refuse({ message: `there is no puzzle ${wish.puzzle}`, hint: "Choose one of those here." });
  edit.leave();
  const { program = game.puzzle === puzzle ? game.program : keptRules(puzzle, true) } = wish;
  const another = game.puzzle !== puzzle || program !== game.program;
  before ??= standing();
  Object.assign(game, { puzzle, stored: wish.stored ?? "", constants: wish.constants ?? {}, program });
  show();
  if (another) rules.leave();
  changesGone();
  const mine = (opening = fetchBoard({ stored: wish.stored, board: wish.board ?? "", form: wish.form ?? "" }, wish.marks && { answer: wish.marks, notes: [] }));
  const right = await mine;
  if (mine !== opening) return false; // another board was chosen meanwhile
  const stayed = before;
  before = null;
  if (!right) {
    // If no board came, the one before is still there: with its puzzle and its rules.
    if (stayed.plain && stayed.plain === game.plain) Object.assign(game, stayed);
    if (program && wish.program === undefined && stayed.puzzle !== puzzle) return open({ ...wish, program: null });
  }
  if (right && !wish.stored && game.facts) remember(wish.label ?? `opened ${size()}`);
  table();
  if (right) shelf.played(puzzle);
  if (puzzle.own) own.keep(puzzle);
  if (right) clock.begin();
  if (right || (wish.here && game.plain)) address.show(place(), right && !wish.here);
  if (rules.left()) rules.show().then(table); // which may find that they are the original ones
  else rules.constants();
  if (right && !game.program && keptRules(puzzle))
    add("This is by the original rules. Yours are kept: “Take my changes back” beside the program.");
  if ($("rules").contains(document.activeElement)) return right; // nobody who types there is called away
  scrollTo(0, 0);
  $("board").focus({ preventScroll: true });
  return right;
}

/** What changed rules do was told of another board. */
function changesGone() {
  api.stop("changes");
  $("effect").textContent = "";
}

/** Tell why nothing is opened: where puzzles are chosen, too. */
function refuse({ message, hint }) {
  fail({ message, hint });
  $("found").textContent = [message, hint].filter(Boolean).map(sentence).join(". ");
}

/** Fetch the board of the game and all that can be set on it; `set` is what is set there, where that is known. */
async function fetchBoard(which, set) {
  clear();
  let warnings = [];
  const right = await api.run({ ...request("open"), stored: "", ...which, answer: [] }, event => {
    if (event.event === "error") {
      fail(event);
      if (event.faults.length) rules.faults(event.faults);
    } else if (event.event === "board") {
      Object.assign(game.puzzle, { bare: event.bare, makes: event.makes });
      if (game.puzzle.own) game.puzzle.svg = event.svg;
      warnings = event.warnings;
      game.facts = event.facts;
      game.plain = event.drawing;
      game.constants = { ...event.constants, ...game.constants };
      Object.assign(game, { moves: [], tools: [], given: [] });
      places.learn();
      board.draw(event);
    } else if (event.event === "moves") {
      Object.assign(game, { moves: event.moves, tools: event.tools, given: event.certain });
      places.learn();
      begin(set);
      board.fresh();
    }
  });
  if (!right) return false;
  table();
  await play();
  if (warnings.length) say(warnings);
  return true;
}

function show() {
  $("shelf").hidden = true;
  $("table").hidden = false;
  table();
}

function table() {
  if (!game.puzzle) return; // it was forgotten meanwhile
  $("to-new").hidden = $("to-edit").hidden = $("to-give").hidden = false;
  $("make").hidden = !game.puzzle.makes;
  $("to-edit").ariaPressed = edit.isActive();
  $("summary").textContent = game.puzzle.summary;
  const own = remembered();
  const here = game.stored ? -1 : own.findIndex(board => board.facts === game.facts);
  const other = game.stored || here >= 0 ? [] : [new Option(game.facts ? "another one" : "none", "")];
  if (game.puzzle.bare && (game.stored || game.facts)) other.push(new Option("none: by the constants", "-"));
  other.push(...own.map(({ label }, k) => new Option(label, `#${k}`, false, k === here)));
  $("boards").replaceChildren(...other, ...game.puzzle.boards.map(({ name, label }) => new Option(label, name, false, name === game.stored)));
  $("where").textContent = game.puzzle.title + (game.program ? ", changed rules" : "");
  document.title = `${game.puzzle.title} ${game.stored} – puzzasp`;
}

/** The address of what is on the table. */
const place = () =>
  address.write({ puzzle: game.puzzle.name, board: game.stored || game.facts, constants: game.constants });

/** The height and width of the board on the table. */
const size = () => (game.plain ? `${game.plain.height}x${game.plain.width}` : "");

const ways = () => (edit.isActive() ? edit.steps : steps);
function kept() {
  $("undo").disabled = !ways().canUndo();
  $("redo").disabled = !ways().canRedo();
}
onKeep(() => {
  kept();
  $("clear").disabled = !game.answer.size && !game.notes.size && !game.colours.size;
  $("try").hidden = tries();
  $("keep").hidden = $("drop").hidden = !tries();
});

board.onChange(async () => {
  const left = board.isResult();
  await play();
  if (left && !$("message").textContent) say("Back on your board; what was shown was not put on it.");
});
onElsewhere(() => play());
// What is undone while a board is made is drawn by that.
const again = step => () => step() && !edit.isActive() && play();
const unDone = () => ways().undo();
const reDone = () => ways().redo();
$("undo").onclick = again(unDone);
$("redo").onclick = again(reDone);
$("clear").onclick = again(() => places.clear());
$("try").onclick = beginTrial;
$("keep").onclick = () => (endTrial(true), play());
$("drop").onclick = () => (endTrial(false), play());
$("going").onchange = () => play();
document.addEventListener("keydown", event => {
  if (!(event.ctrlKey || event.metaKey) || event.target.closest("input:not([type=radio], [type=checkbox]), textarea, #editor, dialog") || !game.puzzle) return;
  const step = { z: event.shiftKey ? reDone : unDone, y: reDone }[event.key.toLowerCase()];
  if (!step) return;
  event.preventDefault();
  again(step)();
});

// Making a board

/** Make a board of the puzzle on the table: the one that is there, or an empty one of a size. */
async function set(extent) {
  await edit.start(extent);
  table();
  kept();
  $("board").focus({ preventScroll: true });
}

/** Go on with a board that is not finished: one of the list, or the one that was made when the page was left. */
function goOn({ puzzle, facts, constants, program }) {
  edit.leave();
  Object.assign(game, { puzzle: shelf.known(puzzle), stored: "", facts, constants, program, answer: new Map(), given: [] });
  show();
  rules.leave();
  rules.show().then(table);
  return set();
}
let naming = 0; // the address of a large board takes time: it follows the last change
edit.onChange(() => {
  kept();
  clearTimeout(naming);
  naming = setTimeout(() => edit.isActive() && address.show(place(), false), 500);
});
function done() {
  const made = { board: game.facts, form: "facts", label: `my own ${size()}` };
  return open({ puzzle: game.puzzle.name, constants: game.constants, ...(edit.stored() ? { stored: edit.stored() } : made) });
}
$("to-edit").onclick = () => (edit.isActive() ? done() : set());
$("ready").onclick = done;

// Other boards

shelf.onChoose(puzzle => {
  const [mine] = puzzle.own ? remembered(puzzle.name) : [];
  return open({ puzzle: puzzle.name, stored: puzzle.begin, ...(mine && { ...mine, board: mine.facts, form: "facts" }) });
});

/** Open a puzzle of one's own that has just been made. */
function openOwn(puzzle, board = {}) {
  shelf.add(puzzle);
  $("rules").open = true;
  return open({ puzzle: puzzle.name, board: "", form: "facts", program: null, ...board });
}
$("to-own").onclick = async () => {
  const begun = await own.ask(shelf.all(), $("table").hidden ? "" : game.puzzle?.name);
  if (!begun) return;
  if (begun.fault) return refuse({ message: begun.fault });
  await openOwn(own.make(begun.program, shelf.known), { board: begun.facts, label: "the first one" });
};
$("forget").onclick = () => {
  if (!confirm(`Forget ${game.puzzle.title}, with its boards?`)) return;
  rules.leave();
  own.drop(game.puzzle);
  shelf.remove(game.puzzle);
  game.puzzle = game.plain = null;
  $("to-shelf").click();
};
$("to-shelf").onclick = () => {
  address.show("", true);
  toShelf();
};
function toShelf() {
  api.stop();
  shelf.open();
}
$("boards").onchange = () => {
  const name = $("boards").value;
  if (name[0] === "#") {
    const { label, facts, constants, draft, program } = remembered()[Number(name.slice(1))];
    if (draft) goOn({ puzzle: game.puzzle.name, facts, constants, program });
    else open({ puzzle: game.puzzle.name, board: facts, form: "facts", constants, label });
  } else if (name) open({ puzzle: game.puzzle.name, stored: name === "-" ? "" : name });
};
rules.onChange(async () => {
  for (let seen; seen !== opening; ) await (seen = opening); // else a board that was just chosen would not come
  if (!(await fetchBoard({ board: game.facts, form: "facts" }, snapshot()))) return;
  address.show(place(), false);
  if ($("rules").open) changes();
});
$("to-give").onclick = () => {
  edit.drawAlone();
  give.open();
};
$("give").addEventListener("close", edit.drawForced);

$("to-new").onclick = () => {
  const { size, symmetry, symmetries } = game.puzzle.makes ?? { size: [10, 10], symmetries: [] };
  $("new-title").textContent = `New board of ${game.puzzle.title}`;
  [$("rows").value, $("columns").value] = size;
  $("symmetries").hidden = !symmetries.length;
  $("symmetry").replaceChildren(...symmetries.map(name => new Option(name, name, false, name === symmetry)));
  $("new").showModal();
};
$("new").onclose = () => {
  if ($("new").returnValue === "empty") return set([$("rows").value, $("columns").value].map(Number));
  if ($("new").returnValue !== "make") return;
  const wish = { size: [Number($("rows").value), Number($("columns").value)], seed: Number($("seed").value) || null };
  wish.difficulty = $("difficulty").value;
  wish.symmetry = $("symmetry").value;
  clear();
  say("Making a board …");
  api.run(request("generate", { ...wish, seconds: 300 }), event => {
    if (event.event === "progress") say(`Making a board … ${event.text}`);
    else if (event.event === "error") fail(event);
    else made(event);
  });
};

async function made(event) {
  const { constants } = game;
  const label = `new ${$("rows").value}x${$("columns").value}, seed ${event.seed}`;
  if (await open({ puzzle: game.puzzle.name, board: event.facts, form: "facts", constants, label }))
    say([`A new board with one solution${event.grade ? `, ${event.grade}` : ""}: seed ${event.seed}.`]);
}

$("to-open").onclick = () => openDialog("");
function openDialog(text) {
  $("text").value = text;
  $("open-for").textContent = game.puzzle
    ? `What does not name its puzzle is read as ${game.puzzle.title}.`
    : "Choose a puzzle first for a board that does not name its own.";
  $("open").returnValue = "";
  $("open").showModal();
}
$("text").onkeydown = event => {
  // An address, or any other text of one line, is opened by Enter; more lines by Ctrl and Enter.
  const whole = /^\s*\S*$/.test($("text").value) && $("text").value.trim();
  if (event.key !== "Enter" || event.shiftKey || !(whole || event.ctrlKey)) return;
  event.preventDefault();
  $("open").close("load");
};
for (const field of ["rows", "columns", "seed"]) digits($(field));
$("open").onclose = () => $("open").returnValue === "load" && receive($("text").value);
$("file").onchange = async () => {
  if ($("file").files[0]) $("text").value = await $("file").files[0].text();
};
document.addEventListener("dragover", event => event.preventDefault());
document.addEventListener("paste", event => {
  const text = event.clipboardData.getData("text");
  if (!text.trim() || event.target.closest("input, textarea, select, #editor, dialog")) return;
  event.preventDefault();
  receive(text);
});
document.addEventListener("drop", async event => {
  const [file] = event.dataTransfer.files;
  if (!file && !event.dataTransfer.getData("text")) return;
  event.preventDefault();
  receive(file ? await file.text() : event.dataTransfer.getData("text"));
});

/** Open a text: what was shared, a link, or a board in any format. */
async function receive(text) {
  const shared = give.receive(text);
  if (shared) return openShared(shared);
  if (own.isProgram(text)) return openShared({ puzzle: "", rules: text });
  const link = address.read(text);
  if (link) return openShared(named(link));
  let name = game.puzzle?.name;
  const known = await api.run({ op: "recognise", text }, event => {
    if (event.event === "error") refuse(event);
    else name = event.puzzle ?? name;
  });
  if (!known) return;
  if (!name) return refuse({ message: "this board does not say which puzzle it is of", hint: "Choose the puzzle first." });
  await open({ puzzle: name, board: text });
}

/** What an address or a link says, with the board's name where it is one of those that are stored; or the first one. */
function named(link) {
  const puzzle = shelf.known(link.puzzle);
  const name = link.board || puzzle?.begin;
  const stored = puzzle?.boards.some(board => board.name === name) ? name : "";
  return { ...link, form: "", stored, board: stored || link.board === "-" ? "" : link.board };
}

/** Open what somebody shared; `here` says that the address of the page said so. */
async function openShared({ puzzle, stored = "", board: text, form = "facts", constants, marks, rules: program, boards = [] }, here = false) {
  const there = shelf.known(puzzle);
  if (program && there?.own === program) program = null; // it is here already
  const fresh = program && (!there || there.own); // a puzzle that somebody wrote
  const chosen = program ? await agreed(puzzle, String(program), fresh) : "own";
  if (!chosen) return game.plain ? address.show(place(), false) : shelf.open();
  if (chosen === "own") program = null;
  if (program && fresh) {
    const made = own.make(String(program), shelf.known, Array.isArray(boards) ? boards : [], puzzle);
    shelf.add(made);
    [puzzle, program, stored] = [made.name, null, ""];
    $("rules").open = true;
  }
  const wish = { puzzle, stored, board: String(text ?? ""), form, constants: constants ?? {}, program: program || null, here };
  const texts = String(marks ?? "").split(/\.\s+|\.$/).filter(Boolean);
  const set = texts.map(mark => (mark[0] === "-" ? [mark.slice(1), false] : [mark, true]));
  if (await open({ ...wish, marks: texts.length ? set : undefined }) && program) keepRules();
}

/** Open what the address of the page says: one that the page made itself, or a link. */
async function visit() {
  const link = address.read(location.hash);
  if ($("agree").open) $("agree").close();
  if (link && address.isOwn()) await open({ ...named(link), marks: undefined, here: true });
  else if (link) await openShared(named(link), true);
  else if (!location.hash) toShelf(); // others lead to a place of the page
}
addEventListener("hashchange", visit);

/** Ask whether rules that came with a board may run; gives "run", "own" or "". */
function agreed(puzzle, program, fresh) {
  $("agree-what").textContent = fresh ? "This is a puzzle that somebody wrote. Its rules run" : `Someone changed the rules of ${puzzle}. They run`;
  $("agree-own").hidden = fresh;
  $("agree-rules").textContent = program;
  $("agree-kept").hidden = fresh || [null, program].includes(keptRules({ name: puzzle }));
  $("agree").returnValue = "";
  $("agree").showModal();
  return new Promise(resolve => {
    $("agree").onclose = () => resolve($("agree").returnValue);
  });
}

// Light and dark

const theme = value => {
  document.documentElement.dataset.theme = value;
  localStorage.setItem("puzzasp:theme", value);
};
$("theme").value = localStorage.getItem("puzzasp:theme") ?? "";
theme($("theme").value);
$("theme").onchange = () => theme($("theme").value);

// The start

try {
  const wish = await api.start();
  await shelf.load();
  const kept = last();
  const link = address.read(location.hash);
  const begun = draft();
  if (begun && shelf.known(begun.puzzle) && isMeant(begun, link, wish)) await goOn(begun);
  else if (link && address.isOwn() && kept?.puzzle === link.puzzle && address.write({ ...kept, board: kept.stored || kept.facts }) === location.hash) await open(resumed(kept));
  else if (link) await visit();
  else if (wish.shared) {
    shelf.open();
    const shared = give.receive(wish.shared);
    if (shared) await openShared(shared);
    else await receive(wish.shared);
  } else if (wish.puzzle) {
    const { stored, board: text } = wish;
    await open({ here: true, ...(stored || text ? wish : { puzzle: wish.puzzle, ...lastOrFirst(wish, kept) }) });
  } else if (kept && shelf.known(kept.puzzle)) await open(resumed(kept));
  else shelf.open();
} catch (error) {
  $("shelf").hidden = false;
  refuse(error);
}
document.body.dataset.ready = "yes";

/** Whether a board that is made is what the address of the page means, or what the page begins with. */
function isMeant({ puzzle }, link, wish) {
  if (link) return address.isOwn() && link.puzzle === puzzle;
  return !wish.shared && !wish.stored && !wish.board && [undefined, puzzle].includes(wish.puzzle);
}

/** The board that was on the table the last time, by the rules that it had there. */
function resumed(kept) {
  return { ...kept, board: kept.facts, form: "facts", program: kept.program ? undefined : null, here: true };
}

/** The last board of a puzzle, if that was on the table the last time, else its first one. */
function lastOrFirst({ puzzle, constants }, kept) {
  if (kept?.puzzle === puzzle && !constants) return resumed(kept);
  return { stored: shelf.known(puzzle)?.begin, constants };
}
