// A journal goes to a file, or to whomever it is shared with. Knows the page's marks: data-save on a link to it,
// data-share with its address on a button, data-lasting on what is said where the browser may forget its games.

const TYPE = "application/jsonl";

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

// Phones share files of few kinds, and text is one of them.
const asText = (content, name) => new File([content], `${name}.txt`, { type: "text/plain" });

async function share(address) {
  const file = await journal(address);
  await navigator.share({ files: [asText(file, file.name)] }).catch(() => {}); // nobody was chosen
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-save]");
  const button = event.target.closest("[data-share]");
  if (button) share(button.dataset.share);
  if (!link) return;
  event.preventDefault();
  save(link.href).catch(() => (location.href = link.href));
});

const shares = navigator.canShare?.({ files: [asText("{}", "journal.jsonl")] });
const lasts = await navigator.storage?.persisted?.().catch(() => false);
const dress = () => {
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !shares;
  for (const said of document.querySelectorAll("[data-lasting]")) said.hidden = lasts;
};
dress();
const board = document.getElementById("board");
if (board) new MutationObserver(dress).observe(board, { childList: true }); // its parts are replaced while it is played
