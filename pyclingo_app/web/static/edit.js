// Making a board: clues and areas are set by mouse, finger and keys, and what follows from them is told meanwhile.

import * as api from "./api.js";
import { WORKING, clear, fail, instead, say } from "./ask.js";
import * as board from "./board.js";
import * as clues from "./clues.js";
import { $, counted, digits, el, shape } from "./dom.js";
import { forgetDraft, game, keepDraft, remember, request } from "./game.js";
import { pastOf } from "./past.js";
import * as spots from "./spots.js";

// Milliseconds after a change before it is asked what follows from the board; at most, where answers come too late.
const [PAUSE, LONGEST] = [150, 2500];
const PATIENCE = 10; // seconds until that is given up
const TYPING = 900; // milliseconds between the digits of one number
const FEW = 4; // as many alternatives are gone through by clicking

let active = false;
let about = null; // what can be put on the board
let facts = [];
let index = new Map(); // what stands at each place, by its key
let areas = []; // those of each input with areas
let cursor = { form: "cell", row: 1, column: 1 };
let begun = null; // the facts that were there in the beginning
let origin = ""; // and the name of the stored board that they are
let typed = { text: "", at: 0 };
let chosen = new Map(); // the values of a clue that were set last: an arrow keeps its direction
let sketched = null; // the board alone, as it was drawn last
let forced = null; // the same with what is forced
let timer = 0;
let pause = PAUSE;
let asking = false; // whether it is asked what follows
let changed = () => {};

export const isActive = () => active;

/** Call a function when the board has changed. */
export const onChange = callback => {
  changed = callback;
};

const size = () => {
  const list = facts.map(clues.parts).find(({ name, list }) => name === "size" && list.length === 2)?.list;
  return list ? { height: Number(list[0]), width: Number(list[1]) } : { height: sketched?.drawing.height ?? 1, width: sketched?.drawing.width ?? 1 };
};

/** Begin to make a board: the one whose facts are on the table, or an empty one of a size. */
export async function start(extent = null) {
  active = true;
  about = null;
  begun = extent ? null : game.facts;
  origin = extent ? "" : game.stored;
  facts = extent ? [`size(${extent.join()})`] : clues.factsOf(game.facts);
  steps.begin();
  cursor = { form: "cell", row: 1, column: 1 };
  $("alike").value = "";
  instead(sketch);
  board.handled({ down, move, up, key });
  await learn();
  if (!active) return;
  $("table").dataset.edit = "yes";
  $("setting").hidden = false;
  if (extent) {
    for (const each of areas) if (about.areas.find(({ name }) => name === each.name).whole) each.fill(size());
    facts = [...facts, ...areas.flatMap(each => each.facts())];
  }
  take();
}

/** The name of the stored board that was there in the beginning, if it still is. */
export const stored = () => (clues.factsOf(begun ?? "").join() === facts.join() ? origin : "");

/** End making it. */
export function leave() {
  if (!active) return;
  active = false;
  if (steps.canUndo()) {
    forgetDraft(begun);
    remember(`unfinished ${size().height}x${size().width}`, true);
  }
  clearTimeout(timer);
  api.stop("state");
  delete $("table").dataset.edit;
  $("setting").hidden = true;
  instead(null);
  board.handled(null);
  keepDraft(null);
}

/** Ask what can be put on the board, which depends on its size. */
async function learn() {
  await api.run({ ...request("setting"), stored: "", board: text(), answer: [] }, event => {
    if (event.event === "error") fail(event);
    else about = event;
  }, "setting");
  if (!about || !active) return;
  read();
  $("extent").hidden = !about.size;
  $("high").parentElement.hidden = about.square;
  const { height, width } = size();
  [$("high").value, $("wide").value] = [height, width];
  const option = (value, label) =>
    el("label", {}, el("input", { type: "radio", name: "what", value, checked: !value, onchange: place }), label);
  const named = { area: "Areas", cage: "Cages" };
  $("what").replaceChildren(option("", "Clues"), ...about.areas.map(({ name, kind }) => option(name, named[kind])));
  $("what").hidden = !about.areas.length;
  $("fewer").hidden = !about.fewer.length;
  $("fill").hidden = !about.fewer.length;
  const others = about.others.map(name => name.replaceAll("_", " ")).join(", ");
  $("others").textContent = others && `Not set here, but read from texts: ${others}.`;
}

