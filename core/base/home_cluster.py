"""The cluster that this computer belongs to: files in a folder of their own, beside the certificates for it."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from core.base import formats, paths
from core.base.errors import Do, Hint, LuthierError, in_words
from core.base.formats import Format

T = TypeVar("T")


class Cluster(msgspec.Struct, frozen=True, kw_only=True):
    """head: its machine's name. machine: this one's. host, port: where the machines meet."""

    head: str
    machine: str
    host: str
    port: int

    @property
    def is_head(self) -> bool:
        return self.head == self.machine


class LetIn(msgspec.Struct, frozen=True, kw_only=True):
    """names: of all machines that were ever let in here. removed: those of them that were taken out again."""

    names: list[str] = []
    removed: list[str] = []

    @property
    def there(self) -> list[str]:
        """The machines that may come."""
        return [name for name in self.names if name not in self.removed]


_FORMAT, _LET_IN = Format(Cluster), Format(LetIn)


def folder() -> Path:
    return paths.home() / "cluster"


def with_port(host: str, port: int) -> str:
    """Write both as one address: an IPv6 address has colons of its own, and goes in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def known_cluster() -> Cluster | None:
    """Read this computer's cluster, None where it belongs to none. Raises LuthierError `cluster.unreadable`."""
    return kept(_file(), _FORMAT)


def let_in(folder: Path) -> LetIn:
    """Read who was let in at this computer, where others meet; nobody elsewhere.

    Raises LuthierError `cluster.unreadable`: who was taken out must not come back by a damaged file.
    """
    return kept(let_in_file(folder), _LET_IN) or LetIn()


def keep_let_in(folder: Path, known: LetIn) -> None:
    """Write whom the cluster has let in. Raises LuthierError `files.cannot-write`."""
    formats.write(let_in_file(folder), known, _LET_IN)


def let_in_file(folder: Path) -> Path:
    return folder / "members.json"


def kept(file: Path, form: Format[T]) -> T | None:
    """Read a file of the cluster's; None where there is none. Raises LuthierError `cluster.unreadable`."""
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
    """Delete what is known of the cluster. Raises OSError."""
    _file().unlink(missing_ok=True)


def _file() -> Path:
    return folder() / "cluster.json"
