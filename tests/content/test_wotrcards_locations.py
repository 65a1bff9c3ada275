"""Battlegrounds, skirmish sites and paths of the card game, and the lists of them.

rulebook: 002_1692f824652c58db.txt (the expansion); public sources are named in content/wotrcards/sources.yaml.
"""

from collections import Counter

from tests.content.wotrcards import GAME, LOCATIONS, SIDES, lists_of, locations_of
from tests.languages import LANGUAGES

# --- battlegrounds and skirmish sites ---------------------------------------------------------------------------------


def test_23_battlegrounds_and_13_sites():
    """By side and set; with the 9 paths the expansion has 31 location cards."""
    grounds = Counter((row["side"], row["set"]) for row in GAME["battleground"].values())
    assert grounds == {("free", "base"): 7, ("shadow", "base"): 7, ("free", "expansion"): 5, ("shadow", "expansion"): 4}
    assert len(GAME["battleground"]) == (7 + 7) + (5 + 4) == 23
    sites = Counter((row["side"], row["set"]) for row in GAME["skirmish_site"].values())
    assert sites == {("free", "expansion"): 10, ("shadow", "expansion"): 3}
    assert len(GAME["skirmish_site"]) == 10 + 3 == 13
    new = [row for kind in LOCATIONS for row in GAME[kind].values() if row["set"] == "expansion"]
    assert len(new) == (5 + 10) + (4 + 3) + 9 == 31


def test_factions_stand_on_their_sides():
    """Defenders are of the side of the deck, attackers of the other; wild icons stand alone."""
    for kind in ("battleground", "skirmish_site"):
        for row in GAME[kind].values():
            enemy = {"free": "shadow", "shadow": "free"}[row["side"]]
            for field, side in (("defenders", row["side"]), ("attackers", enemy)):
                icons = [GAME["faction"][id] for id in row[field]]
                assert {icon["side"] for icon in icons} == {side}, row.place
                assert len({icon.id for icon in icons}) == len(icons), row.place
                assert len(icons) == 1 or not any(icon.get("wild") for icon in icons), row.place
                assert row["set"] == "expansion" or {icon["set"] for icon in icons} == {"base"}, row.place


def test_barad_dur_is_everybodys():
    """Any faction may attack and defend there (WC-BAR-2)."""
    wild = {
        row.id
        for row in GAME["battleground"].values()
        if {"any-free", "any-shadow"} & {*row["attackers"], *row["defenders"]}
    }
    assert wild == {"barad-dur"}
    row = GAME["battleground"]["barad-dur"]
    assert (row["defenders"], row["attackers"]) == (["any-shadow"], ["any-free"])
    assert row["prov"]["defenders"] == row["prov"]["attackers"] == "rulebook"


def test_victory_points_of_battlegrounds():
    """Of the base game as its card sheet has them: Minas Tirith 3, six others 2, seven 1."""
    base = Counter(row["vp"] for row in GAME["battleground"].values() if row["set"] == "base")
    assert base == {3: 1, 2: 6, 1: 7}
    assert GAME["battleground"]["minas-tirith"]["vp"] == 3
    assert all(1 <= row["vp"] <= 3 and 1 <= row["defence"] <= 3 for row in GAME["battleground"].values())


def test_battlegrounds_that_bring_another_along():
    """Edoras activates Helm’s Deep; Lórien and Dol Guldur bring each other, from a scoring area too."""
    found = {
        row.id: (row["activates"], row.get("reactivates", False))
        for row in GAME["battleground"].values()
        if "activates" in row
    }
    assert found == {
        "edoras": ("helms-deep", False),
        "lorien": ("dol-guldur", True),
        "dol-guldur": ("lorien", True),
    }
    for row in GAME["battleground"].values():
        for lang in LANGUAGES if "activates" in row else ():
            named = GAME["battleground"][row["activates"]]["name"][lang]
            assert named in row["activation"][lang], row.place


def test_companions_of_the_rulebook():
    """The two sites of its examples, in this order; no other companions are known."""
    known = {
        row.id: row["companions"] for row in GAME["skirmish_site"].values() if row["prov"]["companions"] == "rulebook"
    }
    assert known == {"bree": ["the-shire", "dunland"], "cair-andros": ["minas-tirith", "edoras"]}


def test_every_site_has_two_companions():
    """Different ones, and in every scenario at least one of them takes part."""
    for row in GAME["skirmish_site"].values():
        assert len(set(row["companions"])) == len(row["companions"]) == 2, row.place
    for scenario in GAME["scenario"]:
        used = locations_of(scenario)
        for site in (id for id in used if id in GAME["skirmish_site"]):
            assert set(GAME["skirmish_site"][site]["companions"]) & set(used), (scenario, site)


