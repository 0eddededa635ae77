"""Questions and answers that somebody has already, as rows that can be asked in other words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from core.data.formats.json_row import source_of
from core.data.formats.recognise import recognise
from core.data.formats.turns import Conversation
from core.data.problems import BadRowError
from core.data.read.folder import TEXT_FILES, kind_of_name
from core.data.tokens.record_encoder import read_content
from core.data.tokens.source import open_source, read_records
from core.protocol.config import TrainConfig
from core.rows.row_file import row_key

NOT_ONE_ANSWER = "more than a question and its answer"


def are_rows(data: Path, files: Sequence[Path]) -> bool:
    """Return whether data holds rows, not texts. files: of it. Raises what recognise raises."""
    return not any(kind_of_name(file) in TEXT_FILES for file in files) and recognise(data).is_conversation


def own_rows(data: Path, left_out: Counter[str]) -> Iterator[dict[str, Any]]:
    """Yield rows as core/rows/row_file.py has them; each quotes its answer where it names no quote.

    left_out: counts the others by reason. Raises what the readers of data raise.
    """
    source = open_source(data, Path(), TrainConfig())
    for record in read_records(source):
        try:
            content = read_content(record, source.recipe.found)
        except BadRowError as error:
            left_out[error.reason] += 1
            continue
        match content:
            case Conversation([{"role": "user", "content": str(question), **more}, {"content": str(answer), **less}]):
                is_plain = not more and less == {"role": "assistant"}
            case _:
                is_plain = False
        if not is_plain:
            left_out[NOT_ONE_ANSWER] += 1
            continue
        row, about = {"question": question, "answer": answer}, source_of(record.value)
        quote = {} if about.get("unanswered") else {"quote": answer}
        file = source.recipe.files[record.file].name
        yield row | {"source": {"file": file, **quote, **about, "piece": row_key("own", row)}}
