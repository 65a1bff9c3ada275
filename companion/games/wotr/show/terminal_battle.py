"""A battle, or the part of an army that goes, as a few lines for a terminal, from what everybody sees of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.messages import Phrase, Ref
from companion.games.wotr.rules.map.split_army import item_name
from companion.games.wotr.show import view_battle
from companion.games.wotr.state import State
from companion.play.game.game import Say


def lines(state: State, say: Say) -> list[str]:
    """Return the lines of a battle: forces, dice and hits of the round, hits that are due, figures that go."""
    out: list[str] = []
    fight = view_battle.battle_view(state, None)
    if fight is not None:
        title = say(f"web.wotr.battle.{fight['kind']}", region=Ref("region", fight["region"]))
        out.append(f"{title}, {say('web.wotr.battle.round', number=fight['round'])}")
        for side, force in fight["sides"].items():
            out.append(f"  {say('table.force', side=Ref('side', side), army=_army(state, force))}")
            out.append(f"    {_dice(say, force)}")
    step = view_battle.detail(state, state.agenda[-1]) or {}
    if "hits" in step:
        out.append(say("web.wotr.battle.due", side=Ref("side", step["side"]), number=step["hits"]))
    if "army" in step:
        goes = {item: row["goes"] for item, row in step["army"].items() if row["goes"]}
        told = tuple([Phrase("table.figures", {"figure": item_name(state, id), "number": goes[id]}) for id in goes])
        out.append(f"  {say('table.going', army=told)}")
    return out


def _army(state: State, force: Mapping[str, Any]) -> tuple[Phrase, ...]:
    figures = [
        Phrase("table.figures", {"figure": Ref("figure", id), "number": n}) for id, n in force["figures"].items()
    ]
    return (*figures, *[Phrase("table.one", {"character": Ref("character", id)}) for id in force["characters"]])


def _dice(say: Say, force: Mapping[str, Any]) -> str:
    """Return strength, Leadership, dice; the card; the roll."""
    needed = f"{force['hits_on']}{'+' if force['hits_on'] < 6 else ''}"
    out = [say("web.wotr.battle.dice", number=force["dice"], needed=needed)]
    if force["leadership"]:
        out.append(say("web.wotr.map.leadership", number=force["leadership"]))
    if force["bonus"]:
        out.append(say("web.wotr.battle.bonus", number=f"{force['bonus']:+}"))
    if force["card"]:
        out.append(say("web.wotr.battle.card", card=Ref("event_card", force["card"])))
    elif force["deck"]:
        out.append(say("web.wotr.battle.back", deck=Ref("deck", force["deck"])))
    if force["rolled"]:
        out.append(say("web.wotr.battle.hits", number=force["hits"]))
    return "; ".join(out)
