from __future__ import annotations

import msgspec
import numpy as np
import pytest

from app.workers import endings
from app.workers.event_texts import LOST
from app.workers.run_model import RunModel, Series
from app.workers.verdict import right_answers, verdict_of
from core import protocol as p
from core.runs.summary import LOOKS


def step_event(step: int, loss: float = 4.0, steps: int = 100) -> p.Step:
    return p.Step(
        step=step, steps=steps, epoch=step / 50, loss=loss, learning_rate=2e-4, grad_norm=0.5, tok_s=300.0,
        tokens_seen=64 * step, tokens_trained=60 * step, seconds_left=10.0,
    )  # fmt: skip


def begun(step: int = 0) -> p.TrainingStarted:
    return p.TrainingStarted(run="r", step=step, steps=100, trainable=1000)


def hello(time: float = 1000.0, job: str = "train") -> p.Hello:
    return p.Hello(pid=1, job=job, version="0", time=time)


def memory(time: float) -> p.Memory:
    return p.Memory(rss=10, peak=12, available=20, total=40, time=time)


def fed(*events: p.Event) -> RunModel:
    model = RunModel()
    for event in events:
        model.add(event)
    return model


def test_that_a_series_keeps_its_rows_while_it_grows() -> None:
    series = Series("x", "y")
    for i in range(10_000):
        series.append(i, 2 * i)
    np.testing.assert_array_equal(series["y"], 2 * np.arange(10_000))
    series.keep_until(4)
    assert list(series["x"]) == [0, 1, 2, 3, 4]
    assert series.last("y") == 8


def test_that_going_on_drops_what_lies_after_the_checkpoint() -> None:
    before = [hello(), begun(), *(step_event(n, loss=5 - n / 100) for n in range(1, 9))]
    model = fed(*before, p.Evaluation(step=8, loss=3.0, perplexity=20.0, tokens=10, adapter=True))
    model.add(hello(job="resume"))
    model.add(begun(step=5))
    assert list(model.steps["step"]) == [1, 2, 3, 4, 5]
    assert len(model.evaluations) == 0
    model.add(step_event(6, loss=4.0))
    assert list(model.steps["step"]) == [1, 2, 3, 4, 5, 6]


def test_that_a_training_that_goes_back_loses_what_came_after_and_is_marked_there() -> None:
    back = p.WentBack(step=8, to=5, reason="the loss rose", rate_factor=0.5, count=1, most=2)
    model = fed(hello(), begun(), *(step_event(n, loss=5 + n) for n in range(1, 9)), back)
    assert list(model.steps["step"]) == [1, 2, 3, 4, 5]
    mark = model.marks[-1]
    assert (mark.step, mark.kind) == (5, "back")
    assert "step 8" in mark.text and "step 5" in mark.text and "half the learning rate" in mark.text


def test_that_the_smoothed_loss_goes_on_as_if_nothing_had_been_interrupted() -> None:
    losses = [4.2, 4.0, 4.4, 3.9, 3.7, 4.1]
    straight = fed(begun(), *(step_event(n, loss) for n, loss in enumerate(losses, 1)))
    resumed = fed(begun(), *(step_event(n, loss) for n, loss in enumerate([*losses[:3], 9.0], 1)), begun(step=3))
    for n, loss in enumerate(losses[3:], 4):
        resumed.add(step_event(n, loss))
    np.testing.assert_allclose(resumed.steps["smoothed"], straight.steps["smoothed"], rtol=1e-12)


def test_that_smoothing_a_constant_changes_nothing() -> None:
    model = fed(begun(), *(step_event(n, loss=3.5) for n in range(1, 50)))
    np.testing.assert_allclose(model.steps["smoothed"], 3.5)


def test_that_the_hours_between_two_workers_do_not_stretch_the_memory_graph() -> None:
    model = fed(hello(1000), memory(1001), memory(1010), hello(90_000), memory(90_002))
    assert list(model.memory["seconds"]) == [1, 10, 12]


