// What both pages share: elements by id, new elements, and faces chosen by kind and words.
const by = id => document.getElementById(id);

function element(name, text, className) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function setFace(made, face) {
  made.face = face;
  made.style.setProperty("--w", face.size[0]);
  made.style.setProperty("--h", face.size[1]);
}

// Shows the figures of the chosen kind whose name or id has the words; returns how many.
function showChosen(figures) {
  const kind = by("kind").value, wanted = by("filter").value.toLowerCase();
  let shown = 0;
  for (const made of figures) {
    const face = made.face, text = `${face.id} ${face.name}`.toLowerCase();
    made.hidden = (kind && face.kind !== kind) || !text.includes(wanted);
    shown += !made.hidden;
  }
  return shown;
}
