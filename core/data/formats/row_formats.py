"""Defines the formats of rows: each entry of FORMATS says what columns mean and how they become a conversation.

A new format is a new entry; recognition, manual mapping and the command line's options use the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from core.base.language import tr
from core.data.formats.calls import answered_calls, may_be_json, tools_of, without_padding
from core.data.formats.chat_export import claude_conversation, exported_conversation, gemini_conversation
from core.data.formats.json_row import parsed
from core.data.formats.ranked import (
    ANSWER_NAMES,
    ANSWERS,
    BETWEEN,
    RANK_NAMES,
    RANKS,
    SCORE_NAMES,
    SCORES,
    asked_with_choices,
    best_and_worst,
    better_and_worse,
)
from core.data.formats.rendered import rendered_turns
from core.data.formats.thoughts import COLUMNS
from core.data.formats.turns import Conversation, Message, answer_of, joined, spoken, turns
from core.data.problems import BadRowError, kind

TEXT = "text"  # running text, no rows
BAD_ANSWER = "marked as a bad answer"
NO_CHOICE, NO_PAIR = "no choice between answers", "a label, and no second answer"
# Fields without text: a number in them is an error.
LIST_FIELDS = ("messages", "conversations", "contents", "system_instruction", "tools")
CHOICES = ("choices", "lettered")  # formats of multiple-choice questions
FIRST_NUMBER = "first number"  # of choices; a field that is computed, with no column
FieldValues = Mapping[str, Any]  # by field; optional ones may be missing


@dataclass(frozen=True)
class Field:
    """A field of a format. names: column names for it, in lower case, the most usual first.

    beside: columns without which such a name means something else.
    """

    name: str
    names: tuple[str, ...]
    required: bool = True
    beside: tuple[str, ...] = ()


@dataclass(frozen=True)
class RowFormat:
    """A format of rows. read: converts values by field to a conversation, or to a text. rejected: for two answers, the
    same with the worse one. is_ours: Luthier writes such rows, so no unused column is reported. Raises BadRowError.
    """

    name: str
    title: str
    fields: tuple[Field, ...]
    read: Callable[[FieldValues], Conversation | str]
    rejected: Callable[[FieldValues], Conversation] | None = None
    is_ours: bool = False


def _messages(values: FieldValues) -> Conversation:
    _require_good(values)
    column = "messages" if "messages" in values else "conversations"
    messages = turns(values[column], column)
    if messages[0]["role"] != "system":
        messages = [*_system(values), *messages]
    tools = tools_of(values.get("tools"))
    for message in messages:
        if calls := message.get("tool_calls"):
            message["tool_calls"] = without_padding(calls, tools)
    return Conversation(messages, tools)


def _chosen(values: FieldValues) -> Conversation:
    return _one_of_two(values, "chosen")


def _rejected(values: FieldValues) -> Conversation:
    return _one_of_two(values, "rejected")


def _one_of_two(values: FieldValues, which: str) -> Conversation:
    answer, asked = values[which], values.get("prompt")
    if isinstance(answer, str) and not _given(values, "prompt"):
        return Conversation(spoken(answer) or _refuse(f"{which} is an answer without a prompt"))
    if isinstance(asked, dict) and "messages" in asked:  # OpenAI's preference rows
        values = {**values, "prompt": asked["messages"], "tools": asked.get("tools") or values.get("tools")}
    return _answer(values, "prompt", which)


def _best(values: FieldValues) -> Conversation:
    found = best_and_worst(values)
    best = _answer({**values, ANSWERS: found.best}, "prompt", ANSWERS)
    return best._replace(left_out=(BETWEEN[1],) * found.between)


def _worst(values: FieldValues) -> Conversation:
    return _answer({**values, ANSWERS: best_and_worst(values).worst}, "prompt", ANSWERS)


def _voted(values: FieldValues) -> Conversation:
    return _vote(values, "tuned" if _side(values) == "tuned" else "base")


def _voted_down(values: FieldValues) -> Conversation:
    return _vote(values, "base" if _side(values) == "tuned" else "tuned")


def _side(values: FieldValues) -> str:
    better = _text(values, "better")
    if better == "equal":
        raise BadRowError("a vote for neither answer")
    if better not in ("tuned", "base"):
        raise BadRowError("a vote that is for none of the two answers", f"better is {better[:40]!r}")
    return better


def _vote(values: FieldValues, which: str) -> Conversation:
    if not _given(values, "messages") or not values["messages"]:
        raise BadRowError("a vote without its conversation", "an older version did not keep it")
    return Conversation([*turns(values["messages"], "messages"), answer_of(_text(values, which))])


def _winner(values: FieldValues) -> Conversation:
    return _one_of_two({**values, "chosen": better_and_worse(values)[0]}, "chosen")


def _loser(values: FieldValues) -> Conversation:
    return _one_of_two({**values, "rejected": better_and_worse(values)[1]}, "rejected")


def _replaced(values: FieldValues) -> Conversation:
    """Return the conversation with the worse answer in place of its last; the worse one may be a conversation, too."""
    if not _given(values, "rejected"):
        raise BadRowError(NO_CHOICE, "rejected_response is empty")
    worse = values["rejected"]
    whole = _messages(values)
    if not isinstance(worse, str):
        return Conversation(turns(worse, "rejected"), whole.tools)
    return Conversation([*whole.messages[:-1], answer_of(worse)], whole.tools)


def choice_of(row_format: RowFormat, values: FieldValues, *, pairs: bool) -> Conversation:
    """Return a row's preference pair, or one answer labelled good or bad.

    pairs: only pairs are accepted. Raises BadRowError: NO_CHOICE or NO_PAIR if the row has none.
    """
    if row_format.rejected is not None:
        better = row_format.read(values)
        assert isinstance(better, Conversation)
        try:
            worse = row_format.rejected(values)
        except BadRowError as error:
            raise BadRowError(f"the rejected answer: {error.reason}", error.detail, error.lines_on) from error
        return better._replace(rejected=worse.messages)
    if isinstance(values.get("output"), list):  # LLaMA-Factory's former form
        raise BadRowError(NO_CHOICE, "output is a list: write its better answer as chosen, the other as rejected")
    label = values.get("label")
    if not is_truth(label):
        raise BadRowError(NO_CHOICE, "it has no second answer, and no label that is true or false")
    if pairs:
        raise BadRowError(NO_PAIR, "labels are learnt from with KTO (objective=kto)")
    content = row_format.read({field: value for field, value in values.items() if field != "label"})
    assert isinstance(content, Conversation)
    return content._replace(is_bad=str(label).strip().lower() == "false")


def _prompt(values: FieldValues) -> Conversation:
    _require_good(values)
    return _answer(values, "prompt", "completion")


def _alpaca(values: FieldValues) -> Conversation:
    _require_good(values)
    return _with_more(values, "instruction", "input", "output", more_first=False)


def _question(values: FieldValues) -> Conversation:
    return _with_more(values, "question", "context", "answer", more_first=True)


def choices_in(values: FieldValues) -> Any:
    """Return a row's choices, from one column or from one column each."""
    return values.get("choices") or {field.upper(): values[field] for field in _LETTERS if _given(values, field)}


