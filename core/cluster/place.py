"""Where the machines of a cluster meet, for who wants to ask them something."""

from __future__ import annotations

from dataclasses import dataclass

from core.base.errors import LuthierError
from core.cluster.credentials import HEAD, MACHINE, Credentials
from core.cluster.members import keep_refused
from core.cluster.questions import Present, There, WhoIsThere
from core.cluster.reach import why_unreachable
from core.cluster.wire import Connection, connect


@dataclass(frozen=True)
class Place:
    """host, port: of the head. own: this computer's name in the cluster."""

    host: str
    port: int
    credentials: Credentials
    own: str

    def connect(self) -> Connection:
        """Connect to the head. Raises LuthierError as core/cluster/wire.py has it."""
        return connect(self.host, self.port, self.credentials, HEAD)

    def connect_to(self, machine: Present) -> Connection:
        """Connect to a machine. Raises LuthierError as core/cluster/wire.py has it."""
        return connect(machine.host, machine.port, self.credentials, MACHINE, machine.name)

    def there(self, head: Connection) -> list[Present]:
        """The machines that can be asked. Raises LuthierError `cluster.unreachable` where the head is gone."""
        try:
            found = head.ask(WhoIsThere(), There)
        except OSError as error:
            raise why_unreachable(error, self.host, self.port) from error
        keep_refused(self.credentials.folder, found.refused)
        return [machine for machine in found.machines if machine.name not in found.refused]

    def connect_by_name(self, name: str) -> Connection:
        """Raises LuthierError as core/cluster/wire.py has it, `cluster.no-machine`."""
        head = self.connect()
        try:
            found = next((one for one in self.there(head) if one.name == name), None)
        finally:
            head.close()
        if found is None:
            raise LuthierError(
                "cluster.no-machine", f"{name} is not part of it now.", "`luthier cluster status` says who is."
            )
        return self.connect_to(found)
