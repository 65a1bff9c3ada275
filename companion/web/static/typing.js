// Real dice, tiles and cards by taps: dice one after another, one die or tile at once, numbers of faces.
// Without it the same forms are filled in and sent by hand. Knows the marks of those forms, no game and no words.

const all = (marks, root) => root.querySelectorAll(marks);
const isOpen = (faces) => !faces.querySelector(":checked");
const goOf = (form) => form.querySelector(".go");
const DICE = ".counts, .keys"; // whose dice are laid below
const FEW = 7; // numbers that each have a button

// Makes new forms ready for taps, and says how far all of them are.
export function prepare(root) {
  for (const form of all(".real form", root)) refresh(form);
  for (const field of all("form.move input[type=number]:not([data-steps])", root)) addSteps(field);
}

function refresh(form) {
  const faces = [...all(".faces", form)];
  const counts = form.querySelector(".counts");
  if (faces.length === 1) {
    form.classList.add("at-once");
    goOf(form).classList.add("sr"); // for who comes by keys
  }
  if (form.matches(".in-turn:not(.by-turns)")) {
    form.classList.add("by-turns");
    turnTo(faces.find(isOpen), faces);
  }
  if (goOf(form)) goOf(form).disabled = counts ? left(counts) !== 0 : !form.checkValidity();
  if (form.querySelector(DICE)) import("./laid.js").then(({ lay }) => lay(form));
  if (counts) told(counts).textContent = counts.dataset.says.replace("{number}", counts.dataset.due - left(counts));
}

function turnTo(now, faces) {
  for (const one of faces) one.classList.toggle("now", one === now);
}

const left = (counts) => [...all("select", counts)].reduce((rest, list) => rest - list.selectedIndex, +counts.dataset.due);

function told(counts) {
  if (!counts.nextElementSibling?.matches(".due")) {
    counts.after(Object.assign(document.createElement("p"), { className: "due", ariaLive: "polite" }));
  }
  return counts.nextElementSibling;
}

// A tap; the arrow keys choose among faces too, but go nowhere.
function tap(event) {
  const form = event.target.closest(".real form");
  if (!form) return;
  const near = (marks) => event.target.closest(marks);
  const [face, faces, key] = [near(".faces [type=radio]"), near(".faces"), near("[data-key]")];
  const counted = near(".counts label");
  if (key) press(form.querySelector("[name=rolled]"), key.dataset.key);
  if (counted) count(event, counted);
  if (face && event.detail && form.matches(".at-once")) return form.requestSubmit(goOf(form));
  if (faces && form.matches(".in-turn") && (event.detail || near("legend"))) {
    const rows = [...all(".faces", form)];
    const wasNow = faces.matches(".now");
    turnTo(face && wasNow ? rows.find(isOpen) : faces, rows);
  }
  refresh(form);
}

function count(event, label) {
  event.preventDefault();
  const counts = label.closest(".counts");
  if (left(counts) > 0) label.control.selectedIndex += 1;
}

// A number behind the others, or the last one away.
function press(field, key) {
  const before = field.value.split(/[, ]+/).filter(Boolean);
  if (key && before.length >= +field.dataset.due) return;
  field.value = (key ? [...before, key] : before.slice(0, -1)).join(",");
}

// A button for each of few numbers; else one less and one more beside the number.
function addSteps(field) {
  field.dataset.steps = "";
  const [least, most, label] = [+field.min, +field.max, field.labels[0]?.textContent.trim() ?? ""];
  const box = Object.assign(document.createElement("span"), { className: "stepper" });
  const button = (text, name, value) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    made.ariaLabel = `${label} ${name}`;
    made.onclick = () => {
      field.value = Math.min(Math.max(value(), least), most);
      field.dispatchEvent(new Event("change", { bubbles: true }));
    };
    return made;
  };
  field.replaceWith(box);
  if (most - least < FEW) {
    const row = Array.from({ length: most - least + 1 }, (_, at) => button(least + at, least + at, () => least + at));
    const press = () => row.forEach((one) => (one.ariaPressed = one.textContent === field.value));
    field.onchange = press;
    field.classList.add("sr");
    box.append(field, ...row);
    press();
  } else {
    const now = () => (field.value === "" ? Math.max(least, 0) : +field.value);
    box.append(button("−", "−1", () => now() - 1), field, button("+", "+1", () => now() + 1));
  }
}

// Without accents; the Latin letter in Барад-дŷр and Рŷн, as the rulebook prints them, is found as the Cyrillic one.
export function plain(text) {
  const bare = text.trim().toLocaleLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return bare.replace(/(\p{Script=Cyrillic})y/gu, "$1у");
}

document.addEventListener("click", tap);
for (const type of ["input", "change"]) {
  document.addEventListener(type, ({ target }) => target.form?.closest(".real") && refresh(target.form));
}
document.addEventListener("focusin", ({ target }) => {
  const form = target.form;
  if (form?.matches(".in-turn") && target.matches(".faces [type=radio]:focus-visible")) {
    turnTo(target.closest(".faces"), [...all(".faces", form)]);
  }
});
