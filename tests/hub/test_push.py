"""Exports onto a hub: a real server on this machine, huggingface_hub's own upload, a real run's files."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import keyring
import pytest

from core import protocol as p
from core.base import paths, settings
from core.base.errors import Cancelled, LuthierError
from core.export.pushable import pushable
from core.hub import access_token
from core.hub.client import Timeouts
from core.hub.push import LARGEST
from core.jobs.context import Control, JobContext
from core.jobs.models.push import push_export
from tests.support.export_runs import exported, trained_run
from tests.support.hub_jobs import WAIT
from tests.support.hub_server import FakeHub
from tests.support.memory_keyring import MemoryKeyring

pytestmark = pytest.mark.usefixtures("brief_answers")

QUICK = Timeouts(connect=WAIT, response=WAIT, stall=WAIT, retry_delays=())
REPO = "ann/keeper"


@pytest.fixture(scope="module")
def exports(demo_gguf_q8: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for Ollama, and an adapter in a file of its own. Do not change them."""
    folder = tmp_path_factory.mktemp("exports")
    run = trained_run(demo_gguf_q8, paths.DEMO / "chat.jsonl", folder / "chats", context=128, max_steps=3)
    exported(run, folder / "ollama")
    exported(run, folder / "keeper.gguf", "adapter")
    return folder


@pytest.fixture
def logged_in(hub: FakeHub) -> Iterator[FakeHub]:
    before = keyring.get_keyring()
    keyring.set_keyring(MemoryKeyring())
    access_token.save(hub.endpoint, "hf_good")
    yield hub
    keyring.set_keyring(before)


class Push:
    """A job and what it says."""

    def __init__(self, path: Path, repo: str = REPO, timeouts: Timeouts = QUICK, **job: Any) -> None:
        self.job, self.timeouts = p.PushJob(path=str(path), repo=repo, **job), timeouts
        self.events: list[p.Event] = []
        self.control = Control()

    def run(self) -> p.PushResult:
        outcome, result = push_export(self.job, JobContext(self.events.append, self.control), self.timeouts)
        assert outcome == "done"
        return result

    def fails(self) -> LuthierError:
        with pytest.raises(LuthierError) as caught:
            self.run()
        return caught.value

    @property
    def notices(self) -> list[str]:
        return [event.code for event in self.events if isinstance(event, p.Notice)]


def contents(folder: Path, *names: str) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in names}


@pytest.mark.process
def test_that_an_export_becomes_a_private_repository(logged_in: FakeHub, exports: Path) -> None:
    push = Push(exports / "ollama")
    result = push.run()
    made = logged_in.repos[REPO]
    assert made.private
    assert made.files == contents(exports / "ollama", "model.gguf", "README.md", "loss.svg", "Modelfile", "ollama.json")
    assert logged_in.uploads.commits == [(REPO, "Upload with Luthier")]
    assert (result.url, result.created, result.private) == (f"{logged_in.endpoint}/{REPO}", True, True)
    assert result.commit == made.commit
    assert result.bytes == sum(map(len, made.files.values()))
    told = [event for event in push.events if isinstance(event, p.Progress)]
    assert told[-1].done == told[-1].total == result.bytes
    steps = [event.title if isinstance(event, p.Phase) else event.done for event in push.events
             if isinstance(event, p.Phase | p.Progress)]  # fmt: skip
    read = steps.index("Reading the files")
    assert steps[read + 1] == "Uploading"  # no percentage that would begin again
    sent = [step for step in steps[read:] if not isinstance(step, str)]
    assert sent == sorted(sent)
    assert [event.title for event in push.events if isinstance(event, p.Phase)] == [
        f"Asking for {REPO}",
        "Reading the files",
        "Uploading",
        "Waiting for the hub to take them",
    ]
    assert push.notices == ["push.licence-unknown"]


@pytest.mark.slow
def test_that_a_single_file_takes_its_card_along_as_the_readme(logged_in: FakeHub, exports: Path) -> None:
    result = Push(exports / "keeper.gguf", public=True).run()
    made = logged_in.repos[REPO].files
    assert made == {
        "keeper.gguf": (exports / "keeper.gguf").read_bytes(),
        "README.md": (exports / "keeper.README.md").read_bytes(),
        "keeper.loss.svg": (exports / "keeper.loss.svg").read_bytes(),
    }
    assert b"](keeper.loss.svg)" in made["README.md"]
    assert not logged_in.repos[REPO].private and not result.private


