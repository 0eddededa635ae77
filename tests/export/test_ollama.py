"""The folder for Ollama: what its reader makes of the Modelfile, and what llama.cpp makes of the model in it."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from core import protocol as p
from core.base import paths
from core.base.command_lines import into_ollama, ollama_name
from core.convert.convert import convert
from core.convert.quantize import quantize
from core.data.chat.template import CHATML
from core.data.example import read_examples
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.export.ollama.folder import (
    Contents,
    can_say,
    common_system_prompt,
    context_for,
    modelfile,
    read_contents,
    sampling,
)
from core.export.turns import learnt_conversations, read_turns, signed
from core.gguf.header import read_header
from core.jobs.chat.source import find_source
from core.jobs.context import JobContext
from core.jobs.planning.beginning import read_beginning
from core.protocol.config import TrainConfig
from core.runs import run as runs
from tests.support.chat_truths import source_of
from tests.support.data import write_book
from tests.support.export_runs import exported, trained_run
from tests.support.modelfile_reader import read_modelfile
from tests.support.places import FIXTURES
from tests.support.rendering import chat_template, renderer
from tests.support.rewritten_models import with_template

CHAT = paths.DEMO / "chat.jsonl"
IM_END = 2  # the bundled model's token
HOSTILE = [
    "plain",
    'ends in a quote"',
    '"begins with one',
    'a ""\nline that ends in two ""\n""',
    '"',
    '""',
    "# not a comment\nFROM ./other.gguf\nPARAMETER stop x\n",
    "  blanks around  ",
    "\n\nlines\n\n",
    'backslash \\n \\" stays',
    "Ünïcödé 日本語 🦊 <｜end▁of▁sentence｜>",
    "",
    'closes """ itself',
    'a line ends so """\nand goes on',
    "a tab\tin it",
    "no-break\u00a0space",
    "family 👨‍👩‍👧",  # zero-width joiners
    "soft\u00adhyphen",
    "\ufeffmark",
    "bell\a",
    "carriage\rreturn",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_that_ollama_reads_back_what_was_meant_or_it_is_not_written(text: str) -> None:
    contents = Contents(
        run="My Run\nFROM evil",
        parameters={"num_ctx": 4096, "temperature": 0.7, "stop": [text]},
        is_raw=True,
        system=text,
        license=[text, "MIT"],
    )
    sayable = [text] if can_say(text) else []
    assert read_modelfile(modelfile(contents)) == [
        ("from", "./model.gguf"),
        ("num_ctx", "4096"),
        ("temperature", "0.7"),
        *(("stop", one) for one in sayable),
        ("template", "{{ .Prompt }}"),
        *(("system", one) for one in sayable if one),
        *(("license", one) for one in [*sayable, "MIT"]),
    ]
    assert contents.unsayable() == ([] if can_say(text) else ["stop text", "system prompt", "licence"])


@pytest.mark.parametrize("text", [text for text in HOSTILE if not can_say(text)])
def test_that_the_reader_would_change_what_is_left_out(text: str) -> None:
    """All but line ends of another kind, and quotes within a line, which are left out to be on the safe side."""
    try:
        read = dict(read_modelfile(f'FROM x\nSYSTEM """{text}"""\n')).get("system")
    except ValueError:
        read = None
    assert read != text or "\r" in text or text == 'closes """ itself'


NONE: Mapping[str, str] = MappingProxyType({})


@pytest.fixture(autouse=True)
def short_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as those that are compared: hardly trained models go on for as long as they may."""
    monkeypatch.setattr("core.jobs.export.reference._ANSWER", 32)


@pytest.fixture(scope="module")
def base(demo_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled model as base models come: without a chat template, and with another end of text."""
    return converted(demo_model, tmp_path_factory.mktemp("base"))


def converted(demo_model: Path, folder: Path, renamed: Mapping[str, str] = NONE, template: str = "") -> Path:
    """A copy of the bundled model, with the end of text of a base model and some tokens by other names."""
    source = folder / "base"
    shutil.copytree(demo_model, source)
    (source / "chat_template.jinja").unlink()
    for name in ("config.json", "generation_config.json"):
        fields = json.loads((source / name).read_text()) | {"eos_token_id": 0}
        (source / name).write_text(json.dumps(fields))
    fields = json.loads((source / "tokenizer_config.json").read_text()) | {"eos_token": "<|endoftext|>"}
    if template:
        fields["chat_template"] = template
    (source / "tokenizer_config.json").write_text(json.dumps(fields))
    for old, new in renamed.items():
        tokenizer = (source / "tokenizer.json").read_text()
        (source / "tokenizer.json").write_text(tokenizer.replace(json.dumps(old), json.dumps(new)))
    convert(source, folder / "base.gguf", "f16", lambda done, total: None)
    return folder / "base.gguf"


