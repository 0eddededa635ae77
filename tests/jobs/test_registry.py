"""Every job has a function that takes it and returns the result that its spec names."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from typing import get_args, get_type_hints

import pytest

from core import protocol as p
from core.jobs.registry import JOBS


@pytest.mark.parametrize("job", get_args(p.Job), ids=lambda job: job.__name__)
def test_that_a_job_is_done_by_a_function_that_fits(job: type[p.JobOf[p.Result]]) -> None:
    module, function = JOBS[job]
    hints = get_type_hints(getattr(import_module(f"core.jobs.{module}"), function))
    assert next(iter(hints.values())) is job
    _, result = get_args(hints["return"])
    assert p.result_type(job) in (result, *get_args(result))


@pytest.mark.process
def test_that_a_worker_without_a_job_has_loaded_no_job_and_no_native_library() -> None:
    loaded = _modules_with("core.worker")
    assert "core.worker" in loaded
    assert not loaded & ({"llama_cpp", "gguf"} | {f"core.jobs.{module}" for module, _ in JOBS.values()})


@pytest.mark.process
def test_that_a_job_of_the_hub_alone_loads_nothing_of_the_data_room_and_no_numpy() -> None:
    loaded = _modules_with("core.worker, core.jobs.models.hub, core.jobs.models.fetch, core.jobs.models.hub")
    assert "core.jobs.models.hub" in loaded
    assert not loaded & {"llama_cpp", "numpy", "jinja2", "core.data"}


def _modules_with(modules: str) -> set[str]:
    """All that a process has loaded that imports these."""
    code = f"import sys, {modules}; print(*sys.modules)"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.split())
