"""A crash in native code leaves the graph, the node with its shapes and the stack in this process's crash file: crash.c
writes them, before Python's faulthandler does its part. A command says which file was lost (SIGBUS).
"""

from __future__ import annotations

import ctypes as c

from core.base import crashes
from core.engine.ggml.watch import GraphWatch
from core.engine.kernels.interface import GraphReader, LostFileWords
from core.engine.kernels.library import load_kernels
from core.runs.lost_file import words_of_the_dying


class CrashWatch(GraphWatch):
    """library: our kernels'. A graph costs it two short calls, a node an addition."""

    def __init__(self, library: c.CDLL, cpu: c.CDLL) -> None:
        self._set_callback = cpu.ggml_backend_cpu_set_abort_callback
        self._begins, self._ends = library.luthier_graph_begins, library.luthier_graph_ends
        self.node_done = c.cast(library.luthier_node_done, c.c_void_p)

    def follow(self, backend: int) -> None:
        self._set_callback(backend, self.node_done, None)

    def begins(self, graph: int, name: bytes, *, counted: bool) -> None:
        self._begins(graph, name, counted)

    def ends(self) -> None:
        self._ends()


def graph_watch(library: c.CDLL | None, base: c.CDLL, cpu: c.CDLL) -> GraphWatch:
    """base, cpu: ggml's. Without our library, or in a process that leaves no crash file, nothing is remembered."""
    report = crashes.own_file()
    if library is None or report is None:
        return GraphWatch()
    functions = (base.ggml_op_desc, base.ggml_type_name, base.ggml_graph_n_nodes, base.ggml_graph_node)
    reader = GraphReader(*(c.cast(function, c.c_void_p) for function in functions))
    if not library.luthier_watch(bytes(report), c.byref(reader)):
        return GraphWatch()
    base.ggml_set_abort_callback(c.cast(library.luthier_ggml_aborts, c.c_void_p))
    return CrashWatch(library, cpu)


def tell_of_lost_files() -> None:
    """Have this process say which file it was that could not be read any more, should it be ended for that.

    Nobody else would: on the command line it is the process that people have started.
    """
    library, report = load_kernels().library, crashes.own_file()
    if library is not None and report is not None and library.luthier_watch(bytes(report), None):
        library.luthier_tell_of_lost_file(c.byref(LostFileWords(*map(str.encode, words_of_the_dying()))))
