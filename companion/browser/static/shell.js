// The shell: keeps Python's worker alive while pages come and go in the frame, and says who holds the device.

const $ = (id) => document.getElementById(id);
const show = (id, on = true) => ($(id).hidden = !on);
const trouble = (name, on = true) => show(`trouble-${name}`, on);
const html = document.documentElement;
const FOLDER = new URL("..", import.meta.url); // of the site; a path here begins at it, as if it were a root
const address = (path) => FOLDER.pathname + path.slice(1);
const within = ({ pathname, search }) => pathname.slice(FOLDER.pathname.length - 1) + search;
const code = (path) => /^\/([a-z]{6})(?:\/|$)/.exec(path)?.[1] || "";
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const frame = Object.assign(document.createElement("iframe"), { allow: "clipboard-write; screen-wake-lock" });
let worker; // null as long as another tab has it
let ready; // a promise of the worker that answers
let holder = ""; // who holds the device: `CODE NAME`, as companion/browser/shared_device.py names it
let hands = null; // what that module says of the table in the frame

// A relative address would follow the one in the bar, which each page in the frame changes.
for (const link of document.querySelectorAll("a[href^='./']")) link.setAttribute("href", link.pathname + link.search);

// --- pages in the frame

const ways = { "/play": "/", "/print": "/print", "/check": "/check" };
const inFrame = (path) => ways[path.split(/[?#]/)[0]] ? path.replace(/^\/play\b/, "/") : path;
const outside = (path) => (path === "/" || path === "/new" ? "/play" : path); // a table that was refused is not asked for again

function go(path, push = true) {
  const inside = path !== "/";
  if (push) history.pushState(null, "", address(path));
  hands = null;
  $("curtain").close();
  show("start", !inside);
  show("bar", inside);
  show("frame", inside);
  mark(path);
  if (!inside) return leave();
  if (!frame.isConnected) $("frame").append(frame);
  boot();
  ready.then(() => $("frame").hidden || load(inFrame(path)));
}

const load = (path) => frame.contentWindow.location.replace(address(path));

function leave() {
  frame.contentWindow?.location.replace("about:blank"); // as a part of the page it keeps its place in the history
  hands = null;
  hold("");
}

function mark(path) {
  document.body.classList.toggle("at-table", Boolean(code(path)));
  const way = code(path) ? "play" : path.split(/[/?]/)[1];
  for (const link of $("bar").querySelectorAll("a[data-way]")) {
    if (link.dataset.way === way) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

frame.addEventListener("load", () => {
  const { pathname, search } = frame.contentWindow.location;
  if (pathname === "blank") return; // between two holders
  const path = outside(within({ pathname, search: "" }));
  history.replaceState(null, "", address(path + search));
  document.title = frame.contentDocument.title;
  frame.title = frame.contentDocument.title;
  mark(path);
  seats(code(path));
  frame.contentDocument.addEventListener("click", save);
  frame.contentDocument.addEventListener("click", (event) => follow(event, outside));
});

// Whoever goes back finds every page, even after a reload.
function follow(event, place = (path) => path) {
  const link = event.target.closest("a[href^='/']");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.target || link.hasAttribute("download")) return;
  event.preventDefault();
  go(place(within(link) + link.hash));
}
document.addEventListener("click", (event) => follow(event));
window.addEventListener("popstate", () => go(within(location), false));

// Browsers may pass a link with `download` by the worker that answers here, so the file is fetched first.
async function save(event) {
  const link = event.target.closest("a[download][href^='/']");
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  const answer = await fetch(link.href);
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition"))?.[1];
  if (!name) return load(within(link));
  const file = Object.assign(document.createElement("a"), { href: URL.createObjectURL(await answer.blob()), download: name });
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), 60_000);
}

document.addEventListener("lang", () => {
  if ($("frame").hidden || $("curtain").open) return;
  const shown = new URL(frame.contentWindow.location);
  shown.searchParams.delete("lang"); // or the page would switch back
  load(within(shown));
});

// --- who holds the device

const call = (worker, message) => new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => done(data);
  worker.postMessage(message, [port2]);
});

const mine = (one) => one.holder === holder;

// Before a page of a table is shown, and after each step: who plays there, and whose step it is. False if nobody who
// holds the device may see the table yet.
async function seats(table) {
  const before = hands?.table === table ? hands : null;
  hands = table ? await call(await ready, { hands: table }) : null;
  if (!hands) return hold(""), true;
  hands.table = table;
  if (hands.players.length === 1) holder = hands.players[0].holder;
  if (!hands.players.some(mine)) return curtain(), false;
  bar();
  if (before && before.players.length !== hands.players.length) load(`/${table}`); // it is over
  return true;
}

function bar() {
  const own = hands.players.find(mine).name;
  const turn = hands.awaited.includes(own);
  show("hand", hands.players.length > 1);
  $("hand-name").textContent = own;
  $("hand-to").textContent = !turn && hands.awaited.length === 1 ? hands.awaited[0] : "";
  $("hand-over").classList.toggle("go", !turn && hands.awaited.length > 0);
}

