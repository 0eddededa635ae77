"""The cluster that this computer belongs to: files in a folder of their own, beside its certificates."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from core.base import formats, paths
from core.base.errors import Do, Hint, LuthierError, in_words
from core.base.formats import Format

T = TypeVar("T")


class Cluster(msgspec.Struct, frozen=True, kw_only=True):
    """A cluster. head: the name of its head machine. machine: this computer's name in it. host, port: the head's
    address.
    """

    head: str
    machine: str
    host: str
    port: int

    @property
    def is_head(self) -> bool:
        return self.head == self.machine


class LetIn(msgspec.Struct, frozen=True, kw_only=True):
    """The machines that this head admitted. names: all machines ever admitted. removed: those of them removed again."""

    names: list[str] = []
    removed: list[str] = []

    @property
    def there(self) -> list[str]:
        """Return the machines that are still admitted."""
        return [name for name in self.names if name not in self.removed]


_FORMAT, _LET_IN = Format(Cluster), Format(LetIn)


def folder() -> Path:
    return paths.home() / "cluster"


def with_port(host: str, port: int) -> str:
    """Join host and port to an address. IPv6 addresses, which contain colons, go in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def known_cluster() -> Cluster | None:
    """Read this computer's cluster; None if it belongs to none. Raises LuthierError `cluster.unreadable`."""
    return kept(_file(), _FORMAT)


def let_in(folder: Path) -> LetIn:
    """Read the machines that this computer admitted as a head; empty on other computers.

    Raises LuthierError `cluster.unreadable`: a damaged file must not readmit removed machines.
    """
    return kept(let_in_file(folder), _LET_IN) or LetIn()


def keep_let_in(folder: Path, known: LetIn) -> None:
    """Write the admitted machines. Raises LuthierError `files.cannot-write`."""
    formats.write(let_in_file(folder), known, _LET_IN)


def let_in_file(folder: Path) -> Path:
    return folder / "members.json"


def kept(file: Path, form: Format[T]) -> T | None:
    """Read one of the cluster's files; None if it does not exist. Raises LuthierError `cluster.unreadable`."""
    try:
        return formats.read(file, form)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise LuthierError(
            "cluster.unreadable",
            f"{file} cannot be read: {in_words(error)}.",
            Hint(Do.open("cluster leave"), "Then start or join a cluster again."),
        ) from error


def remember_cluster(cluster: Cluster) -> None:
    """Write this computer's cluster. Raises LuthierError `files.cannot-write`."""
    formats.write(_file(), cluster, _FORMAT)


def forget() -> None:
    """Delete the cluster's files from this computer. Raises OSError."""
    _file().unlink(missing_ok=True)


def _file() -> Path:
    return folder() / "cluster.json"
