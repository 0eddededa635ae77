"""The side bar says how far one is, and the window finds again where one was."""

from __future__ import annotations

from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.shell import memory
from app.shell.memory import Memory
from app.shell.pages import Pages
from app.shell.road import Mark, stands
from core.shared import paths
from core.shared import protocol as p

CHOSEN = p.LocalModel(
    name="tiny", source="", model="/m/tiny.gguf", path="/m/tiny.gguf", format="gguf", architecture="llama",
    quantization="Q8_0", bytes=1,
)  # fmt: skip


def marks(pages: Pages) -> list[str]:
    return [pages.window.sidebar.buttons[key].accessibleName() for key in ("models", "data", "train")]


def test_that_one_step_is_next_unless_a_run_goes_on() -> None:
    done = {"models": True, "data": False, "train": False}
    assert [stand.mark for stand in stands(done).values()] == [Mark.DONE, Mark.NEXT, Mark.OPEN]
    running = stands(done, training=0.999)
    assert running["data"].mark is Mark.OPEN and running["train"].words == "running, 99%"


def test_that_the_side_bar_says_what_is_done_and_what_is_next(pages: Pages) -> None:
    assert marks(pages) == ["Model, next", "Data", "Train"]
    pages.use_model(CHOSEN)
    assert marks(pages) == ["Model, done", "Data, next", "Train"]
    pages.use_data(str(paths.DEMO / "chat.jsonl"), {})
    assert marks(pages) == ["Model, done", "Data, done", "Train, next"]


def test_that_the_next_start_finds_page_and_choice_again(qtbot: QtBot, pages: Pages) -> None:
    pages.use_model(CHOSEN)
    pages.remembering.write_now()
    again = Pages()
    qtbot.addWidget(again.window)
    again.begin()
    assert again.memory.page == "data" and {"models", "monitor", "runs"}.isdisjoint(again.window.pages)
    assert marks(again) == ["Model, done", "Data, next", "Train"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", Memory()),
        (b"\xff\x00", Memory()),
        (b"[1, 2]", Memory()),
        (b'{"page": "data", "pages": 7, "model": null, "from": "a later version"}', Memory(page="data")),
    ],
)
def test_that_a_memory_that_is_old_or_broken_costs_only_itself(content: bytes, expected: Any) -> None:
    file = paths.config_dir() / "window-state.json"
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    assert memory.load() == expected
    memory.save(memory.encoded(Memory(run="here")))
    assert memory.load().run == "here"
