"""How `make parity` judges; and that it finds nothing with the bundled model, where its environment exists."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from core.base.paths import SAMPLE_MODEL
from tests.lab.bench.parity.__main__ import environment, verdict
from tests.lab.bench.parity.compare import EXACT, Line, of_gradients, of_logits, of_tokens, table
from tests.support.places import FIXTURES, ROOT

RNG = np.random.default_rng(3)
LOGITS = [RNG.normal(size=(6, 40)).astype(np.float32) for _ in range(3)]


def test_that_the_token_whose_logits_differ_most_is_named() -> None:
    others = [x.copy() for x in LOGITS]
    others[1][4] *= 1.01
    line = of_logits("logits", others, LOGITS, EXACT.logits)
    assert (line.agrees, line.where) == (False, "text 2, token 5")
    assert line.difference == pytest.approx(0.01, rel=1e-3)


def test_that_rounding_is_no_difference() -> None:
    others = [x * np.float32(1 + 1e-6) for x in LOGITS]
    assert of_logits("logits", others, LOGITS, EXACT.logits).agrees


def test_that_what_is_not_finite_does_not_agree() -> None:
    others = [np.where(x == x.max(), np.nan, x) for x in LOGITS]
    assert not of_logits("logits", others, LOGITS, EXACT.logits).agrees


def test_that_a_gradient_that_only_one_side_has_does_not_agree() -> None:
    pair = (LOGITS[0], LOGITS[1])
    line = of_gradients("gradients", {"a": pair}, {"a": pair, "b": pair}, EXACT.gradient)
    assert (line.agrees, line.where) == (False, "b")


def test_that_a_text_that_is_split_otherwise_is_named() -> None:
    line = of_tokens(["one", "two"], [[1, 2], [3, 4, 5]], [[1, 2], [3, 4]])
    assert not line.agrees
    assert line.where == "text 2 ('two' …) from token 3"


def test_that_one_line_that_does_not_agree_decides_the_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    alike, apart = Line("the loss", 1e-7, 1e-4), Line("the gradients", 0.5, 5e-3, "blk.0.attn_q.weight, A")
    assert verdict([alike]) == 0
    assert verdict([alike, apart]) == 1
    assert "the gradients" in capsys.readouterr().out
    assert [row.split()[-1] for row in table([alike, apart]).splitlines()[1:]] == ["yes", "A"]


def test_that_nothing_is_started_without_the_memory_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.lab.bench.parity import __main__ as parity

    monkeypatch.setattr(
        "tests.lab.bench.parity.need.system_memory", lambda: type("Memory", (), {"available": 1 << 20})()
    )
    monkeypatch.setattr(sys, "argv", ["parity", str(FIXTURES / "qwen3"), "--python", str(tmp_path / "none")])
    assert parity.main() == 2


def test_that_published_models_that_were_not_fetched_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.lab.bench.parity import __main__ as parity

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["parity", "--published", "--python", str(tmp_path / "none")])
    with pytest.raises(SystemExit, match=r"SmolLM2-135M.*gemma-3-270m.*make published"):
        parity.main()


PYTHON = environment() or (Path(given) if (given := os.environ.get("LUTHIER_PARITY_PYTHON")) else None)


@pytest.mark.slow
@pytest.mark.skipif(PYTHON is None, reason="`make parity` has not made its environment")
@pytest.mark.parametrize("model", [SAMPLE_MODEL, FIXTURES / "qwen3", FIXTURES / "olmoe"], ids=lambda path: path.name)
def test_that_the_three_compute_the_same(model: Path) -> None:
    assert _parity(model).returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(PYTHON is None, reason="`make parity` has not made its environment")
def test_that_a_gguf_file_is_compared_as_transformers_reads_it(demo_gguf: Path) -> None:
    done = _parity(demo_gguf)
    assert done.returncode == 0, done.stdout


def _parity(model: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.lab.bench.parity", str(model), "--python", str(PYTHON)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