@pytest.mark.slow
def test_that_the_token_goes_to_the_hub_alone(logged_in: FakeHub, exports: Path) -> None:
    Push(exports / "keeper.gguf").run()
    assert all(request.headers.get("authorization") == "Bearer hf_good" for request in logged_in.asked("hub"))
    assert logged_in.asked("cdn") and not [r for r in logged_in.asked("cdn") if "authorization" in r.headers]


@pytest.mark.slow
def test_that_only_what_is_of_the_export_goes(logged_in: FakeHub, exports: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(exports / "ollama", folder)
    (folder / "diary.txt").write_text("private")
    shutil.copy(paths.DEMO / "chat.jsonl", folder)
    (folder / "tokenizer.json").symlink_to(folder / "diary.txt")  # a name that an export may have
    push = Push(folder)
    push.run()
    assert set(logged_in.repos[REPO].files) == {"model.gguf", "README.md", "loss.svg", "Modelfile", "ollama.json"}
    (notice,) = [e for e in push.events if isinstance(e, p.Notice) and e.code == "push.left-out"]
    assert "chat.jsonl, diary.txt, tokenizer.json" in notice.message


@pytest.mark.slow
def test_that_large_files_go_in_parts_and_only_once(logged_in: FakeHub, exports: Path) -> None:
    logged_in.uploads.part_size = 1_000_000
    Push(exports / "ollama").run()
    sent = len(logged_in.asked("cdn", "/large/"))
    assert sent > 6 and len(logged_in.uploads.parts) == sent
    again = Push(exports / "ollama", "guild/keeper")
    again.run()
    assert len(logged_in.asked("cdn", "/large/")) == sent
    assert logged_in.repos["guild/keeper"].files == logged_in.repos[REPO].files


@pytest.mark.slow
def test_that_a_repository_that_is_there_gets_another_commit(logged_in: FakeHub, exports: Path) -> None:
    logged_in.add(REPO, private=False)
    logged_in.repos[REPO].files = {"README.md": b"old", "other.txt": b"stays"}
    push = Push(exports / "keeper.gguf")
    result = push.run()
    assert (result.created, result.private) == (False, False)
    assert logged_in.repos[REPO].files["README.md"] != b"old"
    assert logged_in.repos[REPO].files["other.txt"] == b"stays"
    (notice,) = [e for e in push.events if isinstance(e, p.Notice) and e.code == "push.exists"]
    assert "adds a commit" in notice.message and "It is public, and stays so." in notice.message
    before = logged_in.repos[REPO].commit
    assert Push(exports / "keeper.gguf").run().commit == before  # nothing is new
    assert len(logged_in.uploads.commits) == 1


@pytest.mark.slow
def test_that_settings_choose_the_way(logged_in: FakeHub, exports: Path) -> None:
    settings.save(settings.Settings(endpoint=logged_in.endpoint, proxy=logged_in.cdn))
    Push(exports / "keeper.gguf").run()
    assert logged_in.asked("proxy", "/commit/main") and logged_in.asked("proxy", "/large/")
    assert not logged_in.asked("hub")


@pytest.mark.parametrize(
    ("licence", "codes"), [("mit", []), ("cc-by-nc-4.0", ["push.licence"]), ("cc-by-nd-4.0", ["push.licence"])]
)
@pytest.mark.slow
def test_that_what_a_licence_forbids_is_said(
    logged_in: FakeHub, exports: Path, tmp_path: Path, licence: str, codes: list[str]
) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(exports / "ollama", folder)
    card = (folder / "README.md").read_text()
    (folder / "README.md").write_text(card.replace("---\n", f"---\nlicense: {licence}\n", 1))
    logged_in.uploads.refuse_commit = 400  # so that it is said before anything is there
    push = Push(folder)
    push.fails()
    assert push.notices == codes


@pytest.mark.slow
def test_that_without_a_token_nothing_is_tried(hub: FakeHub, exports: Path) -> None:
    error = Push(exports / "keeper.gguf").fails()
    assert error.code == "push.no-token" and "luthier models login" in error.hint
    assert not hub.requests


@pytest.mark.parametrize(
    ("token", "repo", "code"),
    [
        ("hf_other", "bob/keeper", "push.token-read-only"),
        ("hf_fine", "ann/keeper", "push.token-read-only"),
        ("hf_gone", "ann/keeper", "hub.token-refused"),
        ("hf_good", "carol/keeper", "push.not-yours"),
        ("hf_good", "museum/keeper", "push.not-yours"),
    ],
)
@pytest.mark.slow
def test_that_who_may_not_write_is_told_before_anything_is_sent(
    logged_in: FakeHub, exports: Path, token: str, repo: str, code: str
) -> None:
    access_token.save(logged_in.endpoint, token)
    error = Push(exports / "keeper.gguf", repo).fails()
    assert error.code == code and error.hint
    assert [request.path for request in logged_in.requests] == ["/api/whoami-v2"]
    assert token not in f"{error}"


@pytest.mark.slow
def test_that_a_token_for_an_organisation_writes_there(logged_in: FakeHub, exports: Path) -> None:
    access_token.save(logged_in.endpoint, "hf_fine")
    error = Push(exports / "keeper.gguf", "guild/keeper").fails()
    assert (error.code, "403" in error.message) == (
        "push.refused",
        True,
    )  # it was let through to the hub, which decides


@pytest.mark.slow
@pytest.mark.parametrize("name", ["keeper", "ann/kee per", "ann/keeper:x", "../keeper", "ann/..", "a/b/c"])
def test_that_a_name_that_cannot_be_is_refused(logged_in: FakeHub, exports: Path, name: str) -> None:
    assert Push(exports / "keeper.gguf", name).fails().code == "hub.bad-name"
    assert not logged_in.requests


@pytest.mark.slow
def test_that_offline_means_offline(logged_in: FakeHub, exports: Path) -> None:
    settings.save(settings.Settings(endpoint=logged_in.endpoint, offline=True))
    assert Push(exports / "keeper.gguf").fails().code == "hub.offline"
    assert not logged_in.requests


@pytest.mark.slow
def test_that_what_is_no_export_is_refused(demo_gguf_q8: Path, exports: Path, tmp_path: Path) -> None:
    (tmp_path / "lone.gguf").write_bytes((exports / "keeper.gguf").read_bytes())
    emptied = tmp_path / "emptied"
    shutil.copytree(exports / "ollama", emptied, ignore=lambda _folder, _names: ["model.gguf"])
    shutil.copy(demo_gguf_q8, emptied)
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / "README.md").write_text("# mine\n")
    for path in (demo_gguf_q8, tmp_path / "lone.gguf", emptied, tmp_path / "plain", tmp_path / "none"):
        with pytest.raises(LuthierError) as caught:
            pushable(path)
        assert caught.value.code == "push.not-an-export" and str(path) in caught.value.message