@pytest.fixture(scope="module")
def chat_run(base: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    return trained_run(base, CHAT, tmp_path_factory.mktemp("chat") / "My Run 7", context=128, max_steps=30)


@pytest.mark.slow
def test_that_a_base_model_leaves_with_the_template_and_the_end_that_it_learnt(
    chat_run: runs.Run, base: Path, tmp_path: Path
) -> None:
    assert read_header(base).values["tokenizer.ggml.eos_token_id"] == 0
    result, notices = exported(chat_run, tmp_path / "my model")
    folder = tmp_path / "my model"
    assert {file.name for file in folder.iterdir()} == {
        "model.gguf",
        "Modelfile",
        "README.md",
        "loss.svg",
        "ollama.json",
    }
    assert sorted(result.files) == sorted(str(file) for file in folder.iterdir())
    values = read_header(folder / "model.gguf").values
    assert values["tokenizer.chat_template"] == signed(CHATML)
    assert values["tokenizer.ggml.eos_token_id"] == values["tokenizer.ggml.eot_token_id"] == IM_END
    assert (values["luthier.run"], values["luthier.made"]) == ("My Run 7", "export")
    assert values["general.name"] == read_header(base).values["general.name"]
    read = read_modelfile((folder / "Modelfile").read_text())
    assert read == [("from", "./model.gguf"), ("num_ctx", "1024"), ("stop", "<|im_end|>")]
    assert result.commands == [
        f"ollama create my-run-7 -f {shlex.quote(str(folder / 'Modelfile'))}",
        "ollama run my-run-7",
    ]
    readme = (folder / "README.md").read_text()
    assert "My Run 7" in readme and "ollama create my-run-7 -f Modelfile" in readme
    everything = (
        (folder / "model.gguf").read_bytes()[:1_000_000] + readme.encode() + (folder / "Modelfile").read_bytes()
    )
    assert str(tmp_path).encode() not in everything and str(chat_run.folder.parent).encode() not in everything
    assert result.loss_llama_cpp == pytest.approx(result.loss_training, rel=5e-3)
    assert result.same_answer is True
    assert result.ends is ("export.no-end" not in [notice.code for notice in notices])
    with open_in_llama_cpp(folder / "model.gguf", vocabulary_only=True) as opened:
        assert opened.vocabulary.ends_generation(IM_END)
        assert opened.vocabulary.ends_generation(0)  # the old end still is one


@pytest.mark.slow
@pytest.mark.parametrize(
    ("base_type", "dora", "rounding"), [("f16", True, 0.005), ("q8_0", False, 0.005), ("q4_k_m", True, 0.01)]
)
def test_that_what_ollama_loads_has_the_loss_training_reported(
    base: Path, tmp_path: Path, base_type: str, dora: bool, rounding: float
) -> None:
    """And answers so, whatever the base's types; of four bits it is 8 where something was learnt."""
    model = tmp_path / "model.gguf"
    quantize(base, model, base_type, lambda done, total: None, lambda level, line: None)
    run = trained_run(model, CHAT, tmp_path / "run", max_steps=6, context=128, dora=dora)
    result, _ = exported(run, tmp_path / "ollama")
    assert result.loss_llama_cpp == pytest.approx(result.loss_training, rel=rounding)
    assert result.same_answer is True
    written, trained_on = read_header(tmp_path / "ollama" / "model.gguf"), read_header(model)
    expected = 7 if base_type == "q4_k_m" else trained_on.values["general.file_type"]
    assert written.values["general.file_type"] == expected


@pytest.mark.slow
def test_that_the_folder_takes_another_type_with_the_same_header(chat_run: runs.Run, tmp_path: Path) -> None:
    exported(chat_run, tmp_path / "ollama", dtype="Q8_0")
    header = read_header(tmp_path / "ollama" / "model.gguf")
    assert header.tensors["blk.1.ffn_down.weight"].type_name == "q8_0"
    assert header.values["tokenizer.chat_template"] == signed(CHATML)
    assert header.values["tokenizer.ggml.eos_token_id"] == IM_END
    assert header.values["luthier.run"] == "My Run 7"


@pytest.mark.slow
def test_that_a_run_on_running_text_goes_on_with_the_text(base: Path, tmp_path: Path) -> None:
    text = write_book(tmp_path / "pages.txt", 20_000)
    run = trained_run(base, text, tmp_path / "run", max_steps=4)
    text.unlink()  # what it was trained on is still known
    result, notices = exported(run, tmp_path / "ollama")
    values = read_header(tmp_path / "ollama" / "model.gguf").values
    assert "tokenizer.chat_template" not in values
    assert values["tokenizer.ggml.eos_token_id"] == 0
    assert dict(read_modelfile((tmp_path / "ollama" / "Modelfile").read_text()))["template"] == "{{ .Prompt }}"
    assert (result.ends, notices) == (None, [])


GEMMAS = {"<|im_start|>": "<start_of_turn>", "<|im_end|>": "<end_of_turn>"}


@pytest.mark.slow
def test_that_a_base_with_marks_of_turns_leaves_with_the_template_that_was_made_of_them(
    demo_model: Path, tmp_path: Path
) -> None:
    """And a run of form 3, from before they were taken, with the ChatML that it learnt."""
    run = trained_run(converted(demo_model, tmp_path, GEMMAS), CHAT, tmp_path / "run", context=128, max_steps=2)
    with JobContext(lambda event: None) as context:
        source = find_source(p.ChatJob(run=str(run.folder), prompt="Hi."), context)
    assert source.template is not None and source.stops == ("<end_of_turn>",)
    hi = [{"role": "user", "content": "Hi."}]
    prompt = "<start_of_turn>user\nHi.<end_of_turn>\n<start_of_turn>model\n"
    assert chat_template(source.template).render(hi, prompt=True) == prompt
    exported(run, tmp_path / "ollama")
    values = read_header(tmp_path / "ollama" / "model.gguf").values
    assert values["tokenizer.chat_template"] == source.template
    assert values["tokenizer.ggml.eos_token_id"] == values["tokenizer.ggml.eot_token_id"] == IM_END
    told = dict(read_modelfile((tmp_path / "ollama" / "Modelfile").read_text()))
    assert told["stop"] == "<end_of_turn>" and "template" not in told
    exported(run, tmp_path / "away", "elsewhere")
    assert signed((tmp_path / "away" / "chat_template.jinja").read_text()) == source.template
    written = json.loads(run.info_file.read_bytes())
    del written["config"]["turn_marks"]
    run.info_file.write_text(json.dumps(written | {"format": 3, "checksum": ""}))
    with JobContext(lambda event: None) as context:
        model = read_header(Path(run.info().model))
        assert read_beginning(run.adapter, TrainConfig(), model, context)[1].turn_marks == "chatml"
    exported(run, tmp_path / "older.gguf", "merged")
    assert read_header(tmp_path / "older.gguf").values["tokenizer.chat_template"] == signed(CHATML)


@pytest.mark.slow
def test_that_an_end_llama_cpp_does_not_know_becomes_one(demo_model: Path, tmp_path: Path) -> None:
    model = converted(demo_model, tmp_path, {"<|im_end|>": "<|halt|>"}, CHATML.replace("<|im_end|>", "<|halt|>"))
    with open_in_llama_cpp(model, vocabulary_only=True) as opened:
        assert not opened.vocabulary.ends_generation(IM_END)
    found = read_turns(model, renderer(), TrainConfig(), conversations=True)
    ends = {"tokenizer.ggml.eot_token_id": IM_END, "tokenizer.ggml.eos_token_id": IM_END}
    assert found.keys == {"tokenizer.chat_template": signed(CHATML.replace("<|im_end|>", "<|halt|>"))} | ends
    assert found.stops == ["<|halt|>"]
    run = trained_run(model, CHAT, tmp_path / "run", max_steps=2, context=128)
    exported(run, tmp_path / "merged.gguf", "merged")
    with open_in_llama_cpp(tmp_path / "merged.gguf", vocabulary_only=True) as opened:
        assert opened.vocabulary.ends_generation(IM_END)


def test_that_an_end_that_is_no_token_is_a_stop_text(demo_model: Path, tmp_path: Path) -> None:
    model = converted(demo_model, tmp_path, {"<|im_end|>": "<|halt|>"})  # ChatML's end is ordinary text here
    found = read_turns(model, renderer(), TrainConfig(), conversations=True)
    assert found.keys == {"tokenizer.chat_template": signed(CHATML)}
    assert found.stops == ["<|im_end|>"]


@pytest.mark.parametrize(
    ("name", "stops"),
    [
        ("microsoft-Phi-3.5-mini-instruct", ["<|end|>", "<|im_end|>"]),
        ("openai-gpt-oss-120b", ["<|end|>", "<|return|>"]),
        ("unsloth-Apriel-1.5", ["<|end|>", "<|im_end|>"]),
        ("google-gemma-2-2b-it", ["<end_of_turn>"]),
        ("Qwen-Qwen3-0.6B", ["<|im_end|>"]),
    ],
)
def test_that_marks_that_are_no_tokens_end_an_answer_whole(
    demo_gguf: Path, tmp_path: Path, name: str, stops: list[str]
) -> None:
    """Neither with the beginning of the next turn, nor showing at the end of each answer."""
    model = with_template(demo_gguf, tmp_path / "model.gguf", source_of(name))
    assert read_turns(model, renderer(), TrainConfig(), conversations=True).stops == stops


def test_that_an_end_of_text_which_the_template_writes_elsewhere_stays(demo_model: Path, tmp_path: Path) -> None:
    template = "{{ eos_token }}" + CHATML
    found = read_turns(
        converted(demo_model, tmp_path, template=template), renderer(), TrainConfig(), conversations=True
    )
    assert found.keys == {"tokenizer.chat_template": signed(template), "tokenizer.ggml.eot_token_id": IM_END}


@pytest.mark.slow
def test_that_a_model_of_ours_trained_again_is_signed_once(chat_run: runs.Run, tmp_path: Path) -> None:
    exported(chat_run, tmp_path / "merged.gguf", "merged")
    again = read_turns(tmp_path / "merged.gguf", renderer(), TrainConfig(), conversations=True)
    assert again.keys["tokenizer.chat_template"] == signed(CHATML) == signed(signed(CHATML))


def test_that_what_the_base_says_of_sampling_is_handed_on(base: Path, tmp_path: Path) -> None:
    """From a GGUF file's keys, or from the files of a checkpoint."""
    header = read_header(base)
    assert sampling(header, None) == {}
    keys = {"general.sampling.temp": 0.699999988079071, "general.sampling.top_k": 20}
    tuned = replace(header, values={**header.values, **keys})
    assert sampling(tuned, None) == {"temperature": 0.7, "top_k": 20}
    generation = {"do_sample": True, "temperature": 0.6, "top_p": 0.95, "eos_token_id": 2}
    (tmp_path / "generation_config.json").write_text(json.dumps(generation))
    assert sampling(header, tmp_path) == {"temperature": 0.6, "top_p": 0.95}
    (tmp_path / "generation_config.json").write_text(json.dumps(generation | {"do_sample": False}))
    assert sampling(header, tmp_path) == {}


def test_that_a_system_prompt_all_conversations_have_is_the_models(tmp_path: Path) -> None:
    def found(*systems: str) -> str:
        rows = [[{"role": "system", "content": text}] if text else [] for text in systems]
        talk = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}]
        data = tmp_path / "chats.jsonl"
        data.write_text("".join(json.dumps({"messages": [*row, *talk]}) + "\n" for row in rows))
        return common_system_prompt(data, TrainConfig(), lambda done, total: None)

    assert found("Be a fox.", "Be a fox.", "Be a fox.") == "Be a fox."
    assert found("Be a fox.", "Be an owl.") == found("Be a fox.", "") == found("", "Be a fox.") == ""
    assert common_system_prompt(tmp_path / "gone.jsonl", TrainConfig(), lambda done, total: None) == ""