def _choices(values: FieldValues) -> Conversation:
    asked, answer = asked_with_choices(
        _text(values, "question"), choices_in(values), _text(values, "answer"), values.get(FIRST_NUMBER)
    )
    return _question({**values, "question": asked, "answer": answer})


def _exported(values: FieldValues) -> Conversation:
    return exported_conversation(values["mapping"], values["current_node"])


def _claude(values: FieldValues) -> Conversation:
    return claude_conversation(values["chat_messages"])


def _gemini(values: FieldValues) -> Conversation:
    return gemini_conversation(values["contents"], values.get("system_instruction"), values.get("tools"))


def _rendered(values: FieldValues) -> Conversation:
    return Conversation(rendered_turns(_text(values, "text")) or _refuse("not a whole conversation with its marks"))


def _document(values: FieldValues) -> str:
    return _text(values, "text")


_TEXT = Field("text", ("text", "content", "document", "body"))
_CHATS = ("messages", "conversations", "conversation")
_QUESTION = Field("prompt", ("prompt", "question", "instruction", "input", *_CHATS))
_SYSTEM = Field("system", ("system", "system_prompt"), required=False)
_TOOLS = Field("tools", ("tools", "functions"), required=False)
_THOUGHTS = Field("thoughts", COLUMNS, required=False)
_HISTORY = Field("history", ("history",), required=False)  # earlier turns, in the form of LLaMA-Factory and ChatGLM
_LABEL = Field("label", ("label", "kto_tag"), required=False)  # whether the answer is good, in TRL's form for KTO
# Without these columns, a label is the value to learn.
_LABEL_BESIDE = Field("label", _LABEL.names, required=False, beside=("prompt", "completion"))
_KTO_TAG = Field("label", ("kto_tag",), required=False)

