// A journal chosen or dropped goes to the check.

const form = document.getElementById("bring");
const TYPE = "application/jsonl";
const CHECK = new URL("../check", import.meta.url).pathname;

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
    const address = `${CHECK}?name=${encodeURIComponent(file.name)}`;
    const headers = { accept: "application/json", "content-type": "application/octet-stream" };
    const answer = await fetch(address, { method: "POST", body: file, headers });
    if (answer.ok) return location.assign(`${CHECK}/report`);
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
