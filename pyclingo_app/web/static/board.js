// The picture of the board, and the hands on it: mouse, touch and keys.

import * as colours from "./colours.js";
import { $, CELL, el, picture, shape } from "./dom.js";
import { game, hold, isTried } from "./game.js";
import * as places from "./places.js";
import { redraw } from "./redraw.js";
import { describe } from "./words.js";
import { isLarge, sized, step, zoomTo } from "./zoom.js";

const [BEFORE, BEHIND] = [2, 14]; // what is cut off a picture's margin: the numbers stand above and on the left
const NEAR = 0.3; // how near to a border a click is on it, in cells, where cells can be clicked, too
const DOT = 0.25; // how near to a corner of cells a border is not meant alone: a line is drawn from there
const STRIDE = 0.2; // cells: as far apart are the points of a drag that are looked at, however fast it is
const LAYERS = ["colours", "marks", "focus", "cursor"]; // what is drawn over the cells of a picture
const TYPING = 700; // milliseconds between the digits of one number

let drawing = null; // the board as data
let source = ""; // its picture, as it came
let cursor = [1, 1];
let typed = { text: "", at: 0 };
let changed = () => {};
let hands = null; // who takes what is done with the board while it is made: { down, move, up, key }

const root = $("board");
export const mode = () => document.querySelector("input[name=mode]:checked").value;
export const cursorCell = () => cursor;
export const shown = () => drawing;
export const text = () => source;
export const isResult = () => root.dataset.view === "result";

/** Call a function when something on the board was set. */
export const onChange = callback => {
  changed = callback;
};

/** Let something else take what is done with the board: mouse, fingers and keys. */
export const handled = other => {
  hands = other;
};

/** The cells of the picture, to draw in. */
export const layer = name => root.querySelector(name ? `g.cells > g.${name}` : "g.cells");

/**
 * Draw a board; `own` says whether it is what the player has set, and `room` at which sides there is to be place for
 * what is not there yet.
 */
export function draw(event, own = true, room = {}) {
  drawing = { origin: [1, 1], ...event.drawing };
  source = event.svg;
  for (const name of LAYERS) layer(name)?.remove();
  const fresh = redraw(root, event.svg, JSON.stringify(room), svg => trimmed(svg, room));
  root.dataset.view = own ? "mine" : "result";
  const group = layer();
  for (const name of LAYERS) group.append(shape("g", { class: name }));
  if (own && !hands) pencil();
  if (!hands) paintCells();
  if (!hands) place();
  if (fresh) sized();
  inWords();
}

/** Describe the board in words, where they are wanted: of a large board they are many. */
function inWords() {
  if ($("cells").open && drawing) $("as-table").replaceChildren(describe(drawing));
}
$("cells").addEventListener("toggle", inWords);

/** Take away of the margin of a picture what is empty. */
function trimmed(svg, { left, top, right, bottom }) {
  const more = [left, top, right, bottom].map(side => (side ? CELL : 0));
  const [width, height] = [svg.width, svg.height].map((length, k) => length.baseVal.value - BEFORE - BEHIND + more[k] + more[k + 2]);
  svg.setAttribute("viewBox", `${BEFORE - more[0]} ${BEFORE - more[1]} ${width} ${height}`);
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  return svg;
}

/** Begin with a new board. */
export function fresh() {
  cursor = [1, 1];
  zoomTo(1);
  palette();
}

/** Where a column begins: those of a table are as wide as their words, all others as a cell. */
const edgeOf = column => {
  const edges = root.querySelector("g.cells").dataset.edges?.split(" ");
  return edges ? Number(edges[column - drawing.origin[1]]) : (column - 1) * CELL;
};
const frame = (row, column, name, inset = 2) =>
  shape("rect", {
    class: name, x: edgeOf(column) + inset, y: (row - 1) * CELL + inset,
    width: edgeOf(column + 1) - edgeOf(column) - 2 * inset, height: CELL - 2 * inset, rx: 4,
  });

/** Point at cells, [row, column, kind], and at borders, [row, column, side, kind]. */
export function point(targets) {
  layer("focus")?.replaceChildren(...targets.map(([row, column, ...rest]) =>
    rest.length === 1 ? frame(row, column, rest[0], 3) : edge(row, column, ...rest)));
}

/** A ring about the middle of a border. */
function edge(row, column, side, kind) {
  const [x, y] = middle(row, column, side);
  return shape("circle", { class: kind, cx: x, cy: y, r: 9 });
}

function middle(row, column, side) {
  const [dx, dy] = { up: [0, -20], down: [0, 20], left: [-20, 0], right: [20, 0] }[side];
  return [(column - 0.5) * CELL + dx, (row - 0.5) * CELL + dy];
}

