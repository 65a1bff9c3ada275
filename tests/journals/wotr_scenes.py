"""The golden journals of War of the Ring: a short game for each ending, and some for seats, cards, tiles and ways."""

import random
from collections.abc import Sequence
from typing import Any

from companion.play.game.game import Action
from companion.play.journal.entries.corrections import Override
from companion.play.journal.entries.random_words import Reveal
from companion.play.journal.entries.remarks import Note
from companion.play.journal.entries.undo import Redo, Undo
from companion.play.journal.session import Session
from tests.journals.make import Scene

HELD = {"real_cards": "false"}
TEAMS = {3: ("fp", "witch-king", "saruman"), 4: ("gondor", "rohan", "witch-king", "saruman")}
SOME = range(30, 91)  # entries


def team(players: int, *names: str) -> list[dict[str, str]]:
    return [{"name": name, "seat": seat} for name, seat in zip(names, TEAMS[players], strict=True)]


def taken(side: str, *regions: str) -> dict[str, Any]:
    return {region: {"control": side} for region in regions}


AT_WAR = {nation: {"box": 4, "active": True} for nation in ("gondor", "rohan", "isengard", "sauron")}
HELMS_DEEP = (  # withdrawn, besieged, assaulted with an extension; a sortie that ceases; relief, and the siege is over
    "attack die=army army=westemnet region=helms-deep",
    "done",
    "withdraw",
    "done",
    "skip die=will-of-the-west",
    "attack die=army army=helms-deep region=helms-deep",
    "done",
    "strike --rolled six,six,two,one,four",
    "strike --rolled five,two,one,one,three",
    "restrike --rolled one,two,six",
    "restrike --rolled four",
    "casualty figure=isengard-regular way=remove",
    "casualty figure=rohan-elite way=remove",
    "casualty figure=rohan-regular way=remove",
    "extend figure=isengard-elite",
    "strike --rolled one,two,two,one,four",
    "strike --rolled one,two,three",
    "accept",
    "accept",
    "done",
    "attack die=character army=helms-deep region=helms-deep",
    "done",
    "strike --rolled five,two,one",
    "strike --rolled one,one,two,three,four",
    "accept",
    "accept",
    "casualty figure=isengard-elite way=reduce",
    "cease",
    "skip die=character",
    "attack die=army-muster army=fords-of-isen region=helms-deep",
    "done",
    "strike --rolled six,six,five,five,five",
    "strike --rolled five,one,one,two,two",
    "accept",
    "casualty figure=rohan-regular way=remove",
    *["casualty figure=isengard-regular way=remove"] * 4,
    "casualty figure=isengard-elite way=reduce",
    "press",
    "retreat region=westemnet",
    "done",
)

