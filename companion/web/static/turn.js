// Whose turn it is, where nobody looks at the table: in the title of the tab, as a sound; and a clock beside it.
// Sound and clock are choices of this phone, kept for all its tables. Knows the page's marks, no words of its own.

const board = document.getElementById("board");
const table = document.title;
const isMine = () => Boolean(board.querySelector('[data-mine="1"]'));
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let shelf = {};
try {
  shelf = window.localStorage || shelf;
} catch {}

// A box of this phone's choices, as it was left.
function choice(id, use) {
  const box = document.getElementById(id);
  box.checked = shelf[`companion.${id}`] === "1";
  box.closest("label").hidden = false;
  box.addEventListener("change", () => {
    shelf[`companion.${id}`] = box.checked ? "1" : "";
    use();
  });
  return box;
}

// --- the sound: two soft notes; browsers let a page sound only after a tap

let audio = null;
const sound = choice("sound", beep);
document.addEventListener("pointerdown", () => sound.checked && ready().resume());

function ready() {
  audio = audio || new AudioContext();
  return audio;
}

function beep() {
  if (!sound.checked) return;
  const { currentTime, destination } = ready();
  [660, 880].forEach((pitch, place) => {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const at = currentTime + 0.18 * place;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.15, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
    tone.connect(volume).connect(destination);
    tone.start(at);
    tone.stop(at + 0.3);
  });
}

// --- the clock: of each seat, the awaited ones go on from the last entry

const BREAK = 30 * 60; // seconds; a longer gap is no play
const clock = choice("clock", run);
let running = 0;

// Only a clock that is looked at wakes the phone.
function run() {
  clearInterval(running);
  if (clock.checked && !document.hidden) running = setInterval(tick, calm.matches ? 60000 : 1000);
  tick();
}

function tick() {
  const line = board.querySelector("[data-clock]");
  if (!line) return;
  line.hidden = !clock.checked;
  if (!clock.checked) return;
  const gap = (Date.now() - Date.parse(line.dataset.clock)) / 1000;
  const since = gap > 0 && gap <= BREAK ? gap : 0;
  for (const spot of line.querySelectorAll("[data-seconds]")) {
    spot.textContent = minutes(+spot.dataset.seconds + ("on" in spot.dataset ? since : 0));
  }
}

const two = (number) => String(Math.floor(number)).padStart(2, "0");
const minutes = (seconds) => `${two(seconds / 60)}:${two(seconds % 60)}`;

// --- the title

let mine = isMine();

function follow() {
  const said = board.querySelector(".turn:not(.over) h2")?.textContent.trim();
  if (isMine() && !mine) beep();
  mine = isMine();
  document.title = said ? `${mine ? "• " : ""}${said} – ${table}` : table;
  tick();
}

follow();
board.addEventListener("drawn", follow);
document.addEventListener("visibilitychange", run);
run();