def test_lists_of_locations():
    """Each side has its own, every location once; the base game needs none of the expansion."""
    for row in GAME["location_list"].values():
        assert row.id == f"{row['scenario']}.{row['side']}.{row['part']}"
        for field, kind in (("battlegrounds", "battleground"), ("sites", "skirmish_site")):
            assert all(GAME[kind][id]["side"] == row["side"] for id in row[field]), row.place
            if GAME["scenario"][row["scenario"]]["set"] == "base":
                assert all(GAME[kind][id]["set"] == "base" for id in row[field]), row.place
    for scenario in GAME["scenario"].values():
        assert set(locations_of(scenario.id).values()) <= {1}, scenario.place
        parts = [row["part"] for side in SIDES for row in lists_of(scenario.id, side)]
        wanted = [] if "schedule" in scenario["special"] else [1, 2, 3] if "parts" in scenario["special"] else [1]
        assert parts == wanted * 2, scenario.place


def test_how_many_locations_there_are():
    """Battlegrounds and sites a side."""
    counted = {
        scenario: [(len(row["battlegrounds"]), len(row["sites"])) for side in SIDES for row in lists_of(scenario, side)]
        for scenario in GAME["scenario"]
    }
    everything, base, north = [(12, 10), (11, 3)], [(7, 0), (7, 0)], [(7, 4), (5, 1)]
    assert counted == {
        "extended-trilogy": everything,
        "war-in-the-north": north,
        "war-in-the-north-duel": north,
        "war-in-the-north-duel-3": north,
        "epic-duel": [(3, 0), (5, 4), (4, 6), (5, 2), (5, 1), (1, 0)],
        "trilogy": base,
        "duel": base,
        "duel-3": base,
        "fellowship-of-the-ring": [],
    }


def test_parts_of_the_locations_in_the_epic_duel():
    """3, 9 and 10 of the Free Peoples, 7, 6 and 1 of the Shadow: everything there is."""
    sizes = [len(row["battlegrounds"]) + len(row["sites"]) for side in SIDES for row in lists_of("epic-duel", side)]
    assert sizes == [3, 5 + 4, 4 + 6, 5 + 2, 5 + 1, 1] == [3, 9, 10, 7, 6, 1]
    assert sum(sizes) == (3 + 9 + 10) + (7 + 6 + 1) == 23 + 13
    everything = {*GAME["battleground"], *GAME["skirmish_site"]}
    assert set(locations_of("epic-duel")) == set(locations_of("extended-trilogy")) == everything


def test_locations_of_the_epic_duel_by_part():
    """As the rulebook prints them."""
    found = {row.id: {*row["battlegrounds"], *row["sites"]} for side in SIDES for row in lists_of("epic-duel", side)}
    assert found == {
        "epic-duel.free.1": {"rivendell", "grey-havens", "the-woodland-realm"},
        "epic-duel.free.2": {
            "dol-amroth", "edoras", "helms-deep", "lorien", "pelargir",
            "carrock", "fords-of-isen", "lamedon", "westemnet",
        },
        "epic-duel.free.3": {
            "minas-tirith", "dale", "erebor", "the-shire",
            "bree", "cair-andros", "ered-luin", "iron-hills", "lossarnach", "osgiliath-bridge",
        },
        "epic-duel.shadow.1": {
            "minas-morgul", "morannon", "moria", "orthanc", "mount-gundabad", "angmar", "nurn",
        },
        "epic-duel.shadow.2": {"dol-guldur", "harad", "umbar", "dunland", "rhun", "near-harad"},
        "epic-duel.shadow.3": {"barad-dur"},
    }  # fmt: skip


