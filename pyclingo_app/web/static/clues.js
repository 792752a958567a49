// The facts of a board that is made: where each of them stands, and what can stand at a place.
//
// A place is { form: "cell", row, column }, { form: "border", row, column, side }, where a corner is a side, too, or
// { form: "beside", side, line }.  A clue says of an input how its arguments follow from the place: see web/clues.py.

const TURNS = [["left", "right"], ["up", "down"], ["top", "bottom"], ["east", "west"], ["north", "south"]];
const OPPOSITE = Object.fromEntries(TURNS.flatMap(([one, other]) => [[one, other], [other, one]]));

/** The name and the arguments of a fact. */
export function parts(fact) {
  const [, name, inside = ""] = /^([^(]*)(?:\((.*)\))?$/s.exec(fact);
  const found = [""];
  let [depth, quoted] = [0, false];
  for (const sign of inside) {
    if (sign === '"' && !found.at(-1).endsWith("\\")) quoted = !quoted;
    if (!quoted) depth += { "(": 1, ")": -1 }[sign] ?? 0;
    if (sign === "," && !quoted && !depth) found.push("");
    else found[found.length - 1] += sign;
  }
  return { name, list: found };
}

/** The facts in a text. */
export const factsOf = text => text.split(/\.(?:\s+|$)/).filter(Boolean);

export const keyOf = ({ form, row = "", column = "", side = "", line = "" }) => [form, row, column, side, line].join();

/** Where a fact stands as a clue says it, with its values; null if it is not of that clue. */
export function locate(clue, { name, list }) {
  if (name !== clue.name || list.length !== clue.at.length) return null;
  const place = { form: clue.form };
  const values = [];
  const more = {};
  for (const [k, [kind, about]] of clue.at.entries()) {
    const text = list[k];
    if (kind === "is") {
      if (text !== about) return null;
    } else if (kind === "slot") values[about] = text;
    else if (kind === "count") more.count = Number(text);
    else if (kind === "area") more.area = [about, text];
    else {
      const found = kind === "side" ? text : Number(text) - about;
      if ((place[kind] ?? found) !== found) return null;
      place[kind] = found;
    }
  }
  if (clue.form !== "cell") place.side ??= clue.sides[0];
  if (clue.sides.length && !clue.sides.includes(place.side)) return null;
  return { clue, values, ...more, key: more.area ? `area,${more.area.join()}` : keyOf(place), place };
}

/** The fact of a clue at a place; null where the cell is in no area that the clue speaks of. */
export function write(clue, place, values, areaOf, count = 1) {
  const list = clue.at.map(([kind, about]) => {
    if (kind === "is") return about;
    if (kind === "slot") return values[about];
    if (kind === "count") return count;
    if (kind === "area") return areaOf(about, place);
    return kind === "side" ? place.side : place[kind] + about;
  });
  return list.includes(null) ? null : `${clue.name}(${list.join()})`;
}

export const isList = clue => clue.at.some(([kind]) => kind === "count");
const inCell = clue => clue.form === "cell" && !clue.at.some(([kind]) => kind === "area");

/** Whether what stands at a place goes when a clue is put there. */
export const goes = (clue, other) =>
  other.name === clue.name || (inCell(clue) && inCell(other) && !clue.beside.includes(other.name));

/** The clues that can stand at a place. */
export const fitting = (clues, { form, side }) =>
  clues.filter(clue => clue.form === form && (form === "cell" || clue.sides.includes(side)));

/** What is chosen by a click: clues without values, or with a value of a few. */
export function choices(clues) {
  return clues.flatMap(clue => {
    if (isList(clue) || clue.slots.length > 1) return [];
    if (!clue.slots.length) return [{ clue, values: [] }];
    const [{ values, number }] = clue.slots;
    return number ? [] : (values ?? []).map(value => ({ clue, values: [value] }));
  });
}

/** The image of a place on a board of a size. */
export function image(place, symmetry, { height, width }) {
  const { form, row, column, side, line } = place;
  const turned = symmetry === "rotation";
  const tall = side === "down" || side === "corner";
  const wide = side === "right" || side === "corner";
  if (form !== "beside")
    return { ...place, row: turned ? height + (tall ? 0 : 1) - row : row, column: width + (wide ? 0 : 1) - column };
  const across = side === "left" || side === "right";
  const other = across || turned ? OPPOSITE[side] : side;
  return { ...place, side: other, line: across ? (turned ? height + 1 - line : line) : width + 1 - line };
}

const SIGN = /^"?((left|right|up|down|top|bottom|north|south|east|west)_?)+"?$/;

/** The image of a direction; of any other value itself. */
function turn(value, symmetry) {
  const parts = symmetry === "rotation" ? /left|right|east|west|up|down|top|bottom|north|south/g : /left|right|east|west/g;
  return SIGN.test(value) ? value.replace(parts, part => OPPOSITE[part]) : value;
}

/** The image of a clue with its values: { clue, values }, which points where the image of its direction is; null if there is none. */
export function imageOf(clue, place, values, symmetry, size, all) {
  const at = image(place, symmetry, size);
  const cells = clue.at.filter(([kind]) => kind === "row").length > 1; // those on both sides of a border
  const list = clue.at.map(([kind, about]) => {
    if (kind === "is" || kind === "slot") return turn(kind === "is" ? about : values[about], symmetry);
    if (kind === "row" && cells) return symmetry === "rotation" ? size.height + 1 - place.row - about : place.row + about;
    if (kind === "column" && cells) return size.width + 1 - place.column - about;
    return kind === "side" ? at.side : at[kind] + about;
  });
  for (const each of all) {
    const found = locate(each, { name: clue.name, list: list.map(String) });
    if (found?.key === keyOf(at)) return { clue: each, values: found.values };
  }
  // Lists, what is of an area, and what stands beside the board under another name.
  const other = all.find(each => each === clue) ?? all.find(each => each.name === clue.name && each.slots.length === clue.slots.length);
  return other || (clue.form === "beside" && all[0]) ? { clue: other ?? all[0], values } : null;
}

/** The areas of one input: their names by cells. */
export class Areas {
  constructor({ name, kind }, facts) {
    this.name = name;
    this.kind = kind;
    this.cells = new Map();
    for (const { name: other, list } of facts.map(parts))
      if (other === name && list.length === 3) this.cells.set(`${list[0]},${list[1]}`, list[2]);
  }

  of = ({ row, column }) => this.cells.get(`${row},${column}`) ?? null;

  fresh = () => String(1 + Math.max(0, ...[...this.cells.values()].map(Number).filter(Number.isFinite)));

  /** Give cells to an area, a new one unless it is named; null takes them out of any. */
  give(cells, name = this.fresh()) {
    for (const { row, column } of cells)
      if (name === null) this.cells.delete(`${row},${column}`);
      else this.cells.set(`${row},${column}`, name);
  }

  /** Let each cell of a board be in an area: one that is in none is in that of the cell that is nearest to the top left. */
  fill({ height, width }) {
    for (let row = 1; row <= height; row++)
      for (let column = 1; column <= width; column++)
        if (!this.of({ row, column }))
          this.give([{ row, column }], this.of({ row, column: column - 1 }) ?? this.of({ row: row - 1, column }) ?? "1");
  }

  /** Take another size: what lies outside goes. */
  fit({ height, width }) {
    for (const cell of [...this.cells.keys()]) {
      const [row, column] = cell.split(",").map(Number);
      if (row > height || column > width) this.cells.delete(cell);
    }
    if (this.kind === "area" && this.cells.size) this.fill({ height, width });
  }

  /** What has come apart is several areas: the one with the first cell keeps the name. */
  part() {
    const seen = new Set();
    const names = new Set();
    const sorted = [...this.cells.keys()].map(key => key.split(",").map(Number)).sort(([a, b], [c, d]) => a - c || b - d);
    for (const [row, column] of sorted) {
      const old = this.of({ row, column });
      if (seen.has(`${row},${column}`)) continue;
      const cells = [{ row, column }];
      seen.add(`${row},${column}`);
      for (const cell of cells)
        for (const [down, right] of [[0, 1], [1, 0], [0, -1], [-1, 0]]) {
          const next = { row: cell.row + down, column: cell.column + right };
          if (this.of(next) !== old || seen.has(`${next.row},${next.column}`)) continue;
          seen.add(`${next.row},${next.column}`);
          cells.push(next);
        }
      if (names.has(old)) this.give(cells);
      names.add(old);
    }
  }

  facts = () => [...this.cells].map(([cell, name]) => `${this.name}(${cell},${name})`);
}

const BUTTONS = 40; // numbers that have buttons, at most
const MOST = 12; // of the values of a clue so many are tried when clues are added

/** The value that an argument has as long as no other was chosen. */
export const least = slot => slot.values?.[0] ?? String(slot.number?.[0] ?? 1);

/** The value that a typed text begins or is; null if there is none. */
export function valueOf({ values, number }, attempt) {
  const named = values?.find(value => value.replaceAll('"', "").toLowerCase().startsWith(attempt.toLowerCase()));
  if (named) return named;
  if (!number || !/^\d+$/.test(attempt)) return null;
  const [low, high] = number;
  return Number(attempt) >= low && Number(attempt) <= (high ?? Infinity) ? String(Number(attempt)) : null;
}

/** The values that have buttons. */
export function offered({ values, number }) {
  if (!number) return values ?? [];
  const [low, high] = number;
  const last = Math.min(high ?? low + 9, low + BUTTONS, (high ?? 0) > BUTTONS ? low + 9 : Infinity);
  return [...(values ?? []), ...Array.from({ length: Math.max(0, last - low + 1) }, (_, k) => String(low + k))];
}

/** All clues that could be added. */
export function candidates(about, { height, width }, areaOf) {
  const cells = Array.from({ length: (height + 1) * (width + 1) }, (_, k) => ({ row: Math.floor(k / (width + 1)), column: k % (width + 1) }));
  const places = clue => {
    const sides = clue.sides.length ? clue.sides : [undefined];
    if (clue.form === "beside")
      return sides.flatMap(side => Array.from({ length: side === "top" || side === "bottom" ? width : height }, (_, k) => ({ side, line: k + 1 })));
    const inner = cells.filter(({ row, column }) => clue.form !== "cell" || (row && column));
    return inner.flatMap(cell => sides.map(side => ({ ...cell, side })));
  };
  const found = about.clues.filter(({ name }) => about.fewer.includes(name)).flatMap(clue => isList(clue) || clue.slots.length > 2 ? []
    : places(clue).flatMap(at => clue.slots.reduce((all, slot) => all.flatMap(list => offered(slot).slice(0, MOST).map(value => [...list, value])), [[]])
      .filter(values => !values.includes('"?"') && !values.includes("none")).map(values => write(clue, at, values, areaOf))));
  return [...new Set(found.filter(Boolean))].map(fact => `${fact}.`).join("");
}
