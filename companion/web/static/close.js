// Escape and the button back close what was opened last: menus, folds, cards, rules, dialogs, a map on all of the
// screen. While something is open, one entry of the history stands for it. Parts of a page are replaced while it is
// read: they are known by keys.

const OPEN = 'details[open], dialog[open], [data-rule][aria-expanded="true"], #full[aria-expanded="true"]';
const keyOf = (part) => part.id || part.dataset.rule || part.querySelector("summary")?.textContent || part.className;
const find = (key) => [...document.querySelectorAll(OPEN)].find((part) => keyOf(part) === key);
const stands = () => Boolean(history.state?.opened);

const stand = () => opened.length && !stands() && history.pushState({ opened: true }, "");

let opened = []; // keys, the last one opened at the end
let leaving = false; // the entry goes, as all is closed: what is opened meanwhile stays

function close(part) {
  if (part.ariaExpanded) return part.click();
  if (part.localName === "dialog") return part.close();
  const summary = part.querySelector("summary");
  summary.click(); // others may have to know
  summary.focus({ preventScroll: true });
}

function closeLast() {
  opened = opened.filter(find);
  const last = opened.pop();
  if (last !== undefined) close(find(last));
  return last !== undefined;
}

new MutationObserver((changes) => {
  for (const { target } of changes) {
    const key = keyOf(target);
    if (target.matches(OPEN) && !opened.includes(key)) opened.push(key);
  }
  opened = opened.filter(find);
  stand();
  if (leaving || opened.length || !stands()) return;
  leaving = true;
  history.back();
}).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["open", "aria-expanded"] });

addEventListener("popstate", () => {
  if (!leaving && !stands()) closeLast();
  leaving = false;
  stand();
});

addEventListener("keydown", (event) => {
  const elsewhere = event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]");
  if (event.key !== "Escape" || elsewhere) return;
  const refused = document.querySelector("#refused:not([hidden]) #close");
  if (refused) refused.click();
  else closeLast();
});
