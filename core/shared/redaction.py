"""Access tokens and passwords taken out of texts that others may read: logs, events, reports."""

from __future__ import annotations

import re

_HIDDEN = "[hidden]"
_SECRETS = (
    re.compile(r"\bhf_[A-Za-z0-9]{8,}"),  # of the Hugging Face hub
    re.compile(r"\bsk-[A-Za-z0-9_-]{16,}"),  # of servers that speak OpenAI's language
    re.compile(r"(?i)(?<=\bbearer )[^\s\"']+"),
    re.compile(r"(?<=://)[^/\s:@]+:[^/\s@]+(?=@)"),  # name:password of a proxy
    re.compile(r"(?i)\b(?:token|key|signature|password)=[^&\s\"']+"),
)


def redacted(text: str) -> str:
    """The same with [hidden] in place of every token, key and password that is known by its form."""
    for secret in _SECRETS:
        text = secret.sub(_HIDDEN, text)
    return text
