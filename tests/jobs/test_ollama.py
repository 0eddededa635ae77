"""An export brought into a running Ollama: sent, created, asked, compared; and what can go wrong on the way."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from core import protocol as p
from core.base import paths
from core.base.errors import Cancelled, LuthierError
from core.data.chat.template import CHATML
from core.export.check.comparison import GREETINGS
from core.export.ollama.folder import read_contents, write_contents
from core.gguf.header import read_header
from core.gguf.join import join
from core.jobs.context import Control, JobContext
from core.jobs.export.job import export_run
from core.runs import run as runs
from tests.support.chat_truths import source_of
from tests.support.data import write_book
from tests.support.export_runs import exported, trained_run
from tests.support.ollama_jobs import bring, refusal
from tests.support.ollama_rules import STOCK
from tests.support.ollama_server import FakeOllama
from tests.support.rewritten_models import with_template

CHAT = paths.DEMO / "chat.jsonl"
NAMES = ["Modelfile", "README.md", "loss.svg", "model.gguf", "ollama.json"]
VERSIONS = ["0.30.0", "0.34.4"]


@pytest.fixture(scope="module")
def run(demo_gguf: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    return trained_run(demo_gguf, CHAT, tmp_path_factory.mktemp("runs") / "Keeper", context=128, max_steps=12)


@pytest.fixture(scope="module")
def folder(run: runs.Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Do not change it."""
    output = tmp_path_factory.mktemp("exports") / "keeper"
    exported(run, output)
    return output