const text = (some = facts) => some.map(fact => `${fact}.\n`).join("");

/** Learn what stands where. */
function read() {
  areas = about.areas.map(each => new clues.Areas(each, facts));
  index = new Map();
  for (const fact of facts) {
    const taken = clues.parts(fact);
    for (const clue of about.clues) {
      const found = clues.locate(clue, taken);
      if (!found) continue;
      if (!index.has(found.key)) index.set(found.key, []);
      index.get(found.key).push({ ...found, fact });
    }
  }
}

const isClue = fact => !["size", ...areas.map(each => each.name)].includes(clues.parts(fact).name);
const areaOf = (name, cell) => areas.find(each => each.name === name)?.of(cell) ?? null;

/** What stands at a place. */
function here(at) {
  const keys = [clues.keyOf(at)];
  if (at.form === "cell") keys.push(...areas.map(each => `area,${each.name},${each.of(at)}`));
  return keys.flatMap(key => index.get(key) ?? []);
}

const fits = at => clues.fitting(about.clues, at);

// Changes, each of which can be undone

/** Change the facts; tell whether that changed anything. */
function change(edit) {
  const before = facts;
  edit();
  if (facts.length === before.length && facts.every((fact, k) => fact === before[k])) return false;
  steps.note(before);
  take();
  return true;
}

/** The boards before. */
export const steps = pastOf(() => facts, before => {
  facts = before;
  take();
  const { height, width } = size();
  if (about.size && (Number($("high").value) !== height || Number($("wide").value) !== width)) learn();
});

/** Take the facts for the board on the table. */
function take() {
  read();
  Object.assign(game, { stored: "", facts: text(), answer: new Map(), notes: new Set(), colours: new Map(), given: [] });
  keepDraft(game.facts);
  changed();
  sketch();
}

const without = gone => (facts = facts.filter(fact => !gone.includes(fact)));
function remove(at) {
  without(here(at).map(each => each.fact));
  read();
}

function add(at, clue, values) {
  without(here(at).filter(other => clues.goes(clue, other.clue)).map(each => each.fact));
  const list = clues.isList(clue) ? values : [values];
  const made = list.map((each, k) => clues.write(clue, at, clues.isList(clue) ? [each] : each, areaOf, k + 1));
  if (made.includes(null)) return;
  facts = [...facts, ...made];
  for (const name of clue.with) {
    const other = fits(at).find(each => each.name === name && !each.slots.length);
    if (other && !here(at).some(each => each.clue.name === name)) facts.push(clues.write(other, at, [], areaOf));
  }
  read();
}

/** What the image of a clue is: it points the other way, as its place does. */
function imageOf(at, clue, values) {
  const other = clues.image(at, $("alike").value, size());
  return clues.imageOf(clue, at, values, $("alike").value, size(), fits(other));
}

/** Put a clue at a place, or nothing; where it is wanted, also at its image, unless that has something of its own. */
function put(at, clue, values) {
  if (clue && clue.slots.length > 1) chosen.set(clue.name, values);
  const both = [[at, clue, values]];
  const other = $("alike").value && clues.image(at, $("alike").value, size());
  if (other && clues.keyOf(other) !== clues.keyOf(at)) {
    const mine = here(at).map(each => imageOf(at, each.clue, each.values));
    const isMine = each => mine.some(one => one?.clue === each.clue && one.values.join() === each.values.join());
    const free = !clue || here(other).every(each => each.clue.name !== clue.name || isMine(each));
    const its = clue && free && imageOf(at, clue, values);
    if (free && (its || !clue)) both.push([other, its?.clue, its?.values]);
  }
  return change(() => both.forEach(([place, one, list]) => (one ? add(place, one, list) : remove(place))));
}

