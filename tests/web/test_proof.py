"""The phone's own check: bytes as hashlib has them, numbers as the app draws them, the first bad line of `verify`."""

import hashlib
import hmac
import random
from pathlib import Path

import pytest

from companion import games
from companion.content.load import load
from companion.core.errors import JournalError
from companion.play.bots.simulate import play_session
from companion.play.journal import draws
from companion.play.journal.entries.random_words import Commit, Reveal
from companion.play.journal.entries.remarks import Note
from companion.play.journal.entries.undo import Undo
from companion.play.report.verify import verify_journal
from tests.play.forge import changed, entries, extra, forged, lines_of, rehash
from tests.play.tables import SEED
from tests.tiers import sample
from tests.web.fake import FakeTable, new_session, serving

CHAIN = draws.link_chain(SEED)
BY_RULES = {
    "no_header",
    "illegal",
    "dice_forged",
    "end_missing",
    "end_wrong",
    "action_unreadable",
}  # what only the referee can see

JUDGE = """async (lines) => {
  const { Proof } = await import("/static/proof.js");
  const faults = [];
  let proof = new Proof();
  for (const line of lines) {
    const fault = proof.take(line);
    if (fault) faults.push([fault.seq, fault.why]);
    if (fault && fault.seq > proof.seq) break;
  }
  return { faults, seq: proof.seq, hash: proof.hash, k: proof.k, good: proof.good };
}"""


