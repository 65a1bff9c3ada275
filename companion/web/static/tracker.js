// The phone's side of a table: keeps the page live, sends moves and keeps those without an answer, checks the journal.
// Knows the page's marks (ids, data-*) and the server's addresses; no game, and no words: those are in #words.

import { prepare } from "./typing.js";
import { Proof, hex, sha256, utf8 } from "./proof.js";
import { tellTimes } from "./times.js";

const $ = (id) => document.getElementById(id);
const all = (marks, root = document) => root.querySelectorAll(marks);
const page = document.body.dataset;
const base = new URL(`../${page.code}`, import.meta.url).pathname;
const board = $("board");
const words = JSON.parse($("words")?.textContent || "{}");
const PATIENCE = 8000; // ms for an answer
const SILENCE = 25000; // ms without a ping

const say = (key, values) => (words[key] || "").replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const make = (tag, text, marks) => Object.assign(document.createElement(tag), { textContent: text }, marks);
const button = (id, onclick) => make("button", say(id), { type: "button", id, onclick });

// What the phone remembers of this table; only this page where the browser keeps nothing.
let shelf = {};
try {
  shelf = window.localStorage || shelf;
} catch {}
const recall = (key) => JSON.parse(shelf[`companion.${page.code}.${key}`] || null);
const remember = (key, value) => (shelf[`companion.${page.code}.${key}`] = JSON.stringify(value));

async function ask(path, options) {
  const answer = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout?.(PATIENCE), ...options });
  return { status: answer.status, type: answer.headers.get("Content-Type"), text: await answer.text() };
}

// --- the link

const screen = "screen" in page ? "&screen=1" : "";
let source = null;
let heardAt = 0;
let failed = 0;
let polling = 0; // the timer of the next poll, -1 during one
let reopening = 0;
let doubting = 0; // the timer that ends a silence

function open() {
  shut();
  hear();
  unsure = true; // the server may be back with another journal
  if (!window.EventSource) return lost((failed = 1));
  source = new EventSource(`${base}/live?after=${page.seq}&lines=1${screen}`);
  const on = (type, use) => source.addEventListener(type, (event) => {
    hear();
    clearTimeout(polling);
    polling = failed = 0;
    use(JSON.parse(event.data));
    up();
  });
  on("table", (table) => show(unpacked(table)));
  on("people", ({ html, away }) => {
    replace($("people"), html);
    replace($("away"), away);
  });
  on("odds", ({ seq, html }) => seq == page.seq && $("counting") && replace($("odds"), html));
  on("ping", () => {});
  source.onerror = lost;
}

// A phone sleeps between messages: only a silence that lasts wakes it.
function hear() {
  heardAt = Date.now();
  clearTimeout(doubting);
  doubting = setTimeout(watch, SILENCE);
}

function shut() {
  clearTimeout(reopening);
  clearTimeout(doubting);
  source?.close();
  source = null;
}

const showDown = () => ($("link").hidden = false);

function up() {
  $("link").hidden = true;
  if (unsure && !proving) prove();
  drain();
}

// Opens again with growing pauses; from the second failure on the page asks, too.
function lost() {
  shut();
  failed += 1;
  reopening = setTimeout(open, Math.min(30000, 500 * 2 ** failed));
  if (failed > 1 && !polling) poll();
}

async function poll() {
  polling = -1;
  const answered = await refresh();
  if (!polling) return;
  if (answered && !$("link").hidden && !source) open();
  (answered ? up : showDown)();
  clearTimeout(polling);
  polling = setTimeout(poll, 3000);
}

// True if the server answered.
async function refresh() {
  try {
    const { status, text } = await ask(`${base}/now?after=${page.seq - !!$("counting")}${screen}`);
    if (status === 200) show(JSON.parse(text));
    return status === 200 || status === 204;
  } catch {
    return false;
  }
}

function watch() {
  if (!polling) showDown();
  failed = failed || 1;
  lost();
}

function retry() {
  failed = 0;
  open();
  if (polling || !$("link").hidden) poll();
}

function wake() {
  const silent = !source || !$("link").hidden || Date.now() - heardAt > SILENCE / 2;
  if (silent && !document.hidden) retry();
}

// --- the board

let kept = []; // lines of this link, by their numbers

