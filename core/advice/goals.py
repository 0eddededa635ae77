"""Derives every setting from goal, machine, model and data, each with its reason.

docs/goals.md gives the sources of the numbers. Opens no file and measures nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Any, NamedTuple

from core.base.language import tr
from core.base.numbers import brief_count, count, size
from core.protocol import DataFacts, Described, LocalModel
from core.protocol.config import TrainConfig
from core.protocol.layers import ALL, LAST_HALF

CUSTOM = "custom"
RSLORA_FROM = 32  # rank, from which on the rank-stable scale learns better
RSLORA_ALPHA = 8.0  # scales by 2 at rank 16, like the usual alpha of twice the rank
RANKS = (4, 8, 16, 32)  # that goals choose from
CONTEXTS = (128, 256, 512, 1024, 2048, 4096, 8192)
LONG_CONTEXTS = (*CONTEXTS, 16384, 32768)  # for thoughts, which are long and must not be cut
MOST_EPOCHS, MOST_ROWS_A_STEP = 10, 4
BY_HEART_EPOCHS, BY_HEART_READINGS = 12, 15_000  # epochs; row readings in all, at most (docs/goals.md)
MOST_BY_HEART_EPOCHS = 30  # for so few facts that BY_HEART_EPOCHS give too few steps
FEW_ROWS = 500  # fewer: hold out a tenth, and use dropout against learning by heart
FEWEST_JUDGES = 10  # with fewer held-out rows the best adapter is chance
EVALUATIONS = 10  # in a run
CHOICES_RATES = {"orpo": 0.4, "dpo": 0.1, "kto": 0.1}  # factors on the learning rate of answers (docs/goals.md)
PATIENT_SECONDS = 10 * 3600  # a night
_CHOICES = ("preference", "votes", "scored", "ranked")  # formats of rows with two answers to a question
ANSWERS = ("qa", "alpaca", "prompt")  # formats of rows with one question and its answer
# The largest number of parameters, and the learning rate that suits such models (docs/goals.md).
_RATES = ((50e6, 2e-3), (400e6, 5e-4), (2e9, 3e-4), (5e9, 2e-4), (float("inf"), 1e-4))


@dataclass(frozen=True)
class Goal:
    """An aim of a training. context: for running text, which has no length of its own.

    upper: training only the upper layers will do if memory is short. by_heart: learning by heart is the aim, so
    held-out rows say nothing about it. exact: an answer is right or wrong, so right ones are counted. objective: as in
    TrainConfig.
    """

    name: str
    title: str
    about: str
    epochs: int
    rank: int
    least_steps: int
    context: int
    rate: float = 1.0  # times the model's suitable rate
    noise: float = 0.0  # NEFTune's, on conversations
    hold: float = 0.0  # to the base; less if everyday answers should change as well
    upper: bool = False
    by_heart: bool = False
    exact: bool = False
    objective: str = "sft"

    @property
    def learns_choices(self) -> bool:
        """Return whether it learns from choices between answers."""
        return self.objective in CHOICES_RATES

    def learning_by(self, objective: str) -> Goal:
        """Return this goal of choices with another objective, and the rate that suits it."""
        return replace(self, objective=objective, rate=CHOICES_RATES[objective])


GOALS: Mapping[str, Goal] = {
    goal.name: goal
    for goal in (
        Goal("style", tr("Speak in a style"),
             tr("In conversations it sounds like your examples: tone, length and words."),
             epochs=3, rank=16, least_steps=160, context=512, hold=0.3, upper=True),
        Goal("qa", tr("Answer from my data"), tr("Questions are answered as your data answers them, in the same tone."),
             epochs=4, rank=32, least_steps=100, context=512, hold=1.0, by_heart=True),
        Goal("exact", tr("Sort and label"),
             tr("Short answers that are right or wrong: a label, JSON, a call of a tool."),
             epochs=2, rank=16, least_steps=100, context=512, hold=1.0, exact=True),
        Goal("persona", tr("A persona"), tr("It plays a character with a voice and a memory of its own."),
             epochs=3, rank=16, least_steps=160, context=512, noise=5.0, hold=0.3, upper=True),
        Goal("text", tr("Continue my text"), tr("It continues a beginning the way your stories, notes or poems would."),
             epochs=2, rank=32, least_steps=60, context=1024, rate=0.5),
        Goal("choices", tr("As I like it"),
             tr("It answers more like the answers that you chose, and less like those that you did not."),
             epochs=1, rank=16, least_steps=30, context=512, rate=CHOICES_RATES["orpo"], objective="orpo"),
    )
}  # fmt: skip


@dataclass(frozen=True)
class Machine:
    """What planning needs to know of a machine. free: bytes for training. longest_rows: rank -> tokens in the longest
    row that fits; empty: unknown. tok_s: training speed at least; 0: unknown. longest_upper: as longest_rows, for
    training the upper half of the layers alone.
    """

    free: int = 0
    cores: int = 1
    longest_rows: Mapping[int, int] = field(default_factory=dict)
    tok_s: float = 0.0
    longest_upper: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def described(cls, known: Described) -> Machine:
        """Return the machine that the planning worker described."""
        longest, upper = (
            {int(rank): tokens for rank, tokens in rows.items()} for rows in (known.longest_rows, known.longest_upper)
        )
        return cls(known.budget, known.cores, longest, known.tok_s, upper)


class Settings(NamedTuple):
    """Settings that suit a goal. values: by field of TrainConfig. reasons: a sentence for each, by the same names."""

    values: dict[str, Any]
    reasons: dict[str, str]


def suggested_goal(data: DataFacts) -> str:
    """Return the most likely goal for this data."""
    if data.is_text:
        return "text"
    if data.format in _CHOICES:
        return "choices"
    if data.answers:
        return "exact"
    return "qa" if data.format in ANSWERS else "style"


def held_out_judges(goal: str, rows: int, is_text: bool, is_own: bool) -> bool:
    """Return whether this many held-out rows can tell which adapter is best. is_own: they come from a separate data
    set.
    """
    if goal in GOALS and GOALS[goal].by_heart and not is_own:
        return False
    return is_text or rows >= FEWEST_JUDGES


def counts_answers(config: TrainConfig) -> bool:
    """Return whether right answers are counted: to choose the best adapter, or because the goal wants exact answers."""
    if config.best_by == "right" or config.choices:
        return True
    goal = config.goal
    return goal in GOALS and (GOALS[goal].exact or GOALS[goal].by_heart)


def held_out_share(goal: str, rows: int) -> tuple[float, str]:
    """Return the share to hold out, and why. rows: 0 if unknown. goal: CUSTOM for none."""
    if goal in GOALS and GOALS[goal].by_heart:
        return 0.0, tr("Every answer has to be learnt, so none is held out.")
    if 0 < rows < FEW_ROWS:
        return 0.1, tr("{rows} rows are few, so a tenth is held out to measure with.", rows=count(rows))
    return 0.05, tr("A twentieth is enough to measure with.")


def settings_for(
    name: str, machine: Machine, model: LocalModel | None, data: DataFacts | None, objective: str = ""
) -> Settings:
    """Return the settings for a goal in GOALS. Unknown facts count as typical.

    objective: chosen for a goal of choices; "" for the goal's own. Raises KeyError for an unknown goal.
    """
    goal = GOALS[name]
    if goal.learns_choices and objective in CHOICES_RATES:
        goal = goal.learning_by(objective)
    if goal.learns_choices:  # a row has to hold two answers
        machine = replace(
            machine, longest_rows=_halved(machine.longest_rows), longest_upper=_halved(machine.longest_upper)
        )
    rank, why_rank = _rank(goal, machine, data)
    context, why_context = _context(goal, machine, model, data, rank)
    layers, why_layers = ALL, tr("All layers together learn best.")
    if goal.upper:
        roomier = replace(machine, longest_rows=machine.longest_upper or machine.longest_rows)
        longer, why_longer = _context(goal, roomier, model, data, rank)
        if longer > context:
            layers, why_layers = (
                LAST_HALF,
                tr("With all of them, memory only has room for rows of {context} tokens.", context=count(context)),
            )
            context, why_context = longer, why_longer
    schedule = _schedule(goal, machine, data, context)
    rate, why_rate = _learning_rate(goal, model)
    few = data is not None and 0 < data.rows < FEW_ROWS
    drops = few and not goal.by_heart
    held, why_held = held_out_share(name, data.rows if data else 0)
    is_chat = data is not None and not data.is_text
    steps = schedule.steps
    rslora = rank >= RSLORA_FROM
    noise = goal.noise if is_chat else 0.0
    values: dict[str, Any] = {
        "goal": name, "objective": goal.objective, "preference_beta": 0.1,
        "epochs": float(schedule.epochs), "context": context, "rank": rank, "learning_rate": rate,
        "grad_accumulation": schedule.rows_a_step, "alpha": alpha_for(rank, rslora), "rslora": rslora,
        "schedule": "cosine", "warmup_ratio": 0.05, "targets": "all-linear", "layers": layers,
        "dora": False, "lora_plus_ratio": 1.0,
        "eval_share": held, "eval_every": max(1, round(steps / EVALUATIONS)) if steps else 25,
        "eval_tokens": 16384, "save_every": min(200, max(10, round(steps / EVALUATIONS))) if steps else 50,
        "best_by": "right" if goal.exact else "loss",
        "dropout": 0.05 if drops else 0.0, "neftune_alpha": noise, "hold": goal.hold, "weight_decay": 0.0,
        "max_steps": 0, "seed": 0, "threads": 0, "priority": "auto",
    }  # fmt: skip
    reasons = {
        "objective": tr("From the answers you chose, and those you did not.") if goal.learns_choices
        else tr("From your answers, as they stand."),
        "preference_beta": tr("The usual.")
        if goal.learns_choices else tr("Only for choices."),
        "epochs": schedule.why, "context": why_context, "rank": why_rank, "learning_rate": why_rate,
        "grad_accumulation": schedule.why_rows,
        "layers": why_layers,
        "alpha": tr("The usual at this rank."),
        "rslora": tr("From rank {least} on: large ranks learn better this way.", least=RSLORA_FROM) if rslora
        else tr("Not needed at this rank."),
        "eval_share": why_held,
        "eval_every": tr("About ten times in the run, so that you see when it stops getting better."),
        "save_every": tr("About ten times in the run: a crash costs no more than a tenth of it."),
        "best_by": tr("Right answers count; the loss decides a tie.") if goal.exact
        else tr("No answer is the only right one, so the loss decides."),
        "dropout": tr(
            "{rows} are few: leaving out a little keeps it from learning them by heart.", rows=_rows(data)
        ) if drops
        else tr("It should learn them by heart.") if goal.by_heart
        else tr("Not needed with so much data."),
        "neftune_alpha": tr("A persona answers more freely with a little noise.") if noise
        else tr("Not needed for this goal."),
        "hold": tr("Everyday answers may take on the style, and otherwise stay as they are.") if 0 < goal.hold < 1
        else tr(
            "It also practises everyday questions as it would have answered them, so that it keeps the rest."
        ) if goal.hold
        else tr("Not needed for this goal."),
        "priority": tr("As set in Settings: “Keep this computer usable while it trains” makes it low."),
        "threads": tr("As set in Settings: all cores, unless you keep some for other programs."),
    }  # fmt: skip
    return Settings(values, reasons)


def _halved(longest: Mapping[int, int]) -> dict[int, int]:
    return {rank: tokens // 2 for rank, tokens in longest.items()}


def alpha_for(rank: int, rslora: bool) -> float:
    """Return the alpha that makes rank alone set the adapter's size: twice the rank, or rsLoRA's, which scales
    otherwise. Both agree at rank 16.
    """
    return RSLORA_ALPHA if rslora else 2.0 * rank


class _Schedule(NamedTuple):
    epochs: int
    rows_a_step: int
    steps: int  # 0: unknown
    why: str
    why_rows: str


def _rank(goal: Goal, machine: Machine, data: DataFacts | None) -> tuple[int, str]:
    """Return the goal's rank, or the largest that leaves room for rows of some length, and why."""
    wanted, why = goal.rank, tr("Enough for this goal.")
    if goal.by_heart and data is not None and 0 < data.rows < 200:
        wanted, why = 16, tr("{rows} need no more.", rows=_rows(data))
    fitting = [rank for rank in RANKS if rank <= wanted and machine.longest_rows.get(rank, 0) >= CONTEXTS[1]]
    if not machine.longest_rows or wanted in fitting:
        return wanted, why
    rank = max(fitting, default=RANKS[0])
    return rank, tr(
        "{wanted} would suit the goal, but with {free} of free memory {rank} is the most.",
        wanted=wanted,
        free=size(machine.free),
        rank=rank,
    )