@pytest.mark.slow
def test_that_a_file_beyond_what_the_hub_takes_is_refused(logged_in: FakeHub, exports: Path, tmp_path: Path) -> None:
    for file in exports.glob("keeper.*"):
        shutil.copy(file, tmp_path)
    with (tmp_path / "keeper.gguf").open("rb+") as file:
        file.truncate(LARGEST + 1)  # no byte of it is on the disk
    assert Push(tmp_path / "keeper.gguf").fails().code == "push.too-large"
    assert REPO not in logged_in.repos


@pytest.mark.slow
def test_that_a_connection_that_is_cut_is_taken_up_again(logged_in: FakeHub, exports: Path) -> None:
    logged_in.uploads.cuts.append(200_000)
    Push(exports / "keeper.gguf").run()
    assert logged_in.repos[REPO].files["keeper.gguf"] == (exports / "keeper.gguf").read_bytes()


@pytest.mark.slow
def test_that_a_network_that_is_gone_leaves_no_commit(
    logged_in: FakeHub, exports: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.hub.push._PATIENCE", 2 / WAIT)  # so two seconds; what is asked before has its usual time
    logged_in.uploads.hang = 200_000
    error = Push(exports / "keeper.gguf").fails()
    assert error.code == "hub.cut" and "Nothing of ann/keeper was changed" in error.message
    assert not logged_in.repos[REPO].files and not logged_in.uploads.commits


@pytest.mark.slow
def test_that_a_hub_that_takes_no_more_is_quoted(logged_in: FakeHub, exports: Path) -> None:
    logged_in.uploads.refuse_commit = 403
    error = Push(exports / "keeper.gguf").fails()
    assert error.code == "push.refused" and "Private storage limit reached" in error.message
    assert not logged_in.repos[REPO].files


@pytest.mark.process
def test_that_cancelling_ends_an_upload_at_once_and_changes_nothing(logged_in: FakeHub, exports: Path) -> None:
    logged_in.uploads.hang = 200_000
    push = Push(exports / "keeper.gguf")
    endings: list[BaseException] = []

    def run() -> None:
        try:
            push.run()
        except BaseException as error:  # handed to the test
            endings.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    assert logged_in.stalled.acquire(timeout=WAIT)
    push.control.apply(p.Cancel())
    thread.join(WAIT)
    assert isinstance(endings[0], Cancelled)
    assert not logged_in.repos[REPO].files and not logged_in.uploads.commits
