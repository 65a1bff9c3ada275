// Lists of cards as pictures: a tap chooses, what is chosen stands above, and a tap there puts it back. Nothing that
// asks for a choice is sent without one. Without it the same lists and buttons work by hand. Knows no game, no words.

import { plain } from "./typing.js";

const board = document.getElementById("board");
const MANY = 12; // pictures that are searched
const make = (tag, marks) => Object.assign(document.createElement(tag), marks);

function dress() {
  for (const list of board.querySelectorAll("select[data-faces]:not(.sr)")) {
    const alike = [...list.form.elements].filter(({ name, dataset }) => name === list.name && "faces" in dataset);
    if (!list.matches(".sr")) addPicker(alike);
  }
  for (const form of board.querySelectorAll("form.move:has(select[required])")) check(form);
}

function check(form) {
  for (const button of form.elements) if (button.type === "submit") button.disabled = !form.checkValidity();
}

function picture({ dataset, text }, onclick, className = "") {
  const button = make("button", { type: "button", onclick });
  const image = make("img", { className: "face", src: dataset.face, alt: "", loading: "lazy", width: 63, height: 88 });
  button.append(image, make("span", { textContent: text, className }));
  return button;
}

// One row of pictures for lists that hold the same, as many as may be chosen.
function addPicker(lists) {
  const [first] = lists;
  const many = "copies" in first.dataset;
  const options = [...first.options].filter(({ value }) => value);
  const [chosen, strip] = ["chosen", "strip"].map((className) => make("div", { className }));
  const picker = make("div", { className: "picker" });
  const taken = (option) => lists.filter(({ value }) => value === option.value);
  const put = (list, value) => {
    list.value = value;
    list.dispatchEvent(new Event("change", { bubbles: true }));
    show();
  };
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
    list.classList.add("sr");
    list.tabIndex = -1;
    for (const label of list.labels) label.classList.add("sr");
  }
  strip.append(...buttons);
  const searched = options.length > MANY;
  picker.append(...(searched || lists.length > 1 ? [chosen] : []), ...(searched ? [searchField(buttons)] : []), strip);
  (first.closest(".line") ?? first).before(picker);
  show();
}

function searchField(buttons) {
  const field = make("input", { type: "search", className: "field", autocomplete: "off" });
  field.ariaLabel = field.placeholder = document.body.dataset.search;
  field.oninput = () => {
    for (const button of buttons) button.hidden = !plain(button.textContent).includes(plain(field.value));
  };
  field.onkeydown = (event) => {
    const left = buttons.filter(({ hidden }) => !hidden);
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (left.length === 1) left[0].click();
  };
  return field;
}

for (const type of ["input", "change"]) {
  board.addEventListener(type, ({ target: { form } }) => form?.matches("form.move:has(select[required])") && check(form));
}
new MutationObserver(dress).observe(board, { childList: true, subtree: true });
dress();
