// The page of a folder: every different face small, one of them large. The address names the large one, so that a
// link shows it and a phone's own way back closes it.
const {faces, words} = gallery, panel = document.querySelector("dialog"), picture = panel.querySelector("img");
const figures = faces.filter(face => !face.again).map(figure);
let now = null, opened = false;

function address(face) { return `#${encodeURIComponent(`${face.id} ${face.side}`)}`; }
function label(face) { return `${face.name}, ${words[face.side]}`; }

function figure(face) {
  const made = element("figure"), link = element("a", "", "face"), image = element("img");
  setFace(made, face);
  link.href = address(face);
  image.loading = "lazy";
  image.alt = label(face);
  image.src = face.drawing;
  link.append(image);
  link.addEventListener("click", () => { opened = true; });
  made.append(link, element("figcaption", face.side === "back" ? label(face) : face.name));
  document.querySelector(`section[data-kind="${face.kind}"]`).append(made);
  return made;
}

function filter() {
  by("status").textContent = `${words.faces}: ${showChosen(figures)}`;
  for (const part of document.querySelectorAll("section")) part.hidden = !part.querySelector("figure:not([hidden])");
}

function show() {
  now = faces.find(face => address(face) === location.hash) || null;
  if (!now) { if (panel.open) panel.close(); return; }
  by("name").textContent = now.name;
  by("about").textContent = `${words[now.side]} · ${now.measure}`;
  by("turn").hidden = !otherSide();
  by("shown").classList.remove("near");
  picture.style.setProperty("--w", now.size[0]);
  picture.style.setProperty("--h", now.size[1]);
  picture.src = now.drawing;
  picture.alt = label(now);
  if (!panel.open) panel.showModal();
}

function otherSide() { return faces.find(face => face.id === now.id && face.side !== now.side); }

function step(by) {
  const chosen = figures.filter(made => !made.hidden).map(made => made.face);
  const place = chosen.findIndex(face => face.drawing === now.drawing);
  location.replace(address(chosen[(place + by + chosen.length) % chosen.length] || now));
}

by("kind").addEventListener("change", filter);
by("filter").addEventListener("input", filter);
by("previous").addEventListener("click", () => step(-1));
by("next").addEventListener("click", () => step(1));
by("turn").addEventListener("click", () => location.replace(address(otherSide())));
by("shown").addEventListener("click", () => by("shown").classList.toggle("near"));
panel.addEventListener("keydown", event => {
  if (event.key === "ArrowLeft") step(-1);
  if (event.key === "ArrowRight") step(1);
});
panel.addEventListener("close", () => {
  if (!now) return;
  if (opened) history.back(); else history.replaceState(null, "", location.pathname + location.search);
  opened = false;
});
window.addEventListener("hashchange", show);
filter();
show();
