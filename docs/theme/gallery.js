// A gallery shows the language and the ink that are chosen; without this script English and full ink.
for (const form of document.querySelectorAll('[data-gallery]')) {
  const show = () => {
    const { lang, ink } = Object.fromEntries(new FormData(form));
    for (const face of document.querySelectorAll('[data-face]')) face.src = `${face.dataset.face}.${lang}.${ink}.webp`;
  };
  form.addEventListener('change', show);
  show();
}
