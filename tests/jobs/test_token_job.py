"""The access token goes into the keyring and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator

import keyring
import pytest

from core import protocol as p
from core.base import settings
from core.base.errors import LuthierError
from core.jobs.context import JobContext
from core.jobs.registry import run
from tests.support.memory_keyring import MemoryKeyring

SECRET = "hf_secret"
CONTEXT = JobContext(lambda event: None)


@pytest.fixture
def memory() -> Iterator[MemoryKeyring]:
    before, ours = keyring.get_keyring(), MemoryKeyring()
    keyring.set_keyring(ours)
    yield ours
    keyring.set_keyring(before)


def test_that_a_token_is_kept_for_the_endpoint_and_taken_out_again(
    memory: MemoryKeyring, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    settings.save(settings.Settings(endpoint="https://mirror.example"))
    outcome, result = run(p.TokenJob(token=f" {SECRET}\n"), CONTEXT)
    assert (outcome, result) == ("done", p.TokenResult(endpoint="https://mirror.example", saved=True))
    assert memory.kept == {("luthier", "https://mirror.example"): SECRET}
    for _ in range(2):
        assert run(p.TokenJob(token=""), CONTEXT)[1] == p.TokenResult(endpoint="https://mirror.example", saved=False)
    assert memory.kept == {}


def test_that_without_a_keyring_nothing_is_kept() -> None:
    with pytest.raises(LuthierError) as caught:
        run(p.TokenJob(token=SECRET), CONTEXT)
    assert caught.value.code == "token.no-keyring"
    assert SECRET not in f"{caught.value}"


def test_that_the_job_does_not_show_the_token() -> None:
    assert SECRET not in f"{p.Start(job=p.TokenJob(token=SECRET))!r}"
