// Small helpers for elements.  Texts are always set as texts, never as markup.

export const $ = id => document.getElementById(id);

/** Make an element with properties and children. */
export function el(tag, properties = {}, ...children) {
  const { dataset, ...rest } = properties;
  const element = Object.assign(document.createElement(tag), rest);
  Object.assign(element.dataset, dataset);
  element.append(...children);
  return element;
}

export const CELL = 40; // units of a picture for a cell

const NS = "http://www.w3.org/2000/svg";

/** Make an element of a picture with attributes. */
export function shape(tag, attributes = {}) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** Make a picture of the text of an SVG document. */
export function picture(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const svg = document.importNode(root, true);
  svg.setAttribute("aria-hidden", "true");
  svg.querySelector("title")?.remove();
  return svg;
}

/** Let nothing be typed or pasted into a field for numbers but digits, and a sign where one may be less than 0. */
export function digits(input, signed = false) {
  input.addEventListener("beforeinput", event => {
    if (event.data && !(signed ? /^-?\d*$/ : /^\d*$/).test(event.data)) event.preventDefault();
  });
}

/** Offer a file to be saved. */
export function download(name, content, type = "text/plain") {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** A number of things in words. */
export const counted = (number, one, several = `${one}s`) => `${number} ${number === 1 ? one : several}`;

export const capital = text => text[0].toUpperCase() + text.slice(1);

/** What may be a line of a command begins as a sentence does; names that are no words stay. */
export const sentence = text => text.replace(/^[a-z]+(?= )/, capital);

/** An error that a person is told of, and what to do about it. */
export const fault = (message, hint = "") => Object.assign(new Error(message), { hint });
