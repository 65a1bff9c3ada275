"""No rule is left to the board any more: the app keeps all of them (content/wotr/rules.yaml)."""

from companion.content.load import load


def test_no_rule_is_left_to_the_board():
    """None has the mark."""
    assert [row.id for row in load("wotr")["rule"].values() if row.get("board")] == []