def test_that_right_answers_are_said_beside_those_before() -> None:
    def measured(step: int, right: int, answers: int = 12) -> p.Evaluation:
        return p.Evaluation(
            step=step, loss=1.0, perplexity=2.7, tokens=30, adapter=step > 0, right=right, answers=answers
        )

    model = fed(begun(), measured(0, 1), step_event(1), measured(1, 9))
    said = "Your questions: 9 of 12 right. Before training: 1."
    assert right_answers(model) == [said]
    assert verdict_of(model, ended=False).text.startswith(said)
    assert said not in verdict_of(model, ended=True).text  # which the ending says
    model.add(p.Finished(outcome="done"))
    assert endings.of_events(model).text.splitlines()[0] == said
    assert right_answers(fed(begun(), measured(0, 0, 0))) == []


def test_that_the_end_says_how_far_a_held_run_has_moved_as_its_last_steps_tell() -> None:
    far = [0.9] * 8 + [0.02] * LOOKS  # of each second step
    steps = [msgspec.structs.replace(step_event(2 * at + 1), distance=apart) for at, apart in enumerate(far)]
    events = [e for step in steps for e in (step, step_event(step.step + 1))]
    model = fed(hello(), begun(), *events, p.Finished(outcome="done"))
    assert model.story.moved() == pytest.approx(0.02)
    assert "Everything else: as before." in endings.of_events(model).text
    stopped = fed(
        hello(), begun(), *events, p.Checkpoint(step=16, path="c", adapter="a"), p.Finished(outcome="stopped")
    )
    assert endings.of_events(stopped).text.splitlines()[1].startswith("Everything else: as before.")
    model.add(begun(step=16))
    assert model.story.moved() == pytest.approx(0.9) and model.story.moved(0) is None
    model.add(p.Finished(outcome="done"))
    assert "Everything else: much changed." in endings.of_events(model).text
    unheld = fed(hello(), begun(), *(step_event(n) for n in range(1, 9)), p.Finished(outcome="done"))
    assert "Everything else" not in endings.of_events(unheld).text


def test_that_an_evaluation_in_between_is_not_training() -> None:
    model = fed(begun(), p.Phase(name="train", title="Training"), step_event(1))
    assert model.is_stepping
    model.add(p.Phase(name="evaluate", title="Evaluating"))
    assert not model.is_stepping
    model.add(step_event(2))
    assert model.is_stepping


@pytest.mark.parametrize(
    ("last", "kind", "resumable"),
    [
        (p.Finished(outcome="done"), "done", False),
        (p.Finished(outcome="stopped"), "stopped", True),
        (p.Finished(outcome="cancelled"), "cancelled", True),
        (p.Failed(code="memory.exhausted", message="No memory left.", hint="Close programs."), "failed", True),
        (None, "interrupted", True),
    ],
)
def test_that_every_end_has_words_and_offers_to_go_on_unless_finished(
    last: p.Event | None, kind: str, resumable: bool
) -> None:
    events = [hello(), begun(), step_event(1)] + ([last] if last else [])
    ending = endings.of_events(fed(*events))
    assert (ending.kind, ending.can_resume) == (kind, resumable)
    assert ending.title and ending.text


def test_that_a_resumed_run_is_judged_by_its_goal_before_its_next_step() -> None:
    """Its new worker still prepares, and has not yet said what it trains."""
    steps = [step_event(step, 4 - step / 20, 40) for step in range(1, 31)]
    begins = p.TrainingStarted(run="r", step=0, steps=40, trainable=1, goal="qa", eval_rows=0)
    model = fed(hello(), begins, *steps, p.Finished(outcome="stopped", result={}), hello())
    assert model.training is None
    assert verdict_of(model, ended=False).title == "Learning your answers by heart, as it should"