/** Colour the cells that have one. */
function paintCells() {
  layer("colours")?.replaceChildren(...colours.coloured().map(([row, column, value]) => frame(row, column, `colour-${value}`, 0)));
}

/** Draw what is pencilled in, and which of several alternatives are certainly not there. */
function pencil() {
  const marks = [];
  for (const place of places.all()) {
    const several = place.moves.length > 1;
    const open = places.present(place) < 0 && places.stateOf(place) !== "not";
    const columns = Math.ceil(Math.sqrt(Math.max(place.moves.length, 4)));
    place.moves.forEach((move, number) => {
      const noted = game.notes.has(move.atom);
      if (isTried(move.atom)) marks.push(sign("tried", place));
      const absent = several && open && game.answer.get(move.atom) === false;
      if (!noted && !absent) return;
      marks.push(place.side ? sign("noted", place) : small(place, move, number, columns, absent));
    });
  }
  layer("marks").replaceChildren(...marks);
}

function small(place, move, number, columns, absent) {
  const size = CELL / columns;
  const x = edgeOf(place.cell[1]) + (number % columns) * size;
  const y = (place.cell[0] - 1) * CELL + Math.floor(number / columns) * size;
  const group = shape("g", { class: absent ? "absent" : "noted", transform: `translate(${x} ${y}) scale(${1 / columns})` });
  const content = move.svg && picture(move.svg).querySelector("g.cells");
  if (content) {
    content.removeAttribute("class");
    group.append(content);
  }
  if (absent) group.append(shape("path", { d: "M4 36 36 4", class: "strike" }));
  return group;
}

/** A sign at a place: what was set there since something is tried, or is pencilled in on a border. */
function sign(name, { cell: [row, column], side }) {
  const [x, y] = side ? middle(row, column, side) : [edgeOf(column + 1) - 7, (row - 1) * CELL + 7];
  return shape("circle", { class: name, cx: x, cy: y, r: 4 });
}

function place() {
  layer("cursor")?.replaceChildren(frame(...cursor, "cursor", 1.5));
  if (isLarge()) layer("cursor").scrollIntoView({ block: "nearest", inline: "nearest" });
  const here = places.cellAt(...cursor);
  root.ariaLabel = `Board of ${game.puzzle.title}, ${drawing.height} rows, ${drawing.width} columns`;
  $("cell").textContent = describe.cell(drawing, ...cursor) + noted(here) + colours.named(cursor);
  $("cell").title = $("cell").textContent;
  for (const button of $("palette").children) {
    const number = here?.moves.findIndex(move => String(move.tool) === button.dataset.tool) ?? -1;
    button.disabled = number < 0;
    button.ariaPressed = number >= 0 && places.present(here) === number;
  }
}

function noted(here) {
  const list = (here?.moves ?? []).filter(move => game.notes.has(move.atom)).map(move => move.label || move.said[0][0]);
  return list.length ? `; pencilled: ${list.join(", ")}` : "";
}

/** A button for each thing that can be put into a cell, where there are several. */
function palette() {
  const used = new Set([...places.all()].filter(p => !p.side && p.moves.length > 1).flatMap(p => p.moves.map(m => m.tool)));
  const buttons = game.tools.flatMap((tool, number) => {
    if (!used.has(number)) return [];
    const name = tool.label || tool.name;
    // A word of a table is too long for a picture of one cell.
    const content = tool.svg && drawing.frame !== "table" ? icon(tool.svg) : name;
    return [el("button", { type: "button", title: name, ariaLabel: name, dataset: { tool: number }, onclick: () => pick(number) }, content)];
  });
  $("palette").replaceChildren(...buttons);
  $("palette").hidden = !buttons.length;
}

export function icon(text) {
  const svg = picture(text);
  svg.setAttribute("viewBox", "22 22 44 44");
  svg.setAttribute("width", 28);
  svg.setAttribute("height", 28);
  return svg;
}

function pick(tool) {
  const here = places.cellAt(...cursor);
  const number = here ? here.moves.findIndex(move => move.tool === tool) : -1;
  if (number >= 0 && places.choose(here, number, mode())) changed();
}

// The mouse and the finger

let drag = null; // what goes on while a button is held: the state that is set, or the cell from which a line comes

function at(event) {
  const matrix = root.querySelector("g.cells").getScreenCTM().inverse();
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  return { x: across(x), y: y / CELL };
}

