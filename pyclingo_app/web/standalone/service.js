// Keeps the files of the page in this browser, so that they are verified, and that it opens again without a network.

const HERE = new URL(".", location);
const PREFIX = `puzzasp:${HERE.pathname}:`;
const KEPT = PREFIX + VERSION;

/** Fetch all files of this version; one whose hash is another one fails, and with it the page. */
async function keep() {
  const index = new URL("index.json", HERE);
  const about = await fetch(index, { cache: "no-store" });
  const { files, policy } = await about.clone().json();
  const kept = await caches.open(KEPT);
  await kept.put(index, about);
  await Promise.all(Object.entries(files).map(async ([name, integrity]) => {
    const address = new URL(name, HERE);
    const reply = await fetch(address, { integrity, cache: "no-cache", credentials: "omit" });
    if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
    await kept.put(address, address.origin === HERE.origin ? guarded(reply, policy) : reply);
  }));
}

/** The same with the rules of the page for what it may load and run, which holds for workers, too. */
function guarded(reply, policy) {
  const headers = new Headers(reply.headers);
  headers.set("content-security-policy", policy);
  headers.delete("content-encoding");
  return new Response(reply.body, { headers });
}

async function answer(request) {
  const kept = await caches.open(KEPT);
  return (await kept.match(request, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
}

async function clean() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== KEPT) await caches.delete(name);
  await clients.claim();
}

addEventListener("install", event => event.waitUntil(keep()));
addEventListener("activate", event => event.waitUntil(clean()));
addEventListener("message", event => event.waitUntil(clients.claim())); // of a page that was loaded past this
addEventListener("fetch", event => event.request.method === "GET" && event.respondWith(answer(event.request)));
