"""What is fuzzed: by kind the file that is mutated, and the reader of Luthier that is given it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

Read = Callable[[Path], object]
Readers = dict[str, tuple[str, Read]]