_LETTERS = "abcde"  # choices with a column each
_CHOICES = ("option_", "option", "op", "choice_", "choice", "sol")  # before a letter or number
_RIGHT = ("answer", "answerkey", "answer_key", "correct_answer", "correct", "answer_idx", "answer_index", "gold",
          "label", "target", "cop", "correct_option")  # fmt: skip
_ASKED = Field("question", ("question", "query", "problem", "ctx", "goal", "sentence", "prompt", "instruction", "q"))
_CONTEXT = Field("context", ("context", "passage", "article"), required=False)

FORMATS: dict[str, RowFormat] = {
    row_format.name: row_format
    for row_format in (
        RowFormat(  # of core/runs/votes.py; before the formats whose fields it includes
            "votes",
            tr("Votes of Luthier's Chat"),
            (
                Field("better", ("better",), beside=("tuned", "base")),
                Field("tuned", ("tuned",)),
                Field("base", ("base",)),
                Field("messages", ("messages",)),
            ),
            _voted,
            _voted_down,
            is_ours=True,
        ),
        RowFormat(  # before the formats that need only the conversation before the two answers
            "preference",
            tr("Better and worse answers"),
            (
                Field("prompt", ("prompt", "question", "instruction", "input", *_CHATS), required=False),
                Field("chosen", ("chosen", "chosen_response", "preferred_output")),
                Field("rejected", ("rejected", "rejected_response", "non_preferred_output")),
                _SYSTEM,
                _TOOLS,
                _HISTORY,
            ),
            _chosen,
            _rejected,
        ),
        RowFormat(
            "scored",
            tr("Several answers with scores"),
            (_QUESTION, Field(ANSWERS, ANSWER_NAMES), Field(SCORES, SCORE_NAMES), _SYSTEM, _TOOLS, _HISTORY),
            _best,
            _worst,
        ),
        RowFormat(
            "ranked",
            tr("Several answers with ranks"),
            (_QUESTION, Field(ANSWERS, ANSWER_NAMES), Field(RANKS, RANK_NAMES), _SYSTEM, _TOOLS, _HISTORY),
            _best,
            _worst,
        ),
        RowFormat(
            "compared",
            tr("Two answers, and which is better"),
            (
                Field("prompt", ("prompt", "question", "instruction", "input"), required=False),
                Field(
                    "first",
                    (
                        "conversation_a",
                        "response_a",
                        "answer_a",
                        "output_a",
                        "completion_a",
                        "response_1",
                        "answer_1",
                        "output_1",
                        "completion_1",
                    ),
                ),
                Field(
                    "second",
                    (
                        "conversation_b",
                        "response_b",
                        "answer_b",
                        "output_b",
                        "completion_b",
                        "response_2",
                        "answer_2",
                        "output_2",
                        "completion_2",
                    ),
                ),
                Field("winner", ("winner", "preference", "preferred", "better", "choice")),
                _SYSTEM,
                _TOOLS,
            ),
            _winner,
            _loser,
        ),
        RowFormat(  # ms-swift's; before the formats that need only the conversation
            "replaced",
            tr("Chats with a worse last answer"),
            (
                Field("messages", _CHATS),
                Field("rejected", ("rejected_response", "rejected_messages")),
                _SYSTEM,
                _TOOLS,
            ),
            _messages,
            _replaced,
        ),
        RowFormat(
            "choices",
            tr("Multiple choice"),
            (_CONTEXT, _ASKED, Field("choices", ("choices", "options", "endings")), Field("answer", _RIGHT), _SYSTEM),
            _choices,
        ),
        RowFormat(
            "lettered",
            tr("Multiple choice, a column for each"),
            (
                _CONTEXT,
                _ASKED,
                *(
                    Field(
                        letter,
                        (letter, *(f"{word}{name}" for name in (letter, number) for word in _CHOICES)),
                        required=letter in "ab",
                    )
                    for number, letter in enumerate(_LETTERS, 1)
                ),
                Field("answer", _RIGHT),
                _SYSTEM,
            ),
            _choices,
        ),
        RowFormat(
            "messages",
            tr("Chats"),
            (Field("messages", ("messages", "conversation", "dialogue", "dialog", "chat")), _SYSTEM, _TOOLS, _LABEL),
            _messages,
        ),
        RowFormat(
            "sharegpt",
            tr("Conversations (ShareGPT)"),
            (Field("conversations", ("conversations",)), _SYSTEM, _TOOLS, _LABEL),
            _messages,
        ),
        RowFormat(
            "alpaca",
            tr("Questions and answers (Alpaca)"),
            (
                Field("instruction", ("instruction", "instructions")),
                Field("input", ("input", "context"), required=False),
                Field("output", ("output", "response", "completion", "answer")),
                _THOUGHTS,
                _SYSTEM,
                _TOOLS,
                _HISTORY,
                _KTO_TAG,
            ),
            _alpaca,
        ),
        RowFormat(
            "qa",
            tr("Questions and answers"),
            (
                Field("context", ("context", "passage"), required=False),
                Field("question", ("question", "query", "problem", "q", "front")),
                Field("answer", ("answer", "answers", "response", "solution", "output", "a", "back")),
                _THOUGHTS,
                _SYSTEM,
                _TOOLS,
                _HISTORY,
            ),
            _question,
        ),
        RowFormat(
            "prompt",
            tr("Prompts and answers"),
            (
                Field("prompt", ("prompt", "input", "input_text", "source", "user", "human")),
                Field(
                    "completion",
                    ("completion", "response", "output", "output_text", "answer", "target", "assistant", "reply"),
                ),
                _THOUGHTS,
                _SYSTEM,
                _TOOLS,
                _HISTORY,
                _LABEL_BESIDE,
            ),
            _prompt,
        ),
        RowFormat(
            "chatgpt",
            tr("ChatGPT's data export"),
            (
                Field("mapping", ("mapping",), beside=("current_node",)),
                Field("current_node", ("current_node",), beside=("mapping",)),
            ),
            _exported,
        ),
        RowFormat(
            "gemini",
            tr("Gemini's tuning data (contents)"),
            (
                Field("contents", ("contents",)),
                Field("system_instruction", ("systeminstruction", "system_instruction"), required=False),
                _TOOLS,
            ),
            _gemini,
        ),
        RowFormat("claude", tr("Claude's data export"), (Field("chat_messages", ("chat_messages",)),), _claude),
        RowFormat("documents", tr("Texts, one a row"), (_TEXT,), _document),
        RowFormat("rendered", tr("Chats written as text"), (_TEXT,), _rendered),
    )
}


