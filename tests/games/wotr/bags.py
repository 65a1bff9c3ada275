"""Pools of Hunt tiles for tests."""

from companion.games.wotr.tiles import DIE, EYE, Tile

STANDARD = {
    Tile(EYE, reveal=True): 4,
    Tile(0, reveal=True): 2,
    Tile(1): 2,
    Tile(1, reveal=True): 2,
    Tile(2): 2,
    Tile(2, reveal=True): 1,
    Tile(3): 3,
}
FELLOWSHIP = {Tile(0, standard=False): 2, Tile(-2, standard=False): 1, Tile(-1, standard=False): 1}
SHADOW = {
    Tile(DIE, stop=True, standard=False): 1,
    Tile(EYE, reveal=True, stop=True, standard=False): 1,
    Tile(3, stop=True, standard=False): 1,
    Tile(1, reveal=True, stop=True, standard=False): 1,
}
ALL = {**STANDARD, **FELLOWSHIP, **SHADOW}
