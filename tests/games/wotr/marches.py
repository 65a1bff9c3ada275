"""Armies on the map before a march, and the answers to it."""

from tests.games.wotr.board import WAR, board

SHADOWS_TURN = {"acting": 1, "agenda": (("victory", -1), ("acting", -1, 1), ("act", 1))}


def fp(**how):
    """The Free Peoples are due, all nations At War, nobody with the armies but their figures."""
    return board(**{"boxes": WAR, "fp": "army-muster*2,character*2", **how})


def shadow(**how):
    """The same for the Shadow."""
    return board(**{"boxes": WAR, "shadow": "army*2,character*2,muster", **SHADOWS_TURN, **how})
