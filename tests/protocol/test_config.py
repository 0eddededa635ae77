"""Settings as people write them."""

from __future__ import annotations

import math

import msgspec
import pytest

from core.advice.training_settings import SETTINGS
from core.base.errors import LuthierError
from core.protocol.config import LINEARS, TrainConfig, from_values, with_settings


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("epochs=2", 2.0),
        ("max_steps=10", 10),
        ("learning_rate=1e-4", 1e-4),
        ("schedule=linear", "linear"),
        ("rslora=true", True),
        ("packing=False", False),
        ("betas=0.8,0.95", (0.8, 0.95)),
        ("betas=[0.8, 0.95]", (0.8, 0.95)),
        ("memory_budget=8G", 8 * 1024**3),
        ("memory_budget=512 MiB", 512 * 1024**2),
        ("targets=q,v", "q,v"),
        ("device=vulkan:0", "vulkan:0"),
        ("device=metal", "metal"),
        (" rank = 8 ", 8),
    ],
)
def test_that_a_setting_is_understood(setting: str, value: object) -> None:
    key = setting.partition("=")[0].strip()
    assert getattr(with_settings(TrainConfig(), [setting]), key) == value


def test_that_later_settings_win_and_others_stay() -> None:
    config = with_settings(TrainConfig(seed=7), ["rank=4", "rank=8"])
    assert (config.rank, config.seed, config.context) == (8, 7, TrainConfig().context)


@pytest.mark.parametrize(
    ("setting", "message", "hint"),
    [
        ("learning_rate=0,0001", "learning_rate=0,0001: a comma is no part of a number.", "learning_rate=0.0001"),
        ("context=1,024", "context=1,024: a comma is no part of a number.", "context=1024"),
        ("epochs=2,5", "epochs=2,5: a comma is no part of a number.", "epochs=2.5"),
        ("learning_rate=much", "learning_rate=much: it has to be a number.", ""),
        ("rank=2.5", "rank=2.5: it has to be a whole number.", ""),
        ("rank=-1", "rank=-1: it has to be a whole number >= 1.", ""),
        ("packing=maybe", "packing=maybe: it has to be true or false.", ""),
        ("schedule=square", "schedule=square: it has to be one of constant, linear, cosine.", ""),
    ],
)
def test_that_a_value_is_refused_in_plain_words(setting: str, message: str, hint: str) -> None:
    with pytest.raises(LuthierError) as caught:
        with_settings(TrainConfig(), [setting])
    assert caught.value.code == "config.bad-value" and caught.value.message == message
    assert caught.value.hint.endswith(hint)


@pytest.mark.parametrize("setting", ["ranks=8", "rank", "=8", ""])
def test_that_an_unknown_setting_names_the_known_ones(setting: str) -> None:
    with pytest.raises(LuthierError) as caught:
        with_settings(TrainConfig(), [setting])
    assert caught.value.code == "config.unknown-setting"
    assert "learning_rate" in caught.value.hint


@pytest.mark.parametrize(
    "setting",
    [
        "rank=0", "rank=eight", "rank=1.5", "learning_rate=0", "learning_rate=-1", "epochs=0", "eval_share=1",
        "schedule=square", "betas=0.9", "betas=0.9,1.0", "context=4", "train_on=user", "targets=q,z", "epochs=",
        "device=vulkan", "device=vulkan:one", "device=:0", "device=",
    ],
)  # fmt: skip
def test_that_a_bad_value_names_the_setting_and_the_value(setting: str) -> None:
    key, _, value = setting.partition("=")
    with pytest.raises(LuthierError) as caught:
        with_settings(TrainConfig(), [setting])
    assert caught.value.code == "config.bad-value"
    assert key in caught.value.message
    assert value.split(",")[-1] in caught.value.message


def test_that_unknown_keys_of_a_file_are_refused() -> None:
    with pytest.raises(LuthierError) as caught:
        from_values({"rank": 8, "colour": "red"})
    assert caught.value.code == "config.bad-value"
    assert "colour" in caught.value.message


def test_that_targets_are_in_forward_order() -> None:
    assert with_settings(TrainConfig(), ["targets=down, q"]).target_linears == ("q", "down")
    assert TrainConfig().target_linears == LINEARS


def test_that_the_scale_follows_lora_and_rslora() -> None:
    assert TrainConfig(rank=16, alpha=32).scale == 2
    assert math.isclose(TrainConfig(rank=16, alpha=32, rslora=True).scale, 8)


def test_that_a_row_holds_at_least_one_context() -> None:
    assert TrainConfig(context=512, batch_tokens=100).row_tokens == 512
    assert TrainConfig(context=512, batch_tokens=2048).row_tokens == 2048


def test_that_prompts_for_samples_are_one_to_a_line() -> None:
    config = with_settings(TrainConfig(), ["sample_prompts=Good evening, keeper.\n\n How is the sea? \n"])
    assert config.sample_prompts == ("Good evening, keeper.", "How is the sea?")
    assert msgspec.json.decode(msgspec.json.encode(config), type=TrainConfig) == config
    with pytest.raises(LuthierError, match="sample_tokens"):
        with_settings(TrainConfig(), ["sample_tokens=0"])


@pytest.mark.parametrize(
    "settings",
    [
        ["learning_rate=nan"], ["alpha=inf"], ["weight_decay=inf"], ["neftune_alpha=2000"], ["alpha=1e9"],
        ["lora_plus_ratio=16", "learning_rate=0.5"], ["weight_decay=10", "learning_rate=0.5"],
    ],
)  # fmt: skip
def test_that_settings_that_cannot_work_are_refused_by_name_with_what_would(settings: list[str]) -> None:
    with pytest.raises(LuthierError) as refused:
        with_settings(TrainConfig(), settings)
    assert refused.value.code == "config.bad-value"
    assert settings[0].partition("=")[0] in str(refused.value)


def test_that_unusual_settings_that_work_are_taken() -> None:
    with_settings(TrainConfig(), ["rank=1", "alpha=256", "learning_rate=5e-3", "lora_plus_ratio=64"])


def test_that_people_read_of_every_setting() -> None:
    """Once each; what the Train page offers can be trained with."""
    assert sorted(SETTINGS) == sorted(TrainConfig.__struct_fields__)
    for key, row in SETTINGS.items():
        assert row.help.endswith((".", ":")) and bool(row.place) == bool(row.choices) == bool(row.accepts)
        for choice in row.choices:
            from_values({key: {"on": True, "off": False}.get(choice, choice)})
