// The language of the shell: what was chosen, else what the browser prefers, else English. Loaded before anything is
// painted. Whoever follows the choice listens to the document's event `lang`.

{
  const html = document.documentElement;
  const spoken = html.dataset.langs.split(" ");
  let kept = null;
  try {
    kept = localStorage.getItem("lang");
  } catch {}
  const wanted = [kept, ...navigator.languages.map((tag) => tag.split("-")[0].toLowerCase())];
  html.lang = wanted.find((lang) => spoken.includes(lang)) || "en";

  document.addEventListener("change", ({ target }) => {
    if (!target.matches("select[data-lang]")) return;
    html.lang = target.value;
    try {
      localStorage.setItem("lang", target.value);
    } catch {}
    show();
    document.dispatchEvent(new CustomEvent("lang", { detail: target.value }));
  });
  const show = () => document.querySelectorAll("select[data-lang]").forEach((choice) => (choice.value = html.lang));
  document.addEventListener("DOMContentLoaded", show);
}
