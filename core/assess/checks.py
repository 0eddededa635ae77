"""Judges whether an answer is right, with a pure function per check, and guesses the check from the expected answers.

Whatever a check ignores, it ignores in both the expected and the given answer.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from decimal import Context, Decimal
from typing import Any, NamedTuple, get_args

from core import protocol as p
from core.base.errors import LuthierError


class Said(NamedTuple):
    """An answer, expected or given: its text without thoughts, and its tool calls."""

    text: str
    calls: Sequence[p.ToolCall] = ()


class Judged(NamedTuple):
    """A judgement. why: in one sentence. score: from 0 to 1, for checks that grade."""

    right: bool
    why: str
    score: float | None = None


FITTING = 0.9  # share of the expected answers that must fit a suggested check
MOST_LABELS, LABEL_WORDS = 60, 4  # different labels, and words per label
SHORT_WORDS = 8  # in a short answer
LIST_WORDS = 5  # in an item of a list
_EDGES = " \t\r\n\"'`*_.,:;!?¡¿…“”‘’„«»。，、！？：；「」『』"  # characters around a label or an item of a list
_BRACKETED = re.compile(r"[(\[{]?([^()\[\]{}]+)[)\]}]?")  # a label such as (b), or b)
# Keyboard characters for typographic ones.
_TYPED = str.maketrans({"−": "-", "–": "-", "‐": "-", "‑": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "„": '"'})
_NUMBER = r"(?:(?<!\w)[-+])?(?:(?<![\w.])\.)?\d+(?:[.,'\u00a0\u202f]\d+)*(?:e[-+]?\d{1,3}(?!\w))?"
_NUMBERS = re.compile(_NUMBER)
_WHOLE_NUMBER = re.compile(rf"[$€£¥]?\s*(?:{_NUMBER})\s*[%$€£¥]?\.?")
# Letters of scripts without spaces between words: Thai, Lao, Burmese, Khmer, Japanese and Chinese.
_NO_BLANKS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_WITHOUT_BLANKS, _LETTER = re.compile(f"[{_NO_BLANKS}]"), rf"[^\W{_NO_BLANKS}]"
_ARTICLES = frozenset(("a", "an", "the"))
_ARTICLES_BEFORE = re.compile(r"\b(?:a|an|the)\s+(?=\w\w)")  # before another word
_FENCE = re.compile(r"```(?:json)?\s*\n(.*?)\n?\s*```", re.DOTALL)
_DIGITS = 40  # longest number that is written without an exponent
_EXACT = Context(prec=5000)  # more digits than an answer has
_MISSING = object()


def is_label(expected: str, answered: str) -> Judged:
    """Judge whether the answer is exactly that label, ignoring case and surrounding punctuation."""
    wanted, said = label_of(expected), label_of(answered)
    if said == wanted:
        return Judged(True, f"It is “{wanted}”.")
    return Judged(False, f"It is “{_short(said)}” instead of “{wanted}”." if said else f"It is empty, not “{wanted}”.")


def label_of(text: str) -> str:
    """Return a label normalized for comparison; text of punctuation alone stays whole."""
    text = _plain(text)
    bare = text.strip(_EDGES)
    if bracketed := _BRACKETED.fullmatch(bare):
        bare = bracketed[1].strip(_EDGES)
    return " ".join((bare or text).split())


def _plain(text: str) -> str:
    """Return text normalized for comparison: casefolded, Unicode-normalized, with keyboard punctuation."""
    folded = unicodedata.normalize("NFD", text).casefold()
    return unicodedata.normalize("NFC", folded).translate(_TYPED)


def is_json(expected: str, answered: str) -> Judged:
    """Judge whether the answer is JSON alone, with the same fields in any order. score: share of fields."""
    try:
        said = _json(answered)
    except ValueError as error:
        return Judged(False, f"It is not JSON: {error}.", 0.0)
    return _compared(_fields(_json(expected)), _fields(said))


def fields_right(expected: str, answered: str) -> dict[str, bool]:
    """Return for each field of the expected JSON whether the answer has it right."""
    wanted = _fields(_json(expected))
    try:
        said = _fields(_json(answered))
    except ValueError:
        said = {}
    return {name: _is_same(value, said.get(name, _MISSING)) for name, value in wanted.items()}


def is_number(expected: str, answered: str, within: float = 0.0, *, is_share: bool = False) -> Judged:
    """Judge whether the last number in the answer is the expected one, within the check's tolerance."""
    wanted, said = _last_number(expected), _last_number(answered)
    assert wanted  # other rows do not fit the check
    if not said:
        return Judged(False, f"There is no number in it, where {wanted[0]} is expected.")
    apart, one, other = min((abs(other - one), one, other) for one in wanted for other in said)
    if apart <= Decimal(str(within)) * (abs(one) if is_share else 1):
        return Judged(True, f"The number is {other}." if not apart else f"{other} is near enough to {one}.")
    return Judged(False, f"The number is {said[0]} instead of {wanted[0]}.")