SCENES = {
    "corruption": Scene(
        "corruption",
        position={
            "turn": 6,
            "phase": "action",
            "dice": {"fp": ["character"] * 3 + ["will-of-the-west"], "shadow": ["event", "army", "character"]},
            "hunt_box": {"shadow": 4, "fp": 0},
            "fellowship": {"region": "dimrill-dale", "corruption": 7, "companions": ["gimli", "peregrin"]},
            "regions": {"moria": {"characters": []}, "rivendell": {"characters": ["strider"]}},
            "table": ["fp-char-05", "fp-char-06"],
        },
        typed=3,
        asides=0.02,
        needs=("move", "search", "tile", "use", "lose"),
    ),
    "ring_destroyed": Scene(
        "ring_destroyed",
        options=HELD,
        position={
            "turn": 9,
            "phase": "allocation",
            "fellowship": {"mordor_step": 3, "corruption": 3, "companions": ["gimli", "meriadoc"]},
            "pool": {"in": {"standard-1": 2, "standard-2": 1, "fellowship-elven-rope": 1, "standard-eye": 2}},
            "hands": {"fp": ["fp-char-10"], "shadow": ["sh-char-05", "sh-str-05"]},
        },
        typed=2,
        asides=0.01,
        needs=("allocate", "roll", "move", "tile"),
    ),
    "military_shadow": Scene(
        "military_shadow",
        ("Żaneta:fp", "Соломія:shadow"),
        options=HELD,
        asides=0.25,
        entries=range(22, 101),
        needs=("draw", "guide", "allocate", "roll", "captured"),
    ),
    "military_fp": Scene(
        "military_fp",
        position={
            "turn": 5,
            "phase": "fellowship",
            "fellowship": {"region": "lorien", "progress": 2, "companions": ["boromir", "legolas"]},
            "hands": {"fp": 3, "shadow": 4},
            "regions": {"fangorn": {"characters": ["gandalf-the-white"]}, **taken("fp", "orthanc")},
            "politics": {"rohan": {"box": 4, "active": True}, "isengard": {"box": 4}},
        },
        typed=5,
        asides=0.05,
        entries=SOME,
        needs=("declare", "captured", "allocate"),
    ),
    "revealed": Scene(
        "corruption",
        position={
            "turn": 7,
            "phase": "action",
            "dice": {"fp": ["character", "character", "event"], "shadow": ["army", "army-muster"]},
            "hunt_box": {"shadow": 5, "fp": 1},
            "fellowship": {"region": "moria", "progress": 2, "corruption": 6, "companions": ["meriadoc"]},
            "regions": {"moria": {"nazgul": 1, "units": {"sauron": {"regular": 3}}}},
            "table": ["sh-char-16", "fp-char-07"],
        },
        asides=0.02,
        entries=range(12, 71),
        needs=("search", "again", "step", "use", "pick"),
    ),
    "track": Scene(
        "corruption",
        position={
            "seats": team(3, "Ania", "Bo", "Cela"),
            "turn": 7,
            "phase": "fellowship",
            "fellowship": {"region": "minas-morgul", "corruption": 5, "companions": []},
            "pool": {"waiting": ["shadow-shelobs-lair", "shadow-give-it-to-uss", "fellowship-elven-rope"]},
            "hands": {"fp": 2, "witch-king": 1, "saruman": 3},
        },
        typed=1,
        asides=0.01,
        entries=SOME,
        needs=("enter", "tile", "cast", "accept"),
    ),
    "four": Scene(
        "ring_destroyed",
        options=HELD,
        position={
            "seats": team(4, "Ania", "Bo", "Cela", "Дан"),
            "turn": 8,
            "phase": "recover",
            "fellowship": {"mordor_step": 3, "corruption": 2, "companions": ["boromir"], "hidden": False},
            "table": ["fp-char-06"],
        },
        asides=0.02,
        entries=SOME,
        needs=("draw", "hide", "move", "override"),
    ),
    "four_at_war": Scene(
        "military_shadow",
        ("Ania:rohan", "Bo:gondor", "Cela:saruman", "Dan:witch-king"),
        typed=1,
        asides=0.2,
        entries=SOME,
        needs=("take", "captured", "besieged"),
    ),
    "cards_by_two": Scene(  # rules number 2: four players, real cards
        "corruption",
        variant="full",
        position={
            "seats": team(4, "Ania", "Bo", "Cela", "Дан"),
            "turn": 6,
            "phase": "action",
            "dice": {"fp": ["muster", "event", "character"], "shadow": ["event", "muster", "army"]},
            "hunt_box": {"shadow": 4, "fp": 0},
            "fellowship": {"region": "dimrill-dale", "corruption": 8, "companions": ["gimli", "peregrin"]},
            "politics": AT_WAR,
        },
        typed=3,
        asides=0.05,
        entries=range(15, 401),
        needs=("event", "search", "tile"),
    ),
    "storm": Scene(  # nine points, and Minas Tirith is attacked
        "military_shadow",
        variant="full",
        options=HELD,
        position={
            "turn": 8,
            "phase": "action",
            "to_act": "shadow",
            "dice": {"fp": ["event", "army-muster"], "shadow": ["army", "army", "character", "event"]},
            "hunt_box": {"shadow": 1},
            "fellowship": {"region": "lorien", "corruption": 4, "companions": ["gimli", "peregrin"]},
            "politics": AT_WAR,
            "hands": {
                "fp": ["fp-char-06", "fp-char-09", "fp-str-05"],
                "shadow": ["sh-char-05", "sh-str-05", "sh-str-19"],
            },
            "regions": {
                "minas-tirith": {"units": {"gondor": {"regular": 2}}, "leaders": {"gondor": 1}},
                "osgiliath": {
                    "units": {"sauron": {"regular": 6, "elite": 4}},
                    "nazgul": 3,
                    "characters": ["witch-king"],
                },
                "dol-amroth": {"units": {"gondor": {"regular": 1}}},
                "pelargir": {"units": {"southrons": {"regular": 4, "elite": 1}}, "control": "shadow"},
                **taken("shadow", "dale", "erebor", "woodland-realm", "edoras", "grey-havens"),
            },
        },
        typed=4,
        entries=range(20, 301),
        needs=("attack", "strike", "combat", "casualty", "throw"),
    ),
    "counterattack": Scene(  # three points, and Orthanc stands nearly empty
        "military_fp",
        variant="full",
        position={
            "seats": team(3, "Ania", "Bo", "Cela"),
            "turn": 7,
            "phase": "action",
            "dice": {"fp": ["army-muster", "character", "muster"], "shadow": ["army", "muster", "character"]},
            "hunt_box": {"shadow": 1},
            "fellowship": {"region": "lorien", "corruption": 4, "companions": ["gimli", "peregrin"]},
            "politics": AT_WAR,
            "hands": {"fp": 3, "witch-king": 2, "saruman": 3},
            "regions": {
                "fangorn": {"units": {"rohan": {"regular": 4, "elite": 4}}, "leaders": {"rohan": 2}},
                "orthanc": {"units": {"isengard": {"regular": 1}}},
                "dol-guldur": {"units": {"elves": {"regular": 2, "elite": 1}}, "control": "fp"},
                **taken("fp", "angmar"),
            },
        },
        entries=range(15, 401),
        needs=("attack", "strike", "casualty", "recruit"),
    ),
    "road_and_war": Scene(
        "ring_destroyed",
        variant="full",
        options=HELD,
        position={
            "seats": team(4, "Ania", "Bo", "Cela", "Дан"),
            "turn": 9,
            "phase": "recover",
            "fellowship": {"mordor_step": 4, "corruption": 2, "companions": ["boromir"]},
            "politics": AT_WAR,
        },
        typed=3,
        entries=range(20, 401),
        needs=("roll", "march", "recruit", "move"),
    ),
    "siege": Scene(
        "corruption",
        variant="full",
        position={
            "turn": 4,
            "phase": "action",
            "to_act": "shadow",
            "dice": {
                "fp": ["character", "army-muster", "army-muster", "will-of-the-west"],
                "shadow": ["army", "army", "army-muster", "army", "character"],
            },
            "hunt_box": {"shadow": 2},
            "fellowship": {"region": "parth-celebrant", "corruption": 10, "companions": ["gimli", "meriadoc"]},
            "politics": AT_WAR,
            "regions": {
                "helms-deep": {"units": {"rohan": {"regular": 3, "elite": 2}}, "leaders": {"rohan": 1}},
                "westemnet": {"units": {"isengard": {"regular": 6, "elite": 3}}, "control": "shadow"},
                "fords-of-isen": {
                    "units": {"rohan": {"regular": 4, "elite": 1}},
                    "leaders": {"rohan": 1},
                    "characters": ["strider"],
                },
                "orthanc": {"units": {"isengard": {"regular": 1}}, "characters": ["saruman"]},
            },
        },
        entries=range(40, 401),
        commands=HELMS_DEEP,
    ),
    "field": Scene(
        "battle_attacker",
        variant="battle",
        position={
            "attack": {"seat": "shadow", "from": "osgiliath", "to": "minas-tirith"},
            "hands": {"fp": 2, "shadow": 3},
            "regions": {
                "osgiliath": {
                    "units": {"sauron": {"regular": 5, "elite": 3}, "southrons": {"regular": 2}},
                    "nazgul": 2,
                    "characters": ["witch-king"],
                },
                "minas-tirith": {"units": {"gondor": {"regular": 2}}, "leaders": {"gondor": 1}},
            },
        },
        entries=range(15, 121),
        needs=("strike", "casualty", "combat"),
    ),
    "sortie": Scene(
        "battle_defender",
        variant="battle",
        options=HELD,
        position={
            "seats": team(4, "Ania", "Bo", "Cela", "Дан"),
            "attack": {"seat": "rohan", "from": "helms-deep", "led": True},
            "regions": {
                "helms-deep": {
                    "besieged": True,
                    "units": {"rohan": {"regular": 1, "elite": 1}, "isengard": {"regular": 6, "elite": 3}},
                    "leaders": {"rohan": 1},
                }
            },
        },
        entries=range(8, 81),
        needs=("strike", "casualty", "press"),
    ),
    "last_two": Scene(
        "battle_nobody",
        variant="battle",
        position={
            "seats": team(3, "Ania", "Bo", "Cela"),
            "attack": {"seat": "saruman", "from": "north-rhun", "to": "vale-of-the-carnen"},
            "regions": {
                "north-rhun": {"units": {"southrons": {"regular": 2}}},
                "vale-of-the-carnen": {"units": {"north": {"regular": 2}}},
            },
        },
        typed=2,
        entries=range(24, 91),
        needs=("strike",),
    ),
}


def choose(rng: random.Random, legal: Sequence[Action]) -> Action:
    """One type as likely as the next: there are many ways to fly."""
    type = rng.choice(list(dict.fromkeys([action.type for action in legal])))
    return rng.choice([action for action in legal if action.type == type])


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
    elif session.seq == 15 and "override" in scene.needs:
        walk = {**scene.position["fellowship"], "companions": ["boromir", "peregrin"]}
        header = session.game.rules.header(
            session.content, (), None, scene.options, {**scene.position, "fellowship": walk}
        )
        session.keep(session.plan(Override("we forgot Peregrin", header["position"])))
