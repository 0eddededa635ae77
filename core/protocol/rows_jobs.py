"""Jobs that make rows from exported chats, and questions and answers from documents."""

from __future__ import annotations

import msgspec

from core.protocol.event import JobOf

KINDS = ("qa", "howto", "definitions", "summary")  # kinds of questions about documents


class ChatRowsResult(msgspec.Struct, kw_only=True):
    """Rows made from a chat. rows: conversations. messages: in these rows. people: name -> messages with text,
    including `me`.

    left_out: reason -> messages. masked: kind of private data -> count. shown: kind -> examples of masked data.
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
    """Make conversations from an exported chat, with `me` as the one who answers.

    burst: messages of a person within so many minutes form one turn. pause: minutes of silence that end a conversation.
    keep_private: do not mask private data. force: replace an existing output.
    """

    export: str
    output: str
    me: str = ""
    burst: float = 15
    pause: float = 180
    keep_private: bool = False
    force: bool = False


class MadeRow(msgspec.Struct, kw_only=True):
    """A question and its answer. fault: why it was rejected, "" if it was not."""

    question: str
    answer: str
    quote: str
    file: str
    heading: str
    fault: str = ""


class QuestionRowsResult(msgspec.Struct, kw_only=True):
    """Rows made from documents. rows: in the file; unanswered: those that say the documents have no answer; own: the
    given ones. pieces: of the documents, or given questions to rephrase; done: the finished pieces. written: rows that
    the model wrote.

    fell: reason -> rejected rows. left_out: files not read, with reasons. seconds: spent now. left_seconds: estimate
    for the remaining pieces. shown: everything written for a sample, else empty.
    """

    path: str
    rows: int
    unanswered: int
    own: int
    pieces: int
    done: int
    written: int
    fell: dict[str, int]
    left_out: list[str]
    seconds: float
    left_seconds: float
    bytes: int
    shown: list[MadeRow]


class QuestionRowsJob(JobOf[QuestionRowsResult], tag="question-rows"):
    """Let a model write questions and answers about documents, and keep those that pass checks. Files with questions
    and answers keep their rows, whose questions are rephrased.

    kind: qa, howto, definitions or summary. rows: per piece. style: the style of the answers. sample: only so many
    pieces, spread over the documents; 0 for all. check: let the model answer each question from its piece alone, and
    drop rows that it answers differently. wordings: additional wordings of each question. unanswered: questions per
    piece that the documents do not answer, with an answer that says so. resume: continue an existing output. force:
    replace it.
    """

    files: tuple[str, ...]
    model: str
    output: str
    kind: str = "qa"
    rows: int = 4
    style: str = ""
    check: bool = False
    wordings: int = 0
    unanswered: int = 0
    sample: int = 0
    seed: int = 0
    resume: bool = False
    force: bool = False
