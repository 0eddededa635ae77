"""What a set of rows is like: lengths, rows that stand out, languages, rows nearly the same, the form of answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.base.callbacks import ReportProgress
from core.data.example import Example
from core.data.tokenizer import Tokenizer
from core.data.tokens.dataset import Dataset
from core.data.tokens.example_view import ExampleView, evenly_spaced
from core.data.tokens.near_duplicates import near_duplicates
from core.data.tokens.notices import COMPARED_ROWS, first_answer
from core.data.tokens.record_encoder import CALLS, JSON
from core.protocol import RowSize, SimilarRows, Statistics

BARS = 24  # of the length distribution
SHOWN = 5  # of the longest and the shortest rows
SHOWN_SIMILAR = 20
Form = Literal["", "labels", "json", "calls"]
NEARLY_ALL = 0.95  # of the rows: some say that nothing was found, or ask back
LONGEST_LABEL = 16  # tokens, its end included
LABEL_ROWS = 5  # that a label has at least, on average


def statistics(dataset: Dataset, tokenizer: Tokenizer, progress: ReportProgress) -> Statistics | None:
    """Return the statistics of conversations; None for running text, whose pieces have no length of their own.
    progress: rows.
    """
    rows = dataset.train
    if not dataset.found.is_conversation or not isinstance(rows, ExampleView):
        return None
    tokens, supervised = dataset.units["size"], dataset.units["supervised"]
    edges = _edges(int(tokens.min()), int(tokens.max()))
    near = near_duplicates(rows, progress)
    keys = dataset.units["key"]
    similar = [pair for pair in near.pairs if keys[pair.row] != keys[pair.earlier]]
    return Statistics(
        rows=len(rows),
        edges=edges.tolist(),
        counts=np.histogram(tokens, edges)[0].tolist(),
        median=int(np.median(tokens)),
        most=int(np.quantile(tokens, 0.95, method="higher")),
        longest=[_size(dataset, row) for row in _largest(tokens)],
        fewest_trained=[_size(dataset, row) for row in _largest(-supervised)],
        languages=languages(rows, tokenizer),
        n_similar=len(similar),
        similar=[
            SimilarRows(
                file=_file(dataset, row), line=int(dataset.units["line"][row]),
                other_file=_file(dataset, earlier), other_line=int(dataset.units["line"][earlier]), share=share,
            )
            for row, earlier, share in similar[:SHOWN_SIMILAR]
        ],
        all_compared=near.is_whole,
    )  # fmt: skip


def _edges(shortest: int, longest: int) -> NDArray[np.int64]:
    """Return edges of equal widths, round enough to read: 1, 2 or 5 times a power of ten."""
    rough = max(1, (longest - shortest) / BARS)
    power = 10 ** int(np.floor(np.log10(rough)))
    width = next(step * power for step in (1, 2, 5, 10) if step * power >= rough)
    return np.arange(shortest // width * width, longest + width + 1, width)


def _largest(values: NDArray[np.int32]) -> list[int]:
    """Places of the largest values, the largest first."""
    count = min(SHOWN, len(values))
    places = np.argpartition(-values, count - 1)[:count]
    return sorted(places.tolist(), key=lambda place: (-values[place], place))


def _size(dataset: Dataset, row: int) -> RowSize:
    unit = dataset.units[row]
    return RowSize(
        file=_file(dataset, row), line=int(unit["line"]), tokens=int(unit["size"]), trained=int(unit["supervised"])
    )


def _file(dataset: Dataset, row: int) -> str:
    return str(dataset.files[dataset.units["file"][row]])


SAMPLED_ROWS = 300  # rows, from all over the file
MIN_CHARACTERS = 30  # characters; less says little
UNKNOWN = ""


def languages(examples: Sequence[Example], tokenizer: Tokenizer) -> dict[str, float]:
    """Return ISO 639 codes and their shares of the rows looked at, the most frequent first; UNKNOWN for too short
    ones.
    """
    from py3langid import classify  # loads its model, which only this needs

    places = evenly_spaced(len(examples), SAMPLED_ROWS)
    counts = Counter[str]()
    for place in places:
        example = examples[place]
        written = example.tokens[example.supervised].tolist()
        text = b"".join(map(tokenizer.piece, written)).decode(errors="replace")
        counts[classify(text)[0] if len(text) >= MIN_CHARACTERS else UNKNOWN] += 1
    return {code: count / len(places) for code, count in counts.most_common()}


def has_one_wording(dataset: Dataset) -> bool:
    """Return whether hardly an answer is there twice, as where each question is asked in one way."""
    if not dataset.found.is_conversation:
        return False
    rows = min(len(dataset.train), COMPARED_ROWS)  # the first ones: other wordings usually stand near
    answers = {tuple(first_answer(dataset.train[place])) for place in range(rows)}
    return len(answers) >= NEARLY_ALL * rows


def answers_form(dataset: Dataset) -> Form:
    """Return the form that nearly all answers have, of those of which one answer is right; "" for none."""
    if not dataset.found.is_conversation or not len(dataset.train):
        return ""
    enough = NEARLY_ALL * dataset.usable_conversations
    if dataset.seen[CALLS] + dataset.seen[JSON] >= enough:
        return "calls" if dataset.seen[CALLS] else "json"
    places = evenly_spaced(len(dataset.train), COMPARED_ROWS)
    answers = Counter(tuple(first_answer(dataset.train[place])) for place in places)
    short = all(len(answer) <= LONGEST_LABEL for answer in answers)
    return "labels" if short and 1 < len(answers) <= len(places) / LABEL_ROWS else ""
