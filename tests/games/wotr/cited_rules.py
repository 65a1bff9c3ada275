"""The rules that entries and events of a game name."""

from companion.games.wotr.game import GAME
from tests.games.wotr.board import CONTENT

# step -> action -> the rules that may decide it
RULES = {
    "act": {
        "attack": "WR-BATTLE-1",
        "army": "WR-DICE-18 WR-DICE-21 WR-DICE-22 WR-DICE-24 WR-DICE-25",
        "bring": "WR-CHAR-2 WR-CHAR-3",
        "clear": "WR-EVENT-12",
        "diplomacy": "WR-POL-8",
        "event": "WR-EVENT-6",
        "fly": "WR-CHAR-13",
        "hide": "WR-FELL-30",
        "march": "WR-CHAR-4 WR-DICE-18 WR-DICE-21 WR-DICE-24 WR-DICE-25",
        "merge": "WR-TEAM-15",
        "move": "WR-FELL-19",
        "pass": "WR-DICE-15",
        "recruit": "WR-MUSTER-2",
        "ring": "WR-RING-4",
        "separate": "WR-FELL-34",
        "skip": "WR-DICE-16",
        "take": "WR-DICE-23",
        "travel": "WR-CHAR-6 WR-CHAR-13",
        "voice": "WR-CHAR-4",
    },
    "advance_army": {
        "done": "WR-BATTLE-38 WR-SIEGE-3",
        "hold": "WR-BATTLE-38 WR-SIEGE-3",
        "stay": "WR-BATTLE-38 WR-SIEGE-3",
    },
    "aftermath": {"done": "WR-TURN-10"},
    "again": {"accept": "WR-HUNT-7", "again": "WR-HUNT-7", "fewer": "WR-HUNT-7"},
    "allocate": {"allocate": "WR-TURN-6"},
    "attack_army": {"done": "WR-BATTLE-6", "stay": "WR-BATTLE-6"},
    "breaking": {"tile": "WR-EVENT-9"},
    "card": {"done": "WR-EVENT-9", "effect": "WR-EVENT-9"},
    "card_attack": {"done": "WR-BATTLE-6", "stay": "WR-BATTLE-6"},
    "card_attacks": {"attack": "WR-EVENT-17"},
    "card_flights": {"done": "WR-EVENT-9", "fly": "WR-EVENT-9", "travel": "WR-EVENT-9"},
    "card_hits": {"casualty": "WR-BATTLE-25"},
    "card_march": {"done": "WR-ARMY-4", "stay": "WR-ARMY-4"},
    "card_marches": {"done": "WR-MOVE-18", "march": "WR-MOVE-18"},
    "card_passage": {"march": "WR-EVENT-9"},
    "card_recruits": {"done": "WR-EVENT-14", "recruit": "WR-EVENT-14"},
    "card_roll": {"throw": "WR-EVENT-9"},
    "dread": {"pay": "WR-BATTLE-16"},
    "eliminate": {"choose": "WR-BATTLE-16", "done": "WR-BATTLE-16"},
    "forfeit": {"choose": "WR-BATTLE-16"},
    "heroic_death": {"choose": "WR-BATTLE-16", "done": "WR-BATTLE-16"},
    "onslaught": {"pay": "WR-BATTLE-16"},
    "relentless_assault": {"pay": "WR-BATTLE-16"},
    "silence": {"choose": "WR-BATTLE-16"},
    "carried": {"settle": "WR-CHAR-19"},
    "cast": {"cast": "WR-HUNT-13"},
    "casualties": {"casualty": "WR-BATTLE-25"},
    "cease": {"cease": "WR-BATTLE-30 WR-SIEGE-26", "press": "WR-BATTLE-30 WR-SIEGE-26"},
    "challenge": {"tile": "WR-EVENT-9"},
    "dead_men": {"cast": "WR-EVENT-9"},
    "draw": {"draw": "WR-CHAR-26 WR-DICE-23 WR-EVENT-9 WR-TEAM-4 WR-TURN-4"},
    "draw_phase": {"take": "WR-TEAM-4"},
    "draw_tile": {"tile": "WR-EVENT-9 WR-FELL-28 WR-HUNT-9 WR-HUNT-36 WR-MORDOR-9"},
    "extend": {"done": "WR-SIEGE-13", "extend": "WR-SIEGE-13"},
    "extra": {"done": "WR-EVENT-9", "event": "WR-EVENT-9"},
    "extra_attack": {"strike": "WR-BATTLE-19"},
    "fellowship": {"declare": "WR-FELL-10", "done": "WR-TURN-5", "enter": "WR-MORDOR-1"},
    "flights": {"done": "WR-CHAR-13", "fly": "WR-CHAR-13", "travel": "WR-CHAR-13"},
    "followers": {"add": "WR-EVENT-9", "done": "WR-EVENT-9"},
    "gather_army": {"done": "WR-ARMY-4", "stay": "WR-ARMY-4"},
    "gathering": {"done": "WR-EVENT-9", "march": "WR-EVENT-9"},
    "group": {"add": "WR-CHAR-7 WR-FELL-34", "settle": "WR-CHAR-7 WR-CHAR-13 WR-FELL-35"},
    "lead": {"done": "WR-FELL-6", "guide": "WR-FELL-6"},
    "leave": {"retreat": "WR-BATTLE-16", "stand": "WR-BATTLE-16", "withdraw": "WR-BATTLE-16"},
    "lure": {"accept": "WR-EVENT-9", "lose": "WR-EVENT-9"},
    "lured": {"pick": "WR-EVENT-9"},
    "march_army": {"done": "WR-ARMY-4", "stay": "WR-ARMY-4"},
    "marches": {"done": "WR-MOVE-2", "march": "WR-MOVE-2"},
    "marching": {"done": "WR-CHAR-6 WR-CHAR-13", "travel": "WR-CHAR-6 WR-CHAR-13"},
    "merging": {"accept": "WR-TEAM-15", "done": "WR-TEAM-15"},
    "moria": {"accept": "WR-HUNT-36", "use": "WR-HUNT-36"},
    "mustering": {"done": "WR-MUSTER-3", "recruit": "WR-MUSTER-2"},
    "new_guide": {"done": "WR-FELL-6", "guide": "WR-FELL-6"},
    "one_attack": {"attack": "WR-BATTLE-1"},
    "onward": {"done": "WR-MOVE-18", "march": "WR-MOVE-18"},
    "pick": {"pick": "WR-HUNT-25"},
    "pick_card": {"combat": "WR-BATTLE-14", "done": "WR-BATTLE-14"},
    "placing": {"settle": "WR-CHAR-2 WR-CHAR-3"},
    "raising": {"recruit": "WR-CHAR-4"},
    "reroll": {"accept": "WR-BATTLE-22", "fewer": "WR-BATTLE-22", "restrike": "WR-BATTLE-22"},
    "retreat": {"retreat": "WR-BATTLE-31", "stand": "WR-BATTLE-31"},
    "reward": {"done": "WR-CHAR-26 WR-EVENT-9", "take": "WR-CHAR-26 WR-EVENT-9"},
    "roll": {"roll": "WR-TURN-7"},
    "rout": {"retreat": "WR-EVENT-9"},
    "sacrifice": {"sacrifice": "WR-EVENT-9"},
    "sail": {"attack": "WR-EVENT-9", "march": "WR-EVENT-9"},
    "scattered": {"settle": "WR-EVENT-9"},
    "search": {"search": "WR-HUNT-3"},
    "second": {"accept": "WR-HUNT-20", "use": "WR-HUNT-20"},
    "shelter": {"stand": "WR-SIEGE-1", "withdraw": "WR-SIEGE-1"},
    "spare": {"accept": "WR-HUNT-20", "use": "WR-HUNT-20"},
    "spend": {"discard": "WR-EVENT-12"},
    "strike": {"strike": "WR-BATTLE-11"},
    "sundered": {"cast": "WR-HUNT-13"},
    "swap": {"done": "WR-TEAM-6", "swap": "WR-TEAM-6"},
    "tile": {"ability": "WR-HUNT-21", "accept": "WR-HUNT-27", "lose": "WR-HUNT-23", "use": "WR-HUNT-20"},
    "toil": {"accept": "WR-EVENT-9", "lose": "WR-EVENT-9", "use": "WR-EVENT-9"},
    "torn": {"lose": "WR-EVENT-9"},
    "trim": {"discard": "WR-EVENT-2 WR-TEAM-5"},
    "trim_army": {"trim": "WR-ARMY-7 WR-SIEGE-6 WR-TEAM-17"},
    "walk": {"step": "WR-FELL-11 WR-FELL-25", "stop": "WR-FELL-11 WR-FELL-25"},
    "watch": {"use": "WR-HUNT-4", "watch": "WR-HUNT-7"},
    "white_rider": {"ability": "WR-CHAR-27", "done": "WR-CHAR-27"},
    "worn": {"pick": "WR-EVENT-9"},
}
REPORTED = {
    "attacked": "WR-POL-5",
    "besieged": "WR-SIEGE-4",
    "captured": "WR-CAPTURE-1",
    "carried": "WR-CHAR-19",
    "combat": "WR-EVENT-16",
    "entered": "WR-POL-4",
    "killed": "WR-CHAR-23",
    "relieved": "WR-SIEGE-9",
    "stormed": "WR-EVENT-11",
}  # at any step that lets them in


def rules_of(kind, act):
    """The rules that the table of this test allows."""
    return (RULES[kind].get(act.type) or REPORTED[act.type]).split()


def cited(state, act):
    """Every event of an accepted action cites a rule of the rulebook, the first of them its own."""
    told = [GAME.rules.events(state, act, None, seat) for seat in (None, *state.setup.seats)]
    kind = state.step.kind
    for events in told:
        assert events[0].code.startswith("did_")
        assert events[0].rule in rules_of(kind, act), (kind, act)
        assert not [event for event in events[1:] if event.code.startswith("did_")]
        assert all(event.rule in CONTENT["rule"] and not CONTENT["rule"][event.rule].get("board") for event in events)
