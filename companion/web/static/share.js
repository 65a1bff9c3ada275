// A journal goes to whomever it is shared with. Knows the page's marks: data-share with its address on a button,
// data-lasting on what is said where the browser may forget its games.

const TYPE = "application/jsonl";

/** The journal behind an address, with the name that the answer gives it. */
async function journal(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.status);
  const [, name] = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition"));
  return new File([await answer.blob()], name, { type: TYPE });
}

// Phones share files of few kinds, and text is one of them.
const asText = (content, name) => new File([content], `${name}.txt`, { type: "text/plain" });

async function share(address) {
  const file = await journal(address);
  await navigator.share({ files: [asText(file, file.name)] }).catch(() => {}); // nobody was chosen
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-share]");
  if (button) share(button.dataset.share);
});

const shares = navigator.canShare?.({ files: [asText("{}", "journal.jsonl")] });
const lasts = await navigator.storage?.persisted?.().catch(() => false);
const dress = () => {
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !shares;
  for (const said of document.querySelectorAll("[data-lasting]")) said.hidden = lasts;
};
dress();
const board = document.getElementById("board");
board?.addEventListener("drawn", dress); // its parts are replaced while it is played
