// Giving a board away: as an address, a text, a picture, or with marks and rules for another player.

import * as api from "./api.js";
import * as board from "./board.js";
import { $, el, download } from "./dom.js";
import { game, request } from "./game.js";

const ABOUT = {
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
  const { facts, constants, program, answer } = game;
  const marks = [...answer].map(([atom, there]) => `${there ? "" : "-"}${atom}.`).join(" ");
  return `${JSON.stringify({ puzzasp: 1, puzzle: game.puzzle.name, constants, board: facts, marks, rules: program }, null, 1)}\n`;
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
  const marks = [...game.answer].map(([atom, there]) => `${there ? "" : "-"}${atom}.\n`).join("");
  texts = new Map([["share", { text: shared(), notes: [] }], ["marks", { text: marks, notes: [] }]]);
  $("give-title").textContent = `Share ${game.puzzle.title}`;
  picked = false;
  fill("share");
  $("give").showModal();
  api.run(request("export"), event => {
    if (event.event !== "text") return;
    texts.set(event.form, event);
    // Most give away the address, where there is one; what it does not hold stands below it.
    fill(event.form === "url" && !game.program && !picked ? "url" : $("form").value);
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
  const without = game.answer.size && !["share", "marks"].includes($("form").value) ? `Your marks are in “${ABOUT.share[0]}”.` : "";
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
