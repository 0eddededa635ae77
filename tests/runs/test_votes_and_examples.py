"""What a chat leaves on the disk: votes beside the run, examples in a file of the user's."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from core.base.errors import LuthierError
from core.runs.examples import Kept, keep_example
from core.runs.run import Run
from core.runs.votes import BEFORE_EDIT, Tally, Vote, put_vote, read_votes, take_back, tally, votes_file

TALK = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}]


def test_that_an_exchange_has_one_vote_and_the_tally_is_by_checkpoint(tmp_path: Path) -> None:
    run = Run(tmp_path)
    assert read_votes(run) == []
    for name, step, better in [("a", 10, "base"), ("b", 10, "equal"), ("c", 20, "tuned"), ("a", 10, "tuned")]:
        put_vote(run, Vote(id=name, step=step, better=better, question="?", time=1.0))  # type: ignore[arg-type]
    with votes_file(run).open("ab") as file:
        file.write(b'{"id": "cut o')
    put_vote(run, Vote(id="d", step=20, better="base", question="?", time=1.0, hidden=True))
    assert tally(read_votes(run)) == {10: Tally(tuned=1, equal=1), 20: Tally(tuned=1, base=1)}
    take_back(run, "d")
    assert [vote.id for vote in read_votes(run)] == ["b", "c", "a"]
    assert b"cut o" in votes_file(run).read_bytes()  # nobody's line is thrown away


def test_that_a_changed_answer_is_a_choice_and_no_vote_for_either(tmp_path: Path) -> None:
    run = Run(tmp_path)
    vote = Vote(
        id="a tuned", step=10, better="tuned", question="Hi", time=1.0, messages=TALK[:1], tuned="Hello!", base="Ho",
        against=BEFORE_EDIT,
    )  # fmt: skip
    put_vote(run, vote)
    put_vote(run, Vote(id="a", step=10, better="base", question="Hi", time=1.0))
    told = tally(read_votes(run))[10]
    assert told == Tally(base=1, changed=1)
    assert (told.votes, told.choices) == (1, 2)


def test_that_examples_are_added_once_to_a_file_of_examples_alone(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    assert keep_example(file, TALK) == Kept(1, "added")
    file.write_bytes(file.read_bytes().rstrip(b"\n"))  # as an editor leaves it
    assert keep_example(file, [*TALK, *TALK]) == Kept(2, "added")
    assert keep_example(file, TALK) == Kept(2, "there")
    assert file.read_bytes().count(b"\n") == 2
    (tmp_path / "other.csv").write_text("a,b\n")
    with pytest.raises(LuthierError, match="something other"):
        keep_example(tmp_path / "other.csv", TALK)
    with pytest.raises(LuthierError) as caught:
        keep_example(tmp_path, TALK)
    assert caught.value.code == "files.cannot-write"


def test_that_a_corrected_answer_takes_the_place_of_the_earlier_one(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    other = [{"role": "user", "content": "Bye"}, {"role": "assistant", "content": "Farewell"}]
    corrected = [TALK[0], {"role": "assistant", "content": "Hello!"}]
    for messages in (TALK, other):
        keep_example(file, messages)
    assert keep_example(file, corrected) == Kept(2, "replaced")
    assert [msgspec.json.decode(line)["messages"] for line in file.read_bytes().splitlines()] == [other, corrected]
