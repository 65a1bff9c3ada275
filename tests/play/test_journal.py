"""The journal's form: one way to write an entry, and every damage is named with its place."""

import hashlib
import json
import re

import pytest

from companion.core.errors import JournalError, WrongCall
from companion.core.visible import clean_text
from companion.play.journal import journal
from tests.each import each
from tests.play.forge import canonical, changed, entries, rehash, sealed

AT = "2026-11-20T19:30:00Z"
NAME = "Zoë “Żółw” Іваненко"


def three() -> list[str]:
    """A journal of three entries."""
    first = journal.write_entry(0, journal.START, AT, "", "header", {"game": "dice", "seats": [{"name": NAME}]})
    second = journal.write_entry(1, first.hash, AT, "frodo", "keep", {"dice": ["black", "red"]})
    third = journal.write_entry(2, second.hash, AT, "", "note", {"text": 'quote " slash \\ tab \t'})
    return [entry.line for entry in (first, second, third)]


def fault(lines: list[str]) -> tuple[int, str]:
    with pytest.raises(JournalError) as raised:
        journal.read_all(lines)
    return raised.value.seq, raised.value.code


# --- the form --------------------------------------------------------------------------------------------------------


def test_a_line_is_canonical_json():
    """Sorted keys, no spaces, letters as they are; the hash is SHA-256 of the line without it."""
    for line in three():
        entry = json.loads(line)
        assert line == canonical(entry) == canonical(sealed(entry))
        assert list(entry) == ["args", "at", "hash", "prev", "seat", "seq", "type"]
    assert NAME in three()[0]


def test_the_line_of_a_known_entry_never_changes():
    """This line never changes: old journals have to stay readable."""
    entry = journal.write_entry(0, journal.START, AT, "", "header", {"b": [1, "ż"], "a": {}})
    assert entry.line == (
        '{"args":{"a":{},"b":[1,"ż"]},"at":"2026-11-20T19:30:00Z",'
        '"hash":"bb14bfe5da169fd6dc1224d14bad44b530a79cd33e4a2c998c245864aedc3be8",'
        f'"prev":"{"0" * 64}","seat":"","seq":0,"type":"header"}}'
    )
    assert entry.hash == hashlib.sha256(re.sub('"hash":"[0-9a-f]*",', "", entry.line).encode()).hexdigest()


def test_what_was_written_is_read():
    """Each entry comes back as it was written, and each names the one before."""
    found = journal.read_all(three())
    assert [entry.seq for entry in found] == [0, 1, 2]
    assert [entry.prev for entry in found] == [journal.START, found[0].hash, found[1].hash]
    assert [entry.line for entry in found] == three()
    assert (found[1].seat, found[1].type, found[1].args) == ("frodo", "keep", {"dice": ["black", "red"]})


def test_only_what_is_nested_is_deep():
    """Brackets that a text holds, or that stand beside one another, are no depth."""
    args = {"reason": '[{"[' * 100, "many": [[n] for n in range(100)], "deep": [[[["["]]]]}
    entry = journal.write_entry(0, journal.START, "", "", "override", args)
    assert journal.read_entry(entry.line, 0, journal.START) == entry


def test_texts_are_cleaned_before_they_are_written():
    """Composed letters, no control characters, no line ends, no spaces around."""
    assert clean_text(" Zoe\u0308\n\x1b[31m \u200b") == "Zo\u00eb[31m"
    assert clean_text("Мері й Піпін") == "Мері й Піпін"


# --- damage ----------------------------------------------------------------------------------------------------------


