// The places of a board, and what setting them means.  A place is a cell, or a border of one; what can be there
// are alternatives: one, as a tent, or several, as numbers.

import { change, game } from "./game.js";

/** As many alternatives are gone through by clicking; of more one is chosen. */
const CYCLED = 4;
export const BEYOND = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };
export const OPPOSITE = { up: "down", down: "up", left: "right", right: "left" };

let places = new Map();

const key = (row, column, side) => `${row},${column},${side ?? ""}`;

/** Learn what can be set on a new board. */
export function learn() {
  places = new Map();
  for (const move of game.moves) {
    const name = key(...move.cell, move.side);
    if (!places.has(name)) places.set(name, { name, cell: move.cell, side: move.side, moves: [] });
    places.get(name).moves.push({ ...move, ...game.tools[move.tool] });
  }
}

export const all = () => places.values();
export const cellAt = (row, column) => places.get(key(row, column));

/** The border of a cell, by whichever of the two cells beside it has it. */
export function borderAt(row, column, side) {
  const [down, right] = BEYOND[side];
  return places.get(key(row, column, side)) ?? places.get(key(row + down, column + right, OPPOSITE[side]));
}

export const hasSides = form => [...places.values()].some(place => place.side && (!form || place.moves[0].form === form));
export const hasMany = place => place.moves.length > CYCLED;
/** The number of what is there; of several that go with each other that with most besides it. */
export function present(place) {
  const there = place.moves.filter(move => game.answer.get(move.atom) === true);
  return place.moves.indexOf(there.sort((one, other) => other.besides.length - one.besides.length)[0]);
}

/** What a place is: the number of what is there, "not" where nothing can be, "" where nothing is said. */
export function stateOf(place) {
  const number = present(place);
  if (number >= 0) return number;
  return place.moves.every(move => game.answer.get(move.atom) === false) ? "not" : "";
}

/** The state that comes after a click. */
export function following(place, mode) {
  const state = stateOf(place);
  if (mode === "not") return state === "not" ? "" : "not";
  if (hasMany(place)) return state;
  if (state === "") return 0;
  if (state === "not") return "";
  if (state + 1 < place.moves.length) return state + 1;
  return place.moves.length === 1 ? "not" : "";
}

/** The state that comes after a line is drawn over a border: the next of what can be there, as a second bridge, then nothing. */
export function drawnOver(place) {
  const next = present(place) + 1;
  return next < place.moves.length ? next : "";
}

function put(place, state) {
  const besides = place.moves[state]?.besides ?? [];
  for (const [number, move] of place.moves.entries()) {
    if (state === number || besides.includes(move.atom)) game.answer.set(move.atom, true);
    else if (state === "not") game.answer.set(move.atom, false);
    else if (state === "" || game.answer.get(move.atom)) game.answer.delete(move.atom);
    game.notes.delete(move.atom);
  }
}

/** Set a place; tell whether that changed anything. */
export const set = (place, state) => change(() => put(place, state));

/** Set one of the alternatives, say that it is not there, or pencil it in; a second time takes it back. */
export function choose(place, number, mode) {
  const { atom } = place.moves[number];
  return change(() => {
    if (mode === "note") {
      if (!game.notes.delete(atom)) game.notes.add(atom);
    } else if (mode === "not") {
      if (game.answer.get(atom) === false) game.answer.delete(atom);
      else game.answer.set(atom, false);
      game.notes.delete(atom);
    } else put(place, present(place) === number ? "" : number);
  });
}

/** Pencil all alternatives of a place in, or out. */
export function note(place) {
  return change(() => {
    const noted = place.moves.some(move => game.notes.has(move.atom));
    for (const { atom } of place.moves) noted ? game.notes.delete(atom) : game.notes.add(atom);
  });
}

/** Set all that some marks say. */
export function take(marks) {
  const known = new Set(game.moves.map(move => move.atom));
  return change(() => {
    for (const [atom, there] of marks) {
      if (!known.has(atom)) continue;
      game.answer.set(atom, there);
      game.notes.delete(atom);
    }
  });
}

/** Take away all that is set. */
export const clear = () =>
  change(() => {
    game.answer.clear();
    game.notes.clear();
    game.colours.clear();
  });
