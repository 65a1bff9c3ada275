"""Scripts of the site's shell that two browsers are asked to run."""

from __future__ import annotations

BEGIN = """() => {
  const found = document.querySelector("#new-dice");
  found.open = true;
  for (const [at, name] of ["Ann", "Ben"].entries()) found.querySelector(`[name="name.${at}"]`).value = name;
  found.querySelector("form").requestSubmit();
}"""
STEP = """() => {
  const dice = [...document.querySelectorAll("form#act input[name=dice]")];
  const nazgul = dice.find((one) => one.parentNode.querySelector("[href='#i-nazgul']")); // has to be kept
  if (dice.length && !dice.some((one) => one.checked)) (nazgul || dice[0]).checked = true;
  [...document.querySelectorAll("button[form=act], form#act button")].find((one) => one.checkVisibility()).click();
}"""