// The table with its HTML: new lines, and [first, count] of those that are kept.
function unpacked({ lines, fresh, ...table }) {
  if (!lines) return table;
  if (fresh) kept = [];
  const html = lines.flatMap((part) => {
    if (typeof part === "string") kept.push(part);
    return typeof part === "string" ? part : kept.slice(part[0], part[0] + part[1]);
  });
  return { ...table, html: html.join("\n").replaceAll('name="seen"', `name="seen" value="${table.seq}"`) };
}

const isMine = () => board.querySelector('[data-mine="1"]');

function show(table) {
  if (table.seq < +page.seq + !$("counting")) return;
  if (table.me && table.me !== page.me && !draining) location.reload(); // the host gave this phone a seat
  const mine = isMine();
  const news = table.said.filter(({ seq }) => seq > page.seq);
  [page.seq, page.head] = [table.seq, table.head];
  if (table.open) page.open = "1"; // a journal with hidden hands opens at the end
  showFreed(table.freed);
  replace(board, table.html);
  for (const field of all("form.move [name=seen]")) field.value = table.seq;
  $("said").textContent = news.map(({ text }) => text).join(" ");
  if (!mine && isMine()) navigator.vibrate?.(80);
  reveal();
  prove();
}

// A phone that had a seat and has lost it without being told why is asked who it is.
function recallSeat() {
  if (page.me) remember("played", true);
  if (!page.me && $("played") && recall("played") && $("freed").hidden) $("played").hidden = false;
  if (!page.me && $("lost") && (recall("played") || $("moved"))) $("lost").open = true;
}

// The host has freed this phone's seat: said until it takes one, which loads the page anew.
function showFreed(text) {
  $("freed").hidden = !text;
  if ($("freed").textContent !== text) $("freed").textContent = text; // or it would be read out again
}

// Controls by what they are, to find them again in the next version of the page.
function controls(root) {
  const found = new Map();
  for (const control of all("input,select,textarea,button,a,summary", root)) {
    const marks = ["name", "value", "href"].map((name) => control.getAttribute(name));
    let key = control.id || marks.join(" ") + control.textContent;
    while (found.has(key)) key += "+";
    found.set(key, control);
  }
  return found;
}

// New content that keeps focus, opened parts and what was typed or ticked for the same step.
function replace(root, html) {
  const focused = document.activeElement;
  const before = controls(root);
  const inside = root !== focused && root.contains(focused);
  put(root, html);
  for (const [key, now] of controls(root)) {
    const old = before.get(key);
    if (!old) continue;
    if (old.rule) openRule(now, old.rule);
    const [was, is] = [old.parentNode, now.parentNode];
    if (old.localName === "summary" && was.className === is.className) is.open = was.open;
    if (!old.closest("[aria-busy]") && stepOf(old) === stepOf(now)) keepInput(old, now);
    if (old === focused) now.focus({ preventScroll: true });
  }
  if (inside && !root.contains(document.activeElement)) focusOn(root);
  dress();
}

// A drawing that takes long to lay out may stay: see stays.js.
function put(root, html) {
  const fresh = make("template", "", { innerHTML: html }).content;
  for (const part of all("[data-script]", fresh)) part.hidden = false;
  if (root.dispatchEvent(new CustomEvent("draw", { detail: fresh, cancelable: true }))) root.replaceChildren(fresh);
  root.dispatchEvent(new Event("drawn"));
}

const stepOf = (control) => control.closest("[data-seq]:not(body)")?.dataset.seq;

function keepInput(old, now) {
  if (old.checked !== old.defaultChecked) now.checked = old.checked;
  if (/text|number/.test(old.type) && old.value !== old.defaultValue) now.value = old.value;
  const chosen = old.localName === "select" && [...now.options].find(({ value }) => value === old.value);
  if (chosen) chosen.selected = true;
}

