// A gallery shows the language and the ink that are chosen; without this script English and full ink.
for (const form of document.querySelectorAll('[data-gallery]')) {
  const show = () => {
    const { lang, ink } = Object.fromEntries(new FormData(form));
    for (const link of document.querySelectorAll('[data-face]')) {
      link.href = `${link.dataset.face}.${lang}.${ink}.webp`;
      link.firstElementChild.src = link.href;
    }
  };
  form.addEventListener('change', show);
  show();
}

// A picture opens large on the page; without this script as a page of its own. A click anywhere or Escape closes it.
const large = document.createElement('dialog');
const picture = document.createElement('img');
const close = document.createElement('button');
large.className = 'large';
close.textContent = 'Close';
large.append(close, picture);
large.addEventListener('click', () => large.close());
for (const link of document.querySelectorAll('[data-face]')) {
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    picture.src = link.href;
    picture.alt = large.ariaLabel = link.firstElementChild.alt;
    document.body.append(large);
    large.showModal();
  });
}