def columns_of(row_format: RowFormat, columns: Iterable[str], given: Mapping[str, str]) -> dict[str, str]:
    """Return the column of each field, as the user chose or by its name. Fields without a column are left out."""
    by_name = {plain_name(column): column for column in reversed(list(columns))}
    found = dict(given)
    taken = set(given.values())
    for field in row_format.fields:
        if not by_name.keys() >= set(field.beside):
            continue
        names = (by_name.get(name) for name in field.names)
        column = next((name for name in names if name is not None and name not in taken), None)
        if field.name not in found and column is not None:
            found[field.name] = column
            taken.add(column)
    return found


def missing(row_format: RowFormat, mapping: Mapping[str, str]) -> list[str]:
    """Return the required fields without a column."""
    return [field.name for field in row_format.fields if field.required and field.name not in mapping]


def plain_name(column: str) -> str:
    """Return a column's name in the spelling of the formats."""
    return column.strip().lower().replace(" ", "_").replace("-", "_")


def _answer(values: FieldValues, question: str, answer: str) -> Conversation:
    """Return a conversation from question and answer, which may be texts or lists of messages; the answer's list may
    repeat the question.
    """
    tools, answered = tools_of(values.get("tools")), values[answer]
    if isinstance(answered, dict):
        answered = [answered]
    is_turns = isinstance(answered, list) and not answered_calls(answered)
    after = turns(answered, answer) if is_turns else [_said(values, answer, tools)]
    asked = values.get(question)
    is_text = isinstance(asked, str) and not is_turns and not (_given(values, "history") or _given(values, "thoughts"))
    if is_text and (chat := rendered_turns(str(asked), _text(values, answer, may_be_empty=True))):
        return Conversation([*([] if chat[0]["role"] == "system" else _system(values)), *chat], tools)
    is_whole = after[0]["role"] != "assistant"
    before = [] if is_whole else [*_earlier(values), *_asked(values, question)]
    return Conversation([*_system(values), *before, *after], tools)


