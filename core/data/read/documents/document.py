"""Reads documents (PDF, Word, web pages, …) through a sandboxed child process, and caches their text.

cache/documents/<key>.json has a line about the document, then its text. The key comes from the file's path, size and
times, so that a document is read once, and again after a change.
"""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

import msgspec
from msgspec.structs import replace

from core.base import paths
from core.base.bounded_file import Kind, from_json
from core.base.cache import BoundedFolder
from core.base.child_process import Child, EndedError, bare
from core.base.errors import Do, LuthierError
from core.base.files import written_whole
from core.base.own_process import own_process
from core.base.systems.limits import LIMITS_TIME
from core.data.read.documents.found import Found, Wanted

MOST_BYTES = 256 << 20  # of a document
SECONDS = 120  # of processor time per document; a book of a thousand pages takes a few
_TIMEOUT = None if LIMITS_TIME else 600.0  # seconds on the clock, if processor time cannot be limited
_VERSION = 7  # raise it when the same document gives another text
_NAMES: dict[Kind, str] = {
    "pdf": "PDF",
    "docx": "Word document",
    "odt": "OpenDocument text",
    "rtf": "rich text document",
    "epub": "EPUB book",
    "html": "web page",
    "pptx": "presentation",
    "sheets": "table",
}


class DocumentReader:
    """Reads documents one after the other in one child process, which starts with the first that is not cached.

    Use as a context manager.
    """

    def __init__(self, seconds: int = SECONDS, timeout: float | None = _TIMEOUT) -> None:
        """seconds: of processor time per document. timeout: seconds on the clock."""
        self._child = Child(own_process("core.data.read.documents.child", str(seconds)), env=bare())
        self._timeout = timeout
        self._folder = BoundedFolder(paths.cache_dir() / "documents")

    def __enter__(self) -> DocumentReader:
        return self

    def __exit__(self, *_: object) -> None:
        self._child.close()

    def read(self, path: Path, kind: Kind, sheet: str = "") -> tuple[Found, bytes]:
        """Return facts about a document, and its text as UTF-8. sheet: of a workbook; "": the first.

        Raises LuthierError `data.locked`, `data.unreadable`, `data.document-too-large`, `data.scanned`, `data.empty`,
        `data.unknown-sheet`, `files.cannot-write`, and OSError as reading does.
        """
        kept = self._folder.path / f"{_key(path, sheet)}.json"
        about, text = _kept(kept)
        if about is None:
            about, text = self._read(path, kind, sheet, kept)
        else:
            self._folder.used(kept.name)
        if about.why:
            raise _refusal(path, kind, about)
        return about, text

    def held(self) -> list[str]:
        """Return what the process has given up on this system: files, memory, system calls. Raises EndedError."""
        return self._child.held()

    def _read(self, path: Path, kind: Kind, sheet: str, kept: Path) -> tuple[Found, bytes]:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise _refusal(path, kind, Found(why="large", what=f"it has more than {MOST_BYTES >> 20} MB"))
        try:
            found = self._child.ask(Wanted(kind, path.read_bytes(), sheet), Found, self._timeout)
        except EndedError as error:
            what = str(error) or "it takes too much time or memory"
            raise _refusal(path, kind, Found(why="large", what=what)) from error
        about, text = replace(found, text=""), found.text.encode()
        raw = msgspec.json.encode(about) + b"\n" + text
        self._folder.make_room(len(raw))
        with written_whole(kept) as partial:
            partial.write_bytes(raw)
        return about, text


def read_document(path: Path, kind: Kind, sheet: str = "") -> tuple[Found, bytes]:
    """Read one document. Raises as DocumentReader.read does."""
    with DocumentReader() as reader:
        return reader.read(path, kind, sheet)


def _kept(file: Path) -> tuple[Found | None, bytes]:
    """Return a cached document; None if it is missing or damaged."""
    try:
        head, _, text = file.read_bytes().partition(b"\n")
        return from_json(head, type=Found), text
    except (OSError, ValueError):
        return None, b""


def _key(path: Path, sheet: str) -> str:
    found = path.stat()
    about = (_VERSION, str(path.absolute()), found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino, sheet)
    return blake2b(repr(about).encode(), digest_size=16).hexdigest()


def _refusal(path: Path, kind: Kind, about: Found) -> LuthierError:
    name = _NAMES[kind]
    match about.why:
        case "locked" if about.what:
            hint = "Only its seller's programs open it. Choose a copy without copy protection."
            return LuthierError("data.locked", f"{path} is protected by {about.what}.", hint)
        case "locked":
            hint = "Open it in the program that made it, save it without a password, and choose that."
            return LuthierError("data.locked", f"{path} is protected by a password.", hint)
        case "large":
            hint = "Divide it into several files, or save its text as plain text (.txt)."
            return LuthierError("data.document-too-large", f"{path} is too large a {name}: {about.what}.", hint)
        case "pictures":
            hint = "It is scanned. Have a program for text recognition (OCR), such as OCRmyPDF, add the text."
            return LuthierError("data.scanned", f"{path} has no text: {about.what}.", hint)
        case "sheet":
            hint = Do.by("Choose another one, by its name or its number.", "--set sheet=NAME")
            return LuthierError("data.unknown-sheet", f"{path} has {about.what}.", hint)
        case "empty":
            return LuthierError("data.empty", f"{path} has no text in it.", "Choose a file with text in it.")
    hint = "Open it in a program that shows it. If that works, save it again there."
    return LuthierError("data.unreadable", f"{path} is a damaged {name}: {about.what}.", hint)