def is_call(expected: Said, answered: Said) -> Judged:
    """Judge whether the answer calls the same tools with the same arguments, in any order. score: share of correct
    calls.
    """
    wanted, said = list(map(_call, expected.calls)), list(map(_call, answered.calls or _calls_in(answered.text)))
    if not said:
        return Judged(False, "It calls no tool.", 0.0)
    if len(wanted) == len(said) == 1:
        if wanted[0]["name"] != said[0]["name"]:
            return Judged(False, f"It calls {said[0]['name'] or 'no name'} instead of {wanted[0]['name']}.", 0.0)
        return _compared(_fields(wanted[0]["arguments"]), _fields(said[0]["arguments"]), extra=1)
    shared = sum((Counter(map(_sorted, wanted)) & Counter(map(_sorted, said))).values())
    score = shared / max(len(wanted), len(said))
    why = f"{shared} of its {len(said)} calls are among the {len(wanted)} expected."
    return Judged(score == 1, "It makes the expected calls." if score == 1 else why, score)


def is_list(expected: str, answered: str) -> Judged:
    """Judge whether the answer has the same items, in any order. score: F1 of the items."""
    wanted, said = set(items_of(expected)), set(items_of(answered))
    score = _f1(len(wanted & said), len(wanted), len(said))
    missing, more = sorted(wanted - said), sorted(said - wanted)
    told = [f"{word} {_listed(items)}" for word, items in (("lacks", missing), ("has besides", more)) if items]
    return Judged(not told, f"It {' and '.join(told)}." if told else "It has the expected items.", score)


def items_of(text: str) -> list[str]:
    """Return the items of a list: JSON, lines, or separated by commas or semicolons."""
    try:
        value = _json(text)
        if isinstance(value, list) and not any(isinstance(item, list | dict) for item in value):
            return [label_of(item if isinstance(item, str) else _sorted(item)) for item in value]
    except ValueError:
        pass
    lines = [line for line in text.splitlines() if line.strip()]
    parts = [re.sub(r"^\s*(?:[-*•–]|\d+[.)])\s+", "", line) for line in lines]
    if len(parts) == 1:
        parts = re.split(r";" if ";" in text else r",(?!\d{3}(?!\d))", parts[0])  # 1,000 is one item
    return [label_of(part) for part in parts if part.strip(_EDGES)] or [label_of(part) for part in parts]


def is_short(expected: str, answered: str) -> Judged:
    """Judge whether the answer contains the expected words in sequence. score: F1 of the words.

    Ignores articles before words, and punctuation unless nothing else is expected.
    """
    letter = expected.strip(_EDGES + "()[]")
    if len(letter) == 1 and letter.isupper():  # an option such as “A”, which “a cat” does not contain
        answered = re.sub(rf"(?<=\S\s){letter.lower()}\s+(?=\w)", "", answered)
    bare = _ARTICLES_BEFORE.sub("", _plain(expected))
    led = _ARTICLES_BEFORE.match(_plain(expected).strip(_EDGES))
    marks = not _words_of(bare)
    wanted, said = _words_of(bare, marks=marks), _words_of(_plain(answered), marks=marks)
    score = _f1(sum((Counter(map(min, wanted)) & Counter(map(min, said))).values()), len(wanted), len(said))
    # “A is right” is not in “B is right”: skip matches in which a letter takes the article's place.
    starts = (i for i in range(len(said)) if not (led and i and len(min(said[i - 1])) == 1 and "a" not in said[i - 1]))
    if any(_begins(said[i:], wanted) for i in starts):
        return Judged(True, "It has the expected words.", score)
    return Judged(False, f"“{_short(expected.strip())}” is not in it.", score)


