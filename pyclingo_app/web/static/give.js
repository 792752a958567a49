// Giving a board away: as an address, a text, a picture, or with marks and rules for another player.

import * as address from "./address.js";
import * as api from "./api.js";
import * as board from "./board.js";
import { $, el, download } from "./dom.js";
import { game, remembered, request, rulesNow } from "./game.js";
import { PUBLISHED } from "./transport.js";

const LONG = 2000; // characters of an address that some programs cut

const LINK = PUBLISHED
  ? "Opens the board here, for anyone."
  : "Opens the board in a page of puzzasp: this one, or a published one, with its address before the #.";
const ABOUT = {
  link: ["Link", "txt", LINK],
  marked: ["Link with my marks", "txt", LINK],
  url: ["puzz.link address", "txt", "The board alone, for puzz.link and all who read its addresses."],
  share: ["Board, marks and rules", "json", "Another person opens it with “puzzasp web FILE”, or pastes it into Open."],
  text: ["Drawn board", "txt", "The board alone, as people type it."],
  facts: ["Facts", "lp", "The board alone, as an instance of the program."],
  json: ["JSON", "json", "The board alone."],
  penpa: ["Penpa-edit", "txt", "The board alone, for Penpa-edit."],
  gameid: ["Game ID", "txt", "The board alone, for the collection of Simon Tatham."],
  marks: ["My marks as facts", "lp", "What is set on the board."],
};

let texts = new Map();
let picked = false; // whether the form was chosen

/** All of the game as a text: see receive(). */
function shared() {
  const { facts, constants } = game;
  const all = { puzzasp: 1, puzzle: game.puzzle.name, constants, board: facts, marks: marksOf(" "), rules: rulesNow() || null };
  if (game.puzzle.own) all.boards = remembered();
  return `${JSON.stringify(all, null, 1)}\n`;
}

/** What is set, as facts. */
const marksOf = between => [...game.answer].map(([atom, there]) => `${there ? "" : "-"}${atom}.`).join(between);

/** The addresses that lead to this board: with and without what is set. */
function links(board) {
  const { constants } = game;
  const about = { puzzle: game.puzzle.name, board, constants, rules: rulesNow() };
  return Object.entries({ link: "", marked: marksOf(" ") }).filter(([form, marks]) => marks || form === "link").map(([form, marks]) => {
    const text = location.origin + location.pathname + address.write({ ...about, marks });
    const long = `It has ${text.length} characters, and some programs cut long ones: “${ABOUT.share[0]}” holds the same.`;
    return [form, { text, notes: text.length > LONG ? [long] : [] }];
  });
}

/** Read what shared() wrote; null if a text is something else. */
export function receive(text) {
  if (!text.trimStart().startsWith("{")) return null;
  try {
    const found = JSON.parse(text);
    return found.puzzasp === 1 && typeof found.puzzle === "string" ? found : null;
  } catch {
    return null;
  }
}

export function open() {
  texts = new Map([...links(game.stored || game.facts), ["share", { text: shared(), notes: [] }],
    ["marks", { text: game.answer.size ? `${marksOf("\n")}\n` : "", notes: [] }]]);
  $("give-title").textContent = `Share ${game.puzzle.title}`;
  picked = false;
  fill(PUBLISHED ? "link" : "share");
  $("give").showModal();
  api.run(request("export"), event => {
    if (event.event !== "text") return;
    texts.set(event.form, event);
    const { form, text, notes } = event;
    // That address is shorter than the facts.
    if (form === "url" && !notes.length && !game.stored && !Object.keys(game.constants).length)
      for (const [name, link] of links(text)) texts.set(name, link);
    // Most give away the address, where there is one; what it does not hold stands below it.
    fill(form === "url" && !rulesNow() && !picked && !PUBLISHED ? "url" : $("form").value);
  }, "give");
}

function fill(form) {
  const options = Object.keys(ABOUT).filter(name => texts.get(name)?.text);
  $("form").replaceChildren(...options.map(name => new Option(ABOUT[name][0], name, false, name === form)));
  chosen();
}

function chosen() {
  const { text, notes } = texts.get($("form").value);
  $("given").value = text;
  const without = game.answer.size && !["share", "marks", "marked"].includes($("form").value) ? `Your marks are in “${ABOUT.share[0]}”.` : "";
  $("form-about").textContent = [ABOUT[$("form").value][2], without, ...notes].filter(Boolean).join(" ");
  $("given-note").textContent = "";
}

const file = suffix => `${game.puzzle.name}-${game.stored || "board"}.${suffix}`;

$("form").onchange = () => {
  picked = true;
  chosen();
};
$("copy").onclick = async () => {
  $("given").select();
  try {
    await navigator.clipboard.writeText($("given").value);
    $("given-note").textContent = "Copied.";
  } catch {
    $("given-note").textContent = "Press Ctrl+C to copy what is selected.";
  }
};
$("save").onclick = () => download(file(ABOUT[$("form").value][1]), $("given").value);
// On paper: the board alone, or with its rules.
for (const what of ["board", "rules"])
  $(`print-${what}`).onclick = () => {
    $("give").close();
    document.body.dataset.print = what;
    print();
  };
$("svg").onclick = () => download(file("svg"), board.text(), "image/svg+xml");
$("png").onclick = async () => {
  const image = el("img");
  image.src = URL.createObjectURL(new Blob([board.text()], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = el("canvas", { width: 2 * image.width, height: 2 * image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  canvas.toBlob(blob => download(file("png"), blob));
};
