"""Reads running text: documents in blocks of about a page, trained in windows of `context` tokens without losing any.

A file is one document, unless it marks the start of further ones: a form feed, a line with only <|endoftext|>, or in
Markdown a heading of the first level. Blocks are the units held out for evaluation. Their borders depend only on the
text around them (a paragraph's end whose last words have a certain hash), so that adding text elsewhere in the file
moves no block to the other side.

Also reads conversations in plain text, each turn after the speaker's name: "User: …", "Assistant: …".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple

from core.base.callbacks import ReportProgress
from core.data.read.lines import LONGEST, Line, read_lines, require_text
from core.data.read.records import Record, too_long

MIN_BLOCK = 1000  # characters
MAX_BLOCK = 4000
_TAIL = 64  # characters that decide whether a block may end
_ONE_IN = 4  # one possible border in this many becomes one
BETWEEN = "<|endoftext|>"
_FORM_FEED = "\f"
_MARKDOWN = {".md", ".markdown"}
_FENCES = ("```", "~~~")


def read_blocks(
    path: Path, file: int = 0, progress: ReportProgress | None = None, encoding: str = "utf-8"
) -> Iterator[Record]:
    """Yield blocks of MIN_BLOCK to MAX_BLOCK characters (a document's last may be shorter); joined, they are the
    document.

    Raises LuthierError `data.bad-encoding` with line and byte, and what read_lines raises.
    """
    block, start, first = "", 1, True
    borders = _Borders(path)
    for line in read_lines(path, progress, encoding):
        require_text(path, line)
        text, is_border, is_mark = borders.look(line)
        if is_border:
            if block.strip():
                yield Record(file, start, block, first=first)
                block = ""
            first = True
            block = "" if is_mark else block
        for piece in _pieces(text):
            if block and len(block) + len(piece) > MAX_BLOCK:
                yield Record(file, start, block, first=first)
                block, first = "", False
            start = start if block else line.number
            block += piece
            if _may_end(block, blank=not piece.strip()):
                yield Record(file, start, block, first=first)
                block, first = "", False
    if block:
        yield Record(file, start, block, first=first)


class _Borders:
    """Finds the beginnings of documents within a file."""

    def __init__(self, path: Path) -> None:
        self._markdown = any(suffix.lower() in _MARKDOWN for suffix in path.suffixes)
        self._in_code = False

    def look(self, line: Line) -> tuple[str, bool, bool]:
        """Return the line's text without marks between documents, whether a document begins with it, and whether at a
        mark.
        """
        text = line.text
        if text.strip() == BETWEEN:
            return "", True, True
        if text.startswith(_FORM_FEED):
            return text.lstrip(_FORM_FEED), True, True
        if self._markdown:
            self._in_code ^= text.startswith(_FENCES)
            return text, text.startswith("# ") and not self._in_code, False
        return text, False, False


def _may_end(block: str, *, blank: bool) -> bool:
    """Return whether a block may end: after a blank line, or within a paragraph that is already long, if the hash of
    the preceding words allows it.
    """
    if len(block) < (MIN_BLOCK if blank else 2 * MIN_BLOCK):
        return False
    tail = block.rstrip()[-_TAIL:].encode()
    return blake2b(tail, digest_size=1).digest()[0] % _ONE_IN == 0


def _pieces(line: str) -> Iterator[str]:
    """Yield a line in pieces, cut at sentence ends or spaces if it is longer than a block."""
    if len(line) <= MAX_BLOCK:
        return iter((line,) if line else ())
    return _cut(line)


def _cut(line: str) -> Iterator[str]:
    cuts = [0]
    while len(line) - cuts[-1] > MAX_BLOCK:
        low, high = cuts[-1] + MIN_BLOCK, cuts[-1] + MAX_BLOCK
        cut = max(line.rfind(end, low, high) + 1 for end in (". ", "! ", "? "))
        cuts.append(cut or max(line.rfind(" ", low, high), 0) or high)
    return (line[start:end] for start, end in pairwise([*cuts, len(line)]))


_LOOKED_AT, _MIN_TURNS = 400, 4  # lines; fewest turns of a dialogue
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
# A blank line, or one that separates conversations.
_BETWEEN = re.compile(r"\s*(?:(?:[-*_=~]\s*){3,}|<\|endoftext\|>)?\s*")


class _Turn(NamedTuple):
    """A turn. role: "more" continues the question. is_alone: the name announces a single question. gap: whether a
    separator line precedes it, and how many blank lines.
    """

    role: str
    is_alone: bool
    line: int
    content: str
    gap: tuple[bool, int]


@dataclass
class _Names:
    """The names of a text's two speakers, which are fixed once seen: later names are part of the text."""

    known: dict[str, str] = field(default_factory=dict)

    def match(self, line: str) -> re.Match[str] | None:
        """Return the speaker who begins with this line; None if the turn continues."""
        found = _SPEAKER.match(line)
        if found is None or found.lastgroup is None:
            return None
        role, name = _role(found), re.sub(r"[\W\d_]", "", found[0]).casefold()
        return found if self.known.setdefault(role, name) == name else None


def _role(found: re.Match[str]) -> str:
    return next(role for role in ("user", "assistant", "system", "more") if found[role])


def is_dialogue(path: Path, encoding: str) -> bool:
    """Return whether a text consists of alternating turns of two speakers, each after the speaker's name."""
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

    A new one begins with a question (“Q:”, “Question:”) or a system prompt; else after lines such as ---, or after more
    blank lines than precede answers; else all is one. Raises what read_lines and require_text raise.
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
    """Return a turn's lines, and the gap before the next one."""
    end = len(said)
    while end and _BETWEEN.fullmatch(said[end - 1]):
        end -= 1
    between = said[end:]
    return said[:end], (any(map(str.strip, between)), sum(not line.strip() for line in between))
