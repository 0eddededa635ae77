"""Published models, taught and exported as a person does it: what they learnt is in the file that leaves."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.lab.bench.teach.tasks import tasks
from tests.lab.bench.teach.trial import luthier, right_in_file
from tests.support.places import ROOT

sys.path.append(str(ROOT / "packaging"))  # its scripts import one another by name
from published_models import MODELS, published_folder

pytestmark = pytest.mark.slow
FEW = 10  # facts
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
    facts = replace(tasks()["facts"], taught=tasks()["facts"].taught[:FEW], asked=tasks()["facts"].asked[:FEW])
    data.write_text(facts.data())
    luthier("train", "--model", model, "--data", data, "--run", run, "--goal", "qa", "--set", "epochs=20")
    result = json.loads(luthier("export", run, "merged", "-o", file, "--json"))
    assert result["keeps"] > 0.95 and result["rows"] == "trained"
    assert abs(result["loss_llama_cpp"] - result["loss_training"]) < 0.02
    assert right_in_file(file, facts) == FEW
