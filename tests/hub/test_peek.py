"""A look into a file on the hub: the same is said of it as once it is on this disk."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from core.jobs.context import JobContext
from core.jobs.local_models import list_models
from core.jobs.peek import peek
from core.shared import protocol as p
from core.shared.errors import LuthierError
from tests.support.hub_server import FakeHub, Repo

REPO, FILE = "ann/storyteller-GGUF", "storyteller-Q8_0.gguf"
QUIET = JobContext(lambda event: None)


def test_that_a_file_is_known_by_its_header_as_it_is_once_it_is_here(hub: FakeHub, demo_gguf_q8: Path) -> None:
    hub.repos[REPO] = Repo({FILE: demo_gguf_q8.read_bytes()}, about={"tags": ["license:mit"]})
    _, found = peek(p.PeekJob(repo=REPO, file=FILE), QUIET)
    _, listed = list_models(p.ListModelsJob(paths=[str(demo_gguf_q8)], everywhere=False), QUIET)
    where = {"name": "", "source": "", "model": "", "path": "", "licence": ""}
    assert msgspec.structs.replace(found.model, **where) == msgspec.structs.replace(listed.models[0], **where)
    assert (found.model.licence, found.model.need > 0) == ("mit", True)


def test_that_what_is_not_there_or_no_model_is_said(hub: FakeHub) -> None:
    hub.repos[REPO] = Repo({FILE: b"GGUF" + b"\0" * 200})
    with pytest.raises(LuthierError) as caught:
        peek(p.PeekJob(repo=REPO, file="other.gguf"), QUIET)
    assert caught.value.code == "hub.no-file"
    with pytest.raises(LuthierError) as caught:
        peek(p.PeekJob(repo=REPO, file=FILE), QUIET)
    assert caught.value.code == "model.unreadable"