def test_that_a_stopped_run_goes_on_and_one_that_had_learnt_is_talked_to() -> None:
    begins = p.TrainingStarted(run="r", step=0, steps=100, trainable=1, goal="qa", eval_rows=0)
    stopped, saved = p.Finished(outcome="stopped", result={}), p.Checkpoint(step=60, path="", adapter="")
    for floor, wanted in ((1.0, "resume"), (0.01, "talk")):
        steps = [step_event(step, max(floor, 4 - step / 10)) for step in range(1, 61)]
        assert endings.of_events(fed(hello(), begins, *steps, saved, stopped)).next == wanted


def test_that_a_run_that_could_not_begin_offers_its_settings_and_no_resume() -> None:
    failed = p.Failed(code="data.nothing-usable", message="Nothing can be used.", hint="Look at it.")
    ending = endings.of_events(fed(hello(), failed))
    assert (ending.kind, ending.next, ending.can_resume) == ("failed", "settings", False)
    assert endings.of_events(fed(hello(), begun(), step_event(1), failed)).can_resume


def test_that_a_spoilt_field_of_a_result_takes_no_other_with_it() -> None:
    result = {"tok_s": None, "eval_loss_before": 4.0, "eval_loss_after": 3.0, "seconds": 90}
    ended = p.Finished(outcome="done", result=result, time=1090.0)
    step = msgspec.structs.replace(step_event(1), time=1080.0)
    told = endings.of_events(fed(hello(1000.0), msgspec.structs.replace(begun(), time=1010.0), step, ended)).text
    assert "between about 55 words before training, now between about 20." in told
    assert "It took 1 min 30 s." in told


def test_that_repeated_steps_are_announced() -> None:
    saved = p.Checkpoint(step=40, path="c", adapter="a")
    ending = endings.of_events(fed(hello(), begun(), step_event(40), saved, step_event(43)))
    assert "up to step 40 is kept" in ending.text
    assert "3 steps are repeated" in ending.text


def test_that_the_bar_never_goes_back_from_the_first_byte_to_the_end() -> None:
    model, shares = RunModel(), []
    evaluating = p.Phase(name="evaluate", title="Evaluating")
    events = [
        hello(), p.Phase(name="tokenize", title="Reading"), p.Progress(done=5, total=10, unit="bytes"),
        p.Phase(name="plan", title="Preparing"), p.Progress(done=5, total=10, unit="tensors"), begun(),
        p.Phase(name="train", title="Training"), p.Progress(done=0.5, total=100, unit="steps", seconds_left=90.0),
        step_event(1), evaluating, p.Progress(done=1, total=9, unit="rows"), step_event(2),
        p.Finished(outcome="stopped"),
        hello(job="resume"), p.Phase(name="tokenize", title="Reading"), begun(step=2), step_event(3),
        step_event(8), step_event(9),
    ]  # fmt: skip
    for event in events:
        model.add(event)
        shares.append(model.share)
    assert shares == sorted(shares) and len(set(shares)) >= 6
    assert shares[-2:] == [0.08, 0.09]  # as the steps say, which are told beside it
    model.add(p.Finished(outcome="done"))
    assert model.share == 1


def test_that_within_the_first_step_there_is_a_time_left() -> None:
    model = fed(hello(), begun(), p.Phase(name="train", title="Training"))
    assert model.seconds_left is None
    model.add(p.Progress(done=0.25, total=100, unit="steps", seconds_left=400.0))
    assert model.seconds_left == 400.0


def test_that_the_time_is_that_of_all_sittings() -> None:
    first = [hello(1000.0), *(msgspec.structs.replace(step_event(n), time=1000.0 + 10 * n) for n in (1, 2, 3))]
    second = [hello(90_000.0, job="resume"), msgspec.structs.replace(step_event(4), time=90_020.0)]
    assert fed(*first, *second).seconds == 50.0


