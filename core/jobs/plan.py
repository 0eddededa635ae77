"""Plan: what a training would take, answered as often as a knob is moved; the model and the data are read once."""

from __future__ import annotations

import threading
from pathlib import Path

import msgspec
import numpy as np

from core.data.tokenizer import Tokenizer
from core.data.tokens.beginnings import shared_beginnings
from core.data.tokens.dataset import Dataset
from core.data.tokens.load_dataset import load_dataset
from core.engine.train.plan.changes import smallest_changes
from core.engine.train.plan.lean import leanest_plan, longest_row
from core.engine.train.plan.pace import FASTEST, SLOWEST, product_seconds
from core.engine.train.plan.search import best_plan
from core.jobs.context import JobContext, Outcome
from core.jobs.earlier_pace import HIGH, LOW, EarlierPace, earlier_pace
from core.jobs.header_here import describe_here, does_not_train, outlined, tokenizer_file
from core.jobs.planned_device import PlannedDevices, with_total
from core.jobs.planned_rows import Lengths, count_steps, tokens_trained, tokens_worked_on
from core.shared import protocol as p
from core.shared.advice import advice
from core.shared.config import TrainConfig, require_workable
from core.shared.errors import Cancelled, LuthierError
from core.shared.estimate import PROCESS_BYTES
from core.shared.goals import RANKS
from core.shared.layers import ALL, LAST_HALF
from core.shared.memory_budget import memory_budget
from core.shared.settings import device_for

WHOLE = 32_768  # tokens, beyond which a conversation's length no longer matters
BYTES_A_TOKEN = 4  # of text, roughly, where no tokenizer can tell
MOST_TRIED = 2_000_000  # tokens of data, beyond which looking for one that fits would take too long
_SAID_ELSE = (  # by the plan itself, and by core/shared/advice.py
    "data.truncated", "data.no-evaluation", "data.evaluation-part", "data.no-thoughts", "data.long-thoughts",
)  # fmt: skip


