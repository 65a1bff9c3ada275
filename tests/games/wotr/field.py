"""A table that keeps the armies, for tests: as board.py, with what stands where and an attack that has begun.

t = field({"dale": "north-regular*2", "erebor": "southrons-regular*4"}, boxes={"southrons": 4}, shadow="army")
t.does("attack army erebor dale", "done")
"""

from companion.games.wotr.rules.battle.battle_strength import battle_of
from companion.games.wotr.rules.map import armies
from companion.games.wotr.state import Draft
from companion.games.wotr.tables import FP, SHADOW
from companion.play.game.steps import run
from tests.games.table import many
from tests.games.wotr.board import TABLES, Table, make

FACES = tuple(TABLES.combat)
WAR = dict.fromkeys(TABLES.nations, 4)


class Field(Table):
    """A table with armies."""

    def there(self, region):
        """Figures in a region, `gondor-regular*3`, in order."""
        named = armies.figures_by_id(TABLES, armies.figures_at(self.state, region))
        return ",".join([f"{id}*{number}" if number > 1 else id for id, number in named.items()])

    def lost(self, figure):
        return self.state.lost[TABLES.places[figure]]

    def reserve(self, figure):
        return self.state.reserve[TABLES.places[figure]]

    def roll(self, *rolls):
        """What dice show, `156`: of the attacker, then of the defender, then the re-rolls that there are."""
        for dice in rolls:
            faces = ",".join([FACES[int(number) - 1] for number in dice])
            self.does(f"{'restrike' if self.step == 'reroll' else 'strike'} {faces}")
        return self

    @property
    def battle(self):
        return battle_of(self.state)

    @property
    def besieged(self):
        return self.state.besieged

    def does(self, *words):
        super().does(*words)
        assert conserved(self.state)
        return self


def conserved(state):
    """No figure appears or is gone."""
    for at, figure in enumerate(TABLES.figures.values()):
        there = sum([row[at] for row in state.figures if row])
        assert there + state.reserve[at] + state.lost[at] == figure.most, figure
    return True


def field(figures, seat="shadow", reserve_less="", **how):
    """The seat is due to act, with an Army and a Character die on either side; all nations are At War unless told."""
    side = SHADOW if seat == "shadow" else FP
    how = {"boxes": WAR, "active": ",".join(TABLES.nations), "fp": "army-muster*2,character*2", **how}
    how = {"shadow": "army*2,character*2", "acting": side, "agenda": [("victory", -1), ("act", side)], **how}
    draft = Draft.of(make(armies=figures, **how))
    for id in many(reserve_less):  # out of the game already
        at = TABLES.places[id]
        draft.reserve = (*draft.reserve[:at], 0, *draft.reserve[at + 1 :])
        draft.lost = (*draft.lost[:at], draft.lost[at] + state_reserve(draft, id), *draft.lost[at + 1 :])
    return Field(run(draft))


def state_reserve(draft, id):
    """Figures of a kind that are nowhere yet."""
    at = TABLES.places[id]
    there = sum([row[at] for row in draft.figures if row])
    return TABLES.figures[id].most - there - draft.lost[at]


def fight(attackers, defenders, start="north-ithilien", to="south-ithilien", die="army", **how):
    """All of them attack: of the Shadow, unless told."""
    figures = {start: attackers, to: defenders} if start != to else {start: f"{attackers},{defenders}"}
    table = field({**figures, **how.pop("also", {})}, **how).does(f"attack {die} {start} {to}")
    return table.does("done") if table.step == "attack_army" else table
