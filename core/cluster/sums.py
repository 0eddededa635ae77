"""The gradient of some rows of a step, on the machine that computed it or on its way to another."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from dask.sizeof import sizeof
from distributed.protocol import dask_deserialize, dask_serialize

from core.cluster.encoding import Encoded, ErrorFeedback, Float32, decoded, received
from core.engine.train.gradients import Work
from core.shared.errors import LuthierError


@dataclass(frozen=True)
class Failure:
    """Why a machine has no gradient: data, because nobody takes another's exceptions."""

    machine: str
    code: str
    message: str
    hint: str


@dataclass(eq=False)
class Sum:
    """gradient: [n] of the adapter, of the sum of the rows' losses. losses: of each row, nats.

    feedback: of the machine that it lies on; what leaves it is rounded as that says, once, however often it is sent.
    maker: the machine that computed it or added it up, which answers for its form.
    """

    gradient: Float32
    losses: list[float]
    work: dict[str, Work]
    feedback: ErrorFeedback
    failures: list[Failure] = field(default_factory=list)
    maker: str = ""
    _lock: Any = field(default_factory=threading.Lock)
    _sent: Encoded | None = None

    def encoded(self) -> Encoded:
        with self._lock:
            if self._sent is None:
                self._sent = self.feedback.encoded(self.gradient)
            return self._sent


def added(sums: Sequence[Sum], feedback: ErrorFeedback) -> Sum:
    """The rows of all, in that order. Into one new array: a gradient's memory costs more to get than to add up."""
    gradient = sums[0].gradient.copy()
    for one in sums[1:]:
        gradient += one.gradient
    return Sum(gradient, [loss for one in sums for loss in one.losses], _of_all(sums), feedback)


def failed(*failures: Failure) -> Sum:
    return Sum(np.empty(0, np.float32), [], {}, ErrorFeedback("f32"), list(failures))


def _of_all(sums: Iterable[Sum]) -> dict[str, Work]:
    work: dict[str, Work] = {}
    for one in sums:
        for name, done in one.work.items():
            work[name] = work.get(name, Work(0, 0.0)) + done
    return dict(sorted(work.items()))


@sizeof.register(Sum)  # type: ignore[untyped-decorator]
def _size(of: Sum) -> int:
    return of.gradient.nbytes


@dask_serialize.register(Sum)  # type: ignore[untyped-decorator]
def _to_frames(of: Sum) -> tuple[dict[str, Any], list[Any]]:
    sent = of.encoded()
    header = {
        "maker": of.maker,
        "encoding": sent.encoding,
        "count": sent.count,
        "losses": of.losses,
        "work": [[name, work.tokens, work.seconds, work.fetching] for name, work in of.work.items()],
        "failures": [[one.machine, one.code, one.message, one.hint] for one in of.failures],
    }
    return header, [sent.numbers.view(np.uint8).data, sent.scales.view(np.uint8).data]


@dask_deserialize.register(Sum)  # type: ignore[untyped-decorator]
def _from_frames(header: dict[str, Any], frames: list[Any]) -> Sum:
    """Whoever takes it adds it to others of its own, which have its feedback. What is none is a failure of whose it is:
    Dask would be silent about an exception here, and the step would wait.
    """
    work, maker = dict[str, Work](), ""
    try:
        maker = str(header["maker"])
        for name, tokens, *seconds in header["work"]:
            work[str(name)] = Work(int(tokens), *map(float, seconds))
        numbers, scales = b"".join(frames[:1]), b"".join(frames[1:])
        return Sum(
            decoded(received(str(header["encoding"]), int(header["count"]), numbers, scales)),
            [float(loss) for loss in header["losses"]],
            work,
            ErrorFeedback("f32"),
            [Failure(*map(str, one)) for one in header["failures"]],
            maker,
        )
    except (LuthierError, LookupError, TypeError, ValueError) as error:
        message = error.message if isinstance(error, LuthierError) else f"What it sent is no gradient: {error!r}."
        return failed(Failure(maker or next(iter(work), ""), "cluster.garbage", message, ""))