function hold(name) {
  holder = name;
  show("hand", false);
}

// Hides the table before anybody else looks: first the frame is emptied, then the curtain asks who takes the device.
function curtain() {
  const last = hands.players.find(mine)?.name;
  hold("");
  history.replaceState(null, "", address(`/${hands.table}`));
  frame.contentWindow.location.replace("about:blank");
  const next = hands.players.filter(({ name }) => name !== last && hands.awaited.includes(name));
  const one = next.length === 1 && next[0];
  show("curtain-one", Boolean(one));
  show("curtain-who", !one);
  for (const place of document.querySelectorAll("#curtain-name, #curtain-go [data-value]")) place.textContent = one ? one.name : "";
  $("curtain-go").onclick = () => take(one.holder);
  const rest = hands.players.filter((player) => !next.includes(player));
  $("curtain-seats").replaceChildren(...(one ? rest : [...next, ...rest]).map(seat));
  if (!$("curtain").open) $("curtain").showModal();
}

function seat(player) {
  const row = $("seat").content.cloneNode(true);
  row.querySelector("i").textContent = [...player.name][0];
  row.querySelector("b").textContent = player.name;
  row.querySelector("small").hidden = !hands.awaited.includes(player.name);
  row.querySelector("button").onclick = () => take(player.holder);
  return row;
}

function take(name) {
  holder = name;
  load(`/${hands.table}`);
  frame.addEventListener("load", () => $("curtain").close(), { once: true });
}

$("hand-over").addEventListener("click", curtain);
$("curtain").addEventListener("cancel", (event) => event.preventDefault());
$("curtain").addEventListener("close", () => hands && !hands.players.some(mine) && curtain()); // by the key or gesture for back

// --- requests of the frame go on to the worker

navigator.serviceWorker?.addEventListener("message", ({ data, ports: [port] }) => {
  if (data.ask) pass(data.ask, port);
  else if (data.of) downloaded(data);
});

async function pass(ask, port) {
  if (!worker) return;
  port.postMessage("mine");
  const table = code(ask.url);
  const changes = ask.method === "POST" && (table || ask.url === "/new");
  if (changes) saved("keeping");
  const found = await ready;
  if (ask.page && table && hands?.table !== table && !(await seats(table))) return port.postMessage({ status: 204, headers: [] });
  const own = table && holder.startsWith(`${table} `) ? holder : "";
  if (!changes) return found.postMessage({ ask: { ...ask, lang: html.lang, holder: own } }, [port]);
  const { port1, port2 } = new MessageChannel();
  port.onmessage = ({ data }) => port1.postMessage(data);
  port1.onmessage = ({ data }) => {
    if ("status" in data) saved(data.status < 500 ? "kept" : "unkept");
    if ("status" in data && ask.url === "/new" && data.status === 303) persist();
    port.postMessage(data);
    if (data.end && table) seats(table);
  };
  found.postMessage({ ask: { ...ask, lang: html.lang, holder: own } }, [port2]);
}

const saved = (state) => ["keeping", "unkept"].forEach((one) => show(`saved-${one}`, one === state));

async function persist() {
  const kept = await navigator.storage?.persist?.();
  show("persist-yes", kept === true);
  show("persist-no", kept === false);
}

// --- the start

function downloaded({ got, of }) {
  $("boot-bar").max = of;
  $("boot-bar").value = got;
  for (const [name, value] of [["got", got], ["of", of]]) {
    for (const place of document.querySelectorAll(`[data-value="${name}"]`)) {
      const { lang } = place.closest("[lang]");
      place.textContent = (value / 1e6).toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    }
  }
}

function booting(stage) {
  show("boot", Boolean(stage));
  for (const one of ["first", "making", "waking"]) show(`boot-${one}`, one === stage);
  if (stage !== "first") $("boot-bar").removeAttribute("value");
}

// Another site on this host may have one, too.
const ours = (worker) => worker?.scriptURL === new URL("sw.js", FOLDER).href;

async function served() {
  if (!navigator.serviceWorker) return trouble("no-worker"), null;
  const first = !ours(navigator.serviceWorker.controller);
  if (first) booting("first");
  let registration = (await navigator.serviceWorker.getRegistrations()).find(({ scope }) => scope === FOLDER.href);
  try {
    if (registration?.active) registration.update().catch(() => {}); // there may be no network
    else registration = await navigator.serviceWorker.register(new URL("sw.js", FOLDER), { updateViaCache: "none" });
  } catch (error) {
    console.warn(error);
    return trouble(error.name === "TypeError" ? "interrupted" : "no-worker"), null; // TypeError: it did not come
  }
  const lacks = first && (await installed(registration));
  if (lacks) return trouble(lacks), null;
  registration.addEventListener("updatefound", () => offer(registration));
  offer(registration);
  return registration;
}

