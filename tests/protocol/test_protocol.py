"""The messages between window and worker, and the page that documents them."""

from __future__ import annotations

import math
from typing import get_args

import msgspec
import pytest

from core import protocol as p
from core.base.errors import LuthierError
from core.protocol.config import TrainConfig
from tests.support.protocol_page import example_events, example_results, examples, result_type

RESULTS = example_results()


def test_that_every_event_has_an_example_that_decodes() -> None:
    assert {type(event) for event in example_events()} == set(get_args(p.Event))


def test_that_every_command_has_an_example_that_decodes() -> None:
    decoded = [p.decode_command(line) for line in examples("Commands")]
    assert {type(command) for command in decoded} == set(get_args(p.Command))


def test_that_every_job_has_an_example_that_decodes() -> None:
    decoded = [msgspec.json.decode(line, type=p.Job) for line in examples("Jobs")]
    assert {type(job) for job in decoded} == set(get_args(p.Job))


@pytest.mark.parametrize("name", RESULTS)
def test_that_every_result_has_an_example_with_all_its_fields(name: str) -> None:
    kind, shown = result_type(name), msgspec.json.decode(RESULTS[name])
    result = p.result_of(p.Finished(outcome="done", result=shown), kind)
    assert msgspec.json.encode(p.finished("done", result).result) == msgspec.json.encode(shown)


def test_that_a_job_and_its_result_are_named_alike() -> None:
    others = {p.ResumeJob: "Train", p.ListDevicesJob: "Devices"}
    for job in get_args(p.Job):
        assert p.result_type(job).__name__ == f"{others.get(job) or job.__name__.removesuffix('Job')}Result"
    assert set(map(result_type, RESULTS)) == set(get_args(p.Result))
    assert {name.partition(",")[0] for name in RESULTS} == {job.__struct_config__.tag for job in get_args(p.Job)}


def test_that_a_result_of_an_older_or_newer_version_is_read() -> None:
    older = p.Finished(outcome="done", result={"steps": 68, "loss_last": 2.98, "newer": 1})
    assert p.result_of(older, p.TrainResult) == p.TrainResult(steps=68, loss_last=2.98)
    with pytest.raises(LuthierError) as caught:
        p.result_of(p.Finished(outcome="done", result={"steps": "many"}), p.TrainResult)
    assert caught.value.code == "protocol.bad-event"


def test_that_the_example_of_a_model_has_all_its_fields() -> None:
    (line,) = examples("Models on this disk")
    model = msgspec.json.decode(line, type=p.LocalModel)
    assert msgspec.json.decode(msgspec.json.encode(model)) == msgspec.json.decode(line)


@pytest.mark.parametrize("line", examples("Events"), ids=lambda line: msgspec.json.decode(line)["type"])
def test_that_example_events_show_fields_that_exist(line: str) -> None:
    """Unknown fields are passed over when decoding, so a stale example would go unnoticed."""
    shown = msgspec.json.decode(line)
    known = msgspec.json.decode(p.encode(p.decode_event(line)))
    assert shown == {key: known[key] for key in shown}


def test_that_a_message_is_one_line_and_comes_back_the_same() -> None:
    event = p.Notice(code="data.odd", message="two\nlines and ünïcode", hint="")
    line = p.encode(event)
    assert line.count(b"\n") == 1
    assert p.decode_event(line) == event


def test_that_a_job_keeps_its_settings_on_the_way() -> None:
    config = TrainConfig(epochs=0.5, targets="q,v", betas=(0.8, 0.95), learning_rate=1e-4)
    command = p.Start(job=p.TrainJob(model="m.gguf", data="d.txt", run="r", config=config))
    assert p.decode_command(p.encode(command)) == command


def test_that_a_field_from_a_newer_version_is_passed_over() -> None:
    event = p.decode_event('{"type":"state","state":"paused","reason":"battery"}')
    assert isinstance(event, p.State) and event.state == "paused"


def test_that_a_number_json_cannot_hold_becomes_null() -> None:
    result = msgspec.json.decode(p.encode(p.Finished(outcome="done", result={"loss": math.nan})))
    assert result["result"] == {"loss": None}


@pytest.mark.parametrize("line", [b"", b"\n", b"llama: loaded", b"\xff\xfe", b'{"type":"nonsense"}', b"[]"])
def test_that_garbage_is_refused_with_a_code(line: bytes) -> None:
    with pytest.raises(LuthierError) as event:
        p.decode_event(line)
    with pytest.raises(LuthierError) as command:
        p.decode_command(line)
    assert (event.value.code, command.value.code) == ("protocol.bad-event", "protocol.bad-command")


@pytest.mark.parametrize("fields", ['"job":"token","token":"hf_secret","job":5', '"job":"serve","key":"hf_secret"'])
def test_that_a_command_that_is_refused_does_not_show_a_token_or_key(fields: str) -> None:
    with pytest.raises(LuthierError) as caught:
        p.decode_command(f'{{"type":"start","job":{{{fields},"port":"x"}}}}')
    assert "hf_secret" not in str(caught.value) and "hf_secret" not in repr(caught.value)


def test_that_settings_out_of_range_are_refused_in_a_job() -> None:
    line = '{"type":"start","job":{"job":"train","model":"m","data":"d","run":"r","config":{"rank":0}}}'
    with pytest.raises(LuthierError, match="rank"):
        p.decode_command(line)
