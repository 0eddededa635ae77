"""What the command line says, and how."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from core import protocol as p
from core.base import paths
from core.cli import event_lines
from core.cli.results import fact, show_facts, show_preview
from core.cli.running import BarRenderer, LineRenderer, QuietRenderer, Renderer
from tests.support.protocol_page import example_events

STEP = p.Step(
    step=2, steps=9, epoch=0.5, loss=1.25, learning_rate=1e-3, grad_norm=1.0, tok_s=1500.0, tokens_seen=64,
    tokens_trained=60, seconds_left=75.0,
)  # fmt: skip


def shown(renderer_type: type[Renderer], terminal: bool, *events: p.Event) -> str:
    output = io.StringIO()
    console = Console(file=output, force_terminal=terminal, width=200, highlight=False, color_system=None)
    with renderer_type(console) as renderer:
        for event in events:
            renderer.show(event)
    return output.getvalue()


def test_that_progress_says_how_far_how_fast_and_how_long() -> None:
    event = p.Progress(done=12, total=56, unit="tensors", rate=4.0, seconds_left=11.0)
    assert event_lines.progress(event) == "12/56 tensors · 4.0 tensors/s · 11 s left"
    event = p.Progress(done=5e6, total=2e9, unit="bytes", rate=1e6, seconds_left=1995.0)
    assert event_lines.progress(event) == "5.0 MB of 2.0 GB · 1.0 MB/s · 33 min 15 s left"


def test_that_a_step_says_loss_speed_memory_and_time_left() -> None:
    assert event_lines.step(STEP, memory=0) == "step 2/9 · loss 1.250 · 1,500 tokens/s · 1 min 15 s left"
    assert "· 1.2 GB ·" in event_lines.step(STEP, memory=1_200_000_000)


@pytest.mark.parametrize("renderer_type", [LineRenderer, BarRenderer])
def test_that_people_see_what_matters_in_a_job(renderer_type: type[Renderer]) -> None:
    text = shown(renderer_type, renderer_type is BarRenderer, *example_events())
    for part in (
        "Converting storyteller-6m to GGUF", "Raise context to train them whole.", "1 row, empty", "68 steps",
        "before training: loss 3.3900", "step 2 changed nothing: the gradient was not finite",
        "checkpoints/step-000050", " laid it upon the table.", "Paused.", "136,797 tokens",
    ):  # fmt: skip
        assert part in text
    assert "llama_model_loader" not in text  # an informative log line is for bug reports only


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_that_signs_that_the_output_lacks_end_no_command(encoding: str, tmp_path: Path) -> None:
    """As Windows writes into files and pipes, and an old terminal everywhere."""
    data, environment = tmp_path / "chats.jsonl", os.environ | {"PYTHONIOENCODING": encoding}
    data.write_text('{"prompt": "Où?", "completion": "→ 模型 🙂"}\n' * 3, encoding="utf-8")
    program = [sys.executable, "-m", "core.cli"]  # as people start it: own_process passes over such variables
    asked = ["data", "inspect", str(data), "--model", str(paths.SAMPLE_MODEL)]
    done = subprocess.run([*program, *asked], capture_output=True, env=environment, timeout=120)
    assert done.returncode == 0, done.stderr
    if sys.platform != "win32":  # where all is UTF-8
        assert b"\\u6a21" in done.stdout
    named = ["settings", "runs_dir=" + str(tmp_path / "模型"), "--json"]
    said = subprocess.run([*program, *named], capture_output=True, env=environment, timeout=120)
    assert msgspec.json.decode(said.stdout)["runs_dir"].endswith("模型")


def test_that_a_file_gets_no_terminal_codes() -> None:
    assert "\x1b" not in shown(LineRenderer, False, *example_events())


def test_that_steps_in_a_file_are_few_but_the_first_and_last_are_there() -> None:
    steps = [msgspec.structs.replace(STEP, step=number) for number in range(1, 10)]
    lines = shown(LineRenderer, False, *steps).splitlines()
    assert [line.split(" · ")[0].strip() for line in lines] == ["step 1/9", "step 9/9"]


def test_that_square_brackets_in_text_are_shown_as_they_are() -> None:
    event = p.Notice(code="x", message="line [bold]3[/bold] of [file]")
    assert "line [bold]3[/bold] of [file]" in shown(LineRenderer, False, event)


def test_that_chat_shows_notices_only() -> None:
    notice = p.Notice(code="x", message="No chat template.")
    text = shown(QuietRenderer, False, p.Phase(name="load", title="Loading"), notice, STEP)
    assert text == "Note: No chat template.\n"


def test_that_a_terminal_keeps_a_line_for_a_finished_phase_and_its_cursor() -> None:
    text = shown(BarRenderer, True, p.Phase(name="load", title="Loading"), p.Finished(outcome="done"))
    assert re.search(r"Loading: \d\.\d s\n", text)
    assert text.rindex("\x1b[?25h") > text.rindex("\x1b[?25l")  # shown again after hidden


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("peak_rss_bytes", 172_000_000, "172 MB"),
        ("seconds", 12.0, "12 s"),
        ("tok_s", 1499.6, "1,500 tokens/s"),
        ("tokens_seen", 120_000, "120,000"),
        ("fill", 0.987, "99%"),
        ("loss", 1.23456, "1.235"),
        ("packing", True, "yes"),
        ("dropped", {"empty": 2, "too long": 1}, "empty: 2, too long: 1"),
        ("problems", ["line 1", "line 2"], "line 1\nline 2"),
    ],
)
def test_that_facts_have_units(name: str, value: object, text: str) -> None:
    assert fact(name, value) == text


def test_that_facts_are_aligned_and_empty_ones_left_out() -> None:
    output = io.StringIO()
    show_facts(Console(file=output), {"loss_last": 1.5, "problems": [], "adapter": None, "bytes": 10})
    assert output.getvalue() == "loss last  1.5\nsize       10 bytes\n"


def test_that_trained_text_is_marked_without_colours() -> None:
    output = io.StringIO()
    row = [p.PreviewPiece(text="Hello. ", trained=False), p.PreviewPiece(text="Good evening.", trained=True)]
    show_preview(Console(file=output), [row])
    assert "Hello. ⟦Good evening.⟧" in output.getvalue()
