"""Warns people before training about data that can be used but has shortcomings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path

import numpy as np

from core.advice.advice import ENOUGH_THOUGHTS
from core.advice.goals import LONG_CONTEXTS
from core.base.errors import Do, Hint
from core.data.chat.conversation import THOUGHTS_TOO_LONG
from core.data.chat.left_out import CONTENT_KINDS
from core.data.chat.template import marks_of_turns
from core.data.example import Example
from core.data.formats.chat_export import KINDS
from core.data.formats.ranked import BETWEEN
from core.data.formats.recognise import Recognised
from core.data.formats.row_formats import FORMATS, TEXT
from core.data.formats.thoughts import without_frame
from core.data.read.data_file import kind_of_document
from core.data.read.documents.document import read_document
from core.data.read.folder import DataFiles, in_a_few
from core.data.read.text import is_dialogue
from core.data.tokenizer import Tokenizer
from core.data.tokens.choices import GOOD, ChoiceView
from core.data.tokens.collapse_notices import collapse_notices
from core.data.tokens.dataset import DataNotice, Dataset
from core.data.tokens.example_view import evenly_spaced
from core.data.tokens.record_encoder import ENDS, MARK, MEDIA, NULLS, SEPARATORS, UNUSED
from core.protocol.config import TrainConfig, title_of

FEW_SUPERVISED = 0.01  # a smaller share of supervised tokens is probably a mistake
MAX_ROW_SHARE = 0.2  # largest share of all supervised tokens in one row
MIN_COMPARED = 20  # with fewer rows, similarities between rows are not reported
ANSWER_LOOKED_AT = 64  # tokens of an answer that are examined
COMPARED_ROWS = 2000  # rows, spread over the whole file, whose beginnings are compared
STRUCTURE = ("{", "[", "<", "```")  # beginnings of JSON, markup and calls, which could not be removed
MOST_REASONS = 4  # in one notice, for files of a folder that are not read
MOST_NAMED = 8  # columns in one notice
FEW_CHOICES = 100  # fewer choices teach little
MOST_WEIGHT = 100  # of good_weight
UNEVEN = 1.5  # largest ratio of the total weights of good and bad answers, either way, for kto
MOST_LONGER = 0.8  # largest share of pairs whose chosen answer is longer, or shorter
OPENING, SAME_OPENING = 4, 0.5  # tokens of a common opening, and the largest share of answers that may have it


def reading_notices(found: Recognised, files: Sequence[Path], config: TrainConfig) -> list[DataNotice]:
    """Return notices on guesses made while reading the files."""
    notices = []
    guessed = {} if config.encoding != "auto" else _by_encoding(found, files)
    for encoding, names in guessed.items():
        which = names[0] if len(names) == 1 else f"{len(names)} files ({names[0]}, …)"
        other = Hint("Where letters look wrong, choose another encoding.", Do.set("encoding"))
        notices.append(DataNotice("data.encoding", f"Not UTF-8, so read as {title_of(encoding)}: {which}.", other))
    notices += _of_documents(files)
    if found.container == "dialogue":
        message = f"{files[0].name} is read as conversations, by who speaks in it: the answers are learnt."
        message += " Headings above the first turn are not read."
        as_text = Hint("It can be learnt as running text.", Do.set("format", "text"))
        notices.append(DataNotice("data.dialogue", message, as_text))
    spoken = found.container == "text" and config.format != TEXT and list(map(is_dialogue, files, found.encodings))
    if spoken and any(spoken):
        name = files[spoken.index(True)].name
        message = f"{name} looks like questions and answers, and is learnt as running text, questions too."
        hint = "To learn the answers alone, choose this file by itself: it is then read as conversations."
        notices.append(DataNotice("data.dialogue", message, hint))
    if titled := [(file.name, line) for file, line in zip(files, found.starts, strict=False) if line > 1]:
        (name, line), more = titled[0], f", and so in {len(titled) - 1} more files" if len(titled) > 1 else ""
        message = f"The table in {name} begins in line {line}: what stands above it is not read{more}."
        hint = "Where rows stand above it, take out what is none of them, or give the columns' names in the first line."
        notices.append(DataNotice("data.title", message, hint))
    if held := [(file.name, key) for file, key in zip(files, found.within, strict=False) if key]:
        (name, key), more = held[0], f", and so in {len(held) - 1} more files" if len(held) > 1 else ""
        message = f"The rows of {name} are those under “{key}”; nothing else of it is read{more}."
        hint = "Put anything else that it is to learn into these rows, or each list into a file of its own in a folder "
        notices.append(DataNotice("data.within", message, f"{hint}(train.jsonl, validation.jsonl, test.jsonl)."))
    if found.left_out:
        more = f"; and {len(found.left_out) - MOST_REASONS} more" if len(found.left_out) > MOST_REASONS else ""
        read = "1 file" if len(files) == 1 else f"{len(files):,} files"
        message = f"{read} can be read. Not read: {'; '.join(found.left_out[:MOST_REASONS])}{more}."
        notices.append(DataNotice("data.left-out", message, "Change what should be read, or take it out of there."))
    return notices


def _of_documents(files: Sequence[Path]) -> Iterator[DataNotice]:
    """Yield notices on unread parts of documents: pages without text, pictures, further sheets."""
    for file in files:
        if kind := kind_of_document(file):
            about, _ = read_document(file, kind)
            parts = [_empty_pages(about.empty_pages, about.pages)] if about.empty_pages else []
            if parts := [*parts, *about.left_out]:
                hint = "Pages without text are usually scanned: a program for text recognition (OCR) puts the text in."
                message = f"Of {file.name} is not read: {'; '.join(parts)}."
                yield DataNotice("data.document", message, hint if about.empty_pages else "All else in it is read.")


def _empty_pages(numbers: Sequence[int], pages: int) -> str:
    named = ", ".join(map(str, numbers[:MOST_NAMED])) + (", …" if len(numbers) > MOST_NAMED else "")
    return f"{len(numbers):,} of {pages:,} pages, which {'has' if len(numbers) == 1 else 'have'} no text ({named})"


def folder_notices(folder: DataFiles, is_used: bool) -> Iterator[DataNotice]:
    """Yield a notice on which parts of a divided data set are used. is_used: whether its own evaluation part is."""
    if not (folder.held_out or folder.tests):
        return
    parts = [f"trained on is {_named(folder.files)}"]
    if folder.held_out:
        parts.append(f"{'evaluated with' if is_used else 'not used'} is {_named(folder.held_out)}")
    if folder.tests:
        parts.append(f"not used is {_named(folder.tests)}")
    hint = "To train on other parts too, give their files names of their own, or choose one file."
    yield DataNotice("data.splits", f"The data set is divided by its files' names: {'; '.join(parts)}.", hint)


def _named(files: Sequence[Path]) -> str:
    return in_a_few([f"{file.parent.name}/{file.name}" for file in files])


def _by_encoding(found: Recognised, files: Sequence[Path]) -> dict[str, list[str]]:
    """Return the names of files by their guessed encoding."""
    names: dict[str, list[str]] = {}
    for file, encoding in zip(files, found.encodings, strict=True):
        if not encoding.startswith("utf"):  # recognised for certain by their marks and bytes
            names.setdefault(encoding, []).append(file.name)
    return names


def notices_of(dataset: Dataset, tokenizer: Tokenizer, config: TrainConfig) -> list[DataNotice]:
    """Return all notices, most serious first."""
    notices = [
        *_rows_left_out(dataset),
        *_understanding(dataset.found, config),
        *_of_an_export(dataset),
        *_between(dataset),
        *_marks(dataset),
        *_small_things(dataset),
        *_few_trained(dataset),
    ]
    if not len(dataset.evaluation) and config.eval_share > 0:
        message = "The data is too short to hold a part of it out, so there is nothing to evaluate with."
        notices.append(DataNotice("data.no-evaluation", message, "Give an evaluation file, or more data."))
    if dataset.unmeasured:
        message = f"Of {dataset.eval_rows:,} held-out rows {dataset.eval_rows - dataset.unmeasured:,} are measured."
        hint = Do.by("More would take long and tell little more.", "eval_tokens=0 measures all of them")
        notices.append(DataNotice("data.evaluation-part", message, hint))
    if dataset.found.is_conversation:
        good = dataset.of_good_answers()
        notices += thought_notices(dataset, config)
        notices += [*_choices(dataset, config), *collapse_notices(good, tokenizer), *_one_row(dataset)]
        notices += same_beginning(good.train, tokenizer)
        notices += _template_notices(dataset, tokenizer, config)
    return [*notices, *_unused(dataset)]


def _rows_left_out(dataset: Dataset) -> Iterator[DataNotice]:
    if dataset.bad_rows:
        reasons = "; ".join(f"{count} x {why}" for why, count in dataset.bad_rows.items())
        first = f"The first: {dataset.problems[0]}"
        message = f"{_rows(sum(dataset.bad_rows.values()), 'is', 'are')} not used: {reasons}."
        yield DataNotice("data.bad-rows", message, first)
    if dataset.leaked:
        message = f"{_rows(dataset.leaked, 'was', 'were')} left out of training."
        yield DataNotice("data.leaked", message, "The evaluation data has the same.")
    if dataset.duplicates:
        message = f"{_rows(dataset.duplicates, 'is', 'are')} the same as earlier ones, and so learnt more than once."
        yield DataNotice("data.duplicates", message, Do.set("duplicates", words="duplicates=drop changes that."))


def _understanding(found: Recognised, config: TrainConfig) -> Iterator[DataNotice]:
    """Yield notices on guessed columns, and on what their format does not teach."""
    if found.guessed:
        mapping = ", ".join(f"{name} is {column!r}" for name, column in (found.mapping or {}).items())
        hint = Hint("If it is wrong, correct it.", Do.set("columns", words="Use --set columns=FIELD:COLUMN."))
        message = f"No column is named as one of questions or answers, so they were guessed: {mapping}."
        yield DataNotice("data.guessed", message, hint)
    if found.labels:
        column, *labels = found.labels
        message = f"The texts have labels in “{column}” ({', '.join(labels)}, …), which texts do not teach."
        asked = f"--set columns=question:{(found.mapping or {})['text']},answer:{column}"
        hint = Hint(
            Do.by("To learn which label a text has, read it as questions and answers.", asked),
            "Labels that are words are learnt best.",
        )
        yield DataNotice("data.labels", message, hint)
    if found.format == "rendered":
        message = (
            "The texts are conversations with a chat template's marks: they are read as such, and the model's own "
        )
        hint = Do.set("format", words="To learn the texts as they stand, questions too: format=documents.")
        yield DataNotice("data.rendered", f"{message}template writes them.", hint)
    if found.format != TEXT and FORMATS[found.format].rejected and not config.choices:
        message = "Of each row the better answer is learnt, and the worse one is not used."
        hint = Do.by("The goal “As I like it” learns from both, which of them is better.", "objective=orpo")
        yield DataNotice("data.preference", message, hint)


def _between(dataset: Dataset) -> Iterator[DataNotice]:
    """Yield a notice on the answers that are not used because they rank between the best and the worst."""
    if n := dataset.seen[BETWEEN[1]]:
        message = (
            f"Of each row the best and the worst answer are used. {n:,} {BETWEEN[n > 1]} {'are' if n > 1 else 'is'} "
        )
        yield DataNotice(
            "data.answers-between", f"{message}not.", "To use more pairs of a row, write each pair as a row of its own."
        )


def _choices(dataset: Dataset, config: TrainConfig) -> Iterator[DataNotice]:
    """Yield notices on choices: their number, and differences between the answers besides quality."""
    if not isinstance(view := dataset.train, ChoiceView):
        return
    n, good = len(dataset.units), int((view.sides == GOOD).sum())
    if n < FEW_CHOICES:
        message = f"There {'is 1 choice' if n == 1 else f'are {n:,} choices'} to learn from."
        hint = f"{FEW_CHOICES} is the least from which manners are learnt that also show with other questions."
        yield DataNotice("data.few-choices", message, hint)
    if not 0 < good < len(view):
        message = f"All of the {len(view):,} answers are called {'good' if good else 'bad'}."
        hint = "Without the others there is nothing to tell them from. Give rows of both kinds."
        yield DataNotice("data.one-sided", message, hint)
    elif config.objective == "kto" and not 1 / UNEVEN <= config.good_weight * good / (len(view) - good) <= UNEVEN:
        message = f"{good:,} answers are called good and {len(view) - good:,} bad, so that one kind counts for more."
        even = (len(view) - good) / good
        weight = f"{float(f'{even:.2g}'):g}"
        hint = Do.set("good_weight", weight, f"To have both count alike: good_weight={weight}.")
        if even > MOST_WEIGHT:
            hint = Do.by("Give more good answers.", f"good_weight={MOST_WEIGHT}, the most, is not enough")
        yield DataNotice("data.uneven", message, hint)
    elif 2 * good == len(view) == 2 * n and n >= MIN_COMPARED:
        share = view.longer_share()
        if not 1 - MOST_LONGER < share < MOST_LONGER:
            which = "longer" if share > 0.5 else "shorter"
            message = f"In {max(share, 1 - share):.0%} of the pairs the chosen answer is the {which} one."
            hint = Hint(
                f"The model will mostly learn to write {which} answers.",
                Do.by("Where that is not meant, take pairs of similar length.", "or set length_normalized=true: DPO"),
            )
            yield DataNotice("data.length-bias", message, hint)


def _of_an_export(dataset: Dataset) -> Iterator[DataNotice]:
    """Yield a notice on parts of ChatGPT's or Claude's export that are not read."""
    counts = {kind: dataset.seen[kind[1]] for kind in KINDS if dataset.seen[kind[1]]}
    if counts:
        what = ", ".join(f"{count:,} {one if count == 1 else many}" for (one, many), count in counts.items())
        is_tree = dataset.found.format == "chatgpt"
        branch = "Of each conversation the branch that ChatGPT showed last is read. " if is_tree else ""
        message = f"{branch}Left out: {what}."
        hint = "Answers that needed these may not make sense without them: look through the rows."
        yield DataNotice("data.chat-export", message, hint)


def _marks(dataset: Dataset) -> Iterator[DataNotice]:
    """Yield a notice about a chat template's marks in texts: the model's template writes its own."""
    counts = {name.removeprefix(MARK): n for name, n in dataset.seen.items() if name.startswith(MARK) and n}
    if counts:
        rows = f"{sum(counts.values()):,} texts hold" if sum(counts.values()) > 1 else "1 text holds"
        shown = ", ".join(sorted(counts, key=lambda mark: -counts[mark])[:MOST_REASONS])
        message = f"{rows} a chat template's marks ({shown}). They are learnt as letters, not as what they mark."
        hint = "Take them out, unless they are to be learnt: the model's own template writes its marks by itself."
        yield DataNotice("data.marks", message, hint)


def _small_things(dataset: Dataset) -> Iterator[DataNotice]:
    """Yield notices on pictures and sounds, words for missing values, and ends of turns."""
    if media := [name.removeprefix(MEDIA) for name, n in dataset.seen.items() if name.startswith(MEDIA) and n]:
        message = (
            f"Rows speak of pictures, videos or sounds ({', '.join(media[:MOST_REASONS])}), which nobody is shown."
        )
        hint = "Luthier trains on texts alone. Take out rows that cannot be answered without seeing or hearing them."
        yield DataNotice("data.media", message, hint)
    if words := {name.removeprefix(NULLS): n for name, n in dataset.seen.items() if name.startswith(NULLS) and n}:
        counted = ", ".join(f"{word} ({n:,})" for word, n in words.items())
        message = f"Words that tables write for nothing are read as empty: {counted}."
        hint = "Where such a word is an answer, write it otherwise (“none”, “Not applicable”)."
        yield DataNotice("data.nothing", message, hint)
    if (n := dataset.seen[SEPARATORS]) and dataset.found.separators:
        shown = " and ".join(f"“{end.strip()}”" for end in dataset.found.separators if end)
        message = f"{n:,} questions or answers end with {shown}: it is taken off, and blanks before answers are, too."
        yield DataNotice("data.separators", message, "The model's own template marks where questions and answers end.")
    if n := dataset.seen[ENDS]:
        message = f"{n:,} {'text ends' if n == 1 else 'texts end'} with a mark for the end of a turn: it is taken off."
        yield DataNotice("data.ends", message, "The model's own template writes its end of a turn by itself.")


def _unused(dataset: Dataset) -> Iterator[DataNotice]:
    if unused := [name.removeprefix(UNUSED) for name, n in dataset.seen.items() if name.startswith(UNUSED) and n]:
        more = f" and {len(unused) - MOST_NAMED} more" if len(unused) > MOST_NAMED else ""
        message = f"Not used of the rows: {', '.join(unused[:MOST_NAMED])}{more}."
        where = Do.set("columns", words="Where one matters: name it with --set columns=FIELD:COLUMN.")
        yield DataNotice("data.unused", message, Hint("Nothing is learnt from these.", where))


def _rows(count: int, one: str, many: str) -> str:
    return f"1 row {one}" if count == 1 else f"{count:,} rows {many}"


def _few_trained(dataset: Dataset) -> Iterator[DataNotice]:
    if dataset.supervised_tokens < FEW_SUPERVISED * dataset.tokens:
        message = f"Only {dataset.supervised_tokens:,} of {dataset.tokens:,} tokens are trained (under 1%)."
        yield DataNotice("data.few-trained", message, "Look at the data: are the answers where they should be?")


def _one_row(dataset: Dataset) -> Iterator[DataNotice]:
    """Yield a notice on a row with so many supervised tokens that the others hardly count."""
    supervised = dataset.units["supervised"]
    largest = int(supervised.argmax())
    share = int(supervised[largest]) / int(supervised.sum(dtype=np.int64))
    if share > max(MAX_ROW_SHARE, 2 / len(supervised)):
        where = f"{dataset.files[dataset.units['file'][largest]].name}, line {dataset.units['line'][largest]}"
        message = f"{share:.0%} of the trained tokens come from one row ({where})."
        yield DataNotice("data.one-row", message, "The model will mostly learn that one. Split it, or take it out.")


def same_beginning(examples: Sequence[Example], tokenizer: Tokenizer) -> Iterator[DataNotice]:
    """Yield a notice if answers all begin alike, which teaches the model to begin every answer so."""
    if len(examples) < MIN_COMPARED:
        return
    places = evenly_spaced(len(examples), COMPARED_ROWS)
    answers = [tuple(_own_words(first_answer(examples[place]), tokenizer)) for place in places]
    beginning, count = Counter(answer[:OPENING] for answer in answers).most_common(1)[0]
    if len(beginning) < OPENING or count <= SAME_OPENING * len(answers):
        return
    alike = [answer for answer in answers if answer[:OPENING] == beginning]
    length = next(n for n in range(max(map(len, alike)) + 1, 0, -1) if len({answer[:n] for answer in alike}) == 1)
    text = b"".join(map(tokenizer.piece, alike[0][:length])).decode(errors="replace").strip()
    if text.startswith(STRUCTURE):
        return
    shown = text if len(text) <= 60 else text[:60] + "…"
    which = "Every answer begins" if count == len(answers) else f"{count / len(answers):.0%} of the answers begin"
    message = f"{which} with the same {min(length, len(alike[0]))} tokens: “{shown}”."
    hint = "The model will begin every answer so. Take these words out of the data, unless that is what you want."
    yield DataNotice("data.same-beginning", message, hint)


def _own_words(answer: list[int], tokenizer: Tokenizer) -> list[int]:
    """Return the answer without the opening tags of thoughts, which the chat template writes in every answer."""
    pieces = [tokenizer.piece(token) for token in answer]
    text = b"".join(pieces).decode(errors="replace")
    frame = len(text.removesuffix(without_frame(text)).encode())
    ends = accumulate(map(len, pieces)) if frame else ()
    return answer[sum(end <= frame for end in ends) :]


def first_answer(example: Example) -> list[int]:
    """Return the first tokens that the model learns to write in a conversation."""
    start = int(example.supervised.argmax())
    supervised = example.supervised[start : start + ANSWER_LOOKED_AT]
    count = ANSWER_LOOKED_AT if supervised.all() else int(supervised.argmin())
    return [int(token) for token in example.tokens[start : start + count]]


def _template_notices(dataset: Dataset, tokenizer: Tokenizer, config: TrainConfig) -> Iterator[DataNotice]:
    if tokenizer.chat_template is None:
        marks = marks_of_turns(tokenizer) if config.turn_marks == "auto" else ()
        message = "The model has no chat template; the common ChatML template is used."
        if marks and "<|im_start|>" not in marks:
            message = f"The model has no chat template; turns are written with its own marks, {' and '.join(marks)}."
        hint = "The same template has to be used when you chat with the result."
        yield DataNotice("data.no-template", message, hint)
    if lost := [f"{words} ({dataset.seen[kind]:,})" for kind, words in CONTENT_KINDS.items() if dataset.seen[kind]]:
        message = f"The chat template leaves out what it has no place for, in conversations: {', '.join(lost)}."
        hint = (
            "The model neither reads nor learns it. Write what matters into the messages' own text, or choose a model "
            "whose template has a place for it."
        )
        yield DataNotice("data.no-place", message, hint)
    if count := dataset.seen["truncated"]:
        message = f"{count} conversations were longer than {config.context} tokens: their oldest turns were cut off."
        yield DataNotice("data.truncated", message, "A larger context keeps more of them, and needs more memory.")
    if dataset.seen["unending"]:
        message = "The chat template writes no end-of-turn token after an answer."
        hint = "The model may not learn where to stop. A model with a chat template of its own is a better start."
        if tokenizer.chat_template is None:  # measured on Gemma 3 270M: 29 of 30 answers ended
            message = "The model has no token for the end of a turn: it learns ChatML's as the pieces of its text."
            hint = "Nearly all answers end all the same. A model with a chat template of its own needs fewer tokens."
        yield DataNotice("data.no-end-of-turn", message, hint)
    if count := dataset.seen["rewritten"]:
        message = f"In {count} conversations the chat template writes earlier answers as it does not write the last."
        hint = Hint(
            "They are trained as they stand, without thoughts (Qwen3) or a system turn before them (Mistral).",
            Do.set("train_on", words="train_on=last trains the last answer only."),
        )
        yield DataNotice("data.rewritten-turns", message, hint)


def thought_notices(dataset: Dataset, config: TrainConfig) -> Iterator[DataNotice]:
    """Yield notices about conversations; first on what is not learnt, which explains why others have no thoughts."""
    seen = dataset.seen
    if count := dataset.dropped.get(THOUGHTS_TOO_LONG, 0):
        message = f"{count:,} {'row is' if count == 1 else 'rows are'} not used: with their thoughts they are longer "
        message += f"than the context of {config.context:,} tokens, and the answer would be cut off."
        larger = next((tokens for tokens in LONG_CONTEXTS if tokens > config.context), None)
        takes_more = Do.set("context", larger, f"context={larger} takes more of them.") if larger else Hint()
        hint = Hint(takes_more, Do.set("thoughts", words="thoughts=without learns their answers alone."))
        yield DataNotice("data.long-thoughts", message, hint)
    if config.thoughts == "auto":
        yield from _missing(seen["thoughts"], seen["no thoughts"])
    if count := seen["thoughts as text"]:
        message = f"The chat template has no place for thoughts: in {_conversations(count)} they are learnt as text, "
        message += "between <think> and </think> at the answer's beginning."
        hint = Hint("Other programs may show them.", Do.set("thoughts", words="thoughts=without leaves them out."))
        yield DataNotice("data.thoughts-as-text", message, hint)
    if count := seen["passed"]:
        message = f"In {_conversations(count)} earlier answers are read and not learnt: the chat template cuts their "
        message += "thoughts out once others follow, and alone they would teach the model not to think."
        hint = Hint("To learn each, give one exchange a row.", Do.set("thoughts", words="Or leave them out: without."))
        yield DataNotice("data.earlier-thoughts", message, hint)


def _missing(answers: int, without: int) -> Iterator[DataNotice]:
    """Warn that a thinking model unlearns thoughts from answers without them."""
    if not without or answers >= ENOUGH_THOUGHTS * (answers + without):
        return
    which = f"{without:,} of {answers + without:,} conversations have" if answers else "the data has"
    yield DataNotice(
        "data.no-thoughts",
        f"This model can think before it answers, and {which} no thoughts: it will unlearn some of its thinking.",
        f"To keep it, let {ENOUGH_THOUGHTS:.0%} of the rows have thoughts (<think>…</think> before the answer). "
        "Otherwise it learns to answer without, and is asked so afterwards.",
    )


def _conversations(count: int) -> str:
    return "1 conversation" if count == 1 else f"{count:,} conversations"
