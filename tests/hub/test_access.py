"""Gated and private models, the token, offline, proxies, and where the token never goes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import keyring
import msgspec
import pytest

from core import protocol as p
from core.base import settings
from core.base.errors import LuthierError
from core.hub import access_token
from tests.support.hub_jobs import FILE, MODEL, QUICK, REPO, Fetch, failed, place
from tests.support.hub_server import GOOD_TOKEN, OTHER_TOKEN, FakeHub, Fault, Repo
from tests.support.memory_keyring import MemoryKeyring, PlainFileKeyring


@pytest.fixture(autouse=True)
def own_keyring() -> Iterator[MemoryKeyring]:
    before = keyring.get_keyring()
    mine = MemoryKeyring()
    keyring.set_keyring(mine)
    yield mine
    keyring.set_keyring(before)


@pytest.fixture(autouse=True)
def repo(hub: FakeHub) -> Repo:
    """A gated GGUF file on the second host."""
    hub.repos[REPO] = Repo({FILE: MODEL}, gated=True)
    return hub.repos[REPO]


def test_that_a_gated_model_comes_with_a_token(hub: FakeHub) -> None:
    access_token.save(hub.endpoint, GOOD_TOKEN)
    Fetch().run()
    assert place().read_bytes() == MODEL


def test_that_a_gated_model_without_a_token_says_what_to_do(hub: FakeHub) -> None:
    error = failed(Fetch())
    assert error.code == "hub.gated"
    assert f"{hub.endpoint}/{REPO}" in error.hint and "luthier models login" in error.hint


def test_that_an_account_that_was_not_let_in_is_told_so(hub: FakeHub) -> None:
    access_token.save(hub.endpoint, OTHER_TOKEN)
    error = failed(Fetch())
    assert error.code == "hub.gated" and "not been let in" in error.hint


def test_that_a_token_that_is_no_good_is_named(hub: FakeHub, repo: Repo) -> None:
    repo.gated = False
    access_token.save(hub.endpoint, "hf_expired")
    assert failed(Fetch()).code == "hub.token-refused"


@pytest.mark.parametrize("saved", ["", OTHER_TOKEN])
def test_that_private_and_missing_models_are_the_same_from_outside(hub: FakeHub, repo: Repo, saved: str) -> None:
    repo.private = True
    if saved:
        access_token.save(hub.endpoint, saved)
    private, missing = failed(Fetch()), failed(Fetch(repo="ann/none"))
    assert (private.code, missing.code) == (("hub.not-found",) * 2 if not saved else (private.code, "hub.not-found"))


def test_that_a_revision_that_is_not_there_is_named() -> None:
    assert failed(Fetch(revision="v9")).code == "hub.no-revision"


def test_that_a_commit_can_be_asked_for(repo: Repo) -> None:
    repo.gated = False
    Fetch(revision=repo.commit).run()
    assert place().read_bytes() == MODEL


def test_that_the_token_goes_to_the_hub_and_to_nobody_else(hub: FakeHub) -> None:
    access_token.save(hub.endpoint, GOOD_TOKEN)
    Fetch().run()
    assert all(request.headers["authorization"] == f"Bearer {GOOD_TOKEN}" for request in hub.asked("hub"))
    assert hub.asked("cdn") and not any(GOOD_TOKEN in str(request) for request in hub.asked("cdn"))


def test_that_the_token_of_one_endpoint_is_not_for_another(hub: FakeHub, repo: Repo) -> None:
    repo.gated = False
    access_token.save("https://the-hub-itself.example", GOOD_TOKEN)
    Fetch().run()
    assert not any("authorization" in request.headers for request in hub.requests)


def test_that_a_token_in_the_environment_is_not_for_a_mirror(hub: FakeHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", GOOD_TOKEN)
    assert failed(Fetch()).code == "hub.gated"
    assert not any("authorization" in request.headers for request in hub.requests)


def test_that_the_token_is_in_no_file_event_or_error(hub: FakeHub, own_home: Path) -> None:
    access_token.save(hub.endpoint, GOOD_TOKEN)
    hub.faults.append(Fault(cut=1000))
    fetch = Fetch().run()
    hub.faults.extend(Fault(status=500) for _ in range(9))
    place().unlink()
    error = failed(Fetch())
    said = b"".join(p.encode(event) for event in fetch.events) + repr(vars(error)).encode() + str(error).encode()
    written = b"".join(path.read_bytes() for path in own_home.rglob("*") if path.is_file())
    assert GOOD_TOKEN.encode() not in said + written


@pytest.mark.parametrize("address", ["http://mirror.example", "http://192.168.0.9:8080"])
def test_that_a_token_never_travels_unencrypted(address: str) -> None:
    with pytest.raises(LuthierError) as caught:
        access_token.save(address, GOOD_TOKEN)
    assert caught.value.code == "token.unsafe-endpoint"
    keyring.set_password(access_token.SERVICE, address, GOOD_TOKEN)
    assert access_token.load(address) is None


def test_that_a_token_is_kept_and_forgotten(hub: FakeHub) -> None:
    access_token.save(hub.endpoint, f" {GOOD_TOKEN}\n")
    assert access_token.load(hub.endpoint) == GOOD_TOKEN
    assert access_token.forget(hub.endpoint) and not access_token.forget(hub.endpoint)
    assert access_token.load(hub.endpoint) is None


@pytest.mark.parametrize("text", ["", " ", "two words", "hf_ü", "hf\r\nX-Evil: 1"])
def test_that_what_is_no_token_is_refused(hub: FakeHub, text: str) -> None:
    with pytest.raises(LuthierError) as caught:
        access_token.save(hub.endpoint, text)
    assert caught.value.code == "token.bad"


def test_that_a_keyring_of_plain_files_is_not_used(hub: FakeHub) -> None:
    plain = PlainFileKeyring()
    keyring.set_keyring(plain)
    with pytest.raises(LuthierError) as caught:
        access_token.save(hub.endpoint, GOOD_TOKEN)
    assert caught.value.code == "token.no-keyring" and not plain.kept
    plain.kept[access_token.SERVICE, hub.endpoint] = GOOD_TOKEN
    assert access_token.load(hub.endpoint) is None


@pytest.mark.parametrize("by", ["settings", "environment"])
def test_that_offline_makes_no_request(hub: FakeHub, by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if by == "settings":
        settings.save(msgspec.structs.replace(settings.load(), offline=True))
    else:
        monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)  # read from the environment at import
    error = failed(Fetch())
    assert error.code == "hub.offline" and "luthier settings offline=false" in error.hint
    assert not hub.requests


def test_that_everything_goes_through_the_proxy(hub: FakeHub, repo: Repo) -> None:
    repo.gated = False
    settings.save(settings.Settings(endpoint="http://hub.example", proxy=hub.endpoint))
    Fetch().run()
    assert place().read_bytes() == MODEL
    assert {request.host for request in hub.requests} == {"proxy"}


def test_that_a_proxy_that_is_not_there_is_told(hub: FakeHub) -> None:
    settings.save(msgspec.structs.replace(settings.load(), proxy="http://127.0.0.1:1"))
    error = failed(Fetch(QUICK))
    assert error.code in ("hub.unreachable", "hub.proxy") and "luthier settings" in error.hint
    assert not hub.requests
