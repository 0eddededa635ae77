"""The setting that names the layers to train."""

from __future__ import annotations

import pytest

from core.base.errors import LuthierError
from core.protocol.config import TrainConfig, with_settings
from core.protocol.layers import layers_text, trained_layers


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("all", [0, 1, 2, 3, 4, 5]),
        ("last half", [3, 4, 5]),
        ("Last-Quarter", [4, 5]),
        ("last 1", [5]),
        ("last:2", [4, 5]),
        ("last 16", [0, 1, 2, 3, 4, 5]),
        ("first half", [0, 1, 2]),
        ("first:4", [0, 1, 2, 3]),
        ("first 7", [0, 1, 2, 3, 4, 5]),
        ("", [0, 1, 2, 3, 4, 5]),
        ("1-3", [1, 2, 3]),
        ("0, 2,4-5", [0, 2, 4, 5]),
    ],
)
def test_that_layers_are_named_as_people_and_peft_do(text: str, numbers: list[int]) -> None:
    config = with_settings(TrainConfig(), [f"layers={text}"])
    assert list(trained_layers(config.layers, 6)) == numbers
    assert list(trained_layers(layers_text(numbers, 6), 6)) == numbers


@pytest.mark.parametrize("text", ["middle half", "last 0", "first:-1", "3-1", "1-", "-1", "1:4", "1.5", "last", "2,,3"])
def test_that_what_names_no_layers_is_no_setting(text: str) -> None:
    with pytest.raises(LuthierError, match="names no layers"):
        with_settings(TrainConfig(), [f"layers={text}"])


@pytest.mark.parametrize("text", ["6", "4-6", "9"])
def test_that_a_layer_that_is_not_there_is_refused_with_those_that_are(text: str) -> None:
    with pytest.raises(LuthierError, match="0 to 5"):
        trained_layers(text, 6)
