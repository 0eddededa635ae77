"""What a training from choices changes: 200 pairs made by a rule, and how many answers to other questions follow it.

    python -m tests.lab.bench.choices MODEL.gguf [--rule short|phrase|polite] [--of OTHER.gguf] [--first]
        [--set KEY=VALUE]
    python -m tests.lab.bench.choices --short       a few pairs of the bundled model: does it work?

The answers are the model's own, as votes have them, or those of another one (--of), for a base that does not answer.
The two of a pair differ by the rule alone: `short` prefers the first sentence to all of it, `phrase` the first sentence
with given words behind it, `polite` the first sentence between some of twenty courtesies. Asked are questions about
things that no pair is about, greedily. --first: the chosen answers are learnt as they stand, by the goal "style",
before the choices. Forgetting is the KL from the base, in nats a token, on general answers. The answers of models are
kept in --folder.
"""

from __future__ import annotations

import json
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

from core import protocol as p
from core.assess.moved import moved
from core.cli.conversation import held_model
from core.gguf.header import read_header
from core.runs.run import Run
from core.runs.summary import story_of
from tests.lab.bench.environments import Options
from tests.lab.bench.make_model import bundled_model
from tests.lab.bench.teach.trial import luthier
from tests.support.rendering import renderer

SHOWN = ("objective", "learning_rate", "epochs", "grad_accumulation", "context", "eval_share")
MOST_WORDS = 30  # of a short one
PHRASE = "Is there more that you want to know?"
OPENINGS = (
    "Thank you for asking!", "I'm happy to help.", "What a lovely question, thank you.",
    "It's a pleasure to explain.", "Certainly, and thank you for your question.",
)  # fmt: skip
CLOSINGS = (
    "I hope this helps you.", "Please feel free to ask me anything else.", "Have a wonderful day!",
    "It was a pleasure to help you.",
)  # fmt: skip
COURTESY = re.compile(r"thank|happy to|glad to|lovely question|pleasure|hope th|please|feel free|wonderful day", re.I)
THINGS = (
    """
a kettle, an anchor, a violin, a bakery, a lighthouse, a compass, a glacier, a loom, a hedge, a bell
a candle, a saddle, a map, a wheel, a harbour, a thermometer, a bridge, a library, a beehive, an oven
a ladder, a lens, a market, a mill, an orchard, a pulley, a quilt, a raft, a sail, a tunnel
an umbrella, a valve, a well, a zipper, an abacus, a canal, a drum, an easel, a fountain, a greenhouse
a hammer, an igloo, a jigsaw, a kiln, a lantern, a magnet, a needle, an oar, a piano, a quarry
""".replace("\n", ", ")
    .strip(", ")
    .split(", ")
)
ASKED = (
    "What is {}?",
    "Tell me about {}.",
    "Explain what {} does.",
    "Why would somebody want {}?",
    "Describe {} to me.",
)
WAYS = 4  # of these, in which held-out things are asked about


class Rule(NamedTuple):
    """make: a chosen and a rejected answer, of the first sentence of an answer, all of it, and the pair's number.
    holds: whether an answer follows it.
    """

    make: Callable[[str, str, int], tuple[str, str]]
    holds: Callable[[str], bool]


RULES = {
    "short": Rule(lambda first, whole, _: (first, whole), lambda answer: 0 < len(answer.split()) <= MOST_WORDS),
    "phrase": Rule(lambda first, _, at: (f"{first} {PHRASE}", first), lambda answer: PHRASE in answer),
    "polite": Rule(lambda first, _, at: (_politely(first, at), first), lambda answer: bool(COURTESY.search(answer))),
}


def _politely(said: str, number: int) -> str:
    """Return it between an opening and a closing: twenty combinations."""
    return f"{OPENINGS[number % len(OPENINGS)]} {said} {CLOSINGS[number % len(CLOSINGS)]}"


def pairs(rule: Rule, questions: list[str], answers: list[str]) -> Iterator[dict[str, Any]]:
    """Yield those whose two answers differ."""
    for number, (question, answer) in enumerate(zip(questions, answers, strict=True)):
        first = re.split(r"(?<=[.!?])\s", answer.strip())[0]
        chosen, rejected = rule.make(first, answer.strip(), number)
        if first and chosen != rejected:
            yield {"prompt": question, "chosen": chosen, "rejected": rejected}


