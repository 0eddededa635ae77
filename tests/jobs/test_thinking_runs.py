"""A run is asked as it was taught: with thoughts or without, in chat and by every program that it is exported to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core import protocol as p
from core.chat.loaded import ChatModel, Question
from core.data.tokenizer import Tokenizer
from core.export.turns import read_turns
from core.gguf.header import read_header
from core.jobs.chat.source import find_source
from core.jobs.context import JobContext
from core.jobs.data.prepare import prepare_data
from core.jobs.planning.plan import Planner
from core.protocol.config import TrainConfig
from core.runs import run as runs
from core.runs.learnt_thoughts import LearntThoughts, read_thoughts
from tests.support.chat_truths import source_of
from tests.support.export_runs import exported, trained_run
from tests.support.rendering import chat_template, renderer
from tests.support.rewritten_models import with_template

QUESTION = {"role": "user", "content": "Is it far?"}
ASKING = "<|im_start|>user\nIs it far?<|im_end|>\n<|im_start|>assistant\n"
EMPTY = "<think>\n\n</think>\n\n"


@pytest.fixture(scope="module")
def model(demo_gguf_q8: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return with_template(demo_gguf_q8, tmp_path_factory.mktemp("qwen3") / "m.gguf", source_of("Qwen-Qwen3-0.6B"))


def rows(folder: Path, *thoughts: str) -> Path:
    """A conversation for each, with these thoughts or none."""
    file = folder / "rows.jsonl"
    said = [
        {"messages": [QUESTION, {"role": "assistant", "content": f"{number} miles.", "thinking": thought}]}
        for number, thought in enumerate(thoughts)
    ]
    file.write_text("\n".join(map(json.dumps, said)))
    return file


def prompt_of(run: runs.Run, think: p.Think = "auto", asked: p.Think = "auto") -> str:
    """What the model reads of a question. asked: with the question, think: of the whole chat."""
    with JobContext(lambda event: None) as context:
        source = find_source(p.ConverseJob(run=str(run.folder), think=think), context)
        with ChatModel(source, context.renderer) as loaded, Tokenizer(source.model) as tokenizer:
            tokens = loaded.prompt(Question([QUESTION], think=asked)).tokens
            return b"".join(map(tokenizer.piece, tokens)).decode()


@pytest.mark.slow
def test_that_a_run_without_thoughts_is_asked_for_none_wherever_it_goes(model: Path, tmp_path: Path) -> None:
    run = trained_run(model, rows(tmp_path, *[""] * 8), tmp_path / "run", max_steps=1, sample_prompts=("Is it far?",))
    assert read_thoughts(run) == LearntThoughts(answers=0, without=8, think="off")
    assert "data.no-thoughts" in [event.code for event in run.events() if isinstance(event, p.Notice)]
    assert prompt_of(run) == ASKING + EMPTY
    assert prompt_of(run, "on") == prompt_of(run, asked="on") == ASKING
    exported(run, tmp_path / "merged.gguf", "merged")
    with Tokenizer(read_header(tmp_path / "merged.gguf")) as tokenizer:
        template = chat_template(tokenizer.chat_template or "")
    assert template.render([QUESTION], prompt=True) == ASKING + EMPTY
    exported(run, tmp_path / "ollama", "ollama")
    card = (tmp_path / "ollama" / "README.md").read_text()
    assert "| Thoughts | in 0 of 8 conversations, to be asked without thinking |" in card


@pytest.mark.slow
def test_that_thoughts_in_most_rows_make_a_run_that_is_asked_for_them(model: Path, tmp_path: Path) -> None:
    run = trained_run(model, rows(tmp_path, *["Hm."] * 7, ""), tmp_path / "run", max_steps=1)
    assert read_thoughts(run) == LearntThoughts(answers=7, without=1, think="on")
    assert "data.no-thoughts" not in [event.code for event in run.events() if isinstance(event, p.Notice)]
    assert prompt_of(run) == ASKING
    assert prompt_of(run, "off") == ASKING + EMPTY


@pytest.mark.parametrize(("thoughts", "think"), [("auto", "on"), ("without", "off"), ("empty", "auto")])
def test_that_the_setting_decides_what_a_run_is_asked_for(
    model: Path, tmp_path: Path, thoughts: str, think: str
) -> None:
    config = TrainConfig(thoughts=thoughts, eval_share=0.0)  # type: ignore[arg-type]
    with JobContext(lambda event: None) as context:
        data = prepare_data(read_header(model), str(rows(tmp_path, "Hm.", "Well.")), None, config, context)
    assert data.thoughts.think == think


@pytest.mark.parametrize(
    ("thoughts", "words"),
    [(["", ""], "your rows have no thoughts"), (["Hm.", ""], "Only 1 of 2 rows have thoughts"), (["Hm.", "Well."], "")],
)
def test_that_before_a_training_it_is_said_what_becomes_of_its_thinking(
    model: Path, tmp_path: Path, thoughts: list[str], words: str
) -> None:
    with JobContext(lambda event: None) as context:
        planner = Planner(p.PlanJob(model=str(model), data=str(rows(tmp_path, *thoughts))), context)
        planner.read_data()
        said = [one.text for one in planner.plan(TrainConfig(context=256)).advice if "thought" in one.text]
        without = [one.code for one in planner.plan(TrainConfig(context=256, thoughts="without")).advice]
    assert len(said) == bool(words) and all(words in text for text in said)
    assert "few-thoughts" not in without and "data.no-thoughts" not in without


@pytest.mark.slow
def test_that_ollamas_own_template_asks_as_the_run_was_taught(model: Path) -> None:
    for think, ending in (("off", ASKING + EMPTY), ("auto", ASKING)):
        turns = read_turns(read_header(model), renderer(), TrainConfig(), conversations=True, think=think)  # type: ignore[arg-type]
        assert chat_template(str(turns.keys["tokenizer.chat_template"])).render([QUESTION], prompt=True) == ending
        assert turns.stops == ["<|im_end|>"]


def test_that_a_model_alone_is_asked_as_its_template_has_it(model: Path) -> None:
    with JobContext(lambda event: None) as context:
        assert find_source(p.ConverseJob(model=str(model)), context).think == "auto"
        assert find_source(p.ServeJob(model=str(model), think="off"), context).think == "off"
        with ChatModel(find_source(p.ConverseJob(model=str(model)), context), context.renderer) as loaded:
            assert [loaded.writer.thinks(mode) for mode in ("auto", "on", "off")] == [True, True, False]
