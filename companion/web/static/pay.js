// Ways to pay by tapping what is paid: a hint, or the one button that takes just that, stands above. Without it all
// buttons are shown. Knows the marks of buttons (data-takes) and of what they take (data-item), no game and no words.

const board = document.getElementById("board");
const count = (things) => things.reduce((all, thing) => all.set(thing, (all.get(thing) ?? 0) + 1), new Map());

function arm(picker) {
  const items = [...picker.querySelectorAll("[data-item]")];
  const hint = picker.previousElementSibling.previousElementSibling;
  const ways = [...picker.previousElementSibling.querySelectorAll("[data-takes]")].map((button) => {
    const takes = count(button.dataset.takes.split(" ").filter(Boolean));
    return { button, of: (item) => takes.get(item.dataset.item) ?? 0 };
  });
  const chosen = new Map(items.map((item) => [item, 0]));
  const fits = ({ of }) => items.every((item) => of(item) >= chosen.get(item));
  const equals = ({ of }) => items.every((item) => of(item) === chosen.get(item));
  const mayTake = (item) => ways.some((way) => fits(way) && way.of(item) > chosen.get(item));
  const show = () => {
    const left = ways.map(equals);
    ways.forEach(({ button }, at) => (button.hidden = !left[at]));
    hint.hidden = left.includes(true);
    for (const item of items) {
      const number = chosen.get(item);
      item.ariaPressed = number > 0;
      item.querySelector("b").textContent = number > 1 ? `×${number}` : "";
      item.disabled = !number && !mayTake(item);
    }
  };
  for (const item of items) {
    item.onclick = () => {
      chosen.set(item, mayTake(item) ? chosen.get(item) + 1 : 0);
      show();
    };
  }
  picker.hidden = false;
  show();
}

const dress = () => board.querySelectorAll(".pays[hidden]").forEach(arm);
new MutationObserver(dress).observe(board, { childList: true, subtree: true });
dress();
