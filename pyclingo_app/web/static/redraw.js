// Drawing a picture anew: what is as it was stays, so that a click on a large board is drawn at once.

import { picture } from "./dom.js";

const GROUP = /^<(g|svg)\b[^>]*[^/]>$/;

let drawn = null; // the picture that is there: { svg, room, parts, nodes }

/** The elements of a picture, each a line or a group { open, parts } of several; null for a picture of another kind. */
function parsed(text) {
  const open = [{ parts: [] }];
  for (const line of text.split("\n").filter(line => line && !line.startsWith("<title>"))) {
    if (!line.startsWith("<")) return null;
    if (line === "</g>" || line === "</svg>") open.pop();
    else {
      const part = GROUP.test(line) ? { open: line, parts: [] } : line;
      open.at(-1).parts.push(part);
      if (part.open) open.push(part);
    }
  }
  return open[0].parts[0];
}

/** Note which node of the page is which element; tells whether they go with each other. */
function join(group, node) {
  group.nodes = [...node.children];
  return group.parts.length === group.nodes.length && group.parts.every((part, k) => !part.open || join(part, group.nodes[k]));
}

/** Let the nodes of a group be those of another one; what is not in its lines stays behind them. */
function change(before, after, parent) {
  const where = new Map(before.parts.map((part, k) => [part.open ?? part, k]));
  const behind = before.nodes.at(-1)?.nextSibling ?? null;
  let at = 0;
  after.nodes = after.parts.map(part => {
    const k = where.get(part.open ?? part) ?? -1;
    if (k < at) return null;
    while (at < k) before.nodes[at++].remove();
    at++;
    if (part.open) change(before.parts[k], part, before.nodes[k]);
    return before.nodes[k];
  });
  for (const node of before.nodes.slice(at)) node.remove();
  const textOf = part => (part.open ? [part.open, ...part.parts.map(textOf), "</g>"].join("\n") : part);
  const fresh = after.parts.filter((_, k) => !after.nodes[k]);
  if (!fresh.length) return;
  const made = [...picture(`<svg xmlns="http://www.w3.org/2000/svg">${fresh.map(textOf).join("\n")}</svg>`).children];
  let next = behind;
  for (let k = after.nodes.length - 1; k >= 0; k--) {
    if (!after.nodes[k]) {
      after.nodes[k] = parent.insertBefore(made.pop(), next);
      if (after.parts[k].open) join(after.parts[k], after.nodes[k]);
    }
    next = after.nodes[k];
  }
}

/** Draw a picture in an element, which has been drawn there before or not; `finish` is given one that is new, which is told. */
export function redraw(root, text, room, finish) {
  const whole = parsed(text);
  if (whole && drawn && drawn.svg === root.firstChild && drawn.open === whole.open && drawn.room === room) {
    change(drawn, whole, drawn.svg);
    drawn = { ...whole, svg: drawn.svg, room };
    return false;
  }
  const svg = picture(text);
  drawn = whole && join(whole, svg) ? { ...whole, svg, room } : null;
  root.replaceChildren(finish(svg));
  return true;
}
