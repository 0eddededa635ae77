"""Another computer that sends what no Luthier sends: a person is told, nothing stays of it, nothing else is touched."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.support.near_computer import SHORT, NearComputer
from tests.support.other_computers import other_computers

ROOT = Path(__file__).parents[2]
# A worker whose answers are changed in one way, which its first argument names.
WORKER = """
import struct, sys
sys.path.insert(0, {root!r})
import numpy as np
from core.computers import frames, questions as q
from core.engine.lora.adapter_file import read_adapter, write_adapter
from core.jobs.computers import guest, worker

how, answer = sys.argv[1], guest.answer


def changed(path, change):
    adapter = read_adapter(path)
    path.unlink()
    tensors = {{name: tuple(map(change, factors)) for name, factors in adapter.tensors.items()}}
    write_adapter(path, adapter.architecture, tensors, adapter.alpha, notes={{}}, magnitudes=adapter.magnitudes)


def hostile(question, base):
    said = answer(question, base)
    of = guest.Guest(question.key).run
    match how, question:
        case "nonsense", q.Listen():
            return q.Heard([b'{{"type": "no such event"}}\\n'], False)
        case "no events", q.Listen():
            return q.Heard([b"\\xff\\xfe\\n"], False)
        case "a wrong result", q.Listen():
            return q.Heard([b'{{"type": "finished", "time": 1, "outcome": "done", "result": {{"x": 1}}}}\\n'], False)
        case "outside", q.ListFiles():
            return q.Files({{"../../escaped": (3, 1)}})
        case "other names", q.ListFiles():
            return q.Files({{"run.json": (3, 1)}})
        case "absolute", q.ListFiles():
            return q.Files({{"/tmp/escaped": (3, 1)}})
        case "too large", q.ListFiles():
            return q.Files({{**said.files, "plan.json": (1 << 60, 1)}})
        case "longer", q.ReadFile():
            return q.Part((said.content or b"") + b"x" * 100)
        case "another answer", q.ListFiles():
            return q.Found("none")
        case ("no numbers" | "another shape" | "half an adapter"), q.ListFiles():
            for path in sorted(of.checkpoints_dir.glob("step-*/adapter.gguf"))[-1:]:
                if how == "half an adapter":
                    path.write_bytes(path.read_bytes()[:1000])
                elif how == "no numbers":
                    path.write_bytes(path.read_bytes()[:-4096] + b"\\xff" * 4096)  # NaN
                else:
                    changed(path, lambda factor: np.repeat(factor, 2, axis=int(factor.shape[0] > factor.shape[1])))
            return answer(question, base)
    return said


guest.answer = worker.guest.answer = hostile
if how == "endless":
    sys.stdout.write("x" * (8 << 20))
    sys.stdout.flush()
    sys.exit()
if how == "gigabytes":
    sys.stdout.buffer.write(b"luthier-worker-ready\\n" + struct.pack(">I", 1 << 31) + b"x" * (1 << 20))
    sys.exit()
if how == "unasked":
    sys.stdout.buffer.write(b"luthier-worker-ready\\n")
    frames.write(sys.stdout.buffer, q.Welcome(worker.__version__, q.PROTOCOL, 1.0))
    while True:
        frames.write(sys.stdout.buffer, q.Part(b"x" * frames.PART))
if how == "cards":
    worker.usable_cards = lambda: (q.Card("x", 1, False, "works"),) * (q.MOST_CARDS + 1)
if how == "another version":
    worker.__version__ = "0.0.1"
sys.exit(worker.serve())
"""


@pytest.fixture
def near(tmp_path: Path, demo_gguf: Path) -> NearComputer:
    (tmp_path / "worker.py").write_text(WORKER.format(root=str(ROOT)))
    data = tmp_path / "data.txt"
    data.write_text("".join(f"The {number}th letter was about the sea. " for number in range(300)))
    ssh = other_computers(tmp_path, "far")
    return NearComputer(ssh, tmp_path / "homes" / "far", tmp_path / "home", demo_gguf, data)


def adds(near: NearComputer, how: str, code: int = 0) -> str:
    command = f"{sys.executable} {near.home.parent / 'worker.py'} '{how}'"
    return near.does("computers", "add", "far", "--command", command, code=code)


@pytest.mark.process
@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("endless", "a megabyte of text, and nothing that Luthier writes"),
        ("gigabytes", "a message of 2147483648 bytes"),
        ("another version", "far has Luthier 0.0.1"),
        ("cards", "something that is not one of its messages"),
        ("unasked", "a Part that was not asked for"),
    ],
)
def test_that_no_other_program_is_added(near: NearComputer, how: str, words: str) -> None:
    assert words in adds(near, how, code=1)
    assert not (near.home / "computers.json").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("nonsense", "an event that is none"),
        ("no events", "an event that is none"),
        ("a wrong result", "sent nothing that it has learnt"),
        ("outside", "'../../escaped', which no training writes"),
        ("other names", "'run.json', which no training writes"),
        ("absolute", "'/tmp/escaped', which no training writes"),
        ("too large", "What the training has written takes"),
        ("another answer", "a Found that was not asked for"),
        ("no numbers", "sent a checkpoint that cannot be used"),
        ("another shape", "sent a checkpoint that cannot be used"),
        ("half an adapter", "sent a checkpoint that cannot be used"),
    ],
)
def test_that_a_training_takes_nothing_else(near: NearComputer, how: str, words: str) -> None:
    adds(near, how)
    said = near.does(*near.training("run", SHORT, "--on", "far"), code=1)
    assert words in said
    run = near.run("run")
    assert not list(near.home.parent.rglob("escaped")) and not Path("/tmp/escaped").exists()
    if run.folder.exists():
        assert run.info().model == str(near.model)
        assert not list(run.folder.rglob("*.part"))


@pytest.mark.slow
def test_that_a_file_is_no_longer_than_announced(near: NearComputer) -> None:
    adds(near, "longer")
    near.does(*near.training("run", SHORT, "--on", "far"), code=1)
    assert not near.run("run").has_checkpoint()
