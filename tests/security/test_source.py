"""What no line of the program does: a rule each, over its syntax. ruff's S rules look for more, in `make check`."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(path for folder in ("core", "app", "packaging") for path in (ROOT / folder).rglob("*.py"))
RUNS_CODE = {
    "pickle",
    "cPickle",
    "_pickle",
    "dill",
    "cloudpickle",
    "joblib",
    "marshal",
    "shelve",
    "torch",
    "code",
    "pty",
}
CALLS = {
    "eval",
    "exec",
    "compile",
    "__import__",
    "os.system",
    "os.popen",
    "tempfile.mktemp",
    "yaml.load",
    "subprocess.getoutput",
}
OPTIONS = {"shell", "allow_pickle", "verify"}
TELLING = {"sentry_sdk", "posthog", "analytics", "opentelemetry", "wandb", "mixpanel"}


def faults(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line, and what is done there."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, f"imports {one.name}") for one in names if _room(one.name))
            case ast.ImportFrom(module=str(module)) if _room(module):
                yield node.lineno, f"imports {module}"
            case ast.Call(func=called, keywords=given):
                name, named = dotted(called), {one.arg: ast.unparse(one.value) for one in given if one.arg in OPTIONS}
                if name in CALLS:
                    yield node.lineno, f"calls {name}"
                if named.get("shell", "False") != "False":
                    yield node.lineno, "starts a shell"
                if name == "np.load" and named.get("allow_pickle") != "False":
                    yield node.lineno, "numpy may open pickles"
                if named.get("verify") == "False":
                    yield node.lineno, "believes any certificate"


def dotted(called: ast.expr) -> str:
    """The name of what is called, where it has one."""
    match called:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id=room), attr=name):
            return f"{room}.{name}"
    return ""


def _room(module: str) -> bool:
    return module.partition(".")[0] in RUNS_CODE | TELLING


@pytest.mark.slow
def test_that_nothing_opens_pickles_runs_text_as_code_starts_a_shell_or_tells_anybody() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {what}"
        for path in FILES
        for line, what in faults(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not found, "\n".join(found)
    assert len(FILES) > 500


@pytest.mark.parametrize(
    "line",
    [
        "import pickle", "from torch import load", "eval(text)", "exec(text)", "compile(text, '', 'exec')",
        "os.system('ls')", "subprocess.run('ls', shell=True)", "yaml.load(text)", "np.load(file)",
        "np.load(file, allow_pickle=True)", "tempfile.mktemp()", "httpx2.Client(verify=False)", "import sentry_sdk",
    ],
)  # fmt: skip
def test_that_each_of_these_would_be_found(line: str) -> None:
    assert list(faults(ast.parse(line)))


@pytest.mark.process
def test_that_ruff_looks_for_what_is_unsafe_too(tmp_path: Path) -> None:
    unsafe = "import hashlib\nimport random\n\nwork = hashlib.md5(b'x')\nassert work\nurl = open('/tmp/x')\n"
    (tmp_path / "unsafe.py").write_text(unsafe)
    command = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--config",
        str(ROOT / "pyproject.toml"),
        "--output-format=concise",
    ]
    said = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True).stdout
    assert "S324" in said and "S108" in said