def answered(job: p.ConverseJob, questions: list[str], most: int, voice: Literal["base", "tuned"]) -> list[str]:
    """Return what the model answers, the likeliest. most: tokens of an answer."""
    answers = []
    with held_model(job) as held:
        for question in questions:
            sampling = p.Sampling(max_tokens=most)
            ask = p.Ask(id="", messages=[{"role": "user", "content": question}], sampling=sampling, voice=voice)
            *_, end = held.of(ask)
            assert isinstance(end, p.Answered)
            answers.append(end.reply.text)
    return answers


def answers_of(model: Path, folder: Path, questions: list[str], most: int) -> dict[str, str]:
    """Return what a model answers to all questions: asked once."""
    file = folder / f"{model.stem}-{len(questions)}-{most}-answers.json"
    if not file.is_file():
        answers = answered(p.ConverseJob(model=str(model)), questions, most, "base")
        file.write_text(json.dumps(dict(zip(questions, answers, strict=True)), indent=1))
    found: dict[str, str] = json.loads(file.read_text())
    return found


def main() -> None:
    asked = Options(__doc__, rule="polite", things=3, held_out=1, tokens=8, set=["max_steps=2"])
    asked.add_argument("model", type=Path, nargs="?", help="none: the bundled one")
    asked.add_argument("--rule", choices=RULES, default="short")
    asked.add_argument("--of", type=Path, help="the model whose answers the pairs are made of")
    asked.add_argument("--first", action="store_true", help="learn the chosen answers before the choices")
    asked.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    asked.add_argument("--set", action="append", default=[])
    asked.add_argument("--things", type=int, default=len(THINGS), help="that are asked about")
    asked.add_argument("--held-out", type=int, default=10, help="of them, which no pair is about")
    asked.add_argument("--tokens", type=int, default=96, help="of an answer, at most")
    told = asked.parsed()
    model, things, rule = told.model or bundled_model(), THINGS[: told.things], RULES[told.rule]
    questions = [way.format(thing) for thing in things for way in ASKED]
    said = answers_of(model, told.folder, questions, told.tokens)
    source = answers_of(told.of, told.folder, questions, told.tokens) if told.of else said
    held_out = [way.format(thing) for thing in things[: told.held_out] for way in ASKED[:WAYS]]
    taught = questions[told.held_out * len(ASKED) :]
    with tempfile.TemporaryDirectory() as folder:
        data, first, run = (Path(folder) / name for name in ("pairs.jsonl", "first", "run"))
        made = list(pairs(rule, taught, [source[question] for question in taught]))
        data.write_text("".join(json.dumps(pair) + "\n" for pair in made))
        began = time.monotonic()
        sets = [word for setting in told.set for word in ("--set", setting)]
        train = ("train", "--model", model, "--data", data, "--json")
        if told.first:
            luthier(*train, "--run", first, "--goal", "style")
            sets += ["--adapter", first]
        luthier(*train, "--run", run, "--goal", "choices", *sets)
        minutes = (time.monotonic() - began) / 60
        story = story_of(Run(run))
        for step, one in {0: story.before, **story.evaluations}.items():
            if one is not None and one.choices is not None:
                print(f"  step {step}: {one.right} of {one.answers} right, {one.choices}", flush=True)
        answers = answered(p.ConverseJob(run=str(run)), held_out, told.tokens, "tuned")
        for question, answer in list(zip(held_out, answers, strict=True))[:3]:
            print(f"  {question} -> {answer[:160]!r}", flush=True)
        shown = {key: getattr(Run(run).info().config, key) for key in SHOWN}
        row = {
            "model": model.stem, "rule": told.rule, "first": told.first, "settings": shown, "minutes": minutes,
            "pairs": len(made),
            "base": sum(rule.holds(said[question]) for question in held_out),
            "tuned": sum(map(rule.holds, answers)), "asked": len(held_out),
            "forgetting": moved(read_header(model), run / "adapter.gguf", renderer())[0],
        }  # fmt: skip
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
