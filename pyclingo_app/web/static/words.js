// The board in words: for those who cannot see it.

import { el } from "./dom.js";
import { BEYOND, OPPOSITE } from "./places.js";

const at = (list, row, column) => (list ?? []).find(([r, c]) => r === row && c === column)?.[2];
const SIDES = { up: "above", down: "below", left: "left", right: "right" };
const POINTED = { found: "look here", reason: "a reason", fault: "wrong", supposed: "supposed" };

/** What is in a cell, in words. */
function cellWords(drawing, row, column) {
  const marks = (at(drawing.marks, row, column) ?? []).map(mark => mark.replaceAll("_", " "));
  const parts = marks.length ? [marks.join(" ")] : [];
  const shade = at(drawing.shades, row, column);
  if (shade) parts.push(`shaded ${shade}`);
  const sides = at(drawing.sides, row, column);
  if (sides) parts.push(Object.entries(sides).map(([side, text]) => `${side} ${text}`).join(", "));
  const lines = at(drawing.lines, row, column);
  if (lines) parts.push(`line ${Object.keys(lines).sort().join(" and ")}`);
  for (const [r, c, where, what] of drawing.between)
    if (r === row && c === column) parts.push(`${String(what).replaceAll("_", " ")} at its ${where}`);
  drawing.arrows.forEach((cells, number) => {
    const place = cells.findIndex(([r, c]) => r === row && c === column);
    if (place >= 0) parts.push(`${place ? place === cells.length - 1 ? "head" : "part" : "tail"} of arrow ${number + 1}`);
  });
  for (const [one, other] of drawing.segments)
    for (const [[r, c], end] of [[one, other], [other, one]])
      if (r === row && c === column) parts.push(`line to row ${end[0]}, column ${end[1]}`);
  if (drawing.empty.some(([r, c]) => r === row && c === column)) parts.push("certainly nothing");
  const focus = at(drawing.focus, row, column);
  if (focus) parts.push(POINTED[focus]);
  for (const [r, c, side, kind] of drawing.edges) {
    const here = r === row && c === column ? side : r + BEYOND[side][0] === row && c + BEYOND[side][1] === column ? OPPOSITE[side] : "";
    if (here) parts.push(`${SIDES[here]}: ${POINTED[kind]}`);
  }
  return [parts.join(", "), walls(drawing, row, column)];
}

/** The borders of a cell: what is no part of it, and stands last. */
function walls(drawing, row, column) {
  const found = drawing.walls.filter(([r, c]) => r === row && c === column).map(([, , side]) => SIDES[side]);
  return found.length ? `(border ${found.join(" and ")})` : "";
}

/** The size of the board, and what stands beside it. */
function beside({ height, width, bank, notes }) {
  const pieces = bank.map(cells => `Piece of ${cells.length} cells: ${cells.map(cell => cell.join(", ")).join("; ")}`);
  return [`${height} rows, ${width} columns`, ...pieces, ...notes.map(note => note.replace(/\.$/, ""))];
}

/** The board as a table with its clues as headings. */
export function describe(drawing) {
  const { height, width, clues, origin: [top, left] } = drawing;
  const columns = Array.from({ length: width }, (_, k) => left + k);
  const heading = (side, k) => (clues[side]?.[k] ?? []).join(" ");
  const line = side =>
    el("tr", {}, el("td", { textContent: "" }),
      ...columns.map(column => el("th", { scope: "col", textContent: side ? heading(side, column) : column })));
  const table = el("table", {}, el("caption", { textContent: beside(drawing).join(". ") }), line(""));
  if (Object.keys(clues.top ?? {}).length) table.append(line("top"));
  for (let row = top; row < top + height; row++) {
    const name = [`${row}`, heading("left", row)].filter(Boolean).join(": ");
    const cells = columns.map(column => el("td", { textContent: cellWords(drawing, row, column).filter(Boolean).join(" ") }));
    table.append(el("tr", {}, el("th", { scope: "row", textContent: name }), ...cells));
    if (heading("right", row)) table.lastChild.append(el("td", { textContent: heading("right", row) }));
  }
  if (Object.keys(clues.bottom ?? {}).length) table.append(line("bottom"));
  return table;
}

/** One cell as a line of text. */
describe.cell = (drawing, row, column) =>
  `Row ${row}, column ${column}: ${cellWords(drawing, row, column).map((text, k) => text || (k ? "" : "empty")).join(" ").trim()}`;
