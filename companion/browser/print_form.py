"""What the page of printing asks: the fields of a print job as controls of a form, and the job of a form filled in.

Controls come from `print_options.Job` and the tables of content/, cards/ and layouts/; their labels are the texts
`browser.print.option.FIELD`. Knows no request and no page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, fields
from math import isfinite
from typing import Any, get_type_hints

from companion.content.model import Content
from companion.core.errors import WrongCall
from companion.faces import palette, template
from companion.press import printers
from companion.press.print_options import ALL, Job
from companion.press.shop import print_kinds
from companion.sheets import layouts
from companion.sheets.impose import DUPLEX
from companion.sheets.model import Correction
from companion.words.wording import Voice

# What a job may ask for and this page does not: files for other machines than a printer, a tracker, files on a disk.
LEFT_OUT = (
    *("format", "dpi", "shop", "address", "cutter", "cutter_marks", "changed", "qr", "braille", "srgb"),
    *("images", "back", "images_bleed", "out"),
)
FIRST = ("kind", "lang", "paper", "ink", "variant", "duplex")
BACKS = {"x": printers.FARTHEST, "y": printers.FARTHEST, "angle": printers.STEEPEST}  # mm, mm, degrees: the most
PAPER = "paper_size"  # a paper that has no name
LANG = "print_lang"  # in a form; `lang` is the language of the page
LONGEST = 400  # characters of a field

FIELDS: dict[str, Field[Any]] = {field.name: field for field in fields(Job)}
TYPES = get_type_hints(Job)
RARE = tuple(name for name, field in FIELDS.items() if (field.metadata or name == "only") and name not in FIRST)
RARE = (PAPER, *(name for name in RARE if name not in LEFT_OUT))


@dataclass(frozen=True, slots=True)
class Control:
    """One field. shape: select, check, number, text or hidden; choices: values and their words; step: `1` or `any`."""

    name: str
    label: str
    shape: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    least: float | None = None
    most: float | None = None
    step: str = ""


def controls(names: Sequence[str], content: Content, voice: Voice, own: Mapping[str, str]) -> list[Control]:
    """The controls of these fields of a job. own: what each language calls itself."""
    return [control for name in names if (control := _control(name, content, voice, own)) is not None]


def backs(voice: Voice) -> list[Control]:
    """Return the correction of second sides for the user's printer."""
    return [
        Control(name, voice.say(f"browser.print.option.{name}"), "number", "0", (), -most, most, "any")
        for name, most in BACKS.items()
    ]


def job(game: str, given: Mapping[str, str], voice: Voice) -> Job:
    """The job of a form; what is left out is as the command has it. Raises WrongCall."""
    asked: dict[str, Any] = {"kind": given.get("kind", ALL)}
    for name, text in given.items():
        if len(text) > LONGEST:
            raise WrongCall("field_long", field=_label(name, voice), most=LONGEST)
        if name == "only":
            asked[name] = tuple(text.split())
        elif name in FIELDS and name not in (*LEFT_OUT, "game", "lang", "kind", "correction"):
            asked[name] = _value(name, text.strip(), voice)
        elif name not in (LANG, PAPER, "kind", *BACKS):
            raise WrongCall("not_field", name)
    x, y, angle = (_number(name, given.get(name, ""), -most, most, float, voice) for name, most in BACKS.items())
    found = printers.check_profile("page", x or 0.0, y or 0.0, angle or 0.0, printers.FLIPS[0])
    asked["correction"] = found.correction if found.correction != Correction() else None
    asked["paper"] = given.get(PAPER, "").strip() or asked.get("paper", "")
    return Job(game, lang=given.get(LANG, voice.lang), **asked)


def _label(name: str, voice: Voice) -> str:
    key = f"browser.print.option.{name}"
    return voice.say(key) if key in voice.texts else name