def _context(
    goal: Goal, machine: Machine, model: LocalModel | None, data: DataFacts | None, rank: int
) -> tuple[int, str]:
    """Return a context for nearly all rows, within the model's own and the memory's limit, and why."""
    if data is None or not data.tokens:
        wanted, why = goal.context, tr("The usual. It is suited to your data once that is read.")
    elif data.is_text:
        wanted, why = (
            goal.context,
            tr("Running text is cut into pieces; {context} tokens are a good page.", context=count(goal.context)),
        )
    else:
        longest = data.longest if data.longest <= 2 * data.most else data.most
        wanted = context_for(data, longest)
        share = tr("All of your rows have") if longest == data.longest else tr("95 of 100 rows have")
        with_them = tr(" with their thoughts, which are not cut: a longer row is not used") if data.thoughts else ""
        why = tr(
            "{share} at most {longest} tokens{with_them}.", share=share, longest=count(longest), with_them=with_them
        )
    if model is not None and 0 < model.context < wanted:
        wanted, why = (
            model.context,
            tr("The model was made for {context} tokens at most.", context=count(model.context)),
        )
    room = machine.longest_rows.get(rank, 0) if machine.longest_rows else wanted
    if room < wanted:
        why = tr(
            "{wanted} would suit your data, but with {free} of free memory this is the most.",
            wanted=count(wanted),
            free=size(machine.free),
        )
        wanted = max((tokens for tokens in LONG_CONTEXTS if tokens <= room), default=max(8, room))
    return wanted, why


