"""Gives advice before a training starts. Opens no file."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from core.advice.goals import ANSWERS, GOALS, MOST_BY_HEART_EPOCHS, MOST_EPOCHS, context_for, usual_rate
from core.base.language import tr
from core.base.numbers import count, duration
from core.protocol import Advice, DataFacts, LocalModel, TrainingPlan
from core.protocol.config import TrainConfig

FEW_STEPS, ENOUGH_STEPS = 40, 60
FEW_ROWS = 20
HIGH_RATE = 5e-3
LONG_SECONDS = 2 * 24 * 3600.0  # a longer training gets a notice
ONE_WORDING = "one-wording"
WORDINGS, WORDING_EPOCHS = 3, 8  # further wordings of each question; epochs over them (docs/goals.md)
OFTEN = 3  # times a goal's most epochs: more gets a notice
ENOUGH_THOUGHTS = 0.75  # share of rows with thoughts that keeps a model thinking, by Unsloth's guide to Qwen3


def advice(
    config: TrainConfig, model: LocalModel | None, data: DataFacts | None, plan: TrainingPlan, eval_data: bool = False
) -> list[Advice]:
    """Return advice on a training, most serious first. eval_data: separate held-out data is given."""
    if data is not None and plan.no_row_fits:
        longer = fitting_context(data)
        text = tr(
            "No row fits into a context of {context} tokens: half have over {median}.",
            context=count(config.context),
            median=count(data.median),
        )
        return [Advice(code="no-row-fits", text=text, settings={"context": longer})]
    found = [*_on_model(config, model)]
    if data is not None:
        found += _on_thoughts(config, data)
    if data is not None and plan.steps:
        found += _on_wordings(config, data, plan)
        found += [*_on_data(config, data), *_on_steps(config, plan), *_on_length(config, data, plan)]
    by_heart = config.goal in GOALS and GOALS[config.goal].by_heart
    if not (eval_data or by_heart) and (
        config.eval_share == 0 or (data is not None and data.exact and plan.steps and not plan.eval_rows)
    ):
        found.append(
            Advice(
                code="nothing-held-out",
                text=tr("Nothing is held out, so you cannot see when it starts to learn by heart."),
                settings={"eval_share": 0.05} if config.eval_share == 0 else {},
            )
        )
    return sorted(found, key=lambda one: not one.grave)


def _on_model(config: TrainConfig, model: LocalModel | None) -> Iterator[Advice]:
    if model is not None and 0 < model.context < config.context:
        yield Advice(
            code="context-beyond-model",
            text=tr(
                "The model was made for {context} tokens; on longer texts it will write badly.",
                context=count(model.context),
            ),
            settings={"context": model.context},
        )
    if config.learning_rate > HIGH_RATE:
        yield Advice(code="rate", text=tr("Such a high learning rate usually ends in nonsense."),
                     settings={"learning_rate": usual_rate(model)})  # fmt: skip


def _on_wordings(config: TrainConfig, data: DataFacts, plan: TrainingPlan) -> Iterator[Advice]:
    """Warn that facts asked in only one wording are learnt for that wording only."""
    if config.goal == "qa" and data.format in ANSWERS and data.one_wording and data.rows >= FEW_ROWS:
        longer = plan.seconds_high * (1 + WORDINGS) * WORDING_EPOCHS / config.epochs
        yield Advice(
            code=ONE_WORDING,
            text=tr(
                "Each question is asked in one way only. Asked differently, small models then knew about 12 of 40 "
                "answers; with {n} more wordings of each, about 32. A model on this disk can write them; training "
                "then reads them {epochs} times, in about {time}.",
                n=WORDINGS,
                epochs=WORDING_EPOCHS,
                time=duration(longer),
            ),
            grave=False,
        )


def _on_data(config: TrainConfig, data: DataFacts) -> Iterator[Advice]:
    by_heart = config.goal in GOALS and GOALS[config.goal].by_heart
    if not data.is_text and not by_heart and 0 < data.rows < FEW_ROWS:
        yield Advice(
            code="few-rows",
            text=tr(
                "{rows} rows are few: it will learn them by heart. A style takes 50 or more.", rows=count(data.rows)
            ),
        )
    if not data.is_text and data.most > config.context:
        text = tr(
            "Rows of up to {longest} tokens are cut to {context}: their oldest turns are left out, "
            "and rows whose last answer alone is longer are not used.",
            longest=count(data.longest),
            context=count(config.context),
        )
        if data.thoughts:
            text = tr(
                "With their thoughts rows have up to {longest} tokens, and those whose last answer has "
                "over {context} are not used.",
                longest=count(data.longest),
                context=count(config.context),
            )
        yield Advice(
            code="cut",
            text=text,
            settings={"context": fitting_context(data)},
            grave=data.median > config.context,
        )


def _on_thoughts(config: TrainConfig, data: DataFacts) -> Iterator[Advice]:
    """Warn that a thinking model unlearns thoughts from answers without them."""
    rows = data.thoughts + data.thoughtless
    if config.thoughts != "auto" or not data.thoughtless or data.thoughts >= ENOUGH_THOUGHTS * rows:
        return
    if not data.thoughts:
        text = tr(
            "This model can think first, but your rows have no thoughts, so it will answer at once from then on. To "
            "keep its thinking, give three of four rows thoughts (<think>…</think>)."
        )
    else:
        text = tr(
            "Only {thoughts} of {rows} rows have thoughts, so this model will think less. Give three of four rows "
            "thoughts, or choose one kind with “Thoughts” on the Data page.",
            thoughts=count(data.thoughts),
            rows=count(rows),
        )
    yield Advice(code="few-thoughts", text=text)


def fitting_context(data: DataFacts) -> int:
    """Return the smallest context that fits nearly all rows."""
    return context_for(data, data.most)


def _on_steps(config: TrainConfig, plan: TrainingPlan) -> Iterator[Advice]:
    if plan.steps >= FEW_STEPS:
        return
    each = max(1, ceil(plan.sequences / config.grad_accumulation))
    epochs, settings = min(MOST_EPOCHS, ceil(ENOUGH_STEPS / each)), dict[str, float | int]()
    if config.max_steps:
        settings = {"max_steps": 0, **({"epochs": float(epochs)} if epochs > config.epochs else {})}
    elif epochs > config.epochs:
        settings = {"epochs": float(epochs)}
    if epochs * each < FEW_STEPS and config.grad_accumulation > 1:
        settings["grad_accumulation"] = 1
    steps = tr("{steps} steps are", "1 step is", plan.steps, steps=count(plan.steps))
    yield Advice(code="few-steps", text=tr("{steps} too few to learn much from.", steps=steps), settings=settings)


def _on_length(config: TrainConfig, data: DataFacts, plan: TrainingPlan) -> Iterator[Advice]:
    """Warn of too many epochs to help, or of a training too long to wait for."""
    if config.max_steps:
        return
    by_heart = config.goal in GOALS and GOALS[config.goal].by_heart
    most = MOST_BY_HEART_EPOCHS if by_heart else MOST_EPOCHS
    if plan.seconds_low > LONG_SECONDS:
        yield Advice(
            code="long",
            text=tr("This takes at least {seconds_low}.", seconds_low=duration(plan.seconds_low)),
            settings={"epochs": float(most)} if config.epochs > most else {},
            grave=True,
        )
    elif config.epochs > OFTEN * most:
        known = tr("it has been learnt long before") if by_heart else tr("it is learnt by heart, word for word")
        what = tr("all of it") if data.is_text else tr("{rows} rows", rows=count(data.rows))
        text = tr(
            "Reading {what} {epochs} times is more than is useful: {known}.",
            what=what,
            epochs=count(config.epochs),
            known=known,
        )
        yield Advice(code="many-epochs", text=text, settings={"epochs": float(most)})
