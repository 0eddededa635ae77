"""`luthier train --goal`: every setting from a goal, with the reasons, for this machine, model and data."""

from __future__ import annotations

from pathlib import Path

import msgspec
import typer

from core import protocol as p
from core.advice.goals import GOALS, Machine, settings_for
from core.base.errors import LuthierError
from core.cli.options import absolute, model_of, settings_of
from core.cli.running import show_error
from core.cli.terminal import Terminal
from core.jobs.context import Control, JobContext
from core.protocol.config import TrainConfig, from_values


def settings_of_goal(goal: str, model: str, data: Path, overrides: list[str], quiet: bool) -> TrainConfig:
    """What the goal makes of them; overrides (--set) come last. Says why, and what to think of, unless quiet.

    Raises typer.Exit where the model or the data cannot be read.
    """
    if goal not in GOALS:
        raise typer.BadParameter(f"is one of {', '.join(GOALS)}.", None, None, "--goal")
    own = settings_of(overrides)
    named = {setting.partition("=")[0].strip() for setting in overrides}  # also those that name the usual value
    if "objective" not in named:  # which decides how the data is read
        own = from_values(msgspec.to_builtins(own) | {"objective": GOALS[goal].objective})
    chosen = {key: value for key, value in msgspec.to_builtins(own).items() if key in named}
    found: list[p.Event] = []
    with JobContext(found.append, Control()) as context:
        try:
            from core.jobs.planning.plan import Planner  # it loads the engine

            planner = Planner(p.PlanJob(model=model_of(model), data=absolute(data), config=own), context)
        except LuthierError as error:
            show_error(error.message, error.hint)
            raise typer.Exit(1) from error
        described = planner.described()
        planner.read_data()
        facts = next((event.facts for event in found if isinstance(event, p.DataRead)), None)
        machine = Machine.described(msgspec.structs.replace(described, tok_s=planner.tok_s()))
        values, reasons = settings_for(goal, machine, described.model, facts)
        config = from_values({**values, **chosen})
        if not quiet:
            _say(config, chosen.keys() | {"rslora", "alpha"}, reasons, planner.plan(config))
    return config


def _say(config: TrainConfig, silent: set[str], reasons: dict[str, str], plan: p.TrainingPlan) -> None:
    terminal = Terminal()
    for key, reason in reasons.items():
        if key not in silent:
            terminal.print(f"{f'{key}={getattr(config, key)}'.ljust(26)}{reason}", markup=False, soft_wrap=True)
    for one in plan.advice:
        terminal.print(f"Note: {one.text}", markup=False, soft_wrap=True)
