"""llama-server with a run's adapter: the real one, where it is built, and a small one that answers by llama.cpp."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from core import protocol as p
from core.base import paths
from core.base.command_lines import into_llama_server
from core.base.errors import Cancelled, LuthierError
from core.engine.lora.adapter_file import read_adapter, write_adapter
from core.jobs.context import Control, JobContext
from core.jobs.export.llama_server import check_llama_server
from core.runs import run as runs
from tests.support.export_runs import trained_run
from tests.support.llama_servers import SmallServer, real_llama_server, small_llama_server

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def run(demo_gguf_q8: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    folder = tmp_path_factory.mktemp("server") / "chats"
    return trained_run(demo_gguf_q8, paths.DEMO / "chat.jsonl", folder, context=128, max_steps=12)


@pytest.fixture(scope="module", params=["small", "llama.cpp"])
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    if request.param == "small":
        return small_llama_server(tmp_path_factory.mktemp("program"))
    found = real_llama_server()
    if found is None:
        pytest.skip("`make test-llama-server` builds it")
    return found


@pytest.fixture(autouse=True)
def short_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.jobs.export.llama_server.LONGEST_ANSWER", 40)
    monkeypatch.setattr("core.jobs.export.llama_server.OF_THE_BASE", 12)


def servers() -> list[psutil.Process]:
    """That were started here and live."""
    return [child for child in psutil.Process().children() if "--lora" in words_of(child)]


def words_of(process: psutil.Process) -> list[str]:
    """Of its command line; none of one that ends meanwhile."""
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:  # a zombie is one, too
        return []


def check(
    run: runs.Run,
    address: str = "",
    program: Path | str = "",
    on_event: Callable[[p.Event], None] = lambda event: None,
    control: Control | None = None,
) -> p.LlamaServerResult:
    job = p.LlamaServerJob(run=str(run.folder), address=address, program=str(program))
    with JobContext(on_event, control) as context:
        outcome, result = check_llama_server(job, context)
    assert outcome == "done"
    return result


def fails(run: runs.Run, address: str = "", program: Path | str = "") -> LuthierError:
    with pytest.raises(LuthierError) as caught:
        check(run, address, program)
    return caught.value


def test_that_a_server_answers_as_we_do_with_the_adapter_and_without(run: runs.Run, program: Path) -> None:
    result = check(run, program=program)
    assert result.good and result.started
    assert result.same and result.same_base and result.swaps and result.rendered
    tuned, base = result.answers[:3], result.answers[3:]
    assert [answer.scale for answer in result.answers] == [1.0] * 3 + [0.0] * 3
    assert [answer.text for answer in tuned] != [answer.text for answer in base]
    assert result.ends is all(answer.ends for answer in tuned)
    assert all("<|im_start|>assistant\n" in answer.prompt for answer in tuned)
    assert result.commands == into_llama_server(Path(run.info().model), run.adapter)
    assert not servers()  # it has ended


@pytest.mark.slow
def test_that_a_server_that_is_cut_off_leaves_no_process(run: runs.Run, program: Path) -> None:
    killed = list[psutil.Process]()

    def kill(event: p.Event) -> None:
        """At the first that is told: the others may come too fast for each to be told."""
        if isinstance(event, p.Progress) and event.unit == "answers" and not killed:
            killed.extend(servers())
            killed[0].kill()

    with pytest.raises(LuthierError) as caught:
        check(run, program=program, on_event=kill)
    assert len(killed) == 1
    assert caught.value.code in ("llama-server.ended", "llama-server.gone", "llama-server.unreachable")
    assert not servers()


@pytest.mark.slow
def test_that_cancelling_ends_the_server(run: runs.Run, program: Path) -> None:
    control = Control()

    def cancel(event: p.Event) -> None:
        if isinstance(event, p.Progress) and event.unit == "answers":
            control.apply(p.Cancel())

    with pytest.raises(Cancelled):
        check(run, program=program, on_event=cancel, control=control)
    assert not servers()


@pytest.mark.slow
def test_that_the_strengths_of_a_running_server_are_put_back(run: runs.Run) -> None:
    with SmallServer(Path(run.info().model), [run.adapter]) as server:
        server.adapters[0]["scale"] = 0.25
        assert check(run, server.address).good
        assert server.adapters[0]["scale"] == 0.25
        assert server.paths.count("/completion") == 7


@pytest.mark.slow
def test_that_another_adapter_is_found_out(run: runs.Run, tmp_path: Path) -> None:
    learnt = read_adapter(run.adapter)
    write_adapter(tmp_path / "a.gguf", "llama", learnt.tensors, -learnt.alpha, notes={"run": "other"})
    with SmallServer(Path(run.info().model), [tmp_path / "a.gguf"]) as server:
        result = check(run, server.address)
    assert not result.good and not result.same and result.same_base
    wrong = next(answer for answer in result.answers if not answer.same)
    assert wrong.at is not None and wrong.ours != wrong.theirs


@pytest.mark.slow
def test_that_of_several_adapters_the_runs_own_is_asked(run: runs.Run, tmp_path: Path) -> None:
    learnt = read_adapter(run.adapter)
    write_adapter(tmp_path / "a.gguf", "llama", learnt.tensors, -learnt.alpha, notes={"run": "other"})
    write_adapter(tmp_path / "b.gguf", "llama", learnt.tensors, learnt.alpha, notes={"run": run.name})
    with SmallServer(Path(run.info().model), [tmp_path / "a.gguf", tmp_path / "b.gguf"]) as server:
        result = check(run, server.address)
        assert result.good and result.adapter == "b.gguf"
        server.adapters[1]["path"] = str(tmp_path / "elsewhere.gguf")
        error = fails(run, server.address)
    assert error.code == "llama-server.which-adapter" and "a.gguf, elsewhere.gguf" in error.message


@pytest.mark.slow
def test_that_another_template_is_found_out(run: runs.Run) -> None:
    with SmallServer(Path(run.info().model), [run.adapter]) as server:
        server.bad_template = True
        result = check(run, server.address)
    assert result.rendered is False and not result.good and result.same
    assert result.rendered_ours.endswith("<|im_start|>assistant\n") and result.rendered_theirs in result.rendered_ours


@pytest.mark.slow
def test_that_a_server_that_keeps_its_adapter_on_is_found_out(run: runs.Run) -> None:
    with SmallServer(Path(run.info().model), [run.adapter]) as server:
        server.deaf = True
        result = check(run, server.address)
    assert result.same and not result.same_base and not result.swaps and not result.good


@pytest.mark.slow
def test_that_a_server_without_an_adapter_is_told_how_to_start(run: runs.Run) -> None:
    with SmallServer(Path(run.info().model), []) as server:
        error = fails(run, server.address)
    assert error.code == "llama-server.no-adapter"
    assert into_llama_server(Path(run.info().model), run.adapter)[0] in error.hint


@pytest.mark.slow
def test_that_a_server_of_another_model_is_named(run: runs.Run) -> None:
    with SmallServer(Path(run.info().model), [run.adapter]) as server:
        tensors = dict(server.header.tensors)
        tensors.popitem()
        object.__setattr__(server.header, "tensors", tensors)
        error = fails(run, server.address)
        assert "/completion" not in server.paths
    assert error.code == "llama-server.other-model" and Path(run.info().model).name in error.message


@pytest.mark.slow
def test_that_a_server_that_goes_away_is_said(run: runs.Run) -> None:
    with SmallServer(Path(run.info().model), [run.adapter]) as server:
        server.leaves_after = 2
        assert fails(run, server.address).code == "llama-server.gone"


def test_that_nothing_at_an_address_is_said(run: runs.Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # it does not listen
        assert fails(run, f"http://127.0.0.1:{taken.getsockname()[1]}").code == "llama-server.unreachable"
    assert fails(run, "127.0.0.1:8080").code == "llama-server.bad-address"


@pytest.mark.slow
def test_that_a_program_that_does_not_start_is_quoted(run: runs.Run, tmp_path: Path) -> None:
    error = fails(run, program=small_llama_server(tmp_path, "--fail"))
    assert error.code == "llama-server.ended" and "unknown model architecture" in error.message
    assert fails(run, program=tmp_path / "none").code == "llama-server.cannot-start"


def test_that_without_a_server_it_says_how_to_have_one(run: runs.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.jobs.export.llama_server._listens", lambda address: False)
    monkeypatch.setenv("PATH", "")
    error = fails(run)
    assert error.code == "llama-server.not-found" and "--program" in error.hint


def test_that_dora_is_refused_before_anything_is_asked(run: runs.Run, tmp_path: Path) -> None:
    learnt, other = read_adapter(run.adapter), runs.Run(tmp_path / "run")
    shutil.copytree(run.folder, other.folder)
    magnitudes = {name: b[:, 0] for name, (_, b) in learnt.tensors.items()}
    write_adapter(other.adapter, "llama", learnt.tensors, learnt.alpha, magnitudes=magnitudes)
    assert fails(other).code == "lora.dora"
