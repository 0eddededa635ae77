"""What this computer has of the cluster that it belongs to: its certificates, and whom it meets where."""

from __future__ import annotations

import socket
from contextlib import suppress

from core.base import home_cluster
from core.base.errors import LuthierError
from core.base.files import told_of
from core.base.home_cluster import Cluster, folder
from core.cluster.credentials import Credentials
from core.cluster.meeting import Place
from core.cluster.members import forget_members


def credentials() -> Credentials:
    return Credentials(folder())


def known_cluster() -> Cluster | None:
    """None also where a certificate is gone. Raises LuthierError `cluster.unreadable`."""
    return home_cluster.known_cluster() if credentials().are_there else None


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


def forget_cluster() -> None:
    """Raises LuthierError `files.cannot-write`."""
    known = credentials()
    with told_of(folder()):
        home_cluster.forget()
        forget_members(folder())
        for file in (known.key, known.authority_key, known.certificate, known.authority):
            file.unlink(missing_ok=True)
    with suppress(OSError):  # a person keeps something there
        folder().rmdir()


def place() -> Place:
    """Return where the machines of this computer's cluster meet. Raises LuthierError `cluster.none`."""
    cluster = required_cluster()
    return Place(cluster.host, cluster.port, credentials(), cluster.machine)


def machine_name() -> str:
    return socket.gethostname().partition(".")[0] or "computer"