@pytest.fixture(scope="module")
def page(browser):
    """A page without a secure context, as a phone at the table has it."""
    with serving(FakeTable()) as port:
        page = browser.new_page()
        page.goto(f"http://tracker.test:{port}/blank")
        assert page.evaluate("[isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
        yield page


@pytest.fixture(scope="module")
def judged(page):
    """What the phone says of lines."""
    return lambda lines: page.evaluate(JUDGE, lines)


@pytest.fixture(scope="module")
def first_fault(judged):
    """Number and code of the first bad entry, or None."""

    def find(lines):
        faults = judged(lines)["faults"]
        return tuple(faults[0]) if faults else None

    return find


def referee(lines):
    """What `companion verify` names first."""
    try:
        verify_journal(lines, games.get, load, None)
    except JournalError as error:
        return error.seq, error.code
    return None


@pytest.fixture(scope="module")
def whole_game():
    """A game with words mixed in and remarks that look like a journal."""
    session = new_session()
    words = {"": "Zażółć gęślą jaźń", "sam": "їжак і ґанок 🂡"}
    for seat, said in words.items():
        session.keep(session.plan(Commit(draws.commitment(said), seat)))
    for seat, said in words.items():
        session.keep(session.plan(Reveal(said, seat)))
    session.keep(session.plan(Note('","hash":"' + "0" * 64 + '","prev":"x"} \u2028 и "type":"roll"}')))
    session.keep(session.plan(Note('\\",\\"hash\\":\\"')))
    play_session(session, random.Random("seen by a phone"))
    return lines_of(session)


# --- bytes -----------------------------------------------------------------------------------------------------------


def test_sha256_is_that_of_hashlib(page):
    """All lengths around the edges of blocks, and a long one."""
    chance = random.Random(256)
    data = [chance.randbytes(length) for length in [*range(301), 4096, 100_003]]
    found = page.evaluate(
        """async (all) => {
          const { sha256, hex, fromHex } = await import("/static/proof.js");
          return all.map((text) => hex(sha256(fromHex(text))));
        }""",
        [one.hex() for one in data],
    )
    assert found == [hashlib.sha256(one).hexdigest() for one in data]


def test_hmac_is_that_of_python(page):
    """Keys up to a block, messages of every length."""
    chance = random.Random(2104)
    pairs = [(chance.randbytes(length % 65), chance.randbytes(length)) for length in range(301)]
    found = page.evaluate(
        """async (pairs) => {
          const { hmac, hex, fromHex } = await import("/static/proof.js");
          return pairs.map(([key, message]) => hex(hmac(fromHex(key), fromHex(message))));
        }""",
        [[key.hex(), message.hex()] for key, message in pairs],
    )
    assert found == [hmac.digest(key, message, "sha256").hex() for key, message in pairs]


def test_numbers_are_those_of_the_app(page):
    """Small and large sizes, those that reject nearly every other word, more numbers than one block holds."""
    chance = random.Random(6)
    sizes = [[6] * 5, [1], [2**32], [2**31 + 1] * 20, [3, 2**32 - 1, 7] * 12, [], list(range(1, 60))]
    sizes += [[chance.randrange(1, 2**32 + 1) for _ in range(chance.randrange(1, 30))] for _ in range(40)]
    links, tables = ([chance.randbytes(32) for _ in sizes] for _ in range(2))
    labels = [chance.choice(("roll", "repeat", "żeton", "кубик")) for _ in sizes]
    ks = [chance.choice((1, 2, 255, 256, 2000, 2**32 - 1)) for _ in sizes]
    cases = list(zip([link.hex() for link in links], [table.hex() for table in tables], ks, labels, sizes, strict=True))
    found = page.evaluate(
        """async (cases) => {
          const { numbers, fromHex } = await import("/static/proof.js");
          return cases.map(([link, table, k, label, sizes]) => numbers(fromHex(link), fromHex(table), k, label, sizes));
        }""",
        [list(case) for case in cases],
    )
    assert found == [draws.draw_numbers(*case) for case in zip(links, tables, ks, labels, sizes, strict=True)]


# --- honest journals -------------------------------------------------------------------------------------------------


def test_every_line_of_an_honest_game_holds(judged, whole_game):
    """Every line holds, every draw is proved, the head is the session's."""
    said = judged(whole_game)
    rolls = [entry["seq"] for entry in entries(whole_game) if "draw" in entry["args"]]
    assert said["faults"] == []
    assert (said["good"], said["k"]) == (rolls, len(rolls))
    assert (said["seq"], said["hash"]) == (len(whole_game) - 1, entries(whole_game)[-1]["hash"])
    assert len(rolls) > 20


def test_undone_draws_and_typed_dice(judged):
    """A draw taken back keeps its link; typed dice claim nothing."""
    session = new_session()
    session.do("roll", {})
    session.keep(session.plan(Undo(["frodo", "sam"])))
    session.do("roll", {}, "t,o,o,w,n")
    session.keep(session.plan(Undo(["frodo", "sam"])))
    session.do("roll", {})
    said = judged(lines_of(session))
    assert (said["faults"], said["good"]) == ([], [1, 5])


def test_a_kept_check_goes_on_to_the_same_end(page, whole_game):
    """Kept as JSON after every line, the check comes to the same end."""
    said = page.evaluate(
        """async (lines) => {
          const { Proof } = await import("/static/proof.js");
          let kept = JSON.stringify(new Proof());
          const faults = [];
          for (const line of lines) {
            const proof = new Proof(JSON.parse(kept));
            faults.push(proof.take(line));
            kept = JSON.stringify(proof);
          }
          const proof = new Proof(JSON.parse(kept));
          const asked = [0, proof.good[0], proof.seq + 1].map((seq) => proof.verdict(seq));
          return { faults: faults.filter(Boolean), asked, size: kept.length };
        }""",
        whole_game,
    )
    assert said["faults"] == []
    assert said["asked"] == ["no", "yes", ""]
    assert said["size"] < 2000


# --- careless changes ------------------------------------------------------------------------------------------------


def test_every_changed_entry_is_named(page, whole_game):
    """Whatever is changed in whichever entry, that entry is the first bad one."""
    changes = (
        lambda entry: entry["args"].update(x=1),
        lambda entry: entry.update(seat="merry"),
        lambda entry: entry.update(at="1999-01-01T00:00:00Z"),
        lambda entry: entry.update(hash="0" * 64),
    )
    cases = [(seq, changed(whole_game, seq, change)) for seq in range(len(whole_game)) for change in changes]
    found = page.evaluate(
        """async ([lines, cases]) => {
          const { Proof } = await import("/static/proof.js");
          const proof = new Proof();
          const honest = lines.map((line) => {
            const before = JSON.stringify(proof);
            return [before, proof.take(line)];
          });
          const faults = honest.flatMap(([, fault]) => fault || []);
          return cases.map(([seq, line]) => {
            const fault = new Proof(JSON.parse(honest[seq][0])).take(line);
            return [faults.length, fault.seq, fault.why];
          });
        }""",
        [whole_game, [[seq, lines[seq]] for seq, lines in cases]],
    )
    assert found == [[0, seq, "changed"] for seq, _ in cases]


@pytest.mark.parametrize("seq", [0, 1, 3, 8])
def test_moved_lines_are_named(first_fault, whole_game, seq):
    """Swapped, left out, doubled: the place does not fit."""
    lines = whole_game[:12]
    swapped = [*lines[:seq], lines[seq + 1], lines[seq], *lines[seq + 2 :]]
    assert first_fault(swapped) == (seq, "wrong_place")
    assert first_fault([*lines[:seq], *lines[seq + 1 :]]) == (seq, "wrong_place")
    assert first_fault([*lines[: seq + 1], lines[seq], *lines[seq + 1 :]]) == (seq + 1, "wrong_place")


def test_a_line_of_another_table(first_fault, whole_game):
    """The number fits, the entry before does not."""
    other = rehash([{**entry, "at": "2000-01-01T00:00:00Z"} for entry in entries(whole_game)])
    assert first_fault([*whole_game[:5], *other[5:]]) == (5, "not_following")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "damaged"),
        ("{", "damaged"),
        ("null", "not_entry"),
        ("[]", "not_entry"),
        ("7", "not_entry"),
        ('{"seq":5}', "not_entry"),
    ],
)
def test_a_line_that_is_no_entry_is_named(first_fault, whole_game, line, code):
    """What is no entry is named as that."""
    assert first_fault([*whole_game[:5], line]) == (5, code) == referee([*whole_game[:5], line])


