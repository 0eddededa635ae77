"""A look into a model on the hub: the same is said of it as once it is on this disk."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from core import protocol as p
from core.base import paths
from core.base.errors import LuthierError
from core.jobs.context import JobContext
from core.jobs.models.fetch import fetch_model
from core.jobs.models.local_models import list_models, peek
from tests.support.hub_server import FakeHub, Repo
from tests.support.split_models import split_model

REPO, FILE = "ann/storyteller-GGUF", "storyteller-Q8_0.gguf"
ORIGINAL = "ann/storyteller"
QUIET = JobContext(lambda event: None)
WHERE = {"name": "", "source": "", "model": "", "path": ""}


def both(repo: str, file: str) -> tuple[p.LocalModel, p.LocalModel]:
    """What is said before a download, and after it."""
    _, found = peek(p.PeekJob(repo=repo, file=file), QUIET)
    _, fetched = fetch_model(p.FetchJob(repo=repo, files=[file] if file else []), QUIET)
    assert isinstance(fetched, p.FetchResult)
    _, listed = list_models(p.ListModelsJob(paths=[fetched.model], everywhere=False), QUIET)
    before, after = (msgspec.structs.replace(model, **WHERE) for model in (found.model, listed.models[0]))
    return before, after


def test_that_a_file_is_known_by_its_header_as_it_is_once_it_is_here(hub: FakeHub, demo_gguf_q8: Path) -> None:
    about = {"tags": ["license:other"], "cardData": {"license_name": "sea-shanty-1.0", "extra": [1]}}
    hub.repos[REPO] = Repo({FILE: demo_gguf_q8.read_bytes()}, about=about)
    before, after = both(REPO, FILE)
    assert before == after
    assert (after.licence, after.need > 0) == ("sea-shanty-1.0", True)


def test_that_a_split_file_is_known_by_the_headers_of_all_its_parts(
    hub: FakeHub, demo_gguf_q8: Path, tmp_path: Path
) -> None:
    parts = split_model(demo_gguf_q8, tmp_path, 20, first_is_empty=True)
    hub.repos[REPO] = Repo({f"Q8_0/{part.name}": part.read_bytes() for part in parts}, about={"tags": ["license:mit"]})
    before, after = both(REPO, f"Q8_0/{parts[0].name}")
    assert before == after
    assert after.trains and after.licence == "mit"


def test_that_a_checkpoint_is_known_by_its_headers(hub: FakeHub) -> None:
    files = {file.name: file.read_bytes() for file in paths.SAMPLE_MODEL.iterdir() if file.is_file()}
    hub.repos[ORIGINAL] = Repo(files)
    before, after = both(ORIGINAL, "")
    assert before == after
    assert after.trains and after.format == "safetensors"


def test_that_what_is_not_there_or_no_model_is_said(hub: FakeHub) -> None:
    hub.repos[REPO] = Repo({FILE: b"GGUF" + b"\0" * 200})
    with pytest.raises(LuthierError) as caught:
        peek(p.PeekJob(repo=REPO, file="other.gguf"), QUIET)
    assert caught.value.code == "hub.no-file"
    with pytest.raises(LuthierError) as caught:
        peek(p.PeekJob(repo=REPO, file=FILE), QUIET)
    assert caught.value.code == "model.unreadable"
