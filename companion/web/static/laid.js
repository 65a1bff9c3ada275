// The dice that a form holds so far, as a row below its faces: a tap takes one back.
// Knows the marks of forms that count faces (.counts) or list them by numbers (.keys), no game and no words.

export function lay(form) {
  const dice = form.querySelector(".counts") ? counted(form) : listed(form);
  rowOf(form).replaceChildren(...dice.map(({ face, field, take }) => {
    const die = Object.assign(document.createElement("button"), { type: "button" });
    die.ariaLabel = `− ${face.ariaLabel ?? face.textContent.trim()}`;
    die.append(face.querySelector(".die").cloneNode(true));
    die.onclick = () => {
      take();
      field.dispatchEvent(new Event("change", { bubbles: true }));
    };
    return die;
  }));
}

function rowOf(form) {
  const send = form.querySelector(".go");
  const before = send.previousElementSibling;
  if (before.matches(".laid")) return before;
  const row = Object.assign(document.createElement("div"), { className: "laid" });
  send.before(row);
  return row;
}

function counted(form) {
  return [...form.querySelectorAll(".counts select")].flatMap((field) => {
    const die = { face: field.labels[0], field, take: () => (field.selectedIndex -= 1) };
    return Array(field.selectedIndex).fill(die);
  });
}

function listed(form) {
  const field = form.querySelector("[name=rolled]");
  const keys = field.value.split(/[, ]+/).filter((key) => form.querySelector(`[data-key="${key}"]`) && key);
  return keys.map((key, at) => {
    const take = () => (field.value = keys.filter((_, place) => place !== at).join(","));
    return { face: form.querySelector(`[data-key="${key}"]`), field, take };
  });
}