def _words_of(plain: str, *, marks: bool = False) -> list[frozenset[str]]:
    """Return the words of a text, each with its possible readings: 1.000 is both 1 and 1000. marks: include
    punctuation, each character by itself.
    """
    # Vowel signs of Hindi, among others.
    joined = "".join({one for one in plain if unicodedata.category(one)[0] == "M"})
    words = rf"(?P<number>{_NUMBER})|[{_NO_BLANKS}]|(?:(?![{_NO_BLANKS}])[\w{joined}])+(?:[+#]+(?!\w))?|(?P<mark>\S)"
    found = list[frozenset[str]]()
    for match in re.finditer(words, plain):
        if match["number"]:
            found += [frozenset(map(_written, number)) for number in _numbers(match[0])]
        elif marks or not match["mark"]:
            found.append(frozenset((match[0],)))
    return found


def _begins(said: Sequence[frozenset[str]], wanted: Sequence[frozenset[str]]) -> bool:
    """Return whether the words begin with the wanted ones, ignoring articles between them."""
    left = list(wanted)
    for number, word in enumerate(said):
        if left and not word.isdisjoint(left[0]):
            left.pop(0)
        elif not left or not number or word.isdisjoint(_ARTICLES):
            break
    return not left


def is_same(expected: str, answered: str) -> Judged:
    """Judge whether the answer is the expected text, ignoring spaces and line breaks."""
    wanted, said = (unicodedata.normalize("NFC", text).split() for text in (expected, answered))
    if wanted == said:
        return Judged(True, "It is the expected text.")
    at = next((i for i, (one, other) in enumerate(zip(wanted, said, strict=False)) if one != other), None)
    if at is None:
        return Judged(
            False, "It ends too early." if len(said) < len(wanted) else "It goes on behind the expected text."
        )
    return Judged(False, f"Its word {at + 1} is “{_short(said[at])}” instead of “{_short(wanted[at])}”.")


def contains(text: str, answered: str) -> Judged:
    """Judge whether the answer contains the text, or one of several, ignoring case."""
    said = _line(answered)
    return _has(texts_in(text), lambda one: _line(one) in said)


def has_words(text: str, answered: str) -> Judged:
    """Judge whether the answer contains the text, or one of several, as whole words in sequence."""
    said = _line(answered)

    def is_in(one: str) -> bool:
        one = _line(one)
        before = "" if _WITHOUT_BLANKS.match(one[0]) else rf"(?<!{_LETTER})"
        after = "" if _WITHOUT_BLANKS.match(one[-1]) else rf"(?!{_LETTER}|[+#]+(?!\w))"
        if one[0].isdigit():  # -1 and 2.1 are different numbers
            before += r"(?<!\d[.,])(?<!(?<!\w)[-+])"
        if one[-1].isdigit():
            after += r"(?![.,]\d)"
        return re.search(f"{before}{re.escape(one)}{after}", said) is not None

    return _has(texts_in(text), is_in)


def _line(text: str) -> str:
    return " ".join(_plain(text).split())


def lacks(text: str, answered: str) -> Judged:
    """Judge whether the answer is not empty and contains none of the texts."""
    if not answered.strip():
        return Judged(False, "It is empty.")
    found = contains(text, answered)
    return Judged(not found.right, found.why)


def texts_in(text: str) -> list[str]:
    """Split the texts to look for at |."""
    return [one for part in text.split("|") if (one := part.strip())]


def _has(texts: Sequence[str], is_in: Callable[[str], bool]) -> Judged:
    found = next(filter(is_in, texts), None)
    if found is not None:
        return Judged(True, f"“{_short(found)}” is in it.")
    if len(texts) == 1:
        return Judged(False, f"“{_short(texts[0])}” is not in it.")
    return Judged(False, f"None of {_listed(texts)} is in it.")


