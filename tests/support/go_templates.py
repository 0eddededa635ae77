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
        elif action in ("range .Messages", "range $i, $_ := .Messages"):
            part, after = "", []
            messages = values["Messages"] if live else []
            for i, item in enumerate(messages):  # type: ignore[arg-type, var-annotated]
                inside = {**values, "Role": item["role"], "Content": item["content"], "$i": i}
                written, after = run_block(rest, inside)
                values |= {name: inside[name] for name in values if name.startswith("$")}  # those from outside
                part += written
            if not after:
                _, after = run_block(rest, values, live=False)
            text, tokens = text + part, after[1:]
        elif set_ := re.fullmatch(r"(\$\w+) :?= (.*)", action):
            if live:
                values[set_[1]] = value_of(set_[2], values)
            tokens = rest
        elif action.startswith("if "):
            part, tokens = run_if(tokens, values, live)
            text += part
        else:
            text, tokens = text + (str(value_of(action, values)) if live else ""), rest
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


def value_of(expression: str, values: dict[str, object]) -> object:
    """Of a field, a variable, or a call of the functions that are used."""
    if expression == "eq (len (slice $.Messages $i)) 1":
        return values["$i"] == len(values["Messages"]) - 1  # type: ignore[arg-type]
    if call := re.fullmatch(r"and (\S+) \((.*)\)", expression):
        return all(value_of(part, values) for part in call.groups())
    if call := re.fullmatch(r"not (\S+)", expression):
        return not value_of(call[1], values)
    if call := re.fullmatch(r'(eq|ne) \.(\w+) "(\w+)"', expression):
        return (values.get(call[2]) == call[3]) == (call[1] == "eq")
    if expression.startswith('"'):
        return expression[1:-1]
    return values.get(expression if expression.startswith("$") else expression[1:], "")


def holds(condition: str, values: dict[str, object]) -> bool:
    return bool(value_of(condition, values))


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
