"""A training on this computer whose steps the others of its cluster do together with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from core import protocol as p
from core.base.errors import LuthierError
from core.engine.train.training import Training
from core.gguf.header import Header
from core.jobs.context import JobContext
from core.jobs.models.check import Contents

if TYPE_CHECKING:
    from core.engine.train.step import Work


@contextmanager
def computed_together(
    run: str, training: Training, model: Header, contents: Contents | None, cluster: p.WithCluster, context: JobContext
) -> Iterator[None]:
    """Let the cluster's computers compute with a training. Raises LuthierError `cluster.*`."""
    from core import __version__
    from core.cluster.encoding import sent
    from core.cluster.pairing import PROTOCOL
    from core.cluster.questions import Prepare
    from core.cluster.together import Together
    from core.jobs.cluster.bases import base_of
    from core.jobs.cluster.start import place

    if training.hold is not None:
        context.notice(
            "cluster.not-held",
            "Steps that several computers do together do not hold the model to what it was on ordinary text (hold).",
            "It learns your rows as well, and forgets more of the rest; train on this computer alone to hold it.",
        )
        training.hold = None
    if contents is None:
        raise LuthierError("cluster.no-base", f"{model.path} cannot be read again, to compare it.", "Start again.")
    longest = max(training.batches.rows, key=lambda row: len(row.tokens))
    request = Prepare(
        version=__version__,
        protocol=PROTOCOL,
        run=run,
        config=training.config,
        base=base_of(model, contents),
        longest=sent([(0, longest)]),
        plan=training.plan,
        encoding=cluster.sends,
    )

    def told(work: dict[str, Work]) -> None:
        training.machines = work

    context.phase("cluster", "Meeting the other computers")
    base = model.path if cluster.copy else None
    together = Together(place(), training, request, base, context.notice, told)
    training.gather = together.gather
    try:
        yield
    finally:
        training.gather = None
        together.close()
