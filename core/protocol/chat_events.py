"""Events of a model that answers: here, and other programs."""

from __future__ import annotations

from core.protocol.chat import PieceKind, Reply, Sampling, Think, Voice
from core.protocol.event import BaseEvent


class Ready(BaseEvent, tag="ready"):
    """A ConverseJob has loaded the model, and questions can come. adapter: its file, "" for none.

    context: tokens that a conversation has room for. chat: in a template; else texts are gone on with.
    adjustable: the adapter's strength can be changed. sampling: how the base's makers let it write; None: unsaid.
    can_switch: the model thinks before it answers or does not, as it is asked. think: where a question does not say;
    auto: as its template has it. thinks: whether that is with thinking.
    """

    model: str
    adapter: str
    context: int
    chat: bool
    adjustable: bool
    sampling: Sampling | None = None
    think: Think = "auto"
    can_switch: bool = False
    thinks: bool = False


class Suggestions(BaseEvent, tag="suggestions"):
    """A ConverseJob with a run says, soon after `ready`, what its held-out data asks, or how its texts begin.

    system: what that data tells the model first.
    """

    questions: list[str]
    system: str = ""


class Text(BaseEvent, tag="text"):
    """More of an answer, whole characters only; at most 20 a second for each voice."""

    id: str
    voice: Voice
    kind: PieceKind
    text: str


class Answered(BaseEvent, tag="answered"):
    """An answer came to its end; all of its text once more."""

    id: str
    voice: Voice
    reply: Reply


class Refused(BaseEvent, tag="refused"):
    """A question could not be answered, and why; the next can be."""

    id: str
    code: str
    message: str
    hint: str = ""


class Serving(BaseEvent, tag="serving"):
    """A ServeJob lets programs connect. url: what they call the base URL. model: by what name they ask for it."""

    url: str
    key: str
    model: str
    context: int

    def __repr__(self) -> str:
        return f"Serving(url={self.url!r})"  # without the key
