// The puzzles by kind, with a picture of each that is fetched when it is seen.

import * as api from "./api.js";
import { $, capital, el, picture } from "./dom.js";
import * as memory from "./memory.js";
import * as own from "./own.js";
import { matching } from "./search.js";

const AT_ONCE = 12; // pictures in one request
const LATELY = 6; // puzzles that were played last
const MARGIN = "300px"; // how far from being seen a picture is fetched

let puzzles = new Map();
let kind = ""; // the one that is shown alone
let choose = () => {};

export const known = name => puzzles.get(name);
export const all = () => [...puzzles.values()];
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
  puzzles = new Map(kinds.flatMap(({ kind, puzzles: list }) => list.map(puzzle => [puzzle.name, { ...puzzle, kind }])));
  for (const mine of own.all()) add(mine);
  const section = (title, list, name) =>
    el("section", { dataset: { kind: name } }, el("h3", { textContent: title }), el("div", { className: "shelf" }, ...list.map(card)));
  $("kinds").replaceChildren(section("Yours", [], "yours"), section("Played lately", [], ""), ...kinds.map(each => section(capital(each.kind), each.puzzles, each.kind)));
  const button = (name, text, number) =>
    el("button", { textContent: `${text} ${number}`, dataset: { kind: name }, onclick: () => ((kind = name), search()) });
  $("to-kinds").replaceChildren(button("", "All", all().filter(each => !each.own).length), ...kinds.map(each => button(each.kind, capital(each.kind), each.puzzles.length)));
}

/** Let a puzzle of one's own be there, unless the name is that of another one; or go. */
export const add = puzzle => puzzles.has(puzzle.name) || puzzles.set(puzzle.name, puzzle);
export const remove = ({ name }) => puzzles.delete(name);

function card(puzzle) {
  const made = el("button", { className: "card", onclick: () => choose(puzzle), dataset: { puzzle: puzzle.name } },
    el("span", { className: "picture" }), el("b", { textContent: puzzle.title }), el("span", { textContent: puzzle.summary }));
  if (puzzle.svg) made.firstChild.append(picture(puzzle.svg));
  else if (!puzzle.own) seen.observe(made);
  return made;
}

// Pictures

const seen = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries)
    if (isIntersecting) {
      seen.unobserve(target);
      wanted.push(target);
    }
  fetchPictures();
}, { rootMargin: MARGIN });
const wanted = []; // cards that are seen without their pictures
let fetching = false;

async function fetchPictures() {
  if (fetching) return;
  fetching = true;
  while (wanted.length) {
    const cards = wanted.splice(0, AT_ONCE);
    const names = [...new Set(cards.map(each => each.dataset.puzzle))];
    await api.run({ op: "pictures", names }, event => {
      if (event.event === "picture")
        for (const each of cards.filter(({ dataset }) => dataset.puzzle === event.puzzle))
          each.firstChild.replaceChildren(picture(event.svg));
    }, "pictures");
  }
  fetching = false;
}

// Those that were played last

const RECENT = "puzzasp:recent";

const recent = () => memory.load(RECENT, []).filter(name => puzzles.has(name));

/** Let a puzzle stand first when puzzles are chosen the next time. */
export const played = ({ name }) => memory.save(RECENT, [name, ...recent().filter(each => each !== name)].slice(0, LATELY));

/** Show the puzzles. */
export function open() {
  $("shelf").hidden = false;
  $("table").hidden = true;
  $("to-new").hidden = $("to-edit").hidden = $("to-give").hidden = true;
  $("search").value = kind = "";
  const cards = { yours: all().filter(each => each.own), "": recent().map(known).filter(each => !each.own) };
  for (const [name, list] of Object.entries(cards))
    $("kinds").querySelector(`section[data-kind="${name}"] > .shelf`)?.replaceChildren(...list.map(card));
  search();
  // On a phone its keyboard would cover the puzzles.
  if (matchMedia("(hover: hover)").matches) $("search").focus();
  document.title = "puzzasp";
}

function search() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const { names, meant } = matching([...puzzles.values()], words);
  let number = 0;
  for (const section of $("kinds").children) {
    const lately = !section.dataset.kind;
    let any = false;
    for (const one of section.querySelectorAll(".card")) {
      one.hidden = lately ? Boolean(words.length || kind) : !names.has(one.dataset.puzzle) || (kind && section.dataset.kind !== kind);
      if (!one.hidden && !lately) number++;
      any ||= !one.hidden;
    }
    section.hidden = !any;
  }
  for (const button of $("to-kinds").children) button.ariaPressed = button.dataset.kind === kind;
  const like = meant && number ? ", none by these very words" : "";
  $("found").textContent = words.length ? `${number} found${like}` : "";
}
$("search").oninput = search;
$("search").onkeydown = event => {
  if (event.key === "Enter") document.querySelector("section:not([hidden]) > .shelf > .card:not([hidden])")?.click();
};
