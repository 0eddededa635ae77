"""`make audit`: whether faults are known of the versions in constraints.txt. Needs the network.

pip-audit asks, from an environment of its own: what it brings along is no part of the program's. An answer counts only
where the service knows the faults of a version that has some; silence is no good news. Ends with 0 where nothing is
known, 1 where something is, 3 where it was not asked for all of them.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "build" / "audit"
PYTHON = PLACE / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
SERVICES = ("pypi", "osv")  # the second is asked where the first does not answer
FAULTY = "django==2.0"  # none of the pins; much is known of it
PATIENCE = 600  # seconds for pip, or for all answers of a service
NOTHING_KNOWN, FAULTS_KNOWN, NOT_AUDITED = 0, 1, 3


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pins", nargs="*", type=Path, default=[ROOT / "constraints.txt"], help="files of pins")
    parser.add_argument(
        "--if-reachable", action="store_true", help="end with 0 where no service answers; it is said all the same"
    )
    options = parser.parse_args()
    answers = asked(options.pins)
    if answers is None:
        print("not audited: the service cannot be reached. Nothing is known of the pinned versions, good or bad.")
        return NOTHING_KNOWN if options.if_reachable else NOT_AUDITED
    verdict, lines = judged(answers)
    print("\n".join(lines))
    return verdict


def asked(pins: list[Path]) -> list[dict[str, Any]] | None:
    """Return pip-audit's dependencies from the first service that answers, or None."""
    if not PYTHON.exists():
        venv.create(PLACE, with_pip=True)
    installed = run([PYTHON, "-m", "pip", "install", "--quiet", "--retries", "1", "--upgrade", "pip-audit"])
    if installed is None or installed.returncode:
        return None
    with tempfile.TemporaryDirectory() as folder:
        known = Path(folder) / "known.txt"
        known.write_text(FAULTY + "\n", encoding="utf-8")
        files = [word for file in [*pins, known] for word in ("--requirement", str(file))]
        for service in SERVICES:
            command = [PYTHON, "-m", "pip_audit", "--vulnerability-service", service, "--no-deps", "--disable-pip"]
            done = run([*command, "--progress-spinner", "off", "--format", "json", *files])
            answers = dependencies(done.stdout) if done else None
            if answers is not None and answered(answers):
                return answers
            print(f"{service} did not answer.", flush=True)
    return None


def run(command: list[str | Path]) -> subprocess.CompletedProcess[str] | None:
    """Run a command; None if it takes too long. Its complaints, seldom about the pins, are not shown."""
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return None


def dependencies(printed: str) -> list[dict[str, Any]] | None:
    """Return the dependencies of pip-audit's JSON, or None if it has none."""
    try:
        found: list[dict[str, Any]] = json.loads(printed)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return None
    return found


def answered(answers: list[dict[str, Any]]) -> bool:
    """Return whether the service knows the faults of a version that has some."""
    name = FAULTY.partition("==")[0]
    return any(one["name"] == name and one.get("vulns") for one in answers)


def judged(answers: list[dict[str, Any]]) -> tuple[int, list[str]]:
    """Return the exit code, and the lines to print."""
    pins = [one for one in answers if one["name"] != FAULTY.partition("==")[0]]
    faults = [
        f"{one['name']} {one['version']}: {fault['id']}, mended in {', '.join(fault['fix_versions']) or 'no version'}"
        for one in pins
        for fault in one.get("vulns", ())
    ]
    skipped = [f"not audited: {one['skip_reason']}" for one in pins if "skip_reason" in one]
    n_asked = len(pins) - len(skipped)
    if faults:
        return FAULTS_KNOWN, [*faults, *skipped]
    if skipped or not pins:
        return NOT_AUDITED, [*skipped, f"Nothing is known of the other {n_asked}."]
    return NOTHING_KNOWN, [f"No faults are known of {n_asked} versions."]


if __name__ == "__main__":
    sys.exit(main())
