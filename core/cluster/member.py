"""A machine that computes for the others: says where they meet that it is there, and answers them until it is not."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from core.base.errors import LuthierError
from core.cluster import questions as q
from core.cluster.addresses import MACHINE_PORTS
from core.cluster.base_copy import Arriving
from core.cluster.credentials import Credentials, Who, machine_name
from core.cluster.machine import GivenUpError, Machine
from core.cluster.members import keep_refused, kept_refused
from core.cluster.pairing import require_same_version
from core.cluster.questions import Away, Open
from core.cluster.wire import Connection, Listening, Noted, garbage
from core.engine.train.training import Training

TRIED_AGAIN_S = 5.0  # where nobody answers
_SAID_S = 2.0  # between words that it is there
_LOOKED_S = 0.2  # between looks whether a person has enough
_KEPT_S = 60.0  # what is loaded, after the training is gone
_PASSING = ("cluster.unreachable", "cluster.no-network")  # a computer that sleeps or moves has none for a while
_ANY_PORT = "All ports that a firewall can be told of are taken: this computer answers at port {port}."
_QUESTIONS = (
    q.Describe, q.HasBase, q.PutBase, q.Prepare, q.Values, q.Compute, q.Collect, q.Rest, Away,
)  # fmt: skip

A = TypeVar("A")


@dataclass(frozen=True)
class Built:
    """What computes for a run. training: does no steps. device: its name, for people. longest: tokens of a row."""

    training: Training
    device: str
    longest: int


@dataclass(frozen=True)
class Abilities:
    """What a machine does for the others, each in a thread of its own. All raise LuthierError.

    build: finds and loads the base. has: whether that is there. arriving: takes one that is sent. describe: the
    machine, with the run that it computes for. rest: says that nothing is computed any more. away: a whole training for
    another computer.
    """

    build: Callable[[q.Prepare], Built]
    has: Callable[[q.Base], q.Has]
    arriving: Callable[[q.Base], Arriving]
    describe: Callable[[str], q.Description]
    rest: Callable[[], None]
    away: Callable[[Away], msgspec.Struct]


class Member:
    """A machine that computes for the others of its cluster. told: of what happens, for people."""

    def __init__(self, credentials: Credentials, abilities: Abilities, told: Callable[[str], None]) -> None:
        self._credentials, self.abilities, self._told = credentials, abilities, told
        self._name, self._is_trying = machine_name(credentials), False
        self.computing: _Visit | None = None  # whose training it computes for
        self.built: tuple[q.Prepare, Built] | None = None
        self.one_at_a_time = asyncio.Lock()

    async def serve(
        self, head: Callable[[], Connection], host: Callable[[], str], is_wanted: Callable[[], bool]
    ) -> None:
        """Be part of the cluster while that is wanted; come back where the connection was lost.

        head: connects to where the machines meet. host: this computer's address there, which may be another after it
        was lost. Raises LuthierError.
        """
        while is_wanted():
            async with self._trying_again(is_wanted):
                await self._answer_at(host(), head, host, is_wanted)

    async def _answer_at(
        self, address: str, head: Callable[[], Connection], host: Callable[[], str], is_wanted: Callable[[], bool]
    ) -> None:
        """Answer at this address until the computer has another.

        A training goes on even if the meeting place is gone.
        """
        folder = self._credentials.folder
        listening = Listening(self._credentials, _QUESTIONS, lambda: kept_refused(folder), self._begin)
        async with listening.open(address, (*MACHINE_PORTS, 0)) as port:
            if port not in MACHINE_PORTS:
                self._told(_ANY_PORT.format(port=port))
            while is_wanted():
                async with self._trying_again(is_wanted):
                    if host() != address:
                        return
                    await self._be_there(await asyncio.to_thread(head), port, listening, is_wanted)

    @asynccontextmanager
    async def _trying_again(self, is_wanted: Callable[[], bool]) -> AsyncIterator[None]:
        """Say once where a connection is lost, and wait a moment."""
        try:
            yield
        except (OSError, LuthierError) as error:
            if isinstance(error, LuthierError) and error.code not in _PASSING:
                raise
            if not self._is_trying:
                self._is_trying = True
                self._told("The cluster does not answer; trying again.")
            await _slept(TRIED_AGAIN_S, is_wanted)

    async def _be_there(
        self, place: Connection, port: int, listening: Listening, is_wanted: Callable[[], bool]
    ) -> None:
        """Report to the meeting place until the connection is lost. Raises OSError then."""
        try:
            await self._say_that_it_is_there(place, port, listening)
            self._is_trying = False
            self._told(f"{self._name} is part of the cluster.")
            while is_wanted():
                await _slept(_SAID_S, is_wanted)
                await self._say_that_it_is_there(place, port, listening)
        finally:
            place.close()

    async def _say_that_it_is_there(self, place: Connection, port: int, listening: Listening) -> None:
        found = await asyncio.to_thread(place.ask, q.Here(port), q.There)
        keep_refused(self._credentials.folder, found.refused)
        listening.drop(found.refused)

    def _begin(self, who: Who, _host: str) -> _Visit:
        return _Visit(self, who.name)

    async def build(self, wanted: q.Prepare) -> Built:
        """Build what is wanted, or return it from before if a training that has come back wants the same."""
        if self.built is not None and not _is_same(self.built[0], wanted):
            self.built = None
        if self.built is None:
            self._told(f"Preparing for {wanted.run}.")
            self.built = wanted, await asyncio.to_thread(self.abilities.build, wanted)
        return self.built[1]

    def rest(self) -> None:
        """Let go of a training that has ended. It may come back soon, for what is loaded."""
        self.computing = None
        self.abilities.rest()
        asyncio.get_running_loop().call_later(_KEPT_S, self.forget_unused)

    def forget_unused(self) -> None:
        """Give the memory back."""
        if self.computing is None:
            self.built = None


class _Visit:
    """A conversation with one other computer, and what is done for it meanwhile."""

    def __init__(self, member: Member, name: str) -> None:
        self._member, self._name = member, name
        self.run = ""
        self._machine: Machine | None = None
        self._arriving: Arriving | None = None
        self._is_gone = False

    async def answer(self, question: Any) -> msgspec.Struct:
        member, does = self._member, self._member.abilities
        match question:
            case q.Describe():
                run = member.computing.run if member.computing is not None else ""
                return await asyncio.to_thread(does.describe, run)
            case q.HasBase(base=base):
                return await asyncio.to_thread(does.has, base)
            case q.PutBase():
                return await self._take_base(question)
            case q.Prepare():
                return await self._prepare(question)
            case q.Values():
                await self._computed(lambda machine: machine.take_values(question))
            case q.Compute():
                return await self._computed(lambda machine: machine.compute(question))
            case q.Collect(start=start):
                return q.Part(await self._computed(lambda machine: machine.collect(start)))
            case q.Rest():
                self._leave(is_for_good=True)
            case Away():
                return await self._away(question)
        return Noted(time.time())

    def end(self) -> None:
        self._is_gone = True
        if self._arriving is not None:
            self._arriving.give_up()
        self._leave(is_for_good=False)

    def _leave(self, *, is_for_good: bool) -> None:
        if self._machine is not None:
            self._machine.is_wanted = False
            self._machine = None
        if self._member.computing is self:
            self._member.rest()
            if is_for_good:
                self._member.forget_unused()

    async def _take_base(self, part: q.PutBase) -> Noted:
        if part.start == 0:
            if self._arriving is not None:
                self._arriving.give_up()
            self._arriving = await asyncio.to_thread(self._member.abilities.arriving, part.base)
        arriving = self._arriving
        if arriving is None:
            raise garbage("a part of a model whose beginning has not come")
        try:
            is_whole = await asyncio.to_thread(arriving.take, part)
        except BaseException:
            arriving.give_up()
            self._arriving = None
            raise
        if self._is_gone:
            arriving.give_up()
        if is_whole:
            self._arriving = None
        return Noted(time.time())

    async def _prepare(self, wanted: q.Prepare) -> q.Ready:
        member = self._member
        require_same_version("The machine that trains", wanted.version, wanted.protocol)
        async with member.one_at_a_time:
            await self._require_free(wanted.run)
            member.computing, self.run = self, wanted.run
            try:
                built = await member.build(wanted)
            except BaseException:
                self._leave(is_for_good=True)
                raise
        if self._is_gone:
            self._leave(is_for_good=False)
            raise LuthierError("cluster.lost", f"{wanted.run} wants it no longer.", "")
        self._machine = Machine(built.training, built.longest, wanted.encoding)
        return q.Ready(built.training.loaded.backend.threads, built.device, self._machine.count)

    async def _require_free(self, run: str) -> None:
        """A training that comes back by another connection takes the place of its old one, of which nobody has heard
        that it is lost.
        """
        other = self._member.computing
        if other is None or other is self:
            return
        if (other._name, other.run) != (self._name, run):
            raise q.busy(other.run)
        machine = other._machine
        other._leave(is_for_good=False)
        if machine is not None:
            await asyncio.to_thread(machine.come_to_rest)

    async def _computed(self, what: Callable[[Machine], A]) -> A:
        if self._machine is None:
            raise LuthierError("cluster.other-run", f"it has not prepared for a run of {self._name}.", "")
        try:
            return await asyncio.to_thread(what, self._machine)
        except GivenUpError as error:
            raise LuthierError("cluster.lost", "it was told to give up.", "") from error

    async def _away(self, wanted: Away) -> msgspec.Struct:
        member = self._member
        if not isinstance(wanted.asked, Open):
            return await asyncio.to_thread(member.abilities.away, wanted)
        require_same_version("The computer that asks", wanted.asked.version, wanted.asked.protocol)
        async with member.one_at_a_time:
            if member.computing is not None:
                raise q.busy(member.computing.run)
            member.built = None
            return await asyncio.to_thread(member.abilities.away, wanted)


def _is_same(before: q.Prepare, now: q.Prepare) -> bool:
    def of_engine(one: q.Prepare) -> tuple[Any, ...]:
        return one.run, one.config, one.base, one.longest, one.plan

    return of_engine(before) == of_engine(now)


async def _slept(seconds: float, is_wanted: Callable[[], bool]) -> None:
    for _ in range(int(seconds / _LOOKED_S)):
        if is_wanted():
            await asyncio.sleep(_LOOKED_S)
