"""One page about many games: how long they are, who wins, how they end, and rules that were never told of."""

from __future__ import annotations

import io
from fractions import Fraction
from importlib.util import find_spec
from math import sqrt
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.errors import SpokenError
from companion.messages import Ref
from companion.play.simulate import Statistics
from companion.units import PT_PER_MM

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.play.game import Json
    from companion.wording import Voice

A4 = 210, 297  # mm
SURE = 1.959964  # standard deviations of a normal distribution on both sides of its mean that hold 95 %
INK, BARS = "#2b2118", "#a98a55"
POINTS_PER_INCH = 72
TOLD = ("forced", "choice")  # kinds of rules that make something happen


class Interval(NamedTuple):
    """A share that was seen, and from where to where the true one lies in 95 of 100 such samples."""

    share: float
    low: float
    high: float


def wilson(number: int, of: int) -> Interval:
    """Wilson's score interval of so many out of n >= 1."""
    share, z = number / of, SURE * SURE / of
    middle = (share + z / 2) / (1 + z)
    half = SURE * sqrt(share * (1 - share) / of + z / of / 4) / (1 + z)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def need_packages() -> None:
    """Raises SpokenError where matplotlib is missing."""
    if find_spec("matplotlib") is None:
        raise SpokenError("report_missing")


def silent_rules(content: Content, total: Statistics) -> list[str]:
    """Rules that make something happen and of which no event of any game told."""
    return [row.id for row in content["rule"].values() if row["kind"] in TOLD and row.id not in total.rules]


def page(total: Statistics, header: Json, content: Content, words: Voice, how: str, told: bool) -> bytes:
    """The page as PDF, the same bytes for the same games. how: who played; told: whether events were looked at."""
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties

    from companion.pdf import fonts

    plain, bold, title = [
        FontProperties(fname=fonts.font(name).face.filename) for name in ("sans-400", "sans-600", "serif-600")
    ]
    inches = [mm * PT_PER_MM / POINTS_PER_INCH for mm in A4]
    figure = Figure(figsize=(inches[0], inches[1]))
    grid = figure.add_gridspec(
        3, 2, left=0.1, right=0.94, top=0.85, bottom=0.09, hspace=0.4, wspace=0.3, height_ratios=(1, 1, 0.8)
    )
    name = content.info["title"][words.lang]
    figure.text(0.1, 0.945, words.say("report.title", game=name), font=title, size=20, color=INK)
    rounds = words.decimal(total.rounds / total.games, 2)
    played = words.say("simulate.games", number=total.games, rounds=rounds)
    figure.text(0.1, 0.905, fill(f"{played}. {how}", 100), font=plain, size=9.5, color=INK, va="center")
    _lengths(figure.add_subplot(grid[0, :]), total)
    _wins(figure.add_subplot(grid[1, 0]), total, header, words)
    _endings(figure.add_subplot(grid[1, 1]), total, words)
    rules = figure.add_subplot(grid[2, :])
    rules.axis("off")
    rules.text(0, 0.95, _rules(content, total, words) if told else words.say("report.no_rules"), va="top")
    for axes, key in zip(figure.axes, ("lengths", "wins", "endings", "rules"), strict=True):
        axes.set_title(words.say(f"report.{key}"), font=bold, size=11, color=INK, loc="left")
        for label in (*axes.get_xticklabels(), *axes.get_yticklabels()):
            label.set(font=plain, size=8, color=INK)
        for text in axes.texts:
            text.set(font=plain, size=8, color=INK)
        axes.spines[["top", "right"]].set_visible(False)
    figure.axes[0].set_xlabel(words.say("report.rounds"), font=plain, size=9, color=INK)
    figure.axes[0].set_ylabel(words.say("report.games"), font=plain, size=9, color=INK)
    figure.text(0.1, 0.04, words.say("print.unofficial", title=name), font=plain, size=6.5, color=INK)
    out = io.BytesIO()
    with matplotlib.rc_context({"pdf.fonttype": 42}):
        figure.savefig(out, format="pdf", metadata={"CreationDate": None, "Title": name})
    return out.getvalue()


def _lengths(axes: Any, total: Statistics) -> None:
    lengths = sorted(total.lengths)
    axes.bar(lengths, [total.lengths[length] for length in lengths], color=BARS, width=0.85)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.yaxis.get_major_locator().set_params(integer=True)


def _wins(axes: Any, total: Statistics, header: Json, words: Voice) -> None:
    """A bar a seat, with the interval in which its true share lies."""
    seats = [seat["id"] for seat in header["seats"]]
    found = [wilson(total.wins[seat], total.games) for seat in seats]
    shares = [one.share for one in found]
    reach = [[one.share - one.low for one in found], [one.high - one.share for one in found]]
    axes.bar(range(len(seats)), shares, color=BARS, width=0.6, yerr=reach, capsize=5, ecolor=INK)
    axes.set_xticks(range(len(seats)), [words.name(Ref("seat", seat)) for seat in seats])
    axes.yaxis.set_major_formatter(lambda share, _: words.percent(Fraction(share).limit_denominator(1000), 0))
    axes.set_ylim(0, max(one.high for one in found) * 1.15 + 0.01)
    for at, one in enumerate(found):
        share = words.percent(Fraction(one.share).limit_denominator(10**6), 1)
        axes.annotate(share, (at, one.high), xytext=(0, 3), textcoords="offset points", ha="center")


def _endings(axes: Any, total: Statistics, words: Voice) -> None:
    named = total.endings.most_common()[::-1]
    axes.barh(range(len(named)), [count / total.games for _, count in named], color=BARS, height=0.35)
    axes.set_yticks([])
    axes.set_ylim(-0.5, len(named) - 0.2)
    axes.xaxis.set_major_formatter(lambda share, _: words.percent(Fraction(share).limit_denominator(1000), 0))
    for at, (ending, count) in enumerate(named):
        share = words.percent(Fraction(count, total.games), 1)
        axes.text(0, at + 0.25, f"{words.say(f'ending.{ending}')}: {share}")


def _rules(content: Content, total: Statistics, words: Voice) -> str:
    silent = silent_rules(content, total)
    every = sum(row["kind"] in TOLD for row in content["rule"].values())
    lines = [words.say("report.silent", number=len(silent), every=every)]
    return "\n".join([*lines, fill(", ".join(silent), 120)])
