"""What an event or a result may leave out can be told all the same: on a terminal, as JSON, in the window."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, cast, get_args, get_origin, get_type_hints

import msgspec
import pytest
from pytestqt.qtbot import QtBot
from rich.console import Console

from app.pages.data import texts as data_texts
from app.pages.data.statistics_view import StatisticsView
from app.pages.models import texts as model_texts
from app.pages.models.transfers import transfer_status
from app.pages.monitor.run_plots import RunPlots
from app.shell.pages import Pages
from app.workers import endings, event_texts
from app.workers.background_job import BackgroundJob
from app.workers.process import JobState
from app.workers.run_model import RunModel
from core import protocol as p
from core.base.errors import LuthierError
from core.cli import event_lines
from core.cli.listing import summarize
from core.cli.results import show_commands, show_preview, show_result, show_statistics, show_tokens
from core.cli.running import BarRenderer, LineRenderer, QuietRenderer
from core.cli.terminal import json_line
from core.protocol import decode_event
from core.runs.run import Run
from tests.support.protocol_page import example_events, example_results, examples, result_type

EXAMPLES, RESULTS = example_events(), example_results()
BEGUN = [p.Hello(pid=1, job="train", version="0"), p.Phase(name="train", title="Training")]


def poorer(message: msgspec.Struct) -> Iterator[msgspec.Struct]:
    """The message without each value that may be missing, or with one that is no number; then without all of them."""
    lacking = {name: values for name, values in _lacking(message) if values}
    for name, values in lacking.items():
        for value in values:
            yield msgspec.structs.replace(message, **{name: value})
    yield msgspec.structs.replace(message, **{name: values[0] for name, values in lacking.items()})


def _lacking(message: msgspec.Struct) -> Iterator[tuple[str, list[Any]]]:
    hints = get_type_hints(type(message))
    for field in msgspec.structs.fields(message):
        value, kind = getattr(message, field.name), hints[field.name]
        poor: list[Any] = []
        if not field.required and field.name != "time":
            plain = field.default_factory is msgspec.NODEFAULT
            poor.append(field.default if plain else field.default_factory())
        if get_origin(kind) is UnionType and NoneType in get_args(kind):
            poor.append(None)
        if isinstance(value, float) and field.name != "time":
            poor += [math.nan, math.inf]
        if isinstance(value, msgspec.Struct):
            poor += poorer(value)
        if isinstance(value, list) and value and isinstance(value[0], msgspec.Struct):
            poor += [[one, *value[1:]] for one in poorer(value[0])]
        yield field.name, poor


def on_terminals(*events: p.Event) -> str:
    output = io.StringIO()
    for renderer_type, is_terminal in ((LineRenderer, False), (BarRenderer, True), (QuietRenderer, False)):
        console = Console(file=output, force_terminal=is_terminal, width=200, highlight=False, color_system=None)
        with renderer_type(console) as renderer:
            for event in events:
                renderer.show(event)
    return output.getvalue()


def arrived(event: p.Event) -> p.Event | None:
    """As the window gets it; None where JSON cannot hold a number that has to be there."""
    try:
        return decode_event(p.encode(event))
    except LuthierError:
        return None


@pytest.mark.slow
def test_that_every_event_is_told_whatever_it_leaves_out(pages: Pages, tmp_path: Path) -> None:
    run, plots = Run(tmp_path), RunPlots()
    (tmp_path / "run.json").write_bytes(b'{"model": "m.gguf", "data": "d.txt", "created": 0}')
    for poor in (one for event in EXAMPLES for one in (event, *poorer(event))):
        assert isinstance(poor, get_args(p.Event))
        on_terminals(*BEGUN, poor)
        if (seen := arrived(poor)) is None:
            continue
        model, job = RunModel(), BackgroundJob(p.FetchJob(repo="a/b"))
        for one in (*BEGUN, *EXAMPLES, seen):
            model.add(one)
            job._on_event(one)
        job.state = JobState.RUNNING
        plots.draw(model)
        told = [event_texts.in_words(seen), endings.of_events(model).text, transfer_status(job)]
        if isinstance(seen, p.Found):
            told += [model_texts.judge_hub(seen.model).text, model_texts.hub_facts(seen.model)]
        assert all(isinstance(text, str) for text in told)
        run.events_file.write_bytes(b"".join(map(p.encode, (*BEGUN, *EXAMPLES, poor))))
        summarize(run)
        pages.life.open(run.folder)
        pages.monitor.refresh()


def test_that_a_model_is_told_whatever_is_not_known_of_it() -> None:
    (line,) = examples("Models on this disk")
    for poor in poorer(msgspec.json.decode(line, type=p.LocalModel)):
        assert isinstance(poor, p.LocalModel)
        told = [
            model_texts.facts(poor),
            model_texts.judge(poor, 10**9).text,
            *map(str, model_texts.card_rows(poor, 10**9)),
        ]
        assert all(told) and model_texts.need_as(poor, 10**9) > 0


@pytest.mark.parametrize("name", RESULTS)
def test_that_every_result_is_told_whatever_it_leaves_out(name: str, qtbot: QtBot) -> None:
    kind = result_type(name)
    example = msgspec.json.decode(RESULTS[name], type=kind)
    statistics, done = StatisticsView(), BackgroundJob(p.FetchJob(repo="a/b"))
    done.state = JobState.DONE
    qtbot.addWidget(statistics)
    for poor in (example, *poorer(example)):
        end = p.finished("done", cast(p.Result, poor))
        assert not {"NaN", "Infinity"} & set(re.findall(r"\w+", json_line(end.result)))
        on_command_line(poor)
        seen = arrived(end)
        if not isinstance(seen, p.Finished):
            continue
        try:
            result = p.result_of(seen, kind)
        except LuthierError:  # null in place of a number that has to be there
            continue
        if isinstance(result, p.TrainResult):
            model = RunModel()
            model.add(seen)
            assert endings.of_events(model).text.count("None") == 0
        elif isinstance(result, p.InspectResult):
            assert data_texts.summary(result)
            statistics.show_found(data_texts.counts(result, "tiny"), [], result.statistics)
        done.result = result
        assert transfer_status(done).startswith("Done")


def on_command_line(result: msgspec.Struct) -> None:
    """As people see it."""
    console = Console(file=io.StringIO(), width=200)
    show_result(console, cast(p.Result, result))
    match result:
        case p.InspectResult(preview=preview, statistics=statistics):
            show_preview(console, preview)
            if statistics is not None:
                show_statistics(console, statistics)
        case p.PreviewResult(rows=rows):
            show_tokens(console, rows)
        case p.ExportResult(commands=commands):
            show_commands(console, commands)


def test_that_perplexity_is_told_of_losses_that_have_one() -> None:
    told = [p.Evaluation(step=7, loss=0.5, perplexity=one, tokens=9, adapter=True) for one in (None, 1.65)]
    assert list(map(event_texts.in_words, told)) == [
        "Evaluation after 7 steps: loss 0.500.",
        "Evaluation after 7 steps: loss 0.500, perplexity 1.65.",
    ]


@pytest.mark.parametrize("adapter", [True, False])
def test_that_a_loss_that_is_not_a_number_is_told_with_what_to_do(adapter: bool) -> None:
    event = p.Evaluation(step=7, loss=None, perplexity=None, tokens=100, adapter=adapter)
    advice = "Start again with a lower learning rate" if adapter else "Download it again, or choose another"
    model = RunModel()
    for one in (event, p.Finished(outcome="done", result={"adapter": "/r/adapter.gguf", "eval_loss_before": 4.0})):
        model.add(one)
    for told in (event_lines.lasting(event), event_texts.in_words(event), endings.of_events(model).text):
        assert told is not None
        assert "loss is not a number" in told.replace("The model's loss", "loss") and advice in told
    assert "luthier export" not in endings.of_events(model).text
