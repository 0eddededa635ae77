"""What a process has freed, given back to the system: some libraries keep it for as long as the process lives."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress


def return_freed_memory() -> None:
    """glibc keeps the small pieces that were freed: some 100 MB after a model's copies were made by threads, 26 MB
    after a tokenizer of 100,000 tokens. A memory plan counts what is in use.
    """
    if sys.platform == "linux":
        with suppress(AttributeError):  # musl
            ctypes.CDLL(None).malloc_trim(0)
