"""Plan: answers what a training would take at every change of a setting; the model and the data are read once."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from core import protocol as p
from core.advice.advice import advice
from core.advice.goals import RANKS
from core.base.errors import Cancelled, LuthierError, hint_of
from core.convert.resolve import cached_path, find_model, read_outline
from core.data.read.folder import data_files
from core.data.tokenizer import Tokenizer
from core.data.tokens.beginnings import shared_beginnings
from core.data.tokens.choices import ChoiceView, choice_sizes
from core.data.tokens.dataset import Dataset
from core.data.tokens.load_dataset import load_dataset
from core.data.tokens.statistics import answers_form, has_one_wording
from core.engine.ggml.backend import Backend
from core.engine.kernels.library import load
from core.engine.model.weights import LoadedModel, load_model
from core.engine.train.plan.changes import leanest_plan, longest_row, smallest_changes
from core.engine.train.plan.draft import Plan
from core.engine.train.plan.search import best_plan
from core.gguf.header import Header, is_gguf, read_header
from core.gguf.join import joined_header, read_parts
from core.hub.local_models import FoundModel
from core.jobs.context import JobContext, Outcome
from core.jobs.devices.list import PlannedDevices, with_total
from core.jobs.models.local_models import describe
from core.jobs.planning.pace import Lengths, PaceHere, count_steps, tokens_trained, tokens_worked_on
from core.memory.estimate import PROCESS_BYTES
from core.memory.monitor import memory_budget
from core.protocol.config import TrainConfig, require_workable
from core.protocol.layers import ALL, LAST_HALF

WHOLE = 32_768  # tokens: longer conversations are not measured exactly
BYTES_A_TOKEN = 4  # a rough estimate for text without a tokenizer
MOST_TRIED = 2_000_000  # tokens: in larger data, searching for a fitting row takes too long
_SAID_ELSE = (  # notices that the plan or core/advice/advice.py gives already
    "data.truncated", "data.no-evaluation", "data.evaluation-part", "data.no-thoughts", "data.long-thoughts",
    "data.unused",
)  # fmt: skip


def make_plans(job: p.PlanJob, context: JobContext) -> Outcome[p.PlanResult]:
    """Answer every `ask_plan` until `stop`, or only the newest if several wait. Raises LuthierError `model.*`."""
    planner = Planner(job, context)
    described = planner.described()
    context.emit(described)
    reading = threading.Thread(target=planner.read_data, daemon=True)
    if job.data:
        reading.start()
    context.emit(replace(described, tok_s=planner.tok_s()))
    plans = 0
    while (ask := context.control.next_plan()) is not None:
        try:
            require_workable(ask.config)
            context.emit(p.Planned(id=ask.id, plan=planner.plan(ask.config)))
        except LuthierError as error:
            context.emit(p.Refused(id=ask.id, code=error.code, message=error.message, hint=error.hint))
        plans += 1
    if job.data:
        reading.join()
    return "done", p.PlanResult(plans=plans)


class Planner:
    """Plans trainings with a model's header, and with the data once it is read."""

    def __init__(self, job: p.PlanJob, context: JobContext) -> None:
        self._job, self._context = job, context
        self.model = describe_here(job.model)
        if not self.model.trains:
            raise does_not_train(self.model)
        self._loaded = outlined(job.model, job.config.threads)
        self._devices = PlannedDevices(self._loaded, context.control.raise_if_cancelled)
        self._data: Lengths | None = None
        self._notices: list[list[p.Advice]] = [[]]  # without held-out rows, and with a folder's own evaluation data
        self._pace = PaceHere(Path(job.model).expanduser(), self._loaded)
        self._tried: dict[int, bool] = {}  # by context shorter than every row: whether no row fits

    def described(self) -> p.Described:
        """Return the facts for goals, except the pace, whose first measurement takes seconds."""
        config, loaded = TrainConfig(), self._loaded
        budget = memory_budget(config)

        def longest(layers: str) -> dict[str, int]:
            configs = {rank: replace(config, rank=rank, layers=layers) for rank in RANKS}
            return {str(rank): longest_row(loaded.model, one, budget) for rank, one in configs.items()}

        return p.Described(
            model=self.model,
            longest_rows=longest(ALL),
            longest_upper=longest(LAST_HALF),
            tok_s=0.0,
            cores=loaded.backend.threads,
            budget=budget,
        )

    def tok_s(self) -> float:
        """Return the minimum training speed with default settings."""
        return 1 / self._pace.slowest(TrainConfig())

    def plan(self, config: TrainConfig) -> p.TrainingPlan:
        """Plan a training. Raises LuthierError if the settings do not suit the model."""
        loaded, budget = self._devices.loaded_for(config), memory_budget(config)
        best = best_plan(loaded, config, config.row_tokens)
        memory, least = with_total(best.memory, loaded), leanest_plan(loaded.model, config, config.row_tokens)
        plan = p.TrainingPlan(
            weights=memory.weights,
            copies=memory.copies + memory.transposed,
            activations=memory.activations,
            optimizer=memory.optimizer,
            compute=memory.compute,
            process=PROCESS_BYTES,
            total=memory.total,
            least=min(least.total, memory.total),
            budget=budget,
            fits=memory.total <= budget,
            device=memory.device,
            device_total=memory.device_total,
            device_layers=memory.device_layers,
        )
        if not plan.fits:
            plan.changes = smallest_changes(loaded.model, config, budget)
        data = self._data if config.choices == self._job.config.choices else None  # otherwise it must be read again
        if data is not None and self._fits_no_row(data, config):
            plan.no_row_fits = True
        elif data is not None:
            count_steps(plan, config, data)
            here = best if loaded.device is None else best_plan(self._loaded, config, config.row_tokens)
            self._tell_time(plan, config, here, data)
        facts = data.facts if data else None
        plan.advice = [*advice(config, self.model, facts, plan), *self._notices[-1 if config.eval_share > 0 else 0]]
        return plan

    def _tell_time(self, plan: p.TrainingPlan, config: TrainConfig, here: Plan, data: Lengths) -> None:
        """Fill in a plan's time. here: the plan for the processor only."""
        pace = self._pace.of(config, here, computed=1 - plan.tokens_shared / max(1, plan.tokens))
        plan.earlier_runs, plan.time_from = pace.runs, pace.known_from
        tokens = tokens_trained(plan, config) if pace.runs else tokens_worked_on(plan, config, data)
        plan.seconds_low, plan.seconds_high = pace.low * tokens, pace.high * tokens

    def _fits_no_row(self, data: Lengths, config: TrainConfig) -> bool:
        """Return whether no row fits the context. If every row is longer, the data is read to find out, because a row's
        last exchange may fit alone. Raises Cancelled.
        """
        if data.facts.is_text or data.choices or not data.facts.exact or int(data.sizes.min()) <= config.context:
            return False
        if data.facts.tokens > MOST_TRIED:
            return False
        if config.context not in self._tried:
            cut = replace(self._job.config, context=config.context, batch_tokens=0, eval_share=0.0, test_share=0.0)
            try:
                self._load(cut)
                self._tried[config.context] = False
            except LuthierError as error:
                self._tried[config.context] = error.code == "data.nothing-usable"
        return self._tried[config.context]

    def read_data(self) -> None:
        """Read the data in a thread, so that memory can be planned meanwhile. Errors are emitted as `refused` with the
        id "data".
        """
        try:
            self.use_data(self.lengths())
        except LuthierError as error:
            self._context.emit(p.Refused(id="data", code=error.code, message=error.message, hint=error.hint))
            return
        except Cancelled:
            return

    def use_data(self, data: Lengths) -> None:
        """Use these lengths for steps and time from now on."""
        self._pace.trained_share = data.facts.tokens_trained / max(1, data.facts.tokens)
        self._data = data
        self._context.emit(p.DataRead(facts=data.facts))

    def lengths(self) -> Lengths:
        """Read the data's lengths. Raises LuthierError, Cancelled."""
        if tokenizer_file(self._job.model) is None:
            return _guessed(Path(self._job.data))
        whole = replace(self._job.config, context=WHOLE, batch_tokens=0, eval_share=0.0, test_share=0.0)
        dataset, apart = self._load(whole), None
        self._notices = [_advice(dataset)]
        if data_files(Path(self._job.data), self._job.config.sheet).held_out:
            divided = self._load(replace(whole, eval_share=TrainConfig().eval_share))
            apart = divided.evaluation_units
            self._notices.append(_advice(divided))
        may_share = dataset.found.is_conversation and self._loaded.model.shape.architecture.only_attends
        if isinstance(dataset.train, ChoiceView):
            return _of_choices(dataset, dataset.train, whole, apart, may_share=may_share)
        beginnings = shared_beginnings(dataset.train) if may_share else None
        units = dataset.units
        return Lengths(_facts(dataset), units["size"], units["key"], units["question"], beginnings, apart)

    def _load(self, config: TrainConfig) -> Dataset:
        file = tokenizer_file(self._job.model)
        assert file is not None  # otherwise its length was guessed
        with Tokenizer(file) as tokenizer:
            data = Path(self._job.data)
            return load_dataset(
                data,
                tokenizer,
                self._context.renderer,
                config,
                progress=self._progress,
                notice=self._context.notice,
            )

    def _progress(self, done: float, total: float) -> None:
        if self._context.control.stop.is_set():
            raise Cancelled
        self._context.progress(done, total, "bytes")


