// Cards at the thumb: pressed for a while, or by the link of an opened one, a card is read large.
// Without it the link leads to the picture. Knows the marks of cards, no game and no words but those of the page.

const LONG = 450; // ms
const reader = document.createElement("dialog");
reader.className = "reader";
document.body.append(reader);
let timer = 0;
let read = false; // the press that ends now has shown a card

function show(card) {
  const { href, textContent } = card.querySelector(".read");
  const words = [...card.querySelectorAll(".of-card>:not(.picks)")].map((part) => part.cloneNode(true));
  for (const link of words.flatMap((part) => [...part.querySelectorAll(".read")])) link.remove();
  reader.ariaLabel = textContent;
  reader.replaceChildren(Object.assign(document.createElement("img"), { src: href, alt: "" }), ...words);
  reader.showModal();
}

function press({ target, button }) {
  const card = target.closest(".card>summary")?.parentNode;
  clearTimeout(timer);
  read = false;
  if (card?.querySelector(".read") && !button) timer = setTimeout(() => show(card, (read = true)), LONG);
}

function click(event) {
  if (event.target.closest(".reader") && !event.target.closest("a")) return reader.close();
  const link = event.target.closest(".card .read");
  if (link) show(link.closest(".card"));
  if (link || (read && event.target.closest(".card>summary"))) event.preventDefault();
  read = false;
}

document.addEventListener("pointerdown", press);
for (const type of ["pointerup", "pointercancel", "pointermove"]) {
  document.addEventListener(type, ({ movementX: x, movementY: y }) => (type !== "pointermove" || x || y) && clearTimeout(timer));
}
document.addEventListener("contextmenu", (event) => event.target.closest(".card>summary") && event.preventDefault());
document.addEventListener("click", click, true);