def matches(pattern: str, answered: str) -> Judged:
    """Judge whether the answer matches the regular expression somewhere."""
    found = re.search(unicodedata.normalize("NFC", pattern), unicodedata.normalize("NFC", answered))
    return Judged(
        found is not None, f"“{_short(found[0])}” matches." if found else "Nothing in it matches the pattern."
    )


def _compared(wanted: Mapping[str, Any], said: Mapping[str, Any], extra: int = 0) -> Judged:
    """Compare fields. extra: other correct parts, counted as this many fields."""
    told = []
    for name, value in wanted.items():
        if name not in said:
            told.append(f"{name or 'the value'} is missing")
        elif not _is_same(value, said[name]):
            told.append(f"{name or 'the value'} is {_short(_sorted(said[name]))} instead of {_short(_sorted(value))}")
    wrong = len(told)
    told += [f"{name or 'a value'} is not expected" for name in said if name not in wanted]
    score = (len(wanted) - wrong + extra) / max(1, len(wanted.keys() | said.keys()) + extra)
    if not told:
        return Judged(True, "All fields are as expected.", 1.0)
    more = f", and {len(told) - 3} more differ" if len(told) > 3 else ""
    return Judged(False, f"{', '.join(told[:3])}{more}.", score)


def _json(text: str) -> Any:
    """Parse JSON, without a code fence around it. Raises ValueError with a readable message."""
    fenced = _FENCE.fullmatch(text.strip())
    try:
        return json.loads(fenced[1] if fenced else text, parse_float=Decimal)
    except json.JSONDecodeError as error:
        raise ValueError(f"{error.msg[:1].lower()}{error.msg[1:]} at character {error.pos + 1}") from error
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error
    except ArithmeticError as error:
        raise ValueError("a number in it has too large an exponent") from error


def _fields(value: Any, name: str = "") -> dict[str, Any]:
    """Return every value by its path of names, "address.town"; a list is one value."""
    if not isinstance(value, dict) or not value:
        return {name: value}
    found = dict[str, Any]()
    for key, part in value.items():
        key = unicodedata.normalize("NFC", str(key))
        found |= _fields(part, f"{name}.{key}" if name else key)
    return found


def _is_same(one: Any, other: Any) -> bool:
    """Return whether two JSON values are equal: true is not 1, 2.0 is 2, and Unicode forms do not matter."""
    return other is not _MISSING and _sorted(one) == _sorted(other)


def _sorted(value: Any) -> str:
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        return _written(Decimal(str(value)))
    if isinstance(value, list):
        return f"[{', '.join(map(_sorted, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{json.dumps(key)}: {_sorted(value[key])}' for key in sorted(value))}}}"
    return unicodedata.normalize("NFC", json.dumps(value, ensure_ascii=False))


def _call(call: p.ToolCall) -> dict[str, Any]:
    return {"name": call.name, "arguments": call.arguments}


def _calls_in(text: str) -> list[p.ToolCall]:
    """Return the calls that a model wrote as text: {"name": …, "arguments": {…}}, or a list of these."""
    try:
        value = _json(text)
    except ValueError:
        return []
    found = value if isinstance(value, list) else [value]
    if not all(isinstance(one, dict) and isinstance(one.get("name"), str) for one in found):
        return []
    arguments = [one.get("arguments", one.get("parameters", {})) for one in found]
    return [
        p.ToolCall(text=text, name=one["name"], arguments=given if isinstance(given, dict) else {"": given})
        for one, given in zip(found, arguments, strict=True)
    ]


def _last_number(text: str) -> list[Decimal]:
    """Return the possible values of a text's last number; empty without a number."""
    found = _NUMBERS.findall(_plain(text))
    return _numbers(found[-1])[-1] if found else []


