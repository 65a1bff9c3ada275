// Times as the phone's owner tells them: in its zone, by the custom of the page's language, of the owner's own country
// where that speaks it. Without this script, or for what is no time, the text of the server stays.

const { lang } = document.documentElement;
const custom = navigator.languages.find((one) => one.split("-")[0] === lang) || lang;
const clock = { hour: "2-digit", minute: "2-digit" };
const day = { year: "numeric", month: "long", day: "numeric" };
const WAYS = { clock, day, both: { ...day, ...clock } };

export function tellTimes() {
  for (const at of document.querySelectorAll("time[data-as]")) {
    const moment = new Date(at.dateTime);
    if (!isNaN(moment)) at.textContent = moment.toLocaleString(custom, WAYS[at.dataset.as]);
  }
}

tellTimes();
