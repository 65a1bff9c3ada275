// Keeps files and the last page of each table for a phone without a connection. Runs over https and on loopback only.
// Never keeps moves, live updates, journals, or a page whose address holds a code or an invitation.

const STORE = "companion";
const FILE = /^\/(static\/|manifest\.webmanifest$|icon\.svg$)/;
const TABLE = /^\/[a-z]{6}$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (FILE.test(url.pathname)) {
    event.respondWith(url.searchParams.has("v") ? keptFirst(event, url) : freshFirst(event, url.href));
  } else if (TABLE.test(url.pathname) && request.mode === "navigate" && !isSecret(url)) {
    event.respondWith(freshFirst(event, url.pathname));
  }
});

const isSecret = (url) => url.searchParams.has("owner") || url.searchParams.has("invite");

async function keptFirst(event, url) {
  const store = await caches.open(STORE);
  return (await store.match(url.href)) || freshFirst(event, url.href);
}

async function freshFirst(event, name) {
  const store = await caches.open(STORE);
  try {
    return keep(event, store, name, await fetch(event.request));
  } catch (error) {
    const kept = await store.match(name, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

function keep(event, store, name, answer) {
  if (answer.ok && !answer.redirected) event.waitUntil(replace(store, name, answer.clone()));
  return answer;
}

// A new version of a file takes the place of the old ones.
async function replace(store, name, answer) {
  const path = new URL(name, self.location.origin).pathname;
  for (const old of await store.keys()) {
    if (new URL(old.url).pathname === path) await store.delete(old);
  }
  await store.put(name, answer);
}
