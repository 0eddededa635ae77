"""Inspects a data file with a model's tokenizer, shows its rows as the model reads them, and writes the usable ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from core import protocol as p
from core.base.errors import Do, LuthierError
from core.base.files import require_replaceable, written_whole
from core.convert.naming import called
from core.convert.resolve import resolve_model
from core.data.example import Example
from core.data.formats.json_row import source_of
from core.data.formats.row_formats import TEXT
from core.data.formats.turns import Conversation
from core.data.problems import BadRowError
from core.data.read.text import BETWEEN
from core.data.tokenizer import Tokenizer
from core.data.tokens.changes import LEFT_OUT, Changes
from core.data.tokens.dataset import TWICE
from core.data.tokens.notices import reading_notices
from core.data.tokens.preview import preview_rows
from core.data.tokens.record_encoder import choice_key, key_of, question_of, read_both
from core.data.tokens.source import Source, open_source, read_records
from core.data.tokens.statistics import statistics
from core.engine.train.rows import Batches
from core.hub.model_card import licence_of
from core.jobs.context import JobContext, Outcome
from core.jobs.data.prepare import prepare_data, understood


def inspect_data(job: p.InspectJob, context: JobContext) -> Outcome[p.InspectResult]:
    """Return counts of a data file and its first rows as the model would read them. Raises LuthierError `data.*`."""
    model = resolve_model(job.model, context)
    data = prepare_data(model, job.data, None, job.config, context, changes=job.changes)
    dataset, counts = data.dataset, data.summary
    context.phase("look", "Comparing the rows")
    with Tokenizer(model) as tokenizer:
        preview = [runs(example, tokenizer) for example in dataset.train[: job.limit]]
        found = statistics(
            dataset.of_good_answers(), tokenizer, lambda done, total: context.progress(done, total, "rows")
        )
    return "done", p.InspectResult(
        **msgspec.structs.asdict(understood(dataset.found)),
        model=called(model, model.path.stem),
        licence=licence_of(model),
        rows=counts.rows,
        train_rows=len(dataset.units),
        steps=Batches(data.train_rows, job.config).steps,
        truncated=dataset.seen["truncated"],
        thoughts=dataset.seen["thoughts"],
        ends_turns=not dataset.seen["unending"],
        tokens=counts.tokens,
        tokens_trained=counts.tokens_trained,
        tokens_shared=counts.tokens_shared,
        trained_share=counts.tokens_trained / counts.tokens,
        sequences=counts.sequences,
        fill=counts.fill,
        eval_rows=dataset.eval_rows,
        eval_tokens_trained=counts.eval_tokens_trained,
        dropped=dataset.dropped,
        duplicates=dataset.duplicates,
        problems=[str(problem) for problem in dataset.problems],
        bad_rows=[p.BadRow(file=x.file, line=x.line, reason=x.reason, detail=x.detail) for x in dataset.problems],
        preview=preview,
        statistics=found,
        seconds=dataset.seconds,
        rows_s=dataset.rows / max(dataset.seconds, 1e-9),
        tokens_s=dataset.all_tokens / max(dataset.seconds, 1e-9),
        from_cache=dataset.from_cache,
    )


def runs(example: Example, tokenizer: Tokenizer) -> list[p.PreviewPiece]:
    """Return an example as pieces of text, each supervised or masked."""
    pairs = zip(example.tokens.tolist(), example.supervised.tolist(), strict=True)
    pieces = []
    for trained, group in groupby(pairs, key=lambda pair: pair[1]):
        text = b"".join(tokenizer.piece(token) for token, _ in group).decode(errors="replace")
        pieces.append(p.PreviewPiece(text=text, trained=trained))
    return pieces


def preview_data(job: p.PreviewJob, context: JobContext) -> Outcome[p.PreviewResult]:
    """Return how the file was read, the requested rows, and whether more follow.

    Raises LuthierError `data.*`, `model.*`.
    """
    model, data = resolve_model(job.model, context), Path(job.data)
    context.phase("tokenize", f"{'Searching' if job.search else 'Reading'} {data.name}")

    def report(done: int, total: int) -> None:
        context.progress(done, total, "bytes")

    with Tokenizer(model) as tokenizer:
        source = open_source(data, model.path, job.config, report)
        rows = preview_rows(source, tokenizer, context.renderer, job)
    return "done", p.PreviewResult(
        **msgspec.structs.asdict(understood(source.recipe.found)),
        rows=rows[: job.limit],
        more=len(rows) > job.limit,
    )


def clean_data(job: p.CleanJob, context: JobContext) -> Outcome[p.CleanResult]:
    """Write one JSON line per row: messages (and tools), both answers of a choice, or text, with the row's source if it
    has one. The job's changes are applied, and equal rows are written once unless it keeps them. Running text is
    written as whole text. A failure leaves no file.

    Raises LuthierError `data.*`, `data.would-overwrite`, `files.would-overwrite` and `files.cannot-write`.
    """
    data, output = Path(job.data), Path(job.output)
    if output.exists() and output.samefile(data):
        raise LuthierError("data.would-overwrite", f"{output} is the data itself.", "Choose another name.")
    require_replaceable(output, force=job.force)
    context.claim(output)
    context.phase("clean", f"Writing {output.name}")
    source = open_source(data, Path(), job.config, lambda done, total: context.progress(done, total, "bytes"))
    for notice in reading_notices(source.recipe.found, source.recipe.files, job.config):
        context.notice(*notice)
    dropped, rows = Counter[str](), 0
    is_text = source.recipe.found.format == TEXT and output.suffix != ".jsonl"  # .jsonl asks for rows
    with written_whole(output) as partial, partial.open("wb") as file:
        writing = _Writing(is_text=is_text)
        for content, begins, about in _usable(
            source, Changes(job.changes), dropped, keep_equal=job.keep_equal or is_text
        ):
            file.write(writing.row(content, about, begins=begins))
            rows += 1
        if not rows:
            raise LuthierError("data.nothing-usable", f"Nothing in {data} can be used.", Do.open("data inspect"))
    return "done", p.CleanResult(path=str(output), rows=rows, dropped=dict(dropped), bytes=output.stat().st_size)


def _usable(
    source: Source, changes: Changes, dropped: Counter[str], *, keep_equal: bool
) -> Iterator[tuple[Conversation | str, bool, dict[str, Any]]]:
    """Yield the usable rows' content, whether a document begins with it, and its source. dropped: counts the other rows
    by reason.
    """
    keys, begins, n_rows = set[int](), False, 0
    for place, record in enumerate(read_records(source)):
        begins, n_rows = begins or record.first, place + 1
        try:
            content = read_both(record, source.recipe.found, source.recipe.config)
            if changes.leaves_out(place, content):
                dropped[LEFT_OUT] += 1
                continue
            content = changes.applied(place, content)
        except BadRowError as error:
            dropped[error.reason] += 1
            continue
        key = choice_key(content) if isinstance(content, Conversation) and _is_choice(content) else key_of(content)
        if key in keys and not keep_equal:
            dropped[TWICE] += 1
            continue
        keys.add(key)
        yield content, begins, source_of(record.value)
        begins = False
    changes.require_within(n_rows)


class _Writing:
    """Formats rows as JSON lines, or running text as its passages with a separator between documents."""

    def __init__(self, *, is_text: bool) -> None:
        self._is_text = is_text
        self._last = ""  # the previous passage

    def row(self, content: Conversation | str, source: dict[str, Any], *, begins: bool) -> bytes:
        """Return a row's bytes. source: of the row. begins: it begins a document."""
        if not (self._is_text and isinstance(content, str)):
            return msgspec.json.encode(_row(content) | ({"source": source} if source else {})) + b"\n"
        line_end = "" if self._last.endswith("\n") else "\n"
        mark = f"{line_end}{BETWEEN}\n" if begins and self._last else ""
        self._last = content
        return f"{mark}{content}".encode()


def _row(content: Conversation | str) -> dict[str, Any]:
    if isinstance(content, str):
        return {"text": content}
    tools = {"tools": content.tools} if content.tools else {}
    if content.rejected is not None:
        asked, better = question_of(content)
        _, worse = question_of(Conversation(content.rejected))
        return {"prompt": asked, "chosen": [better], "rejected": [worse]} | tools
    label = {"label": False} if content.is_bad else {}
    return {"messages": content.messages} | label | tools


def _is_choice(content: Conversation) -> bool:
    return content.rejected is not None or content.is_bad
