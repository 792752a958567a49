// Check, hint, forced cells, solve, explain, why not, how hard: what is asked, and how it is told.

import * as api from "./api.js";
import * as board from "./board.js";
import * as clock from "./clock.js";
import { $, counted, el, picture, sentence } from "./dom.js";
import { game, request } from "./game.js";
import * as places from "./places.js";
import { ready } from "./rules.js";

export const WORKING = "Working …";
const GOING = 5; // seconds for a check that nobody asked for
const PATIENCE = 800; // milliseconds without a word
let steps = []; // pages of a path: { label, lines, svg and drawing, focus }
let current = 0;
let hinted = null; // the hint on the table: { event, level }

/** Say lines of text; kind is "good", "bad" or nothing; what is folded has a summary above its lines. */
export function say(lines, kind = "", folded = null) {
  const paragraphs = list => list.filter(Boolean).map(text => el("p", { textContent: sentence(text) }));
  $("message").className = kind;
  $("message").replaceChildren(...paragraphs([lines].flat()));
  if (folded) $("message").append(el("details", {}, el("summary", { textContent: folded.summary }), ...paragraphs(folded.lines)));
}

/** Say a line more. */
export const add = text => $("message").append(el("p", { textContent: text }));

/** On a phone, where answers stand below the board, which stays: bring them into sight. */
function reveal() {
  if (!matchMedia("(max-width: 30rem)").matches) return;
  const { top, bottom } = $("answers").getBoundingClientRect();
  const [above, below] = [$("board").getBoundingClientRect().bottom, $("quick").getBoundingClientRect().top];
  if (bottom > below) scrollBy(0, Math.max(0, Math.min(bottom - below + 8, top - above - 8)));
}
new ResizeObserver(reveal).observe($("answers"));

const button = ([textContent, onclick, title = ""]) => el("button", { textContent, onclick, title, ariaLabel: title || null });
const actions = (...buttons) => $("actions").replaceChildren(...buttons.map(button));

/** Take away what was told before. */
export function clear() {
  hinted = null;
  api.stop("compare");
  say([]);
  actions();
  steps = [];
  $("stepper").hidden = true;
  $("steps").replaceChildren();
  $("solutions").replaceChildren();
  if (board.shown()) board.point([]);
}

/** Tell an error. */
export function fail(event) {
  say([event.message, event.hint], "bad");
}

/** Handle the events of a request by their kinds; errors are told. */
const by = handlers => event => (event.event === "error" ? fail(event) : handlers[event.event]?.(event));

const back = ["Back to my board", () => play()];
const keepMarks = marks => ["Put it on my board", () => (places.take(marks), play())];

let other = null;
let slow = null; // the board whose check takes long
const NOT_CHECKED = "Not checked yet: on this board that takes long. Check does it when you want it.";

/** Let something else draw the board on the table, as while it is made. */
export const instead = draw => {
  other = draw;
};

/** Draw what the player has set, and check it if that is wanted. */
export function play(check = $("going").checked && game.answer.size > 0) {
  if (other) return other();
  clear();
  if (slow === game.facts) check = false;
  const told = by({ drawn: event => board.draw(event), checked: event => checked(event, false) });
  return api.run(request("play", check ? { check, seconds: GOING } : {}), event => {
    if (event.reason !== "time") return told(event);
    slow = game.facts;
    say(NOT_CHECKED);
  });
}

function checked(event, asked) {
  if (event.right) {
    say(event.lines, "good");
    clock.stop();
    return;
  }
  if (event.svg && (asked || event.wrong)) {
    board.draw(event);
  }
  if (event.wrong) {
    say(event.lines, "bad");
    if (event.unbroken) actions(["Why?", () => explain(true)]);
  } else if (asked) {
    say(event.lines, "", event.open.length ? { summary: `Not fulfilled yet: ${counted(event.open.length, "rule")}`, lines: event.open } : null);
  }
}

