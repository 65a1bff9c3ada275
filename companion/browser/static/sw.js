// Files of the folder from the cache, every other address from Python, which the shell's worker runs.
// The build writes before this: const BUILD = "…", FILES = {"/path": [sha256 in hex, bytes, 1 to be had before anything works]}.

const BASE = new URL(".", self.location).pathname; // of the folder
const STORE = "companion-files" + BASE.slice(0, -1); // by what is in them, so that a new build fetches only what has changed
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  "font-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'";
const TYPES = { // not every host knows them
  html: "text/html; charset=utf-8",
  css: "text/css",
  js: "text/javascript",
  mjs: "text/javascript",
  json: "application/json",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
  svg: "image/svg+xml",
  png: "image/png",
  webp: "image/webp",
  woff2: "font/woff2",
  txt: "text/plain; charset=utf-8",
};
const AT_ONCE = 6; // files that are fetched
const PATIENCE = 15_000; // ms until a shell takes a request

const key = (path) => `/kept/${FILES[path][0]}`;
const isShell = ({ frameType, url }) => frameType === "top-level" && url.startsWith(self.registration.scope);
const shells = async () => (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).filter(isShell);
const tell = async (message) => (await shells()).forEach((shell) => shell.postMessage(message));

// --- the files

async function fill(wanted) {
  const store = await caches.open(STORE);
  const lacking = [];
  for (const path of Object.keys(FILES).filter(wanted)) if (!(await store.match(key(path)))) lacking.push(path);
  const of = lacking.reduce((sum, path) => sum + FILES[path][1], 0);
  let got = 0;
  const left = lacking.values();
  const some = async () => {
    for (const path of left) {
      await store.put(key(path), await fetched(path));
      got += FILES[path][1];
      tell({ got, of });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, some));
}

// The file as the build wrote it, or an error: a host that is just being given a new build may hold some of either. Its
// type is said here, for hosts that do not know it.
async function fetched(path) {
  const answer = await fetch(BASE + path.slice(1), { cache: "no-cache", redirect: "error" });
  if (answer.status >= 500) throw new Error(`${path}: ${answer.status}`);
  const data = await answer.arrayBuffer();
  if ((await hash(data)) !== FILES[path][0]) throw Object.assign(new Error(`${path} is not of this build`), { name: "mixed" });
  return new Response(data, { headers: { "content-type": TYPES[path.split(".").pop()] || "application/octet-stream" } });
}

async function hash(data) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Tells the shells why this build could not be taken in, as the names of their troubles.
async function lacking(error) {
  const names = { QuotaExceededError: "no-room", mixed: "mixed" };
  await tell({ lacks: names[error.name] || "interrupted" });
  throw error;
}

async function file(path) {
  const store = await caches.open(STORE);
  let found = await store.match(key(path));
  if (!found) {
    found = await fetched(path);
    await store.put(key(path), found.clone()).catch(() => {}); // no room: it is fetched again
  }
  const headers = new Headers(found.headers);
  headers.set("content-security-policy", POLICY);
  headers.set("cross-origin-resource-policy", "same-origin");
  return new Response(found.body, { status: 200, headers });
}

// The start page at an address of any depth.
async function shell() {
  const { body, headers } = await file("/index.html");
  const html = await new Response(body).text();
  return new Response(html.replaceAll('="./', `="${BASE}`), { headers });
}

async function prune() {
  const store = await caches.open(STORE);
  const known = new Set(Object.keys(FILES).map(key));
  for (const request of await store.keys()) if (!known.has(new URL(request.url).pathname)) await store.delete(request);
}

self.addEventListener("install", (event) => event.waitUntil(fill((path) => FILES[path][2]).catch(lacking)));
self.addEventListener("activate", (event) => event.waitUntil(prune().then(() => self.clients.claim())));
self.addEventListener("message", ({ data, ports: [port] }) => {
  if (data === "activate") self.skipWaiting();
  if (data === "claim") self.clients.claim();
  if (data === "end") waiting.forEach((end) => end());
  if (data === "build") port.postMessage(BUILD);
  if (data === "everything") fill(() => true).then(() => port.postMessage(true), () => port.postMessage(false));
});

// --- requests

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin || !url.pathname.startsWith(BASE)) return;
  const path = url.pathname.slice(BASE.length - 1);
  const page = request.mode === "navigate" && request.destination === "document";
  if (page && path.endsWith(".pdf")) return;
  if (path in FILES) event.respondWith(file(path));
  else if (page) event.respondWith(shell());
  else event.respondWith(asked(request, path + url.search));
});

const waiting = new Set(); // what ends an answer that has not come yet: this worker is let go of once none is awaited

async function asked(request, url) {
  const body = new Uint8Array(await request.arrayBuffer());
  const ask = { method: request.method, url, headers: [...request.headers], body, page: request.mode === "navigate" };
  return new Promise((answer) => {
    const end = () => {
      waiting.delete(end);
      answer(new Response("", { status: 503 }));
    };
    waiting.add(end);
    const late = setTimeout(end, PATIENCE);
    shells().then((found) => {
      for (const shell of found) {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => {
          if (data === "mine") return clearTimeout(late);
          if (!("status" in data)) return;
          waiting.delete(end);
          answer(begun(data, port1));
        };
        shell.postMessage({ ask }, [port2]);
      }
    });
  });
}

// The answer, whose pieces come through the port.
function begun({ status, headers }, port) {
  const found = new Headers(headers.filter(([name]) => name !== "content-length"));
  if (status >= 300 && status < 400 && found.has("location")) return Response.redirect(new URL(found.get("location"), self.location.origin), status);
  if (status === 204 || status === 304) return new Response(null, { status, headers: found });
  const pieces = new ReadableStream({
    start(stream) {
      port.onmessage = ({ data }) => {
        try {
          if (data.data) stream.enqueue(data.data);
          if (data.end) stream.close();
        } catch {} // nobody reads it any more
      };
    },
    cancel() {
      port.postMessage("gone");
    },
  });
  return new Response(pieces, { status, headers: found });
}
