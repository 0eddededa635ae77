"""Who is told what is being computed."""

from __future__ import annotations


class GraphWatch:
    """Follows computations; with ggml alone it does nothing. core/engine/kernels/watch.py remembers them for crash
    reports.
    """

    def follow(self, backend: int) -> None:
        """Be told of each node that this backend of the processor has computed."""

    def begins(self, graph: int, name: bytes, *, counted: bool) -> None:
        """A graph is computed now. name: what people call it. counted: by a backend that is followed."""

    def ends(self) -> None:
        """It is done."""
