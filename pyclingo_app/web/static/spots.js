// Where things stand on a board that is made: the place at a point, the places beside each other, and what they are called.

import { CELL, shape } from "./dom.js";

const [NEAR, CLOSE] = [0.22, 0.35]; // how near to a border or a corner is on it: beside cells that hold clues, and else

/** The place at a point, in cells from the upper left of the board, at which something fits; null beyond all of them. */
export function placeAt({ x, y }, { height, width }, fits) {
  const within = x >= 0 && y >= 0 && x <= width && y <= height;
  const [row, column] = [Math.ceil(y) || 1, Math.ceil(x) || 1];
  const far = fits({ form: "cell" }).length ? NEAR : CLOSE;
  const [h, v] = [Math.round(y), Math.round(x)];
  const corner = { form: "border", row: h, column: v, side: "corner" };
  if (h >= 0 && v >= 0 && h <= height && v <= width && Math.hypot(x - v, y - h) < far + 0.1 && fits(corner).length) return corner;
  const borders = [
    { off: Math.abs(x - v), at: { form: "border", row, column: v || 1, side: v ? "right" : "left" } },
    { off: Math.abs(y - h), at: { form: "border", row: h || 1, column, side: h ? "down" : "up" } },
  ].filter(({ off, at }) => off < far && fits(at).length && at.row <= height && at.column <= width).sort((one, other) => one.off - other.off);
  if (x > -far && y > -far && x < width + far && y < height + far && borders.length) return borders[0].at;
  if (within) return { form: "cell", row: Math.min(row, height), column: Math.min(column, width) };
  const beside = x < 0 ? ["left", row] : x > width ? ["right", row] : y < 0 ? ["top", column] : ["bottom", column];
  const at = { form: "beside", side: beside[0], line: beside[1] };
  const beyond = (x < 0 || x > width) && (y < 0 || y > height);
  return !beyond && fits(at).length ? at : null;
}

/** The cell at a point, or null. */
export function cellAt({ x, y }, { height, width }) {
  const at = { form: "cell", row: Math.floor(y) + 1, column: Math.floor(x) + 1 };
  return at.row >= 1 && at.column >= 1 && at.row <= height && at.column <= width ? at : null;
}

/** The cells from one to another, without the first: a hand may move faster than it is told. */
export function between(from, to) {
  const [down, right] = [to.row - from.row, to.column - from.column];
  const steps = Math.max(Math.abs(down), Math.abs(right));
  return Array.from({ length: steps }, (_, k) => (k + 1) / steps)
    .map(part => ({ form: "cell", row: Math.round(from.row + part * down), column: Math.round(from.column + part * right) }));
}

/** The place so many rows down and columns right of another: a cell, or what stands beside the board; null at its corners. */
export function beside({ form, row, column, side, line }, down, right, { height, width }) {
  if (form === "beside") {
    row = side === "top" ? 0 : side === "bottom" ? height + 1 : line;
    column = side === "left" ? 0 : side === "right" ? width + 1 : line;
  }
  [row, column] = [row + down, column + right];
  const [tall, wide] = [row >= 1 && row <= height, column >= 1 && column <= width];
  if (tall && wide) return { form: "cell", row, column };
  if (tall) return { form: "beside", side: column < 1 ? "left" : "right", line: row };
  return wide ? { form: "beside", side: row < 1 ? "top" : "bottom", line: column } : null;
}

/** A shape around a place: a square, or a circle on a border. */
export function shapeOf({ form, row, column, side, line }, { height, width }) {
  if (form === "border") {
    const [down, right] = { right: [-0.5, 0], down: [0, -0.5], corner: [0, 0], left: [-0.5, -1], up: [-1, -0.5] }[side];
    return shape("circle", { cx: (column + right) * CELL, cy: (row + down) * CELL, r: 9 });
  }
  const [down, right] = form === "cell" ? [row - 1, column - 1]
    : { left: [line - 1, -1], right: [line - 1, width], top: [-1, line - 1], bottom: [height, line - 1] }[side];
  return shape("rect", { x: right * CELL + 2, y: down * CELL + 2, width: CELL - 4, height: CELL - 4, rx: 4 });
}

/** What a place is called. */
export function nameOf({ form, row, column, side, line }) {
  if (form === "beside") return `${side} of ${side === "left" || side === "right" ? "row" : "column"} ${line}`;
  return `Row ${row}, column ${column}${form === "border" ? `, ${side}` : ""}`;
}
