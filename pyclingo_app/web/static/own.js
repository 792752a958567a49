// Puzzles of one's own: a program and its boards, kept in this browser.

import * as api from "./api.js";
import { $, el } from "./dom.js";
import { rememberAll } from "./game.js";
import * as memory from "./memory.js";

const KEY = "puzzasp:own";
const LARGE = 60_000; // characters of a picture that is not kept

const stored = () => memory.load(KEY, {});

/** The puzzles that are kept, as the catalogue has others; `own` is the program. */
export const all = () =>
  Object.entries(stored()).map(([name, about]) => ({ name, also: [], boards: [], begin: "", stamp: "own", kind: "yours", ...about }));

/** Keep a puzzle; tells whether the browser does. */
export function keep({ name, title, summary, own, svg = "" }) {
  const about = { title, summary, own, svg: svg.length > LARGE ? "" : svg };
  return memory.save(KEY, { ...stored(), [name]: about });
}

/** Forget a puzzle, with its boards. */
export function drop({ name }) {
  const { [name]: gone, ...others } = stored();
  memory.save(KEY, others);
  for (const key of Object.keys(localStorage))
    if (["boards", "rules"].some(kind => key === `puzzasp:${kind}:${name}`) || key.startsWith(`puzzasp:${name}:`)) localStorage.removeItem(key);
}

/** A name for a puzzle with a title, or one like a name, which no other puzzle has. */
function freeName(title, isTaken) {
  const stem = title.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "_").replace(/^[\d_]+|_+$/g, "") || "puzzle";
  for (let k = 1; ; k++) {
    const name = k === 1 ? stem : `${stem}_${k}`;
    if (!isTaken(name)) return name;
  }
}

/** The title in the first line of a program. */
const titleOf = program => /^%[ \t]*([^\n]*?)[ \t]+- /.exec(program)?.[1] ?? "";

/** The program with another title. */
const titled = (program, title) => {
  const rest = /^%[^\n]*? - ([^\n]*)/.exec(program);
  return rest ? `% ${title} - ${rest[1]}${program.slice(rest[0].length)}` : `% ${title} - \n${program}`;
};

/** Whether a text is a program, and no board. */
export const isProgram = text => /^[ \t]*#(show|program|include|const)\b|:-\s/m.test(text);

/** A new puzzle of a program, with boards that are there already: { label, facts, constants }. */
export function make(program, isTaken, boards = [], name = "") {
  const title = titleOf(program) || name || "My puzzle";
  const puzzle = { name: freeName(name || title, isTaken), title, summary: "", own: program };
  keep(puzzle);
  rememberAll(puzzle.name, boards);
  return all().find(each => each.name === puzzle.name) ?? { ...puzzle, also: [], boards: [], begin: "", stamp: "own", kind: "yours" };
}

/** Ask for a title and what a new puzzle begins with; gives { program, facts }, or null. */
export async function ask(puzzles, current) {
  // Titles alone: a letter that is typed finds them.
  const rulesOf = kind => el("optgroup", { label: `The rules of: ${kind}` },
    ...puzzles.filter(each => each.kind === kind).map(({ name, title }) => new Option(title, name)));
  const kinds = new Set(puzzles.map(each => each.kind));
  $("own-from").replaceChildren(new Option("A small puzzle, to be changed", ""), ...[...kinds].map(rulesOf));
  $("own-from").value = current ?? "";
  $("own-title").value = "";
  $("own").returnValue = "";
  $("own").showModal();
  await new Promise(go => $("own").addEventListener("close", go, { once: true }));
  if ($("own").returnValue !== "begin") return null;
  const source = puzzles.find(({ name }) => name === $("own-from").value);
  const found = { program: "", facts: "" };
  const take = event => Object.assign(found, { program: event.program ?? found.program, facts: event.facts ?? found.facts, fault: event.message });
  const from = source && { puzzle: source.name, program: source.own ?? "" };
  await api.run(source ? { op: "rules", ...from } : { op: "template" }, take);
  if (source) await api.run({ op: "open", ...from, stored: source.begin }, event => event.event === "board" && take(event));
  return { ...found, program: titled(found.program, $("own-title").value.trim()) };
}
