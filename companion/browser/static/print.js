// The form of a print: its faces are drawn as they come into sight, its PDFs are made, opened, saved, shared.
const form = document.getElementById("print"), words = form.dataset;
const faces = document.getElementById("faces"), result = document.getElementById("result");
const PRINT = new URL("../print", import.meta.url).pathname;
const at = `${PRINT}/${words.slot}`, own = words.slot === "own" ? [["game", words.game]] : [];
const shape = ["kind", "print_lang", "ink", "trim", "variant", "only"]; // fields that change what the faces show
const json = {headers: {accept: "application/json"}};

function element(name, text = "", className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

function listed(faults) {
  return faults.map(fault => {
    const line = element("li");
    if (fault.at) line.append(element("b", fault.at), "\n");
    line.append(fault.says);
    return line;
  });
}

// --- faces: one is drawn after the other, those in sight first; of one's own content all, for every fault is wanted

let wanted = new URLSearchParams(), queue = [], drawing = false, shown = 0;
const sight = new IntersectionObserver(seen => {
  for (const {target, isIntersecting} of seen) {
    if (!isIntersecting) continue;
    sight.unobserve(target);
    queue = [target, ...queue.filter(other => other !== target)];
  }
  draw();
}, {rootMargin: "200px"});

async function list() {
  const turn = ++shown, fields = new FormData(form);
  wanted = new URLSearchParams([...own, ...shape.filter(name => fields.get(name)).map(name => [name, fields.get(name)])]);
  faces.setAttribute("aria-busy", "true");
  const answer = await fetch(`${at}/faces?${wanted}`, json).catch(() => null);
  const found = answer ? await answer.json() : {ok: false, error: words.failed};
  if (turn !== shown) return;
  const faults = found.ok ? found.faults : [{at: "", says: found.error}];
  faces.querySelector(".spoken").textContent = found.ok && found.faces.length ? found.says : "";
  faces.querySelector(".banner").hidden = !faults.length;
  faces.querySelector(".faults").replaceChildren(...listed(faults));
  for (const image of faces.querySelectorAll("img[src]")) URL.revokeObjectURL(image.src);
  sight.disconnect();
  const figures = (found.faces || []).map(figure);
  faces.querySelector(".pictures").replaceChildren(...figures);
  queue = own.length ? figures : [];
  for (const one of figures) sight.observe(one);
  faces.removeAttribute("aria-busy");
  draw();
}

function figure(face, number) {
  const made = element("figure"), image = element("img");
  const [w, h] = face.size;
  made.dataset.number = number;
  made.classList.toggle("wide", w > 150);
  made.style.setProperty("--w", w);
  made.style.setProperty("--h", h);
  image.alt = `${face.name}, ${face.side}`;
  made.append(image, element("figcaption", `${face.name} · ${face.side}`));
  return made;
}

async function draw() {
  if (drawing) return;
  drawing = true;
  while (queue.length) {
    const made = queue.shift(), turn = shown;
    if (made.dataset.drawn) continue;
    const answer = await fetch(`${at}/face/${made.dataset.number}?${wanted}`, json).catch(() => null);
    if (!answer || turn !== shown) continue;
    made.dataset.drawn = answer.status;
    if (answer.ok) {
      made.querySelector("img").src = URL.createObjectURL(await answer.blob());
    } else {
      const found = await answer.json(), faults = element("ul", "", "faults");
      faults.append(...listed(found.faults || [{at: "", says: found.error}]));
      made.querySelector("img").replaceWith(faults);
    }
  }
  drawing = false;
}

// --- print

const channel = new BroadcastChannel("companion-progress");
const bar = result.querySelector("progress"), says = result.querySelector(".spoken"), files = result.querySelector(".files");
let busy = false, kept = [];
channel.addEventListener("message", ({data}) => {
  if (!busy) return;
  bar.max = data.of;
  bar.value = data.done;
  says.textContent = `${words[data.stage] || words.working} ${data.done}/${data.of}`;
});

async function make(address, fields) {
  if (busy) return;
  busy = true;
  for (const address of kept) URL.revokeObjectURL(address);
  kept = [];
  files.replaceChildren();
  bar.removeAttribute("value");
  says.textContent = words.working;
  result.hidden = bar.hidden = says.hidden = false;
  result.classList.remove("bad");
  result.scrollIntoView({block: "nearest"});
  let said = words.failed;
  try {
    const found = await (await fetch(address, {method: "POST", body: fields, ...json})).json();
    said = found.error || "";
    for (const one of found.files || []) {
      const blob = await (await fetch(new URL(`..${one.address}`, import.meta.url))).blob();
      files.append(row(one, new File([blob], one.name, {type: "application/pdf"})));
    }
  } catch (error) {
    console.warn(error);
  }
  result.classList.toggle("bad", said !== "");
  says.textContent = said;
  says.hidden = !said;
  bar.hidden = true;
  busy = false;
  result.scrollIntoView({block: "nearest"});
}

function row(one, file) {
  const made = element("li"), ways = element("p"), address = URL.createObjectURL(file);
  kept.push(address);
  const open = element("a", words.open, "button"), save = element("a", words.save, "button");
  open.href = save.href = address;
  open.target = "_blank";
  save.download = one.name;
  ways.append(open, save);
  if (navigator.canShare?.({files: [file]})) {
    const share = element("button", words.share);
    share.type = "button";
    share.addEventListener("click", () => navigator.share({files: [file], title: one.name}).catch(() => {}));
    ways.append(share);
  }
  made.append(element("b", one.name), element("small", one.says), ways);
  return made;
}

form.addEventListener("submit", event => {
  event.preventDefault();
  make(`${at}?${new URLSearchParams(own)}`, new URLSearchParams(new FormData(form)));
});

// --- the user's printers, kept in this browser

const by = id => document.getElementById(id);
const known = () => JSON.parse(localStorage.getItem("companion.printers") || "{}");

function printers(chosen) {
  const none = by("printers").options[0];
  by("printers").replaceChildren(none, ...Object.keys(known()).sort().map(name => new Option(name, name)));
  by("printers").value = chosen;
  by("drop").disabled = !chosen;
}

function fill(values) {
  for (const [name, value] of Object.entries(values)) if (form.elements[name]) form.elements[name].value = value;
}

if (by("printers")) {
  printers("");
  by("printers").addEventListener("change", () => {
    const name = by("printers").value;
    fill(name ? known()[name] : {x: 0, y: 0, angle: 0});
    by("printer").value = name;
    by("drop").disabled = !name;
  });
  by("keep").addEventListener("click", () => {
    const name = by("printer").value.trim();
    if (!name) { by("printer").focus(); return; }
    const values = Object.fromEntries(["x", "y", "angle", "duplex"].map(field => [field, form.elements[field].value]));
    localStorage.setItem("companion.printers", JSON.stringify({...known(), [name]: values}));
    printers(name);
  });
  by("drop").addEventListener("click", () => {
    const left = known();
    delete left[by("printers").value];
    localStorage.setItem("companion.printers", JSON.stringify(left));
    printers("");
  });
  by("test").addEventListener("click", () => make(`${PRINT}/test`, new URLSearchParams(new FormData(form))));
  by("read").addEventListener("click", async () => {
    const asked = new URLSearchParams({left: by("left").value, right: by("right").value});
    const found = await (await fetch(`${PRINT}/reading?${asked}`, json)).json();
    by("left").setCustomValidity(found.error || "");
    by("left").reportValidity();
    if (found.ok) fill({x: found.x, y: found.y, angle: found.angle});
  });
  for (const id of ["left", "right"]) by(id).addEventListener("input", () => by("left").setCustomValidity(""));
}

form.addEventListener("change", event => { if (shape.includes(event.target.name)) list(); });
list();