def test_schedule_of_the_fellowship():
    """A row a round, as many as the scenario has; all battlegrounds of the base GAME."""
    rows = list(GAME["schedule"].values())
    assert [row["round"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert GAME["scenario"]["fellowship-of-the-ring"]["rounds"] == len(rows) == 6
    assert [row["battlegrounds"] for row in rows] == [
        ["minas-morgul"], ["rivendell"], ["moria"], ["lorien", "dol-guldur"], ["orthanc"], ["morannon"],
    ]  # fmt: skip
    assert all(GAME["battleground"][id]["set"] == "base" for row in rows for id in row["battlegrounds"])
    assert {row["scenario"] for row in rows} == {"fellowship-of-the-ring"}


def test_alternates_of_solo_play():
    """30 faction cards, which are all Shadow cards of the expansion, and 2 battlegrounds."""
    cards = {row["faction"]: row["count"] for row in GAME["alternate"].values() if "faction" in row}
    assert cards == {"easterling": 11, "isengard": 2, "monstrous": 5, "ruffian": 10, "southron": 2}
    assert sum(cards.values()) == 11 + 2 + 5 + 10 + 2 == 30
    shadow = [row for row in GAME["faction"].values() if row["side"] == "shadow" and not row.get("wild")]
    new = {row.id: row["cards"] - row["base_cards"] for row in shadow}
    assert cards == {id: number for id, number in new.items() if number}
    grounds = [row["of"] for row in GAME["alternate"].values() if "of" in row]
    assert grounds == [row.id for row in GAME["battleground"].values() if row.get("alternate")] == ["dunland", "rhun"]
    assert sum(row["count"] for row in GAME["alternate"].values()) == 30 + 2 == 32


# --- paths ------------------------------------------------------------------------------------------------------------


def test_36_paths_four_a_number():
    """Two of part A, two of part B; three of the base game and one of the expansion."""
    paths = list(GAME["path"].values())
    assert len(paths) == 9 * 4 == 36
    assert Counter((row["number"], row["part"]) for row in paths) == {(n, p): 2 for n in range(1, 10) for p in "AB"}
    assert Counter((row["number"], row["set"]) for row in paths) == {
        (number, name): count for number in range(1, 10) for name, count in (("base", 3), ("expansion", 1))
    }
    assert [(row["number"], row["part"]) for row in paths] == sorted((row["number"], row["part"]) for row in paths)


def test_paths_of_the_epic_duel():
    """Both paths of every step, as the rulebook prints them."""
    steps: dict[str, set[str]] = {}
    for row in GAME["path"].values():
        steps.setdefault(f"{row['number']}{row['part']}", set()).add(row.id)
    assert steps == {
        "1A": {"bag-end", "a-long-expected-party"},
        "1B": {"bucklebury-ferry", "gildors-encampment"},
        "2A": {"the-old-forest", "the-barrow-downs"},
        "2B": {"inn-of-the-prancing-pony", "weathertop"},
        "3A": {"fords-of-bruinen", "the-last-homely-house"},
        "3B": {"imladris", "the-council-of-elrond"},
        "4A": {"caradhras", "the-doors-of-durin"},
        "4B": {"the-high-pass", "khazad-dum"},
        "5A": {"dimrill-dale", "lothlorien"},
        "5B": {"egladil", "fangorn"},
        "6A": {"amon-hen", "emyn-muil"},
        "6B": {"the-dead-marshes", "the-black-gate"},
        "7A": {"henneth-annun", "osgiliath"},
        "7B": {"the-cross-roads", "the-tower-of-ecthelion"},
        "8A": {"morgul-vale", "the-stairs-of-cirith-ungol"},
        "8B": {"the-tower-of-cirith-ungol", "shelobs-lair"},
        "9A": {"morgai", "gorgoroth"},
        "9B": {"crack-of-doom", "orodruin"},
    }


def test_paths_4a_and_7a_connect_to_one_b_path_each():
    """From both paths 4A and 7A to one 4B and one 7B each (WC-EPD-9)."""
    linked = {row.id: row["next"] for row in GAME["path"].values() if "next" in row}
    assert linked == {
        "caradhras": "the-high-pass",
        "the-doors-of-durin": "khazad-dum",
        "henneth-annun": "the-cross-roads",
        "osgiliath": "the-tower-of-ecthelion",
    }
    for here, there in linked.items():
        start, end = GAME["path"][here], GAME["path"][there]
        assert (start["number"], start["part"], end["part"]) == (end["number"], "A", "B")
    assert {row.id: row["becomes"] for row in GAME["path"].values() if "becomes" in row} == {"the-black-gate": 7}


def test_paths_of_each_scenario():
    """All 36 with the expansion, 27 without, 13 of the Fellowship; one step a round."""
    base = [row.id for row in GAME["path"].values() if row["set"] == "base"]
    counts = {"expansion": 9 * 4, "base": 9 * 3}
    for scenario in GAME["scenario"].values():
        paths = [GAME["path"][id] for id in scenario["paths"]]
        assert len(set(scenario["paths"])) == len(paths), scenario.place
        if scenario.id != "fellowship-of-the-ring":
            assert len(paths) == counts[scenario["set"]], scenario.place
        if scenario["set"] == "base":
            assert set(scenario["paths"]) <= set(base), scenario.place
        long = "long_road" in scenario["special"]
        steps = [(row["number"], row["part"] if long else "") for row in paths]
        assert steps == sorted(steps), scenario.place
        assert len(set(steps)) == scenario["rounds"], scenario.place
    assert GAME["scenario"]["epic-duel"]["rounds"] == 9 * 2 == 18


def test_paths_of_the_fellowship():
    """Two each of the numbers 1 to 3, three of 4 and 5, Amon Hen at the end."""
    paths = GAME["scenario"]["fellowship-of-the-ring"]["paths"]
    assert Counter(GAME["path"][id]["number"] for id in paths) == {1: 2, 2: 2, 3: 2, 4: 3, 5: 3, 6: 1}
    assert len(paths) == 2 + 2 + 2 + 3 + 3 + 1 == 13
    assert paths[-1] == "amon-hen"


def test_victory_points_of_paths():
    """Of the base game 1, 2, 1, 2, 1, 2, 1, 2 and 3, alike within a number."""
    points = {
        number: {row["vp"] for row in GAME["path"].values() if row["number"] == number} for number in range(1, 10)
    }
    assert points == {1: {1}, 2: {2}, 3: {1}, 4: {2}, 5: {1}, 6: {2}, 7: {1}, 8: {2}, 9: {3}}
