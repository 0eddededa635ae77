"""Where downloads go: names from a server, links, other files in the way, disks without room."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core import protocol as p
from core.base import paths, settings
from core.base.errors import LuthierError
from core.base.numbers import brief_size
from core.export.mmproj import find_mmproj
from core.gguf import downloads
from core.gguf.header import read_header
from core.gguf.model_files import models_below
from tests.support.hub_jobs import FILE, MODEL, NO_RETRY, OTHER_MODEL, REPO, SIZE, WAIT, Fetch, failed, leftovers, place
from tests.support.hub_server import FakeHub, Fault, Repo
from tests.support.mmproj import small_mmproj


@pytest.fixture(autouse=True)
def repo(hub: FakeHub) -> Repo:
    """One GGUF file on the second host."""
    hub.repos[REPO] = Repo({FILE: MODEL})
    return hub.repos[REPO]


BAD_NAMES = [
    "../evil.gguf", "a/../../evil.gguf", "/etc/evil.gguf", "..\\evil.gguf", "C:\\evil.gguf", "C:evil.gguf",
    "a//evil.gguf", "evil.gguf.part", "evil.gguf.part.json", "con.gguf", "a/./evil.gguf", "evil\n.gguf",
    "x" * 300 + ".gguf", "evil\x1b[2J.gguf", "~/../evil.gguf", "evil.gguf ", "a/nul",
]  # fmt: skip


@pytest.mark.parametrize("name", BAD_NAMES)
def test_that_a_file_with_a_dangerous_name_is_not_offered(hub: FakeHub, tmp_path: Path, name: str) -> None:
    hub.repos["ann/evil"] = Repo({name: MODEL, "good.gguf": OTHER_MODEL})
    assert failed(Fetch(repo="ann/evil", files=[name])).code == "hub.no-file"
    Fetch(repo="ann/evil", files=["*"]).run()
    assert [path.name for path in tmp_path.rglob("*.gguf*")] == ["good.gguf"]
    assert len(hub.asked("cdn")) == 1


def test_that_names_that_differ_in_capitals_only_do_not_overwrite_each_other(hub: FakeHub) -> None:
    hub.repos["ann/tiny"] = Repo({"model.gguf": MODEL, "Model.gguf": OTHER_MODEL})
    assert failed(Fetch(repo="ann/tiny", files=["*"])).code == "hub.unsafe-names"


@pytest.mark.parametrize("repo_name", ["../evil", "a/b/c", "/etc", "a", "a/..", "a/b:c", "a\\b", "", "a b/c"])
def test_that_what_is_no_repository_is_refused(hub: FakeHub, repo_name: str) -> None:
    assert failed(Fetch(repo=repo_name)).code == "hub.bad-name"
    assert not hub.requests


def test_that_a_link_does_not_lead_a_download_elsewhere(hub: FakeHub, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    paths.models_dir().mkdir(parents=True)
    (paths.models_dir() / "ann").symlink_to(elsewhere)
    assert failed(Fetch()).code == "hub.unsafe-target"
    assert not list(elsewhere.iterdir()) and not hub.asked("cdn")


@pytest.mark.parametrize("link", [downloads.partial_file_of, downloads.sidecar_of])
def test_that_a_part_that_is_a_link_is_not_written_to(link: object, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_bytes(b"mine")
    place().parent.mkdir(parents=True)
    assert callable(link)
    link(place()).symlink_to(precious)
    fetch = Fetch()
    if link is downloads.partial_file_of:  # of another download, so it is removed; the link, not what it leads to
        fetch.run()
        assert place().read_bytes() == MODEL and not place().is_symlink()
    else:
        assert failed(fetch).code == "hub.unsafe-target"
    assert precious.read_bytes() == b"mine"


def test_that_a_file_that_is_there_and_right_is_not_downloaded_again(hub: FakeHub, tmp_path: Path) -> None:
    Fetch(to=str(tmp_path / "to")).run()
    result = Fetch(to=str(tmp_path / "to")).run().result
    assert result.received_bytes == 0 and len(hub.asked("cdn")) == 1


@pytest.mark.parametrize("content", [b"mine", OTHER_MODEL], ids=["other-size", "same-size"])
def test_that_another_file_in_a_folder_of_the_users_is_not_overwritten(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert failed(Fetch(to=str(tmp_path))).code == "hub.exists"
    assert (tmp_path / FILE).read_bytes() == content
    assert not leftovers(tmp_path)


def test_that_a_whole_file_after_a_crash_loses_its_mark(hub: FakeHub) -> None:
    Fetch().run()
    downloads.sidecar_of(place()).write_text("{}")
    with pytest.raises(LuthierError):
        downloads.find(downloads.Reference(REPO, ""))
    Fetch().run()
    assert downloads.find(downloads.Reference(REPO, "")) == place()
    assert len(hub.asked("cdn")) == 1


def test_that_downloads_go_where_the_settings_say(hub: FakeHub, tmp_path: Path) -> None:
    settings.save(settings.Settings(endpoint=hub.endpoint, models_dir=str(tmp_path / "large disk")))
    Fetch().run()
    assert (tmp_path / "large disk" / REPO / FILE).read_bytes() == MODEL
    assert downloads.find(downloads.Reference(REPO, "Q4_K_M")) == tmp_path / "large disk" / REPO / FILE


def test_that_a_disk_without_room_is_told_before(hub: FakeHub, repo: Repo) -> None:
    repo.claims[FILE] = 10**16
    error = failed(Fetch())
    assert error.code == "hub.no-room" and "10000000.0 GB" in error.message
    assert not hub.asked("cdn") and not paths.models_dir().exists()


@pytest.mark.process
def test_that_a_disk_that_fills_up_halfway_keeps_what_has_come(tmp_path: Path) -> None:
    """The size of files is limited for the worker: the same refusal in the same place as on a full disk."""
    limit = 100_000
    with subprocess.Popen(
        [sys.executable, "-m", "core.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    ) as worker:
        assert worker.stdin and worker.stdout
        worker.stdin.write(p.encode(p.Start(job=p.FetchJob(repo=REPO, to=str(tmp_path / "to")))))
        worker.stdin.flush()
        *_, failure = map(p.decode_event, worker.stdout)
        worker.wait(WAIT)
    assert isinstance(failure, p.Failed) and failure.code == "files.cannot-write", failure
    assert (tmp_path / "to" / f"{FILE}.part").read_bytes() == MODEL[:limit]
    result = Fetch(to=str(tmp_path / "to")).run().result
    assert (tmp_path / "to" / FILE).read_bytes() == MODEL and result.received_bytes == SIZE - limit


def test_that_a_target_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    assert failed(Fetch(to=str(tmp_path / "file"))).code == "files.cannot-write"


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        (["q4_k_m"], ["m-Q4_K_M.gguf"]),
        (["Q8_0", "m-Q4_K_M.gguf"], ["m-Q4_K_M.gguf", "m-Q8_0.gguf"]),
        (["*.json"], ["config.json"]),
        (["sub/x.gguf"], ["sub/x.gguf"]),
    ],
)
def test_that_files_can_be_named_in_several_ways(hub: FakeHub, wanted: list[str], names: list[str]) -> None:
    files = {"m-Q4_K_M.gguf", "m-Q4_K_M_L.gguf", "m-Q8_0.gguf", "sub/x.gguf", "config.json"}
    hub.repos["ann/many"] = Repo(dict.fromkeys(sorted(files), b"content"))
    Fetch(repo="ann/many", files=wanted).run()
    folder = place("", "ann/many")
    assert sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()) == names


def test_that_several_gguf_files_have_to_be_chosen_from(hub: FakeHub) -> None:
    hub.repos["ann/many"] = Repo({"m-Q4_K_M.gguf": MODEL, "m-Q8_0.gguf": MODEL, "mmproj-m.gguf": MODEL})
    error = failed(Fetch(repo="ann/many"))
    assert error.code == "model.which-file" and "m-Q4_K_M.gguf, m-Q8_0.gguf." in error.message


def test_that_a_repository_without_weights_says_so(hub: FakeHub) -> None:
    hub.repos["ann/old"] = Repo({"pytorch_model.bin": MODEL, "config.json": b"{}"})
    assert failed(Fetch(repo="ann/old")).code == "hub.no-weights"
    assert failed(Fetch(NO_RETRY, repo="ann/old", files=["Q4_K_M"])).code == "hub.no-file"


def test_that_an_empty_file_comes_too(hub: FakeHub) -> None:
    hub.repos["ann/empty"] = Repo({"empty.gguf": b""})
    hub.faults.append(Fault(cut=0))
    Fetch(repo="ann/empty").run()
    assert place("empty.gguf", "ann/empty").read_bytes() == b""


@pytest.mark.parametrize("wanted", [["Q8_0"], ["m-Q8_0.gguf"]])
def test_that_what_reads_pictures_comes_along_and_its_size_is_said(hub: FakeHub, wanted: list[str]) -> None:
    """Of several the one in the type that most programs take first."""
    eyes = {f"mmproj-{kind}.gguf": OTHER_MODEL for kind in ("BF16", "F16", "F32", "Q8_0")}
    hub.repos[REPO] = Repo({"m-Q4_K_M.gguf": MODEL, "m-Q8_0.gguf": MODEL, **eyes})
    fetch = Fetch(files=wanted).run()
    assert {Path(file).name for file in fetch.result.files} == {"m-Q8_0.gguf", "mmproj-F16.gguf"}
    assert fetch.result.model == str(place("m-Q8_0.gguf"))
    (told,) = [event for event in fetch.events if isinstance(event, p.Notice)]
    assert told.code == "hub.mmproj" and f"mmproj-F16.gguf ({brief_size(len(OTHER_MODEL))})" in told.message
    assert downloads.find(downloads.Reference(REPO, "Q8_0")) == place("m-Q8_0.gguf")
    assert [path.name for path in models_below(place("m-Q8_0.gguf").parent)] == ["m-Q8_0.gguf"]
    Fetch(files=["mmproj-BF16.gguf"]).run()  # one that is named comes alone
    assert downloads.find(downloads.Reference(REPO, "")) == place("m-Q8_0.gguf")


def test_that_what_reads_pictures_for_another_model_stays(hub: FakeHub) -> None:
    files = ("fox-4b-Q8_0.gguf", "fox-12b-Q8_0.gguf", "mmproj-fox-12b-F16.gguf", "owl/mmproj-F16.gguf")
    hub.repos[REPO] = Repo(dict.fromkeys(files, MODEL))
    assert [Path(file).name for file in Fetch(files=["fox-4b-Q8_0.gguf"]).run().result.files] == ["fox-4b-Q8_0.gguf"]
    assert len(Fetch(files=["fox-12b-Q8_0.gguf"]).run().result.files) == 2


def test_that_what_reads_pictures_lies_at_the_top_for_models_in_folders(
    hub: FakeHub, demo_gguf: Path, tmp_path: Path
) -> None:
    """And an export finds there what was downloaded."""
    eyes = small_mmproj(tmp_path / "eyes.gguf").read_bytes()
    model = demo_gguf.read_bytes()
    hub.repos[REPO] = Repo({"Q8_0/fox-Q8_0.gguf": model, "BF16/fox-BF16.gguf": model, "mmproj-F16.gguf": eyes})
    assert len(Fetch(files=["Q8_0/fox-Q8_0.gguf"]).run().result.files) == 2
    fox, told = place("Q8_0/fox-Q8_0.gguf"), list[str]()
    assert find_mmproj(str(fox), read_header(fox), lambda code, *_: told.append(code)) == place("mmproj-F16.gguf")
    shutil.copytree(fox.parent, place("owl"))
    place("owl/fox-Q8_0.gguf").rename(place("owl/owl-Q8_0.gguf"))
    assert find_mmproj(str(fox), read_header(fox), lambda code, *_: told.append(code)) is None
    assert told == ["export.which-mmproj"]  # it may be the owl's


def test_that_a_type_of_nothing_but_what_reads_pictures_is_none(hub: FakeHub) -> None:
    hub.repos[REPO] = Repo({"m-Q4_K_M.gguf": MODEL, "mmproj-F16.gguf": OTHER_MODEL})
    with pytest.raises(LuthierError) as caught:
        Fetch(files=["F16"]).run()
    assert caught.value.code == "hub.no-file"


@pytest.mark.parametrize("wanted", [[], ["Q4_K_M"], ["tiny-Q4_K_M-00002-of-00003.gguf"]])
def test_that_a_split_model_comes_with_all_its_parts(hub: FakeHub, wanted: list[str]) -> None:
    names = [f"tiny-Q4_K_M-0000{number}-of-00003.gguf" for number in (1, 2, 3)]
    hub.repos[REPO] = Repo(dict.fromkeys(names, MODEL) | {"mmproj-F16.gguf": OTHER_MODEL})
    fetch = Fetch(files=wanted).run()
    assert sorted(Path(file).name for file in fetch.result.files) == ["mmproj-F16.gguf", *names]
    assert fetch.result.model == str(place(names[0]))
    assert downloads.find(downloads.Reference(REPO, "Q4_K_M")) == place(names[0])
    downloads.sidecar_of(place(names[2])).touch()
    with pytest.raises(LuthierError) as caught:
        downloads.require_whole(place(names[0]))
    assert caught.value.code == "model.unfinished" and names[2] in caught.value.message
