"""Jobs that make rows of what people have: of chats, and questions and answers about documents."""

from __future__ import annotations

import msgspec

from core.protocol.event import JobOf


class ChatRowsResult(msgspec.Struct, kw_only=True):
    """rows: conversations. messages: in these. people: name -> messages with text, you among them.

    left_out: reason -> messages. masked: kind -> how often. shown: kind -> some of what was masked.
    """

    path: str
    rows: int
    messages: int
    people: dict[str, int]
    left_out: dict[str, int]
    masked: dict[str, int]
    shown: dict[str, list[str]]
    bytes: int


class ChatRowsJob(JobOf[ChatRowsResult], tag="chat-rows"):
    """Make conversations of an exported chat, in which `me` is who answers.

    burst: minutes within which messages of one person are one turn. pause: minutes of silence that end a conversation.
    keep_private: mask no private data. force: replace an output that is there already.
    """

    export: str
    output: str
    me: str = ""
    burst: float = 15
    pause: float = 180
    keep_private: bool = False
    force: bool = False