def _of_choices(
    dataset: Dataset, view: ChoiceView, config: TrainConfig, apart: NDArray[np.void] | None, *, may_share: bool
) -> Lengths:
    """Return each choice's length in a row; a pair whose answers are learnt separately counts twice."""
    sizes, saved = choice_sizes(view, config, may_share=may_share)
    units = dataset.units
    if config.choices == "answers":
        chosen = units["chosen"]
        units = np.repeat(units, (chosen > 0).astype(int) + (units["size"] > chosen))
    share = saved / max(1, int(sizes.sum()) + saved)
    return Lengths(
        _facts(dataset), sizes.astype(np.int32), units["key"], units["question"], None, apart, config.choices, share
    )


def _advice(dataset: Dataset) -> list[p.Advice]:
    in_pieces = any(code == "data.no-template" for code, _message, _hint in dataset.notices)  # learnt, too
    return [
        p.Advice(code=code, text=message, grave=code == "data.no-end-of-turn" and not in_pieces)
        for code, message, _hint in dataset.notices
        if code not in _SAID_ELSE
    ]


def _facts(dataset: Dataset) -> p.DataFacts:
    sizes, found = dataset.units["size"], dataset.found
    if isinstance(dataset.train, ChoiceView):
        sizes = dataset.train.lengths
    return p.DataFacts(
        format=found.format,
        container=found.container,
        encoding=found.encoding,
        mapping=dict(found.mapping or {}),
        rows=len(dataset.units),
        tokens=int(sizes.sum(dtype=np.int64)),
        tokens_trained=dataset.supervised_tokens,
        is_text=not found.is_conversation,
        median=int(np.median(sizes)),
        most=int(np.quantile(sizes, 0.95, method="higher")),
        longest=int(sizes.max()),
        dropped=sum(dataset.dropped.values()),
        answers=answers_form(dataset.of_good_answers()),
        one_wording=has_one_wording(dataset.of_good_answers()),
        thoughts=dataset.seen["thoughts"],
        thoughtless=dataset.seen["no thoughts"],
    )