def context_for(data: DataFacts, longest: int) -> int:
    """Return the smallest context that fits rows of this length, or else the largest."""
    lengths = LONG_CONTEXTS if data.thoughts else CONTEXTS
    return next((tokens for tokens in lengths if tokens >= longest), lengths[-1])


def _schedule(goal: Goal, machine: Machine, data: DataFacts | None, context: int) -> _Schedule:
    """Return epochs and rows a step that give enough steps and fit into a night."""
    if data is None or not data.tokens:
        return _Schedule(goal.epochs, MOST_ROWS_A_STEP, 0, tr("The usual for this goal."), tr("The usual."))
    pieces = max(1, ceil(data.tokens / (2 * context if goal.learns_choices else context)))  # a row holds both answers
    epochs, rows = goal.epochs, MOST_ROWS_A_STEP
    while rows > 1 and epochs * ceil(pieces / rows) < goal.least_steps:
        rows //= 2
    if epochs * ceil(pieces / rows) < goal.least_steps:
        epochs = min(MOST_EPOCHS, ceil(goal.least_steps / ceil(pieces / rows)))
    why = tr("Reading your data {epochs} times suits this goal.", epochs=epochs)
    if goal.by_heart and not data.is_text:
        often = ceil(BY_HEART_READINGS / max(1, data.rows))
        wanted = max(BY_HEART_EPOCHS, ceil(goal.least_steps / ceil(pieces / rows)))
        epochs = max(goal.epochs, min(wanted, often, MOST_BY_HEART_EPOCHS))
        why = tr(
            "It is to know your data by heart: {amount} take about {epochs} readings.",
            amount=_amount(data),
            epochs=epochs,
        )
    elif epochs > goal.epochs:
        why = tr(
            "{amount} are few, so it reads them {epochs} times.",
            amount=_amount(data),
            epochs=epochs,
        )
    seconds = data.tokens / machine.tok_s if machine.tok_s else 0.0  # of one epoch
    if epochs * seconds > PATIENT_SECONDS and epochs > 1:
        epochs = max(1, int(PATIENT_SECONDS / seconds))
        again = tr("once") if epochs == 1 else tr("{epochs} times", epochs=epochs)
        why = tr(
            "{amount} take this computer long, so it reads them {again}: that fits into a night.",
            amount=_amount(data),
            again=again,
        )
    why_rows = tr("Makes steady steps, and enough of them.")
    if rows < MOST_ROWS_A_STEP:
        why_rows = tr("{amount} are few: fewer in a step make more steps.", amount=_amount(data))
    return _Schedule(epochs, rows, epochs * ceil(pieces / rows), why, why_rows)


