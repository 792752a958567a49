// The board larger than there is room for: by a button, by Ctrl and the wheel, by + and -; then it is scrolled or drawn along.

import { $, CELL } from "./dom.js";

const SMALL = 28; // pixels of a cell that is too small for a finger
const [STEP, MOST] = [1.3, 8];

const root = $("board");
let [zoom, fit] = [1, 1]; // how large it is, and the scale at which all of it is seen
let hold = null; // where the middle button took it

export const isLarge = () => zoom > 1;
const scale = () => root.querySelector("g.cells")?.getScreenCTM().a ?? 1;

/** Show how large it is: where cells are too small for a finger a button makes them larger. */
export function sized() {
  $("larger").hidden = !isLarge() && scale() * CELL >= SMALL;
  $("larger").ariaPressed = isLarge();
}
new ResizeObserver(sized).observe(root);

/** Make it so many times as large as fits, in the same frame; a point of the screen stays where it is on the board. */
export function zoomTo(wanted, where = null) {
  const svg = root.querySelector("svg");
  const matrix = () => root.querySelector("g.cells").getScreenCTM();
  if (!svg) return;
  const point = where && new DOMPoint(...where).matrixTransform(matrix().inverse());
  if (!isLarge()) [fit, root.style.height] = [scale(), `${root.offsetHeight}px`];
  zoom = wanted < 1.05 ? 1 : Math.min(wanted, MOST);
  if (!isLarge()) root.style.height = "";
  root.classList.toggle("large", isLarge());
  root.style.setProperty("--wide", `${svg.viewBox.baseVal.width * fit * zoom}px`);
  const now = point?.matrixTransform(matrix());
  if (now) root.scrollBy(now.x - where[0], now.y - where[1]);
  sized();
}

/** Larger or smaller by a step. */
export const step = (larger, where) => zoomTo(larger ? zoom * STEP : zoom / STEP, where);

$("larger").onclick = () => zoomTo(isLarge() ? 1 : 1 / scale());
root.addEventListener("wheel", event => {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  step(event.deltaY < 0, [event.clientX, event.clientY]);
}, { passive: false });
root.addEventListener("pointerdown", event => {
  if (event.button !== 1 || !isLarge()) return;
  event.preventDefault();
  root.setPointerCapture(event.pointerId);
  hold = [event.clientX + root.scrollLeft, event.clientY + root.scrollTop];
});
root.addEventListener("pointermove", event => hold && root.scrollTo(hold[0] - event.clientX, hold[1] - event.clientY));
for (const end of ["pointerup", "pointercancel"]) root.addEventListener(end, () => (hold = null));
