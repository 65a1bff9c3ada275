// What is marked data-stays, a drawing that takes long to lay out, keeps its place with all that it lies in while a page
// is drawn anew. Knows no game.

const CONTROLS = "input,select,textarea,button,a,summary";

document.getElementById("board")?.addEventListener("draw", (event) => {
  if (put(event.target, event.detail)) event.preventDefault();
});

// False if there is nothing that could stay. A control that is removed while it has the focus costs a layout of all that
// was changed before.
function put(root, fresh) {
  let [old, now] = [root, fresh].map((top) => top.querySelector("[data-stays]"));
  if (!old || String(way(old, root)) !== String(way(now, fresh))) return false;
  const { activeElement } = document;
  if (root.contains(activeElement) && activeElement.matches(CONTROLS)) activeElement.blur();
  for (; old !== root; [old, now] = [old.parentNode, now.parentNode]) {
    const [before, parts] = [old, now].map((one) => [...one.parentNode.childNodes]);
    const [at, to] = [before.indexOf(old), parts.indexOf(now)];
    change(old.parentNode, before.slice(0, at), parts.slice(0, to), old);
    change(old.parentNode, before.slice(at + 1), parts.slice(to + 1), null);
    mark(old, now);
  }
  return true;
}

const way = (part, top) => (!part || part === top ? [] : [...way(part.parentNode, top), part.localName]);

// Parts in place of those before, in front of `end`; one that is alike and holds no control is left where it is.
function change(parent, before, parts, end) {
  for (const part of parts) {
    const same = before.findIndex((one) => isAlike(one, part));
    if (same < 0) parent.insertBefore(part, before[0] ?? end);
    else for (const one of before.splice(0, same + 1).slice(0, same)) one.remove();
  }
  for (const one of before) one.remove();
}

const isAlike = (one, part) => one.nodeType === 1 && one.isEqualNode(part) && !one.matches(CONTROLS) && !one.querySelector(CONTROLS);

// Classes and styles of a script stay where the page has none.
function mark(old, now) {
  const gone = old.getAttributeNames().filter((name) => !now.hasAttribute(name) && !/^(class|style)$/.test(name));
  for (const name of gone) old.removeAttribute(name);
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}
