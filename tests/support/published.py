"""The published models that `make published` fetches, as parameters of tests that are left out where they are not."""

from __future__ import annotations

import sys

import pytest

from tests.support.places import ROOT

sys.path.append(str(ROOT / "packaging"))  # its scripts import one another by name
from published_models import MODELS, published_folder

PUBLISHED = [
    pytest.param(
        file := published_folder() / model.file,
        id=file.name.split("-")[0],
        marks=pytest.mark.skipif(not file.exists(), reason=f"{file.name}: `make published` fetches it"),
    )
    for model in MODELS
]