def test_that_a_lost_worker_is_told_once_and_a_sleep_is_marked() -> None:
    model = fed(hello(1000.0), memory(1001.0), memory(1001.5), memory(4601.5))
    assert [mark.kind for mark in model.marks] == ["slept"] and "1 h 0 min" in model.notes[-1].text
    model.lose_worker()
    model.add(hello(5000.0, job="resume"))
    assert [note.text for note in model.notes].count(LOST) == 1
    assert [note.time for note in model.notes] == sorted(note.time for note in model.notes)


def test_that_a_day_of_memory_readings_stays_small_and_ends_with_the_newest() -> None:
    model = fed(hello(1000.0), *(memory(1000.0 + tick / 2) for tick in range(2 * 24 * 3600)))
    assert len(model.memory) < 10_000 and model.memory.last("seconds") == 24 * 3600 - 0.5


def test_that_samples_stand_by_prompt_with_the_base_first() -> None:
    def sample(prompt: str, step: int) -> p.Sample:
        return p.Sample(prompt=prompt, text=f"{step}", label="tuned" if step else "base", step=step)

    model = fed(*(sample(prompt, step) for step in (5, 0, 10) for prompt in ("a", "b")), sample("a", 0))
    assert {prompt: [one.step for one in said] for prompt, said in model.samples_by_prompt.items()} == {
        "a": [0, 5, 10], "b": [0, 5, 10],
    }  # fmt: skip


def test_that_a_diverged_run_begins_anew_and_a_broken_disk_goes_on() -> None:
    trained = [hello(), begun(), step_event(5), p.Checkpoint(step=5, path="", adapter="")]
    diverged = endings.of_events(fed(*trained, p.Failed(code="train.diverged", message="It diverged.")))
    assert (diverged.next, diverged.can_resume) == ("settings", False)
    full = endings.of_events(fed(*trained, p.Failed(code="files.cannot-write", message="The disk is full.")))
    assert (full.next, full.can_talk) == ("resume", True)
    nothing = endings.of_events(fed(hello(), begun(), p.Finished(outcome="cancelled")))
    assert nothing.title == "Cancelled before anything was trained" and nothing.next == "settings"


def test_that_a_run_of_a_terminal_has_its_time_though_no_worker_said_when_it_began() -> None:
    phase = p.Phase(name="tokenize", title="Reading", time=1000.0)
    trains = msgspec.structs.replace(begun(), time=1003.0)
    model = fed(phase, memory(1002.0), trains, memory(1004.0), p.Finished(outcome="stopped", time=1010.0))
    np.testing.assert_array_equal(model.memory["seconds"], [2.0, 4.0])
    assert model.seconds == 10.0
    model.add(hello(5000.0))  # the window goes on with it
    model.add(memory(5003.0))
    np.testing.assert_array_equal(model.memory["seconds"], [2.0, 4.0, 7.0])
    assert model.seconds == 13.0


def test_that_what_is_measured_of_choices_is_kept_and_told() -> None:
    measured = [
        p.Evaluation(
            step=step, loss=loss, perplexity=None, tokens=90, adapter=step > 0, right=right, answers=20,
            choices=p.Choices(chosen=chosen, rejected=rejected, margin=0.0),
        )
        for step, loss, right, chosen, rejected in ((0, 0.69, 0, -30.0, -31.0), (10, 0.4, 17, -31.0, -48.0))
    ]  # fmt: skip
    started = msgspec.structs.replace(begun(), objective="dpo")
    model = fed(hello(), started, measured[0], *(step_event(n, 0.6) for n in range(1, 11)), measured[1])
    assert model.evaluations["chosen"].tolist() == [-30.0, -31.0]
    assert model.evaluations["rejected"].tolist() == [-31.0, -48.0]
    assert right_answers(model) == ["Of 20 held-out choices it has learnt 17."]
    model.add(msgspec.structs.replace(measured[1], answers=4, right=3))
    assert right_answers(model) == []  # of so few a number tells nothing
    plain = fed(hello(), begun(), p.Evaluation(step=0, loss=3.0, perplexity=20.0, tokens=10, adapter=False))
    assert np.isnan(plain.evaluations["chosen"]).all()