def _asked(values: FieldValues, field: str) -> list[Message]:
    if _is_list(asked := values.get(field)):
        return turns(asked, field)
    return [{"role": "user", "content": _text(values, field)}]


def _is_list(value: object) -> bool:
    """Return whether a value is a list of messages, or such a list's text in a table's field."""
    return value.startswith('[{"') if isinstance(value, str) else isinstance(value, list)


def _with_more(values: FieldValues, question: str, more: str, answer: str, *, more_first: bool) -> Conversation:
    asked, added = _text(values, question), _optional(values, more)
    if added.strip():
        asked = f"{added}\n\n{asked}" if more_first else f"{asked}\n\n{added}"
    tools = tools_of(values.get("tools"))
    if not tools and isinstance(values[answer], list | dict):
        values = {**values, answer: _first_text(values[answer], answer)}
    said = [{"role": "user", "content": asked}, _said(values, answer, tools)]
    return Conversation([*_system(values), *_earlier(values), *said], tools)


def _first_text(answers: Any, field: str) -> Any:
    """Return the answer of SQuAD's rows, which hold an answer's wordings as {"text": […]}."""
    texts = answers.get("text") if isinstance(answers, dict) else None
    if isinstance(texts, list) and not texts:
        raise BadRowError(f"{field} is empty", "it has no text")
    return texts[0] if isinstance(texts, list) else answers


def _system(values: FieldValues) -> list[Message]:
    parts = values.get("system")
    system = joined(parts, "system") if isinstance(parts, list) else _optional(values, "system")
    return [{"role": "system", "content": system}] if system.strip() else []


def _said(values: FieldValues, answer: str, tools: list[Any] | None) -> Message:
    """Return the answer; in a row with tools, a list of calls becomes tool calls (xLAM)."""
    if tools and (calls := answered_calls(values[answer])):
        return {"role": "assistant", "content": "", "tool_calls": calls}
    return answer_of(_text(values, answer, may_be_empty=True), _optional(values, "thoughts"))


def _earlier(values: FieldValues) -> list[Message]:
    """Return the turns before the question: from pairs of question and answer, or messages."""
    history = values.get("history")
    if isinstance(history, str):
        history = parsed(history, "history") if may_be_json(history) else None
    if not history:
        return []
    if not (isinstance(history, list) and all(isinstance(pair, list) for pair in history)):
        return turns(history, "history")
    if not all(len(pair) == 2 and all(isinstance(text, str) for text in pair) for pair in history):
        raise BadRowError("history is not pairs of a question and its answer")
    return [m for asked, said in history for m in ({"role": "user", "content": asked}, answer_of(said))]


def _require_good(values: FieldValues) -> None:
    """Refuse an answer marked as bad; only KTO learns from such (choice_of). Raises BadRowError."""
    if is_truth(label := values.get("label")) and str(label).strip().lower() == "false":
        raise BadRowError(BAD_ANSWER, "its label is false")


def is_truth(value: object) -> bool:
    """Return whether a value is true or false, in a table's spelling as well; other labels mean something else."""
    return str(value).strip().lower() in ("true", "false")


def _text(values: FieldValues, field: str, *, may_be_empty: bool = False) -> str:
    value = values.get(field)
    if value is None:
        raise BadRowError(f"{field} is empty", "it is null" if field in values else "")
    if not isinstance(value, str):
        raise BadRowError(f"{field} is not text", f"it is {kind(value)}")
    if not value.strip() and not may_be_empty:
        raise BadRowError(f"{field} is empty")
    return value


def _optional(values: FieldValues, field: str) -> str:
    return _text(values, field, may_be_empty=True) if _given(values, field) else ""


def _given(values: FieldValues, field: str) -> bool:
    return values.get(field) not in (None, "")


def _refuse(reason: str) -> Any:
    raise BadRowError(reason)