def _guessed(data: Path) -> Lengths:
    """Estimate the lengths from the data's size: a folder that is not converted yet may have no tokenizer."""
    files = [file for file in data.rglob("*") if file.is_file()] if data.is_dir() else [data]
    tokens = max(1, sum(file.stat().st_size for file in files) // BYTES_A_TOKEN)
    facts = p.DataFacts(format="", tokens=tokens, tokens_trained=tokens, is_text=True, exact=False)
    only = np.array([1], np.uint64)
    return Lengths(facts, np.array([tokens], np.int32), only, only)


def describe_here(text: str) -> p.LocalModel:
    """Describe the model that a user named. Raises LuthierError as find_model does."""
    path, config = find_model(text), TrainConfig()
    return describe(FoundModel(path.name, "File", path, text), load(), config, memory_budget(config))


def outlined(text: str, threads: int) -> LoadedModel:
    """Load a model without its weights, for planning. Raises LuthierError `model.*`, `convert.*`."""
    path, ggml = find_model(text), load()
    header = read_outline(path, "f16").header if path.is_dir() else joined_header(read_parts(path))
    return LoadedModel(ggml, Backend(ggml, threads), load_model(ggml, header, mapped=False))


def tokenizer_file(text: str) -> Header | None:
    """Return a file with the model's vocabulary; None for a folder that is not converted yet."""
    path = find_model(text)
    if not path.is_dir():
        return read_parts(path)[0]
    kept: Path = cached_path(path)
    return read_header(kept) if kept.is_file() and is_gguf(kept) else None


def does_not_train(model: p.LocalModel) -> LuthierError:
    """Return the error for a model in which `describe` found a problem."""
    return LuthierError("model.does-not-train", model.trouble, hint_of(model))
