"""The worker, whose training hangs in its third step: `python -m tests.lab.faults.hanging_worker`.

Its memory is still told, as where a driver or a disk does not answer.
"""

from __future__ import annotations

import sys
import threading

from core import worker
from core.engine.train.training import Training

HANGS_AFTER = 2  # steps


def main() -> int:
    real = Training.step

    def step(self: Training, *arguments: object) -> object:
        if self.progress.step == HANGS_AFTER:
            threading.Event().wait()
        return real(self, *arguments)

    Training.step = step
    return worker.main()


if __name__ == "__main__":
    sys.exit(main())
