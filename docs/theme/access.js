// What the theme leaves out: a name of the search, fewer landmarks, and the keyboard for what scrolls sideways.
const mend = () => {
  for (const part of document.querySelectorAll('.md-code__nav, .md-nav--secondary .md-nav')) {
    part.role = 'none';
    part.ariaLabel = null;
  }
  for (const part of document.querySelectorAll('pre > code, .md-typeset__scrollwrap')) {
    if (part.tabIndex && part.scrollWidth > part.clientWidth) part.tabIndex = 0;
  }
};
document.querySelector('.md-search').ariaLabel = 'Search';
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true, attributeFilter: ['tabindex'] });
mend();
