"""ChatGPT's data export, as its conversations.json is publicly described: what was said last is read, the rest told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.data.formats.recognise import recognise
from core.data.formats.turns import Conversation
from core.data.problems import BadRowError
from core.data.tokenizer import Tokenizer
from core.data.tokens.load_dataset import load_dataset
from core.data.tokens.record_encoder import read_content
from core.data.tokens.source import open_source, read_records
from core.protocol.config import TrainConfig
from tests.support.data_vocab import write_bpe
from tests.support.rendering import renderer

IMAGE = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://file-1", "width": 8, "height": 8}
SPOKEN = {"content_type": "audio_transcription", "text": "Which bed?", "direction": "in"}


def node(name: str, parent: str | None, role: str, *parts: Any, kind: str = "", **more: Any) -> dict[str, Any]:
    """As the export has one: id, message, parent and children."""
    metadata = {"is_visually_hidden_from_conversation": True} if more.pop("hidden", False) else {}
    content_type = kind or ("multimodal_text" if any(isinstance(part, dict) for part in parts) else "text")
    content = {"content_type": content_type, "parts": list(parts)} | more.pop("content", {})
    message = {
        "id": name, "author": {"role": role, "name": None, "metadata": {}}, "create_time": 1.5, "update_time": None,
        "content": content, "status": "finished_successfully", "end_turn": True, "weight": 1.0, "recipient": "all",
        "metadata": metadata, "channel": None,
    }  # fmt: skip
    return {"id": name, "message": message | more, "parent": parent, "children": []}


def export(*nodes: dict[str, Any], current: str = "") -> dict[str, Any]:
    root = {"id": "root", "message": None, "parent": None, "children": []}
    mapping = {each["id"]: each for each in (root, *nodes)}
    for each in nodes:
        if each["parent"] in mapping:
            mapping[each["parent"]]["children"].append(each["id"])
    current = current or nodes[-1]["id"]
    return {"title": "Beds", "create_time": 1.5, "update_time": 2.5, "mapping": mapping, "moderation_results": [],
            "current_node": current, "conversation_id": "c1", "id": "c1", "is_archived": False}  # fmt: skip


EDITED = export(
    node("sys", "root", "system", "", hidden=True),
    node("own", "sys", "user", kind="user_editable_context", hidden=True, content={"user_profile": "I am Ann."}),
    node("q1", "own", "user", "What grows in bed 0?"),
    node("a1", "q1", "assistant", "Leeks."),
    node("q2", "own", "user", "What grows in bed 1?"),
    node("a2", "q2", "assistant", "Beans."),
    node("a3", "q2", "assistant", "Beets."),
    node("q3", "a3", "user", "And who waters it?"),
    node("think", "q3", "assistant", kind="thoughts", content={"thoughts": [{"summary": "s", "content": "c"}]}),
    node("call", "think", "assistant", "search('water')", kind="code", recipient="browser"),
    node("found", "call", "tool", "Ann, on Mondays."),
    node("a4", "found", "assistant", "Ann does,"),
    node("a5", "a4", "assistant", "on Mondays."),
    node("old", "a5", "assistant", "Never.", weight=0.0),
    node("q4", "old", "user", IMAGE, "What is this?"),
    node("a6", "q4", "assistant", "A slug."),
    node("q5", "a6", "user", IMAGE),
    node("a7", "q5", "assistant", "Another slug."),
    node("q6", "a7", "user", SPOKEN, {"content_type": "audio_asset_pointer", "asset_pointer": "file-service://2"}),
    node("a8", "q6", "assistant", "Bed 1."),
)
SAID = [
    ("user", "What grows in bed 1?"), ("assistant", "Beets."),
    ("user", "And who waters it?"), ("assistant", "Ann does,\n\non Mondays."),
    ("user", "What is this?"), ("assistant", "A slug."),
    ("user", "Which bed?"), ("assistant", "Bed 1."),
]  # fmt: skip
SHORT = export(node("q", "root", "user", "Bed 2?"), node("a", "q", "assistant", "Leeks."))


def contents(path: Path, *conversations: Any, indent: int | None = None) -> list[Conversation | str]:
    path.write_text(json.dumps(conversations, indent=indent))
    source = open_source(path, Path(), TrainConfig())
    assert source.recipe.found.format == "chatgpt" and not source.recipe.found.guessed
    return [read_content(record, source.recipe.found) for record in read_records(source)]


@pytest.mark.parametrize("indent", [None, 1])
def test_that_the_branch_that_was_shown_last_is_read(tmp_path: Path, indent: int | None) -> None:
    first, second = contents(tmp_path / "conversations.json", EDITED, SHORT, indent=indent)
    assert isinstance(first, Conversation) and isinstance(second, Conversation)
    assert [(turn["role"], turn["content"]) for turn in first.messages] == SAID
    assert [turn["content"] for turn in second.messages] == ["Bed 2?", "Leeks."]


def test_that_what_is_left_out_is_told_with_its_number(tmp_path: Path) -> None:
    (tmp_path / "conversations.json").write_text(json.dumps([EDITED, SHORT]))
    with Tokenizer(write_bpe(tmp_path / "model.gguf")) as tokenizer:
        dataset = load_dataset(tmp_path / "conversations.json", tokenizer, renderer(), TrainConfig(eval_share=0.0))
    (told,) = [notice.message for notice in dataset.notices if notice.code == "data.chat-export"]
    assert told == (
        "Of each conversation the branch that ChatGPT showed last is read. Left out: 3 messages on other branches, "
        "2 hidden messages, 2 messages to or from tools, 1 message of thoughts, 3 pictures and sounds, 1 answer to a "
        "picture or sound alone."
    )
    assert len(dataset.train) == 2


def test_that_a_conversation_chosen_by_its_current_node_alone_changes_with_it(tmp_path: Path) -> None:
    (first,) = contents(tmp_path / "conversations.json", EDITED | {"current_node": "a1"})
    assert isinstance(first, Conversation)
    assert [turn["content"] for turn in first.messages] == ["What grows in bed 0?", "Leeks."]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (SHORT | {"current_node": "gone"}, "current_node is not in the mapping"),
        (SHORT | {"current_node": None}, "current_node is not in the mapping"),
        (SHORT | {"mapping": [1]}, "mapping is not an object"),
        (export(node("q", "a", "user", "x"), node("a", "q", "assistant", "y")), "follow each other in a circle"),
        (export(node("q", "root", "user", "x"), node("a", "q", "tool", "y")), "no assistant turn to learn from"),
        (export(node("q", "root", "user", "x", content={"parts": 7})), "a message's parts are not a list"),
    ],
)
def test_that_a_broken_conversation_is_refused_by_name(tmp_path: Path, row: Any, reason: str) -> None:
    with pytest.raises(BadRowError, match=reason):
        contents(tmp_path / "conversations.json", row)


def test_that_a_column_called_mapping_alone_is_no_export(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text(json.dumps({"mapping": "long text", "note": "Which one is longer?"}))
    assert recognise(tmp_path / "rows.jsonl").format == "prompt"


def said_to_claude(sender: str, *parts: Any, **more: Any) -> dict[str, Any]:
    """As Claude's export has a message: with a text, and its parts beside it."""
    content = [{"type": "text", "text": part} if isinstance(part, str) else part for part in parts]
    text = " ".join(part for part in parts if isinstance(part, str))
    return {"uuid": "1", "text": text, "content": content, "sender": sender, "created_at": "2026-01-01T10:00:00Z",
            "attachments": [], "files": [], **more}  # fmt: skip


