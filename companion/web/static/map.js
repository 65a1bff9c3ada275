// A map on a table's page: drawn once, moved by scrolling, brought closer, tapped. Knows the page's marks; no game.
//
// #map is the drawing of what changes (marked data-at=PLACE), inside #pan, which scrolls. What never changes waits in
// #map-art and is put into the part marked data-stays; its parts are marked data-r=PLACE. What may be done in a place
// stands in #r-PLACE, marked data-to=PLACE where it leaves no choice; lists that name a place are offered there too.

import "./stays.js";

const $ = (id) => document.getElementById(id);
const all = (marks, root = document) => [...root.querySelectorAll(marks)];
const make = (tag, text, marks) => Object.assign(document.createElement(tag), { textContent: text }, marks);
const NEAR = 2.6; // px of the screen to the mm where a phone begins
const MOST = 8;
const art = [$("m-land"), $("m-names")];
const shelf = `companion.${document.body.dataset.code}.map`;

let scale = 0; // px to the mm; 0: not known yet
let middle = null; // what is in the middle, mm
let chosen = ""; // the place that was tapped
let goal = ""; // the one that was tapped after it, to send something there
let full = false;

const box = () => $("map").viewBox.baseVal;
const whole = "screen" in document.body.dataset; // all of the map is always seen
const least = () => Math[whole ? "min" : "max"]($("pan").clientWidth / box().width, $("pan").clientHeight / box().height);

function looked() {
  try {
    return JSON.parse(localStorage.getItem(shelf));
  } catch {
    return null;
  }
}

function remember(now) {
  try {
    localStorage.setItem(shelf, JSON.stringify(now));
  } catch {}
}

// --- drawing

function dress() {
  if (!$("map")) return;
  if (!$("map").contains(art[0])) draw();
  fill(full);
  settle();
  if (chosen) choose(chosen);
  else mark();
  news();
}

// All of the screen, or its place on the page.
function fill(all) {
  const leaves = full && !all;
  full = $("atlas").classList.toggle("full", all);
  $("full").ariaExpanded = full;
  if (leaves) $("pan").scrollIntoView({ block: "nearest" });
}

function draw() {
  all("#map > [data-stays]")[0].append(...art);
  const [land] = art;
  const { x, y, width, height } = box();
  for (const [name, value] of Object.entries({ x, y, width, height })) land.setAttribute(name, value);
  const pan = $("pan");
  pan.addEventListener("scroll", keep, { passive: true });
  pan.addEventListener("pointerdown", grab);
  pan.addEventListener("wheel", wheel, { passive: false });
  for (const type of ["touchstart", "touchmove"]) pan.addEventListener(type, pinch, { passive: false });
  new ResizeObserver(settle).observe(pan);
}

// Begins where the ring stands, once it is seen.
function settle() {
  if (scale) place();
  else if ($("pan").clientWidth) begin();
}

function begin() {
  const pan = $("pan");
  scale = Math.max(least(), !whole && pan.clientWidth < 800 ? NEAR : 0);
  const ring = all("#map .ring")[0]?.transform.baseVal.consolidate()?.matrix;
  const { x, y, width, height } = box();
  middle = ring ? [ring.e, ring.f] : [x + width / 2, y + height / 2];
  place();
}

// Puts the drawing as large and as far to the side as it was.
function place() {
  const [map, pan] = [$("map"), $("pan")];
  scale = whole ? least() : Math.min(MOST, Math.max(least(), scale));
  map.style.width = `${box().width * scale}px`;
  map.style.setProperty("--mm", 1 / scale);
  map.style.setProperty("--grow", Math.max(1, 1.55 / scale));
  map.classList.toggle("far", scale < 1.5);
  map.classList.toggle("near", scale >= 2.3);
  pan.scrollLeft = (middle[0] - box().x) * scale - pan.clientWidth / 2;
  pan.scrollTop = (middle[1] - box().y) * scale - pan.clientHeight / 2;
}

function keep() {
  const pan = $("pan");
  if (pan.clientWidth) middle = [box().x + (pan.scrollLeft + pan.clientWidth / 2) / scale, box().y + (pan.scrollTop + pan.clientHeight / 2) / scale];
}

