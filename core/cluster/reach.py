"""Whether a cluster answers, and is the one that this machine belongs to: Dask alone would try without an end."""

from __future__ import annotations

import asyncio
import ssl

from core.cluster.credentials import Credentials
from core.shared.errors import LuthierError

_ANSWERED_S = 10.0


async def reach(scheduler: str, ours: Credentials) -> None:
    """scheduler: tls://host:port. Raises LuthierError `cluster.unreachable`, `cluster.other-certificate`."""
    host, port = _place(scheduler)
    context = ours.security().get_connection_args("client")["ssl_context"]
    try:
        async with asyncio.timeout(_ANSWERED_S):
            reader, writer = await asyncio.open_connection(host, port, ssl=context)
            try:
                heard = await reader.read(1)  # a server that refuses our certificate says so here
            finally:
                writer.close()
    except ssl.SSLError as error:
        raise LuthierError(
            "cluster.other-certificate",
            f"The cluster at {host} is not the one that let this computer in: the certificates do not go together.",
            "Run `luthier cluster leave`, then `luthier cluster join` with its address, and compare the codes.",
        ) from error
    except (OSError, TimeoutError) as error:
        raise unreachable(scheduler) from error
    if not heard:
        raise unreachable(scheduler)


def unreachable(scheduler: str) -> LuthierError:
    host, port = _place(scheduler)
    return LuthierError(
        "cluster.unreachable",
        f"The cluster at {host}, port {port}, does not answer.",
        "Run `luthier cluster start` there; where that computer's address has changed, `luthier cluster join` here "
        "with the new one. A training goes without --cluster, too.",
    )


def _place(scheduler: str) -> tuple[str, int]:
    host, _, port = scheduler.removeprefix("tls://").rpartition(":")
    return host, int(port)
