"""What a dry run has measured, for as long as it says something of the settings that are chosen."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from core.shared.config import TrainConfig
from core.shared.protocol import DryRunJob, DryRunResult
from core.shared.texts.training_settings import SETTINGS


@dataclass(frozen=True)
class Measured:
    """A dry run, and what came of it."""

    job: DryRunJob
    result: DryRunResult

    def of(self, model: str, data: str, config: TrainConfig, steps: int) -> DryRunResult | None:
        """For these, where a step of theirs is what was measured: scaled to so many steps; else None."""
        same = (self.job.model, self.job.data, _pace(self.job.config)) == (model, data, _pace(config))
        if not same or not steps:
            return None
        share = steps / max(1, self.result.steps)
        return msgspec.structs.replace(self.result, steps=steps, whole_seconds=self.result.whole_seconds * share)


def _pace(config: TrainConfig) -> TrainConfig:
    """The settings that decide how long a step takes; the others as usual."""
    usual = TrainConfig()
    return msgspec.structs.replace(
        config, **{key: getattr(usual, key) for key, row in SETTINGS.items() if not row.step}
    )