function focusOn(element) {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

let revealed; // the step that was last brought into view

function reveal() {
  const step = isMine() && board.querySelector("#asked [data-seq]")?.dataset.seq;
  if (!step || step === revealed) return;
  revealed = step;
  const ends = Array.from(all(".turn, .first-of, #asked"), (one) => one.getBoundingClientRect().bottom);
  const foot = all(".bar")[0]?.getBoundingClientRect().top ?? innerHeight;
  if (Math.max(...ends) > foot) all(".turn")[0].scrollIntoView();
}

// --- moves

const tab = Math.random();
const sent = new Map(); // by the key of a move: its form, which waits for an answer, and the button
let draining = false;
let held = false; // after a refusal the moves behind wait for a tap

const MOVES = page.alone ? `moves ${page.me}` : "moves"; // on one device what one player typed is not for the next one
const queue = () => recall(MOVES) || []; // of {key: address?fields, text, late}

function submit(event) {
  const form = event.target.closest("form.move");
  if (!form) return;
  event.preventDefault();
  if (form.hasAttribute("aria-busy")) return;
  const { submitter } = event;
  if (form.elements.hash) commit(form);
  const fields = new URLSearchParams(new FormData(form));
  if (submitter?.name) fields.append(submitter.name, submitter.value);
  const key = `${form.getAttribute("action")}?${fields}`;
  const text = [submitter?.textContent.trim(), [...form.elements].map(answer).filter(Boolean).join(", ")].join(" ").trim();
  if (!queue().some((move) => move.key === key)) remember(MOVES, [...queue(), { key, text }]);
  sent.set(key, [form, submitter]);
  form.setAttribute("aria-busy", "true");
  submitter?.setAttribute("aria-disabled", "true"); // a really disabled button loses focus
  sendNow();
}

// What a control of a form says, in words; empty where it says nothing.
function answer(control) {
  const text = (part) => part?.textContent.trim() ?? "";
  const [label, chosen] = [control.labels?.[0], control.selectedOptions?.[0]];
  if (!control.name || !control.value || (/radio|checkbox/.test(control.type) && !control.checked)) return "";
  if (control.closest(".counts")) return `${text(label)} ${text(chosen)}`;
  if (control.closest(".in-turn")) return `${text(control.closest(".faces")?.firstElementChild)} ${text(label)}`.trim();
  if (control.checked) return text(label);
  return text(chosen) || (control.matches(".field") ? control.value : "");
}

function sendNow() {
  held = false;
  drain();
}

// Sends what waits, one after another and from one tab at a time.
async function drain() {
  if (draining || held || !queue().length) return;
  draining = true;
  await alone();
  while (queue().length) {
    lock();
    if (await send(queue()[0])) continue;
    remember(MOVES, queue().map((move) => ({ ...move, late: true })));
    break;
  }
  unlock();
  draining = false;
  for (const [form, submitter] of sent.values()) {
    form.removeAttribute("aria-busy");
    submitter?.removeAttribute("aria-disabled");
  }
  sent.clear();
  showWaiting();
}

// A note in the common memory keeps other tabs waiting; it runs out.
const isOurs = () => recall("lock")?.tab === tab;
const lock = () => remember("lock", { tab, until: Date.now() + PATIENCE + 2000 });
const unlock = () => isOurs() && remember("lock", null);

async function alone() {
  while (!isOurs()) {
    if (!(recall("lock")?.until > Date.now())) lock();
    await pause(40); // of two tabs that wrote at once the last one has it
  }
}

// True if the next one may go.
async function send({ key }) {
  const [to, body] = key.split("?");
  const options = { method: "POST", headers: { Accept: "application/json" }, body: new URLSearchParams(body) };
  const told = await ask(to, options).then(({ status, text }) => ({ ...JSON.parse(text), status })).catch(() => null);
  if (!told) return false;
  if (!told.ok) refuse(told);
  held = !told.ok;
  if (told.status === 429 || told.status >= 500) return false;
  remember(MOVES, queue().filter((move) => move.key !== key));
  if (told.ok) {
    $("refused").hidden = true;
    sent.get(key)?.[0].reset();
    if (to.endsWith("/leave")) remember("played", null);
    if (!to.endsWith("/do")) location.reload(); // a seat taken or left changes more than the board
    for (let i = 0; i < 20 && page.seq < told.seq; i++) await pause(50);
    const at = /&rolled/.test(body) ? ".turn" : /=propose\b/.test(body) && ".ask";
    if (at === ".ask") await refresh();
    if (at) board.querySelector(at)?.scrollIntoView({ block: "nearest" });
  }
  if (page.seq < told.seq) await refresh();
  return told.ok;
}

function showWaiting() {
  const late = queue().filter((move) => move.late);
  const text = `${say("not_sent")} ${late.map((move) => move.text).join(", ")}`;
  const spot = $("waiting").querySelector("p");
  $("waiting").hidden = !late.length;
  if (spot.textContent !== text) spot.textContent = text; // or it would be read out again
}

function refuse({ refusal = {}, error }) {
  const { message, rule, legal = [] } = refusal;
  const text = make("p", `${message || error || say("error")} `);
  if (rule) {
    const link = make("a", rule, { className: "rule", href: `${base}/rule/${rule}` });
    link.dataset.rule = rule;
    text.append(link);
  }
  const list = make("ul", "");
  for (const offer of legal) list.append(make("li", offer.text || offer.do));
  const close = () => (($("refused").hidden = true), focusOn(board));
  $("refused").replaceChildren(text, make("p", legal.length ? say("legal") : ""), list, button("close", close));
  $("refused").hidden = false;
  focusOn($("refused"));
}

// --- the journal

const proof = new Proof(recall("proof"));
const heads = recall("heads") || []; // the hash of every entry that this phone was ever shown, by number
let unsure = true; // the next look also compares what this phone remembers
let proving = false;
let again = false;
let doubted = false;

async function prove() {
  again = true;
  if (proving || !page.open) return;
  proving = true;
  while (again && !doubted) {
    again = false;
    await look().catch(() => {});
  }
  proving = false;
  dress();
}

// While hands are hidden only hashes are sent: they are kept, and have to be those of the lines at the end.
async function look() {
  const begun = `${page.anchor} ${page.sealed}`;
  if (page.anchor && (recall("begun") || begun) !== begun) return doubt("doubt_rewritten", { seq: 0 });
  if (page.anchor) remember("begun", begun);
  while (page.open === "1" ? await readLines() : await readHeads());
  if (doubted) return;
  if (page.seq && heads[page.seq] && heads[page.seq] !== page.head) return doubt("doubt_rewritten", page);
  remember("heads", heads);
  remember("proof", proof);
  const [wrong] = Object.entries(proof.wrong);
  if ($("doubt").hidden && wrong) doubt("doubt_draw", { seq: wrong[0], why: wrong[1] });
  if ($("doubt").hidden && proof.unproved) doubt("doubt_unproved", { seq: proof.unproved });
}

// Lines of text behind an entry; null if the server gave none.
async function read(path, from) {
  const { status, type, text } = await ask(`${base}/${path}?from=${from}`);
  return status === 200 && /^text\/plain/.test(type) ? text.split("\n").filter(Boolean) : null;
}

// True if there may be more.
async function readLines() {
  const compare = unsure && proof.seq >= 0;
  const lines = await read("journal", proof.seq + !compare);
  if (!lines) return false;
  if (compare && !lines.shift()?.includes(`,"hash":"${proof.hash}",`)) return doubt("doubt_rewritten", proof);
  unsure = false;
  for (const line of lines) {
    const fault = proof.take(line);
    if (fault?.seq > proof.seq) return doubt(fault.why === "not_following" ? "doubt_rewritten" : "doubt_line", fault);
    if (heads[proof.seq] && heads[proof.seq] !== proof.hash) return doubt("doubt_rewritten", proof);
    heads[proof.seq] = proof.hash;
    if (!proof.seq && page.anchor && proof.link !== page.anchor) return doubt("doubt_rewritten", proof);
  }
  const known = heads.length - 1;
  if (!lines.length && proof.seq < known) return doubt("doubt_rewritten", { seq: known });
  return lines.length && proof.seq < Math.max(page.seq ?? Infinity, known);
}

async function readHeads() {
  const from = Math.max(heads.length - 1, 0);
  const found = await read("heads", from);
  if (!found) return false;
  if (heads.length && found[0] !== heads[from]) return doubt("doubt_rewritten", { seq: from });
  unsure = false;
  heads.splice(from, 1, ...found);
  return found.length > 1 && heads.length <= (page.seq ?? Infinity);
}

function doubt(key, { seq, why }) {
  doubted = !/_(draw|unproved)$/.test(key); // after a bad draw the others can still be checked
  $("doubt").replaceChildren(make("p", say(key, { seq, why: say(`why_${why}`) })));
  if (doubted) $("doubt").append(button("anew", forget));
  $("doubt").hidden = false;
}

function forget() {
  for (const key of ["proof", "heads", "begun"]) remember(key, null);
  location.reload();
}

// --- words for the draws: committed to by their hash, with chance of the phone's own, shown in its turn

function commit(form) {
  const text = form.querySelector("[data-text]").value.normalize("NFC").replace(/[^\p{L}\p{N}\p{P} ]/gu, "");
  const words = `${text.trim()} ${hex(crypto.getRandomValues(new Uint8Array(16)))}`.trim();
  const hash = hex(sha256(utf8(words)));
  remember("words", { ...recall("words"), [hash]: words });
  form.elements.hash.value = hash;
}

const shown = new Set(); // hashes of words that went out without a tap

function showWords() {
  for (const field of all("[data-hash]")) {
    const { hash, now } = field.dataset;
    field.value ||= recall("words")?.[hash] || "";
    if (!now || !field.value || shown.has(hash)) continue;
    shown.add(hash);
    field.form.requestSubmit();
  }
}

// --- taps

function tap(event) {
  const near = (marks) => event.target.closest(marks);
  const [copy, rule] = [near("[data-copy]"), near("a[data-rule]")];
  if (copy) navigator.clipboard.writeText(copy.dataset.copy).then(() => (copy.textContent = say("copied")));
  if (!rule || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  toggleRule(rule);
}

async function toggleRule(link) {
  if (link.rule) {
    link.rule = link.rule.remove();
    return link.setAttribute("aria-expanded", "false");
  }
  try {
    const { text } = await ask(link.href);
    openRule(link, new DOMParser().parseFromString(text, "text/html").getElementById("rule"));
  } catch {
    location.assign(link.href);
  }
}

function openRule(link, rule) {
  rule.removeAttribute("id");
  link.rule?.remove();
  link.rule = rule;
  link.after(rule);
  link.setAttribute("aria-expanded", "true");
}

// Marks the draws that were checked, tells the time of here; offers to copy only where that works.
function dress() {
  tellTimes();
  for (const control of all("[data-copy]")) control.hidden = !navigator.clipboard;
  for (const part of all("[data-script]")) part.hidden = false;
  if (board) prepare(board);
  showTicked();
  showWords();
  for (const spot of all("[data-draw]:not([data-checked])")) {
    const verdict = proof.verdict(+spot.dataset.draw);
    if (!verdict) continue;
    spot.dataset.checked = verdict;
    spot.append(` ${verdict === "yes" ? "✓" : "✗"} ${say(`checked_${verdict}`)}`);
  }
}

// Of the lines of chances the one of the boxes that are ticked, else the first.
function showTicked() {
  const ticks = Array.from(all("#act input:checked"), ({ value }) => value).join();
  for (const first of all('[data-ticked=""]')) {
    const lines = [...first.parentNode.querySelectorAll("[data-ticked]")];
    const shown = lines.find(({ dataset }) => dataset.ticked === ticks) || first;
    for (const line of lines) line.hidden = line !== shown;
  }
}

// --- the screen

const awake = $("awake");
let waking = null;

function offerAwake() {
  const can = "wakeLock" in navigator;
  awake.closest("label").hidden = !can;
  $("awake-none").hidden = can;
  if (!can) return;
  awake.checked = recall("awake");
  awake.onchange = keepAwake;
  document.addEventListener("visibilitychange", keepAwake);
  keepAwake();
}

async function keepAwake() {
  remember("awake", awake.checked);
  if (!awake.checked) waking?.release();
  else if (!document.hidden) waking = await navigator.wakeLock.request("screen").catch(() => null);
}

// --- start

document.addEventListener("click", tap);
document.addEventListener("change", showTicked);
dress();
if (!location.hash) $("end")?.scrollIntoView({ block: "end" }); // the log opens where it goes on
if (page.seq) {
  if (!location.hash) reveal();
  document.addEventListener("submit", submit);
  document.addEventListener("visibilitychange", wake);
  const leave = () => (shut(), unlock());
  const events = { online: retry, offline: showDown, pagehide: leave, pageshow: wake, storage: showWaiting };
  for (const name in events) window.addEventListener(name, events[name]);
  const buttons = { retry, send: sendNow, drop: () => (remember(MOVES, []), showWaiting()) };
  for (const id in buttons) $(id).onclick = buttons[id];
  recallSeat();
  open();
  showWaiting();
  drain();
}
if (page.awaits && window.EventSource) {
  // a finished game: until the same players go on at another table
  const next = new EventSource(`${base}/live?after=${page.awaits}`);
  next.addEventListener("table", ({ data }) => JSON.parse(data).again && location.reload());
  document.addEventListener("submit", () => next.close()); // goes there itself
}
prove();
if (awake) offerAwake();
navigator.serviceWorker?.register(new URL("../sw.js", import.meta.url)).catch(() => {});
