"""Stores which of two answers a person preferred: a line per vote in votes.jsonl in the run's folder.

If a person edits an answer in Chat, the edited one is better than the model's: that counts as a vote.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from core.advice.assessment import BASE, verdict
from core.base.bounded_file import from_json, read_plain
from core.base.errors import LuthierError
from core.base.files import written_whole
from core.protocol import AssessResult, Better, RowJudged, Sampling
from core.runs.info import OtherVerdict, RunAssessment, read_assessment, write_assessment
from core.runs.recorded import is_summed, summed
from core.runs.run import Run

BEFORE_EDIT = "the answer before it was changed"  # `against` of an edited answer


class Vote(msgspec.Struct, frozen=True, kw_only=True):
    """A vote for one of two answers. id: of the exchange, which has one vote. step: of the checkpoint that answered; -1
    if unknown.

    hidden: whether the two names were hidden. time: seconds since 1970. messages: the conversation that the better one
    answered, in the messages format, the question last (in Chat the other may have seen different earlier answers).
    tuned, base: their answers. sampling: of the answers. Votes of older versions lack these, so nothing can be learnt
    from them. against: the model in the base's place; "" for the base.
    """

    id: str
    step: int
    better: Better
    question: str
    time: float
    hidden: bool = False
    messages: list[dict[str, Any]] = []
    tuned: str = ""
    base: str = ""
    sampling: Sampling | None = None
    against: str = ""


class Tally(NamedTuple):
    """Votes for each side. changed: answers that a person edited, which say nothing about the two."""

    tuned: int = 0
    equal: int = 0
    base: int = 0
    changed: int = 0

    @property
    def votes(self) -> int:
        """Return the number of votes for one of the two, or for neither."""
        return self.tuned + self.equal + self.base

    @property
    def choices(self) -> int:
        """Return the number of pairs to learn from."""
        return self.tuned + self.base + self.changed


def votes_file(run: Run) -> Path:
    return run.folder / "votes.jsonl"


def read_votes(run: Run) -> list[Vote]:
    """Read the run's votes, oldest first. Skips invalid lines. Raises LuthierError `runs.unreadable`."""
    return [vote for line in _lines(run) if (vote := _vote(line)) is not None]


def tally(votes: list[Vote]) -> dict[int, Tally]:
    """Count votes against the base, and edited answers, by checkpoint step."""
    steps = dict.fromkeys(vote.step for vote in votes if vote.against in ("", BEFORE_EDIT))
    return {step: counted(vote for vote in votes if vote.step == step) for step in steps}


def counted(votes: Iterable[Vote]) -> Tally:
    """Count votes against the base, and edited answers."""
    counts = Counter[str]("changed" if vote.against else vote.better
                          for vote in votes if vote.against in ("", BEFORE_EDIT))  # fmt: skip
    return Tally(**counts)


def put_vote(run: Run, vote: Vote) -> None:
    """Write a vote in place of an earlier one on the same exchange.

    Raises LuthierError `files.cannot-write`, `runs.unreadable`.
    """
    _write(run, [*_others(run, vote.id), summed(msgspec.json.encode(vote)).rstrip()])


def choose(run: Run, result: AssessResult, row: RowJudged, better: Better | Literal[""]) -> None:
    """Record which answer of a row is better, chosen with hidden names, and update the verdict. "": withdraw the
    choice.

    Raises LuthierError as put_vote does, and `formats.newer`.
    """
    before = row.better
    _follow_choice(result, row, better)
    try:
        if better:
            put_vote(run, _chosen(result, row, better))
        else:
            take_back(run, row.key)
        if any(one.better for one in result.judged):  # an empty result should not replace an earlier verdict
            keep_assessment(run, result)
    except LuthierError:  # a choice that was not saved must not count
        _follow_choice(result, row, before)
        raise


def _follow_choice(result: AssessResult, row: RowJudged, better: Better | Literal[""]) -> None:
    """Update the whole result after a choice."""
    row.better = better
    for answer, voice in zip(row.answers, ("tuned", "base"), strict=True):
        answer.right = better == voice
    result.verdict = verdict(result)


def _chosen(result: AssessResult, row: RowJudged, better: Better) -> Vote:
    tuned, base = (answer.text for answer in row.answers)
    return Vote(
        id=row.key, step=result.step, better=better, question=row.question, time=time.time(), hidden=True,
        messages=row.messages, tuned=tuned, base=base, sampling=Sampling(), against=_other(result),
    )  # fmt: skip


def _other(result: AssessResult) -> str:
    name = result.models[1].name
    return "" if name == BASE else name


def _others_in(result: AssessResult) -> str:
    """Return the compared models; "" for the base alone."""
    names = [model.name for model in result.models[1:]]
    return "" if names in ([], [BASE]) else ", ".join(names)


def keep_assessment(run: Run, result: AssessResult) -> None:
    """Keep an assessment with the run, beside those against other models.

    Raises LuthierError `formats.newer`, `files.cannot-write`.
    """
    against, before = _others_in(result), read_assessment(run.assessment_file)
    beside = list[OtherVerdict]()
    if before is not None:
        newest = OtherVerdict(
            against=before.against, verdict=before.verdict, test=before.test, made=before.made, step=before.step
        )
        beside = [one for one in (newest, *before.beside) if one.against != against]
    said = RunAssessment(
        verdict=result.verdict, test=result.test, made=time.time(), step=result.step, moved=result.moved, by=result.by,
        against=against, beside=beside,
    )  # fmt: skip
    write_assessment(run.assessment_file, said)


def take_back(run: Run, exchange: str) -> None:
    """Delete the vote on an exchange. Raises LuthierError as put_vote does."""
    others = _others(run, exchange)
    if others != _lines(run):
        _write(run, others)


def _others(run: Run, exchange: str) -> list[bytes]:
    """Return the lines of other exchanges, and unreadable ones unchanged."""
    return [line for line in _lines(run) if (vote := _vote(line)) is None or vote.id != exchange]


def _lines(run: Run) -> list[bytes]:
    file = votes_file(run)
    try:
        return read_plain(file).splitlines()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise LuthierError(
            "runs.unreadable", f"{file} cannot be read: {error.strerror}.", "Check that you may read it."
        ) from error


def _vote(line: bytes) -> Vote | None:
    """Return a line's vote, or None if the line is unreadable or was changed."""
    try:
        is_summed(line)
        return from_json(line, type=Vote)
    except ValueError:
        return None


def _write(run: Run, lines: list[bytes]) -> None:
    with written_whole(votes_file(run)) as partial:
        partial.write_bytes(b"".join(line + b"\n" for line in lines))
