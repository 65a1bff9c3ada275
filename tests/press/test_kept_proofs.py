"""What the proofs of a sound game found is kept until a file changes that its faces are made from."""

import re

import pytest

import companion
from companion.content import kept_values
from companion.core import resources
from companion.press import kept_proofs
from tests.tiers import sample

WORDS = {"dice-aid front": (6.2, "en", "Turns go clockwise")}


@pytest.fixture
def proofs(monkeypatch, tmp_path, content_copy):
    """The languages of each proof that is made, none of which draws a face; `fault` is found if it is set."""
    made = []

    def build(game, langs, found, closely):
        made.append((*langs, closely))
        found += [fault] if (fault := getattr(build, "fault", "")) else []
        return iter(())

    monkeypatch.setattr(kept_values, "_folder", lambda: tmp_path / "kept")
    monkeypatch.setattr(kept_proofs, "can_share_work", lambda: False)  # a second process would build them
    monkeypatch.setattr(kept_proofs, "build_proofs", build)
    monkeypatch.setattr(kept_proofs, "smallest_words", lambda proofs: dict(WORDS))
    made.append(build)
    return made


def prove(langs=("uk",), closely=True):
    found = []
    return kept_proofs.prove_games({"dice": langs}, found, closely), found


def test_faces_are_proved_once(proofs):
    """In other languages and closely they are proved anew."""
    assert prove() == prove() == (WORDS, [])
    assert proofs[1:] == [("uk", True)]
    prove(("en", "uk")), prove(closely=False)
    assert proofs[2:] == [("en", True), ("uk", True), ("uk", False)]


def test_a_changed_file_is_proved(proofs):
    names = (
        "content/dice/dice.yaml",
        "content/dice/texts/uk.po",
        "content/shared/texts/en.pot",
        "cards/base.yaml",
        "cards/dice/aid.yaml",
        "cards/art/icons/army.svg",
        "layouts/press.yaml",
    )
    for count, name in enumerate(names, 1):
        prove()
        assert len(proofs[1:]) == count
        with (resources.root() / name).open("a", encoding="utf-8") as file:
            file.write("\n")


def test_other_code_proves_anew(proofs, monkeypatch):
    prove()
    monkeypatch.setattr(kept_values, "digest_code", lambda *rooms: "other")
    prove()
    assert len(proofs[1:]) == 2


def test_another_game_changes_nothing(proofs):
    prove()
    with (resources.root() / "content/wotr/game.yaml").open("a", encoding="utf-8") as file:
        file.write("\n")
    prove()
    assert len(proofs[1:]) == 1


def test_faults_are_not_kept(proofs):
    proofs[0].fault = "too long"
    assert prove() == prove() == (WORDS, ["too long"])
    assert len(proofs[1:]) == 2


def test_a_folder_of_ones_own_is_proved_each_time(proofs, tmp_path):
    """What lies in it may change a face, and no digest is made of it."""
    prove()
    with resources.using_folder(tmp_path):
        prove(), prove()
    assert len(proofs[1:]) == 3


def test_the_code_is_that_of_every_room_that_proofs_may_import():
    rooms = re.findall(r"^(\w+)/ ", companion.__doc__, re.MULTILINE)
    assert {*rooms[: rooms.index("press") + 1], "type"} == {*kept_proofs.ROOMS}


def prove_here(game, lang, closely):
    return [f"{game} {lang} {closely}"], {f"{game} front": (7.0, lang, game)}


def prove_there(tell, editions, closely):
    """The share of the second process."""
    tell({edition: prove_here(*edition, closely) for edition in editions})


def prove_badly(tell, editions, closely):
    """In place of it."""
    raise OSError


@pytest.mark.parametrize("work", sample([prove_there, prove_badly], prove_there))
def test_two_processes_prove_what_one_does(proofs, monkeypatch, work):
    """In the order of the games, also where the second one ends without an answer."""
    games = {"dice": ("en", "uk"), "fellowship": ("en",), "wotr": ("pl",)}
    monkeypatch.setattr(kept_proofs, "_prove", prove_here)
    monkeypatch.setattr(kept_proofs, "_prove_share", work)
    answers = []
    for shared in (False, True):
        monkeypatch.setattr(kept_proofs, "can_share_work", lambda shared=shared: shared)
        found = []
        answers.append((kept_proofs.prove_games(games, found, closely=True), found))
    assert answers[0] == answers[1]
    assert answers[1][1] == ["dice en True", "dice uk True", "fellowship en True", "wotr pl True"]
    assert answers[1][0]["dice front"] == (7.0, "en", "dice")  # of equal sizes the first
    assert len(answers[1][0]) == 3
