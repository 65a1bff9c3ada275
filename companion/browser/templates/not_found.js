// Finds the folder above this address, which alone has a service worker of ours, and has its start page show the address.
const { pathname, search } = location;
const parts = pathname.split("/").slice(0, -1);
let found = false;
while (!found && parts.length) {
  const folder = `${parts.join("/")}/`;
  const answer = await fetch(`${folder}sw.js`);
  found = answer.ok && (await answer.text()).startsWith("const BUILD");
  if (found) location.replace(`${folder}#${pathname.slice(folder.length - 1)}${search}`);
  parts.pop();
}
if (!found) document.body.textContent = "404";
