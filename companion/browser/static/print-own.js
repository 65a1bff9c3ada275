// Content of one's own: a folder or a sheet, chosen or dropped, is taken in file by file, and shown.
const PRINT = new URL("../print", import.meta.url).pathname;
const room = document.getElementById("own"), json = {headers: {accept: "application/json"}};

for (const button of document.querySelectorAll("[data-clear]")) {
  button.addEventListener("click", async () => {
    await fetch(`${PRINT}/own`, {method: "DELETE", ...json});
    location.assign(PRINT);
  });
}

if (room) {
  const drop = room.querySelector(".drop"), says = room.querySelector("[role=status]");
  const folders = room.dataset.folders.split(" "), suffixes = room.dataset.suffixes.split(" ");
  const inside = path => path.split("/").slice(0, -1).some(part => folders.includes(part));
  const hidden = path => path.split("/").some(part => part.startsWith("."));
  const fits = path => suffixes.some(suffix => path.toLowerCase().endsWith(suffix));

  const say = (text, wrong) => {
    says.hidden = !text;
    says.textContent = text;
    says.classList.toggle("warn", wrong);
  };

  // What lies beside content/, cards/ and layouts/ is left where it is; without them whatever came is tried.
  const take = async files => {
    let all = files.filter(([path]) => !hidden(path));
    if (all.some(([path]) => inside(path))) all = all.filter(([path]) => inside(path) && fits(path));
    if (!all.length) return;
    room.setAttribute("aria-busy", "true");
    await fetch(`${PRINT}/own`, {method: "DELETE", ...json});
    for (const [number, [path, file]] of all.entries()) {
      say(`${number + 1}/${all.length} ${path}`, false);
      const address = `${PRINT}/own/${path.split("/").map(encodeURIComponent).join("/")}`;
      const answer = await fetch(address, {method: "PUT", body: file, ...json}).catch(() => null);
      const found = answer ? await answer.json() : {ok: false, error: path};
      if (!found.ok) {
        room.removeAttribute("aria-busy");
        say(found.error, true);
        return;
      }
    }
    location.assign(`${PRINT}/own`);
  };

  for (const input of room.querySelectorAll("input[type=file]")) {
    input.addEventListener("change", () => {
      take([...input.files].map(file => [file.webkitRelativePath || file.name, file]));
      input.value = "";
    });
  }

  const walk = async (entry, out) => {
    if (entry.isFile) {
      out.push([entry.fullPath.slice(1), await new Promise((good, bad) => entry.file(good, bad))]);
      return;
    }
    const reader = entry.createReader();
    for (let some; (some = await new Promise((good, bad) => reader.readEntries(good, bad))).length;) {
      for (const one of some) await walk(one, out);
    }
  };
  addEventListener("dragover", event => { event.preventDefault(); drop.classList.add("above"); });
  addEventListener("dragleave", () => drop.classList.remove("above"));
  addEventListener("drop", async event => {
    event.preventDefault();
    drop.classList.remove("above");
    const entries = [...event.dataTransfer.items].map(item => item.webkitGetAsEntry?.()).filter(Boolean);
    const files = [...event.dataTransfer.files].map(file => [file.name, file]), out = [];
    for (const entry of entries) await walk(entry, out);
    take(out.length ? out : files);
  });
}
