// Requests to the server: an object goes there, objects come back, one after another.

const inAddress = () => new URLSearchParams(location.hash.slice(1)).get("token");
const given = inAddress();
if (given) {
  sessionStorage.setItem("token", given);
  history.replaceState(null, "", location.pathname); // the token does not stay in the address
}
// The address of a server that was started anew, put into the tab of the one before.
addEventListener("hashchange", () => inAddress() && location.reload());

const headers = () => ({
  "content-type": "application/json",
  "x-puzzasp-token": sessionStorage.getItem("token") ?? "",
});
const running = new Map();
const watchers = new Set();

/** Call a function whenever requests begin or end, with whether any that can be stopped is at work. */
export const watch = watcher => watchers.add(watcher);
const tell = () => watchers.forEach(watcher => watcher(running.has("board")));

/** What the page begins with. */
export async function start() {
  const reply = await fetch("/api/start", { method: "POST", headers: headers(), body: "{}" });
  if (!reply.ok) throw new Error((await reply.json()).message);
  return reply.json();
}

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
    const body = JSON.stringify(request);
    const reply = await fetch("/api/run", { method: "POST", headers: headers(), body, signal: mine.signal });
    if (!reply.ok) {
      handle({ event: "error", hint: "", faults: [], ...(await reply.json()) });
      return false;
    }
    for await (const line of lines(reply.body)) handle(JSON.parse(line));
  } catch (error) {
    if (mine.signal.aborted) return false;
    const message = error instanceof TypeError ? "the server does not answer" : String(error);
    handle({ event: "error", message, hint: "Is puzzasp web still running?", faults: [] });
  } finally {
    if (running.get(channel) === mine) running.delete(channel);
    tell();
  }
  return faultless && !mine.signal.aborted;
}

async function* lines(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    yield* parts.filter(Boolean);
  }
}
