// Cards are read large: pressed for a while, asked for by the other button or key, or by the link of an opened one.
// Without it that link leads to the picture. Knows the marks of cards, no game and no words but those of the page.

const LONG = 450; // ms
const CARD = ".card:has(.read)>summary, .picker button";
const reader = document.createElement("dialog");
reader.className = "reader";
document.body.append(reader);
let timer = 0;
let read = false; // the press that ends now has shown a card

function show(shown) {
  const card = shown.closest(".card");
  const words = [...(card?.querySelectorAll(".of-card>:not(.picks)") ?? [])].map((part) => part.cloneNode(true));
  for (const link of words.flatMap((part) => [...part.querySelectorAll(".read")])) link.remove();
  const image = Object.assign(document.createElement("img"), { alt: shown.textContent.trim() });
  image.src = shown.href ?? shown.querySelector(".face").src;
  reader.ariaLabel = image.alt;
  reader.replaceChildren(image, ...words);
  reader.showModal();
  if (window.speechSynthesis) import("./aloud.js").then(({ offer }) => offer(reader, image));
}

function press({ target, button }) {
  const card = target.closest(CARD);
  clearTimeout(timer);
  read = false;
  if (card && !button) timer = setTimeout(() => show(card, (read = true)), LONG);
}

function click(event) {
  const { target } = event;
  const link = target.closest("a.read");
  if (target.closest(".reader") && !target.closest("a, .aloud")) return reader.close();
  if (link) show(link);
  if (link || (read && target.closest(CARD))) {
    event.preventDefault();
    event.stopPropagation();
  }
  read = false;
}

function ask(event) {
  const card = event.target.closest(CARD);
  if (!card) return;
  event.preventDefault();
  if (event.pointerType !== "touch" && !reader.open) show(card);
}

function stop({ type, movementX: x, movementY: y }) {
  if (type !== "pointermove" || x || y) clearTimeout(timer);
}

document.addEventListener("pointerdown", press);
for (const type of ["pointerup", "pointercancel", "pointermove"]) document.addEventListener(type, stop);
document.addEventListener("contextmenu", ask);
document.addEventListener("click", click, true);
