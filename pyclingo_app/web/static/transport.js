// How requests reach what answers them: here the server that this page comes from.

import { fault } from "./dom.js";

/** Whether the address of this page leads others to it, too. */
export const PUBLISHED = false;

const inAddress = () => new URLSearchParams(location.hash.slice(1));

/** Keep the token of the address for this tab; it does not stay in the address. */
function takeToken() {
  const fields = inAddress();
  const token = fields.get("token");
  if (!token) return false;
  sessionStorage.setItem("token", token);
  fields.delete("token");
  history.replaceState(history.state, "", location.pathname + (fields.size ? `#${fields}` : ""));
  return true;
}
takeToken();
// The address of a server that was started anew, put into the tab of the one before.
addEventListener("hashchange", () => takeToken() && location.reload());

const headers = () => ({
  "content-type": "application/json",
  "x-puzzasp-token": sessionStorage.getItem("token") ?? "",
});

async function post(path, body, signal) {
  let reply;
  try {
    reply = await fetch(path, { method: "POST", headers: headers(), body: JSON.stringify(body), signal });
  } catch (error) {
    throw error instanceof TypeError ? fault("the server does not answer", "Is puzzasp web still running?") : error;
  }
  if (!reply.ok) throw fault((await reply.json()).message);
  return reply;
}

/** What the page begins with. */
export const start = async () => (await post("/api/start", {})).json();

/** Send a request; gives its events as they come, until a signal ends it. */
export async function* send(request, signal) {
  const reply = await post("/api/run", request, signal);
  for await (const line of lines(reply.body)) yield JSON.parse(line);
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
