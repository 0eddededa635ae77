"""The types job: measures what each type of weights would cost a merged model, before the user chooses one.

The model is merged once, as F16, and each type is quantized from that, exactly as in an export. Each file is measured
and deleted before the next is made.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from core import protocol as p
from core.base.errors import LuthierError
from core.base.files import is_left_over, partial_of, told_of
from core.convert.quantize import quantize, require_possible
from core.convert.resolve import resolve_model
from core.engine.lora.adapter_file import read_adapter
from core.export.check.kept import measure_kept
from core.export.check.loss import WORTH_SAYING, evaluate_with_llama_cpp, perplexity_cost
from core.export.merge import estimated_bytes, is_written_at_once, makes_finer, merge, require_room
from core.gguf.header import read_header
from core.gguf.types import quant_type
from core.jobs.context import JobContext, Outcome
from core.jobs.export.merged import SAMPLE, fitted, keys_of
from core.jobs.export.reference import Reference
from core.jobs.export.trained import Trained, training_sample
from core.jobs.models.convert import measured_matrix
from core.jobs.models.run_adapter import find_adapter
from core.runs.run import Run

_HELPED = 8  # bits per weight, from which on an importance matrix changes nothing
_TYPE_FAILED = ("quantize.failed", "export.not-finite", "export.needs-calibration")  # shown in the type's line


def measure_types(job: p.TypesJob, context: JobContext) -> Outcome[p.TypesResult]:
    """Measure what each type costs. No files remain, except those from which an interrupted fit to the base's own types
    continues.

    Raises LuthierError `types.nothing-to-measure`, `export.no-room`, `quantize.*`, those of find_adapter, `data.*`,
    `model.*`.
    """
    started, run = time.monotonic(), Run(Path(job.run).expanduser())
    info, source = run.info(), find_adapter(run, job.checkpoint, context.notice)
    asked = dict.fromkeys(name for name in map(str.lower, job.types) if name not in p.FITTED_TYPES)
    names = [require_possible(name, job.imatrix).name for name in asked]
    trained = Trained(run, info, read_adapter(source.file), resolve_model(info.model, context), source, context.notice)
    learnt = trained.adapter.tensors
    fitted = [p.BASE_TYPE, *(p.BASE_PLUS for name in job.types if name.lower() == p.BASE_PLUS)]
    firsts = ["", *fitted] if makes_finer(trained.model, learnt) else [""]
    sizes = {name: estimated_bytes(trained.model, name or None, learnt) for name in ("f16", *firsts, *names)}
    needed = sizes["f16"] + max(size for name, size in sizes.items() if name != "f16")
    with _workplace(run.folder) as folder:
        require_room(folder, needed)
        table = _Table(trained, folder, context)
        if not table.rows:
            raise LuthierError(
                "types.nothing-to-measure",
                f"{run.name} held out no data, and what it was trained on cannot be read any more, so there is nothing "
                "to measure types with.",
                f"Put the data back: {info.data}.",
            )
        costs = list(table.fill(firsts, names, job.imatrix))
    return "done", p.TypesResult(
        run=str(run.folder),
        costs=costs,
        recommended=recommended(costs),
        loss=table.exact,
        perplexity=_perplexity(table.exact),
        tokens=table.tokens,
        disk_bytes=needed,
        seconds=time.monotonic() - started,
    )


def recommended(costs: list[p.TypeCost]) -> p.TypeCost | None:
    """Return the smallest type that costs under 1% of perplexity and keeps what was learnt, else the one that costs
    least.
    """
    known = [cost for cost in costs if cost.cost is not None]
    good = [cost for cost in known if cost.cost is not None and cost.cost < WORTH_SAYING]
    good = [cost for cost in good if cost.kept is None or cost.kept >= p.KEPT_WELL]
    if good:
        return min(good, key=lambda cost: cost.bytes)
    return min(known, key=lambda cost: cost.cost or 0.0, default=None)


class _Table:
    """Measures the table's lines. exact: the unrounded loss of base and adapter, and its number of tokens."""

    def __init__(self, trained: Trained, folder: Path, context: JobContext) -> None:
        self._trained, self._folder, self._context = trained, folder, context
        self._turns = trained.turns(context)
        self._reference = Reference(trained, self._turns, context)
        self.rows = self._reference.rows.examples if self._reference.rows.of else []
        self.exact, self.tokens = 0.0, 0

    def fill(self, firsts: list[str], names: list[str], imatrix: bool) -> Iterator[p.TypeCost]:
        """Yield the table's lines, emitting each. firsts: the default, and the base's own types if those are finer."""
        full, context = self._merged("f16"), self._context
        self.exact, self.tokens = self._exact(full)
        with ExitStack() as matrices:
            matrix = None
            for name, with_matrix in [*((first, False) for first in firsts), *_ways(names, imatrix)]:
                if with_matrix and matrix is None:
                    sample = training_sample(self._trained, context, SAMPLE)
                    matrix = matrices.enter_context(measured_matrix(full, sample, full, context))
                cost = self._tried(name, full, matrix if with_matrix else None)
                context.emit(p.TypeMeasured(cost=cost))
                yield cost

    def _merged(self, dtype: str | None) -> Path:
        trained, context = self._trained, self._context
        file = self._folder / f"{dtype or 'default'}.gguf"
        with ExitStack() as held:
            context.phase("merge", f"Merging the adapter into the model, as {dtype or 'an export without --type does'}")
            fit_of = held.enter_context(fitted(self._reference, dtype, file, context))
            merge(
                trained.model,
                trained.adapter,
                file,
                dtype,
                keys_of(trained, self._turns),
                lambda done, total: context.progress(done, total, "bytes"),
                self._log,
                fit_of=fit_of,
            )
        return file

    def _exact(self, full: Path) -> tuple[float, int]:
        """Return the exact loss and its tokens. For DoRA, which llama.cpp cannot add to a base, training's reported
        loss or that of the F16 merge.
        """
        trained = self._trained
        if not trained.adapter.magnitudes:
            return self._loss("base and adapter", trained.model.path, trained.source.file)
        loss, tokens = self._loss("DoRA, merged as F16", full, None)
        return (trained.reported_loss or loss), tokens

    def _tried(self, name: str, full: Path, matrix: Path | None) -> p.TypeCost:
        file = full
        try:
            if name != "f16" and (not name or is_written_at_once(name)):
                file = self._merged(name or None)
            elif name != "f16":
                file = self._quantized(name, full, matrix)
            return self._measured(name, file, matrix)
        except LuthierError as error:
            if error.code not in _TYPE_FAILED:
                raise
            return p.TypeCost(dtype=name, imatrix=matrix is not None, problem=error.message)
        finally:
            if file != full:
                file.unlink(missing_ok=True)

    def _quantized(self, name: str, full: Path, matrix: Path | None) -> Path:
        context, file = self._context, self._folder / f"{name}.gguf"
        context.phase("quantize", f"Quantizing to {name.upper()}{' with an importance matrix' if matrix else ''}")
        report = quantize(
            full, file, name, lambda done, total: context.progress(done, total, "bytes"), self._log, imatrix=matrix
        )
        for notice in report.notices:
            context.notice("quantize.fallback", notice)
        return file

    def _measured(self, name: str, file: Path, matrix: Path | None) -> p.TypeCost:
        title = {
            "": "the default types",
            p.BASE_TYPE: "the base's own types",
            p.BASE_PLUS: "those and one bit more",
        }.get(name, name.upper())
        loss, _ = self._loss(title, file, None)
        self._context.phase("answers", f"Comparing answers: {title}")
        header = read_header(file)
        answers = self._reference.compare(header, None)
        return p.TypeCost(
            dtype=name,
            bytes=file.stat().st_size,
            loss=loss,
            perplexity=_perplexity(loss),
            cost=perplexity_cost(loss, self.exact),
            kept=measure_kept(self._trained.model, self._trained.adapter, header, self.rows),
            same_answer=answers.same_answer,
            ends=answers.ends,
            imatrix=matrix is not None,
        )

    def _loss(self, title: str, model: Path, adapter: Path | None) -> tuple[float, int]:
        context = self._context
        context.phase("measure", f"Measuring the loss: {title}")
        return evaluate_with_llama_cpp(
            model, adapter, self.rows, lambda done, total: context.progress(done, total, "rows")
        )

    def _log(self, level: str, line: str) -> None:
        self._context.emit(p.Log(level=level, source="llama.cpp", text=line))


def _ways(names: list[str], imatrix: bool) -> Iterator[tuple[str, bool]]:
    """Yield each type without an importance matrix, unless it needs one, and with one if that can help."""
    for name in names:
        row = quant_type(name)
        if not row.needs_imatrix:
            yield name, False
        if imatrix and row.bits < _HELPED:
            yield name, True


def _perplexity(loss: float) -> float:
    return 1.0 + perplexity_cost(loss, 0.0)


@contextmanager
def _workplace(run: Path) -> Iterator[Path]:
    """Yield a temporary folder within the run's; also delete those of killed processes."""
    folder = partial_of(run / "types")
    with told_of(folder):
        for other in run.glob("types.*.part"):
            if is_left_over(other):
                shutil.rmtree(other, ignore_errors=True)
        folder.mkdir(exist_ok=True)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
