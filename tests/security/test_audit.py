"""`make audit` says that it passed only where a service that knows faults was asked for every version."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from importlib import util
from pathlib import Path
from typing import Any

import pytest

AUDIT = Path(__file__).resolve().parents[2] / "packaging" / "audit.py"
FAULT = {"id": "PYSEC-2019-16", "fix_versions": ["2.2.4"], "aliases": [], "description": ""}
KNOWN = {"name": "django", "version": "2.0", "vulns": [FAULT]}
SOUND = {"name": "jinja2", "version": "3.1.6", "vulns": []}
UNASKED = {"name": "msgspec", "skip_reason": "Dependency not found"}


@pytest.fixture(scope="module")
def audit() -> Any:
    spec = util.spec_from_file_location("luthier_audit", AUDIT)
    assert spec and spec.loader
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("printed", ["", "Traceback", "[]", "{}", "null"])
def test_that_what_is_no_answer_counts_as_none(audit: Any, printed: str) -> None:
    assert audit.dependencies(printed) is None


@pytest.mark.parametrize("answers", [[], [SOUND], [SOUND, {**KNOWN, "vulns": []}], [UNASKED]])
def test_that_a_service_that_knows_no_faults_at_all_has_not_answered(audit: Any, answers: list[Any]) -> None:
    assert not audit.answered(answers)
    assert audit.answered([*answers, KNOWN])
    assert audit.dependencies(json.dumps({"dependencies": answers})) == answers


@pytest.mark.parametrize(
    ("answers", "verdict", "said"),
    [
        ([SOUND, KNOWN], 0, "No faults are known of 1"),
        ([SOUND, {**SOUND, "vulns": [FAULT]}, KNOWN], 1, "PYSEC-2019-16"),
        ([SOUND, UNASKED, KNOWN], 3, "not audited: Dependency not found"),
        ([KNOWN], 3, "Nothing is known"),
    ],
)
def test_that_only_all_versions_asked_for_and_none_with_a_fault_is_a_pass(
    audit: Any, answers: list[Any], verdict: int, said: str
) -> None:
    found, lines = audit.judged(answers)
    assert found == verdict and said in "\n".join(lines)


@pytest.mark.process
@pytest.mark.parametrize(("arguments", "status"), [([], 3), (["--if-reachable"], 0)])
def test_that_without_a_network_it_says_so_and_is_no_pass(tmp_path: Path, arguments: list[str], status: int) -> None:
    place = tmp_path / "build" / "audit" / "bin" / "python"
    place.parent.mkdir(parents=True)
    place.write_text("#!/bin/sh\necho no route >&2\nexit 1\n")  # as pip ends where no index can be reached
    place.chmod(0o700)
    (tmp_path / "packaging").mkdir()
    copy = shutil.copy(AUDIT, tmp_path / "packaging")
    done = subprocess.run([sys.executable, copy, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert done.stdout.startswith("not audited: the service cannot be reached")