// Closer by a factor; the spot of the screen stays where it is.
function zoom(factor, clientX, clientY) {
  keep();
  const pan = $("pan").getBoundingClientRect();
  const [px, py] = [clientX - pan.left - pan.width / 2, clientY - pan.top - pan.height / 2];
  const now = Math.min(MOST, Math.max(least(), scale * factor));
  middle = [middle[0] + px / scale - px / now, middle[1] + py / scale - py / now];
  scale = now;
  place();
}

// --- fingers and mouse

let apart = 0;

function pinch(event) {
  if (event.touches.length !== 2) return (apart = 0);
  event.preventDefault();
  const [a, b] = event.touches;
  const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  if (apart && event.type === "touchmove") zoom(now / apart, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
  apart = now;
}

function wheel(event) {
  if (!event.ctrlKey) return;
  event.preventDefault();
  zoom(Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
}

let dragged = false;

function grab(event) {
  dragged = false;
  if (event.pointerType !== "mouse") return;
  const pan = $("pan");
  const [x, y, left, top] = [event.clientX, event.clientY, pan.scrollLeft, pan.scrollTop];
  const move = ({ clientX, clientY }) => {
    dragged ||= Math.hypot(clientX - x, clientY - y) > 4;
    if (dragged) [pan.scrollLeft, pan.scrollTop] = [left + x - clientX, top + y - clientY];
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", () => document.removeEventListener("pointermove", move), { once: true });
}

// --- places

const MARKS = ["may", "news"]; // of what stands in a place, put there by this script

const nameOf = (id) => $("m-names").querySelector(`[data-r="${id}"]`)?.textContent.trim() || "";
// What sends something from a place: choices of a list, and buttons that leave no choice.
const ways = (id) => all(`#r-${id} :is(option, [data-to])`).map((part) => [part.dataset.to || part.value, part]);
const goals = (id) => ways(id).map(([to]) => to).filter((to) => to && $("m-land").querySelector(`[data-r="${to}"]`));

// A tap on a place: where the open one may send something there it is the goal, else it is opened.
function tap(id) {
  const sending = chosen && id !== chosen && id !== goal ? ways(chosen).filter(([to]) => to === id) : [];
  if (!sending.length) return choose(id);
  goal = id;
  for (const [, part] of sending) if (part.matches("option")) pick(part);
  mark();
  sending[0][1].closest("form").scrollIntoView({ block: "nearest" });
}

function choose(id) {
  [chosen, goal] = [id, ""];
  for (const part of all(".place")) part.open = part.id === `r-${id}`;
  const nothing = all(".nothing")[0];
  nothing.textContent = !id || $(`r-${id}`) ? "" : `${nameOf(id)}: ${nothing.dataset.nothing}`;
  here(id);
  mark();
  show(id);
}

// Brings a place into the picture, if it is not there.
function show(id) {
  keep();
  const land = id && $("m-land").querySelector(`[data-r="${id}"]`)?.getBoundingClientRect();
  const pan = $("pan").getBoundingClientRect();
  if (!land || !pan.width) return;
  const [x, y] = [land.left + land.width / 2, land.top + land.height / 2];
  if (x > pan.left && x < pan.right && y > pan.top && y < pan.bottom) return;
  middle = [middle[0] + (x - pan.left - pan.width / 2) / scale, middle[1] + (y - pan.top - pan.height / 2) / scale];
  place();
}

// What else on the page names the place: buttons, and lists with each of their own buttons. From where nothing is sent
// that is also what may be sent there, as far as only a place is asked.
function here(id) {
  const spot = all(".here")[0];
  if (!id) return spot.replaceChildren();
  const sends = ({ form }) => [...form.elements].filter(({ type }) => type === "submit");
  const more = $(`r-${id}`)?.dataset.may ? [] : all(".place form").filter((form) => !form.querySelector("[type=number]"));
  const fits = (part) => !part.closest(".places") || more.includes(part.closest("form"));
  const lists = all(`form.move option[value="${id}"]`).filter(fits);
  const rows = [
    ...all(`button:is([value~="region=${id}"], [data-to="${id}"])`).filter(fits).map((send) => [send, send.textContent]),
    ...lists.flatMap((option) => sends(option.closest("select")).map((send) => [send, said(option), option])),
  ];
  spot.replaceChildren(...(rows.length ? [make("b", `${spot.dataset.here}: ${nameOf(id)}`), ...rows.map(offered)] : []));
}

const said = (option) => option.closest("select").labels[0]?.textContent || "";

// As if a finger had chosen it: whatever waits for a choice goes on.
function pick(option) {
  option.selected = true;
  option.closest("select").dispatchEvent(new Event("change", { bubbles: true }));
}

// A button that does what another one does, after its list names the place.
function offered([send, text, option]) {
  const onclick = () => {
    if (option) pick(option);
    send.form.requestSubmit(send);
  };
  const go = make("button", text, { type: "button", onclick });
  if (option) go.append(...all(".die", send).map((die) => die.cloneNode(true)));
  return go;
}

function mark() {
  const may = chosen ? goals(chosen) : [];
  const going = goal ? [goal] : all(`#r-${chosen} select:has([value=""]) option:checked`).map(({ value }) => value);
  for (const form of all(".place form")) form.hidden = goal && !form.querySelector(`[value="${goal}"], [data-to="${goal}"]`);
  for (const part of all("#m-land [data-r]")) {
    const { r } = part.dataset;
    part.classList.toggle("chosen", r === chosen);
    part.classList.toggle("goal", may.includes(r));
    part.classList.toggle("going", going.includes(r));
  }
  for (const part of all("#map [data-at]")) part.classList.toggle("may", $(`r-${part.dataset.at}`)?.dataset.may === "1");
}

// --- what changed since the last look: until a tap says that it was seen, or this phone moves

function standing() {
  const now = {};
  for (const part of all("#map [data-at]")) {
    const id = part.dataset.at;
    now[id] = (now[id] || "") + [...part.classList].filter((mark) => !MARKS.includes(mark)) + part.textContent + all("use", part).map((use) => use.getAttribute("href"));
  }
  return now;
}

// What stands as it stood is alike once it has no marks, and is not laid out anew.
function unmark() {
  for (const part of all("#map [data-at]")) part.classList.remove(...MARKS);
}

function news() {
  if (!document.body.dataset.seq) return; // not the table as it stands
  const [now, before] = [standing(), looked()];
  if (!before) remember(now);
  const changed = before ? [...new Set([...Object.keys(now), ...Object.keys(before)])].filter((id) => now[id] !== before[id]) : [];
  for (const part of all("#m-land [data-r]")) part.classList.toggle("news", changed.includes(part.dataset.r));
  for (const part of all("#map [data-at]")) part.classList.toggle("news", changed.includes(part.dataset.at));
  for (const part of all(".place em")) part.remove();
  for (const id of changed) all(`#r-${id} summary`)[0]?.append(make("em", all(".places")[0].dataset.new));
  all("[data-seen]")[0].hidden = !changed.length;
}

function seen() {
  remember(standing());
  news();
}

// --- taps

document.addEventListener("click", (event) => {
  const near = (marks) => event.target.closest?.(marks);
  const land = near("[data-r]");
  if (land && near("#map") && !dragged) tap(land.dataset.r);
  const closer = near("[data-zoom]");
  const pan = $("pan")?.getBoundingClientRect();
  if (closer) zoom(+closer.dataset.zoom, pan.left + pan.width / 2, pan.top + pan.height / 2);
  if (near("#full")) fill(!full);
  if (near("[data-seen]")) seen();
  const summary = near(".place > summary");
  if (summary) choose(summary.parentNode.open ? "" : summary.parentNode.id.slice(2)), event.preventDefault();
});
document.addEventListener("submit", (event) => {
  if (!event.target.closest("#board form.move") || !$("map")) return;
  seen();
  if (event.target.closest(".place")) choose(""); // what is tapped next begins something else
});
document.addEventListener("change", (event) => event.target.closest(".place") && mark());
addEventListener("resize", () => $("map") && settle());
$("board")?.addEventListener("draw", unmark, true); // before stays.js
$("board")?.addEventListener("drawn", dress);
dress();
