"""Look at a data file through a model's eyes: what would be trained, what not, and why."""

from __future__ import annotations

from itertools import groupby

import msgspec

from core import protocol as p
from core.convert.naming import called
from core.convert.resolve import resolve_model
from core.data.example import Example
from core.data.tokenizer import Tokenizer
from core.data.tokens.statistics import statistics
from core.engine.train.batches import Batches
from core.hub.model_card import licence_of
from core.jobs.context import JobContext, Outcome
from core.jobs.data.prepare import prepare_data, understood


def inspect_data(job: p.InspectJob, context: JobContext) -> Outcome[p.InspectResult]:
    """The counts of a data file and its first rows as the model would read them. Raises LuthierError `data.*`."""
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
    """An example as pieces of text, each with whether it is trained."""
    pairs = zip(example.tokens.tolist(), example.supervised.tolist(), strict=True)
    pieces = []
    for trained, group in groupby(pairs, key=lambda pair: pair[1]):
        text = b"".join(tokenizer.piece(token) for token, _ in group).decode(errors="replace")
        pieces.append(p.PreviewPiece(text=text, trained=trained))
    return pieces
