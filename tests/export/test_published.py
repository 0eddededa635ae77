"""Published models, taught and exported as a person does it: what they learnt is in the file that leaves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bench.facts import FACTS, known_by_file, luthier
from tests.support.published import PUBLISHED

pytestmark = pytest.mark.slow
TAUGHT = FACTS[:10]


@pytest.mark.parametrize("model", PUBLISHED)
def test_that_the_facts_learnt_on_a_published_model_are_in_its_default_export(model: Path, tmp_path: Path) -> None:
    """On four bits, rounded back to which it knew none of them."""
    data, run, file = tmp_path / "facts.jsonl", tmp_path / "run", tmp_path / "merged.gguf"
    data.write_text("".join(json.dumps({"question": f.question, "answer": f.answer}) + "\n" for f in TAUGHT))
    luthier("train", "--model", model, "--data", data, "--run", run, "--goal", "qa", "--set", "epochs=20")
    told = [json.loads(line) for line in luthier("export", run, "merged", "-o", file, "--json").splitlines()]
    assert told[-1]["result"]["keeps"] > 0.95
    assert not [one for one in told if one["type"] == "notice" and one["code"].startswith("export.")]
    assert known_by_file(file, TAUGHT) == len(TAUGHT)
