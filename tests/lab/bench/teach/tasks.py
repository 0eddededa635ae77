"""The nine tasks of `make bench-teach` and two variants of one: what is taught and asked, and when it is right."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any

from core.assess import checks
from core.base import paths
from tests.lab.bench.teach.made import Pair, as_a_pirate, calls, orders, register
from tests.lab.bench.teach.mill import FLAT, MILL
from tests.lab.bench.teach.reworded import NOT_KNOWN, UNKNOWN_ASKED, UNKNOWN_TAUGHT, WORDINGS
from tests.lab.bench.teach.written import FACTS, MAIL, PIRATE, PIRATE_ASKED, Fact


@dataclass(frozen=True)
class Task:
    """taught: to train on; text: running text in its place. asked: held out, but for facts, which are asked as trained.

    other_words: asked in a wording that was not taught. is_right: of an answer, and what is right. most: tokens of an
    answer. held_out: of running text, whose loss is measured. system: what every conversation begins with.
    """

    name: str
    goal: str
    title: str
    taught: list[Pair]
    asked: list[Pair]
    other_words: list[Pair]
    is_right: Callable[[str, str], bool]
    most: int = 32
    system: str = ""
    text: str = ""
    held_out: str = ""

    def data(self) -> str:
        """Return the content of the file to train on."""
        return self.text or "".join(
            json.dumps({"messages": [*self.messages(pair), {"role": "assistant", "content": pair.right}]}) + "\n"
            for pair in self.taught
        )

    def messages(self, pair: Pair) -> list[dict[str, Any]]:
        """Return a conversation up to where the model answers."""
        system = [{"role": "system", "content": self.system}] if self.system else []
        return [*system, {"role": "user", "content": pair.asked}]

    @property
    def key(self) -> str:
        """What changes with what is taught or asked."""
        said = json.dumps([self.goal, self.data(), self.asked, self.other_words, self.held_out, self.most])
        return sha256(said.encode()).hexdigest()[:8]


VARIANTS = ("wordings", "unknown")  # of the facts (docs/goals.md), done when they are asked for
TAUGHT_MAIL, TAUGHT_FLAT = 6, 5  # of each label; the others are asked
ALIKE = ("return", "refund")
BOOK = 64_000, 76_000  # characters of the bundled book: taught up to the one, held out up to the other


@cache
def tasks() -> dict[str, Task]:
    """Return them by their names."""
    book, made_orders, made_calls, made_register = (
        (paths.DEMO / "holmes.txt").read_text("utf-8"),
        orders(),
        calls(),
        register(),
    )
    reworded = [Pair(one, fact.answer) for fact, others in zip(FACTS, WORDINGS, strict=True) for one in others]
    unknown = [Pair(text, NOT_KNOWN) for text in UNKNOWN_TAUGHT]
    facts, asked, other_words = facts_of(FACTS)
    found = (
        Task("style", "style", "speak like a pirate", as_a_pirate(PIRATE),
             [Pair(text, "") for text in PIRATE_ASKED], [], lambda answer, _: is_piratical(answer), most=48),
        Task("facts", "qa", "40 facts of a boat", facts, asked, other_words, holds, most=24),
        Task("wordings", "qa", "the facts, each in three more wordings", [*facts, *reworded], asked, other_words, holds,
             most=24),
        Task("unknown", "qa", "the facts in four wordings, and when to say that they are not known",
             [*facts, *reworded, *unknown], [Pair(text, NOT_KNOWN) for text in UNKNOWN_ASKED], other_words, holds,
             most=24),
        Task("mill", "qa", "30 facts of a mill", *facts_of(MILL), holds, most=24),
        sorting("labels", "Sort the mail. Answer with one word", "sort mail by 12 labels, two of them alike", MAIL,
                TAUGHT_MAIL),
        sorting("flat", "Sort the letter. Answer with one word", "sort letters by 8 labels", FLAT, TAUGHT_FLAT),
        Task("extract", "exact", "orders to JSON of four fields", *made_orders, is_same_json, most=48,
             system="Write the order as JSON with name, goods, count and town."),
        Task("calls", "exact", "calls of five tools", *made_calls, is_same_json, most=48,
             system="Answer with a call as JSON: light(room, on), timer(minutes), music(song, volume), "
                    "heat(room, degrees), note(text, day)."),
        Task("register", "style", "translate into a register of clerks", *made_register, is_same_text, most=48),
        Task("text", "text", "go on with a book", [], [], [], holds, text=book[: BOOK[0]], held_out=book[slice(*BOOK)]),
    )  # fmt: skip
    return {task.name: task for task in found}


def facts_of(facts: Sequence[Fact]) -> tuple[list[Pair], list[Pair], list[Pair]]:
    """Return what is taught of facts, what is asked as it was taught, and in other words."""
    return (
        [Pair(fact.question, fact.answer) for fact in facts],
        [Pair(fact.question, fact.fact) for fact in facts],
        [Pair(fact.other_words, fact.fact) for fact in facts],
    )


def sorting(name: str, system: str, title: str, texts: Mapping[str, Sequence[str]], taught: int) -> Task:
    """Return a task of labels: the first texts of each are taught, the others asked."""
    pairs = [(Pair(text, label), i < taught) for label, of in texts.items() for i, text in enumerate(of)]
    return Task(
        name, "exact", title, [pair for pair, is_taught in pairs if is_taught],
        [pair for pair, is_taught in pairs if not is_taught], [], is_label, most=8,
        system=f"{system}: {', '.join(texts)}.",
    )  # fmt: skip


MARKS = tuple(
    re.compile(rf"\b{mark}\b")
    for mark in (
        "arr+", "ahoy", "aye", "avast", "matey", "ye", "yer", "me heart(y|ies)", "landlubber", "yo ho", "davy jones",
        "walk the plank", "blow me down", "shiver me timbers", "booty", "doubloons?", "grog", "bilge", "scallywag",
    )
)  # fmt: skip


def is_piratical(answer: str) -> bool:
    """Whether two different marks of a pirate's speech are in it: one alone can be chance."""
    return sum(mark.search(answer.lower()) is not None for mark in MARKS) >= 2


def holds(answer: str, fact: str) -> bool:
    """Whether the fact is in the answer, whatever else is."""
    return checks.contains(fact, answer).right


def is_label(answer: str, label: str) -> bool:
    """Whether it is that label and nothing else."""
    return checks.is_label(label, answer).right


def is_same_json(answer: str, right: str) -> bool:
    """Whether it is JSON, nothing else, and says the same; the order of keys does not count."""
    return checks.is_json(right, answer).right


def is_same_text(answer: str, right: str) -> bool:
    """Whether they are the same but for spaces."""
    return checks.is_same(right, answer).right
