"""What programs say of thinking in a request, in llama-server's words, which llama-cpp-python's server drops.

`chat_template_kwargs` are variables of the chat template, of which `enable_thinking` (some templates: `thinking`) is
the switch; OpenAI's `reasoning_effort` is one, too, and "none" is no thinking. `reasoning_format` "none" leaves the
thoughts in the answer's text. (llama.cpp, tools/server/README.md, and server-common.cpp for what goes before what.)
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

import msgspec

from core.protocol import Think

_SWITCHES = ("enable_thinking", "thinking")
_FORMATS = ("auto", "deepseek", "none")


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """messages: as they came, with their thoughts. variables: of the template. in_text: thoughts stay in the text."""

    messages: list[dict[str, Any]] = []
    think: Think = "auto"
    variables: dict[str, Any] = {}
    in_text: bool = False


_asked = ContextVar[Asked]("asked")


def now_asked() -> Asked:
    """Return what the request that is being answered asks."""
    return _asked.get(None) or Asked()


def take_in(request: Mapping[str, Any]) -> None:
    """It is answered from now on. Raises ValueError, in words, where something in it cannot be."""
    variables = request.get("chat_template_kwargs") or {}
    if not isinstance(variables, dict):
        raise ValueError('chat_template_kwargs: it is an object, such as {"enable_thinking": false}.')
    switches = {name: variables[name] for name in _SWITCHES if variables.get(name) is not None}
    for name, wanted in switches.items():
        if not isinstance(wanted, bool):
            raise ValueError(f"chat_template_kwargs.{name}: it is true or false.")
    think: Think = "auto" if not switches else "on" if any(switches.values()) else "off"
    variables = {name: value for name, value in variables.items() if name not in _SWITCHES}
    effort = request.get("reasoning_effort")
    if not isinstance(effort, str | None):
        raise ValueError('reasoning_effort: it is a word, such as "low" or "none".')
    if effort == "none":
        think = "off"
        variables.pop("reasoning_effort", None)
    elif effort:
        variables["reasoning_effort"] = effort
    kind = request.get("reasoning_format") or "auto"
    if kind not in _FORMATS:
        raise ValueError(f"reasoning_format: it is one of {', '.join(_FORMATS)}.")
    messages = request.get("messages")
    _asked.set(
        Asked(
            messages=messages if isinstance(messages, list) else [],
            think=think,
            variables=variables,
            in_text=kind == "none",
        )
    )