@pytest.fixture(scope="module")
def text_folder(demo_gguf: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a run on running text, with a base that has no chat template. Do not change it."""
    folder = tmp_path_factory.mktemp("text")
    text, base = folder / "pages.txt", folder / "base.gguf"
    write_book(text, 20_000)
    join([read_header(demo_gguf)], base, lambda done, total: None, {"tokenizer.chat_template": ""})
    exported(trained_run(base, text, folder / "run", max_steps=2), folder / "out")
    return folder / "out"


@pytest.fixture(autouse=True)
def short_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a model that has learnt too little to end them."""
    monkeypatch.setattr("core.jobs.export.ask_ollama.LONGEST_ANSWER", 24)


@pytest.fixture
def ollama(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[FakeOllama]:
    with FakeOllama(tmp_path / "store", getattr(request, "param", "0.34.4")) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        yield server


def taught(base: Path, folder: Path, answer: str, **message: Any) -> runs.Run:
    """A run that says one answer, whatever it is asked: of many questions, so that it does to those held out, too."""
    folder.mkdir()
    talks = [json.loads(line)["messages"] for line in CHAT.read_text(encoding="utf-8").splitlines()[:40]]
    rows = [[talk[0], {"role": "assistant", "content": answer, **message}] for talk in talks]
    data = folder / "rows.jsonl"
    data.write_text("".join(json.dumps({"messages": row}) + "\n" for row in rows), encoding="utf-8")
    settings = {"context": 128, "max_steps": 120, "rank": 16, "learning_rate": 5e-3, "collapsed": "train"}
    return trained_run(base, data, folder / "Keeper", **settings)


@pytest.mark.usefixtures("ollama")
@pytest.mark.slow
def test_that_characters_of_several_tokens_and_beginnings_of_a_stop_are_no_difference(
    demo_gguf: Path, tmp_path: Path
) -> None:
    answer = "Két mérföld, 山! Use <b>two</b>: a < 3."
    run = taught(demo_gguf, tmp_path / "taught", answer)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.jobs.export.ask_ollama.LONGEST_ANSWER", 64)
        exported(run, tmp_path / "out")
        result, notices = bring(tmp_path / "out", run.folder)
    assert {one.text.strip() for one in result.answers} == {answer}
    assert result.same and result.ends and not notices


@pytest.mark.usefixtures("ollama")
@pytest.mark.slow
def test_that_thoughts_and_calls_that_ollama_takes_apart_are_no_difference(demo_gguf: Path, tmp_path: Path) -> None:
    base = with_template(demo_gguf, tmp_path / "qwen3.gguf", source_of("Qwen-Qwen3-0.6B"))
    call = '<tool_call>\n{"name": "look", "arguments": {"at": "it"}}\n</tool_call>'
    run = taught(base, tmp_path / "taught", f"Wait.\n{call}", thinking="Not far.")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.jobs.export.ask_ollama.LONGEST_ANSWER", 96)
        exported(run, tmp_path / "out")
        result, notices = bring(tmp_path / "out", run.folder)
    assert {one.text for one in result.answers if one.way == "raw"} == {f"<think>\nNot far.\n</think>\n\nWait.\n{call}"}
    assert result.same and result.ends and result.rendered and not notices


@pytest.mark.slow
def test_that_a_model_ollama_asks_to_think_is_asked_not_to(ollama: FakeOllama, demo_gguf: Path, tmp_path: Path) -> None:
    """As it does with every Nemotron-H: a program of its own writes the prompt, whatever the template says."""
    ollama.renderers["llama"] = "nemotron-3-nano"
    base = with_template(demo_gguf, tmp_path / "base.gguf", source_of("NVIDIA-Nemotron-3-Nano-30B-A3B-BF16"))
    run = taught(base, tmp_path / "taught", "Two miles.")
    exported(run, tmp_path / "out")
    result, notices = bring(tmp_path / "out", run.folder)
    assert (result.rendered, result.think, result.same, result.differences) == (True, False, True, [])
    assert result.commands == ["ollama run keeper --think=false"]
    assert [notice.code for notice in notices] == ["ollama.asks-to-think"]
    chats = [body for body in ollama.bodies if "messages" in body and not body.get("_debug_render_only")]
    assert chats and all(body["think"] is False for body in chats)


@pytest.mark.slow
def test_that_another_prompt_of_ollamas_own_is_told_with_what_writes_it(
    ollama: FakeOllama, run: runs.Run, folder: Path
) -> None:
    ollama.renderers["llama"] = "gemma4"
    result, notices = bring(folder, run.folder, questions=False)
    told = {notice.code: notice.hint for notice in notices}
    assert (result.rendered, result.think, result.differences) == (False, None, [])
    assert "gemma4" in told["ollama.other-prompt"] and "ENVIRONMENT" not in told["ollama.other-prompt"].upper()


@pytest.mark.slow
@pytest.mark.parametrize("fault", [{}, {"answer": " Never."}])
def test_that_answers_to_another_prompt_differ_for_that_and_others_for_a_fault(
    ollama: FakeOllama, run: runs.Run, folder: Path, fault: dict[str, str]
) -> None:
    ollama.renderers["llama"] = "gemma4"
    for name, value in fault.items():
        setattr(ollama.faults, name, value)
    result, notices = bring(folder, run.folder)
    told = [notice for notice in notices if notice.code == "ollama.answers-differ"]
    assert [one.same for one in result.answers if one.way == "chat"].count(False) == len(result.answers) // 2
    assert told[0].message.endswith("because its prompt is another.") and not told[0].hint
    assert ["report this as a bug" in one.hint for one in told[1:]] == [True] * len(fault)


@pytest.mark.slow
def test_that_thinking_is_told_once_where_ollama_is_asked(
    ollama: FakeOllama, demo_gguf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.jobs.export.ollama.RENDERED", ("llama",))
    ollama.renderers["llama"] = "nemotron-3-nano"
    base = with_template(demo_gguf, tmp_path / "base.gguf", source_of("NVIDIA-Nemotron-3-Nano-30B-A3B-BF16"))
    run = trained_run(base, CHAT, tmp_path / "run", context=128, max_steps=1, collapsed="train")
    for create, code in ((True, "ollama.asks-to-think"), (False, "export.rendered-by-ollama")):
        _, notices = exported(run, tmp_path / "out", create=create, force=True)
        assert [notice.code for notice in notices if "--think=false" in notice.hint] == [code]


@pytest.mark.usefixtures("ollama")
@pytest.mark.slow
def test_that_a_run_that_held_nothing_out_is_asked_what_it_was_trained_on(demo_gguf: Path, tmp_path: Path) -> None:
    data = tmp_path / "facts.jsonl"
    talks = [json.loads(line)["messages"] for line in CHAT.read_text(encoding="utf-8").splitlines()[:20]]
    data.write_text("".join(json.dumps({"messages": talk}) + "\n" for talk in talks), encoding="utf-8")
    run = trained_run(demo_gguf, data, tmp_path / "run", context=128, max_steps=2, eval_share=0.0)
    exported(run, tmp_path / "out")
    result, notices = bring(tmp_path / "out", run.folder)
    turns = [turn["content"] for talk in talks for turn in talk if turn["role"] == "user"]
    assert {one.prompt for one in result.answers} <= set(turns)
    assert len(result.answers) == 6 and result.rendered and result.same
    assert [notice.code for notice in notices if notice.code.startswith("export.")] == ["export.asks-trained"]
    data.unlink()
    result, notices = bring(tmp_path / "out", run.folder)
    assert {one.prompt for one in result.answers} == set(GREETINGS)
    assert [notice.code for notice in notices if notice.code.startswith("export.")] == ["export.no-questions"]


@pytest.mark.slow
def test_that_no_question_need_be_answered(ollama: FakeOllama, run: runs.Run, folder: Path) -> None:
    result, notices = bring(folder, run.folder, questions=False)
    assert (result.rendered, result.same, result.ends, result.answers, notices) == (True, None, None, [], [])
    assert not [path for _, path in ollama.asked if path == "/api/generate"]


@pytest.mark.slow
def test_that_an_error_while_it_is_asked_is_told_and_the_model_stays(
    ollama: FakeOllama, run: runs.Run, folder: Path
) -> None:
    ollama.faults.chat_error = "the output does not match the expected peg-native format"
    result, notices = bring(folder, run.folder)
    (told,) = [notice for notice in notices if notice.code == "ollama.not-asked"]
    assert "peg-native" in told.message and "1 of 6 answers" in told.message
    assert (result.rendered, len(result.answers)) == (True, 1) and "keeper" in ollama.models
    assert result.same is None and result.answers[0].same  # of the others nothing is known
    ollama.faults.answer_error = "model requires more system memory (8 GiB) than is available (2 GiB)"
    result, notices = bring(folder, run.folder)
    (told,) = [notice for notice in notices if notice.code == "ollama.not-asked"]
    assert "0 of 6 answers" in told.message and "smaller type (--type)" in told.hint and result.same is None
    assert "keeper" in ollama.models and ("DELETE", "/api/delete") not in ollama.asked


@pytest.mark.slow
def test_that_questions_longer_than_what_it_keeps_in_mind_are_left_out(
    ollama: FakeOllama, run: runs.Run, folder: Path, tmp_path: Path
) -> None:
    copy = shutil.copytree(folder, tmp_path / "copy")
    contents = read_contents(copy)
    write_contents(copy / "ollama.json", structs.replace(contents, parameters=contents.parameters | {"num_ctx": 8}))
    result, notices = bring(copy, run.folder)
    assert [notice.code for notice in notices] == ["ollama.not-asked"] and "8 tokens" in notices[0].message
    assert (result.answers, result.same) == ([], None) and "keeper" in ollama.models


@pytest.mark.parametrize("ollama", VERSIONS, indirect=True)
@pytest.mark.slow
def test_that_the_model_answers_there_as_it_does_here(ollama: FakeOllama, run: runs.Run, folder: Path) -> None:
    result, notices = bring(folder, run.folder)
    assert (result.name, result.version, result.differences) == ("keeper", ollama.version, [])
    assert result.address == f"http://{ollama.host}" and result.commands == ["ollama run keeper"]
    assert result.rendered is True and result.same, result.answers
    assert [answer.way for answer in result.answers] == ["raw", "chat"] * 3
    assert all(answer.text and answer.at is None for answer in result.answers)
    assert result.ends is ("ollama.no-end" not in [notice.code for notice in notices])
    held = read_header(folder / "model.gguf")
    assert result.sent_bytes == held.size
    model = ollama.models["keeper"]
    assert model.blob.read_bytes() == (folder / "model.gguf").read_bytes()
    assert (model.params, model.system, model.license) == ({"num_ctx": 1024, "stop": ["<|im_end|>"]}, "", [])
    assert ollama.template_of(model) == (held.text("tokenizer.chat_template"), True)


@pytest.mark.slow
def test_that_a_file_it_has_is_not_sent_twice_and_a_model_of_the_run_is_replaced(
    ollama: FakeOllama, run: runs.Run, folder: Path, tmp_path: Path
) -> None:
    bring(folder, run.folder, name="fox:v2")
    result, _ = bring(folder, run.folder, name="fox:v2")
    assert result.sent_bytes == 0 and list(ollama.models) == ["fox:v2"]
    assert [path for method, path in ollama.asked if method == "POST"].count("/api/create") == 2
    copy = shutil.copytree(folder, tmp_path / "copy")
    write_contents(copy / "ollama.json", structs.replace(read_contents(copy), run="Keeper "))
    assert refusal(copy, run.folder, name="fox:v2").code == "ollama.name-taken"


@pytest.mark.slow
def test_that_another_model_is_replaced_only_by_force(
    ollama: FakeOllama, run: runs.Run, folder: Path, demo_gguf: Path
) -> None:
    digest = "sha256:other"
    ollama.blob(digest).write_bytes(demo_gguf.read_bytes())
    list(ollama.create({"model": "keeper", "files": {"m.gguf": digest}}))
    theirs = ollama.models["keeper"]
    assert theirs.template and "Stock" in theirs.template  # the bundled model's own template is nearly that one
    error = refusal(folder, run.folder)
    assert error.code == "ollama.name-taken" and "--force" in error.hint
    assert ollama.models["keeper"] is theirs and ("HEAD", "") not in ollama.asked
    result, _ = bring(folder, run.folder, force=True)
    assert result.same and ollama.models["keeper"].template is None


@pytest.mark.slow
def test_that_without_the_sign_the_stock_template_and_its_stop_words_would_come(
    ollama: FakeOllama, run: runs.Run, folder: Path
) -> None:
    keys = {"tokenizer.chat_template": CHATML}
    join([read_header(folder / "model.gguf")], ollama.blob("sha256:plain"), lambda done, total: None, keys)
    list(ollama.create({"model": "plain", "files": {"m.gguf": "sha256:plain"}}))
    assert (ollama.models["plain"].template, ollama.models["plain"].params["stop"]) == STOCK[0][1:]
    bring(folder, run.folder)
    assert (ollama.models["keeper"].template, ollama.models["keeper"].params["stop"]) == (None, ["<|im_end|>"])


@pytest.mark.slow
def test_that_running_text_goes_on_there_as_it_does_here(ollama: FakeOllama, text_folder: Path, tmp_path: Path) -> None:
    """Without its run others are asked, which is told; a base without a chat template gets none."""
    result, notices = bring(text_folder, tmp_path / "gone")
    assert (result.same, result.ends, result.rendered, result.differences) == (True, None, None, [])
    assert [notice.code for notice in notices] == ["export.no-questions"]
    assert ollama.models["run"].template == "{{ .Prompt }}"


@pytest.mark.slow
def test_that_every_text_arrives_as_it_is(ollama: FakeOllama, run: runs.Run, folder: Path, tmp_path: Path) -> None:
    """What no Modelfile could say."""
    copy = shutil.copytree(folder, tmp_path / "copy")
    contents = read_contents(copy)
    hostile = {"system": 'A """ family: \U0001f468\u200d\U0001f469', "license": ["no-break\u00a0space", "MIT"]}
    more = {"parameters": contents.parameters | {"temperature": 0.7, "stop": ["<|im_end|>", 'a\tb"\u200d', "e"]}}
    write_contents(copy / "ollama.json", structs.replace(contents, **hostile, **more))
    result, _ = bring(copy, run.folder)
    assert result.differences == []
    model = ollama.models["keeper"]
    assert {"system": model.system, "license": model.license} == hostile and model.params == more["parameters"]
    assert result.ends and not any("e" in answer.text for answer in result.answers)
    assert result.rendered is False  # the held-out conversations have no such system prompt, and Ollama puts it there


@pytest.mark.slow
def test_that_what_differs_is_a_verdict_and_no_error(ollama: FakeOllama, run: runs.Run, folder: Path) -> None:
    ollama.faults.answer = " Never."
    ollama.faults.template = "{{ .Prompt }} {{ .Response }}"
    result, notices = bring(folder, run.folder)
    assert {notice.code for notice in notices} >= {"ollama.answers-differ", "ollama.other-prompt", "ollama.not-as-sent"}
    assert (result.same, result.rendered) == (False, False)
    assert result.differences == ["It uses another chat template than the trained one."]
    assert result.rendered_theirs and result.rendered_ours.startswith("<|im_start|>")
    assert all(answer.at == 0 and answer.theirs and answer.margin is not None for answer in result.answers)
    assert "keeper" in ollama.models


@pytest.mark.slow
def test_that_a_later_version_that_says_no_word_of_the_prompt_is_asked_all_the_same(
    ollama: FakeOllama, run: runs.Run, folder: Path
) -> None:
    ollama.faults.silent = True
    result, _ = bring(folder, run.folder)
    assert result.rendered is None and result.same


@pytest.mark.slow
def test_that_nothing_is_done_where_ollama_does_not_run(
    run: runs.Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeOllama(tmp_path / "store") as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
    assert refusal(folder, run.folder).code == "ollama.not-running"
    job = p.ExportJob(run=str(run.folder), kind="ollama", output=str(tmp_path / "new"), create=True)
    with pytest.raises(LuthierError) as caught, JobContext(lambda event: None) as context:
        export_run(job, context)
    assert caught.value.code == "ollama.not-running"
    assert not (tmp_path / "new").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("version", "code"), [("0.29.9", "ollama.too-old"), ("banana", "ollama.not-ollama"), (None, "ollama.not-ollama")]
)
def test_that_another_version_or_program_is_refused(
    ollama: FakeOllama, run: runs.Run, folder: Path, version: str | None, code: str
) -> None:
    ollama.faults.version = version or ""
    assert refusal(folder, run.folder).code == code
    assert not ollama.models


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ({"upload": 1 << 20, "dies": True}, "ollama.gone"),
        ({"upload": 1 << 20}, "ollama.no-space"),
        ({"full": 1 << 20}, "ollama.no-space"),
        ({"create": "unsupported architecture"}, "ollama.refused"),
        ({"quantize": True}, "ollama.no-space"),
        ({"die": "/api/create"}, "ollama.gone"),
    ],
)
@pytest.mark.slow
def test_that_what_goes_wrong_is_told_and_leaves_no_model(
    ollama: FakeOllama, run: runs.Run, folder: Path, fault: dict[str, Any], code: str
) -> None:
    for name, value in fault.items():
        setattr(ollama.faults, name, value)
    error = refusal(folder, run.folder)
    assert error.code == code and error.hint
    assert not ollama.models or "die" in fault
    assert (folder / "model.gguf").is_file()


@pytest.mark.usefixtures("ollama")
@pytest.mark.slow
def test_that_a_name_ollama_does_not_take_is_told(run: runs.Run, folder: Path) -> None:
    for name in ("no blanks", "a" * 81):
        error = refusal(folder, run.folder, name=name)
        assert error.code == "ollama.bad-name" and "Up to 80 letters" in error.hint


@pytest.mark.slow
def test_that_a_folder_of_another_kind_is_refused(ollama: FakeOllama, run: runs.Run, tmp_path: Path) -> None:
    assert refusal(tmp_path, run.folder).code == "ollama.no-folder"
    assert not ollama.asked


@pytest.mark.parametrize("place", ["/api/create", "/api/chat", "upload"])
@pytest.mark.slow
def test_that_cancelling_leaves_nothing_in_ollama(ollama: FakeOllama, run: runs.Run, folder: Path, place: str) -> None:
    """Whatever it is at, and at once: it says nothing more."""
    ollama.faults.hang = place
    control = Control()
    watcher = threading.Thread(target=lambda: (ollama.hanging.acquire(), control.cancel.set()))
    watcher.start()
    with pytest.raises(Cancelled):
        bring(folder, run.folder, control=control)
    watcher.join()
    assert not ollama.models and sorted(file.name for file in folder.iterdir()) == NAMES
    assert place == "upload" or ("DELETE", "/api/delete") in ollama.asked


@pytest.mark.process
@pytest.mark.slow
def test_that_one_command_does_it_all(ollama: FakeOllama, run: runs.Run, tmp_path: Path) -> None:
    """Export and create; then the folder again, by itself, under another name."""
    out, command = tmp_path / "out", [sys.executable, "-m", "core.cli"]
    done = subprocess.run(
        [*command, "export", str(run.folder), "ollama", "-o", str(out), "--create", "--name", "fox", "--json"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["commands"] == ["ollama run fox"] and result["ollama"]["same"] and result["ends"] in (True, False)
    again = subprocess.run(
        [*command, "ollama", "create", str(out), "--run", str(run.folder), "--name", "owl"],
        capture_output=True,
        text=True,
    )
    assert again.returncode == 0, again.stderr
    assert "answers as here" in again.stdout and again.stdout.splitlines()[-1] == "  ollama run owl"
    assert list(ollama.models) == ["fox", "owl"]