/** Do what a click does: the next of a few alternatives. */
function press(at, less = false) {
  const there = here(at);
  const few = clues.choices(fits(at));
  if (less) return put(at, null);
  if (!few.length || few.length > FEW) return false;
  const now = few.findIndex(each => there.some(({ clue, values }) => clue === each.clue && values.join() === each.values.join()));
  return put(at, few[now + 1]?.clue ?? null, few[now + 1]?.values);
}

/** The clue at a place that takes what is typed, with its values so far: for a list one for each of its facts. */
function typing(at) {
  const open = fits(at).filter(clue => clue.slots.length);
  const there = here(at).find(each => open.includes(each.clue));
  const clue = there?.clue ?? open.find(each => each.slots.at(-1).number) ?? open[0];
  if (!clue) return null;
  const all = here(at).filter(each => each.clue === clue).sort((one, other) => one.count - other.count);
  return { clue, values: clues.isList(clue) ? all.map(each => each.values[0]) : all[0]?.values };
}

/** Set one value of a clue with some; the others are as they are there, or as they were set last. */
function choose(at, clue, k, value) {
  const there = here(at).find(each => each.clue === clue)?.values ?? chosen.get(clue.name);
  const values = clue.slots.map((slot, number) => (number === k ? value : there?.[number] ?? (number < k ? clues.least(slot) : slot.values?.at(-1) ?? clues.least(slot))));
  return put(at, clue, values);
}

/** Take a digit or a letter for the last value of the clue at a place. */
function type(sign) {
  const open = typing(cursor);
  if (!open) return false;
  const { clue, values } = open;
  const slot = clue.slots.at(-1);
  const before = Date.now() - typed.at < TYPING ? typed.text : "";
  for (const attempt of [before + sign, sign]) {
    const value = clues.valueOf(slot, attempt);
    if (value === null) continue;
    typed = { text: attempt, at: Date.now() };
    if (clues.isList(clue)) put(cursor, clue, [...(attempt === sign ? values : values.slice(0, -1)), value]);
    else choose(cursor, clue, clue.slots.length - 1, value);
    return true;
  }
  return false;
}

// Areas

const painted = () => areas.find(each => each.name === document.querySelector("input[name=what]:checked")?.value);

/** Give cells to an area: to a new one, to one that there is, or to none. */
function paint(cells, into) {
  change(() => {
    const own = painted();
    own.give(cells, into);
    if (own.kind === "area") own.fill(size());
    own.part();
    const names = new Set(own.cells.values());
    const lost = [...index.values()].flat().filter(({ key }) => {
      const [form, name, id] = key.split(",");
      return form === "area" && name === own.name && !names.has(id);
    });
    without(lost.map(each => each.fact));
    facts = [...facts.filter(fact => clues.parts(fact).name !== own.name), ...own.facts()];
  });
}

/** Give the board another size: what lies outside goes. */
function resize(height, width) {
  change(() => {
    const inside = ({ row = 1, column = 1, side, line }) =>
      row <= height && column <= width && (!line || line <= (side === "left" || side === "right" ? height : width));
    without([...index.values()].flat().filter(each => !each.area && !inside(each.place)).map(each => each.fact));
    facts = [`size(${height},${width})`, ...facts.filter(isClue)];
    for (const each of areas) {
      each.fit({ height, width });
      facts.push(...each.facts());
    }
  });
  learn();
}

// Drawing

/** Draw the board as it is, and ask what follows from it. */
function sketch() {
  clear();
  clearTimeout(timer);
  api.stop("state");
  $("standing").textContent = "…";
  if (asking) pause = Math.min(LONGEST, 4 * pause); // it was too late again
  [asking, forced] = [false, null];
  timer = setTimeout(follow, pause);
  return api.run({ ...request("sketch"), answer: [] }, event => {
    if (event.event === "error") return fail(event);
    sketched = event;
    game.plain = event.drawing;
    draw(event);
  });
}

