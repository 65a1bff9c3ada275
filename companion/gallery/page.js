// The gallery follows the files: a change draws anew only the faces whose drawing has another address.
const main = document.querySelector("main"), panel = document.querySelector("dialog");
const figures = new Map();
let words = {}, busy = false, again = false;

function options(select, values, chosen, label) {
  select.replaceChildren(...values.map(value => {
    const option = element("option", label(value));
    option.value = value;
    return option;
  }));
  select.value = values.includes(chosen) ? chosen : values[0];
}

function faultList(list, faults) {
  list.replaceChildren(...faults.map(fault => element("li", fault.at ? `${fault.at}\n${fault.says}` : fault.says)));
}

function figure(face) {
  const made = element("figure"), button = element("button", "", "face");
  const image = element("img"), faults = element("ul", "", "faults");
  button.type = "button";
  image.loading = "lazy";
  button.append(image, faults);
  button.addEventListener("click", () => open(made.face.faults.find(fault => fault.at)?.at, made.face.places));
  made.append(button, element("figcaption"));
  return made;
}

function update(made, face) {
  const image = made.querySelector("img");
  setFace(made, face);
  made.classList.toggle("wrong", face.faults.length > 0);
  image.alt = `${face.name}, ${words[face.side]}`;
  if (face.drawing && image.getAttribute("src") !== face.drawing) image.src = face.drawing;
  image.hidden = !image.getAttribute("src");
  const faults = made.querySelector("ul");
  faults.hidden = !face.faults.length;
  faultList(faults, face.faults);
  made.querySelector("figcaption").textContent = `${face.id} · ${words[face.side]}`;
}

function filter() {
  const shown = showChosen(figures.values());
  let wrong = by("faults").children.length;
  for (const made of figures.values()) wrong += made.face.faults.length > 0;
  by("status").textContent = `${words.faces}: ${shown} · ${words.faults}: ${wrong}`;
  by("status").classList.toggle("bad", wrong > 0);
}

async function refresh() {
  if (busy) { again = true; return; }
  busy = true;
  try {
    do {
      again = false;
      show(await (await fetch(`faces.json?lang=${encodeURIComponent(by("lang").value || wish.get("lang") || "")}`)).json());
    } while (again);
  } finally {
    busy = false;
  }
}

function show(found) {
  words = found.words;
  document.documentElement.lang = words.lang;
  document.title = found.title;
  document.querySelector("h1").textContent = found.title;
  for (const place of document.querySelectorAll("[data-word]")) place.textContent = words[place.dataset.word];
  options(by("lang"), found.languages, found.lang, lang => lang);
  options(by("kind"), ["", ...new Set(found.faces.map(face => face.kind))], by("kind").value, kind => kind || words.all);
  faultList(by("faults"), found.faults);
  by("faults").hidden = !found.faults.length;
  if (found.faces.length || !found.faults.length) arrange(found.faces);
  filter();
  by("pick").hidden = !found.icons;
  document.body.dataset.version = found.version;
}

function arrange(faces) {
  const left = new Set(figures.keys());
  faces.forEach((face, place) => {
    const key = `${face.id} ${face.side}`;
    if (!figures.has(key)) figures.set(key, figure(face));
    const made = figures.get(key);
    left.delete(key);
    update(made, face);
    if (main.children[place] !== made) main.insertBefore(made, main.children[place] || null);
  });
  for (const key of left) {
    figures.get(key).remove();
    figures.delete(key);
  }
}

async function open(fault, places) {
  const all = [...new Set([fault, ...places].filter(Boolean))];
  panel.querySelector("nav").replaceChildren(...(all.length > 1 ? all : []).map(place => {
    const button = element("button", place);
    button.type = "button";
    button.addEventListener("click", () => source(place));
    return button;
  }));
  await source(all[0]);
  if (!panel.open) panel.showModal();
  panel.querySelector(".here")?.scrollIntoView({block: "center"});
}

async function source(place) {
  const [file, line] = place.split(":");
  const answer = await fetch(`source?file=${encodeURIComponent(file)}`);
  const lines = (answer.ok ? await answer.text() : "").split("\n");
  by("place").textContent = place;
  const list = panel.querySelector("ol");
  list.replaceChildren(...lines.map(text => element("li", text)));
  list.children[line - 1]?.classList.add("here");
  list.children[line - 1]?.scrollIntoView({block: "center"});
}

// The picker of added icons: a tap copies a name for `icon:` or, in brackets, for a text.
async function findIcons() {
  const asked = by("icons-find").value;
  const found = await (await fetch(`icons.json?words=${encodeURIComponent(asked)}`)).json();
  if (asked !== by("icons-find").value) return;
  by("icons-count").textContent = found.of > found.names.length ? `${found.names.length} / ${found.of}` : `${found.of}`;
  by("icons-found").replaceChildren(...found.names.map(name => {
    const button = element("button"), image = element("img");
    button.type = "button";
    image.src = `icon/${name}.svg`;
    image.alt = "";
    image.loading = "lazy";
    button.append(image, element("span", name));
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(name);
      by("copied").textContent = `${words.copied}: ${name}`;
    });
    return button;
  }));
}

const wish = new URLSearchParams(location.search);
by("kind").addEventListener("change", filter);
by("filter").addEventListener("input", filter);
by("lang").addEventListener("change", refresh);
by("size").addEventListener("input", () => document.body.style.setProperty("--size", by("size").value));
by("icons-find").addEventListener("input", findIcons);
by("pick").addEventListener("click", () => { by("copied").textContent = ""; findIcons(); by("icons").showModal(); });
new EventSource("changes").addEventListener("message", refresh);