def test_a_line_written_in_another_way(first_fault, whole_game):
    """The hash of the line is to be found in its place."""
    line = whole_game[5].replace(',"type":', ', "type":')
    assert first_fault([*whole_game[:5], line]) == (5, "not_canonical")


def test_no_draw_holds_without_a_header(first_fault, whole_game):
    """Without an anchor no draw holds."""
    seq = next(entry["seq"] for entry in entries(whole_game) if "draw" in entry["args"])
    assert first_fault(rehash([extra("note", {"text": "x"}), *entries(whole_game)[1:]])) == (seq, "link_foreign")


# --- careful forgeries: every later hash is made good ----------------------------------------------------------------


def test_every_forged_number_is_named(page, whole_game, exhaustive):
    """In whichever draw: the link gives other numbers; the draws after it still hold."""
    rolls = [entry["seq"] for entry in entries(whole_game) if "draw" in entry["args"]]

    def forge(entry):
        entry["args"]["draw"]["got"] = [(number + 1) % 6 for number in entry["args"]["draw"]["got"]]

    for seq in rolls if exhaustive else (rolls[0], rolls[len(rolls) // 2], rolls[-1]):
        said = page.evaluate(JUDGE, forged(whole_game, seq, forge))
        assert said["faults"] == [[seq, "numbers_forged"]]
        assert said["good"] == [roll for roll in rolls if roll != seq]


@pytest.mark.parametrize(
    "change",
    [
        lambda draw: draw.update(of=[6, 6, 6, 6]),
        lambda draw: draw.update(of=[0, 6, 6, 6, 6]),
        lambda draw: draw.update(of=None),
        lambda draw: draw.update(got=draw["got"][::-1]),
        lambda draw: draw.update(got=[]),
        lambda draw: draw.update(got=None),
        lambda draw: draw.update(got=[str(number) for number in draw["got"]]),
        lambda draw: draw.update(k=2),
        lambda draw: draw.update(k=0),
        lambda draw: draw.update(k="1"),
        lambda draw: draw.pop("of"),
        lambda draw: draw.update(luck=1),
        lambda draw: draw.update(link="no hex"),
        lambda draw: draw.update(link=None),
        lambda draw: draw.update(link=draw["link"].upper()),
        lambda draw: draw.update(link="00" * 32),
        lambda draw: draw.update(link=""),
        lambda draw: draw.update(link=draw["link"][:-2]),
        lambda draw: draw.clear(),
    ],
)
def test_a_forged_proof(first_fault, whole_game, change):
    """Phone and referee name the same entry for the same reason."""
    seq = next(entry["seq"] for entry in entries(whole_game) if "draw" in entry["args"])
    forgery = forged(whole_game, seq, lambda entry: change(entry["args"]["draw"]))
    assert first_fault(forgery) == referee(forgery)
    assert first_fault(forgery)[0] == seq


def test_a_burnt_link(first_fault, whole_game):
    """Link k + 1 for draw k: its numbers are right for it, but it does not follow link k - 1."""
    found = entries(whole_game)
    rolls = [entry for entry in found if "draw" in entry["args"]]
    table = bytes.fromhex(found[0]["hash"])
    for entry in found:
        if entry["type"] == "reveal":
            table = draws.mix_words(table, entry["args"]["words"])
    draw = rolls[3]["args"]["draw"]
    draw.update(link=CHAIN[5].hex(), got=draws.draw_numbers(CHAIN[5], table, 4, rolls[3]["type"], draw["of"]))
    assert first_fault(rehash(found)) == (rolls[3]["seq"], "link_foreign")


def test_a_draw_turned_into_a_typed_roll(first_fault, whole_game):
    """The next draw shows that a link was used."""
    first, second = [entry["seq"] for entry in entries(whole_game) if "draw" in entry["args"]][:2]

    def typed(entry):
        del entry["args"]["draw"]
        entry["args"]["source"] = "table"

    assert first_fault(forged(whole_game, first, typed)) == (second, "draw_number")


@pytest.mark.parametrize("change", [lambda args: args.pop("draw"), lambda args: args.update(source="table")])
def test_a_draw_without_its_proof(first_fault, whole_game, change):
    """What says that it was drawn shows its link, and the other way round."""
    seq = next(entry["seq"] for entry in entries(whole_game) if "draw" in entry["args"])
    assert first_fault(forged(whole_game, seq, lambda entry: change(entry["args"]))) == (seq, "source_missing")


@pytest.mark.parametrize("made_up", ["app", 0, False, [], None, ["table"]])
def test_a_source_that_is_made_up(first_fault, whole_game, made_up):
    """A result was drawn or typed; phone and referee name whatever else it is said to be."""
    seq = [entry["seq"] for entry in entries(whole_game) if "draw" in entry["args"]][-1]

    def change(entry):
        del entry["args"]["draw"]
        entry["args"]["source"] = made_up

    forgery = forged(whole_game[: seq + 1], seq, change)
    assert first_fault(forgery) == referee(forgery) == (seq, "source_missing")


@pytest.mark.parametrize("type", ["note", "pause", "join"])
@pytest.mark.parametrize("more", [{"source": "table"}, {"source": "draw", "draw": {}}, {"draw": None}])
def test_what_is_of_the_table_holds_no_result(first_fault, whole_game, type, more):
    """Nothing is drawn or typed by a remark, a pause, a phone."""
    forgery = rehash([*entries(whole_game)[:2], extra(type, {"text": "x", **more})])
    assert first_fault(forgery)[0] == referee(forgery)[0] == 2


@pytest.mark.parametrize(
    "change",
    [
        lambda args: args["options"].update(squares="8"),
        lambda args: args["seats"][0].update(name="Eve"),
        lambda args: args.update(anchor="00" * 32),
        lambda args: args.update(anchor=CHAIN[1].hex()),
        lambda args: args.pop("anchor"),
    ],
)
def test_a_changed_header_shows_in_the_first_draw(first_fault, whole_game, change):
    """Every draw depends on the header."""
    seq = next(entry["seq"] for entry in entries(whole_game) if "draw" in entry["args"])
    found = first_fault(forged(whole_game, 0, lambda entry: change(entry["args"])))
    assert found in ((seq, "numbers_forged"), (seq, "link_foreign"))


def test_other_words_of_the_players(first_fault, whole_game):
    """Changed, left out, put in, out of turn, not shown, or added after the first draw."""
    seq = next(entry["seq"] for entry in entries(whole_game) if "draw" in entry["args"])
    header, first, second, show_first, show_second, *rest = entries(whole_game)

    def fault(*start):
        return first_fault(rehash([header, *start, *rest]))

    changed_words = {**show_first, "args": {"words": "x"}}
    assert fault(first, second, changed_words, show_second) == (3, "reveal_uncommitted")
    assert fault(first, second, show_second, show_first) == (3, "reveal_uncommitted")
    assert fault(second, first, show_second, show_first) == (2, "commit_late")
    assert fault(first, first, show_first) == (2, "commit_late")
    assert fault(first, show_first, second, show_second) == (3, "commit_late")
    assert fault(first, second, show_first)[1] == "draw_waits"
    assert fault(first, show_first)[1] == "numbers_forged"
    assert fault(second, show_second)[1] == "numbers_forged"
    assert fault(show_first) == (1, "reveal_uncommitted")  # as earlier versions wrote it
    assert fault(extra("commit", {"hash": "x"})) == (1, "draw_unreadable")
    found = entries(whole_game)
    assert first_fault(rehash([*found[: seq + 1], extra("reveal", {"words": "x"})])) == (seq + 1, "reveal_late")
    assert first_fault(rehash([*found[: seq + 1], extra("commit", {"hash": "0" * 64})])) == (seq + 1, "commit_late")
    assert first_fault(rehash([*found[:3], extra("reveal", {"words": 7})])) == (3, "reveal_late")


# --- sealed draws ----------------------------------------------------------------------------------------------------

SEALED = ("fellowship/doom", "wotr/corruption", "wotrcards/duel")


@pytest.fixture(scope="module")
def ended(page):
    """What the phone says of a whole game: faults, draws that hold, draws that nobody can prove."""
    script = JUDGE.replace("good: proof.good }", "good: proof.good, unproved: proof.unproved }")
    return lambda lines: page.evaluate(script, lines)


def kept_game(name):
    return (Path(__file__).parents[1] / "journals" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", sample(SEALED, "wotr/corruption"))
def test_sealed_draws_are_checked_when_the_key_opens(ended, name):
    """The phone proves them itself; without the key it says how many are not proved."""
    lines = kept_game(name)
    report = verify_journal(lines, games.get, load)
    said = ended(lines)
    assert {why for _, why in said["faults"]} <= {"reveal_uncommitted"}
    assert (len(said["good"]), said["unproved"]) == (report.total_draws, 0)
    cut = ended(lines[:-1])
    assert (len(cut["good"]), cut["unproved"]) == (report.by_link, report.by_key)
    assert ended(lines[:-2])["unproved"] == 0  # not over yet


@pytest.mark.parametrize("name", sample(SEALED, "wotr/corruption"))
def test_a_sealed_draw_forged_is_named(page, name):
    """Each with other numbers, rehashed, and a key that was never sealed."""
    lines = kept_game(name)
    sealed = [
        entry["seq"] for entry in entries(lines) if "draw" in entry["args"] and "link" not in entry["args"]["draw"]
    ]

    def forge(entry):
        draw = entry["args"]["draw"]
        draw["got"] = [(number + 1) % max(size, 2) for number, size in zip(draw["got"], draw["of"], strict=True)]

    script = JUDGE.replace("return { faults, ", "return { wrong: proof.wrong, faults, ")
    for seq in sealed[::5]:
        assert page.evaluate(script, forged(lines, seq, forge))["wrong"][str(seq)] == "numbers_forged"
    other = forged(lines, len(lines) - 1, lambda entry: entry["args"].update(key="00" * 32))
    assert page.evaluate(script, other)["wrong"][str(len(lines) - 1)] == "key_foreign"


def test_the_phone_finds_what_the_referee_finds(first_fault, whole_game, exhaustive):
    """Any change of any entry, rehashed: both name the same one, unless only the rules of the game tell."""
    same = 0
    for seq in range(0, len(whole_game), 5 if exhaustive else 25):
        for change in (lambda entry: entry.update(type="dance"), lambda entry: entry["args"].pop("draw", None)):
            forgery = forged(whole_game, seq, change)
            expected, found = referee(forgery), first_fault(forgery)
            if expected is None or expected[1] not in BY_RULES:
                assert (found and found[0]) == (expected and expected[0])
                same += 1
    assert same
