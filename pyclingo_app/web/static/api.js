// Requests: an object goes out, objects come back, one after another.

import { send } from "./transport.js";

export { start } from "./transport.js";

const running = new Map();
const watchers = new Set();

/** Call a function whenever requests begin or end, with whether any that can be stopped is at work. */
export const watch = watcher => watchers.add(watcher);
const tell = () => watchers.forEach(watcher => watcher(running.has("board")));

/** Stop the request of a channel; who waits for it hears nothing more. */
export function stop(channel = "board") {
  running.get(channel)?.abort();
  running.delete(channel);
  tell();
}

/**
 * Send a request and give each event to a function.  A channel has one request at a time: the next one ends the
 * last.  Gives true when the request came to its end, without having been stopped and without an error.
 */
export async function run(request, take, channel = "board") {
  running.get(channel)?.abort();
  const mine = new AbortController();
  running.set(channel, mine);
  tell();
  let faultless = true;
  const handle = event => {
    if (mine.signal.aborted) return;
    if (event.event === "error") faultless = false;
    take(event);
  };
  try {
    for await (const event of send(request, mine.signal)) handle(event);
  } catch (error) {
    if (mine.signal.aborted) return false;
    handle({ event: "error", message: error.message, hint: error.hint ?? "", faults: [] });
  } finally {
    if (running.get(channel) === mine) running.delete(channel);
    tell();
  }
  return faultless && !mine.signal.aborted;
}