// Empty once the service worker serves this page, else the trouble with its files.
function installed(registration) {
  return new Promise((done) => {
    if (ours(navigator.serviceWorker.controller)) return done("");
    navigator.serviceWorker.addEventListener("controllerchange", () => done(""), { once: true });
    navigator.serviceWorker.addEventListener("message", ({ data }) => data.lacks && done(data.lacks));
    registration.active?.postMessage("claim"); // a reload that passed it by
  });
}

// A new build waits until the person agrees: games in progress stay where they are.
function offer(registration) {
  const coming = registration.waiting || registration.installing;
  const waits = () => trouble("update", Boolean(registration.waiting && navigator.serviceWorker.controller));
  coming?.addEventListener("statechange", waits);
  waits();
  $("update").onclick = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    leave();
    registration.active.postMessage("end"); // the old one is let go of once nothing is asked of it
    registration.waiting.postMessage("activate");
    setTimeout(() => location.reload(), 5000); // if it is still held up it is let go of now
  };
}

const tab = new BroadcastChannel("companion-tab");
let free = null; // lets go of the lock

// Only one tab may hold the files of the tables.
function locked() {
  return new Promise((done) => {
    navigator.locks.request("companion", { ifAvailable: true }, (lock) => {
      done(Boolean(lock));
      return lock && new Promise((end) => (free = end));
    });
  });
}

function stop() {
  worker?.terminate();
  worker = null;
}

// What the frame asks for would now be answered by the other tab, in the name of whoever holds that one.
tab.onmessage = () => {
  if (!worker) return;
  stop();
  leave();
  free();
  trouble("second-tab");
};
$("take-over").addEventListener("click", () => {
  tab.postMessage("take over");
  location.reload();
});

let begun;
function boot() {
  begun ??= start();
  ready ??= new Promise(() => {});
}

function start() {
  let answers;
  ready = new Promise((done) => (answers = done));
  return begin(answers).catch((error) => failed(String(error)));
}

async function begin(answers) {
  const registration = await served();
  if (!registration) return booting("");
  let got = await locked();
  for (let tries = 0; !got && tries < 20; tries++) {
    await pause(100); // a tab that is just being left
    got = await locked();
  }
  if (!got) return booting(""), trouble("second-tab");
  booting("waking");
  const asked = new URLSearchParams(location.search).has("plain"); // without the memory kept from an earlier start
  if (unfinished()) await forget();
  const build = asked ? "plain" : await call(registration.active, "build");
  unfinished(true);
  const life = crypto.randomUUID(); // the name of the lock that it holds
  worker = new Worker(new URL(`worker.js?build=${build}&life=${life}`, import.meta.url), { type: "module" });
  const dead = (why) => worker && (stop(), failed(why));
  worker.addEventListener("error", (event) => dead(event.message));
  worker.addEventListener("message", ({ data }) => {
    if (data.boot) booting(data.boot === "tables" ? "waking" : "making");
    if (data.why) console.warn(data.why);
    if (data.alive) navigator.locks.request(life, () => dead("worker"));
    if (data.broken) failed(data.broken);
    if ("full" in data) trouble("full", data.full);
    if (data.trouble) data.trouble === "failed" ? failed(data.why) : (booting(""), trouble(data.trouble));
    if (data.lang) spoken(data.lang);
    if (data.ready) {
      unfinished(false);
      booting("");
      window.companion = { heap: data.heap, ready: performance.now() };
      answers(worker);
      call(registration.active, "everything").then((all) => show("ready", all));
    }
  });
}

const forget = () => caches.delete("companion-memory");

// Whether the last start took the whole page with it, or whether this one may.
function unfinished(now) {
  try {
    if (now === undefined) return localStorage.getItem("starting") !== null;
    if (now) localStorage.setItem("starting", "yes");
    else localStorage.removeItem("starting");
  } catch {} // nothing is kept
  return false;
}
addEventListener("pagehide", () => unfinished(false));

// The next try is one without the memory kept from an earlier start.
function failed(why) {
  console.warn(why);
  forget();
  booting("");
  $("failed-said").textContent = why || "";
  trouble("failed");
}

function spoken(lang) {
  const choice = document.querySelector("select[data-lang]");
  choice.value = lang;
  choice.dispatchEvent(new Event("change", { bubbles: true }));
}

for (const id of ["again", "mixed-again", "room-again", "retry"]) $(id).addEventListener("click", () => location.reload());

// --- an app of its own

window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  show("install-go");
  $("install-go").onclick = () => event.prompt();
});
show("install-ios", /iP(hone|ad|od)/.test(navigator.userAgent) && !navigator.standalone);
navigator.storage?.persisted?.().then((kept) => kept && show("persist-yes"));

if (/^#\/(?!\/)/.test(location.hash)) history.replaceState(null, "", address(location.hash.slice(1))); // by 404.html
boot();
if (location.pathname !== FOLDER.pathname) go(within(location), false);
