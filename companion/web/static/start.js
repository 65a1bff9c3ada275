// The form of a new table follows its names: the variant for so many is chosen until somebody chooses one by hand;
// then so many names are asked, and only its seats are offered. Where the app takes missing seats one name is enough.
// A group that played before is one tap.
// Without this script all names and seats stand there, and the server says what does not fit.

const all = (marks, root) => [...root.querySelectorAll(marks)];

function fit(form, variants, byHand) {
  const few = Math.min(...variants.map(({ dataset }) => dataset.least));
  const app = form.elements.bot.value;
  const names = all(".player input", form).filter(({ value }) => value.trim()).length;
  const number = `${app ? Math.max(names, few) : names}`;
  const usual = variants.find(({ dataset }) => dataset.usual.split(" ").includes(number));
  const variant = (!byHand && usual) || variants.find(({ checked }) => checked);
  variant.checked = true;
  const open = byHand ? [variant] : variants;
  const least = byHand ? +variant.dataset.least : few;
  const most = Math.max(...open.map(({ dataset }) => dataset.most));
  const seats = variant.dataset.seats.split(" ");
  all(".player", form).forEach((row, place) => {
    const [name, seat] = [row.querySelector("input"), row.querySelector("select")];
    row.hidden = name.disabled = seat.disabled = place >= most;
    name.required = place < (app ? 1 : least);
    for (const option of seat.options) option.hidden = option.disabled = option.value !== "" && !seats.includes(option.value);
    if (seat.selectedOptions[0]?.disabled) seat.value = "";
  });
  const legend = form.querySelector("[data-people]");
  const people = legend.dataset.people.replace("{least}", least).replace("{most}", most);
  legend.textContent = least === most ? people.replace(`${least}–${most}`, most) : people;
}

for (const form of document.querySelectorAll("form.new")) {
  const variants = all("[name=variant]", form);
  let byHand = false;
  const update = ({ target } = {}) => {
    byHand ||= variants.includes(target);
    if (variants.length) fit(form, variants, byHand);
  };
  for (const button of all("[data-names]", form)) {
    button.onclick = () => {
      const names = JSON.parse(button.dataset.names);
      all(".player input", form).forEach((field, place) => (field.value = names[place] ?? ""));
      update();
    };
    button.parentNode.hidden = false;
  }
  form.addEventListener("input", update);
  form.addEventListener("change", update);
  update();
}
