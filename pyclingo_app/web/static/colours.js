// Colours of cells: a player's own marks, at which no answer looks.

import { change, game } from "./game.js";

const NAMES = { 1: "yellow", 2: "blue", 3: "pink" };

export const isColour = mode => mode in NAMES;

/** The colour of a cell, "" where it has none. */
export const colourOf = ([row, column]) => game.colours.get(`${row},${column}`) ?? "";

/** What the colour of a cell is called. */
export const named = cell => (colourOf(cell) ? `; ${NAMES[colourOf(cell)]}` : "");

/** Give a cell a colour, or none; tell whether that changed anything. */
export const colour = ([row, column], value) =>
  change(() => (value ? game.colours.set(`${row},${column}`, value) : game.colours.delete(`${row},${column}`)));

/** All cells that have a colour: [row, column, colour]. */
export const coloured = () => [...game.colours].map(([cell, value]) => [...cell.split(",").map(Number), value]);
