"""The models to start with: real ones that Luthier trains, and checked against the hub when that is asked for."""

from __future__ import annotations

from typer.testing import CliRunner

from core.advice.picks import GOOD_AT, TAKES, Pick, starter_picks
from core.cli.commands import app
from core.families.table import ARCHITECTURES
from core.gguf import downloads
from core.gguf.types import quant_type
from tests.support.hub_server import FakeHub, Repo

GB = 10**9


def published(pick: Pick) -> Repo:
    """As the hub has it."""
    about = {"tags": ["gguf", f"license:{pick.licence}"], "gguf": {"architecture": pick.architecture, "total": 1}}
    return Repo({pick.file: b"x" * 101}, about=about, claims={pick.file: pick.bytes})


def check() -> tuple[int, str]:
    result = CliRunner().invoke(app, ["models", "search", "--check-picks"])
    return result.exit_code, result.output


def test_that_every_machine_has_some_that_train_and_fit() -> None:
    picks = starter_picks()
    for pick in picks:
        reference = downloads.parse(f"{pick.repo}:{pick.file}")
        assert reference is not None and reference.file == pick.file
        assert pick.architecture in ARCHITECTURES and quant_type(pick.dtype).name == pick.dtype
        assert pick.as_model(pick.ram * GB).fits, pick.repo
    assert {pick.ram for pick in picks} == {8, 16, 32}
    assert {pick.name for pick in picks} == set(GOOD_AT) and {pick.takes for pick in picks} == set(TAKES)


def test_that_picks_are_checked_against_the_hub(hub: FakeHub) -> None:
    picks = starter_picks()
    hub.repos |= {pick.repo: published(pick) for pick in picks}
    code, said = check()
    assert code == 0 and said.count("as in the list") == len(picks)

    gone, renamed, dearer, *_ = picks
    del hub.repos[gone.repo]
    hub.repos[renamed.repo] = Repo({"other.gguf": b"x" * 101})
    hub.repos[dearer.repo].about["tags"] = ["license:proprietary"]
    code, said = check()
    assert code == 1 and said.count("as in the list") == len(picks) - 3
    assert f"{renamed.repo}: It has no file {renamed.file} any more." in said
    assert f"{dearer.repo}: Its licence is proprietary now, and not {dearer.licence}." in said