CLAUDE = {
    "uuid": "c", "name": "Beds", "created_at": "2026-01-01T10:00:00Z", "account": {"uuid": "a"},
    "chat_messages": [
        said_to_claude("human", "What grows in bed 0?", files=[{"file_name": "bed.png"}]),
        said_to_claude("assistant", {"type": "thinking", "thinking": "Hm."}, "Leeks.", {"type": "tool_use"}),
        said_to_claude("assistant", "And beans."),
        said_to_claude("human", ""),
        said_to_claude("human", "Thanks.", content=[]),
        said_to_claude("assistant", "You are welcome."),
    ],
}  # fmt: skip


def test_that_claudes_export_is_what_was_said_and_the_rest_is_told(tmp_path: Path) -> None:
    (tmp_path / "conversations.json").write_text(json.dumps([CLAUDE, CLAUDE | {"chat_messages": []}]))
    source = open_source(tmp_path / "conversations.json", write_bpe(tmp_path / "m.gguf"), TrainConfig())
    assert source.recipe.found.format == "claude" and not source.recipe.found.guessed
    first, second = read_records(source)
    content = read_content(first, source.recipe.found)
    assert isinstance(content, Conversation)
    assert [(one["role"], one["content"]) for one in content.messages] == [
        ("user", "What grows in bed 0?"), ("assistant", "Leeks.\n\nAnd beans."), ("user", "Thanks."),
        ("assistant", "You are welcome."),
    ]  # fmt: skip
    with pytest.raises(BadRowError, match="chat_messages is empty"):
        read_content(second, source.recipe.found)
    with Tokenizer(write_bpe(tmp_path / "model.gguf")) as tokenizer:
        dataset = load_dataset(tmp_path / "conversations.json", tokenizer, renderer(), TrainConfig(eval_share=0.0))
    (told,) = [notice.message for notice in dataset.notices if notice.code == "data.chat-export"]
    assert told == "Left out: 1 message to or from a tool, 1 message of thoughts, 1 picture or sound."
