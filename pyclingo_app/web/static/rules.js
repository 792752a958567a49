// The rules: in words and as a program, which can be changed.

import * as api from "./api.js";
import { $, counted, digits, download, el } from "./dom.js";
import { game, keepRules, keptRules, request, rulesNow } from "./game.js";
import * as own from "./own.js";

const PAUSE = 400; // milliseconds after the last key before the rules are read

let original = "";
let editor = null;
let reopen = () => {};
let timer = 0;
let applying = null; // the reading of what was typed, and the drawing of the board by it
let wanted = 0; // the number of the puzzle whose rules are shown: late answers are left out
let pending = null;
let fields = []; // the constants
let thrown = null; // changed rules that are not used, as Reset took them away, until something is typed

/** Call a function when the rules or the constants have changed. */
export const onChange = callback => {
  reopen = callback;
};

/** Other rules will come: nothing is typed into those that go, where it would be lost. */
export function leave() {
  wanted++; // what is still to come is of those that go
  thrown = null;
  timer = clearTimeout(timer);
  $("rules").inert = true;
  differing(false);
}

/** Whether the rules that are shown are not those on the table. */
export const left = () => $("rules").inert;

/** Show the rules of the puzzle on the table, or those that were changed. */
export async function show() {
  const mine = ++wanted;
  const right = await api.run({ op: "rules", puzzle: game.puzzle.name, program: game.puzzle.own ?? "" }, event => {
    if (mine !== wanted || event.event !== "rules") return;
    original = event.program;
    tell(event);
  }, "rules");
  if (mine !== wanted || !(right || game.puzzle.own)) return;
  if (game.puzzle.own) original = game.puzzle.own; // also where it cannot be read
  if (game.program === original) take(original); // as a file that was downloaded, and is now the puzzle's own
  thrown = game.program ? null : keptRules(game.puzzle);
  setText(game.program ?? original);
  $("rules").inert = false;
  if (game.program) $("rules").open = true;
  if (rulesNow()) await readRules();
  else faults([]);
}

async function openEditor() {
  if (editor) return;
  const { makeEditor } = await import("./editor.js");
  if (editor) return;
  editor = makeEditor($("editor"), edited);
  if (pending !== null) setText(pending);
}
$("rules").addEventListener("toggle", () => $("rules").open && openEditor());

function setText(text) {
  if (editor) editor.setText(text);
  else pending = text;
  state();
}

const now = () => (editor ? editor.text() : pending ?? original);

/** Let a text be the rules on the table, and keep it for the next time. */
function take(text) {
  game.program = text === original ? null : text;
  keepRules();
}

function edited() {
  thrown = null;
  take(now());
  clearTimeout(timer);
  timer = setTimeout(() => (applying = apply()), PAUSE);
  $("rules").dataset.read = "no";
  state();
}

/** Wait for the rules that were just typed, so that what is asked now is not lost when the board comes that is drawn by them. */
export async function ready() {
  if (timer) applying = apply();
  await applying;
}

async function apply() {
  timer = clearTimeout(timer);
  const read = now();
  if (await readRules()) await reopen();
  if (now() === read) $("rules").dataset.read = "yes";
}

/** Read the rules, and say what is wrong with them; gives whether the program can be run. */
async function readRules() {
  const mine = wanted;
  let right = false;
  await api.run({ op: "rules", puzzle: game.puzzle.name, program: rulesNow() }, event => {
    if (mine !== wanted) return;
    right = event.event === "rules";
    if (right) tell(event);
    faults(event.faults?.length || right ? event.faults : [{ line: 1, column: 1, text: event.message, severity: "error" }]);
  }, "rules");
  return right;
}

/** Show faults at their lines: of the program, or of what was grounded. */
export function faults(list) {
  editor?.setFaults(list);
  const item = fault =>
    el("li", { className: fault.severity },
      el("button", { textContent: `Line ${fault.line}`, onclick: () => editor?.goTo(fault.line) }), ` ${fault.text}`);
  const [faulty, remarks] = [false, true].map(only => list.filter(fault => (fault.severity === "remark") === only));
  const count = `${counted(remarks.length, "remark")} on how programs are written`;
  const more = el("li", {}, el("details", {}, el("summary", { textContent: count }), el("ul", {}, ...remarks.map(item))));
  $("faults").replaceChildren(...faulty.map(item), ...(remarks.length ? [more] : []));
  state();
}

