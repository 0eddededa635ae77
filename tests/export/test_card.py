"""The model card of an export: what the hub reads of it, what people read, and that nothing of theirs is lost."""

from __future__ import annotations

import json
import math
import re
import shutil
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import numpy as np
import pytest
from huggingface_hub import metadata_load

from core import protocol as p
from core.advice.assessment import everything_else, everything_else_while_held, your_questions
from core.base import paths
from core.data.example import read_examples
from core.engine.lora.adapter_file import read_adapter
from core.export.card.facts import History, history_of
from core.export.card.text import plain
from core.export.card.write import drawn_losses, is_our_card, smoothed
from core.export.check.loss import evaluate_with_llama_cpp
from core.runs import run as runs
from core.runs.info import RunAssessment, write_assessment
from tests.support.export_runs import exported, trained_run
from tests.support.places import FIXTURES

pytestmark = pytest.mark.usefixtures("brief_answers")

CHAT = paths.DEMO / "chat.jsonl"
NAMES = "Base model", "Fine-tuned"


@pytest.fixture(scope="module")
def run(demo_gguf_q8: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    return trained_run(
        demo_gguf_q8,
        CHAT,
        tmp_path_factory.mktemp("card") / "My *Run* | 7",
        context=128,
        max_steps=8,
        hold=1.0,
        goal="exact",
    )


@pytest.fixture(scope="module")
def adapter(run: runs.Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An exported adapter, with its card beside it."""
    file = tmp_path_factory.mktemp("out") / "my keeper.gguf"
    result, notices = exported(run, file, "adapter")
    assert result.files == [str(file), str(card_of(file)), str(picture_of(file))]
    assert "export.card-kept" not in [notice.code for notice in notices]
    return file


def card_of(file: Path) -> Path:
    return file.with_name(f"{file.stem}.README.md")


def picture_of(file: Path) -> Path:
    return file.with_name(f"{file.stem}.loss.svg")


@pytest.mark.slow
def test_that_a_card_gives_the_numbers_of_the_run_and_of_the_check(run: runs.Run, adapter: Path) -> None:
    history, card = history_of(run.events()), card_of(adapter).read_text()
    assert history.data is not None and history.before is not None
    after = history.evaluations[8]
    for number in (history.data.rows, history.data.tokens, history.data.tokens_trained):
        assert f"| {number:,}" in card
    assert f"| Base model | {history.before:.4f} |" in card
    assert f"| Fine-tuned | {after:.4f} | {math.exp(after):#.3g}" in card
    assert f"in training | {after:.4f} |" in card
    assert "| Steps | 8 of 8 |" in card
    assert "rank 4, alpha 32" in card and "| Learning rate | 2e-3, cosine, warm-up 5% |" in card
    assert "| Format | messages |" in card and "| Name | `chat.jsonl` |" in card
    assert "llama-server -m BASE.gguf --lora 'my keeper.gguf'" in card
    assert "![The loss while training](my%20keeper.loss.svg)" in card
    assert "# My \\*Run\\* \\| 7" in card


@pytest.mark.slow
def test_that_a_file_without_an_ending_is_what_it_is(run: runs.Run, tmp_path: Path) -> None:
    exported(run, tmp_path / "keeper", "adapter")
    card = tmp_path / "keeper.README.md"
    assert "llama-server -m BASE.gguf --lora keeper" in card.read_text() and "peft" not in card.read_text().lower()
    assert metadata_load(card)["library_name"] == "gguf"


@pytest.mark.slow
def test_that_a_card_holds_no_folders_and_nothing_of_the_data(run: runs.Run, adapter: Path) -> None:
    card = card_of(adapter).read_text()
    for folder in (run.folder.parent, adapter.parent, CHAT.parent, Path.home()):
        assert str(folder) not in card
    answers = [json.loads(line)["messages"][-1]["content"] for line in CHAT.read_text().splitlines()]
    assert len(answers) > 300
    assert not [answer for answer in answers if answer[:30] in card]


@pytest.mark.slow
def test_that_the_hub_reads_what_it_needs(adapter: Path) -> None:
    front = metadata_load(card_of(adapter))
    assert front["pipeline_tag"] == "text-generation"
    assert front["library_name"] == "gguf"
    assert {"lora", "gguf", "conversational"} <= set(front["tags"])
    assert front["language"] == ["en"]
    assert not {"base_model", "base_model_relation", "license"} & front.keys()  # nobody knows them


@pytest.mark.slow
def test_that_a_downloaded_base_is_named_with_its_licence(
    run: runs.Run, demo_gguf_q8: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "home"))
    folder = paths.models_dir() / "ann" / "storyteller"
    folder.mkdir(parents=True)
    (folder / "README.md").write_text("---\nlicense: other\nlicense_name: tale-1\nlicense_link: https://a.b/c\n---\n")
    shutil.copy(demo_gguf_q8, folder / "model.gguf")
    again = runs.Run(tmp_path / "again")
    shutil.copytree(run.folder, again.folder)
    again.write_info(msgspec.structs.replace(run.info(), model=str(folder / "model.gguf")))
    exported(again, tmp_path / "ollama")
    front, card = metadata_load(tmp_path / "ollama" / "README.md"), (tmp_path / "ollama" / "README.md").read_text()
    assert (front["base_model"], front["base_model_relation"]) == ("ann/storyteller", "finetune")
    assert (front["license"], front["license_name"], front["license_link"]) == ("other", "tale-1", "https://a.b/c")
    assert "under [tale-1](https://a.b/c)" in card
    assert "ollama create again -f Modelfile" in card and "FROM" not in card
    assert (tmp_path / "ollama" / "loss.svg").is_file() and "](loss.svg)" in card


@pytest.mark.slow
def test_that_a_card_repeats_the_assessment_of_its_checkpoint(run: runs.Run, tmp_path: Path) -> None:
    other = runs.Run(tmp_path / "other")
    shutil.copytree(run.folder, other.folder)
    step = max(int(path.name.removeprefix("step-")) for path in other.checkpoints_dir.glob("step-*"))
    yours, else_ = "Your questions: the tuned model has 9 of 12 right.", everything_else(1.0)
    said = RunAssessment(verdict=f"{yours}\n{else_}", test="mails.jsonl", made=0, step=step, moved=1.0)
    story = history_of(run.events()).story
    measured, distance = story.evaluations[step], story.moved(step)
    assert distance is not None and measured.answers
    while_held = everything_else_while_held(distance)
    asked = f"{yours} (Asked: mails.jsonl.)"
    for of, lines in (
        (said, (asked, else_)),
        (msgspec.structs.replace(said, verdict=yours, moved=None), (asked, while_held)),  # against another run
        (msgspec.structs.replace(said, step=step - 1), (your_questions(measured.right, measured.answers), while_held)),
    ):
        write_assessment(other.assessment_file, of)
        exported(other, tmp_path / "it.gguf", "adapter", force=True)
        text = card_of(tmp_path / "it.gguf").read_text()
        assert "## What it learnt\n\n" + "\n\n".join(map(plain, lines)) + "\n\n|" in text


@pytest.mark.slow
def test_that_an_export_at_another_strength_says_so_and_nothing_that_was_measured_at_1(
    run: runs.Run, tmp_path: Path
) -> None:
    whole, learnt = exported(run, tmp_path / "whole.gguf", "merged", "f16")[0], read_adapter(run.adapter)
    half, _ = exported(run, tmp_path / "half.gguf", "merged", "f16", strength=0.5)
    exported(run, tmp_path / "weak.gguf", "adapter", strength=0.5)
    assert half.strength == 0.5 and half.keeps == pytest.approx(1, abs=0.01) and not isinstance(whole.strength, float)
    weak, rows, base = read_adapter(tmp_path / "weak.gguf"), read_examples(run.evaluation), Path(run.info().model)
    assert weak.alpha == learnt.alpha / 2
    for name, factors in learnt.tensors.items():
        assert all(map(np.array_equal, factors, weak.tensors[name]))
    merged, beside = (
        evaluate_with_llama_cpp(model, adapter, rows)[0]
        for model, adapter in ((tmp_path / "half.gguf", None), (base, tmp_path / "weak.gguf"))
    )
    assert merged == pytest.approx(beside, rel=2e-3) and merged > (whole.loss_llama_cpp or 0) + 0.01
    card = card_of(tmp_path / "half.gguf").read_text()
    assert "| Strength | 0.5 of what was learnt |" in card and "On held-out text it was not measured." in card
    assert "Your questions" not in card and "Everything else" not in card
    assert "| Strength |" not in card_of(tmp_path / "whole.gguf").read_text()


def test_that_a_card_says_how_choices_were_learnt_from(run: runs.Run, tmp_path: Path) -> None:
    other = runs.Run(tmp_path / "choices")
    shutil.copytree(run.folder, other.folder)
    info = other.info()
    config = msgspec.structs.replace(info.config, objective="dpo", label_smoothing=0.1)
    other.write_info(msgspec.structs.replace(info, config=config))
    exported(other, tmp_path / "a.gguf", "adapter")
    card = card_of(tmp_path / "a.gguf").read_text()
    assert "| Learns by | DPO from pairs of answers, beta 0.1, label smoothing 0.1 |" in card and "- dpo\n" in card
    assert "| Learns from |" not in card
    assert "trained on choices between answers of the owner's" in card


@pytest.mark.parametrize("objective", ["dpo", "orpo"])
def test_that_a_card_tells_the_right_choices(run: runs.Run, tmp_path: Path, objective: str) -> None:
    other = runs.Run(tmp_path / "choices")
    shutil.copytree(run.folder, other.folder)
    distance = 0.25 if objective == "dpo" else None
    told = list(run.events())
    for event in told:
        if isinstance(event, p.TrainingStarted):
            event.objective = objective
        if isinstance(event, p.Evaluation):
            event.right, event.answers = event.step, 9
            event.choices = p.Choices(chosen=-9.0, rejected=-12.0, margin=0.5, distance=distance)
    other.events_file.write_bytes(b"".join(map(p.encode, told)))
    exported(other, tmp_path / "a.gguf", "adapter")
    card = card_of(tmp_path / "a.gguf").read_text()
    heads = "| Loss (nats a pair) | Right choices | Reward margin |"
    assert (f"{heads} Distance (nats a token) |" if distance else f"{heads}\n") in card
    lines = (card.partition(f"| {name} | ")[2].partition("\n")[0] for name in NAMES)
    before, after = (line.strip(" |").split(" | ")[1:] for line in lines)
    assert before == (["–", "–", "–"] if distance else ["0 of 9", "0.500"])  # none has gained yet
    assert after == (["8 of 9", "0.500", "0.250"] if distance else ["8 of 9", "0.500"])
    assert "A choice is right if its chosen answer has" in card


def test_that_a_loss_of_another_objective_has_no_perplexity_and_is_not_compared(run: runs.Run, tmp_path: Path) -> None:
    other = runs.Run(tmp_path / "other")
    shutil.copytree(run.folder, other.folder)
    told = list(run.events())
    for event in told:
        if isinstance(event, p.TrainingStarted):
            event.objective = "another"
        if isinstance(event, p.Evaluation):
            event.answers = 0
    other.events_file.write_bytes(b"".join(map(p.encode, told)))
    result, _ = exported(other, tmp_path / "a.gguf", "adapter")
    assert result.loss_training is None and result.loss_llama_cpp is None
    before, after = ((card_of(tmp_path / "a.gguf").read_text()).partition(f"| {name} | ")[2][:12] for name in NAMES)
    history = history_of(told)
    assert "| On held-out text | Loss |\n" in card_of(tmp_path / "a.gguf").read_text()
    assert before.startswith(f"{history.before:.4f} |\n") and after.startswith(f"{history.evaluations[8]:.4f} |\n")


@pytest.mark.slow
@pytest.mark.parametrize("taken", ["card", "picture"])
def test_that_a_file_of_somebody_elses_stays_and_is_said(run: runs.Run, tmp_path: Path, taken: str) -> None:
    file = tmp_path / "a.gguf"
    theirs, other = (card_of(file), picture_of(file)) if taken == "card" else (picture_of(file), card_of(file))
    theirs.write_bytes(b"my own")
    result, notices = exported(run, file, "adapter")
    assert theirs.read_bytes() == b"my own" and not other.exists()
    assert result.files == [str(file)]
    (kept,) = [notice for notice in notices if notice.code == "export.card-kept"]
    assert theirs.name in kept.message and "--force" in kept.hint
    exported(run, file, "adapter", force=True)
    assert is_our_card(card_of(file)) and theirs.read_bytes() != b"my own"


@pytest.mark.slow
def test_that_an_export_replaces_its_own_card(run: runs.Run, adapter: Path, tmp_path: Path) -> None:
    for file in (adapter, card_of(adapter), picture_of(adapter)):
        shutil.copy(file, tmp_path)
    card_of(tmp_path / adapter.name).write_text(card_of(adapter).read_text().replace("Steps", "Stairs"))
    exported(run, tmp_path / adapter.name, "adapter")
    assert "| Steps |" in card_of(tmp_path / adapter.name).read_text()
    assert not list(tmp_path.glob("*.part"))


SVG = "{http://www.w3.org/2000/svg}"


def drawn(history: History, title: str = "") -> tuple[dict[str, list[tuple[float, float]]], list[str]]:
    """The points of each curve by its colour, and all texts."""
    root = ElementTree.fromstring(drawn_losses(history, title))
    curves = {
        line.attrib["stroke"]: [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
        for line in root.iter(f"{SVG}polyline")
    }
    curves["dots"] = [(float(dot.attrib["cx"]), float(dot.attrib["cy"])) for dot in root.iter(f"{SVG}circle")]
    return curves, [text.text or "" for text in root.iter(f"{SVG}text")]


def test_that_the_picture_shows_every_curve_where_its_numbers_are(run: runs.Run, adapter: Path) -> None:
    history = history_of(run.events())
    picture = picture_of(adapter).read_text(encoding="utf-8")
    assert picture == drawn_losses(history, run.title)
    curves, texts = drawn(history, run.title)
    assert texts[0] == run.title and {"step", "loss (nats a token)", "training", "held-out text"} <= set(texts)
    assert [len(curves[colour]) for colour in ("#b9cbe4", "#2a5d9f")] == [len(history.losses)] * 2
    assert len(curves["dots"]) == 1 + len(history.evaluations)
    highest, last = max(map(float, re.findall(r'text-anchor="end">([\d.]+)<', picture))), 8
    for step, (x, y) in zip(history.losses, curves["#b9cbe4"], strict=True):
        assert x == pytest.approx(64 + 720 * step / last, abs=0.1)
        assert 44 < y < 402 and y == pytest.approx(402 - 358 * history.losses[step] / highest, abs=0.1)


def test_that_any_name_can_be_drawn(run: runs.Run) -> None:
    _, texts = drawn(history_of(run.events()), "$x^{ <b> & \x07\udc80\n“7”")
    assert texts[0] == "$x^{ <b> & “7”"


def test_that_a_long_training_makes_a_small_picture_without_losing_what_stands_out(run: runs.Run) -> None:
    losses = dict.fromkeys(range(100000), 1.0) | {500: 50.0, 700: 0.0, 900: math.nan}
    curves, texts = drawn(replace(history_of(run.events()), losses=losses))
    heights = [y for _, y in curves["#b9cbe4"]]
    assert len(heights) <= 1440 and min(heights) == 44 and max(heights) == 402 and "100,000" in texts


def test_that_what_an_earlier_version_drew_is_replaced(run: runs.Run, tmp_path: Path) -> None:
    earlier, theirs = tmp_path / "a.loss.png", tmp_path / "b.loss.png"
    for file, text in ((earlier, b"PNG Software Luthier"), (theirs, b"PNG of mine")):
        file.write_bytes(text)
        exported(run, file.with_name(f"{file.name[0]}.gguf"), "adapter")
        assert file.with_suffix(".svg").is_file()
    assert not earlier.exists() and theirs.read_bytes() == b"PNG of mine"


def test_that_smoothing_neither_lags_nor_lies() -> None:
    assert smoothed([2.0] * 50) == pytest.approx([2.0] * 50)
    ramp = [float(i) for i in range(200)]
    assert smoothed(ramp)[100] == pytest.approx(100.0 - 0.5, abs=1.0)


def test_that_what_came_after_a_lost_checkpoint_does_not_count() -> None:
    def step(number: int, loss: float) -> p.Step:
        return p.Step(
            step=number, steps=4, epoch=0, loss=loss, learning_rate=0, grad_norm=0, tok_s=0, tokens_seen=0,
            tokens_trained=0, seconds_left=0,
        )  # fmt: skip

    def start(at: int) -> p.TrainingStarted:
        return p.TrainingStarted(run="x", step=at, steps=4, trainable=1)

    late = p.Evaluation(step=3, loss=9.0, perplexity=1, tokens=1, adapter=True)
    events = [start(0), step(1, 3.0), step(2, 2.5), step(3, 9.0), late, start(2), step(3, 2.0), step(4, 1.5)]
    history = history_of(events)
    assert history.losses == {1: 3.0, 2: 2.5, 3: 2.0, 4: 1.5}
    assert not history.evaluations


@pytest.mark.slow
def test_that_the_card_of_a_model_that_also_sees_says_what_shows_it_images(tmp_path: Path) -> None:
    run = trained_run(FIXTURES / "smolvlm", paths.DEMO / "holmes.txt", tmp_path / "run", max_steps=1)
    exported(run, tmp_path / "a.gguf", "adapter")
    assert "`--mmproj`" in card_of(tmp_path / "a.gguf").read_text()
    exported(run, tmp_path / "peft", "peft")
    assert "AutoModelForImageTextToText.from_pretrained(" in (tmp_path / "peft" / "README.md").read_text()


@pytest.mark.parametrize("text", ["a --> <script>", "x\n---\nlicense: mit", "[a](b) `c` | d"])
def test_that_a_name_stays_text(text: str) -> None:
    shown = plain(text)
    assert "-->" not in shown and "\n" not in shown and "\\<" in shown + "\\<"