def _numbers(text: str) -> list[list[Decimal]]:
    """Return the possible values of a number, likeliest first; several numbers for digits grouped like a date or a
    version.

    A single separator before exactly three digits is a thousands separator; a point is more likely a decimal point.
    """
    digits, _, power = text.lstrip("-+").partition("e")
    if digits[0] == ".":
        digits = f"0{digits}"
    first, *groups = re.split(r"\D", digits)
    marks, sign, power = re.findall(r"\D", digits), "-" * text.startswith("-"), f"e{power or 0}"
    groups_of_three = all(len(group) == 3 for group in groups[:-1]) and (len(first) < 4 or len(groups) < 2)
    whole = [Decimal(f"{sign}{first}{''.join(groups)}{power}")]
    if not groups:
        return [whole]
    may_group = groups_of_three and len(groups[-1]) == 3 and 0 < len(first.lstrip("0")) < 4 and len(set(marks)) == 1
    if marks[-1] in ".," and marks[-1] not in marks[:-1] and len(set(marks)) == min(len(marks), 2) and groups_of_three:
        point = [Decimal(f"{sign}{first}{''.join(groups[:-1])}.{groups[-1]}{power}")]
        return [(whole if marks == [","] else point + whole) if may_group else point]
    return [whole] if may_group else [[Decimal(f"{sign}{first}")], *([Decimal(group)] for group in groups)]


def _written(number: Decimal) -> str:
    """Return one text for equal numbers: 1000 and 1e3, 0 and -0.0."""
    plain = number.normalize(_EXACT) if number else Decimal(0)
    return f"{plain:f}" if abs(plain.adjusted()) < _DIGITS else str(plain)


def _f1(shared: int, wanted: int, said: int) -> float:
    return 2 * shared / (wanted + said) if wanted + said else 1.0


def _listed(items: Sequence[str]) -> str:
    more = f" and {len(items) - 3} more" if len(items) > 3 else ""
    return ", ".join(f"“{_short(item)}”" for item in items[:3]) + more


def _short(text: str, most: int = 60) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"


_OF_TEXT = ("contains", "words", "lacks", "matches")


def judge(check: p.Check, expected: Said, answered: Said) -> Judged:
    """Judge an answer. The expected one must fit the check."""
    wanted, said = expected.text, answered.text
    match check.kind:
        case "label":
            return is_label(wanted, said)
        case "json":
            return is_json(wanted, said)
        case "number":
            return is_number(wanted, said, check.within, is_share=check.is_share)
        case "call":
            return is_call(expected, answered)
        case "list":
            return is_list(wanted, said)
        case "short":
            return is_short(wanted, said)
        case "same":
            return is_same(wanted, said)
        case "contains":
            return contains(check.text, said)
        case "words":
            return has_words(check.text, said)
        case "lacks":
            return lacks(check.text, said)
        case "choice":
            return Judged(False, "")  # nobody has chosen yet
    return matches(check.text, said)


def fits(check: p.Check, expected: Said) -> bool:
    """Return whether an expected answer is of the kind that the check compares."""
    match check.kind:
        case "label" | "short" | "list" | "same":
            return bool(expected.text.strip())
        case "json":
            return _is_json(expected.text)
        case "number":
            return bool(_last_number(expected.text))
        case "call":
            return bool(expected.calls)
    return True


def parse_check(text: str) -> p.Check:
    """Parse a check in the syntax of `--check`: label, number:0.5, number:5%, contains:TEXT.

    Raises LuthierError `assess.bad-check`.
    """
    kind, colon, rest = text.partition(":")
    known: dict[str, p.CheckKind] = {name: name for name in get_args(p.CheckKind)}
    if kind not in known:
        raise _bad_check(text, f"no check is called {kind or 'so'}")
    if kind == "number":
        share = rest.strip().endswith("%")
        try:
            within = float(rest.strip().removesuffix("%") or 0)
        except ValueError:
            raise _bad_check(text, f"{rest} is not a number") from None
        if not 0 <= within < float("inf"):
            raise _bad_check(text, f"{rest} is not a distance")
        return p.Check(kind="number", within=within / 100 if share else within, is_share=share)
    if kind in _OF_TEXT and not (rest if kind == "matches" else texts_in(rest)):
        raise _bad_check(text, "it has to say what to look for")
    if kind not in _OF_TEXT and colon:
        raise _bad_check(text, f"{kind} takes nothing behind it")
    if kind == "matches":
        try:
            re.compile(rest)
        except re.error as error:
            raise _bad_check(text, f"the pattern is none: {error}") from None
    return p.Check(kind=known[kind], text=rest)


