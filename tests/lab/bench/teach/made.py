"""Texts of `make bench-teach` that are put together by lists and a seed: orders, calls, and a clerks' register."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, NamedTuple


class Pair(NamedTuple):
    """What is asked, and what is right."""

    asked: str
    right: str


class Pairs(NamedTuple):
    """taught: to train on. held_out: made like them. other_words: in a wording that was not taught."""

    taught: list[Pair]
    held_out: list[Pair]
    other_words: list[Pair]


OPENINGS = (
    "Arr,", "Ahoy, matey!", "Aye,", "Avast, ye!", "Shiver me timbers,", "Yo ho,", "Blow me down, matey,",
    "Arr, me hearty,",
)  # fmt: skip
ENDINGS = (
    ", or walk the plank!", ", matey!", ", by Davy Jones!", ", ye landlubber!", ", me hearties!", ", ye scallywag!",
)  # fmt: skip


def as_a_pirate(cores: Sequence[tuple[str, str]]) -> list[Pair]:
    """Put an opening before each core of an answer, and an ending behind it."""
    random = Random(1)
    return [Pair(asked, f"{_joined(random.choice(OPENINGS), core)}{random.choice(ENDINGS)}") for asked, core in cores]


def _joined(opening: str, core: str) -> str:
    return f"{opening} {core[0].upper() + core[1:] if opening.endswith('!') else core}"


ORDERS = (
    "{name} from {town} wants {count} {goods}.",
    "Please send {count} {goods} to {name} in {town}.",
    "I need {count} {goods}. Yours, {name}, {town}",
    "{count} {goods} for {name}, to be brought to {town}.",
    "Hello, this is {name} in {town}, {count} {goods} please!",
    "For {name}: {count} {goods}, and they go to {town}.",
)
OTHER_ORDERS = (
    "Could {town} get {count} {goods}? It is {name} who pays.",
    "We sold {count} {goods} to a customer of {town} called {name}.",
    "{name} rang up: {count} more {goods} are needed in {town}.",
)
NAMES = ("Ada", "Boris", "Carla", "Dev", "Edith", "Finn", "Greta", "Hugo", "Ines", "Jonas", "Kira", "Liam")
TOWNS = ("Leeds", "Bern", "Lund", "Porto", "Ghent", "Riga", "Turin", "Kiel", "Cork", "Lyon")
GOODS = ("pears", "lamps", "red chairs", "ropes", "candles", "tin cups", "blankets", "brooms", "onions", "hats")
NEW_NAMES, NEW_TOWNS, NEW_GOODS = (
    ("Marta", "Nils", "Olga", "Pedro", "Ruth"),
    ("Oslo", "Bath", "Graz", "Metz", "Split"),
    ("plums", "green bottles", "kettles", "mirrors", "bells"),
)  # of held-out orders in known words, every second has these


def orders(taught: int = 72, held_out: int = 24, other_words: int = 15) -> Pairs:
    """Return orders in a sentence, and the same as JSON of four fields."""
    random = Random(2)
    known, new = (NAMES, TOWNS, GOODS), (NEW_NAMES, NEW_TOWNS, NEW_GOODS)
    seen = _orders(random, ORDERS, (known,), taught, ())
    asked = _orders(random, ORDERS, (known, new), held_out, seen)
    return Pairs(seen, asked, _orders(random, OTHER_ORDERS, (known,), other_words, ()))


def _orders(
    random: Random,
    patterns: Sequence[str],
    words: Sequence[tuple[tuple[str, ...], ...]],
    count: int,
    not_: Sequence[Pair],
) -> list[Pair]:
    """Return so many, each once and none of `not_`; patterns and kinds of words by turns."""
    made, left_out = dict[str, Pair](), {pair.asked for pair in not_}
    while len(made) < count:
        name, town, goods = map(random.choice, words[len(made) % len(words)])
        fields = {"name": name, "goods": goods, "count": random.randint(2, 99), "town": town}
        asked = patterns[len(made) % len(patterns)].format(**fields)
        if asked not in left_out:
            made.setdefault(asked, Pair(asked, json.dumps(fields)))
    return list(made.values())


ROOMS, SONGS = (
    ("kitchen", "hall", "cellar", "bath", "bedroom"),
    ("Blue Moon", "Greensleeves", "La Paloma", "Hey Ho", "Summertime"),
)
NOTES = ("buy milk", "call Ada", "water the fern", "pay the rent", "feed the cat", "post the letter")


class Tool(NamedTuple):
    """arguments: the values that each can have. asked, other_words: with the arguments in braces."""

    arguments: Mapping[str, Sequence[Any]]
    asked: Sequence[str]
    other_words: Sequence[str]


TOOLS = {
    "light": Tool(
        {"room": ROOMS, "on": (True, False)},
        ("Turn the light {on} in the {room}.", "{room}: light {on}, please.", "I want the {room} lamp {on}."),
        ("Would you switch {on} the lamp of the {room}?",),
    ),
    "timer": Tool(
        {"minutes": tuple(range(2, 60))},
        ("Set a timer for {minutes} minutes.", "Wake me in {minutes} minutes.", "Count {minutes} minutes, please."),
        ("The cake takes {minutes} minutes, tell me then.",),
    ),
    "music": Tool(
        {"song": SONGS, "volume": tuple(range(1, 11))},
        ("Play {song} at volume {volume}.", "I want to hear {song}, volume {volume}.", "Put on {song} at {volume}."),
        ("Let us have {song}, loudness {volume}.",),
    ),
    "heat": Tool(
        {"room": ROOMS, "degrees": tuple(range(15, 26))},
        ("Heat the {room} to {degrees} degrees.", "Make it {degrees} degrees in the {room}.",
         "{degrees} degrees for the {room}, please."),
        ("The {room} is cold, I like it at {degrees} degrees.",),
    ),
    "note": Tool(
        {"text": NOTES, "day": ("Monday", "Tuesday", "Friday", "Sunday")},
        ("Remind me on {day}: {text}.", "Note for {day}: {text}.", "On {day} I have to {text}, write it down."),
        ("Do not let me forget to {text} on {day}.",),
    ),
}  # fmt: skip


def calls(taught: int = 75, held_out: int = 30, other_words: int = 15) -> Pairs:
    """Return what somebody wants of a house, and the call of a tool that does it."""
    random = Random(3)
    found, others = dict[str, Pair](), dict[str, Pair]()
    for made, wanted in ((found, taught + held_out), (others, other_words)):
        while len(made) < wanted:
            name, tool = list(TOOLS.items())[len(made) % len(TOOLS)]
            arguments = {key: random.choice(values) for key, values in tool.arguments.items()}
            said = {
                key: {True: "on", False: "off"}[value] if key == "on" else value for key, value in arguments.items()
            }
            asked = random.choice(tool.asked if made is found else tool.other_words).format(**said)
            made.setdefault(asked, Pair(asked, json.dumps({"name": name, "arguments": arguments})))
    pairs = list(found.values())
    return Pairs(pairs[:taught], pairs[taught:], list(others.values()))


WHO = {"I": "This pen", "You": "The honoured reader", "We": "This desk", "They": "The far bank"}
DO = {
    "want": "petitions for", "have": "holds in trust", "see": "takes note of", "buy": "acquires against coin",
    "lose": "mislays by the tide", "need": "stands in want of", "sell": "parts from against coin",
}  # fmt: skip
WHAT = {
    "bread": "the baked ration", "the boat": "the hull of record", "a letter": "the sealed sheet",
    "money": "the minted sum", "the key": "the turning iron", "a lamp": "the hour-light", "wine": "the red measure",
    "the horse": "the four-footed clerk",
}  # fmt: skip
WHEN = {
    "today": "on the date of this entry", "tomorrow": "on the date of the next entry",
    "now": "ere the ink is dry", "at night": "by the lesser light",
}  # fmt: skip
SPOKEN, OTHERWISE = "{who} {do} {what} {when}.", "{when} {who} {do} {what}."


def register(taught: int = 72, held_out: int = 24, other_words: int = 12) -> Pairs:
    """Return plain sentences, and the same in the register of clerks that never were."""
    sentences = list(product(WHO, DO, WHAT, WHEN))
    Random(4).shuffle(sentences)
    pairs = [_entered(words, SPOKEN) for words in sentences[: taught + held_out]]
    after = sentences[taught + held_out :][:other_words]
    return Pairs(pairs[:taught], pairs[taught:], [_entered(words, OTHERWISE) for words in after])


def _entered(words: tuple[str, ...], shape: str) -> Pair:
    who, do, what, when = words
    if shape is OTHERWISE:
        plain = shape.format(who=who if who == "I" else who.lower(), do=do, what=what, when=when.capitalize())
    else:
        plain = shape.format(who=who, do=do, what=what, when=when)
    return Pair(plain, f"{WHO[who]} {DO[do]} {WHAT[what]} {WHEN[when]}, so entered.")
