"""Published models, taught and exported as a person does it: what they learnt is in the file that leaves."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.bench.facts import FACTS, known_by_file, luthier
from tests.support.places import ROOT

sys.path.append(str(ROOT / "packaging"))  # its scripts import one another by name
from published_models import MODELS, published_folder

pytestmark = pytest.mark.slow
TAUGHT = FACTS[:10]
PUBLISHED = [
    pytest.param(
        file := published_folder() / model.file,
        id=file.name.split("-")[0],
        marks=pytest.mark.skipif(not file.exists(), reason=f"{file.name}: `make published` fetches it"),
    )
    for model in MODELS
]


@pytest.mark.parametrize("model", PUBLISHED)
def test_that_the_facts_learnt_on_a_published_model_are_in_its_default_export(model: Path, tmp_path: Path) -> None:
    """On four bits, rounded back to which it knew none of them."""
    data, run, file = tmp_path / "facts.jsonl", tmp_path / "run", tmp_path / "merged.gguf"
    data.write_text("".join(json.dumps({"question": f.question, "answer": f.answer}) + "\n" for f in TAUGHT))
    luthier("train", "--model", model, "--data", data, "--run", run, "--goal", "qa", "--set", "epochs=20")
    result = json.loads(luthier("export", run, "merged", "-o", file, "--json"))
    assert result["keeps"] > 0.95 and result["rows"] == "trained"
    assert abs(result["loss_llama_cpp"] - result["loss_training"]) < 0.02
    assert known_by_file(file, TAUGHT) == len(TAUGHT)