def usual_rate(model: LocalModel | None) -> float:
    """Return the model's suitable learning rate."""
    if model is None or not model.parameters:
        return 2e-4
    return next(rate for most, rate in _RATES if model.parameters <= most)


def _learning_rate(goal: Goal, model: LocalModel | None) -> tuple[float, str]:
    rate = usual_rate(model) * goal.rate
    if model is None or not model.parameters:
        return rate, tr("The usual. It is suited to the model once you choose one.")
    why = tr(
        "Suits a model of {parameters} parameters; larger ones take smaller steps.",
        parameters=brief_count(model.parameters),
    )
    if goal.learns_choices:
        why = tr(
            "Less than what suits {parameters} parameters: choices move a model further than answers do.",
            parameters=brief_count(model.parameters),
        )
    elif goal.rate < 1:
        why = tr(
            "Half of what suits {parameters} parameters, so that it forgets less of its language.",
            parameters=brief_count(model.parameters),
        )
    return rate, why


def _rows(data: DataFacts | None) -> str:
    return tr("{rows} rows", rows=count(data.rows)) if data else tr("Your rows")


def _amount(data: DataFacts) -> str:
    return (
        tr("{tokens} tokens", tokens=count(data.tokens)) if data.is_text else tr("{rows} rows", rows=count(data.rows))
    )
