"""Both ends of the pipes between a process and its children."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from core.base.child_process import TOO_LONG, Child, EndedError

COUNTING = """
import os
pipe = os.dup(1)
from core.base.child_process import take
numbers, say = take(list[int])
print("a library's own words")
for number in numbers: say(number)
os.write(pipe, b'no number\\n12')
"""
ADDING = """
from core.base.child_process import serve
serve(list[int], lambda numbers, length: [sum(numbers), length], 5, lambda: ["nothing"])
"""
WAITING = """
import sys, threading
from pathlib import Path
from core.base.child_process import take
_, say = take(str, lambda order: Path(order).unlink())
say("begun")
threading.Event().wait()
"""
pytestmark = pytest.mark.process


def command(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_that_answers_are_what_it_says_and_no_print_and_no_line_that_its_end_cut_off() -> None:
    with Child(command(COUNTING)) as child:
        child.send([5, 7])
        assert list(child.answers(int)) == [5, 7] and child.exit_code() == 0
    assert not child.is_running


def test_that_each_order_is_answered_and_one_that_ended_is_started_again() -> None:
    child = Child(command(ADDING))
    assert child.ask([1, 2], list[int]) == [3, len("[1,2]\n")] and child.held() == ["nothing"]
    first = child.pid
    with pytest.raises(EndedError):
        child.ask("no list", list[int])
    assert child.ask([2], list[int])[0] == 2 and child.pid != first
    child.close()
    assert not child.is_running and child.ask([3], list[int])[0] == 3
    child.close()


def test_that_one_that_is_silent_is_given_up() -> None:
    silent = command("import threading; threading.Event().wait()")
    with Child(silent) as child, pytest.raises(EndedError, match=TOO_LONG):
        list(child.answers(int, patience=0.2))
    with pytest.raises(EndedError, match=TOO_LONG):
        child.ask(1, int, timeout=0.2)
    assert not child.is_running


def test_that_what_is_raised_while_it_waits_ends_it() -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), Child(command(WAITING)) as child:
        list(child.answers(str, stop))
    assert not child.is_running


def test_that_it_ends_with_the_process_that_started_it_and_leaves_nothing(tmp_path: Path) -> None:
    half = tmp_path / "half.part"
    half.touch()
    with subprocess.Popen(command(WAITING), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(f'"{half}"\n'.encode())
        process.stdin.flush()
        assert process.stdout.readline() == b'"begun"\n'
        process.stdin.close()
        assert process.wait() == 1 and not half.exists()