export const ask = {
  check: () => (clear(), api.run(request("check"), by({ checked: event => checked(event, true) }))),

  hint: async () => {
    if (hinted && hinted.level < 3) return tellHint(hinted.event, hinted.level + 1);
    await play(false);
    await api.run(request("hint"), by({ hint: event => tellHint(event, 1) }));
  },

  forced: () => {
    clear();
    return api.run(request("forced"), by({
      forced: event => {
        if (event.svg) board.draw(event, false);
        say(event.lines);
        actions(keepMarks(event.marks), back);
      },
    }));
  },

  solve: () => {
    clear();
    let marks = [];
    return api.run(request("solve"), by({
      solution: event => {
        board.draw(event, false);
        marks = event.atoms.map(atom => [atom, true]);
      },
      solved: event => {
        const none = event.count === 0;
        say([event.text, ...event.notes], none ? "bad" : "");
        actions(...(none ? [["Why?", ask.explain]] : [keepMarks(marks)]), back);
      },
    }));
  },

  all: async () => {
    clear();
    const found = [];
    await api.run(request("solve", { all: true }), by({
      solution: event => {
        const show = () => (board.draw(event, false), actions(keepMarks(event.atoms.map(atom => [atom, true])), back));
        const button = solution(`Solution ${event.number}`, event, show);
        found.push({ button, atoms: [...event.atoms].sort().join() });
        if (event.number === 1) show();
        say(`${event.number} so far`);
      },
      count: event => say(`${event.number} so far`),
      solved: event => {
        const more = event.count > event.drawn ? `The first ${event.drawn} are drawn.` : "";
        say([event.text, more, ...event.notes], event.count ? "" : "bad");
        if (game.program) compare(found);
      },
    }));
  },

  explain: () => explain(false),

  why: () => {
    clear();
    const { set, other } = questions();
    const groups = [
      ["You have set it: why can this not be?", set.filter(q => q.there)],
      ["You have set that it is not there: why must this be?", set.filter(q => !q.there)],
      ["Why can this not be?", other.filter(q => q.there)],
      ["Why must this be?", other.filter(q => !q.there)],
    ].filter(([, list]) => list.length);
    if (!groups.length) {
      say("Nothing can be set in this cell. Choose another one, by a click or with the arrow keys.");
      return;
    }
    say(`About row ${board.cursorCell()[0]}, column ${board.cursorCell()[1]}:`);
    $("actions").replaceChildren(...groups.flatMap(([title, list]) =>
      [el("p", { className: "asked", textContent: title }), ...list.map(q => button([q.label, () => whyNot(q), q.text]))]));
  },

  rate: () => (clear(), api.run(request("rate", { seconds: 300 }), by({ rated: event => say(event.lines) }))),
};

/** The path from the clues, or from what is set, to the solution; or to a contradiction. */
function explain(onward) {
  clear();
  let before = null;
  return api.run(request("explain", { seconds: 300, onward }), by({
    start: event => {
      before = event;
      addPage({ label: onward ? "Your board" : "The clues", lines: [event.text], ...pictured(event) });
    },
    step: event => {
      for (const [k, line] of event.argument.entries())
        addPage({ label: `${event.number}.${k + 1}`, lines: line.lines, ...pictured(before), focus: line.focus });
      addPage({ label: String(event.number), lines: event.lines, ...pictured(event), marks: event.marks });
      before = event;
    },
    explained: event => {
      say(event.closing, event.conflict ? "bad" : "");
      if (!event.conflict) return;
      // Steps that lead to the contradiction are kept, the clues alone are not.
      if (steps.length === 1) steps = [];
      addPage({ label: steps.length ? "so" : "", lines: event.lines, ...pictured(event) });
    },
  }));
}

/** What can be asked about the cell of the cursor and its borders: whether something can be there, or has to be. */
function questions() {
  const cell = board.cursorCell();
  const sides = ["up", "down", "left", "right"].map(side => places.borderAt(...cell, side));
  const found = { set: [], other: [] };
  for (const place of [places.cellAt(...cell), ...sides].filter(Boolean)) {
    const state = places.stateOf(place);
    const beyond = String(place.cell) !== String(cell);
    for (const [number, { atom, label, said }] of place.moves.entries()) {
      const [text] = said[beyond ? 1 : 0];
      const known = game.answer.get(atom);
      const one = { text, beyond, label: places.hasMany(place) && label ? label : text };
      if (known !== undefined) found.set.push({ ...one, atom: known ? atom : `-${atom}`, there: known });
      else if (typeof state !== "number" || state === number)
        found.other.push({ ...one, atom, there: true }, { ...one, atom: `-${atom}`, there: false });
    }
  }
  return found;
}

function whyNot({ atom, beyond }) {
  clear();
  return api.run(request("why", { atom, beyond }), by({
    possible: event => {
      board.draw(event, false);
      say(event.text, "good");
      actions(back);
    },
    impossible: event => {
      board.draw(event, false);
      say([event.text, ...event.lines]);
      actions(back);
    },
  }));
}

const comparing = more => request("compare", { original: game.puzzle.own ?? "", answer: [], ...more });
const more = (number, one, several) => (number ? counted(number, one, several) : "");

/** Say what the changed rules do to the solutions: which are new, and which are lost, of which some are drawn. */
function compare(found) {
  let number = 0;
  return api.run(comparing({ drawn: true }), by({
    compared: event => {
      const known = new Set(event.new.map(atoms => [...atoms].sort().join()));
      const fresh = found.filter(({ atoms }) => known.has(atoms));
      for (const { button } of fresh) tag(button, "new");
      const lost = event.lost ? ` ${more(event.lost, "of those is", "of those are")} none any more.` : "";
      const drawn = fresh.length ? ` Of those drawn ${more(fresh.length, "is new", "are new")}.` : "";
      add(`By the original rules: ${event.original}.${lost}${drawn}`);
    },
    lost: event => {
      tag(solution(`Lost solution ${++number}`, event, () => (board.draw(event, false), actions(back))), "lost");
    },
  }), "compare");
}

