"""The golden journals of the card game: a short game for each ending and each scenario."""

import random
from collections.abc import Sequence

from companion.play.game.game import Action
from companion.play.journal.entries.corrections import Override
from companion.play.journal.entries.random_words import Reveal
from companion.play.journal.entries.remarks import Note
from companion.play.journal.entries.undo import Redo, Undo
from companion.play.journal.session import Session
from tests.journals.make import Scene

HELD = {"real_cards": "false"}
TWO = ("Ania:free", "Bo:shadow")
OFTEN = {"done": 90, "pass": 40, "effect": 4, "tell": 1, "use": 4, "move": 20, "skirmish": 30}  # else ten times
MORE, ROOM = range(40, 131), range(22, 101)  # entries


def choose(rng: random.Random, legal: Sequence[Action]) -> Action:
    """First what kind of action, then any of that kind: texts have many things to tell, and tables tell few."""
    types = list(dict.fromkeys([action.type for action in legal]))
    weights = [OFTEN.get(type, 10) for type in types]
    at = rng.random() * sum(weights)
    while at >= weights[0]:
        at -= weights.pop(0)
        types.pop(0)
    alike = [action for action in legal if action.type == types[0]]
    few = 3 if types[0] == "icons" else 1  # few icons more often than many
    return alike[int(rng.random() ** few * len(alike))]


SCENES = {
    "lead_free": Scene(
        "lead_free",
        position={
            "scenario": "trilogy",
            "seats": [{"deck": deck, "name": "Żaneta"} for deck in ("frodo", "aragorn")]
            + [{"deck": deck, "name": "Соломія"} for deck in ("witch-king", "saruman")],
            "round": 5,
            "step": "action",
            "path": "dimrill-dale",
            "corruption": 1,
            "areas": {"free": ["moria", "orthanc", "edoras", "rivendell", "weathertop"], "shadow": ["dol-guldur"]},
            "active": {"helms-deep": {"defence": 1, "cards": {"frodo": ["eomer"], "saruman": ["wolf-riders"]}}},
            "decks": {"frodo": {"hand": 3, "ring": "spent"}, "aragorn": {"hand": 3}, "witch-king": {"hand": 2}},
        },
        asides=0.02,
        needs=("play", "put", "icons", "pass"),
    ),
    "lead_shadow": Scene(
        "lead_shadow",
        ("Ania:gandalf", "Bo:witch-king", "Cela:balrog"),
        "war-in-the-north-duel-3",
        HELD,
        typed=3,
        asides=0.02,
        entries=range(60, 181),
        needs=("draw", "ground", "walk", "cycle", "play", "icons"),
    ),
    "last_free": Scene(
        "last_free",
        position={
            "scenario": "extended-trilogy",
            "seats": [{"deck": deck, "name": "Ania"} for deck in ("frodo", "gandalf")]
            + [{"deck": deck, "name": "Bo"} for deck in ("witch-king", "saruman", "bill-ferny")]
            + [{"deck": "aragorn", "name": "Дан"}],
            "round": 9,
            "step": "location",
            "path": "morgul-vale",
            "corruption": 6,
            "areas": {"free": ["moria", "orthanc", "lorien", "bag-end"], "shadow": ["edoras"]},
            "decks": {seat: {"hand": 2} for seat in ("frodo", "witch-king", "saruman", "aragorn")},
        },
        asides=0.02,
        entries=MORE,
        needs=("ground", "walk", "fight", "pass"),
    ),
    "last_shadow": Scene(
        "last_shadow",
        options=HELD,
        position={
            "scenario": "epic-duel",
            "round": 17,
            "step": "location",
            "path": "gorgoroth",
            "parts": 3,
            "corruption": 11,
            "areas": {"free": {"moria": 2, "minas-morgul": 3, "morannon": 2}, "shadow": {"edoras": 2}},
            "decks": {
                "gandalf": {"recycles": 2, "hand": ["gimli", "aragorn"]},
                "witch-king": {"recycles": 2, "hand": ["the-hunter", "mordor-orcs"]},
            },
        },
        typed=2,
        asides=0.02,
        entries=ROOM,
        needs=("ground", "walk", "ring", "draw", "eliminate"),
    ),
    "duel": Scene(
        "lead_shadow", TWO, "duel", HELD, asides=0.02, entries=MORE, needs=("draw", "ground", "walk", "lose", "winnow")
    ),
    "three": Scene(
        "lead_shadow",
        ("Ania:gandalf", "Bo:witch-king", "Cela:saruman"),
        "duel-3",
        typed=1,
        asides=0.02,
        entries=MORE,
        needs=("ready", "ground", "icons", "cycle"),
    ),
    "company": Scene(
        "last_free",
        position={
            "scenario": "fellowship-of-the-ring",
            "round": 5,
            "step": "location",
            "path": "egladil",
            "corruption": 1,
            "areas": {"free": ["rivendell", "moria", "lorien", "imladris"], "shadow": ["dol-guldur", "minas-morgul"]},
            "decks": {"balrog": {"hand": 4}, "gandalf": {"hand": 4, "reserve": ["gimli", "boromir"]}},
        },
        asides=0.02,
        entries=ROOM,
        needs=("walk", "move", "icons", "lose"),
    ),
    "north": Scene(
        "last_shadow",
        position={
            "scenario": "war-in-the-north",
            "seats": [
                {"deck": "frodo", "name": "Ania"},
                {"deck": "witch-king", "name": "Bo"},
                {"deck": "strider", "name": "Cela"},
                {"deck": "balrog", "name": "Дан"},
            ],
            "round": 9,
            "step": "action",
            "path": "orodruin",
            "corruption": 3,
            "areas": {"free": {"erebor": 2, "moria": 1, "lorien": 2}, "shadow": {"the-shire": 1}},
            "active": {
                "bree": {"cards": {"frodo": ["barliman-butterbur"], "balrog": ["bill-ferny"]}},
                "dunland": {"cards": {"balrog": ["wild-men-of-dunland"]}},
                "orodruin": {"cards": {"frodo": ["frodo-baggins", "sam-gamgee"], "witch-king": ["the-hunter"]}},
            },
            "decks": {"frodo": {"hand": 2, "ring": "spent"}, "balrog": {"hand": 3}},
        },
        asides=0.02,
        entries=ROOM,
        needs=("read", "skirmish", "fight", "lose", "override"),
    ),
    "north_duel": Scene(
        "lead_shadow",
        TWO,
        "war-in-the-north-duel",
        HELD,
        typed=2,
        asides=0.02,
        entries=MORE,
        needs=("draw", "beside", "read", "icons"),
    ),
}


def beside(session: Session, scene: Scene, draws: int, action: Action | None) -> None:
    """Words for the draws, a note, things taken back, an overruling."""
    if action is None:
        if scene.typed != 1:
            session.keep(session.plan(Reveal("Ania 7, Bo ósemka")))
    elif session.seq == 6:
        session.keep(session.plan(Undo(session.replay.seats)))
        session.keep(session.plan(Redo()))
        session.keep(session.plan(Note("кава ☕ and cake")))
    elif session.seq == 20:
        session.keep(session.plan(Undo(session.replay.seats)))
    elif session.seq == 12 and "override" in scene.needs:
        assert scene.position is not None
        asked = {**scene.position, "corruption": 4}
        header = session.game.rules.header(session.content, (), None, scene.options, asked)
        session.keep(session.plan(Override("a token lay under the table", header["position"])))
