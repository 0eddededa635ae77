"""Every benchmark and every target of make works: it runs in its shortest form, and its table holds what it should."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.fuzz import guided
from tests.lab.bench import elsewhere
from tests.lab.bench.environments import ENVIRONMENTS, is_ready
from tests.support import links, ssh_server
from tests.support.places import ROOT

NUMBER = re.compile(r"(?<![\w.])[-+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?|\bnan\b|[-+]?\binf\b")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = {
    target: recipe.replace("\t", "")
    for target, recipe in re.findall(r"^([a-z][a-z-]*):(?! ?=).*\n((?:\t.*\n?)*)", MAKEFILE, re.MULTILINE)
}


class Form(NamedTuple):
    """rows: how lines of its table begin, and how many numbers follow at least: a peer's come besides.

    words: that it is given. without: says why it cannot run here; "" where it can.
    """

    rows: dict[str, int]
    words: str = "--short"
    without: Callable[[], str] = str


def not_made(requirements: Path, name: str) -> str:
    """Say that an environment of its own has not been made here; "" where it has."""
    return "" if is_ready(requirements, name) else f"{ENVIRONMENTS / name} is made by `make`, which takes a network"


AVX2 = {r"tiny +q8_0 +64 avx2": 2} if platform.machine().lower() in ("x86_64", "amd64") else {}
# By target of make, or by module where no target runs it.
FORMS: dict[str, Form] = {
    "help": Form({"make bench ": 1, "make clean": 0}, words=""),
    "faults": Form({r"\| download: connection cut": 3, r"\| download: no network": 3}, words="--short network"),
    "fuzz-guided": Form({"json: ": 2}, words="json --runs 5", without=partial(not_made, *guided.ENVIRONMENT)),
    "elsewhere": Form({"conversations": 4}, without=partial(not_made, *elsewhere.ENVIRONMENT)),
    "bench": Form({r"tiny +q8_0 +64 native": 2, **AVX2}),
    "bench-computers": Form(
        {"cable out": 3, "losses to the bit": 3, "first training": 2, "next training": 2, "two computers": 1},
        without=lambda: ssh_server.why_none() or links.why_none(),
    ),
    "bench-convert": Form({"convert q8_0": 3, "quantize q4_k_m": 3}),
    "bench-data": Form({"200 ": 9}),
    "bench-documents": Form({r"\| .html": 2, r"\| 4 \| manual": 16}),
    "bench-estimate": Form({"tiny +q4_k_m .*} ": 4}),
    "bench-kernel": Form({"256 -> +256 q8_0": 5, "64 -> +32 attention": 5}),
    "bench-latency": Form({"no training": 4, "training, priority normal": 4, "training, priority low": 4}),
    "bench-long": Form({"2 ": 7, "20 ": 7}),
    "bench-memory": Form({"SmolLM2 135M": 10}),
    "bench-pages": Form({r"\(readying\)": 1, **dict.fromkeys(("welcome", "models", "train", "monitor"), 2)}),
    "bench-pairs": Form({"q8_0, an ordinary row": 3, "f32, a pair whose": 3, "f32, asking": 3}),
    "bench-quality": Form({"q8_0": 7, "unpacked": 7}),
    "bench-rows": Form({"bundled, padded": 5, "mixed, single": 5, "mixed, packed": 5, "one prompt, shared": 5}),
    "bench-small": Form({r"\| q4_k_m with matrix": 7}),
    "bench-start": Form({"first frame": 3, "processor time": 2}),
    "bench-teach": Form({r"\| labels \| short \| 0": 9}),
    "tests.lab.bench.bench_answers": Form({"one after": 2, "2 at once": 4}),
    "tests.lab.bench.bench_busy": Form({"writing, ": 6, "training, ": 6}),
    "tests.lab.bench.bench_delta": Form({"attention": 3, "by parameter": 1}),
    "tests.lab.bench.bench_hold": Form({"tiny": 3}),
    "tests.lab.bench.bench_layers": Form({r"\S+ +32 +all": 4, r"\S+ +32 +last quarter": 4}),
    "tests.lab.bench.bench_listing": Form({"first: 3 models": 3, "second: 3 models": 3}),
    "tests.lab.bench.bench_plots": Form({"opening": 2, "loss": 4, "rates": 4, "pointing": 1}),
    "tests.lab.bench.bench_spikes": Form({"0 false alarms in 1": 1, "1 of 1 bad": 3}),
    "tests.lab.bench.bench_training_start": Form({"imported": 4, "copies": 4, "first step done": 4}),
    "tests.lab.bench.bench_watch": Form({"[0-9.]+ ms a step": 2, "the fastest of 2": 1}),
    "tests.lab.bench.choices": Form({"step 0": 5, '{"model"': 12}),
    "tests.lab.bench.device_memory": Form({"tiny +512 +4": 2, "tiny +512 +0": 2}),
    "tests.lab.bench.make_from_config": Form(
        {r"\S+config.gguf:": 1}, words="{root}/resources/demo/storyteller-6m q4_k_m {place}/config.gguf"
    ),
    "tests.lab.bench.make_model": Form({r"\S+shape.gguf:": 1}, words="tiny q4_k_m {place}/shape.gguf"),
    "tests.lab.bench.optimizer_share": Form({"tiny": 5}),
    "tests.lab.bench.our_step": Form({'{"tokens"': 17}),
    "tests.lab.bench.step_table": Form({"products, 8 bits  ": 5, "low-rank products": 5, "each other": 1}),
}
# What runs a target in another way; it names the target, or what the target runs.
ELSEWHERE = {
    "setup": ".ci/run", "test": ".ci/run", "test-slow": ".ci/run", "test-defences": ".ci/run", "road": ".ci/run",
    "check": ".ci/run", "sanitize": ".ci/run", "docs": ".ci/run", "vulkan": ".ci/run", "published": ".ci/run",
    "test-vulkan": "Makefile", "audit": "tests/security/test_audit.py", "languages": "tests/app/look/test_languages.py",
    "bundle": "tests/packaging/test_bundle.py", "wheels": "tests/packaging/test_wheels.py",
    "installer": "tests/packaging/test_installers.py",
    "lock": "tests/packaging/test_lock.py", "parity": "tests/parity/test_parity.py", "fuzz": "tests/fuzz/test_fuzz.py",
    "count": "tests/packaging/test_count_code.py",
    "test-arm": "tests/kernels/test_foreign_kernels.py", "test-windows": "tests/kernels/test_foreign_kernels.py",
}  # fmt: skip
# What has no short form, and why.
NONE = {
    "demo": "it trains for a minute; the tests of the bundle and of other systems go all of it",
    "run": "it is the window, which bench-start starts",
    "screenshots": "it takes hundreds of pictures of two trainings",
    "test-changed": "it is these tests",
    "test-shuffled": "it is these tests",
    "test-llama-server": "it builds llama.cpp for minutes",
    "fuzz-sanitized": "it builds llama.cpp for minutes",
    "test-bundle": "it tries what `make bundle` has built for minutes",
    "test-wheels": "it tries what `make wheels` has built for minutes, and takes a network",
    "test-installer": "it tries what `make installer` has built for minutes",
    "parity-published": "it is parity, of models that have to be fetched",
    "format": "it changes the sources",
    "clean": "it removes the environment",
}
# Run by others of bench, in an environment of their own or as a process of theirs.
RUN_BY = {
    "tests.lab.bench.peft_step": "tests.lab.bench.bench_step",
    "tests.lab.bench.trl_rows": "tests.lab.bench.real_rows",
    "tests.lab.bench.trl_step": "tests.lab.bench.bench_pairs",
    "tests.lab.bench.peft_quality": "tests.lab.bench.quality",
    "tests.lab.bench.documents.formats": "tests.lab.bench.documents.__main__",
    "tests.lab.bench.parity.peer": "tests.lab.bench.parity.__main__",
    "tests.lab.bench.parity.unpack": "tests.lab.bench.parity.__main__",
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """For models and results, so that nothing stands that an earlier run has made."""
    return tmp_path_factory.mktemp("bench")


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMS)
def test_that_the_short_form_prints_a_whole_table(name: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    form = FORMS[name]
    if reason := form.without():
        pytest.skip(reason)
    monkeypatch.setenv("LUTHIER_BENCH", str(place))
    monkeypatch.setenv("TMPDIR", str(place))
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    words = form.words.format(place=place, root=ROOT)
    command = [sys.executable, "-m", name, *words.split()]
    if name in TARGETS:
        if shutil.which("make") is None:
            pytest.skip("there is no make")
        command = ["make", "--silent", "-o", "setup", f"PYTHON={sys.executable}", name, f"ARGS={words}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    for begins, count in form.rows.items():
        found = [(line, match) for line in lines if (match := re.match(rf"\s*(?:{begins})", line))]
        assert len(found) == 1, f"{begins}: {len(found)} lines in\n{done.stdout}"
        ((line, match),) = found
        numbers = NUMBER.findall(line[match.end() :])
        assert len(numbers) >= count, f"{numbers} in {line}"
        assert all(isfinite(float(number.replace(",", ""))) for number in numbers), line


def test_that_every_benchmark_and_every_target_of_make_is_in_the_list() -> None:
    """A new one needs a short form, or a word why it has none."""
    listed = [*ELSEWHERE, *NONE, *(name for name in FORMS if name in TARGETS)]
    assert sorted(listed) == sorted(TARGETS)
    by_make = {
        module for name in (*FORMS, *ELSEWHERE) for module in re.findall(r"-m (tests\.\S+)", TARGETS.get(name, ""))
    }
    modules = {name for name in FORMS if name not in TARGETS} | by_make | RUN_BY.keys()
    assert {name for name in modules if name.startswith("tests.lab.bench.")} == set(programs())


def programs() -> list[str]:
    """Return the modules of bench that are run."""
    every = (ROOT / "tests/lab/bench").rglob("*.py")
    files = [file for file in every if '\nif __name__ == "__main__"' in file.read_text()]
    return [".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__") for file in files]


@pytest.mark.parametrize(("target", "file"), ELSEWHERE.items())
def test_that_what_is_said_to_run_a_target_names_it(target: str, file: str) -> None:
    runs = re.findall(r"packaging/(\w+)\.py|-m (tests\.[\w.]+)", TARGETS[target])
    names = [f"make {target}", *filter(None, (name for pair in runs for name in pair))]
    others = (recipe for other, recipe in TARGETS.items() if other != target)
    text = "".join(others) if file == "Makefile" else (ROOT / file).read_text("utf-8")
    assert any(re.search(rf"{re.escape(name)}\b", text) for name in names), names


@pytest.mark.parametrize(("module", "runner"), RUN_BY.items())
def test_that_what_is_said_to_run_a_module_names_it(module: str, runner: str) -> None:
    spec = find_spec(runner)
    assert spec and spec.origin
    assert re.search(rf"{module}\b|{module.rpartition('.')[2]}\.py", Path(spec.origin).read_text("utf-8"))


@pytest.mark.parametrize("target", TARGETS)
def test_that_what_a_target_runs_is_there(target: str) -> None:
    for module, script in re.findall(r"-m (tests\.[\w.]+)|(packaging/\S+\.py|tests/\S+\.py)", TARGETS[target]):
        assert (ROOT / script).is_file() if script else find_spec(module), TARGETS[target]


def test_that_help_names_every_target() -> None:
    said = set(re.findall(r'@echo "make ([a-z-]+)', MAKEFILE))
    assert said == TARGETS.keys() - {"help"}
    phony = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert phony and sorted(phony[1].split()) == sorted(TARGETS)