/** While a board is given away, and printed, it is drawn alone: a picture of a puzzle does not show what follows. */
export const drawAlone = () => active && sketched && !board.isResult() && draw(sketched);
export const drawForced = () => active && forced && $("following").checked && !$("actions").firstChild && !$("give").open && draw(forced);

function draw(event) {
  const free = side => about.clues.some(clue => clue.form === "beside" && clue.sides.includes(side)) && !Object.keys(event.drawing.clues?.[side] ?? {}).length;
  board.draw(event, true, Object.fromEntries(["left", "top", "right", "bottom"].map(side => [side, free(side)])));
  place();
}

const STANDING = [["No solution.", "bad"], ["Exactly one solution.", "good"], ["Several solutions.", ""]];

/** Tell in the background how many solutions the board has, and draw what is forced. */
async function follow() {
  const told = (text, kind = "") => {
    $("standing").textContent = text;
    $("standing").className = kind;
  };
  const since = game.facts;
  let count = null;
  told("Looking for solutions …");
  asking = true;
  await api.run(request("state", { seconds: PATIENCE, answer: [] }), event => {
    if (since !== game.facts) return;
    if (event.event === "error") {
      const late = event.reason === "time";
      return told(late ? count === null ? "Not known within ten seconds." : STANDING[count][0] : event.message, late ? "" : "bad");
    }
    if (event.event === "counted") {
      ({ count } = event);
      told(...STANDING[count]);
    }
    if (event.event !== "forced") return;
    if (count > 1) told(`Several solutions: ${counted(event.open, "cell is", "cells are")} open.`);
    if (event.svg) forced = event;
    drawForced();
  }, "state");
  if (since !== game.facts) return;
  [asking, pause] = [false, count === null ? pause : Math.max(PAUSE, pause / 2)];
}

/** Show where one is, and what can be put there. */
function place() {
  const cells = board.layer();
  if (!cells || !about) return;
  cells.querySelector("g.here")?.remove();
  const group = shape("g", { class: "here" });
  group.append(spots.shapeOf(cursor, size()));
  cells.append(group);
  $("cell").textContent = `${spots.nameOf(cursor)}: ${here(cursor).map(words).join("; ") || "nothing"}`;
  palette();
}

const words = ({ clue, values }) => [clue.name.replaceAll("_", " "), ...values].join(" ").replaceAll('"', "");

/** Buttons for what can be put at the cursor. */
function palette() {
  const there = here(cursor);
  const button = (name, svg, on, action) => {
    const onclick = () => (action(), $("board").focus({ preventScroll: true }));
    return el("button", { type: "button", title: name, ariaLabel: name, ariaPressed: on, onclick }, svg ? board.icon(svg) : name);
  };
  const has = (clue, k, value) => there.some(each => each.clue === clue && (value === undefined || each.values[k] === value));
  const own = painted();
  const buttons = own ? [] : fits(cursor).flatMap(clue => {
    const name = clue.name.replaceAll("_", " ");
    const fixed = clue.at.filter(([kind]) => kind === "is").map(([, text]) => text.replaceAll('"', ""));
    if (!clue.slots.length)
      return [button([name, ...fixed].join(" "), clue.pictures[""], has(clue), () => (has(clue) ? put(cursor, null) : put(cursor, clue, [])))];
    return clue.slots.flatMap((slot, k) => clues.offered(slot).map(value => {
      const label = value.replaceAll('"', "");
      const set = () => {
        if (clues.isList(clue)) return put(cursor, clue, [...(typing(cursor).values ?? []), value]);
        return has(clue, k, value) && clue.slots.length === 1 ? put(cursor, null) : choose(cursor, clue, k, value);
      };
      return button(label, clue.pictures[value], has(clue, k, value), set);
    }));
  });
  if (there.length && !own) buttons.push(button("Clear it", null, false, () => put(cursor, null)));
  $("palette").replaceChildren(...buttons);
  $("palette").hidden = !buttons.length;
  $("drawing-areas").hidden = !own;
}

