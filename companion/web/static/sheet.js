// Filled sheets: a photo is sent as soon as it is taken; taps on the drawn sheet change its marks; how the sheets of
// the table stand stays up to date. Without this script the forms are filled in and sent by hand. Knows no game.

const $ = (id) => document.getElementById(id);
const WATCH_MS = 5000;
const REACH = 10; // mm from a field that still mean it

function tell(box, ...lines) {
  box.replaceChildren(...lines);
  box.hidden = !lines.length;
  if (lines.length) box.scrollIntoView({ block: "center" });
}

// --- a photo

function offerPhoto(form) {
  const file = form.elements.photo;
  file.addEventListener("change", () => {
    tell($("fault"));
    if (!file.files.length) return;
    if (file.files[0].size > form.dataset.most) tell($("fault"), form.dataset.large);
    else form.requestSubmit();
  });
  form.addEventListener("submit", () => {
    $("reading").hidden = false;
    form.setAttribute("aria-busy", "true");
  });
  addEventListener("pageshow", () => {
    $("reading").hidden = true;
    form.removeAttribute("aria-busy");
  });
}

async function watch() {
  if (document.hidden) return;
  const answer = await fetch(location.pathname, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const now = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("sheets");
  if (now && now.innerHTML !== $("sheets").innerHTML) $("sheets").replaceChildren(...now.childNodes);
}

// --- what was read

const marksOf = (part) => [...$("drawn").querySelectorAll(`[data-part="${part}"]`)];

function asked(part) {
  const controls = [...$("sheet").querySelectorAll(`fieldset[data-part="${part}"] select`)];
  return { controls, whole: controls.length === 1 && controls[0].name === part };
}

// The drawing follows what the form says.
function draw(part) {
  const { controls, whole } = asked(part);
  const said = whole ? [...controls[0].value] : controls.map(({ value }) => value);
  marksOf(part).forEach((field, at) => (field.dataset.mark = said[at] || "?"));
}

// The form follows what was tapped.
function write(part) {
  const { controls, whole } = asked(part);
  const marks = marksOf(part).map(({ dataset }) => dataset.mark);
  if (!whole) controls.forEach((control, at) => (control.value = marks[at] === "?" ? "" : marks[at]));
  else if (marks.includes("?")) controls[0].value = "";
  else {
    const value = marks.join("");
    const own = [...controls[0].options].find((option) => option.value === value);
    if (!own) controls[0].add(new Option($("sheet").dataset.own, value));
    controls[0].value = value;
  }
}

function tap({ clientX, clientY }) {
  const drawn = $("drawn");
  const at = new DOMPoint(clientX, clientY).matrixTransform(drawn.getScreenCTM().inverse());
  let [nearest, least] = [null, REACH];
  for (const field of drawn.querySelectorAll(".field-mark")) {
    const [x, y, w, h] = ["x", "y", "width", "height"].map((name) => field[name].baseVal.value);
    const away = Math.hypot(Math.max(x - at.x, 0, at.x - x - w), Math.max(y - at.y, 0, at.y - y - h));
    if (away < least) [nearest, least] = [field, away];
  }
  if (!nearest) return;
  const { marks, mark, part } = nearest.dataset;
  nearest.dataset.mark = marks[(marks.indexOf(mark) + 1) % marks.length];
  write(part);
}

async function confirm(event) {
  event.preventDefault();
  const form = $("sheet");
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  if (answer.redirected) return location.assign(answer.url);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const faults = page.getElementById("faults");
  if (faults) return tell($("faults"), ...faults.childNodes);
  form.submit();
}

if ($("photo")) offerPhoto($("photo"));
if ($("sheets")) setInterval(() => watch().catch(() => {}), WATCH_MS);
if ($("sheet")) {
  for (const part of document.querySelectorAll("[data-script]")) part.hidden = false;
  $("drawn").classList.add("taps");
  $("drawn").addEventListener("click", tap);
  $("sheet").addEventListener("change", ({ target }) => draw(target.closest("fieldset").dataset.part));
  $("sheet").addEventListener("submit", (event) => confirm(event).catch(() => $("sheet").submit()));
}
