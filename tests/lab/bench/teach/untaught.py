"""A hundred questions that no task of `make bench-teach` teaches, checked by rule: what a model could do before, it
should still be able to do after. Nothing holds a training to them, and forgetting is measured on others.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from core import protocol as p
from core.assess import checks
from core.assess.answers import KeptAnswers, answers_of
from core.assess.checks import Said
from core.assess.rows import Row
from core.jobs.chat.source import find_source
from core.jobs.context import JobContext

LONGEST = 24  # tokens of an answer


class Untaught(NamedTuple):
    """right: words that have to be in the answer, several with | between; or JSON whose fields it has to have."""

    asked: str
    right: str


def _each(template: str, words: str) -> list[Untaught]:
    """words: of each question what stands in the template, =, and what is right; with commas between."""
    pairs = (word.strip().split("=") for word in words.split(","))
    return [Untaught(template.format(asked), right) for asked, right in pairs]


ASKED = (
    *_each("What is {}? Answer with the number.", "2 + 3=5, 6 + 7=13, 12 + 9=21, 25 + 14=39, 50 + 38=88, 130 + 45=175"),
    *_each("What is {}? Answer with the number.", "9 - 4=5, 15 - 6=9, 20 - 13=7, 48 - 25=23, 100 - 36=64, 75 - 50=25"),
    *_each("Calculate {}.", "3 * 4=12, 6 * 5=30, 7 * 8=56, 9 * 9=81, 10 * 12=120, 20 * 6=120, 18 / 3=6, 45 / 9=5"),
    *_each("What number comes next: {}?", "1 2 3 4=5|five, 2 4 6 8=10|ten, 5 10 15 20=25, 10 9 8 7=6|six, 3 6 9 12=15"),
    *_each(
        "What is the plural of the word {}?",
        "cat=cats, child=children, mouse=mice, foot=feet, baby=babies, leaf=leaves, man=men, knife=knives",
    ),
    *_each(
        "What is the opposite of {}?",
        "hot=cold, big=small|little|tiny, up=down, day=night, open=closed|close|shut, early=late, rich=poor",
    ),
    *_each("What is the past tense of the verb {}?", "go=went, eat=ate, sing=sang, buy=bought, run=ran"),
    *_each("Translate the word into Spanish: {}.", "dog=perro, house=casa, water=agua, red=rojo|roja, book=libro"),
    *_each(
        "Translate the word into French: {}.", "cat=chat, bread=pain, sun=soleil, thank you=merci, school=école|ecole"
    ),
    *_each("Translate the word into German: {}.", "house=haus, water=wasser, good morning=guten morgen, tree=baum"),
    *_each(
        "What does the word mean in English: {}?",
        "gato=cat, fleur=flower, Milch=milk, rouge=red, amigo=friend, Hund=dog",
    ),
    *_each(
        "Answer in JSON with the field {}",
        'color: what color is grass?={"color": "green"}, legs: how many legs does a horse have?={"legs": 4}, '
        'animal: which animal barks?={"animal": "dog"}, month: which month comes after March?={"month": "April"}, '
        'sum: what is 4 + 4?={"sum": 8}, season: in which season does it snow?={"season": "winter"}, '
        'city: in which city is the Eiffel Tower?={"city": "Paris"}, taste: how does sugar taste?={"taste": "sweet"}',
    ),
    *_each(
        "Write this person as JSON with name and age: {} years old.",
        'Anna is 30={"name": "Anna"; "age": 30}, Omar is 7={"name": "Omar"; "age": 7}, '
        'Lucy is 52={"name": "Lucy"; "age": 52}, Ben is 19={"name": "Ben"; "age": 19}, '
        'Maria is 64={"name": "Maria"; "age": 64}, Tim is 11={"name": "Tim"; "age": 11}, '
        'Eva is 45={"name": "Eva"; "age": 45}',
    ),
    *_each(
        "What is the capital of {}? Answer with one word.",
        "France=Paris, Italy=Rome, Spain=Madrid, Egypt=Cairo, Germany=Berlin, Russia=Moscow",
    ),
    *_each(
        "{} Answer with one word.",
        "Which planet do we live on?=Earth, Which animal gives us wool?=sheep, What do bees make?=honey, What metal "
        "does a magnet attract?=iron, Which star gives us light by day?=Sun, What is frozen water called?=ice, "
        "On which continent is Kenya?=Africa, What is the largest ocean?=Pacific, What color is a ripe banana?=yellow, "
        "What do plants need besides water to grow?=light|sunlight|sun, Which organ pumps the blood?=heart, "
        "Who wrote Romeo and Juliet?=Shakespeare, Which language is spoken in Brazil?=Portuguese, "
        "How many days are there in a week?=seven|7",
    ),
)


def is_right(answer: str, right: str) -> bool:
    """Whether the words are in the answer, or its JSON has the fields; whatever else it says."""
    if not right.startswith("{"):
        return checks.has_words(right, answer).right
    try:
        said = json.loads(answer[answer.index("{") : answer.rindex("}") + 1])
    except ValueError:
        return False
    wanted = json.loads(right.replace(";", ","))
    return isinstance(said, dict) and all(_plain(said.get(name)) == _plain(value) for name, value in wanted.items())


def _plain(value: object) -> str:
    return str(value).casefold()


def still_right(run: Path, *, base: bool = False) -> int | None:
    """Return how many of the questions a run's model answers right with its likeliest words, or its base in the run's
    turns; None where it cannot be asked, as it has none.
    """
    rows = [
        Row(Path(__file__), line, [{"role": "user", "content": one.asked}], [], Said(one.right), "", line)
        for line, one in enumerate(ASKED, 1)
    ]
    with TemporaryDirectory() as folder, JobContext(lambda _event: None) as context:
        source = find_source(p.ConverseJob(run=str(run)), context)
        source = replace(source, adapter=None, merged=None) if base else source
        kept = KeptAnswers(Path(folder) / "answers.jsonl")
        replies = answers_of(source, "it", rows, kept, context.renderer, most=LONGEST)
    if replies.refused:
        return None
    answers = zip(ASKED, replies.answers, strict=True)
    return sum(answer is not None and is_right(answer.text, one.right) for one, answer in answers)
