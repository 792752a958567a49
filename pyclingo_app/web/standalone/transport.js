// How requests reach what answers them: here workers in this browser, in a page without a server.

import { fault } from "./dom.js";
import * as workers from "./workers.js";

/** Whether the address of this page leads others to it, too. */
export const PUBLISHED = true;

const HERE = new URL("..", import.meta.url);

let kept = null; // whether the files of the page are kept in this browser, and the workers started

const read = async name => (await fetch(new URL(name, HERE))).json();

/** What the page begins with. */
export async function start() {
  let site;
  try {
    site = await read("index.json");
  } catch {
    throw fault("a file of this page is missing: index.json", "Reload the page, or tell who published it.");
  }
  kept = keepFiles(site).then(() => workers.start(site));
  kept.catch(() => {}); // who asks is told
  return site.start;
}

/** Keep the files of the page in this browser: so they are verified, and it opens again without a network. */
async function keepFiles(site) {
  const service = navigator.serviceWorker;
  if (!service && site.elsewhere)
    throw fault("this browser keeps no files for this page", "Open it by https, and in a window that is not private.");
  if (!service) return;
  const registration = await service.register(new URL("service.js", HERE));
  if (service.controller) return;
  const coming = registration.installing ?? registration.waiting ?? registration.active;
  registration.active?.postMessage("take this page");
  await new Promise((done, fail) => {
    service.addEventListener("controllerchange", done, { once: true });
    coming.addEventListener("statechange", () => coming.state === "redundant" && fail(fault(
      "a file that this page needs could not be had, or is not what it should be", "Reload the page when you are online.")));
  });
}

/** Send a request; gives its events as they come, until a signal ends it. */
export async function* send(request, signal) {
  if (request.op === "catalogue") return yield* await read("catalogue.json");
  if (request.op === "pictures" && !request.puzzle) return yield* await pictures(request.names);
  await kept;
  yield* workers.send(request, signal);
}

let drawn = null; // the pictures of all puzzles, by their names

async function pictures(names) {
  drawn ??= await read("pictures.json");
  return names.map(puzzle => ({ event: "picture", puzzle, board: "", svg: drawn[puzzle] }));
}
