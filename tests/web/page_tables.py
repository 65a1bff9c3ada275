"""Tables of War of the Ring, as the Hunt and with the cards alone, whose pages are looked at."""

TWO = ["Ania:fp", "Bo:shadow"]
THREE = ["Ania:fp", "Bo:witch-king", "Cela:saruman"]
FOUR = ["Ania:gondor", "Bo:rohan", "Cela:witch-king", "Dan:saruman"]
APP, REAL = {"real_cards": "false"}, {"real_cards": "true"}
MID = {
    "turn": 5,
    "phase": "action",
    "to_act": "fp",
    "dice": {
        "fp": ["character", "event", "will-of-the-west"],
        "shadow": ["army", "army", "character", "event", "muster", "army-muster"],
    },
    "hunt_box": {"shadow": 2, "fp": 1},
    "fellowship": {
        "region": "moria",
        "progress": 3,
        "corruption": 4,
        "companions": ["gandalf-the-grey", "strider", "boromir", "legolas", "gimli"],
    },
    "regions": {
        "bree": {"characters": ["meriadoc", "peregrin"]},
        "orthanc": {"characters": ["saruman"]},
        "dale": {"control": "shadow"},
        "helms-deep": {"besieged": True},
    },
    "politics": {
        "isengard": {"box": 4},
        "sauron": {"box": 4},
        "rohan": {"box": 2, "active": True},
        "gondor": {"box": 3, "active": True},
    },
    "hands": {"fp": ["fp-char-10", "fp-str-08"], "shadow": ["sh-char-12", "sh-str-12", "sh-char-09"]},
}
MORDOR = {
    "turn": 9,
    "phase": "action",
    "to_act": "fp",
    "dice": {"fp": ["character", "event"], "shadow": ["army", "muster"]},
    "hunt_box": {"shadow": 2, "fp": 1},
    "fellowship": {"mordor_step": 2, "corruption": 7, "companions": []},
    "gone": ["gandalf-the-grey", "strider", "boromir", "legolas", "gimli", "meriadoc", "peregrin"],
}
HUNT = {  # players, options, position
    "two, cards in the app": (TWO, APP, None),
    "two, cards in the hand": (TWO, REAL, None),
    "three": (THREE, APP, None),
    "four": (FOUR, APP, None),
    "in the middle": (TWO, APP, MID),
    "in Mordor": (TWO, APP, MORDOR),
}
DECKS = {  # players, scenario, options
    "six decks": (["Ania:free", "Bo:shadow"], "extended-trilogy", {}),
    "the app deals": (["Ania:frodo+gandalf", "Bo:shadow", "Cela:aragorn"], "extended-trilogy", {"real_cards": "false"}),
    "a duel": (["Ania:free", "Bo:shadow"], "duel", {}),
    "a long duel": (["Ania:free", "Bo:shadow"], "epic-duel", {"strict_paths": "true"}),
    "rounds": (["Ania:free", "Bo:shadow"], "fellowship-of-the-ring", {"real_cards": "false"}),
}
