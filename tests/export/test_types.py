"""The table of types: what it says is what an export of that type is, and nothing is left of its making."""

from __future__ import annotations

import math
from pathlib import Path
from types import SimpleNamespace

import pytest

from core import protocol as p
from core.base.errors import Cancelled, LuthierError
from core.jobs.context import Control, JobContext
from core.jobs.export.types import measure_types, recommended
from core.runs import run as runs
from tests.support.data import write_book
from tests.support.export_runs import exported, trained_run


@pytest.fixture(scope="module")
def run(demo_gguf_q8: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    folder = tmp_path_factory.mktemp("types")
    write_book(folder / "pages.txt", 8_000)
    return trained_run(demo_gguf_q8, folder / "pages.txt", folder / "run", max_steps=12)


def measured(run: runs.Run, *types: str, **more: object) -> tuple[p.TypesResult, list[p.Event]]:
    events: list[p.Event] = []
    before = sorted(run.folder.rglob("*"))
    with JobContext(events.append) as context:
        _, result = measure_types(p.TypesJob(run=str(run.folder), types=[*types], **more), context)
    assert sorted(run.folder.rglob("*")) == before
    return result, events


@pytest.fixture(scope="module")
def table(run: runs.Run) -> tuple[p.TypesResult, list[p.Event]]:
    return measured(run, "F16", "q2_k", imatrix=True)


@pytest.mark.slow
def test_that_each_line_is_what_an_export_of_that_type_comes_to(
    run: runs.Run, table: tuple[p.TypesResult, list[p.Event]], tmp_path: Path
) -> None:
    result, events = table
    base, f16, coarse, helped = result.costs
    assert [(cost.dtype, cost.imatrix) for cost in result.costs] == [
        ("", False), ("f16", False), ("q2_k", False), ("q2_k", True)
    ]  # fmt: skip
    assert [event.cost for event in events if isinstance(event, p.TypeMeasured)] == result.costs
    for cost in (base, helped):
        file = tmp_path / f"merged-{cost.dtype}.gguf"
        export, _ = exported(run, file, "merged", cost.dtype or None, imatrix=cost.imatrix)
        assert (cost.bytes, cost.loss) == (file.stat().st_size, pytest.approx(export.loss_llama_cpp, rel=1e-6))
        assert (cost.same_answer, cost.ends) == (export.same_answer, None)
        assert cost.kept == pytest.approx(export.keeps, abs=1e-6)
        assert cost.perplexity == pytest.approx(math.exp(cost.loss or 0))
        assert cost.cost == pytest.approx(math.exp((cost.loss or 0) - result.loss) - 1)
    assert {file.name for file in tmp_path.glob("*.gguf*")} == {"merged-.gguf", "merged-q2_k.gguf"}
    assert abs(f16.cost or 1) < 0.002 < 0.01 < (coarse.cost or 0)
    assert helped.loss != coarse.loss
    assert result.recommended == base


@pytest.mark.slow
def test_that_it_says_what_it_is_compared_with_and_the_room_it_took(
    run: runs.Run, table: tuple[p.TypesResult, list[p.Event]]
) -> None:
    result, _ = table
    reported = [event.loss for event in run.events() if isinstance(event, p.Evaluation)][-1]
    assert result.loss == pytest.approx(reported, rel=0.005)
    assert result.disk_bytes == pytest.approx(result.costs[1].bytes + result.costs[0].bytes, rel=1e-3)


@pytest.mark.slow
def test_that_it_is_cancelled_anywhere_and_leaves_nothing(run: runs.Run) -> None:
    before = sorted(run.folder.rglob("*"))
    for phase in ("merge", "quantize", "measure"):
        control = Control()

        def emit(event: p.Event, at: str = phase, control: Control = control) -> None:
            if isinstance(event, p.Phase) and event.name == at:
                control.cancel.set()

        with pytest.raises(Cancelled):
            measure_types(p.TypesJob(run=str(run.folder), types=["q8_0"]), JobContext(emit, control))
        assert sorted(run.folder.rglob("*")) == before


@pytest.mark.slow
def test_that_what_cannot_be_measured_is_said_before_anything_is_made(
    run: runs.Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*types: str) -> str:
        with pytest.raises(LuthierError) as caught:
            measured(run, *types)
        return caught.value.code

    assert refused("q9") == "quantize.unknown-type"
    assert refused("iq2_xs") == "quantize.needs-imatrix"
    monkeypatch.setattr("core.export.merge.shutil.disk_usage", lambda path: SimpleNamespace(free=10_000_000))
    assert refused("q8_0") == "export.no-room"
    run.evaluation.rename(run.folder / "aside")
    monkeypatch.undo()
    Path(run.info().data).rename(run.folder / "data-aside")
    try:
        assert refused("q8_0") == "types.nothing-to-measure"
    finally:
        (run.folder / "aside").rename(run.evaluation)
        (run.folder / "data-aside").rename(run.info().data)


def test_that_the_smallest_good_type_is_recommended_else_the_best() -> None:
    def cost(name: str, size: int, perplexity: float | None) -> p.TypeCost:
        return p.TypeCost(dtype=name, bytes=size, cost=perplexity)

    best = recommended([cost("a", 9, -0.001), cost("b", 5, 0.009), cost("c", 3, 0.02), cost("d", 1, None)])
    assert best is not None
    assert best.dtype == "b"
    least = recommended([cost("c", 3, 0.05), cost("e", 4, 0.02)])
    assert least is not None
    assert least.dtype == "e"
    assert recommended([cost("d", 1, None)]) is None
