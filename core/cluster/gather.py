"""A step's gradient by all machines: rows go out, and their sum comes back to where the optimizer is."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from distributed import Client, Future

from core.cluster import tasks
from core.cluster.dask_server import KEPT, MOVED, TOTAL
from core.cluster.sent_rows import NumberedRow, sent
from core.cluster.shares import pieces


@dataclass(frozen=True)
class StepOfRun:
    """version: of the adapter, at which the gradient is taken. attempt: how often it was tried before."""

    run: str
    version: int
    step: int
    attempt: int

    def key(self, what: str, *place: int) -> tuple[str | int, ...]:
        """Of a task; by the first word Dask knows how long those of its kind take."""
        return what, self.run, self.step, self.version, self.attempt, *place


@dataclass(frozen=True)
class Submitted:
    """total: comes to the machine that asked. pieces: what it is of."""

    total: Future
    pieces: list[Future]

    def end(self) -> None:
        """Nobody wants them any more. Not by Client.cancel: the scheduler trips over sums that it has forgotten."""
        for future in (self.total, *self.pieces):
            future.release()


def submit(
    client: Client,
    of: StepOfRun,
    rows: Sequence[NumberedRow],
    shares: Mapping[str, range],
    kept: Container[str],
    home: str,
) -> Submitted:
    """shares: of machines, by address. Each is preferred for its own; whoever is idle takes what another has not begun,
    but not from those that are kept, unless they are gone. home: where the sum has to lie.
    """
    taken = [(address, share) for address, share in shares.items() if share]
    done: list[Future] = []
    level: list[tuple[str, Future]] = []
    for i, (address, share) in enumerate(taken):
        # One machine alone does all in one go, as it does without a cluster: to the bit.
        mine = [
            _gradient(client, of, [rows[row] for row in piece], address, KEPT if address in kept else "gradient")
            for piece in (pieces(share) if len(taken) > 1 else [share])
        ]
        done += mine
        level.append((address, _total(client, of, mine, (address, home), 0, i)))
    height = 1
    while len(level) > 1:
        pairs = [level[i : i + 2] for i in range(0, len(level), 2)]
        level = [
            (pair[0][0], _total(client, of, _at(client, of, pair, (height, i)), (pair[0][0], home), height, i))
            for i, pair in enumerate(pairs)
        ]
        height += 1
    arrived = client.submit(tasks.total, level[0][1], key=of.key("arrived"), workers=[home], priority=1)
    return Submitted(arrived, done)


def _gradient(client: Client, of: StepOfRun, rows: Sequence[NumberedRow], address: str, kind: str) -> Future:
    return client.submit(
        tasks.gradient, of.run, of.version, of.step, sent(rows),
        key=of.key(kind, rows[0][0]), workers=[address], allow_other_workers=True,
    )  # fmt: skip


def _at(client: Client, of: StepOfRun, pair: Sequence[tuple[str, Future]], place: tuple[int, int]) -> list[Future]:
    """Both where the first is. The second goes there as soon as it is done, by a task that wants nothing else: what
    Dask sends for a task it sends once all that the task needs is done, and the first may be computed for long yet.
    """
    (address, first), *others = pair
    moved = [
        client.submit(
            tasks.total, one,
            key=of.key(MOVED, *place), workers=[address], allow_other_workers=True, priority=1,
        )
        for _, one in others
    ]  # fmt: skip
    return [first, *moved]


def _total(
    client: Client, of: StepOfRun, sums: Sequence[Future], place: tuple[str, str], height: int, number: int
) -> Future:
    """Before any gradient that waits: what is summed up can be sent, and its parts forgotten.

    place: the machine's address, and home: what belongs there is not sent away to be added up.
    """
    address, home = place
    if len(sums) == 1:
        return sums[0]
    return client.submit(
        tasks.total, *sums,
        key=of.key(TOTAL, height, number), workers=[address], allow_other_workers=address != home, priority=1,
    )  # fmt: skip
