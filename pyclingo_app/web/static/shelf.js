// The puzzles by kind, with a picture of each.

import * as api from "./api.js";
import { $, el, picture } from "./dom.js";

let puzzles = new Map();
let choose = () => {};

export const known = name => puzzles.get(name);
export const onChoose = callback => {
  choose = callback;
};

/** Fetch what there is; raises an error that says what is wrong. */
export async function load() {
  let fault = null;
  await api.run({ op: "catalogue" }, event => {
    if (event.event === "catalogue") fill(event.kinds);
    else fault = event;
  }, "shelf");
  if (fault) throw new Error([fault.message ?? fault.text, fault.hint].filter(Boolean).join(" "));
}

function fill(kinds) {
  puzzles = new Map(kinds.flatMap(({ puzzles: list }) => list.map(puzzle => [puzzle.name, puzzle])));
  $("kinds").replaceChildren(...kinds.map(({ kind, puzzles: list }) =>
    el("section", {},
      el("h3", { textContent: kind[0].toUpperCase() + kind.slice(1) }),
      el("div", { className: "shelf" }, ...list.map(puzzle => card(puzzle, kind))))));
}

function card(puzzle, kind) {
  const words = [puzzle.name, puzzle.title, puzzle.summary, kind, ...puzzle.also].join(" ").toLowerCase();
  return el("button", { className: "card", onclick: () => choose(puzzle), dataset: { puzzle: puzzle.name, words } },
    el("span", { className: "picture" }), el("b", { textContent: puzzle.title }), el("span", { textContent: puzzle.summary }));
}

/** Show the puzzles; their pictures are fetched the first time. */
export function open() {
  $("shelf").hidden = false;
  $("table").hidden = true;
  $("to-new").hidden = $("to-give").hidden = true;
  $("search").value = "";
  search();
  // On a phone its keyboard would cover the puzzles.
  if (matchMedia("(hover: hover)").matches) $("search").focus();
  document.title = "puzzasp";
  if (document.querySelector(".card svg")) return;
  api.run({ op: "pictures" }, event => {
    if (event.event !== "picture") return;
    document.querySelector(`.card[data-puzzle="${event.puzzle}"] .picture`)?.append(picture(event.svg));
  }, "shelf");
}

function search() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  let number = 0;
  for (const section of $("kinds").children) {
    let any = false;
    for (const one of section.querySelectorAll(".card")) {
      one.hidden = !words.every(word => one.dataset.words.includes(word));
      if (!one.hidden) number++;
      any ||= !one.hidden;
    }
    section.hidden = !any;
  }
  $("found").textContent = words.length ? `${number} found` : "";
}
$("search").oninput = search;
$("search").onkeydown = event => {
  if (event.key === "Enter") document.querySelector("section:not([hidden]) > .shelf > .card:not([hidden])")?.click();
};
