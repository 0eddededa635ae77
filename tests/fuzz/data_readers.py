"""Readers of people's data and of the templates that come with models."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from core.base.bounded_file import document_kind, require_data
from core.data.chat.renderer import TemplateRenderer
from core.data.chat.template import ChatTemplate
from core.data.problems import BadRowError
from core.data.read.documents.document import DocumentReader
from core.data.tokenizer import Tokenizer
from core.data.tokens.preview import preview_rows
from core.data.tokens.source import open_source
from core.gguf.header import read_header
from core.protocol import PreviewJob
from core.protocol.config import TrainConfig
from core.rows.chat_logs import read_logs
from core.rows.conversations import Conversations, Mask, people
from core.rows.mail import read_mbox
from tests.fuzz.kinds import Readers

ROWS = 20
DOCUMENTS = ("pdf", "docx", "odt", "pptx", "xlsx", "epub", "html", "rtf")
_renderer, _documents = TemplateRenderer(), DocumentReader()


def read_data(path: Path) -> None:
    """As the Data page does: recognised, then every row masked and explained token by token."""
    model = path.with_name("model.gguf")
    with Tokenizer(read_header(model)) as tokenizer:
        source = open_source(path, model, TrainConfig())
        preview_rows(source, tokenizer, _renderer, PreviewJob(model=str(model), data=str(path), limit=ROWS))


def read_document(path: Path) -> None:
    """As a folder's documents are read, one after the other in the process that can do nothing else."""
    if kind := document_kind(path):
        _documents.read(path, kind)
    else:
        require_data(path)


def read_chat(path: Path) -> None:
    """As rows are made of an exported chat, with private data masked."""
    logs = read_mbox(path) if path.suffix == ".mbox" else read_logs(path)
    me = next(iter(people(logs)), "")
    cutting = Conversations(me, 900, 10_800, Mask(people(logs)))
    for log in logs:
        list(cutting.of(log))


def read_template(path: Path) -> None:
    """As a conversation's rendering does, in the process that can do nothing else."""
    template = ChatTemplate(
        path.read_text(errors="replace"), _renderer, bos="<s>", eos="</s>", now=datetime(2026, 1, 1)
    )
    messages = [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"}]
    with suppress(BadRowError):  # it refuses the conversation, which costs that row
        template.render(messages)


READERS: Readers = {
    "json lines": ("rows.jsonl", read_data),
    "gemini": ("tuned.jsonl", read_data),
    "json rows": ("rows.json", read_data),
    "held rows": ("held.json", read_data),
    "csv": ("rows.csv", read_data),
    "parquet": ("rows.parquet", read_data),
    "gzip": ("rows.jsonl.gz", read_data),
    "zip": ("rows.zip", read_data),
    "text": ("book.txt", read_data),
    "anki": ("notes.txt", read_data),
    "talk": ("talk.txt", read_data),
    **{ending: (f"manual.{ending}", read_document) for ending in DOCUMENTS},
    "mail": ("mail.mbox", read_chat),
    "whatsapp": ("chat.txt", read_chat),
    "telegram": ("result.json", read_chat),
    "template": ("chat_template.jinja", read_template),
}