@pytest.mark.slow
def test_that_the_folder_has_all_that_was_found(base: Path, tmp_path: Path) -> None:
    """A family of emoji is held together by invisible characters, which a Modelfile loses."""
    system, data = "You are the keeper. \U0001f468\u200d\U0001f469\u200d\U0001f467", tmp_path / "chats.jsonl"
    rows = [json.loads(line)["messages"] for line in CHAT.read_text().splitlines()]
    talks = [[{"role": "system", "content": system}, *row] for row in rows]
    data.write_text("".join(json.dumps({"messages": talk}) + "\n" for talk in talks))
    run = trained_run(base, data, tmp_path / "run", max_steps=2, context=256)
    _, notices = exported(run, tmp_path / "ollama")
    contents = read_contents(tmp_path / "ollama")
    assert (contents.run, contents.system, contents.parameters["stop"]) == ("run", system, ["<|im_end|>"])
    read = dict(read_modelfile(text := (tmp_path / "ollama" / "Modelfile").read_text()))
    assert "system" not in read and "The system prompt cannot be said here" in text
    assert "export.unsayable" in [notice.code for notice in notices]


@pytest.mark.slow
def test_that_conversations_are_known_by_the_held_out_tokens_once_the_data_is_gone(
    chat_run: runs.Run, tmp_path: Path
) -> None:
    held_out = read_examples(chat_run.evaluation)
    assert learnt_conversations(CHAT, TrainConfig(), [])
    assert learnt_conversations(tmp_path / "gone.jsonl", TrainConfig(), held_out)
    assert not learnt_conversations(tmp_path / "gone.jsonl", TrainConfig(), [])


