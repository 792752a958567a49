// The workers of a page without a server: Python in each, one request at a time, and a spare one for when one is ended.

// Milliseconds that a request that is left may go on until its worker is ended: where others wait for one, and at all.
const [WANTED, ALLOWED] = [300, 3000];
const SPARE = 3000; // milliseconds until a spare worker is started, which takes a processor for some seconds
const LARGE = 1024; // MiB of memory beyond which a worker is not kept: it gives none back
const [USUAL, LONGEST, DRAWING] = [60, 600, 2]; // seconds for a request, at most, and more to draw what was found

const workers = []; // the one that is asked first stands first
const waiting = []; // requests that no worker has yet
let site = null;
let told = {}; // what is said of limits
let broken = null; // why there are no workers

/** Start the workers of a page; what it says of itself is in index.json. */
export function start(about) {
  site = about;
  launch();
}

function launch() {
  const mine = { worker: new Worker(new URL("worker.js", import.meta.url), { type: "module" }), ready: false, task: null };
  workers.push(mine);
  mine.worker.onmessage = ({ data }) => report(mine, data);
  mine.worker.onerror = event => report(mine, { broken: event.message ?? "a file of it is missing" });
  mine.worker.postMessage(site);
}

/** Take what a worker says: that it is there, an event, the end of its request, or its own. */
function report(mine, said) {
  if (said.broken) return lose(mine, said.broken);
  if (said.text) return mine.task?.give(JSON.parse(said.text));
  if (said.told) {
    told = said.told;
    mine.ready = true;
    spare();
  } else if (said.end) {
    finish(mine);
    if (said.heap > LARGE) replace(mine);
  }
  next();
}

/** See that there is a second worker, but let the one that is there answer first. */
function spare() {
  setTimeout(() => workers.length < 2 && launch(), SPARE);
}

/** End a worker, and see that there is another one. */
function replace(mine) {
  finish(mine);
  remove(mine);
  if (workers.length) spare();
  else launch();
  next();
}

function remove(mine) {
  mine.worker.terminate();
  workers.splice(workers.indexOf(mine), 1);
}

/** A worker that broke at a request is replaced; one that could not begin is not, as the next one could not either. */
function lose(mine, why) {
  mine.task?.give(told.memory);
  if (mine.ready) return replace(mine);
  remove(mine);
  if (workers.length) return;
  broken = { event: "error", message: `what solves puzzles could not be started in this browser: ${why}`,
    hint: "Reload the page; it needs a browser of the last two years.", faults: [] };
  for (const task of waiting.splice(0)) fail(task);
}

function fail(task) {
  task.give(broken);
  task.end();
}

function finish(mine) {
  clearTimeout(mine.task?.limit);
  mine.task?.end();
  mine.task = null;
}

/** Let a worker that has nothing to do take the request that waits for longest. */
function next() {
  const free = workers.find(each => each.ready && !each.task);
  if (!free || !waiting.length) return;
  const task = waiting.shift();
  free.task = task;
  free.worker.postMessage(JSON.stringify(task.request));
  const seconds = Math.min(task.request.seconds ?? USUAL, LONGEST) + DRAWING;
  task.limit = setTimeout(() => {
    task.give(told.time);
    replace(free);
  }, 1000 * seconds);
  next();
}

/** Leave a request: a short one comes to its end, as what was read and grounded for it will be used again. */
function leave(task) {
  task.end();
  if (waiting.includes(task)) waiting.splice(waiting.indexOf(task), 1);
  const end = wanted => {
    const mine = workers.find(each => each.task === task);
    if (mine && wanted) replace(mine);
  };
  setTimeout(() => end(waiting.length), WANTED);
  setTimeout(() => end(true), ALLOWED);
}

/** How many workers could take a request at once. */
export const free = () => workers.filter(each => each.ready && !each.task).length;

/** Send a request; gives its events as they come, until a signal ends it. */
export async function* send(request, signal) {
  const events = [];
  let [over, wake] = [false, () => {}];
  const task = {
    request,
    give: event => (events.push(event), wake()),
    end: () => ((over = true), wake()),
  };
  if (broken) return yield broken;
  signal.addEventListener("abort", () => leave(task));
  waiting.push(task);
  next();
  while (!over || events.length) {
    if (events.length) yield events.shift();
    else await new Promise(go => (wake = go));
  }
}
