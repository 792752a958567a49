// Check, hint, forced cells, solve, explain, why not, how hard: what is asked, and how it is told.

import * as api from "./api.js";
import * as board from "./board.js";
import { $, el, picture } from "./dom.js";
import { game, request } from "./game.js";
import * as places from "./places.js";

const WORKING = "Working …";
const PATIENCE = 800; // milliseconds without a word
let steps = []; // pages of a path: { label, lines, svg and drawing, focus }
let current = 0;

/** Say lines of text; kind is "good", "bad" or nothing. */
export function say(lines, kind = "") {
  $("message").className = kind;
  $("message").replaceChildren(...[lines].flat().filter(Boolean).map(text => el("p", { textContent: text })));
}

const actions = (...buttons) =>
  $("actions").replaceChildren(...buttons.map(([text, onclick]) => el("button", { textContent: text, onclick })));

/** Take away what was told before. */
export function clear() {
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

/** Draw what the player has set, and check it if that is wanted. */
export function play(check = $("going").checked && game.answer.size > 0) {
  clear();
  return api.run(request("play", { check }), by({ drawn: event => board.draw(event), checked: event => checked(event, false) }));
}

function checked(event, asked) {
  if (event.right) {
    say(event.lines, "good");
    return;
  }
  if (event.svg && (asked || event.wrong)) {
    board.draw(event);
  }
  if (event.wrong) say([...event.lines, event.closing], "bad");
  else if (asked) say([...event.lines, event.closing]);
}

export const ask = {
  check: () => (clear(), api.run(request("check"), by({ checked: event => checked(event, true) }))),

  hint: async () => {
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

  all: () => {
    clear();
    return api.run(request("solve", { all: true }), by({
      solution: event => {
        const show = () => (board.draw(event, false), actions(keepMarks(event.atoms.map(atom => [atom, true])), back));
        const button = el("button", { onclick: show, title: `Solution ${event.number}` }, picture(event.svg));
        button.setAttribute("aria-label", `Solution ${event.number}`);
        $("solutions").append(button);
        if (event.number === 1) show();
        say(`${event.number} so far`);
      },
      count: event => say(`${event.number} so far`),
      solved: event => {
        const more = event.count > event.drawn ? `The first ${event.drawn} are drawn.` : "";
        say([event.text, more, ...event.notes], event.count ? "" : "bad");
      },
    }));
  },

  explain: () => {
    clear();
    let before = null;
    return api.run(request("explain", { seconds: 300 }), by({
      start: event => {
        before = event;
        addPage({ label: "The clues", lines: [event.text], ...pictured(event) });
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
        steps = [];
        addPage({ label: "", lines: event.lines, ...pictured(event) });
      },
    }));
  },

  why: () => {
    const here = places.cellAt(...board.cursorCell());
    const sides = ["up", "down", "left", "right"].map(side => places.borderAt(...board.cursorCell(), side));
    const moves = [here, ...sides].filter(Boolean).flatMap(place => place.moves);
    clear();
    if (!moves.length) {
      say("Nothing can be set in this cell. Choose another one, by a click or with the arrow keys.");
      return;
    }
    say("Why not …");
    const buttons = moves.flatMap(move => [[move.text, move.atom], [move.not, `-${move.atom}`]]);
    actions(...buttons.map(([text, atom]) => [`${text}?`, () => whyNot(atom)]));
  },

  rate: () => (clear(), api.run(request("rate", { seconds: 300 }), by({ rated: event => say(event.lines) }))),
};

function whyNot(atom) {
  clear();
  return api.run(request("why", { atom }), by({
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
  if (level < 3) board.point(event.look.map(cell => [...cell, "found"]));
  if (level === 3) board.draw(event, false);
  const more = { 1: "What is there?", 2: "Why?" }[level];
  const put = ["Put it on my board", () => (places.take(event.marks), play(), $("hint").focus({ preventScroll: true }))];
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
  else $("place").textContent = `${steps[current].label} (of ${steps.length} pages)`;
}

function show(k) {
  current = Math.max(0, Math.min(steps.length - 1, k));
  const page = steps[current];
  board.draw(page, false);
  board.point(page.focus ?? []);
  $("slider").value = current;
  $("place").textContent = `${page.label} (of ${steps.length} pages)`;
  $("steps").replaceChildren(...page.lines.map(line => el("p", { textContent: line })));
  actions(back);
}

$("back").onclick = () => show(current - 1);
$("next").onclick = () => show(current + 1);
$("slider").oninput = event => show(Number(event.target.value));
for (const [name, what] of Object.entries(ask)) $(name).onclick = () => what();
$("stop").onclick = () => {
  api.stop();
  say("stopped");
};
let waiting = 0;
api.watch(busy => {
  clearTimeout(waiting);
  if (busy) waiting = setTimeout(() => $("message").textContent || say(WORKING), PATIENCE);
  else if ($("message").textContent === WORKING) say([]);
  $("stop").disabled = !busy;
  $("table").setAttribute("aria-busy", String(busy));
});
