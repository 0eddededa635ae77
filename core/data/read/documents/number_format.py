"""Formats a sheet's values by their number formats (ECMA-376 part 1, 18.8.31): 712 with 00000 gives 00712.

Names of months and days are English, and dates in the system's format follow ISO 8601, since the file does not tell in
which language the sheet was shown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache
from operator import eq, ge, gt, le, lt, ne
from typing import NamedTuple

BUILT_IN = {
    "1": "0", "2": "0.00", "3": "#,##0", "4": "#,##0.00", "9": "0%", "10": "0.00%", "11": "0.00E+00", "12": "# ?/?",
    "13": "# ??/??", "14": "yyyy-mm-dd", "15": "d-mmm-yy", "16": "d-mmm", "17": "mmm-yy", "18": "h:mm AM/PM",
    "19": "h:mm:ss AM/PM", "20": "h:mm", "21": "h:mm:ss", "22": "yyyy-mm-dd hh:mm", "37": "#,##0;(#,##0)",
    "38": "#,##0;(#,##0)", "39": "#,##0.00;(#,##0.00)", "40": "#,##0.00;(#,##0.00)", "41": "#,##0", "42": "#,##0",
    "43": "#,##0.00", "44": "#,##0.00", "45": "mm:ss", "46": "[h]:mm:ss", "47": "mm:ss.0", "48": "##0.0E+0", "49": "@",
}  # fmt: skip
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_(?P<space>.)|\*(?P<fill>.)|\[(?P<bracket>[^\]]*)\]|(?P<general>general)'
    r"|(?P<half>am/pm|a/p)|(?P<date>y+|m+|d+|h+|s+(?:\.0+)?|e(?![+-])|b+)|(?P<power>e[+-])|(?P<digit>[0#?])"
    r"|(?P<sign>[.,%/@;])|(?P<other>.)",
    re.I | re.S,
)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)")
_TESTS = {"<": lt, "<=": le, ">": gt, ">=": ge, "=": eq, "<>": ne}
_ELAPSED = re.compile(r"h+|m+|s+", re.I)
_MOST = 2958466  # days: the year 10000
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


class _Section(NamedTuple):
    """A section of a format. tokens: kind and text. condition: the numbers that it applies to; None: by sign."""

    tokens: tuple[tuple[str, str], ...]
    condition: tuple[str, float] | None

    def kinds(self) -> set[str]:
        return {kind for kind, _ in self.tokens}


def general(value: float) -> str:
    """Return a number in the general format."""
    said = f"{value:.15g}".upper()
    return re.sub(r"E([+-])0*(\d)", r"E\1\2", said)


def shown(value: float | str, code: str) -> str:
    """Format a value; one that does not suit its format is written in the general format."""
    try:
        sections = _sections(code)
        if isinstance(value, str):
            return _text(value, sections)
        section, value = _choose(value, sections)
        kinds = section.kinds()
        if kinds & {"date", "elapsed", "half"}:
            return _date(value, section.tokens).strip()
        if "general" in kinds or "@" in kinds:
            return "".join(
                _literal(kind, text) or general(value) * (kind in ("general", "@")) for kind, text in section.tokens
            )
        return _number(value, section.tokens).strip()
    except (ValueError, OverflowError, ArithmeticError, IndexError):
        return value if isinstance(value, str) else general(value)


@lru_cache(maxsize=512)
def _sections(code: str) -> tuple[_Section, ...]:
    sections, tokens, condition = list[_Section](), list[tuple[str, str]](), None
    for match in _TOKEN.finditer(code + ";"):
        kind, text = match.lastgroup or "other", match[match.lastgroup or 0]
        if kind == "sign" and text == ";":
            sections.append(_Section(tuple(tokens), condition))
            tokens, condition = [], None
        elif kind == "bracket":
            if found := _CONDITION.fullmatch(text):
                condition = (found[1], float(found[2]))
            elif _ELAPSED.fullmatch(text):
                tokens.append(("elapsed", text.lower()))
            elif text.startswith("$") and text[1:].partition("-")[0]:
                tokens.append(("quoted", text[1:].partition("-")[0]))
        elif kind == "space":
            tokens.append(("other", " "))
        elif kind == "sign":
            tokens.append((text, text))
        elif kind != "fill":
            tokens.append(("quoted" if kind == "escaped" else kind, text))
    return tuple(sections)


def _choose(value: float, sections: Sequence[_Section]) -> tuple[_Section, float]:
    """Return the section for a number, and the number to format: without its sign if the section writes that itself."""
    numbers = sections[:3]
    if any(section.condition for section in numbers):
        for section in numbers:
            if section.condition is None or _TESTS[section.condition[0]](value, section.condition[1]):
                return section, value
        return numbers[-1], value
    if value < 0 and len(numbers) > 1:
        return numbers[1], -value
    return (numbers[2] if value == 0 and len(numbers) > 2 else numbers[0]), value


def _text(value: str, sections: Sequence[_Section]) -> str:
    section = sections[3] if len(sections) > 3 else next((one for one in sections if "@" in one.kinds()), None)
    if section is None:
        return value
    return "".join(value if kind == "@" else _literal(kind, text) for kind, text in section.tokens)


def _literal(kind: str, text: str) -> str:
    return text if kind in ("quoted", "other", ".", ",", "%", "/") else ""


class _Layout(NamedTuple):
    """The positions of a number's parts among a section's tokens. whole, part: digits before and after the decimal
    point. least, kept: minimal digits of each. factor: applied to the number first.
    """

    kinds: tuple[str, ...]
    whole: tuple[int, ...]
    part: tuple[int, ...]
    least: int
    kept: int
    power: int
    factor: Decimal
    unit: Decimal
    is_grouped: bool


@lru_cache(maxsize=512)
def _layout(tokens: tuple[tuple[str, str], ...]) -> _Layout:
    kinds = tuple(kind for kind, _ in tokens)
    point = kinds.index(".") if "." in kinds else len(kinds)
    power = kinds.index("power") if "power" in kinds else len(kinds)
    whole = tuple(i for i, kind in enumerate(kinds) if kind == "digit" and i < min(point, power))
    part = tuple(i for i, kind in enumerate(kinds) if kind == "digit" and point < i < power)
    least = next((len(whole) - place for place, i in enumerate(whole) if tokens[i][1] == "0"), 0)
    kept = next((place for place in range(len(part), 0, -1) if tokens[part[place - 1]][1] == "0"), 0)
    thousands = 0  # commas directly after the last digit before or after the point
    for digits in (whole, part):
        after = digits[-1] + 1 if digits else len(kinds)
        while after < len(kinds) and kinds[after] == ",":
            thousands, after = thousands + 1, after + 1
    is_grouped = any(whole[0] < i < whole[-1] for i, kind in enumerate(kinds) if kind == "," and whole)
    factor = Decimal(100) ** kinds.count("%") / Decimal(1000) ** thousands
    return _Layout(kinds, whole, part, least, kept, power, factor, Decimal(1).scaleb(-len(part)), is_grouped)


def _number(value: float, tokens: tuple[tuple[str, str], ...]) -> str:
    layout = _layout(tokens)
    kinds, whole, part, power = layout.kinds, layout.whole, layout.part, layout.power
    if "digit" not in kinds:  # only literal text
        return "-" * (value < 0 and bool(kinds)) + "".join(_literal(*token) for token in tokens)
    if "/" in kinds and "digit" in kinds[: kinds.index("/")]:
        return _fraction(value, tokens, kinds.index("/"))
    number, exponent = abs(Decimal(repr(float(value)))) * layout.factor, 0
    if power < len(kinds) and number:
        exponent = number.adjusted() - number.adjusted() % max(1, len(whole))
        number = number.scaleb(-exponent)
        if len(whole) < 2 and number.quantize(layout.unit, ROUND_HALF_UP) >= 10:
            exponent, number = exponent + 1, number / 10
    rounded = number.quantize(layout.unit, ROUND_HALF_UP)
    before, _, after = f"{rounded:f}".partition(".")
    before = before.lstrip("0").rjust(layout.least, "0")
    after = after[: layout.kept] + after[layout.kept :].rstrip("0")
    first = len(before) - len(whole) + 1  # digits in the first position
    if layout.is_grouped:
        places = [f"{int(before):,}".rjust(len(before), "0") if before else "", *[""] * (len(whole) - 1)]
    else:
        places = [before[: max(0, first)], *(before[n] if n >= 0 else "" for n in range(first, len(before)))]
    digits = dict(zip((*whole, *part), (*places, *after), strict=False))
    out = list[str]()
    for i, (kind, text) in enumerate(tokens):
        if kind == "digit" and i < power:
            out.append(digits.get(i, ""))
        elif kind == "power":
            sign = "-" if exponent < 0 else "+" * text.endswith("+")
            out.append(f"E{sign}{str(abs(exponent)).rjust(kinds[i:].count('digit'), '0')}")
        elif kind != ",":
            out.append(_literal(kind, text))
    return "-" * (value < 0 and bool(rounded)) + "".join(out)


def _fraction(value: float, tokens: Sequence[tuple[str, str]], slash: int) -> str:
    """Return a number as a fraction, after whole numbers if the format has a place for them."""
    start = slash
    while start and tokens[start - 1][0] == "digit":
        start -= 1
    end = slash + 1
    while end < len(tokens) and (tokens[end][0] == "digit" or tokens[end][1].isdigit()):
        end += 1
    below = "".join(text for _, text in tokens[slash + 1 : end])
    has_whole = any(kind == "digit" for kind, _ in tokens[:start])
    number, size = abs(Fraction(repr(float(value)))), len(below)
    if any(letter in "123456789" for letter in below):
        bottom = int(below)
        top = int(number * bottom + Fraction(1, 2))
    else:
        near = number.limit_denominator(10 ** min(size, 6) - 1)
        top, bottom = near.numerator, near.denominator
    whole, top = divmod(top, bottom) if has_whole else (0, top)
    ends = "".join(_literal(*token) for token in tokens[end:])
    said = f"{top}/{bottom}" if top or not has_whole else ""
    amount = f"{whole} {said}".strip() if whole or not said else said
    return "-" * (value < 0) + amount + ends


def _date(value: float, tokens: tuple[tuple[str, str], ...]) -> str:
    if value < 0 or value >= _MOST:
        raise OverflowError
    parts = [(i, text.lower()) for i, (kind, text) in enumerate(tokens) if kind in ("date", "elapsed")]
    decimals = max((len(text.partition(".")[2]) for _, text in parts), default=0)
    ticks = round(value * 86400 * 10**decimals)
    seconds, rest = divmod(ticks, 10**decimals)
    moment = datetime(1899, 12, 30) + timedelta(seconds=seconds)
    if value < 61 and seconds >= 86400:  # Excel has a 29 February 1900
        moment += timedelta(days=1)
    halves = any(kind == "half" for kind, _ in tokens)
    out = list[str]()
    for i, (kind, text) in enumerate(tokens):
        text = text.lower() if kind in ("date", "elapsed") else text
        if kind == "elapsed":
            out.append(str(seconds // {"h": 3600, "m": 60, "s": 1}[text[0]]).rjust(len(text), "0"))
        elif kind == "half":
            out.append(("AM", "PM")[moment.hour >= 12][: 2 if len(text) > 3 else 1])
        elif kind == "date":
            near = (
                [other for place, other in parts if place < i][-1:],
                [other for place, other in parts if place > i][:1],
            )
            is_minute = (
                text[0] == "m"
                and len(text) < 3
                and ((near[0][:1] and near[0][0][0] == "h") or (near[1][:1] and near[1][0][0] == "s"))
            )
            out.append(
                _date_part(moment, "minute" if is_minute else text, halves, f"{rest:0{decimals}}" if decimals else "")
            )
        else:
            out.append(_literal(kind, text) if kind != "digit" else text)
    return "".join(out)


def _date_part(moment: datetime, text: str, halves: bool, rest: str) -> str:
    width = 2 if len(text.partition(".")[0]) > 1 else 1
    match text[0]:
        case "y" | "e" | "b":
            return f"{moment.year:04}" if len(text) > 2 or text[0] == "e" else f"{moment.year % 100:02}"
        case "m" if text == "minute":
            return f"{moment.minute:02}"
        case "m":
            name = _MONTHS[moment.month - 1]
            return (f"{moment.month:0{width}}", name[:3], name, name[0])[max(0, min(len(text), 5) - 2)]
        case "d" if len(text) > 2:
            return _DAYS[moment.weekday()][: 3 if len(text) == 3 else None]
        case "d":
            return f"{moment.day:0{width}}"
        case "h":
            return f"{(moment.hour % 12 or 12) if halves else moment.hour:0{width}}"
    return f"{moment.second:0{width}}" + (f".{rest}" if "." in text else "")
