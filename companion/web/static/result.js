// A page to keep, and the table drawn at one line of the journal: the drawing is fetched when it comes near, or to be
// printed. Without this script a link leads to it. Knows the page's marks; no game.

const place = document.querySelector("[data-drawn]");
let coming = null;

const shown = () => (coming ??= place ? fetched() : Promise.resolve());

async function fetched() {
  const link = place.querySelector("a");
  const answer = await fetch(link.href);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const drawing = page.getElementById("drawn");
  const scripts = [...drawing.querySelectorAll("script[src]")].map(({ src }) => src);
  const styles = [...drawing.querySelectorAll("link")].map((style) => new Promise((done) => (style.onload = style.onerror = done)));
  link.replaceWith(...drawing.childNodes);
  place.removeAttribute("data-drawn");
  dress(place);
  await Promise.all([...styles, ...scripts.map((src) => import(src))]);
}

function dress(root) {
  for (const part of root.querySelectorAll("[data-script]")) part.hidden = false;
}

const printed = () => shown().catch(() => {}).then(() => print());

dress(document);
if (document.querySelector("[data-again]")) setTimeout(() => location.reload(), 2000);
for (const button of document.querySelectorAll("[data-print]")) button.onclick = printed;
addEventListener("keydown", (event) => {
  if (event.key !== "p" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  printed();
});
if (place) new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && shown().catch(() => (coming = null)), { rootMargin: "200px" }).observe(place);
