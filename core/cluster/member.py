"""A machine that computes for the others: joins, loads a base when a training asks for it, rests when that is over."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from core.cluster import adapter_values, base_copy, wire
from core.cluster.away_questions import Away, Open
from core.cluster.base_copy import ReadPart
from core.cluster.credentials import Credentials, machine_name
from core.cluster.dask_server import MachineWorker
from core.cluster.machine import Machine
from core.cluster.pairing import require_same_version
from core.cluster.questions import (
    AWAY,
    DESCRIBE,
    FETCH,
    HAS,
    PREPARE,
    REST,
    Base,
    Description,
    Fetch,
    Has,
    Prepare,
    Ready,
    Refusal,
    busy,
    packed,
    unpacked,
)
from core.cluster.reach import reach
from core.engine.lora.adapter import LoraAdapter
from core.engine.train.engine import Engine
from core.shared.errors import LuthierError

TRIED_AGAIN_S = 5.0  # where no scheduler answers
_LOOKED_S = 0.2  # between looks whether a person has enough
_KEPT_S = 60.0  # what is loaded, after the training is gone
_PASSING = ("cluster.unreachable", "cluster.no-network")  # a computer that sleeps or moves has none for a while
_TRYING = "The cluster does not answer; trying again."
_NAME_TAKEN = "A computer called {name} is part of the cluster already, or was a minute ago; trying again."


@dataclass(frozen=True)
class Built:
    """What computes for a run. device: its name, for people."""

    engine: Engine
    adapter: LoraAdapter
    device: str


@dataclass(frozen=True)
class Abilities:
    """What a machine does for the others, each in a thread of its own. All raise LuthierError.

    build: finds and loads the base. has, fetch: whether that is there, and have it. describe: the machine, with the run
    that it computes for. rest: says that nothing is computed any more. away: a whole training for another computer.
    """

    build: Callable[[Prepare, ReadPart], Built]
    has: Callable[[Base], Has]
    fetch: Callable[[Base, ReadPart], Has]
    describe: Callable[[str], Description]
    rest: Callable[[], None]
    away: Callable[[Away], msgspec.Struct]


class Member:
    """told: of what happens, for people."""

    def __init__(self, credentials: Credentials, abilities: Abilities, told: Callable[[str], None]) -> None:
        self._credentials, self._abilities, self._told = credentials, abilities, told
        self._name = machine_name(credentials)
        self._worker: MachineWorker | None = None
        self._built: tuple[Prepare, Built] | None = None
        self._one_at_a_time = asyncio.Lock()

    async def serve(self, scheduler: str, host: Callable[[], str], is_wanted: Callable[[], bool]) -> None:
        """Be part of the cluster while that is wanted; come back where the connection was lost.

        host: this computer's address there, which may be another after it was lost. Raises LuthierError
        `cluster.other-certificate`.
        """
        wire.restrict()
        told = ""
        while is_wanted():
            try:
                await reach(scheduler, self._credentials)
                await self._serve_once(scheduler, host(), is_wanted)
                told = ""
            except (OSError, LuthierError, RuntimeError) as error:
                self._forget()
                if (why := self._why_again(error)) != told:
                    self._told(why)
                told = why
                await _slept(TRIED_AGAIN_S, is_wanted)

    def _why_again(self, error: Exception) -> str:
        """Raises what does not pass by itself."""
        if isinstance(error, LuthierError) and error.code not in _PASSING:
            raise error
        is_start = isinstance(error, RuntimeError)  # Dask's, of a server that did not come to its start
        return _NAME_TAKEN.format(name=self._name) if is_start and isinstance(error.__cause__, ValueError) else _TRYING

    async def _serve_once(self, scheduler: str, host: str, is_wanted: Callable[[], bool]) -> None:
        """Until the connection is lost. Raises OSError where there is none."""
        answers: dict[str, Callable[..., Any]] = {
            PREPARE: said(self._prepare),
            REST: self._rest,
            DESCRIBE: said(self._say_what_it_is),
            HAS: said(self._say_what_it_has),
            FETCH: said(self._fetch),
            AWAY: said(self._away),
        }
        security = self._credentials.security()
        worker = MachineWorker(scheduler, answers, name=self._name, host=host, security=security)
        async with worker:
            worker.rest()
            worker.when_left = self._on_left
            self._worker = worker
            self._told(f"{self._name} is part of the cluster.")
            while is_wanted() and worker.is_there:
                await asyncio.sleep(_LOOKED_S)
            worker.give_up()
        self._worker = None

    async def _prepare(self, request: bytes) -> Ready:
        worker = self._worker
        assert worker is not None
        wanted = unpacked(request, Prepare)
        require_same_version("The machine that trains", wanted.version, wanted.protocol)
        async with self._one_at_a_time:
            if self._built is not None and not _is_same(self._built[0], wanted):
                self._forget()
            worker.training = wanted.training
            built = await self._built_for(wanted, base_copy.asking(worker, wanted.training))
            if worker.training != wanted.training:  # it rests, or is gone, since
                self._on_left()
                raise LuthierError("cluster.lost", f"{wanted.run} wants it no longer.", "")
            source = adapter_values.asking(worker, wanted.training)
            machine = Machine(self._name, wanted.run, built.engine, built.adapter, source, wanted.encoding)
            worker.begin(machine, wanted.training)
        return Ready(built.engine.loaded.backend.threads, built.device)

    async def _built_for(self, wanted: Prepare, read: ReadPart) -> Built:
        """As it is from before, where the same is wanted again by a training that has come back."""
        if self._built is None:
            self._told(f"Preparing for {wanted.run}.")
            self._built = wanted, await asyncio.to_thread(self._abilities.build, wanted, read)
        return self._built[1]

    async def _rest(self) -> None:
        self._forget()
        self._abilities.rest()

    def _on_left(self) -> None:
        """The training is gone. It may come back soon, for what is loaded."""
        self._abilities.rest()
        asyncio.get_running_loop().call_later(_KEPT_S, self._forget_unused)

    def _forget_unused(self) -> None:
        if self._worker is None or not self._worker.training:
            self._forget()

    def _forget(self) -> None:
        if self._worker is not None:
            self._worker.rest()
        self._built = None

    async def _say_what_it_is(self) -> Description:
        run = self._worker.machine.run if self._worker and self._worker.machine else ""
        return await asyncio.to_thread(self._abilities.describe, run)

    async def _say_what_it_has(self, request: bytes) -> Has:
        return await asyncio.to_thread(self._abilities.has, unpacked(request, Base))

    async def _fetch(self, request: bytes) -> Has:
        worker = self._worker
        assert worker is not None
        wanted = unpacked(request, Fetch)
        async with self._one_at_a_time:
            return await asyncio.to_thread(self._abilities.fetch, wanted.base, base_copy.asking(worker, wanted.source))

    async def _away(self, request: bytes) -> msgspec.Struct:
        wanted = unpacked(request, Away)
        if not isinstance(wanted.asked, Open):
            return await asyncio.to_thread(self._abilities.away, wanted)
        require_same_version("The computer that asks", wanted.asked.version, wanted.asked.protocol)
        async with self._one_at_a_time:
            if self._worker is not None and self._worker.machine is not None:
                raise busy(self._worker.machine.run)
            self._forget()
            return await asyncio.to_thread(self._abilities.away, wanted)


def said(answer: Callable[..., Awaitable[msgspec.Struct]]) -> Callable[..., Awaitable[bytes]]:
    """As bytes, also why there is none: nobody takes another's exceptions."""

    async def packed_answer(**asked: Any) -> bytes:
        try:
            return packed(await answer(**asked))
        except LuthierError as error:
            return packed(Refusal(error.code, error.message, error.hint))
        except Exception as error:  # another machine's trouble has to come as words
            return packed(Refusal("internal", f"it hit an error it does not know: {error!r}.", ""))

    return packed_answer


def _is_same(before: Prepare, now: Prepare) -> bool:
    def of_engine(one: Prepare) -> tuple[Any, ...]:
        return one.run, one.config, one.base, one.longest, one.plan

    return of_engine(before) == of_engine(now)


async def _slept(seconds: float, is_wanted: Callable[[], bool]) -> None:
    for _ in range(int(seconds / _LOOKED_S)):
        if is_wanted():
            await asyncio.sleep(_LOOKED_S)