@each("seq", [0, 1, 2])
@each(
    ("code", "damage"),
    [
        ("damaged", lambda line: line[:-1]),
        ("damaged", lambda line: line[: len(line) // 2]),
        ("damaged", lambda line: ""),
        ("damaged", lambda line: "[" * 100_000),
        ("damaged", lambda line: line.replace('"args":', f'"x":{"[" * 100}{"]" * 100},"args":')),
        ("damaged", lambda line: line + line),
        ("damaged", lambda line: line.replace('"seq":', '"seq":0.5,"x":')),
        ("damaged", lambda line: line.replace('"seq":', '"seq":NaN,"x":')),
        ("damaged", lambda line: line.replace('"seq":', f'"seq":{"9" * 5000},"x":')),
        ("not_entry", lambda line: "[]"),
        ("not_entry", lambda line: "null"),
        ("not_entry", lambda line: line.replace('"seat":"', '"chair":"')),
        ("not_entry", lambda line: line.replace('"seat":"', '"extra":1,"seat":"')),
        ("not_entry", lambda line: line.replace('"at":"2026-11-20T19:30:00Z",', "")),
        ("not_entry", lambda line: re.sub('"args":.*,"at"', '"args":[],"at"', line)),
        ("not_canonical", lambda line: line.replace('"seq":', '"seq": ')),
        ("not_canonical", lambda line: f" {line}"),
        ("not_canonical", lambda line: f"{line}\r"),
        ("not_canonical", lambda line: line.replace('"type":', '"type":"x","type":')),
        ("not_canonical", lambda line: line.replace('"hash"', '"\\u0068ash"')),
        ("not_canonical", lambda line: re.sub('^{(.*),("type":"[a-z]*")}$', r"{\2,\1}", line)),
        ("not_canonical", lambda line: line.replace('"seq":0', '"seq":-0').replace('"seq":1', '"seq":1 ') + " "),
        ("changed", lambda line: line.replace(AT, AT.replace("30", "31"))),
        ("changed", lambda line: re.sub('"hash":"[0-9a-f]{4}', '"hash":"0000', line)),
        ("changed", lambda line: re.sub('"seat":"[a-z]*"', '"seat":"sam"', line)),
        ("changed", lambda line: re.sub('"type":"[a-z]*"', '"type":"join"', line)),
    ],
)
def test_each_damage_is_named_with_its_place(seq, code, damage):
    """The first bad entry is named, whatever follows it."""
    lines = three()
    lines[seq] = damage(lines[seq])
    assert fault(lines) == (seq, code)


@pytest.mark.parametrize(
    ("seq", "code", "change"),
    [
        (1, "wrong_place", {"seq": 2}),
        (1, "wrong_place", {"seq": "1"}),
        (2, "wrong_place", {"seq": -2}),
        (1, "not_following", {"prev": journal.START}),
        (0, "not_following", {"prev": "1" * 64}),
        (2, "not_following", {"prev": None}),
        (1, "changed", {"args": {"dice": ["black", "blue"]}}),
        (1, "changed", {"args": {"dice": ["red", "black"]}}),
        (1, "changed", {"seat": "sam"}),
        (1, "changed", {"hash": None}),
        (2, "changed", {"at": "2026-11-20T19:30:01Z"}),
    ],
)
def test_each_change_is_named_with_its_place(seq, code, change):
    """A number, a hash before, an argument, a seat or a time that is not the one that was written."""
    assert fault(changed(three(), seq, lambda entry: entry.update(change))) == (seq, code)


def test_lines_left_out_moved_or_put_in():
    """The first line that stands where another should be is named."""
    zero, one, two = three()
    assert fault([zero, two]) == (1, "wrong_place")
    assert fault([one, two]) == (0, "wrong_place")
    assert fault([zero, two, one]) == (1, "wrong_place")
    assert fault([zero, one, one, two]) == (2, "wrong_place")
    assert fault([zero, one, "", two]) == (2, "damaged")
    assert fault([]) == (0, "empty")


def test_the_last_line_may_be_left_out_but_not_torn():
    """A file without its last entries is a whole journal of an earlier moment; half a line is damage."""
    zero, one, two = three()
    assert len(journal.read_all([zero, one])) == 2
    assert {fault([zero, one, two[:end]]) for end in range(len(two))} == {(2, "damaged")}


@pytest.mark.parametrize("value", ["Zoe\u0308", "\u212b", "\u1100\u1161"])
def test_decomposed_letters_are_not_canonical(value):
    """Two ways to write the same letter would be two hashes for the same text."""
    assert fault(rehash([{"args": {"x": value}, "at": AT, "seat": "", "type": "header"}])) == (0, "not_canonical")


def test_escaped_letters_are_not_canonical():
    """Letters stand as they are, whoever made the hash good again."""
    line = three()[0]
    assert fault([line.replace("Z", "\\u005a", 1)]) == (0, "not_canonical")
    assert fault([json.dumps(json.loads(line), sort_keys=True, separators=(",", ":"))]) == (0, "not_canonical")


def test_half_a_letter_is_no_text():
    """A lone surrogate cannot be written as UTF-8."""
    line = three()[2].replace("quote", "\\ud800")
    assert fault([*three()[:2], line]) == (2, "not_entry")


@pytest.mark.parametrize("key", ["at", "seat", "type"])
@pytest.mark.parametrize("value", [5, None, True])
def test_at_seat_and_type_are_texts(key, value):
    """A number or nothing there is no entry, even with a good hash."""
    found = entries(three())
    found[1][key] = value
    assert fault(rehash(found)) == (1, "not_entry")


# --- the code of a head ----------------------------------------------------------------------------------------------


def test_a_head_code_is_the_first_120_bits():
    """24 letters and digits in six groups, without I, L, O and U."""
    assert journal.head_code("0" * 64) == "0000-0000-0000-0000-0000-0000"
    assert journal.head_code("f" * 64) == "ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ"
    assert journal.head_code("00443" + "2" * 59) == "0123-48H2-48H2-48H2-48H2-48H2"
    codes = {journal.head_code(hashlib.sha256(bytes([n])).hexdigest()) for n in range(256)}
    assert len(codes) == 256
    assert all(re.fullmatch("([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}", code) for code in codes)


def test_only_the_first_120_bits_count():
    """Thirty hex digits make the code; the next is not in it."""
    hash = hashlib.sha256(b"x").hexdigest()
    for place in range(30):
        other = "0" if hash[place] != "0" else "1"
        assert journal.head_code(hash[:place] + other + hash[place + 1 :]) != journal.head_code(hash)
    assert journal.head_code(hash[:30] + "0" * 34) == journal.head_code(hash)


def test_two_games_of_one_code_are_out_of_reach():
    """A search that finds two journals of one beginning of a code is so short only because that beginning is."""
    bits, seen = 20, {}
    for tries in range(1 << bits):
        hash = hashlib.sha256(b"another end of the game %d" % tries).hexdigest()
        if seen.setdefault(hash[: bits // 4], hash) != hash:
            break
    assert journal.head_code(hash)[:4] == journal.head_code(seen[hash[: bits // 4]])[:4]
    assert tries < 1 << (bits // 2 + 3)
    assert tries * 2 ** ((journal.CODE_BITS - bits) // 2) > 10**18  # as many hashes for the whole code


HASH = "0a1b" + hashlib.sha256(b"head").hexdigest()[4:]
CODE = journal.head_code(HASH)
ODD = CODE.replace("1", "l").replace("0", "o")


@pytest.mark.parametrize(
    "typed", [CODE, CODE.lower(), ODD, f" {ODD.upper()} ", CODE.replace("-", ""), CODE.replace("-", " ")]
)
def test_a_code_may_be_typed_as_people_type(typed):
    """Small letters, no dashes, spaces, O for 0, I or L for 1."""
    assert journal.read_head(typed).matches(HASH)
    assert journal.read_head(typed).bits == 120


@pytest.mark.parametrize("dash", ["\u2010", "\u2011", "\u2013", "\u2014", "\u2212", "\u00a0", "."])
def test_a_phone_may_put_in_dashes_of_its_own(dash):
    """Long dashes, non-breaking spaces and dots between the groups mean nothing either."""
    assert journal.read_head(CODE.replace("-", dash)).matches(HASH)


def test_an_old_code_is_the_beginning_of_a_new_one():
    """The twelve characters of earlier versions are still read, as the 60 bits that they are."""
    old = journal.read_head(CODE[:14])
    assert old.matches(HASH)
    assert old.bits == 60


@pytest.mark.parametrize(
    "text", [HASH, HASH.upper(), f"http://192.168.0.7:8000/kxmbra/result?head={HASH}", f" {HASH}\n"]
)
def test_the_whole_hash_may_be_given(text):
    """By itself, or in the address of a result page."""
    assert journal.read_head(text).matches(HASH)
    assert journal.read_head(text).bits == 256


def test_another_code_is_another_code():
    """One character other than the code's, in any place."""
    for place, char in enumerate(CODE):
        if char != "-":
            other = CODE[:place] + ("8" if char != "8" else "9") + CODE[place + 1 :]
            assert not journal.read_head(other).matches(HASH)


@pytest.mark.parametrize("text", ["", "no code", CODE[:-1], f"{CODE}1", CODE[:13], f"{HASH}0", HASH[:-1], "U" * 24])
def test_what_is_no_code_is_said_so(text):
    """Too short, too long, or with a letter that no code has."""
    with pytest.raises(WrongCall) as raised:
        journal.read_head(text)
    assert raised.value.code == "not_code"
