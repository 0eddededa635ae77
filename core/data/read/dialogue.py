"""Conversations in a plain text, each turn after the name of who speaks: "User: …", "Assistant: …"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple

from core.base.callbacks import ReportProgress
from core.data.read.lines import LONGEST, read_lines, require_text
from core.data.read.records import Record, too_long

_LOOKED_AT, _MIN_TURNS = 400, 4  # lines; turns, under which a text is none
_SPEAKER = re.compile(
    r"\s*(?P<mark>[*_#>]+)?\s*(?:"
    r"(?P<user>(?P<alone>q|question|instruction|frage|f|pregunta|p|pergunta|вопрос|प्रश्न|सवाल|问题?|問題?|質問|质问)|"
    r"user|human|you|prompt|nutzer|benutzer|mensch|usuario|usuário|utilisateur|humain|humano|उपयोगकर्ता|用户|用戶)|"
    r"(?P<assistant>assistant|ai|bot|a|answer|response|chatgpt|gpt|antwort|assistent|ki|respuesta|r|asistente|réponse|"
    r"assistante|ia|resposta|assistente|ответ|ассистент|उत्तर|जवाब|सहायक|答案?|助手|回答)|"
    r"(?P<system>system|système|sistema|系统)|(?P<more>input)"
    r")(?:\s+said)?\s?\d{0,4}[*_]*\s*(?:[:：][*_]*|(?(mark)\Z|(?!)))",
    re.IGNORECASE,
)
_ABOVE = re.compile(r"#+ |\s*(?:[-*_=~]\s*){3,}\Z")  # headings above the first turn
_BETWEEN = re.compile(r"\s*(?:(?:[-*_=~]\s*){3,}|<\|endoftext\|>)?\s*")  # a blank line, or one that parts conversations


class _Turn(NamedTuple):
    """role: "more" continues what is asked. is_alone: a name that stands for one question. gap: how many blank lines
    stand before it, and whether a line that parts conversations does.
    """

    role: str
    is_alone: bool
    line: int
    content: str
    gap: tuple[bool, int]


@dataclass
class _Names:
    """The names of the two that a text calls its speakers by: others further on are words of what is said."""

    known: dict[str, str] = field(default_factory=dict)

    def match(self, line: str) -> re.Match[str] | None:
        """Return who speaks from this line on; None where the turn goes on."""
        found = _SPEAKER.match(line)
        if found is None or found.lastgroup is None:
            return None
        role, name = _role(found), re.sub(r"[\W\d_]", "", found[0]).casefold()
        return found if self.known.setdefault(role, name) == name else None


def _role(found: re.Match[str]) -> str:
    return next(role for role in ("user", "assistant", "system", "more") if found[role])


def is_dialogue(path: Path, encoding: str) -> bool:
    """Return whether a text is turns of two by turns from its beginning, each after the name of who speaks."""
    lines = [line.text for line in islice(read_lines(path, None, encoding), _LOOKED_AT) if line.text.strip()]
    names = _Names()
    while lines and _ABOVE.match(lines[0]) and not _SPEAKER.match(lines[0].rstrip("\n")):
        lines.pop(0)
    found = [names.match(line.rstrip("\n")) for line in lines]
    roles = [role for one in found if one and (role := _role(one)) in ("user", "assistant")]
    begins = bool(found) and found[0] is not None and _role(found[0]) in ("user", "system")
    return begins and len(roles) >= _MIN_TURNS and all(a != b for a, b in pairwise(roles))


def read_dialogue(
    path: Path, file: int = 0, progress: ReportProgress | None = None, encoding: str = "utf-8"
) -> Iterator[Record]:
    """Yield a text's conversations as rows of messages.

    A new one begins with a question (“Q:”, “Question:”) and with what the system says; else behind lines such as ---,
    or behind more blank lines than stand before answers; else all is one. Raises what read_lines and require_text
    raise.
    """
    asked, answered = (
        {turn.gap for turn in _turns(path, None, encoding) if turn.role == role} for role in ("user", "assistant")
    )
    widest = max(asked, default=(False, 0))
    is_parted = widest > max(answered, default=(False, 0))
    held = list[_Turn]()
    for turn in _turns(path, progress, encoding):
        is_wide = is_parted and (turn.gap[0] if widest[0] else turn.gap == widest)
        is_new = turn.role == "user" and (turn.is_alone or is_wide)
        follows_system = [one.role for one in held] == ["system"]
        if held and (turn.role == "system" or (is_new and not follows_system)):
            yield _record(file, held)
            held = []
        held.append(turn)
    if held:
        yield _record(file, held)


def _record(file: int, said: list[_Turn]) -> Record:
    messages = list[dict[str, str]]()
    for turn in said:
        if turn.role == "more" and messages:
            messages[-1]["content"] = f"{messages[-1]['content']}\n\n{turn.content}".strip()
        else:
            messages.append({"role": turn.role, "content": turn.content})
    is_long = sum(len(message["content"]) for message in messages) > LONGEST
    return Record(file, said[0].line, {"messages": [] if is_long else messages}, too_long() if is_long else None)


def _turns(path: Path, progress: ReportProgress | None, encoding: str) -> Iterator[_Turn]:
    names, speaker, gap = _Names(), None, (False, 0)
    number, said = 1, list[str]()
    for line in read_lines(path, progress, encoding):
        text = require_text(path, line).rstrip("\n")
        found = names.match(text)
        if found is None:
            said.append(text)
            continue
        before, between = _parted(said)
        if speaker is not None:
            yield _turn(speaker, number, before, gap)
        speaker, number, said, gap = found, line.number, [text[found.end() :]], between
    if speaker is not None:
        yield _turn(speaker, number, _parted(said)[0], gap)


def _turn(speaker: re.Match[str], number: int, said: list[str], gap: tuple[bool, int]) -> _Turn:
    return _Turn(_role(speaker), bool(speaker["alone"]), number, "\n".join(said).strip(), gap)


def _parted(said: list[str]) -> tuple[list[str], tuple[bool, int]]:
    """A turn's lines, and what stands between it and the next one."""
    end = len(said)
    while end and _BETWEEN.fullmatch(said[end - 1]):
        end -= 1
    between = said[end:]
    return said[:end], (any(map(str.strip, between)), sum(not line.strip() for line in between))
