"""ggml in a process where llama.cpp is, too."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

LOADS = {
    "ours first": "load().load_registry(); import llama_cpp",
    "llama.cpp's first": "import llama_cpp; load().load_registry()",
}


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="only Linux lists what a process has loaded")
@pytest.mark.parametrize("order", LOADS)
def test_that_there_is_one_ggml_in_a_process(order: str) -> None:
    says_which = "print(*{line.split()[-1] for line in open('/proc/self/maps') if '/libggml' in line}, sep='\\n')"
    program = f"from core.engine.ggml.lib import load; {LOADS[order]}; {says_which}"
    out = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    names = [Path(line).name.partition(".")[0] for line in out.splitlines()]
    assert sorted(names) == ["libggml", "libggml-base", "libggml-cpu"]
