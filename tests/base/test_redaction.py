"""Secrets are taken out of text, and nothing else is."""

from __future__ import annotations

import time

import pytest

from core.base.logs import GONE, redacted

HUB = "hf_" + "aB3dE6gH9k" * 3
KEY = "luthier-" + "x9-_Q2rT" * 4  # as secrets.token_urlsafe makes them


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"GET /api/whoami with {HUB}: 401", HUB),
        (f"--key {KEY}", KEY),
        (f'{{"key": "{KEY}", "port": 8080}}', KEY),
        ("Authorization: Bearer abcdef0123456789", "abcdef0123456789"),
        ("proxy http://anna:correct-horse@proxy.lan:3128/ is not there", "correct-horse"),
        ("proxy socks5://:correct-horse@proxy.lan", "correct-horse"),
        ("password=correct-horse", "correct-horse"),
        ('{"access_token": "correct-horse"}', "correct-horse"),
        ("_PushOrder(endpoint='x', hf_token='correct-horse')", "correct-horse"),
    ],
)
def test_that_secrets_are_taken_out(text: str, secret: str) -> None:
    said = redacted(text)
    assert secret not in said
    assert GONE in said


def test_that_a_secret_of_no_known_shape_is_taken_out_where_the_environment_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HF_TOKEN", "nothing-like-a-token")
    assert redacted("refused: nothing-like-a-token") == f"refused: {GONE}"


@pytest.mark.parametrize(
    "text",
    [
        "12,000 tokens in 300 rows; token 17 of tokenizer.json is <|im_end|>",
        '{"type": "step", "tokens": 512, "token": "Hello", "key": "general.architecture"}',
        "/home/anna/luthier/runs/luthier-demo-2026-11-23/adapter.gguf",
        "https://example.org/a/b@main?x=1 and anna@example.org",
        "hf_config.json: hf_hub",
    ],
)
def test_that_other_text_stays(text: str) -> None:
    assert redacted(text) == text


@pytest.mark.parametrize("text", ["://" * 30_000, "password" * 12_000, "hf_" * 30_000, "://" + "a" * 90_000])
def test_that_long_lines_take_no_long_time(text: str) -> None:
    began = time.process_time()
    redacted(text)
    assert time.process_time() - began < 2
