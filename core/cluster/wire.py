"""What Dask takes from other machines: data and the names of our own functions, no programs.

Dask sends functions and some of its own objects as pickles, which can name anything that Python can import. Here they
may name only what OPEN lists: all that travels between a scheduler, its machines and a training as Luthier uses them.
Whatever else stands in a message ends that message with an error. And of what servers can be asked for, only what
Luthier uses is left. What whoever holds a certificate can do all the same stands in SECURITY.md.
"""

from __future__ import annotations

import io
import logging
import pickle
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

import dask
import distributed.protocol.pickle as dask_pickle
from distributed.core import Server

OPEN = {
    ("builtins", "bytes"),
    ("builtins", "slice"),
    ("core.cluster.sums", "Sum"),
    ("core.cluster.tasks", "gradient"),
    ("core.cluster.tasks", "total"),
    ("dask._expr", "Expr._reconstruct"),
    ("dask._expr", "LLGExpr"),
    ("dask._task_spec", "Alias"),
    ("dask._task_spec", "Task"),
    ("numpy", "dtype"),
    ("numpy", "ndarray"),
}
ASKED_OF_SCHEDULERS = {
    "identity", "register-client", "register-worker", "heartbeat_worker", "unregister", "gather", "who_has", "ncores",
    "connection_stream", "subscribe_worker_status", "versions", "get_task_status",
}  # fmt: skip
ASKED_OF_WORKERS = {"identity", "connection_stream", "get_data", "gather", "ping", "terminate"}

_SETTINGS: dict[str, object] = {
    "distributed.comm.compression": None,  # what travels is noise to a compressor
    "distributed.comm.timeouts.connect": "20s",
    "distributed.comm.timeouts.tcp": "20s",  # a pulled cable is noticed after that
    "distributed.comm.retry.count": 2,
    "distributed.scheduler.worker-ttl": "30s",  # so long a machine may be silent: asleep, for example
    "distributed.scheduler.work-stealing-interval": "100ms",
    "distributed.scheduler.allowed-failures": 1000,  # a machine that goes does not make its rows bad
    "distributed.scheduler.default-task-durations": {"gradient": "2s", "kept": "2s"},
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": False,
    "distributed.worker.profile.enabled": False,  # reads other threads' stacks a hundred times a second
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.worker.preload": [],
    "distributed.scheduler.preload": [],
    "distributed.client.preload": [],
}


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in OPEN:
            raise pickle.UnpicklingError(f"{module}.{name} is nothing that machines send each other")
        return super().find_class(module, name)


def loads(data: Any, *, buffers: Sequence[Any] = ()) -> Any:
    """As distributed.protocol.pickle.loads. Raises UnpicklingError."""
    return _Unpickler(io.BytesIO(data), buffers=buffers).load()


def in_words(
    *_: object, exception_text: str = "it does not say how", **__: object
) -> tuple[type[OSError], OSError, None]:
    """As distributed.core.clean_exception: what another raised stays there, and what comes of it here is OSError."""
    return OSError, OSError(f"The other side failed: {exception_text}"), None


def restrict() -> None:
    """From now on this process takes nothing else. Dask's modules look both up where they are replaced here."""
    dask.config.set(_SETTINGS)
    for name in list(logging.root.manager.loggerDict):  # they tell a terminal of every connection
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    dask_pickle.loads = loads
    for module in ("distributed.client", "distributed.scheduler"):
        import_module(module).loads = loads  # type: ignore[attr-defined]
    for module in ("distributed.client", "distributed.core", "distributed.scheduler"):
        import_module(module).clean_exception = in_words  # type: ignore[attr-defined]


def leave_only(server: Server, asked: set[str], ours: Mapping[str, Callable[..., Any]]) -> None:
    """Of what a server can be asked for."""
    known: dict[str, Any] = server.handlers
    for name in set(known) - asked:
        del known[name]
    known.update(ours)