/** The parts of a program by their names; "base" are its rules. */
function partsOf(program) {
  const parts = new Map();
  for (const text of program.split(/^(?=[ \t]*#program\b)/m)) {
    const name = text.match(/^\s*#program\s+(\w+)/)?.[1] ?? "base";
    parts.set(name, (parts.get(name) ?? "") + text);
  }
  return parts;
}

/** What was changed, in words: a rule that was typed into another part is none. */
function told() {
  const [one, other] = [original, now()].map(partsOf);
  const names = [...new Set([...one.keys(), ...other.keys()])].filter(name => one.get(name) !== other.get(name));
  const others = names.filter(name => name !== "base");
  if (!others.length) return names.length ? "changed" : "";
  return others.length < names.length ? `changed: the rules, ${others.join(", ")}` : `changed: ${others.join(", ")}, but not the rules`;
}

function state() {
  if (!game.puzzle) return; // it was forgotten meanwhile
  const changed = now() !== original;
  $("reset").disabled = !changed && thrown === null;
  $("reset").textContent = thrown === null ? "Reset" : "Take my changes back";
  $("differences").disabled = !changed;
  $("keep-rules").hidden = $("forget").hidden = !game.puzzle.own;
  $("keep-rules").disabled = !changed;
  $("state").textContent = told();
  differing(changed && !$("difference").hidden);
}

function tell(event) {
  if (game.puzzle.own) {
    Object.assign(game.puzzle, event.about);
    own.keep(game.puzzle);
  }
  const about = event.header.split("\n").slice(1).join("\n").split(/\n(?:Kind:|Input)/)[0].trim();
  const item = ({ text: words, line, file }) =>
    el("li", { dataset: { sentence: words } }, line
      ? el("button", { className: "link", textContent: words, title: file && `in ${file}`, onclick: () => goTo(line) })
      : el("span", { textContent: words }));
  const prose = about.split(/\n{2,}/).map(text => el("p", { textContent: text }));
  $("words").replaceChildren(...prose, el("ol", {}, ...event.sentences.map(item)));
  fields = event.constants;
  constants();
  if (!fields.length) inWords();
}

/**
 * Show of the sentences those that count with the constants of this board, with its words where they speak of things by a
 * variable: "a X" is "a tent".
 */
function inWords() {
  if (game.program) return;
  api.run(request("words", { seconds: 5, answer: [] }), event => {
    for (const item of $("words").querySelectorAll("li")) {
      const { sentence } = item.dataset;
      if (event.event === "idle") item.hidden = event.sentences.includes(sentence);
      else if (event.event === "words" && event.sentences[sentence]) item.firstChild.textContent = event.sentences[sentence];
    }
  }, "words");
}

/** Show the constants of another board as fields, those that it leaves open to be changed, and what they mean for the rules. */
export function constants() {
  $("constants").replaceChildren(...fields.map(constant));
  if (fields.length) inWords();
}

async function goTo(line) {
  $("rules").open = true;
  await openEditor();
  $("editor").scrollIntoView({ block: "nearest" });
  editor.goTo(line);
}

function constant({ name, value, text: about, least, most, unless }) {
  const number = /^-?\d+$/.test(value);
  const input = el("input", { type: number ? "number" : "text", value: game.constants[name] ?? value });
  if (number) digits(input, !(least >= 0));
  input.disabled = Boolean(unless) && game.facts.includes(`${unless}(`);
  if (/^-?\d+$/.test(least ?? "")) input.min = least;
  if (/^-?\d+$/.test(most ?? "")) input.max = most;
  input.onchange = () => {
    if (!input.reportValidity()) return;
    if (input.value === "" || input.value === value) delete game.constants[name];
    else game.constants[name] = input.value;
    reopen();
    inWords();
  };
  return el("label", { title: about }, `${name} `, input, el("span", { className: "quiet", textContent: ` ${about}` }));
}

$("reset").onclick = () => {
  const text = thrown ?? original;
  thrown = thrown === null ? now() : null;
  take(text);
  setText(text);
  applying = apply();
};
$("add").onclick = async () => {
  const [sentence, rule] = ["add-sentence", "add-rule"].map(id => $(id).value.trim());
  const missing = !sentence ? "Say in a sentence what must be so." : !rule ? "Write the rule." : !rule.endsWith(".") ? "A rule ends with a full stop." : "";
  $("add-note").textContent = missing;
  if (missing) return;
  await openEditor();
  editor.add(`% ${sentence}${/[.!?]$/.test(sentence) ? "" : "."}\n${rule}\n`);
  for (const id of ["add-sentence", "add-rule"]) $(id).value = "";
};
// Rules of a puzzle of one's own that are changed, and shall be its rules.
$("keep-rules").onclick = () => {
  game.puzzle.own = original = now();
  if (!own.keep(game.puzzle)) $("state").textContent = "This browser keeps nothing more.";
  take(original);
  setText(original);
  reopen();
};
$("download").onclick = () => download(`${game.puzzle.name}.lp`, now());
$("differences").onclick = () => {
  differing($("difference").hidden);
  $("difference").scrollIntoView({ block: "nearest" });
};

/** Show the lines that were changed, or hide them. */
function differing(shown) {
  $("difference").hidden = !shown;
  $("differences").ariaExpanded = shown;
  if (shown) $("difference").replaceChildren(...compare(original, now()));
}

/** The lines of two texts side by side: those that went and those that came, with one line around each. */
export function compare(before, after) {
  const [one, two] = [before.split("\n"), after.split("\n")];
  const common = Array.from({ length: one.length + 1 }, () => new Uint16Array(two.length + 1));
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = two.length - 1; j >= 0; j--)
      common[i][j] = one[i] === two[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
  const lines = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < two.length) {
    if (i < one.length && j < two.length && one[i] === two[j]) {
      lines.push([" ", one[i++]]);
      j++;
    } else if (j >= two.length || (i < one.length && common[i + 1][j] >= common[i][j + 1])) lines.push(["-", one[i++]]);
    else lines.push(["+", two[j++]]);
  }
  const near = k => lines.slice(Math.max(0, k - 1), k + 2).some(([sign]) => sign !== " ");
  return lines.flatMap(([sign, line], k) => {
    if (!near(k)) return [];
    const tag = { "-": "del", "+": "ins", " ": "span" }[sign];
    return [el(tag, { textContent: `${sign} ${line}\n` })];
  });
}
