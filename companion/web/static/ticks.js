// Lists that a person ticks off by hand: a phone keeps its ticks over moves and reloads. Nobody else knows of them.

const board = document.getElementById("board");
const key = `companion.${document.body.dataset.code}.ticks`;
const named = (tick) => `${tick.closest("details")?.id} ${tick.closest("[data-tick]").dataset.tick}`;
let kept = {};
try {
  kept = JSON.parse(localStorage.getItem(key)) || {};
} catch {}

function dress() {
  for (const tick of board.querySelectorAll("[data-tick] input")) tick.checked = named(tick) in kept;
}

board.addEventListener("change", ({ target }) => {
  if (!target.closest("[data-tick]")) return;
  if (target.checked) kept[named(target)] = 1;
  else delete kept[named(target)];
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {}
});
new MutationObserver(dress).observe(board, { childList: true, subtree: true });
dress();
