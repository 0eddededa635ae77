"""`python -m core.cli.loads ggml`: load and start a library, and print a line about it.

The doctor runs each in a child process, because a library built for another processor crashes it.
"""

from __future__ import annotations

import sys


def ggml() -> str:
    """Load ggml and return its version."""
    from core.engine.ggml import abi, lib

    lib.load()
    return abi.VERSION


def kernels() -> str:
    """Return the names of our kernels that run on this processor. Raises OSError."""
    from core.engine.kernels.library import load_kernels, open_library

    open_library()
    return ", ".join(load_kernels().names) or "none for this processor, ggml multiplies"


def llama() -> str:
    """Load llama.cpp and return its description of the processor."""
    import llama_cpp

    from core.engine.ggml.lib import let_llama_cpp_compute

    let_llama_cpp_compute()
    return bytes(llama_cpp.llama_print_system_info()).decode()


def qt() -> str:
    """Load Qt and return its version."""
    from PySide6 import QtCore, QtWidgets

    QtWidgets.QApplication([])
    return QtCore.qVersion()


if __name__ == "__main__":
    from core.base.errors import LuthierError

    try:
        print({"ggml": ggml, "kernels": kernels, "llama": llama, "qt": qt}[sys.argv[1]]())
    except LuthierError as error:  # the doctor gives advice
        sys.exit(error.message)
