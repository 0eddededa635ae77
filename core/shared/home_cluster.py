"""The cluster that this computer belongs to: a file in a folder of its own, beside the certificates for it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from core.shared import formats, paths
from core.shared.errors import LuthierError
from core.shared.formats import Format
from core.shared.plain_words import in_words


class Cluster(msgspec.Struct, frozen=True, kw_only=True):
    """head: its machine's name. machine: this one's. host, port: of the scheduler."""

    head: str
    machine: str
    host: str
    port: int

    @property
    def is_head(self) -> bool:
        return self.head == self.machine

    @property
    def scheduler(self) -> str:
        return f"tls://{self.host}:{self.port}"


_FORMAT = Format(Cluster)


def folder() -> Path:
    return paths.home() / "cluster"


def known_cluster() -> Cluster | None:
    """Raises LuthierError `cluster.unreadable`."""
    try:
        return formats.read(_file(), _FORMAT)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise LuthierError(
            "cluster.unreadable",
            f"{_file()} cannot be read: {in_words(error)}.",
            "Run `luthier cluster leave`, then start or join a cluster again.",
        ) from error


def remember_cluster(cluster: Cluster) -> None:
    """Raises LuthierError `files.cannot-write`."""
    formats.write(_file(), cluster, _FORMAT)


def forget() -> None:
    """Raises OSError."""
    _file().unlink(missing_ok=True)


def _file() -> Path:
    return folder() / "cluster.json"
