"""Converts a row's lists and texts to turns, and checks them so that every fault has a name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from core.data.formats.calls import CALLING_ROLES, calls_of
from core.data.formats.json_row import parsed
from core.data.formats.thoughts import FIELDS, THOUGHTS, of_fields, of_part, taken_apart
from core.data.problems import BadRowError, kind

Message = dict[str, Any]  # role, content; thoughts of an answer; tool_calls and other fields for templates; weight 0

_ROLES = {
    "system": ("system",),
    "developer": ("developer",),
    "user": ("user", "human", "prompter"),
    "assistant": ("assistant", "gpt", "model", "bot", "ai", "chatgpt", "bard", "bing", "claude", *CALLING_ROLES),
    "tool": ("tool", "function", "observation", "function_response", "tool_response", "ipython"),
}
_ROLE_OF = {name: role for role, names in _ROLES.items() for name in names}
_ROLE_KEYS = ("role", "from", "author", "sender", "speaker")
_SAID_KEYS = ("message", "mes", "msg", "utterance")  # keys of a speaker's text, whatever else a row holds
_CONTENT_KEYS = ("content", "value", "text", *_SAID_KEYS)
SPEAKER_KEYS = {  # columns with the speaker, and the possible names of the text's column
    **dict.fromkeys(("sender", "speaker", "from", "role"), _CONTENT_KEYS),
    **dict.fromkeys(("author", "name", "user", "username", "nick", "character"), _SAID_KEYS),
}
# A flag for the speaker.
_FLAG = re.compile(r"(?:is|from)_?(?:created_?by_?)?(?:(user|human)|bot|ai|assistant)", re.IGNORECASE)
# A question and its answer in one object, as in some of ShareGPT's and XTuner's data sets.
_ASKED = ("human", "user", "input", "question", "prompt")
_ANSWERED = ("assistant", "bot", "gpt", "ai", "output", "answer", "response")
# Whether an answer is learnt: OpenAI uses a number, Axolotl train, ms-swift loss.
_WEIGHT, _FLAGS = "weight", ("train", "training", "trainable", "loss")
_KEPT_KEYS = ("name", "tool_call_id")  # fields that templates write
_THINKING_ROLES = ("thinking", "reasoning", "thought", "thoughts")  # messages with thoughts of the next answer
_READ_KEYS = frozenset(
    (*_ROLE_KEYS, *_CONTENT_KEYS, *_KEPT_KEYS, *FIELDS, _WEIGHT, *_FLAGS, "tool_calls", "function_call", "channel")
)
_TRUTHS = {"true": True, "1": True, "false": False, "0": False}
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_UNFINISHED = "is only thought"  # marks such a message until it is joined with the next
_SPOKEN = re.compile(r"\n\n(Human|Assistant): ?")  # the form of turns in Anthropic's preference data


class Conversation(NamedTuple):
    """Turns, and the assistant's tools. left_out: a kind for each part of the row that is neither.

    For a preference: rejected: the same turns with the worse answer. is_bad: the answer is labelled bad, and there is
    no other.
    """

    messages: list[Message]
    tools: list[Any] | None = None
    left_out: tuple[str, ...] = ()
    rejected: list[Message] | None = None
    is_bad: bool = False


def answer_of(answer: str, thoughts: str = "") -> Message:
    """Return an answer as a message, with thoughts from its text or given separately. Raises BadRowError."""
    return _message(1, {"role": "assistant", "content": answer, THOUGHTS: thoughts})


def turns(value: object, column: str) -> list[Message]:
    """Return messages from a list of {role, content} or {from, value}. Raises BadRowError."""
    if isinstance(value, str):  # a table's field can hold a list only as text
        value = parsed(value, column) if value.lstrip().startswith("[") else value
    if not isinstance(value, list):
        raise BadRowError(f"{column} is not a list", f"it is {kind(value)}")
    if not value:
        raise BadRowError(f"{column} is empty")
    said = [turn for message in value for turn in spread(message)]
    return _joined_calls(_joined_thoughts([_message(number, message) for number, message in enumerate(said, 1)]))


def spread(message: object) -> list[Any]:
    """Return a message; a question with its answer becomes two, after a system prompt."""
    if not isinstance(message, dict) or any(key in message for key in _ROLE_KEYS):
        return [message]
    if len(message) == 1 and next(iter(message)) in _ROLE_OF:  # {"user": "…"}, {"assistant": "…"}
        return [{"role": role, "content": said} for role, said in message.items()]
    asked, answered = (next((key for key in keys if key in message), "") for keys in (_ASKED, _ANSWERED))
    if not asked or not answered:
        return [message]
    more = {key: value for key, value in message.items() if key not in (asked, answered, "system")}
    said = [{"role": "system", "content": message["system"]}] if message.get("system") else []
    return [
        *said,
        more | {"role": "user", "content": message[asked]},
        {"role": "assistant", "content": message[answered]},
    ]


def spoken(text: str) -> list[Message]:
    """Return the turns of a text that marks each with "Human:" or "Assistant:"; none for another text."""
    before, *parts = _SPOKEN.split("\n\n" + text.lstrip())
    if before.strip() or not parts:
        return []
    roles = {"Human": "user", "Assistant": "assistant"}
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return [_message(number, {"role": roles[who], "content": said}) for number, (who, said) in enumerate(pairs, 1)]


def checked(messages: Sequence[Message]) -> list[Message]:
    """Return the messages if they can be trained on. Raises BadRowError."""
    for number, message in enumerate(messages, 1):
        require_characters(message, f"message {number}")
    for number in range(1, len(messages)):
        role = messages[number]["role"]
        if role in ("user", "assistant") and role == messages[number - 1]["role"]:
            raise BadRowError(f"two {role} turns in a row", f"messages {number} and {number + 1}")
    answers = [message for message in messages if message["role"] == "assistant"]
    if not answers:
        raise BadRowError("no assistant turn to learn from")
    if not any(map(is_learnt, answers)):
        raise BadRowError("no answer left to learn", "all have weight 0")
    if not all(answer["content"].strip() or answer.get("tool_calls") for answer in answers):
        raise BadRowError("an answer is empty")
    return list(messages)


def is_turn(row: Mapping[str, Any]) -> bool:
    """Return whether a row is one turn of a conversation: it has a role, and text or calls."""
    role = _role_in(row)
    says = any(key in row for key in (*_CONTENT_KEYS, "tool_calls", "function_call"))
    return isinstance(role, str) and role.strip().lower() in _ROLE_OF and says


def is_read(key: str) -> bool:
    """Return whether turns use this key of a message."""
    return key in _READ_KEYS or _FLAG.fullmatch(key) is not None


def is_learnt(message: Message) -> bool:
    """Return whether a message is an answer that the model may learn."""
    return message["role"] == "assistant" and message.get("weight") != 0


def repeats_question(messages: Sequence[Message]) -> bool:
    """Return whether the last answer repeats the question before it word for word. At least one message must be
    learnt.
    """
    last = max(place for place, message in enumerate(messages) if is_learnt(message))
    asked = [message for message in messages[:last][-1:] if message["role"] == "user"]
    return any(message["content"].split() == messages[last]["content"].split() for message in asked)


def require_characters(value: Any, where: str) -> None:
    """Require that every text in a value can be encoded as UTF-8 and read by C. Raises BadRowError."""
    if isinstance(value, str):
        if "\0" in value:
            raise BadRowError("a NUL byte in a text", where)
        if _HALF_CHARACTER.search(value):
            raise BadRowError("half a character in a text", f"{where} holds a lone surrogate")
    elif isinstance(value, dict | list):
        for part in (*value, *value.values()) if isinstance(value, dict) else value:
            require_characters(part, where)


def _message(number: int, message: object) -> Message:
    if not isinstance(message, dict):
        raise BadRowError("a message is not an object", f"message {number} is {kind(message)}")
    name = _role_in(message)
    if not isinstance(name, str) or not name.strip():
        raise BadRowError("a message has no role", f"message {number}")
    is_thought = name.strip().lower() in _THINKING_ROLES or message.get("channel") == "analysis"
    role = "assistant" if is_thought else _ROLE_OF.get(name.strip().lower())
    if role is None:
        raise BadRowError("a role that is not known", f"message {number}: {name[:40]!r}; known: {', '.join(_ROLES)}")
    content = next((message[key] for key in _CONTENT_KEYS if key in message), None)
    calls = calls_of(message.get("tool_calls") or message.get("function_call"), f"message {number}")
    if name.strip().lower() in CALLING_ROLES and isinstance(content, str):
        calls, content = calls_of(parsed(content, "a function call"), f"message {number}"), ""
    if content is None and calls:
        content = ""
    thoughts = of_fields(message, f"message {number}") if role == "assistant" else ""
    if isinstance(content, list):
        thoughts = thoughts or "\n\n".join(filter(None, map(of_part, content)))
        content = joined([part for part in content if of_part(part) is None], f"message {number}")
    if not isinstance(content, str):
        raise BadRowError("a message's content is not text", f"message {number} has {kind(content)}")
    if is_thought:
        return {"role": "assistant", "content": "", THOUGHTS: content.strip(), _UNFINISHED: True}
    if role == "assistant":
        inside, content, more = taken_apart(content, f"message {number}")
        thoughts, calls = thoughts or inside, [*calls, *more]
    others = {key: message[key] for key in _KEPT_KEYS if message.get(key)} | ({THOUGHTS: thoughts} if thoughts else {})
    if role == "assistant" and not _is_learnt(number, message):
        others["weight"] = 0
    return {"role": role, "content": content} | ({"tool_calls": calls} if calls else {}) | others


def _role_in(message: Mapping[str, Any]) -> Any:
    """Return a message's speaker: from a flag for the user, else by name."""
    for key, value in message.items():
        if (flag := _FLAG.fullmatch(key)) and (said := _TRUTHS.get(str(value).strip().lower())) is not None:
            return "user" if said == bool(flag[1]) else "assistant"
    return next((message[key] for key in _ROLE_KEYS if key in message), None)


