"""Breaks twenty defences one after the other, and shows that a test fails: `python -m tests.defences`.

Each is a line of SECURITY.md or docs/reliability.md. It is broken in a copy of the sources, where the test that stands
for it runs; the same test has to be among those that tests/changed.py selects for the file.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.changed import ROOT, Reach

COPIED = ("core", "app")  # what is broken; all else is linked


@dataclass(frozen=True)
class Defence:
    """A text in a file of the sources, what it is without the defence, and the test that has to fail then."""

    file: str
    text: str
    broken: str
    test: str


DEFENCES = (
    Defence(
        "core/data/example.py", "allow_pickle=False", "allow_pickle=True",
        "tests/security/test_hostile_files.py::test_that_a_pickle_among_the_held_out_tokens_of_a_run_is_not_opened",
    ),
    Defence(
        "core/data/chat/render_child.py",
        "from jinja2.sandbox import ImmutableSandboxedEnvironment",
        "from jinja2 import Environment as ImmutableSandboxedEnvironment",
        "tests/data/chat/test_template_hostile.py::test_that_a_template_sees_nothing_but_its_data",
    ),
    Defence(
        "core/computers/ssh.py", "if not _HOST.fullmatch(host):", "if False:",
        "tests/computers/test_ssh.py::test_that_no_host_is_an_option_or_a_command",
    ),
    Defence(
        "core/chat/gateway.py", "not in _NAMES", "in ()",
        "tests/security/test_server.py::test_that_another_name_for_this_machine_is_refused",
    ),
    Defence(
        "core/base/logs.py", "text = shape.sub(instead, text)", "pass",
        "tests/security/test_secrets.py::test_that_an_error_nobody_foresaw_is_reported_without_secrets",
    ),
    Defence(
        "core/hub/ollama.py", "sha256:[0-9a-f]{64}", ".*",
        "tests/security/test_paths.py::test_that_a_manifest_reaches_no_file_outside",
    ),
    Defence(
        "core/gguf/downloads.py", " and not is_device(part)", "",
        "tests/hub/test_targets.py::test_that_a_file_with_a_dangerous_name_is_not_offered",
    ),
    Defence(
        "core/runs/files.py", "yield path, bool(name in FILES", "yield path, bool(True",
        "tests/runs/test_run_files.py::test_that_a_persons_files_stay_as_they_are",
    ),
    Defence(
        "core/chat/gateway.py", "if not hmac.compare_digest(", "if False and (",
        "tests/chat/test_server.py::test_that_only_the_key_opens_it",
    ),
    Defence(
        "core/engine/train/checkpoint.py", "if line.encode() not in written:", "if False:",
        "tests/engine/train/test_checkpoints.py::test_that_every_flipped_byte_is_found",
    ),
    Defence(
        "core/engine/train/plan/search.py", "if plan.memory.total > budget:", "if False:",
        "tests/engine/train/test_training.py::test_that_a_memory_budget_chooses_the_plan",
    ),
    Defence(
        "core/engine/train/training.py", "load_state(state, progress.updates)", "load_state(state, 0)",
        "tests/engine/train/test_training.py::test_that_a_resumed_run_matches_an_uninterrupted_one_to_the_bit",
    ),
    Defence(
        "core/convert/tensor_names.py", "    _refuse_leftovers(config, found, {", "    len({",
        "tests/convert/test_refused_checkpoints.py::test_that_a_tensor_without_a_place_is_not_dropped",
    ),
    Defence(
        "core/jobs/export/checks.py", "raise _wrong(wrong)", "pass",
        "tests/export/test_merged.py::test_that_a_wrong_merge_is_found_out_where_no_loss_tells",
    ),
    Defence(
        "core/hub/partial_file.py", "if self._hash.hexdigest() != self.file.digest:", "if False:",
        "tests/hub/test_download.py::test_that_a_wrong_checksum_fails_and_leaves_no_file",
    ),
    Defence(
        "core/chat/gateway.py", "if self._bytes > LARGEST:", "if False:",
        "tests/chat/test_server_refusals.py::test_that_a_request_over_32_mb_is_told_so",
    ),
    Defence(
        "core/data/read/unpacked.py", "if entry.file_size > _BOMB_BYTES and ", "if False and ",
        "tests/data/read/test_unpacked.py::test_that_a_bomb_is_refused_by_its_name",
    ),
    Defence(
        "core/runs/disk.py", "with OwnedLock(run.folder / name).held(lambda holder: _busy(run, holder)):", "if True:",
        "tests/base/test_owned_lock.py::test_that_a_run_that_a_process_has_is_left_alone",
    ),
    Defence(
        "core/base/formats.py", "if written not in (_BY_HAND, _checksum(values)):", "if False:",
        "tests/runs/test_damaged_runs.py::test_that_every_flipped_byte_is_found_or_changes_nothing",
    ),
    Defence(
        "app/shell/closing.py", "self._sessions.active is None and not any(", "not any(",
        "tests/app/shell/test_closing.py::test_that_a_run_goes_on_out_of_the_way_or_is_kept_before_the_window_goes",
    ),
)  # fmt: skip


def main() -> int:
    reach, unseen = Reach(), 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for path in ROOT.iterdir():
            if path.name in COPIED:
                shutil.copytree(path, copy / path.name, ignore=shutil.ignore_patterns("__pycache__"))
            elif path.name != ".git":
                (copy / path.name).symlink_to(path)
        python = _environment(copy)
        for one in DEFENCES:
            is_selected = one.test.partition("::")[0] in reach.tests([one.file])
            is_seen = fails_without(one, copy, python)
            unseen += not (is_selected and is_seen)
            print(f"{'seen' if is_seen else 'NOT SEEN'}, {'selected' if is_selected else 'NOT SELECTED'}: "
                  f"{one.file} without {one.text!r}, by {one.test}", flush=True)  # fmt: skip
    return unseen


def fails_without(one: Defence, copy: Path, python: Path) -> bool:
    """Whether the test passes there as it is, and fails where that text is replaced."""
    file = copy / one.file
    text = file.read_text(encoding="utf-8")
    assert text.count(one.text) == 1, f"{one.file} has {one.text!r} {text.count(one.text)} times"
    is_well = _passes(one.test, copy, python)
    file.write_text(text.replace(one.text, one.broken), encoding="utf-8")
    try:
        return is_well and not _passes(one.test, copy, python)
    finally:
        file.write_text(text, encoding="utf-8")


def _environment(copy: Path) -> Path:
    """Make an environment of links to this one, in which processes of ours find the copy, and return its Python."""
    made, site = copy / "environment", Path(sysconfig.get_path("purelib")).relative_to(sys.prefix)
    shutil.copytree(sys.prefix, made, symlinks=True, copy_function=os.symlink)
    (made / site / "copy.pth").write_text(f"{copy}\n")
    return made / Path(sys.executable).relative_to(sys.prefix)


def _passes(test: str, copy: Path, python: Path) -> bool:
    command = [str(python), "-m", "pytest", "-x", "-p", "no:cacheprovider", test]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
