// Lists as pictures, as buttons with names, or as a search: a tap chooses, what is chosen stays in sight, and a tap
// there puts it back. Nothing that asks for a choice is sent without one. Without it the same lists and buttons work by
// hand. Knows no game, no words.

import { plain } from "./typing.js";

const board = document.getElementById("board");
const MANY = 12; // pictures or names that are searched
const FOUND = 6; // names shown of them
const NAMES = ":is(.pick, .tells, .asks) > select:not([data-faces], .sr)";
const make = (tag, marks) => Object.assign(document.createElement(tag), marks);

function dress() {
  for (const list of board.querySelectorAll("select[data-faces]:not(.sr)")) {
    const alike = [...list.form.elements].filter(({ name, dataset }) => name === list.name && "faces" in dataset);
    if (!list.matches(".sr")) addPicker(alike);
  }
  for (const list of board.querySelectorAll(NAMES)) addNames(list);
  for (const form of board.querySelectorAll("form.move:has(select[required])")) check(form);
}

function check(form) {
  for (const button of form.elements) if (button.type === "submit") button.disabled = !form.checkValidity();
}

function hide(list) {
  list.classList.add("sr");
  list.tabIndex = -1;
}

function put(list, value) {
  list.value = value;
  list.dispatchEvent(new Event("change", { bubbles: true }));
}

// --- pictures

function picture({ dataset, text }, onclick, className = "") {
  const button = make("button", { type: "button", onclick });
  button.append(dataset.sign ? sign(dataset) : face(dataset), make("span", { textContent: text, className }));
  return button;
}

const face = ({ face }) => make("img", { className: "face", src: face, alt: "", loading: "lazy", width: 63, height: 88 });

function sign({ sign, look }) {
  return make("span", { className: look, innerHTML: `<svg aria-hidden="true"><use href="#i-${sign}"/></svg>` });
}

// One row of pictures for lists that hold the same, as many as may be chosen.
function addPicker(lists) {
  const [first] = lists;
  const many = "copies" in first.dataset;
  const options = [...first.options].filter(({ value }) => value);
  const [chosen, strip] = ["chosen", "strip"].map((className) => make("div", { className }));
  const picker = make("div", { className: "picker" });
  const taken = (option) => lists.filter(({ value }) => value === option.value);
  const choose = (option) => {
    const [same] = many ? [] : taken(option);
    const free = lists.find(({ value }) => !value) ?? lists.at(-1);
    put(same ?? free, same ? "" : option.value);
  };
  const buttons = options.map((option) => picture(option, () => choose(option)));
  const show = () => {
    buttons.forEach((button, at) => (button.ariaPressed = taken(options[at]).length > 0));
    chosen.replaceChildren(...lists.map((list) => {
      const [option] = list.value ? list.selectedOptions : [];
      return option ? picture(option, () => put(list, ""), "sr") : make("i", {});
    }));
  };
  for (const list of lists) {
    hide(list);
    list.addEventListener("change", show);
    for (const label of list.labels) label.classList.add("sr");
  }
  strip.append(...buttons);
  const searched = options.length > MANY;
  const search = () => {
    for (const button of buttons) button.hidden = !plain(button.textContent).includes(plain(field.value));
  };
  const field = searchField(search, () => buttons.filter(({ hidden }) => !hidden));
  picker.append(...(searched || lists.length > 1 ? [chosen] : []), ...(searched ? [field] : []), strip);
  (first.closest(".line") ?? first).before(picker);
  show();
}

function searchField(oninput, found) {
  const field = make("input", { type: "search", className: "field", autocomplete: "off", oninput });
  field.ariaLabel = field.placeholder = document.body.dataset.search;
  field.onkeydown = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const left = found();
    if (left.length === 1) left[0].click();
  };
  return field;
}

// --- names: a button each, or a field that finds them; what it found is sent at once where nothing else is asked

function addNames(list) {
  const options = [...list.options].filter(({ value }) => value);
  const [chosen, found] = ["names", "found"].map((className) => make("div", { className }));
  const name = (option, onclick) => make("button", { type: "button", textContent: option.text, onclick });
  const take = (option) => () => put(list, option.value === list.value ? "" : option.value);
  const all = () => options.map((option) => [option, name(option, take(option))]);
  const show = () => {
    const shown = options.length > MANY ? all().filter(([{ value }]) => value === list.value) : all();
    for (const [{ value }, button] of shown) button.ariaPressed = value === list.value;
    chosen.replaceChildren(...shown.map(([, button]) => button));
  };
  hide(list);
  list.addEventListener("change", show);
  list.before(chosen);
  show();
  if (options.length <= MANY) return;
  const { form } = list;
  const alone = [...form.elements].filter(({ name, type }) => name && /select|number|submit/.test(type)).length === 1;
  const pick = (option) => () => {
    put(list, option.value);
    field.value = "";
    found.replaceChildren();
    if (alone) form.requestSubmit(form.querySelector("button:not([type])"));
  };
  const search = () => {
    const part = plain(field.value);
    const fits = options.filter(({ text }) => part && plain(text).includes(part)).slice(0, FOUND);
    found.replaceChildren(...fits.map((option) => name(option, pick(option))));
  };
  const field = searchField(search, () => [...found.children]);
  list.before(field, found);
}

for (const type of ["input", "change"]) {
  board.addEventListener(type, ({ target: { form } }) => form?.matches("form.move:has(select[required])") && check(form));
}
new MutationObserver(dress).observe(board, { childList: true, subtree: true });
dress();