def make_plans(job: p.PlanJob, context: JobContext) -> Outcome[p.PlanResult]:
    """Answer every `ask_plan` until `stop`, the newest where several wait. Raises LuthierError `model.*`, `arch.*`."""
    planner = Planner(job, context)
    described = planner.described()
    context.emit(described)
    reading = threading.Thread(target=planner.read_data, daemon=True)
    if job.data:
        reading.start()
    context.emit(msgspec.structs.replace(described, tok_s=planner.tok_s()))
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
    """A model's header, and in time its data."""

    def __init__(self, job: p.PlanJob, context: JobContext) -> None:
        self._job, self._context = job, context
        self.model = describe_here(job.model)
        if not self.model.trains:
            raise does_not_train(self.model)
        self._loaded = outlined(job.model, job.config.threads)
        self._devices = PlannedDevices(self._loaded, context.control.raise_if_cancelled)
        self._data: Lengths | None = None
        self._notices: list[p.Advice] = []
        self._earlier: dict[str, EarlierPace | None] = {}  # by what is to compute
        self._tried: dict[int, bool] = {}  # contexts shorter than every row: whether none fits

    def described(self) -> p.Described:
        """What goals are made from, but for the pace: measuring it takes seconds the first time."""
        config, loaded = TrainConfig(), self._loaded
        budget = memory_budget(config)

        def longest(layers: str) -> dict[str, int]:
            configs = {rank: msgspec.structs.replace(config, rank=rank, layers=layers) for rank in RANKS}
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
        """That training has at least, with the usual settings."""
        config, loaded = TrainConfig(), self._loaded
        plan = best_plan(loaded, config, config.row_tokens)
        return 1 / (SLOWEST * product_seconds(loaded, config, plan, trained_share=1.0))

    def plan(self, config: TrainConfig) -> p.TrainingPlan:
        """Raises LuthierError where the settings do not suit the model."""
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
        data = self._data
        if data is not None and self._fits_no_row(data, config):
            plan.no_row_fits = True
        elif data is not None:
            count_steps(plan, config, data)
            here = best if loaded.device is None else best_plan(self._loaded, config, config.row_tokens)
            share = self._trained_share() * plan.tokens / max(1, plan.tokens - plan.tokens_shared)
            seconds = product_seconds(self._loaded, config, here, share)  # by the processor alone
            self._tell_time(plan, config, seconds)
        facts = data.facts if data else None
        plan.advice = [*advice(config, self.model, facts, plan), *self._notices]
        return plan

    def _tell_time(self, plan: p.TrainingPlan, config: TrainConfig, seconds: float) -> None:
        """seconds: of the products, per token."""
        worked_on = tokens_worked_on(plan, config)
        if earlier := self._earlier_pace(device_for(config.device)):
            plan.earlier_runs = earlier.runs
            took = earlier.factor * seconds * tokens_trained(plan, config)
            plan.seconds_low, plan.seconds_high = LOW * took, HIGH * took
        else:
            plan.seconds_low, plan.seconds_high = FASTEST * seconds * worked_on, SLOWEST * seconds * worked_on

    def _trained_share(self) -> float:
        """Of the tokens of the data, that have a loss."""
        facts = self._data.facts if self._data else None
        return facts.tokens_trained / max(1, facts.tokens) if facts else 1.0

    def _earlier_pace(self, device: str) -> EarlierPace | None:
        """Read once: plans are asked for as fast as a knob is turned."""
        if device not in self._earlier:
            model, loaded = Path(self._job.model).expanduser(), self._loaded

            def of_products(config: TrainConfig) -> float:
                best = best_plan(loaded, config, config.row_tokens)
                return product_seconds(loaded, config, best, self._trained_share())

            self._earlier[device] = earlier_pace(model, of_products, device)
        return self._earlier[device]

    def _fits_no_row(self, data: Lengths, config: TrainConfig) -> bool:
        """Whether training would find nothing to train on. Where every row is longer than the context, it is tried: of
        some the last exchange may fit alone. Raises Cancelled.
        """
        if data.facts.is_text or not data.facts.exact or int(data.sizes.min()) <= config.context:
            return False
        if data.facts.tokens > MOST_TRIED:
            return False
        if config.context not in self._tried:
            cut = msgspec.structs.replace(self._job.config, context=config.context, batch_tokens=0, eval_share=0.0)
            try:
                self._load(cut)
                self._tried[config.context] = False
            except LuthierError as error:
                self._tried[config.context] = error.code == "data.nothing-usable"
        return self._tried[config.context]

    def read_data(self) -> None:
        """On a thread of its own, so that memory is planned meanwhile. What is wrong is told as `refused` of "data"."""
        try:
            self._data = self._lengths()
        except LuthierError as error:
            self._context.emit(p.Refused(id="data", code=error.code, message=error.message, hint=error.hint))
            return
        except Cancelled:
            return
        self._context.emit(p.DataRead(facts=self._data.facts))

    def _lengths(self) -> Lengths:
        if tokenizer_file(self._job.model) is None:
            return _guessed(Path(self._job.data))
        dataset = self._load(msgspec.structs.replace(self._job.config, context=WHOLE, batch_tokens=0, eval_share=0.0))
        self._notices = [
            p.Advice(code=code, text=message, grave=code == "data.no-end-of-turn")
            for code, message, _hint in dataset.notices
            if code not in _SAID_ELSE
        ]
        may_share = dataset.found.is_conversation and self._loaded.model.shape.architecture.only_attends
        beginnings = shared_beginnings(dataset.train) if may_share else None
        return Lengths(_facts(dataset), dataset.units["size"], dataset.units["key"], beginnings)

    def _load(self, config: TrainConfig) -> Dataset:
        file = tokenizer_file(self._job.model)
        assert file is not None  # else its length was guessed
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


def _facts(dataset: Dataset) -> p.DataFacts:
    sizes, found = dataset.units["size"], dataset.found
    return p.DataFacts(
        format=found.format,
        container=found.container,
        encoding=found.encoding,
        mapping=dict(found.mapping or {}),
        rows=len(sizes),
        tokens=int(sizes.sum(dtype=np.int64)),
        tokens_trained=dataset.supervised_tokens,
        is_text=not found.is_conversation,
        median=int(np.median(sizes)),
        most=int(np.quantile(sizes, 0.95, method="higher")),
        longest=int(sizes.max()),
        dropped=sum(dataset.dropped.values()),
        thoughts=dataset.seen["thoughts"],
        thoughtless=dataset.seen["no thoughts"],
    )


def _guessed(data: Path) -> Lengths:
    """Before a folder is converted, there is no tokenizer: its size has to do."""
    files = [file for file in data.rglob("*") if file.is_file()] if data.is_dir() else [data]
    tokens = max(1, sum(file.stat().st_size for file in files) // BYTES_A_TOKEN)
    facts = p.DataFacts(format="", tokens=tokens, tokens_trained=tokens, is_text=True, exact=False)
    return Lengths(facts, np.array([tokens], np.int32), np.array([1], np.uint64))
