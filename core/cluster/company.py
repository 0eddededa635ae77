"""The machines that compute with a training: who is there, who is ready, who cannot and why."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from distributed import Client

from core.cluster.questions import PREPARE, REST, Prepare, Ready, Refusal, answered, is_machine, packed
from core.shared.callbacks import Notify
from core.shared.errors import LuthierError


@dataclass
class _Machine:
    """is_ready: it takes part."""

    name: str
    is_ready: bool = False


class Company:
    """request: what each new one is asked to prepare for. own: names that are this computer itself."""

    def __init__(self, client: Client, request: Prepare, own: frozenset[str], notice: Notify) -> None:
        self._client, self._request, self._own, self._notice = client, request, own, notice
        self._machines: dict[str, _Machine] = {}
        self._left_out: set[str] = set()  # names: a machine that cannot is asked again by the next training

    def look_round(self) -> None:
        """Who has come, and who has gone. Does not wait for those that get ready."""
        there = self._client.sync(self._names)
        for address in [address for address in self._machines if address not in there]:
            machine = self._machines.pop(address)
            if machine.is_ready:
                self._notice("cluster.gone", f"{machine.name} is gone: the others do its part.", _COMES_BACK)
        for address, name in there.items():
            is_known = address in self._machines or name in self._own | self._left_out
            if not is_known and is_machine(name):
                self._machines[address] = _Machine(name)
                self._client.loop.add_callback(self._prepare, address)

    def wait_for_first(self, poll: Callable[[], None], seconds: float) -> None:
        """Until all that are there are ready or left out. poll: may raise."""
        deadline = time.monotonic() + seconds
        while not all(machine.is_ready for machine in list(self._machines.values())) and time.monotonic() < deadline:
            poll()

    @property
    def ready(self) -> dict[str, str]:
        """Names by address, in the order of the names: the same machines have the same shares."""
        found = [(machine.name, address) for address, machine in list(self._machines.items()) if machine.is_ready]
        return {address: name for name, address in sorted(found)}

    def leave_out(self, address: str, why: Refusal) -> None:
        machine = self._machines.pop(address, None)
        if machine is not None:
            self._left_out.add(machine.name)
            hint = f"{why.hint} {_TAKES_PART_AGAIN}".strip()
            self._notice("cluster.left-out", f"{machine.name} does not take part: {why.message}", hint)
            self._client.loop.add_callback(self._rest, address)

    def end(self) -> None:
        """Nobody is needed any more."""

        async def rest() -> None:
            await asyncio.wait_for(asyncio.gather(*map(self._rest, self._machines), return_exceptions=True), _TOLD_S)

        self._client.sync(rest)

    async def _rest(self, address: str) -> None:
        with suppress(OSError):
            await getattr(self._client.rpc(address), REST)()

    async def _names(self) -> dict[str, str]:
        identity = await self._client.scheduler.identity()
        return {address: str(worker["name"]) for address, worker in identity["workers"].items()}

    async def _prepare(self, address: str) -> None:
        machine = self._machines[address]
        try:
            answer = await getattr(self._client.rpc(address), PREPARE)(request=packed(self._request))
            said = answered(answer, Ready)
        except OSError:  # it was lost meanwhile, and is asked again when it is back
            self._machines.pop(address, None)
            return
        except LuthierError as error:
            said = Refusal(error.code, error.message, error.hint)
        if isinstance(said, Refusal):
            self.leave_out(address, said)
        elif address in self._machines:
            machine.is_ready = True
            what = f"{said.device}, {said.threads} threads" if said.device == "cpu" else said.device
            self._notice("cluster.joined", f"{machine.name} takes part ({what}).", "")


_COMES_BACK = "When it is back it takes part again, from the step that is then being done."
_TAKES_PART_AGAIN = "It is asked again when the run is next started or resumed."
_TOLD_S = 5.0