def test_that_the_context_has_room_and_is_one_the_model_was_made_for() -> None:
    assert context_for(trained=512, model=131_072) == 4096
    assert context_for(trained=8192, model=131_072) == 16_384
    assert context_for(trained=2048, model=2048) == 2048


@pytest.mark.parametrize("name", ["..", "日本", "A run: 2 & more!", "x" * 200, "-rf"])
def test_that_ollama_takes_the_name(name: str) -> None:
    given = ollama_name(name)
    assert 0 < len(given) <= 80
    assert given[0].isalnum() and set(given) <= set("abcdefghijklmnopqrstuvwxyz0123456789.-")


def test_that_letters_are_kept_without_their_accents() -> None:
    assert ollama_name("My Llama Ünï") == "my-llama-uni"
    assert ollama_name("Füchse & Co.") == "fuchse-co"


def test_that_the_commands_can_be_pasted() -> None:
    create, run = into_ollama(Path("/home/ann/it's; mine"), "chats")
    assert shlex.split(create) == ["ollama", "create", "chats", "-f", "/home/ann/it's; mine/Modelfile"]
    assert shlex.split(run) == ["ollama", "run", "chats"]


@pytest.mark.process
def test_that_the_export_can_be_typed_anywhere(chat_run: runs.Run, tmp_path: Path) -> None:
    folder = tmp_path / "for me & you"
    command = [sys.executable, "-m", "core.cli", "export", str(chat_run.folder), "ollama", "-o", str(folder)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode().splitlines()[-2:] == [
        f"  {line}" for line in into_ollama(folder, ollama_name("My Run 7"))
    ]
    assert (folder / "model.gguf").is_file()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gpt-oss", "gemma4"])
def test_that_what_ollama_does_by_itself_for_a_model_is_told(tmp_path: Path, name: str) -> None:
    """It has a program of its own that writes Gemma 4's prompts."""
    checkpoint = shutil.copytree(FIXTURES / name, tmp_path / name)
    (checkpoint / "mxfp4.safetensors").unlink(missing_ok=True)
    (checkpoint / "chat_template.jinja").write_text(CHATML)
    data = tmp_path / "chat.jsonl"
    talk = [{"role": "user", "content": "Bed?"}, {"role": "assistant", "content": "Leeks."}]
    data.write_text("".join(json.dumps({"messages": talk, "n": n}) + "\n" for n in range(4)))
    run = trained_run(checkpoint, data, tmp_path / "run", max_steps=1, context=128, eval_share=0.0)
    result, notices = exported(run, tmp_path / "out")
    told = {notice.code: notice.message for notice in notices}
    assert read_header(tmp_path / "out/model.gguf").text("tokenizer.chat_template") == signed(CHATML)
    is_rendered = name == "gemma4"
    assert ("export.rendered-by-ollama" in told) == is_rendered
    assert result.commands[-1].endswith("--think=false") == is_rendered
    if is_rendered:
        assert "Ollama writes the prompts of gemma4 models by itself" in told["export.rendered-by-ollama"]
