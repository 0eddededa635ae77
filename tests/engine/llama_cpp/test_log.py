"""llama.cpp's log reaches who listens, in whatever order listeners come and go."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from pathlib import Path

import llama_cpp
import pytest

from core.base.logs import log_files, logged
from core.engine.llama_cpp.model import log_to

# Open models that are dropped in the order in which they were opened, and one that is loaded while nobody listens.
_DROPPED = """
import gc, sys
from pathlib import Path
import llama_cpp
from core.engine.llama_cpp.model import open_in_llama_cpp

def opened():
    held = open_in_llama_cpp(Path(sys.argv[1]))
    held.__enter__()
    return held

first, second = opened(), opened()
del first
gc.collect()
del second
gc.collect()
params = llama_cpp.llama_model_default_params()
params.vocab_only = True
print(bool(llama_cpp.llama_model_load_from_file(sys.argv[1].encode(), params)))
"""


@pytest.mark.process
def test_that_models_dropped_in_any_order_leave_the_next_one_its_log(demo_gguf: Path) -> None:
    done = subprocess.run([sys.executable, "-c", _DROPPED, str(demo_gguf)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "True"


def test_that_the_newest_listener_hears_and_the_others_again_when_it_has_gone(demo_gguf: Path) -> None:
    heard: dict[str, list[str]] = {"first": [], "second": []}
    first, second = (log_to(lambda _level, line, name=name: heard[name].append(line)) for name in heard)
    first.__enter__()
    second.__enter__()
    _load(demo_gguf)
    assert heard["second"] and not heard["first"]
    first.__exit__(None, None, None)
    heard["second"].clear()
    _load(demo_gguf)
    assert heard["second"] and not heard["first"]
    second.__exit__(None, None, None)
    gc.collect()
    _load(demo_gguf)


def test_that_its_errors_are_in_our_log_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    with logged("command"), log_to(lambda level, line: None):
        _load(tmp_path / "nothing.gguf")
    lines = [json.loads(line) for line in log_files()[0].read_text().splitlines()]
    assert any(line["level"] == "error" and "nothing.gguf" in line["message"] for line in lines)
    assert {line["from"] for line in lines} == {"llama.cpp"}


def _load(path: Path) -> None:
    params = llama_cpp.llama_model_default_params()
    params.vocab_only = True
    handle = llama_cpp.llama_model_load_from_file(str(path).encode(), params)
    if handle:
        llama_cpp.llama_model_free(handle)