/** How many columns lie left of a point, with the part of the one that it lies in. */
function across(x) {
  const { width, origin: [, left] } = drawing;
  const column = Array.from({ length: width }, (_, k) => left + k).findLast(each => edgeOf(each) <= x) ?? left;
  return column - 1 + (x - edgeOf(column)) / (edgeOf(column + 1) - edgeOf(column));
}

/** The place at a point: a border if it is near, else the cell. */
function found({ x, y }) {
  const { height, width, origin: [top, left] } = drawing;
  const [bottom, right] = [top + height - 1, left + width - 1];
  if (x < left - 1 - NEAR || y < top - 1 - NEAR || x > right + NEAR || y > bottom + NEAR) return null;
  const column = Math.min(Math.max(Math.ceil(x), left), right);
  const row = Math.min(Math.max(Math.ceil(y), top), bottom);
  const cell = places.cellAt(row, column);
  const sides = [["left", x - column + 1], ["right", column - x], ["up", y - row + 1], ["down", row - y]]
    .map(([side, distance]) => ({ distance, border: places.borderAt(row, column, side) }))
    .filter(each => each.border)
    .sort((one, other) => one.distance - other.distance);
  const [nearest] = sides;
  const border = nearest && nearest.distance < (cell ? 0.22 : NEAR) ? nearest.border : null;
  return { row, column, place: border ?? cell ?? null, line: !border && places.hasSides("line") };
}

let tapped = null; // where a finger was put on a large board that is made
/** Whether a finger moves the board, and sets something only where it does not. */
const isTap = event => event.pointerType === "touch" && isLarge();

root.addEventListener("pointerdown", event => {
  if (hands && drawing && event.button !== 1) {
    if (isTap(event)) return void (tapped = event);
    root.setPointerCapture(event.pointerId);
    return hands.down(at(event), event);
  }
  const here = drawing && event.button !== 1 ? found(at(event)) : null;
  if (!here) return;
  root.setPointerCapture(event.pointerId);
  const changing = event.button === 2 || event.shiftKey ? "not" : mode();
  cursor = [here.row, here.column];
  hold(true);
  const last = at(event);
  const dot = here.line || !(here.place?.side ?? places.hasSides("border")) ? null : dotAt(last);
  drag = { ...here, last, dot, mode: changing, moved: false, tap: isTap(event) };
  if (colours.isColour(changing)) {
    Object.assign(drag, { place: null, dot: null, colour: colours.colourOf(cursor) === changing ? "" : changing });
    if (!drag.tap) colour(here);
  } else if (dot) drag.place = null;
  else if (!drag.tap && here.place && !here.line && changing !== "note") {
    drag.state = places.following(here.place, changing);
    drag.kind = Boolean(here.place.side);
    paint(here.place);
  }
  place();
});

/** Give a cell the colour of this drag. */
function colour({ row, column }) {
  if (colours.colour([row, column], drag.colour)) paintCells();
}

function paint(target) {
  const possible = typeof drag.state !== "number" || drag.state < target.moves.length;
  if (possible && places.set(target, drag.state)) changed();
}

root.addEventListener("pointermove", event => {
  if (hands) return tapped || hands.move(at(event));
  if (!drag || drag.tap) return;
  const [from, to] = [drag.last, at(event)];
  const strides = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STRIDE));
  drag.last = to;
  for (let k = 1; k <= strides; k++)
    pass({ x: from.x + (k / strides) * (to.x - from.x), y: from.y + (k / strides) * (to.y - from.y) });
});

/** The corner of cells that is near to a point: so many rows are above it, and columns left of it. */
function dotAt({ x, y }) {
  const [row, column] = [Math.round(y), Math.round(x)];
  return Math.hypot(y - row, x - column) < DOT ? [row, column] : null;
}

/** Draw along borders from corner to corner: a border is set when its end is reached. */
function drawBorder(point) {
  const dot = dotAt(point);
  if (!dot || String(dot) === String(drag.dot)) return;
  const [from, to] = [drag.dot ?? dot, dot].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  drag.dot = dot;
  if (Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1]) !== 1) return;
  const [row, column] = from;
  const border = to[0] === row ? places.borderAt(row || 1, column + 1, row ? "down" : "up")
    : places.borderAt(row + 1, column || 1, column ? "right" : "left");
  if (!border || border === drag.place) return;
  drag.moved = true;
  drag.state ??= places.following(border, drag.mode === "note" ? "set" : drag.mode);
  drag.place = border;
  paint(border);
}

/** Go on with a drag at a point. */
function pass(point) {
  if (drag.colour !== undefined) {
    const here = found(point);
    return here && colour(here);
  }
  if (drag.dot || drag.kind) return drawBorder(point);
  const here = found(point);
  if (!here) return;
  if (drag.line) return drawLine(here);
  if (drag.state === undefined || !here.place || here.place === drag.place) return;
  if (Boolean(here.place.side) !== drag.kind || places.hasMany(here.place)) return;
  drag.place = here.place;
  drag.moved = true;
  paint(here.place);
}

