"""Secrets taken out of text that is kept or passed on: logs, reports, what another process said as it broke."""

from __future__ import annotations

import os
import re

GONE = "[redacted]"
_SECRET_NAMES = ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "LUTHIER_SERVE_KEY")  # of variables in the environment
_LEAST = 8  # characters of a secret: shorter ones would be found in words
# What looks like a secret. "token" alone is no such word here: most tokens are parts of text.
_SHAPES = (
    (re.compile(r"\bhf_[A-Za-z0-9]{16,}"), GONE),
    (re.compile(r"\bluthier-[\w-]{32}(?![\w-])"), GONE),  # the keys that core/jobs/chat/serve.py makes
    (re.compile(r"\b(Bearer|Basic)\s+[\w.~+/=-]{8,}", re.IGNORECASE), rf"\1 {GONE}"),
    (re.compile(r"(?<=://)[^\s/?#@\"']{1,300}@"), f"{GONE}@"),  # name and password before an address: a proxy's
    (
        re.compile(
            r"\b((?:access|auth|hub|hf)[_-]?token|api[_-]?key|passwd|password|secret)"
            r"""(["']?\s*[:=]\s*["']?)[^\s"',;&]{4,300}""",
            re.IGNORECASE,
        ),
        rf"\1\2{GONE}",
    ),
)


def redacted(text: str) -> str:
    """The text without access tokens, keys and passwords, be they this process's own or only look like some."""
    for name in _SECRET_NAMES:
        secret = os.environ.get(name, "")
        if len(secret) >= _LEAST:
            text = text.replace(secret, GONE)
    for shape, instead in _SHAPES:
        text = shape.sub(instead, text)
    return text
