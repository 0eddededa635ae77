"""The cluster that this computer belongs to, in a folder of its own that only its owner may enter."""

from __future__ import annotations

import shutil
import socket
from pathlib import Path

import msgspec

from core.cluster.credentials import Credentials
from core.cluster.together import Place
from core.shared import formats, paths
from core.shared.errors import LuthierError
from core.shared.files import told_of
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


def credentials() -> Credentials:
    return Credentials(folder())


def known_cluster() -> Cluster | None:
    """Raises LuthierError `cluster.unreadable`."""
    try:
        return formats.read(_file(), _FORMAT) if credentials().are_there else None
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise LuthierError(
            "cluster.unreadable",
            f"{_file()} cannot be read: {in_words(error)}.",
            "Run `luthier cluster leave`, then start or join a cluster again.",
        ) from error


def required_cluster() -> Cluster:
    """Raises LuthierError `cluster.none`."""
    cluster = known_cluster()
    if cluster is None:
        raise LuthierError(
            "cluster.none",
            "This computer belongs to no cluster.",
            "Run `luthier cluster start` on one computer and `luthier cluster join ADDRESS` on the others.",
        )
    return cluster


def remember_cluster(cluster: Cluster) -> None:
    """Raises LuthierError `files.cannot-write`."""
    formats.write(_file(), cluster, _FORMAT)


def forget_cluster() -> None:
    """Raises LuthierError `files.cannot-write`."""
    with told_of(folder()):
        if folder().exists():
            shutil.rmtree(folder())


def place(own_address: str) -> Place:
    """For a training on this computer. Raises LuthierError `cluster.none`."""
    cluster = required_cluster()
    return Place(cluster.scheduler, own_address, credentials(), frozenset({cluster.machine}))


def machine_name() -> str:
    return socket.gethostname().partition(".")[0] or "computer"


def _file() -> Path:
    return folder() / "cluster.json"
