// A card that is read large is read aloud too, by a voice of the browser, in the language of the page.
// What a card says is the description in its picture. Knows no game and no words but those of the page.

const voices = window.speechSynthesis;

export async function offer(reader, image) {
  const { lang } = document.documentElement;
  const button = document.getElementById("aloud").content.firstElementChild.cloneNode(true);
  const drawn = await (await fetch(image.src)).text();
  const words = new DOMParser().parseFromString(drawn, "image/svg+xml").querySelector("desc")?.textContent;
  if (!words || !image.isConnected) return;
  image.alt = words;
  button.onclick = (event) => {
    event.stopPropagation();
    const stops = button.ariaPressed === "true";
    voices.cancel();
    if (stops) return;
    const speech = Object.assign(new SpeechSynthesisUtterance(words), { lang });
    speech.onend = speech.onerror = () => (button.ariaPressed = "false");
    button.ariaPressed = "true";
    voices.speak(speech);
  };
  reader.onclose = () => voices.cancel();
  image.after(button);
}
