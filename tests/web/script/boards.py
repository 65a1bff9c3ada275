"""Boards that the script is tried on, and what is read off a page."""

import json

from playwright.sync_api import expect

ROLL = """<div data-mine="0"></div><form class="move" method="post" action="/abcdef/do" id="roll">
<input type="hidden" name="seen" value="SEQ"><button name="type" value="roll">Roll the dice</button></form>"""
TICKS = """<form class="move" data-seq="STEP" method="post" action="/abcdef/do">
<input type="hidden" name="seen" value="SEQ">
<input type="checkbox" name="dice" value="black" id="black"><input type="checkbox" name="dice" value="red">
<input name="text" id="typed"><select name="halve"><option>1<option>2</select><button name="type" value="keep">Keep
</button></form><details id="more"><summary>More</summary><p>text</p></details><a href="/abcdef/rule/R-1"
data-rule="R-1">R-1</a>"""
SHOWN = """<form class="move in-turn" method="post" action="/abcdef/do" id="roll"><input type="hidden" name="seen"
value="SEQ"><fieldset class="faces"><legend>black die</legend><label><input type="radio" name="rolled.black"
value="ring" checked>Ring</label><label><input type="radio" name="rolled.black" value="orc">Orc</label></fieldset>
<button name="type" value="roll">These fell</button></form>"""
COUNTED = """<form class="move" method="post" action="/abcdef/do" id="roll">
<input type="hidden" name="seen" value="SEQ">
<div class="counts"><label for="eye">Eye</label><select id="eye" name="rolled"><option value="">0<option value="eye,eye"
selected>2</select><label for="army">Army</label><select id="army" name="rolled"><option value="">0</select></div>
<input class="field" name="note" value="north"><button name="type" value="roll">These fell</button></form>"""
COMMIT = """<details data-script hidden open><summary>Words</summary>
<form class="move" method="post" action="/abcdef/do">
<input type="hidden" name="seen" value="SEQ"><input type="hidden" name="type" value="commit">
<input type="hidden" name="seat" value="SEAT"><input type="hidden" name="hash"><input data-text id="own"><button>Commit
</button></form></details>"""
SHOW = """<form class="move" method="post" action="/abcdef/do"><input type="hidden" name="seen" value="SEQ">
<input type="hidden" name="type" value="reveal"><input type="hidden" name="seat" value="SEAT">
<input name="words" data-hash="HASH"NOW><button>Show</button></form>"""


def kept(page, key):
    """What the phone remembers."""
    return json.loads(page.evaluate(f"localStorage.getItem('companion.abcdef.{key}')") or "null")


def at(page, seq):
    """The board shows entry `seq`."""
    expect(page.locator("#at")).to_have_text(str(seq))
