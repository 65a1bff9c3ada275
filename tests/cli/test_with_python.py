"""A session that a command begins goes on in Python, and the other way round."""

import pytest

import companion


def test_python_and_the_commands_play_one_session(good, tmp_path):
    store = tmp_path / "evening.sqlite"
    table = companion.new("dice", players=["Ania:frodo", "Bo:sam"], store=store)
    good("do", table.id, "roll", "--rolled", "nazgul,ring,ring,weapon,orc", "--store", store)
    table = companion.open(table.id, store=store)
    listed = good("legal", table.id, "--json", "--store", store).json
    assert [move["do"] for move in listed] == [move.command for move in table.legal()]
    table.do("keep", dice="black")
    assert good("show", table.id, "--json", "--store", store).json["players"] == table.view()["players"]


def test_a_refusal_says_the_same_to_python_and_to_the_reader(run, tmp_path):
    table = companion.new("dice", players=["Ania:frodo", "Bo:sam"], store=tmp_path / "evening.sqlite")
    told = run("do", table.id, "keep", "dice=black", "--json", "--store", tmp_path / "evening.sqlite").json["refusal"]
    with pytest.raises(companion.Refused) as no:
        table.do("keep", dice="black")
    assert no.value.document() == told