def typed(check: p.Check) -> str:
    """Return a check in the syntax of `--check`, so that a choice in the window is parsed like a typed one."""
    if check.kind == "number":
        return "number"
    return f"{check.kind}:{check.text}" if check.text else check.kind


def _bad_check(text: str, why: str) -> LuthierError:
    return LuthierError(
        "assess.bad-check",
        f"'{text}' is not a check: {why}.",
        f"There are: {', '.join(get_args(p.CheckKind))}. "
        "A number may say how far off is near enough (number:0.5, number:5%); contains, words, lacks and matches say "
        "what to look for (contains:TEXT, or contains:ONE|OTHER).",
    )


def guess_check(expected: Sequence[Said]) -> p.Check | None:
    """Return the check that suits the expected answers; None for free text."""
    if not expected:
        return None
    texts = [one.text.strip() for one in expected]
    enough = FITTING * len(expected)

    def most(holds: Callable[[str], bool]) -> bool:
        return sum(map(holds, texts)) >= enough

    if sum(bool(one.calls) for one in expected) >= enough:
        return p.Check(kind="call")
    if most(_is_json):
        return p.Check(kind="json")
    if most(lambda text: 0 < len(text.split()) <= LABEL_WORDS and "\n" not in text):
        count = len(labels_of(expected))
        if count <= MOST_LABELS and 2 * count <= len(texts) and count > 1:
            return p.Check(kind="label")
    if most(_is_number):
        return p.Check(kind="number")
    if most(_is_list):
        return p.Check(kind="list")
    if most(lambda text: 0 < len(text.split()) <= SHORT_WORDS and "\n" not in text):
        return p.Check(kind="short")
    return None


def labels_of(expected: Sequence[Said]) -> list[str]:
    """Return the different labels, in order."""
    return sorted({label_of(one.text) for one in expected})


def in_words(check: p.Check, expected: Sequence[Said]) -> str:
    """Describe in a sentence how a check decides."""
    match check.kind:
        case "label":
            labels = labels_of(expected)
            named = ", ".join(labels[:8]) + (f" and {len(labels) - 8} more" if len(labels) > 8 else "")
            return f"Right is the expected one of {len(labels)} labels and nothing else: {named}."
        case "json":
            return "Right is JSON, nothing else, with the expected fields; their order does not count."
        case "number":
            near = f"{check.within:.4g}" if not check.is_share else f"{100 * check.within:.4g}%"
            return "Right is where the last number is the expected one" + (f", within {near}." if check.within else ".")
        case "call":
            return "Right is a call of the expected tools with the expected arguments."
        case "list":
            return "Right is a list of the expected items, in any order."
        case "short":
            return "Right is an answer with the expected words in it, one after the other."
        case "same":
            return "Right is the expected text, but for spaces and line breaks."
        case "contains":
            return f"Right is an answer that contains {_one_of(check.text)}."
        case "words":
            return f"Right is an answer that has {_one_of(check.text)} in it, as whole words."
        case "lacks":
            return f"Right is an answer that says something without {_one_of(check.text)}."
        case "choice":
            return "Free text: you choose which of two answers is better, without knowing whose it is."
    return f"Right is an answer that matches the pattern {check.text}"


def _one_of(text: str) -> str:
    *most, last = (f"“{one}”" for one in texts_in(text))
    return f"{', '.join(most)} or {last}" if most else last


def _is_json(text: str) -> bool:
    try:
        return isinstance(_json(text), dict) or (isinstance(value := _json(text), list) and any(map(_is_object, value)))
    except ValueError:
        return False


def _is_number(text: str) -> bool:
    return _WHOLE_NUMBER.fullmatch(_plain(text)) is not None and len(_words_of(_plain(text))) == 1


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _is_list(text: str) -> bool:
    items = items_of(text)
    return len(items) > 1 and all(len(item.split()) <= LIST_WORDS for item in items)