// Hands

let stroke = null; // what is painted or set while a button is held

function down(point, event) {
  const own = painted();
  const at = about && (own ? spots.cellAt(point, size()) : spots.placeAt(point, size(), fits));
  if (!at) return;
  const less = event.button === 2;
  cursor = at;
  typed.at = 0;
  if (own) {
    const into = less && own.kind === "cage" ? null : event.shiftKey || $("onward").checked ? own.of(at) ?? own.fresh() : own.fresh();
    stroke = { cells: [at], into };
    return preview();
  }
  press(at, less || event.shiftKey) || place();
}

function move(point) {
  const at = stroke && spots.cellAt(point, size());
  if (!at) return;
  const passed = spots.between(stroke.cells.at(-1), at);
  for (const cell of passed)
    if (!stroke.cells.some(other => clues.keyOf(other) === clues.keyOf(cell))) stroke.cells.push(cell);
  if (passed.length) preview();
}

function preview() {
  board.point(stroke.cells.map(({ row, column }) => [row, column, "found"]));
}

function up() {
  if (!stroke) return;
  const { cells, into } = stroke;
  stroke = null;
  paint(cells, into);
}

/** Do what a key does; tell whether it does anything. */
function key(name, shifted) {
  if (!about) return false;
  if (board.STEPS[name]) return shifted ? turn(name) : go(...board.STEPS[name]);
  if (name === "Enter" || name === " ") return press(cursor) || true;
  if (name === "Backspace" || name === "Delete") {
    const open = typing(cursor);
    if (open && clues.isList(open.clue) && open.values?.length > 1) put(cursor, open.clue, open.values.slice(0, -1));
    else put(cursor, null);
    return true;
  }
  return name.length === 1 && name !== " " && type(name);
}

/** Move on; beyond the edge of the board to what stands beside it. */
function go(down, right) {
  typed.at = 0;
  const next = spots.beside(cursor, down, right, size());
  if (next && (next.form === "cell" || fits(next).length)) cursor = next;
  place();
  return true;
}

/** Let the clue at the cursor point elsewhere, or set what can stand on the border in that direction. */
function turn(name) {
  const [, , side] = board.STEPS[name];
  const clue = fits(cursor).find(each => each.slots.some(({ values }) => values?.includes(side)));
  if (clue) return choose(cursor, clue, clue.slots.findIndex(({ values }) => values?.includes(side)), side) || true;
  if (cursor.form !== "cell") return true;
  const { row, column } = cursor;
  const border = { right: { row, column, side: "right" }, down: { row, column, side: "down" }, left: { row, column: column - 1, side: "right" },
    up: { row: row - 1, column, side: "down" } }[side];
  press({ form: "border", ...border });
  return true;
}

// Buttons

const made = event => {
  if (event.event === "error") return fail(event);
  if (event.event === "progress") return say(`${WORKING} ${event.text}`);
  const before = facts.filter(isClue).length;
  change(() => (facts = clues.factsOf(event.facts)));
  const now = facts.filter(isClue).length;
  const than = now === before ? "as many as" : `${Math.abs(now - before)} ${now > before ? "more" : "fewer"} than`;
  say(`${counted(now, "clue")}, ${than} before.`);
};
const asked = op => () => {
  clear();
  say(WORKING);
  api.run(request(op, { symmetry: $("alike").value, candidates: clues.candidates(about, size(), areaOf), seconds: 60, answer: [] }), made);
};

$("fewer").onclick = asked("fewer");
$("fill").onclick = asked("fill");
$("nothing").onclick = () => change(() => (facts = facts.filter(fact => !isClue(fact))));
$("following").onchange = () => sketch();
for (const field of ["high", "wide"]) {
  digits($(field));
  $(field).onchange = () => {
    if (!$(field).reportValidity()) return;
    if (about.square) $("high").value = $("wide").value;
    resize(Number($("high").value), Number($("wide").value));
  };
}
