"""Jobs that make rows of what people have: of chats, and questions and answers about documents."""

from __future__ import annotations

import msgspec

from core.protocol.event import JobOf

KINDS = ("qa", "howto", "definitions", "summary")  # of questions about documents


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


class MadeRow(msgspec.Struct, kw_only=True):
    """A question and its answer. fault: why it is not among the rows, "" where it is."""

    question: str
    answer: str
    quote: str
    file: str
    heading: str
    fault: str = ""


class QuestionRowsResult(msgspec.Struct, kw_only=True):
    """rows: in the file; unanswered of these say that the documents do not answer, own were given. pieces: of the
    documents, or questions that were given to be asked in other words; done of these. written: rows that the model
    wrote.

    fell: why -> rows that are not in the file. left_out: files that were not read, and why. seconds: for what was done
    now. left_seconds: for the pieces that are left, by that. shown: of a sample all that was written, else nothing.
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
    """Have a model write questions and answers about documents; those stay that pass checks. Of files with questions
    and answers, rows are taken as they are, to be asked in other words.

    kind: qa, howto, definitions or summary. rows: of a piece. style: how answers are to sound. sample: only so many
    pieces, from all over the documents; 0 for all. check: have the model answer each question from its piece alone,
    and leave rows out that it answers otherwise. wordings: in which each question is asked besides its first.
    unanswered: questions for each piece that the documents do not answer, with an answer that says so. resume: go on
    with an output. force: replace one.
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
