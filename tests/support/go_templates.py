"""Ollama's Go templates, expanded: as much of text/template as the Modelfiles here use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

Messages = Sequence[dict[str, str]]


def run_go(source: str, values: dict[str, object]) -> str:
    """The part of Go's text/template that Modelfiles use here: fields, range .Messages, if, else if eq, else, end."""
    tokens = re.findall(r'\{\{ (?:"[^"]*"|[^}"]|"[^"]*")+ \}\}|(?:(?!\{\{ ).)+', source, re.DOTALL)
    text, rest = run_block(tokens, values)
    assert not rest
    return text


def run_block(tokens: list[str], values: dict[str, object], live: bool = True) -> tuple[str, list[str]]:
    """Text up to the {{ end }} or {{ else … }} that closes this block, and the tokens from there on."""
    text = ""
    while tokens:
        token, rest = tokens[0], tokens[1:]
        action = token[3:-3] if token.startswith("{{ ") else None
        if action is not None and (action == "end" or action.startswith("else")):
            return text, tokens
        if action is None:
            text, tokens = text + token, rest
        elif action.startswith('"'):
            text, tokens = text + action[1:-1], rest
        elif action == "range .Messages":
            part, after = "", []
            for item in values["Messages"] if live else []:  # type: ignore[attr-defined]
                written, after = run_block(rest, {**values, "Role": item["role"], "Content": item["content"]})
                part += written
            if not after:
                _, after = run_block(rest, values, live=False)
            text, tokens = text + part, after[1:]
        elif action.startswith("if "):
            part, tokens = run_if(tokens, values, live)
            text += part
        else:
            text, tokens = text + (str(values.get(action[1:], "")) if live else ""), rest
    return text, []


def run_if(tokens: list[str], values: dict[str, object], live: bool) -> tuple[str, list[str]]:
    chosen, taken = "", False
    while True:
        action = tokens[0][3:-3].removeprefix("else").strip()
        if action == "end":
            return chosen, tokens[1:]
        now = live and not taken and (not action or holds(action.removeprefix("if "), values))
        part, tokens = run_block(tokens[1:], values, now)
        if now:
            chosen, taken = part, True


def holds(condition: str, values: dict[str, object]) -> bool:
    if equal := re.fullmatch(r'eq \.(\w+) "(\w+)"', condition):
        return values.get(equal[1]) == equal[2]
    return bool(values.get(condition[1:]))


def ollama(source: str, messages: Messages) -> str:
    """What Ollama makes of a conversation (Template.Execute): with .Messages at once, without it round by round, cut at
    .Response. Messages of one role in a row become one, and so do all system prompts.
    """
    system = "\n\n".join(m["content"] for m in messages if m["role"] == "system")
    messages = [
        {"role": role, "content": "\n\n".join(m["content"] for m in group)}
        for role, group in groupby(messages, lambda m: m["role"])
    ]
    talk = [m for m in messages if m["role"] != "system"]
    if ".Messages" in source:
        return run_go(source, {"System": system, "Messages": messages})
    text = ""
    for i in range(0, len(talk), 2):
        last = i + 1 >= len(talk)
        values = {"System": system if i == 0 else "", "Prompt": talk[i]["content"]}
        cut = source[: source.index("{{ .Response }}")] if last and "{{ .Response }}" in source else source
        text += run_go(cut, values | ({} if last else {"Response": talk[i + 1]["content"]}))
    return text
