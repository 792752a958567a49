// The workers of a page without a server: Python in each, one request at a time, and a spare one for when one is ended.

const SLOW = 300; // milliseconds that a request that is left may go on, before its worker is ended
const SPARE = 1000; // milliseconds after the first worker is there until a second one is started beside it
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
    if (workers.length === 1) setTimeout(() => workers.length === 1 && launch(), SPARE);
  } else if (said.end) {
    finish(mine);
    if (said.heap > LARGE) replace(mine);
  }
  next();
}

/** End a worker, and start another one. */
function replace(mine) {
  finish(mine);
  remove(mine);
  launch();
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

/** Leave a request: short ones come to their end, and keep what was read and grounded for them. */
function leave(task) {
  task.end();
  if (waiting.includes(task)) waiting.splice(waiting.indexOf(task), 1);
  const has = () => workers.find(each => each.task === task);
  if (has()) setTimeout(() => has() && replace(has()), SLOW);
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
