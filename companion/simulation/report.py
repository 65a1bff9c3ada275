"""One page about many games: how long they are, who wins, how they end, and rules that were never told of."""

from __future__ import annotations

import io
from collections.abc import Sequence
from fractions import Fraction
from importlib.util import find_spec
from math import sqrt
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple

import matplotlib
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties

from companion.core.errors import LocalizedError, WrongCall
from companion.core.messages import Ref
from companion.core.units import PT_PER_MM
from companion.pdf import fonts
from companion.play.bots.simulate import GameStatistics

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.play.game.game import Json
    from companion.words.wording import Voice

PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4)}  # mm
LEFT, RIGHT = 0.1, 0.94  # of the page's width
SHORTEST, NARROWEST = 8, 0.1  # rounds and share of games that an axis shows at least
THICK = 0.3  # bars of shares, of the room that each has
SURE = 1.959964  # standard deviations of a normal distribution on both sides of its mean that hold 95 %
INK, BARS = "#2b2118", "#a98a55"
POINTS_PER_INCH = 72
TOLD = ("forced", "choice")  # kinds of rules that make something happen


class Interval(NamedTuple):
    """A share that was seen, and from where to where the true one lies in 95 of 100 such samples."""

    share: float
    low: float
    high: float


def wilson_interval(number: int, of: int) -> Interval:
    """Wilson's score interval of so many out of n >= 1."""
    share, z = number / of, SURE * SURE / of
    middle = (share + z / 2) / (1 + z)
    half = SURE * sqrt(share * (1 - share) / of + z / of / 4) / (1 + z)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def check_paper(paper: str) -> None:
    """Raises LocalizedError where matplotlib is missing, WrongCall for an unknown paper."""
    if find_spec("matplotlib") is None:
        raise LocalizedError("report_missing")
    if paper not in PAPERS:
        raise WrongCall("no_paper", paper, PAPERS, choices=", ".join(PAPERS))


def silent_rules(content: Content, total: GameStatistics) -> list[str]:
    """Rules that make something happen and of which no event of any game told."""
    return [row.id for row in content["rule"].values() if row["kind"] in TOLD and row.id not in total.rules]


def report_pdf(
    total: GameStatistics, header: Json, content: Content, words: Voice, how: str, told: bool, paper: str
) -> bytes:
    """The page as PDF, the same bytes for the same games. how: who played; told: whether events were looked at."""

    plain, bold, title = [
        FontProperties(fname=fonts.load_font(name).face.filename) for name in ("sans-400", "sans-600", "serif-600")
    ]
    inches = [mm * PT_PER_MM / POINTS_PER_INCH for mm in PAPERS[paper]]
    figure = Figure(figsize=(inches[0], inches[1]))
    grid = figure.add_gridspec(
        3, 2, left=LEFT, right=RIGHT, top=0.85, bottom=0.09, hspace=0.4, wspace=0.3, height_ratios=(1, 1, 0.8)
    )
    name = content.info["title"][words.lang]
    _shrink_to_page(
        figure, figure.text(LEFT, 0.945, words.say("report.title", game=name), font=title, size=20, color=INK)
    )
    rounds = words.decimal(total.rounds / total.games, 2)
    played = words.say("simulate.games", number=total.games, rounds=rounds)
    figure.text(LEFT, 0.905, fill(f"{played}. {how}", 105), font=plain, size=9.5, color=INK, va="center")
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
    figure.text(LEFT, 0.04, words.say("print.unofficial", title=name), font=plain, size=6.5, color=INK)
    out = io.BytesIO()
    with matplotlib.rc_context({"pdf.fonttype": 42}):
        figure.savefig(out, format="pdf", metadata={"CreationDate": None, "Title": name})
    return out.getvalue()


def _shrink_to_page(figure: Any, text: Any) -> None:
    """A line that is too long for the page is set smaller."""
    room = (RIGHT - LEFT) * figure.bbox.width / text.get_window_extent().width
    text.set_size(text.get_size() * min(1, room))


def _lengths(axes: Any, total: GameStatistics) -> None:
    lengths = sorted(total.lengths)
    axes.bar(lengths, [total.lengths[length] for length in lengths], color=BARS, width=0.85)
    first = max(1, min(lengths[0], lengths[-1] - SHORTEST))
    axes.set_xlim(first - 0.75, max(lengths[-1], first + SHORTEST) + 0.75)
    for axis in (axes.xaxis, axes.yaxis):
        axis.get_major_locator().set_params(integer=True, min_n_ticks=1)


def _wins(axes: Any, total: GameStatistics, header: Json, words: Voice) -> None:
    """A bar a seat, with the interval in which its true share lies."""
    seats = [seat["id"] for seat in header["seats"]][::-1]
    found = [wilson_interval(total.wins[seat], total.games) for seat in seats]
    _bars(axes, [words.name(Ref("seat", seat)) for seat in seats], [total.wins[seat] for seat in seats], total, words)
    reach = [[one.share - one.low for one in found], [one.high - one.share for one in found]]
    axes.errorbar([one.share for one in found], range(len(seats)), xerr=reach, fmt="none", capsize=3, ecolor=INK)
    axes.set_xlim(0, max(NARROWEST, *[one.high * 1.05 for one in found]))


def _endings(axes: Any, total: GameStatistics, words: Voice) -> None:
    named = total.endings.most_common()[::-1]
    _bars(axes, [words.say(f"ending.{ending}") for ending, _ in named], [count for _, count in named], total, words)


def _bars(axes: Any, names: Sequence[str], counts: Sequence[int], total: GameStatistics, words: Voice) -> None:
    """Shares of the games from the bottom to the top, each with its name above it."""
    axes.barh(range(len(names)), [count / total.games for count in counts], color=BARS, height=THICK)
    axes.set_yticks([])
    axes.set_ylim(-0.5, len(names) - 0.2)
    axes.set_xlim(0, max(NARROWEST, axes.get_xlim()[1]))
    axes.xaxis.get_major_locator().set_params(nbins=5)
    axes.xaxis.set_major_formatter(lambda share, _: words.percent(Fraction(share).limit_denominator(1000), 0))
    for at, (name, count) in enumerate(zip(names, counts, strict=True)):
        text = f"{name}: {words.percent(Fraction(count, total.games), 1)}"
        axes.annotate(text, (0, at + THICK / 2), xytext=(3, 3), textcoords="offset points")


def _rules(content: Content, total: GameStatistics, words: Voice) -> str:
    silent = silent_rules(content, total)
    every = sum(row["kind"] in TOLD for row in content["rule"].values())
    lines = [words.say("report.silent", number=len(silent), every=every)]
    return "\n".join([*lines, fill(", ".join(silent), 120, break_on_hyphens=False)])