def _value(name: str, text: str, voice: Voice) -> Any:
    """What a field of a form means as that field of a job."""
    field, kind = FIELDS[name], TYPES[name]
    if kind in (bool, bool | None):
        return {"true": True, "false": False}.get(text, field.default)
    if kind is str or kind == str | None:
        return text or field.default
    whole = int if kind == int | None else float
    least, most = field.metadata["min"], field.metadata["max"]
    return _number(name, text, least, most, whole, voice)


def _number(name: str, text: str, least: float, most: float, kind: type, voice: Voice) -> Any:
    """The number, or None for an empty field. Raises WrongCall."""
    text = text.strip().replace(",", ".").replace("−", "-")
    if not text:
        return None
    try:
        number = kind(text)
    except ValueError:
        number = None
    if number is None or not (isfinite(number) and least <= number <= most):
        raise WrongCall(
            "form_number",
            text,
            field=_label(name, voice),
            least=voice.texts.number(least),
            most=voice.texts.number(most),
        )
    return number


def _control(name: str, content: Content, voice: Voice, own: Mapping[str, str]) -> Control | None:
    """A control, or None where there is nothing to choose."""
    label, choices = _label(name, voice), _choices(name, content, voice, own)
    if name == "lang":
        lang = voice.lang if voice.lang in content.languages else content.languages[0]
        return Control(LANG, label, "select", lang, tuple(choices))
    if name in (PAPER, "only"):
        return Control(name, label, "text", "")
    field, kind = FIELDS[name], TYPES[name]
    default = field.default
    if kind is bool:
        return Control(name, label, "check", "true" if default else "")
    if choices:
        usual = {"kind": choices[0][0], "paper": layouts.load_layout().paper}.get(name) or str(default or "")
        if len(choices) > 1:
            return Control(name, label, "select", usual, tuple(choices))
        return Control(name, label, "hidden", usual) if name == "kind" else None
    if kind in (int | None, float | None):
        limits = field.metadata["min"], field.metadata["max"]
        return Control(name, label, "number", "", (), *limits, "1" if kind == int | None else "any")
    return Control(name, label, "text", "") if name != "variant" else None


def _choices(name: str, content: Content, voice: Voice, own: Mapping[str, str]) -> list[tuple[str, str]]:
    """What there is to choose for a field, each with its words; empty where anything may be typed."""

    def said(key: str, word: str) -> str:
        text = voice.say(key) if key in voice.texts else word
        return text[:1].upper() + text[1:]

    def measured(w: float, h: float) -> str:
        return f"{voice.texts.number(w)} × {voice.texts.number(h)} mm"

    usual = ("", voice.say("browser.print.usual"))
    match name:
        case "kind":
            every = [(word, said(f"print.kind_{word}", word)) for word in print_kinds(content)]
            return [*every, (ALL, voice.say("browser.print.all"))] if len(every) > 1 else every
        case "lang":
            return [(lang, own.get(lang, lang)) for lang in content.languages]
        case "paper":
            sizes = {word: layouts.load_layout(word).size for word in layouts.paper_names()}
            return [(word, f"{word.title()} · {measured(*size)}") for word, size in sizes.items()]
        case "ink":
            return [(word, said(f"browser.print.ink.{word}", word)) for word in palette.inks()]
        case "duplex":
            return [
                (word, said(f"browser.print.duplex.{word}", word)) for word in ("long", "short", *DUPLEX[3:], "none")
            ]
        case "variant":
            variants = content.info.get("variants", ())
            return [("", voice.say("browser.print.every_variant")), *((v, said(f"variant.{v}", v)) for v in variants)]
        case "layout":
            return [(word, word) for word in layouts.layout_names()]
        case "mark_style":
            styles = [(word, said(f"browser.print.marks.{word}", word)) for word in layouts.KINDS if word != "none"]
            return [usual, *styles]
        case "trim":
            return [usual, *((word, f"{word} · {measured(*size)}") for word, size in template.trims().items())]
    if name in TYPES and TYPES[name] == bool | None:
        return [usual, ("true", voice.say("browser.print.yes")), ("false", voice.say("browser.print.no"))]
    return []
