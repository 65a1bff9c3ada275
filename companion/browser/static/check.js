// A journal chosen or dropped goes to the check; a journal of a table here goes to a file, or to whoever it is shared with.

const form = document.getElementById("bring");
const TYPE = "application/jsonl";

function told(text) {
  const fault = document.getElementById("fault");
  fault.textContent = text;
  fault.hidden = !text;
}

function busy(is) {
  form.toggleAttribute("aria-busy", is);
  document.getElementById("busy").hidden = !is;
}

async function bring(file) {
  if (!file || form.hasAttribute("aria-busy")) return;
  told("");
  if (file.size > Number(form.dataset.largest)) return told(form.dataset.large);
  busy(true);
  try {
    const address = `/check?name=${encodeURIComponent(file.name)}`;
    const headers = { accept: "application/json", "content-type": "application/octet-stream" };
    const answer = await fetch(address, { method: "POST", body: file, headers });
    if (answer.ok) return location.assign("/check/report");
    told((await answer.json()).error || form.dataset.failed);
  } catch {
    told(form.dataset.failed);
  }
  busy(false);
}

if (form) {
  const input = form.querySelector("input");
  input.onchange = () => bring(input.files[0]).finally(() => (input.value = ""));
  addEventListener("dragover", (event) => {
    event.preventDefault();
    form.classList.add("over");
  });
  addEventListener("dragleave", (event) => event.relatedTarget || form.classList.remove("over"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    form.classList.remove("over");
    bring(event.dataTransfer.files[0]);
  });
  addEventListener("pageshow", () => busy(false)); // back from the report
}

/** The journal behind an address, with the name that the answer gives it. */
async function journal(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.status);
  const [, name] = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition"));
  return new File([await answer.blob()], name, { type: TYPE });
}

// Browsers may pass a link with `download` by the worker that answers here, so the file is fetched first.
async function save(address) {
  const file = await journal(address);
  const link = document.createElement("a");
  [link.href, link.download] = [URL.createObjectURL(file), file.name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

for (const link of document.querySelectorAll("[data-save]")) {
  link.onclick = (event) => {
    event.preventDefault();
    save(link.href).catch(() => (location.href = link.href));
  };
}

// Phones share files of few kinds, and text is one of them.
const asText = (content, name) => new File([content], `${name}.txt`, { type: "text/plain" });
const shares = navigator.canShare?.({ files: [asText("{}", "journal.jsonl")] });

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !shares;
  button.onclick = async () => {
    const file = await journal(button.dataset.share);
    await navigator.share({ files: [asText(file, file.name)] }).catch(() => {}); // nobody was chosen
  };
}