def _joined_thoughts(messages: list[Message]) -> list[Message]:
    """Attach messages with only thoughts (harmony's analysis) to the answer after them."""
    joined, waiting = list[Message](), list[str]()
    for message in messages:
        if message.pop(_UNFINISHED, False):
            waiting.append(message[THOUGHTS])
            continue
        if waiting and message["role"] == "assistant":
            own = message.get(THOUGHTS, "")
            message[THOUGHTS] = "\n\n".join(filter(None, [*waiting, own]))
            waiting = []
        joined.append(message)
    if waiting:
        raise BadRowError("thoughts without an answer after them")
    return joined


def _joined_calls(messages: list[Message]) -> list[Message]:
    """Join calls in a separate message with the answer before it, since one turn has both."""
    joined = list[Message]()
    for message in messages:
        before = joined[-1] if joined else None
        if before and message["role"] == before["role"] == "assistant" and _goes_on(message, is_learnt(before)):
            before["tool_calls"] = [*before.get("tool_calls", []), *message["tool_calls"]]
        else:
            joined.append(message)
    return joined


def _goes_on(message: Message, learnt: bool) -> bool:
    """Return whether a message has only calls, and is learnt or not like the answer before it."""
    says_more = message["content"].strip() or message.get(THOUGHTS)
    return bool(message.get("tool_calls")) and not says_more and is_learnt(message) == learnt


def _is_learnt(number: int, message: Mapping[str, Any]) -> bool:
    """Return whether an answer is learnt, by its weight and flags; by default it is. Raises BadRowError."""
    for key in (_WEIGHT, *_FLAGS):
        value = message.get(key)
        if value is None or (key == "loss" and isinstance(value, float)):  # a logged loss value
            continue
        if value not in (0, 1) or (key == _WEIGHT and isinstance(value, bool)):
            a_weight = "a weight" if key == _WEIGHT else f"`{key}`"
            raise BadRowError(f"{a_weight} that is neither 0 nor 1", f"message {number}: {value!r:.40}")
        if not value:
            return False
    return True


def joined(parts: list[Any], where: str) -> str:
    """Join content in parts, as chat programs save it, to one text. Raises BadRowError for a part that is not text."""
    found = [part.get("text") if isinstance(part, dict) else part for part in parts]
    texts = [text for text in found if isinstance(text, str)]
    if len(texts) < len(found):
        raise BadRowError("a message's content is not text", f"{where} has a part that is no text")
    return "".join(texts)
