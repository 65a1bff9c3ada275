// The form of a new table follows the variant that is chosen: so many names are asked, and only its seats are offered.
// Where the app takes missing seats one name is enough.
// Without this script all names and seats stand there, and the server says what does not fit.

for (const form of document.querySelectorAll("form.new")) {
  const bot = form.elements.bot;
  const fit = () => {
    const variant = form.querySelector("[name=variant]:checked");
    if (!variant) return;
    const least = Number(variant.dataset.least), most = Number(variant.dataset.most);
    const seats = variant.dataset.seats.split(" ");
    form.querySelectorAll(".player").forEach((row, place) => {
      const name = row.querySelector("input"), seat = row.querySelector("select");
      row.hidden = name.disabled = seat.disabled = place >= most;
      name.required = place < (bot.value ? 1 : least);
      for (const option of seat.options) option.hidden = option.disabled = option.value !== "" && !seats.includes(option.value);
      if (seat.selectedOptions[0]?.disabled) seat.value = "";
    });
    const legend = form.querySelector("[data-people]");
    const people = legend.dataset.people.replace("{least}", least).replace("{most}", most);
    legend.textContent = least === most ? people.replace(`${least}–${most}`, most) : people;
  };
  form.addEventListener("change", fit);
  fit();
}