/** Add a solution to the pictures of them; it is shown by a click. */
function solution(name, { svg }, onclick) {
  const button = el("button", { onclick, title: name, ariaLabel: name }, picture(svg));
  $("solutions").append(button);
  return button;
}

function tag(button, kind) {
  button.classList.add(kind);
  button.append(el("span", { className: "tag", textContent: kind }));
}

/** Tell beside the program, which was just changed, what that does to the solutions of the board. */
export function changes() {
  const tell = text => ($("effect").textContent = text);
  api.stop("changes");
  tell("");
  if (!game.program) return null;
  return api.run(comparing({ seconds: GOING }), event => {
    if (event.event === "error") return tell(event.reason === "time" ? "How many solutions this board has is not known within five seconds." : "");
    const counts = [more(event.new.length, "is new", "are new"), more(event.lost, "is lost", "are lost")].filter(Boolean);
    tell(`On this board: ${event.text}; by the original rules: ${event.original}. ${counts.join(", ") || "No difference was found"}.`);
  }, "changes");
}

// The hint: where to look, then what is there, then why.

function tellHint(event, level) {
  const told = event.levels[Math.min(level, event.levels.length) - 1];
  if (event.status !== "step") {
    if (event.svg) board.draw(event);
    say(told, event.status === "complete" ? "good" : event.status === "open" ? "" : "bad");
    if (event.status === "unsatisfiable") actions(["Why?", ask.explain]);
    return;
  }
  say(told);
  hinted = { event, level };
  if (level < 3) board.point(event.look.map(cell => [...cell, "found"]));
  if (level === 3) board.draw(event, false);
  const more = { 1: "What is there?", 2: "Why?" }[level];
  const put = ["Put it on my board", () => (places.take(event.marks), play(), $("board").focus({ preventScroll: true }))];
  const line = ["Line by line", () => byLine(event)];
  actions(...(more ? [[more, () => tellHint(event, level + 1)]] : []), put,
    ...(level === 3 && event.argument.length ? [line] : []), ...(level === 3 ? [back] : []));
  $("actions").firstChild.focus({ preventScroll: true });
}

async function byLine(event) {
  await play(false);
  const before = { svg: board.text(), drawing: board.shown() };
  event.argument.forEach((line, k) => addPage({ label: `line ${k + 1}`, lines: line.lines, ...before, focus: line.focus }));
  addPage({ label: "so", lines: event.levels[2], ...pictured(event) });
  actions(["Put it on my board", () => (places.take(event.marks), play())], back);
}

// Paths: pages to step through.

const pictured = ({ svg, drawing }) => ({ svg, drawing });

function addPage(page) {
  steps.push(page);
  $("stepper").hidden = false;
  $("slider").max = steps.length - 1;
  if (steps.length === 1) show(0);
  else place();
}

function place() {
  const many = steps.length > 1 ? ` (of ${steps.length} pages)` : "";
  $("place").textContent = steps[current].label + many;
}

function show(k) {
  current = Math.max(0, Math.min(steps.length - 1, k));
  const page = steps[current];
  board.draw(page, false);
  board.point(page.focus ?? []);
  $("slider").value = current;
  place();
  $("steps").replaceChildren(...page.lines.map(line => el("p", { textContent: line })));
  actions(back);
}

$("back").onclick = () => show(current - 1);
$("next").onclick = () => show(current + 1);
$("slider").oninput = event => show(Number(event.target.value));
const asked = async name => {
  await ready();
  return ask[name]();
};
for (const name of Object.keys(ask)) $(name).onclick = () => asked(name);
const KEYS = { h: "hint", "?": "hint", c: "check", "!": "check" };
document.addEventListener("keydown", event => {
  const what = KEYS[event.key.toLowerCase()];
  const typing = event.target.closest("textarea, select, #editor, dialog, input:not([type=radio], [type=checkbox])");
  if (!what || typing || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || $("table").hidden) return;
  event.preventDefault();
  asked(what);
});
$("stop").onclick = () => {
  api.stop();
  say("Stopped.");
};
let waiting = 0;
api.watch(busy => {
  clearTimeout(waiting);
  if (busy) waiting = setTimeout(() => $("message").textContent || say(WORKING), PATIENCE);
  else if ($("message").textContent === WORKING) say([]);
  $("stop").disabled = !busy;
  $("table").setAttribute("aria-busy", String(busy));
});