/** Draw the line from the cell before to this one, if they are neighbours; back again it is taken away. */
function drawLine(here) {
  const [down, right] = [here.row - drag.row, here.column - drag.column];
  if (!down && !right) return;
  if (down && right) {
    drawLine({ row: here.row, column: drag.column });
    return drawLine(here);
  }
  const side = { "-1,0": "up", "1,0": "down", "0,-1": "left", "0,1": "right" }[`${down},${right}`];
  const border = side && places.borderAt(drag.row, drag.column, side);
  drag.moved = true;
  Object.assign(drag, { row: here.row, column: here.column });
  cursor = [here.row, here.column];
  if (!border) return;
  drag.state ??= drag.mode === "not" ? "not" : places.drawnOver(border);
  if (places.set(border, drag.state)) changed();
}

root.addEventListener("pointerup", () => {
  if (hands && tapped) hands.down(at(tapped), tapped);
  tapped = null;
  if (hands) return hands.up();
  if (drag?.tap && drag.colour !== undefined) colour(drag);
  const ended = drag;
  drag = null;
  if (!ended?.place || ended.moved) return hold(false);
  const target = ended.place;
  if (ended.mode === "note") press(target, "note");
  else if (ended.line || ended.tap) press(target, ended.mode);
  hold(false);
});
root.addEventListener("pointercancel", () => {
  drag = tapped = null;
  hold(false);
});
root.addEventListener("contextmenu", event => event.preventDefault());

/** Do what a click does. */
function press(target, how) {
  if (how === "note") {
    if (!places.hasMany(target) && places.note(target)) changed();
  } else if (places.set(target, places.following(target, how))) changed();
}

// The keys

export const STEPS = { ArrowUp: [-1, 0, "up"], ArrowDown: [1, 0, "down"], ArrowLeft: [0, -1, "left"], ArrowRight: [0, 1, "right"] };

// What is typed beside the board, with a button in focus, is for the board, too, but not what moves there.
$("left").addEventListener("keydown", event => {
  if (!drawing || event.ctrlKey || event.metaKey || event.altKey) return;
  const inside = event.target === root;
  if (!inside && (event.key.length > 1 || event.key === " " || event.target.tagName === "SELECT")) return;
  if (act(event.key, event.shiftKey)) event.preventDefault();
});

function act(name, shifted) {
  const done = hands ? hands.key(name, shifted) : play(name, shifted);
  if (done || !["+", "-"].includes(name)) return done;
  step(name === "+");
  return true;
}

function play(name, shifted) {
  const here = places.cellAt(...cursor);
  if (STEPS[name]) return move(name, shifted);
  if (name === "Enter" || name === " ") {
    if (colours.isColour(mode())) {
      if (colours.colour(cursor, colours.colourOf(cursor) === mode() ? "" : mode())) paintCells(), place();
    } else if (here) press(here, mode());
    return true;
  }
  if (name === "Backspace" || name === "Delete") {
    if (here && places.set(here, "")) changed();
    return true;
  }
  return name.length === 1 && here ? type(name.toLowerCase(), here) : false;
}

function move(name, shifted) {
  const [down, right, side] = STEPS[name];
  const border = shifted && places.borderAt(...cursor, side);
  if (border) press(border, mode());
  const [row, column] = [cursor[0] + down, cursor[1] + right];
  const { height, width, origin: [top, left] } = drawing;
  const inside = row >= top && column >= left && row < top + height && column < left + width;
  // A border is set from where one is; a line leads to the next cell.
  if (inside && (!shifted || (border && border.moves[0].form === "line"))) cursor = [row, column];
  place();
  return true;
}

/** Choose an alternative by its label, which may have several digits, or by its number. */
function type(character, here) {
  const now = Date.now();
  const before = now - typed.at < TYPING ? typed.text : "";
  const labels = here.moves.map(each => each.label.toLowerCase());
  for (const attempt of [before + character, character]) {
    let number = labels.indexOf(attempt);
    if (number < 0 && !labels.some(label => /^\w$/.test(label))) number = Number(character) - 1;
    if (!here.moves[number]) continue;
    typed = { text: attempt, at: now };
    if (places.present(here) === number && attempt !== character) return true;
    if (places.choose(here, number, mode())) changed();
    return true;
  }
  if (character === "x" && places.set(here, places.stateOf(here) === "not" ? "" : "not")) changed();
  return character === "x";
}
