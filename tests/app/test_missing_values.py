"""What an event or a result may leave out can be told all the same: on a terminal, as JSON, in the window."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest
from rich.console import Console

from app.pages.data import texts as data_texts
from app.pages.models import texts as model_texts
from app.pages.models.transfer_texts import standing
from app.pages.monitor.run_plots import RunPlots
from app.shell.pages import Pages
from app.workers import endings
from app.workers.background_job import BackgroundJob
from app.workers.lifecycle import State
from app.workers.run_model import RunModel
from core.cli import event_lines
from core.cli.console import BarRenderer, LineRenderer, QuietRenderer
from core.cli.listing import summarize
from core.cli.results import show_facts
from core.jobs.context import Control
from core.shared import protocol as p
from core.shared.config import TrainConfig
from core.shared.errors import LuthierError
from core.shared.protocol import decode_event
from core.shared.runs import Run
from core.shared.texts import events
from core.worker import run_job

PAGE = Path(__file__).resolve().parents[2] / "docs" / "protocol.md"
EXAMPLES = [decode_event(line) for line in re.findall(r'^\{"type".*"time".*$', PAGE.read_text(), re.MULTILINE)]
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


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_that_every_event_is_told_whatever_it_leaves_out(event: p.Event, pages: Pages, tmp_path: Path) -> None:
    run, plots = Run(tmp_path), RunPlots()
    (tmp_path / "run.json").write_bytes(b'{"model": "m.gguf", "data": "d.txt", "created": 0}')
    for poor in (event, *poorer(event)):
        assert isinstance(poor, get_args(p.Event))
        on_terminals(*BEGUN, poor)
        if (seen := arrived(poor)) is None:
            continue
        model, job = RunModel(), BackgroundJob(p.FetchJob(repo="a/b"))
        for one in (*BEGUN, *EXAMPLES, seen):
            model.add(one)
            job._on_event(one)
        job.state = State.RUNNING
        plots.draw(model)
        told = [events.in_words(seen), endings.of_events(model).text, standing(job)]
        if isinstance(seen, p.Found):
            told += [model_texts.judge_hub(seen.model).text, model_texts.hub_facts(seen.model)]
        assert all(isinstance(text, str) for text in told)
        run.events_file.write_bytes(b"".join(map(p.encode, (*BEGUN, *EXAMPLES, poor))))
        summarize(run)
        pages.open_run(run.folder)
        pages.monitor.refresh()


def test_that_a_model_is_told_whatever_is_not_known_of_it() -> None:
    (line,) = re.findall(r'^\{"name".*$', PAGE.read_text(), re.MULTILINE)
    for poor in poorer(msgspec.json.decode(line, type=p.LocalModel)):
        assert isinstance(poor, p.LocalModel)
        told = [model_texts.facts(poor), model_texts.judge(poor, 10**9).text, *map(str, model_texts.card_rows(poor))]
        assert all(told) and model_texts.need_as(poor, 10**9) > 0


@pytest.fixture(scope="module")
def results(demo_gguf: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What real jobs end with."""
    folder = tmp_path_factory.mktemp("jobs")
    data, rows, run = folder / "text.txt", folder / "rows.jsonl", folder / "run"
    data.write_text("It was a dark night.\n\n" * 60)
    rows.write_text("".join(f'{{"prompt": "What is {n}?", "completion": "It is {n}."}}\n' for n in range(40)))
    model, short = str(demo_gguf), TrainConfig(context=32, rank=2, max_steps=1, grad_accumulation=1, threads=1)
    jobs: list[p.Job] = [
        p.InspectJob(model=model, data=str(rows), config=short),
        p.PreviewJob(model=model, data=str(rows), config=short),
        p.CleanJob(data=str(rows), output=str(folder / "clean.jsonl")),
        p.EstimateJob(model=model, config=short),
        p.TrainJob(model=model, data=str(data), run=str(run), config=short),
        p.EvalJob(model=model, data=str(data), config=short),
        p.ChatJob(model=model, prompt="Good evening", max_tokens=2),
        p.ExportJob(run=str(run), kind="adapter", output=str(folder / "a.gguf")),
        p.QuantizeJob(source=model, output=str(folder / "q.gguf"), dtype="q8_0"),
        p.ListModelsJob(paths=[model], everywhere=False),
    ]
    found = {}
    for job in jobs:
        events: list[p.Event] = []
        assert run_job(job, events.append, Control()) == 0, events[-1]
        assert isinstance(events[-1], p.Finished)
        found[str(job.__struct_config__.tag)] = events[-1].result
    return found


def test_that_every_result_is_told_whatever_it_leaves_out(results: dict[str, dict[str, Any]]) -> None:
    for job, result in results.items():
        known = {name: value for name, value in result.items() if isinstance(value, float | int | None)}
        poorer_results = [{**result, name: none} for name in known for none in (None, math.nan)]
        for poor in (result, *poorer_results, result | dict.fromkeys(known), dict.fromkeys(result)):
            show_facts(Console(file=io.StringIO()), poor)
            assert "NaN" not in msgspec.json.encode(poor).decode()
            model = RunModel()
            model.add(p.Finished(outcome="done", result=poor))
            endings.of_events(model)
            if job == "inspect":
                assert data_texts.summary(result | dict.fromkeys(known))
                assert data_texts.counts(result | dict.fromkeys(known))
            if job == "quantize":
                done = BackgroundJob(p.QuantizeJob(source="a", output="b", dtype="q8_0"))
                done.state, done.result = State.DONE, poor
                standing(done)


@pytest.mark.parametrize("adapter", [True, False])
def test_that_a_loss_that_is_not_a_number_is_told_with_what_to_do(adapter: bool) -> None:
    event = p.Evaluation(step=7, loss=None, perplexity=None, tokens=100, adapter=adapter)
    advice = "Start again with a lower learning rate" if adapter else "Download it again, or choose another"
    model = RunModel()
    for one in (event, p.Finished(outcome="done", result={"adapter": "/r/adapter.gguf", "eval_loss_before": 4.0})):
        model.add(one)
    for told in (event_lines.lasting(event), events.in_words(event), endings.of_events(model).text):
        assert told is not None
        assert "loss is not a number" in told.replace("The model's loss", "loss") and advice in told
    assert "luthier export" not in endings.of_events(model).text
