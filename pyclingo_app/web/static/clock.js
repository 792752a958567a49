// The time that a board has taken so far, while it is seen; it can be hidden.

import { $ } from "./dom.js";

const HIDDEN = "puzzasp:clock";

let [seconds, running] = [0, false];

function show() {
  const hidden = localStorage.getItem(HIDDEN) === "hidden";
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  $("clock").textContent = hidden ? "Show the time" : time;
  $("clock").title = hidden ? "" : "Hide the time";
}

/** Begin with a new board. */
export function begin() {
  [seconds, running] = [0, true];
  show();
}

/** Stop, as the board is solved. */
export const stop = () => {
  running = false;
};

setInterval(() => {
  if (!running || document.hidden || $("table").hidden) return;
  seconds++;
  show();
}, 1000);
$("clock").onclick = () => {
  localStorage.setItem(HIDDEN, localStorage.getItem(HIDDEN) === "hidden" ? "" : "hidden");
  show();
};
