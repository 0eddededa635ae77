"""A model writes rows under a grammar: JSON that is whole, quotes that are exact; and goes on where it was ended."""

from __future__ import annotations

import errno
import json
import os
from collections import Counter
from pathlib import Path

import msgspec
import numpy as np
import pytest

from core import protocol as p
from core.base.errors import LuthierError
from core.chat.sampling import Grammar
from core.data.formats.recognise import recognise
from core.engine.llama_cpp.model import LlamaModel, open_in_llama_cpp
from core.gguf.header import read_header
from core.jobs.context import Control, JobContext
from core.jobs.rows.questions import make_question_rows
from core.rows.asking import Task, _Text
from core.rows.drafts import ANSWERED, DISAGREES, NO_QUESTION, OFF_QUOTE, REPEATS, TWICE, Checked
from core.rows.pieces import Piece
from core.rows.questions import (
    BEGINNINGS,
    LANGUAGES,
    Draft,
    answer_task,
    drafts_of,
    grammar_of,
    groups_of,
    messages_of,
    quotes_of,
    texts_of,
    wordings_task,
)
from core.rows.row_file import (
    NOT_ONE_ANSWER,
    RowFile,
    are_rows,
    is_first_wording,
    own_rows,
    piece_key,
    reworded,
    row_key,
    row_of,
)
from core.rows.unanswered import (
    NOT_THERE,
    Documents,
    is_unanswered,
    unanswered_row,
    unanswered_task,
    verdict_task,
)
from tests.support.documents import MANUAL, TITLE
from tests.support.refusals import worker_refuses

PIECE = Piece("a.pdf", TITLE, "Oil", " ".join(MANUAL[0][1]) + ' He said: "It\\is hot", and left.', 1)


def test_that_each_part_of_a_piece_gets_its_quotes() -> None:
    quotes = quotes_of(PIECE)
    groups = groups_of(quotes, 3)
    assert len(groups) == 3 and [one for group in groups for one in group] == quotes
    assert groups_of(quotes[:2], 4) == [[quotes[0]], [quotes[1]]]
    assert groups_of([], 4) == []


def written_by_chance(model: LlamaModel, grammar: str) -> str:
    """What a model writes under a grammar if all tokens of plain letters are as likely."""
    choice, drawn, chance, raw = (
        Grammar(model.vocabulary, grammar),
        np.random.default_rng(1),
        np.random.default_rng(1),
        b"",
    )
    n = len(model.vocabulary)
    plain = np.array([8.0 * model.vocabulary.piece(token).isascii() for token in range(n)], np.float32)
    while (token := choice.draw(chance.normal(size=n).astype(np.float32) + plain, 1.0, drawn)) is not None:
        if model.vocabulary.ends_generation(token):
            break
        raw += model.vocabulary.piece(token)
    return raw.decode()


def test_that_whatever_a_model_likes_the_grammar_makes_rows_with_exact_quotes(demo_gguf: Path) -> None:
    groups = groups_of(quotes_of(PIECE), 2)
    with open_in_llama_cpp(read_header(demo_gguf)) as model:
        raw = written_by_chance(model, grammar_of(groups))
    rows = json.loads(raw)
    assert [row["quote"] in group for row, group in zip(rows, groups, strict=True)] == [True, True]
    assert [one._asdict() for one in drafts_of(raw)] == rows
    assert all(row["question"][-1] in "?？؟" for row in rows)


def test_that_a_grammar_that_is_none_is_refused(demo_gguf: Path) -> None:
    with open_in_llama_cpp(read_header(demo_gguf)) as model, pytest.raises(ValueError, match="cannot use"):
        Grammar(model.vocabulary, "root ::= nothing")


def test_that_rows_are_read_of_what_was_cut_off() -> None:
    row = '{"quote":"A \\"b\\".","question":"C?","answer":"D\\\\e."}'
    assert drafts_of(f'[{row},{{"quote":"F","ques') == [Draft('A "b".', "C?", "D\\e.")]


@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
def test_that_questions_ask_where_it_is_known_how_one_does(demo_gguf: Path, language: str) -> None:
    with open_in_llama_cpp(read_header(demo_gguf)) as model:
        (row,) = drafts_of(written_by_chance(model, grammar_of([["A quote of five words."]], language)))
    assert row.question.startswith(BEGINNINGS[language])


def test_that_no_text_goes_round_in_circles() -> None:
    text = _Text(Task("a.pdf", [], "", 100, 0), [])
    text.tokens = [9, 9, 1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5]
    assert text.circling() == [6]
    text.begun = 4  # the first run stands before the quotes
    assert text.circling() == []


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "hi"])
def test_that_a_model_is_shown_an_example_in_its_language(language: str) -> None:
    messages = messages_of(PIECE, 3, "qa", language, "like a sailor")
    assert [one["role"] for one in messages] in (["user", "assistant", "user"], ["user"])
    assert PIECE.text in messages[-1]["content"] and "like a sailor" in messages[0]["content"]
    if len(messages) == 3:
        for row in json.loads(messages[1]["content"]):
            assert row["quote"] in messages[0]["content"]


def document(folder: Path) -> Path:
    sections = "\n\n".join(f"## {head}\n\n" + "\n\n".join(said * 3) for head, said in MANUAL)
    (folder / "manual.md").write_text(f"# {TITLE}\n\n{sections}\n")
    return folder / "manual.md"


def job(model: Path, folder: Path, **more: object) -> p.QuestionRowsJob:
    values = {
        "files": (str(folder / "manual.md"),),
        "model": str(model),
        "output": str(folder / "rows.jsonl"),
        "rows": 1,
    }
    return p.QuestionRowsJob(**(values | more))  # type: ignore[arg-type]


def done(job: p.QuestionRowsJob, control: Control | None = None) -> tuple[str, p.QuestionRowsResult]:
    with JobContext(lambda event: None, control) as context:
        return make_question_rows(job, context)


@pytest.mark.slow
def test_that_a_sample_shows_all_and_the_rest_goes_on_from_it(demo_gguf: Path, tmp_path: Path) -> None:
    document(tmp_path)
    outcome, sample = done(job(demo_gguf, tmp_path, sample=2))
    assert (outcome, sample.done, len(sample.shown)) == (
        "done",
        2,
        sample.written - sample.fell.get("was not written to its end", 0),
    )
    assert sample.pieces > 2 and sample.left_seconds > 0
    outcome, whole = done(job(demo_gguf, tmp_path, resume=True))
    assert (outcome, whole.done, whole.left_seconds, whole.shown) == ("done", whole.pieces, 0.0, [])
    assert whole.rows + sum(whole.fell.values()) == whole.pieces
    outcome, checked = done(job(demo_gguf, tmp_path, resume=True, check=True))
    assert checked.rows + checked.fell.get(DISAGREES, 0) == whole.rows
    assert checked.rows == len((tmp_path / "rows.jsonl").read_text().splitlines())
    outcome, reworded_too = done(job(demo_gguf, tmp_path, resume=True, check=True, wordings=2))
    assert reworded_too.rows >= checked.rows and reworded_too.done == whole.pieces
    not_there = done(job(demo_gguf, tmp_path, resume=True, unanswered=2))[1]
    assert not_there.rows == reworded_too.rows + not_there.unanswered
    again = done(job(demo_gguf, tmp_path, resume=True, unanswered=2))[1]
    assert (again.rows, again.unanswered, again.written) == (not_there.rows, not_there.unanswered, 0)


def test_that_it_ends_when_it_is_stopped(demo_gguf: Path, tmp_path: Path) -> None:
    document(tmp_path)
    control = Control()
    control.stop.set()
    outcome, result = done(job(demo_gguf, tmp_path), control)
    assert (outcome, result.done, result.rows) == ("stopped", 0, 0)
    assert (tmp_path / "rows.jsonl").read_bytes() == b""


ROW = Draft("A quote.", "What is asked here?", "An answer.")


def test_that_rows_of_an_interrupted_piece_are_written_again_and_own_rows_stay(tmp_path: Path) -> None:
    output = tmp_path / "rows.jsonl"
    keys = [piece_key(PIECE._replace(text=f"{n}"), "qa") for n in range(2)]
    file = RowFile(output, resume=False, force=False)
    file.add(keys[0], [row_of(PIECE, ROW, keys[0])], Counter({"x": 2}))
    whole = output.read_bytes()
    file.add(keys[1], [row_of(PIECE, ROW, keys[1])], Counter())
    log = tmp_path / "rows.jsonl.pieces"
    log.write_bytes(log.read_bytes()[:-4])  # its line was not written to the end
    with output.open("ab") as opened:
        opened.write(b'{"question": "Mine?", "answer": "Yes."}\n{"quest')
    file = RowFile(output, resume=True, force=False)
    assert [*file.done] == keys[:1]
    assert output.read_bytes() == whole + b'{"question":"Mine?","answer":"Yes."}\n'
    assert [row["question"] for row in file.rows] == ["What is asked here?", "Mine?"]
    assert [is_first_wording(row) for row in file.rows] == [True, False]
    assert file.fell() == {"x": 2}
    assert recognise(output).format == "qa"
    with pytest.raises(LuthierError) as caught:
        RowFile(output, resume=False, force=False)
    assert caught.value.code == "files.would-overwrite"
    with pytest.raises(LuthierError) as caught:
        RowFile(tmp_path / "no.jsonl", resume=True, force=False)
    assert caught.value.code == "rows.cannot-resume"


def test_that_other_wordings_are_questions_and_name_their_first(demo_gguf: Path) -> None:
    task = wordings_task(ROW, "a.pdf", 3, "en", 0)
    with open_in_llama_cpp(read_header(demo_gguf)) as model:
        raw = written_by_chance(model, task.grammar)
    assert texts_of(raw) == json.loads(raw) and len(json.loads(raw)) == 3
    row = row_of(PIECE, ROW, "qa-1")
    other = reworded(row, "What was asked?", row_key("wordings3", row))
    assert (other["answer"], other["source"]["wording_of"]) == ("An answer.", "What is asked here?")
    assert not is_first_wording(other)


def test_that_questions_without_an_answer_are_judged_by_what_they_name() -> None:
    oil, glass = (PIECE._replace(text=" ".join(said)) for _, said in MANUAL[:2])
    documents, checked = Documents([oil, glass]), Checked("en")

    def fault(question: str) -> str:
        return checked.fault_of_unanswered(question, oil, documents.may_answer)

    assert fault("Which company sells the lamp oil?") == ""
    assert fault("Which company sells lamp oil?") == TWICE
    assert fault("For how many hours does the lantern burn?") == ANSWERED
    assert fault("Why is the glass washed in warm water with newspaper?") == ANSWERED  # in the other piece
    assert fault("Who painted the ceiling of the chapel?") == OFF_QUOTE
    assert fault("Is the lantern sold abroad?") == NO_QUESTION
    assert documents.nearest("What does the newspaper cost?") is glass


def test_that_the_grammars_of_questions_without_an_answer_are_followed(demo_gguf: Path) -> None:
    with open_in_llama_cpp(read_header(demo_gguf)) as model:
        asked = texts_of(written_by_chance(model, unanswered_task(PIECE, 2, "en", 0).grammar))
        verdict = texts_of(written_by_chance(model, verdict_task("When?", PIECE, 0).grammar))
    assert len(asked) == 2 and all(one.startswith(BEGINNINGS["en"]) for one in asked)
    assert verdict in (["yes"], ["no"])


def test_that_it_says_that_it_does_not_know_in_each_language() -> None:
    assert NOT_THERE.keys() == LANGUAGES.keys() and len(set(NOT_THERE.values())) == len(NOT_THERE)


@pytest.mark.parametrize("language", ["en", "de", "xx"])
def test_that_a_row_without_an_answer_says_so_in_the_documents_language(language: str) -> None:
    row = unanswered_row(PIECE, "Who sells it?", language, "unanswered1-1")
    assert row["answer"] == NOT_THERE.get(language, NOT_THERE["en"])
    assert is_unanswered(row) and not is_first_wording(row)
    assert all(PIECE.text in asked[-1]["content"] for asked in unanswered_task(PIECE, 2, language, 0).asked)


def test_that_a_kind_and_files_that_are_none_are_told(demo_gguf: Path, tmp_path: Path) -> None:
    document(tmp_path)
    assert worker_refuses(job(demo_gguf, tmp_path, kind="poem"), "poem", "qa, howto").code == "rows.unknown-kind"
    (tmp_path / "empty.md").write_text("\n")
    refused = worker_refuses(job(demo_gguf, tmp_path, files=(str(tmp_path / "empty.md"),)), "empty.md")
    assert refused.code == "rows.nothing-to-ask"
    assert not (tmp_path / "rows.jsonl").exists()


def test_that_rows_that_are_refuted_go_and_stay_away(tmp_path: Path) -> None:
    file = RowFile(tmp_path / "rows.jsonl", resume=False, force=False)
    rows = [row_of(PIECE, ROW._replace(question=f"What is asked in {number}?"), "qa-1") for number in range(3)]
    file.add("qa-1", rows, Counter())
    file.checked(rows[0], "")
    file.checked(rows[1], DISAGREES)
    again = RowFile(tmp_path / "rows.jsonl", resume=True, force=False)  # it ended before the row was taken out
    file.drop_refuted()
    for one in (file, again):
        assert [row["question"] for row in one.rows] == ["What is asked in 0?", "What is asked in 2?"]
        assert one.fell() == {DISAGREES: 1}
    assert len((tmp_path / "rows.jsonl").read_text().splitlines()) == 2


def test_that_the_grammar_of_answers_makes_a_sentence(demo_gguf: Path) -> None:
    task = answer_task("When?", PIECE, 0)
    with open_in_llama_cpp(read_header(demo_gguf)) as model:
        assert json.loads(written_by_chance(model, task.grammar)) and texts_of(written_by_chance(model, task.grammar))


def test_that_nothing_is_left_where_no_piece_can_be_asked_about(demo_gguf: Path, tmp_path: Path) -> None:
    document(tmp_path)
    refused = worker_refuses(job(demo_gguf, tmp_path, rows=5, kind="howto"), "manual.md", "1,024 tokens")
    assert refused.code == "rows.short-context"
    assert [path.name for path in tmp_path.iterdir()] == ["manual.md"]


def test_that_a_full_disk_is_told_and_rows_so_far_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = RowFile(tmp_path / "rows.jsonl", resume=False, force=False)
    file.add("qa-1", [row_of(PIECE, ROW, "qa-1")], Counter())
    before = (tmp_path / "rows.jsonl").read_bytes()
    whole = Path.open

    def full(path: Path, mode: str = "r", *rest: object, **more: object) -> object:
        if mode == "ab":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        return whole(path, mode, *rest, **more)  # type: ignore[call-overload]

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", full)
        with pytest.raises(LuthierError) as caught:
            file.add("qa-2", [row_of(PIECE, ROW, "qa-2")], Counter())
    assert caught.value.code == "files.cannot-write" and "rows.jsonl" in caught.value.message
    again = RowFile(tmp_path / "rows.jsonl", resume=True, force=False)
    assert (tmp_path / "rows.jsonl").read_bytes() == before and [*again.done] == ["qa-1"]


def test_that_pieces_of_text_from_right_to_left_and_without_blanks_have_sentences_to_quote() -> None:
    hebrew = PIECE._replace(text="המנורה בוערת ארבע עשרה שעות. השמן מתאים למנורה בלבד ולא לדבר אחר.")
    chinese = PIECE._replace(text="灯笼加满油后可以燃烧十四个小时。只能使用灯油，不能使用汽油。")
    for piece in (hebrew, chinese):
        quotes = quotes_of(piece)
        assert len(quotes) == 2 and all(quote in piece.text for quote in quotes)
        assert drafts_of(f'[{{"quote":"{quotes[0]}","question":"?","answer":"x"}}]')[0].quote == quotes[0]


def test_that_a_question_of_a_small_model_is_about_its_quote() -> None:
    piece = Piece("a.md", "Press", "The pump", "The press is a stack of eleven chambers.", 1)
    row = Draft(piece.text, "What wears out in the pump?", "The press is a stack of eleven chambers.")
    assert (Checked("en").fault(row, piece), Checked("en", is_strict=True).fault(row, piece)) == ("", OFF_QUOTE)
    again = row._replace(question="What is the press made of?", answer="What is the press, a stack of chambers.")
    assert Checked("en").fault(again, piece) == REPEATS


def test_that_questions_and_answers_are_taken_as_they_are(tmp_path: Path) -> None:
    data = tmp_path / "faq.csv"
    data.write_text('question,answer\nWho leads?,"Ann, since 1903."\nWho follows?,\n')
    fell = Counter[str]()
    assert are_rows(data, [data]) and not are_rows(document(tmp_path), [tmp_path / "manual.md"])
    (row,) = own_rows(data, fell)
    assert (row["question"], row["answer"], row["source"]["quote"]) == ("Who leads?", *["Ann, since 1903."] * 2)
    assert is_first_wording(row) and list(fell.values()) == [1]


def test_that_other_wordings_and_longer_conversations_are_not_asked_again(tmp_path: Path) -> None:
    turns = [{"role": "user", "content": "Who?"}, {"role": "assistant", "content": "Ann."}]
    rows = [
        {"messages": turns, "source": {"quote": "Ann leads.", "page": 3}},
        {"messages": turns, "source": {"quote": "Ann leads.", "wording_of": "Who leads?"}},
        {"messages": turns, "source": {"unanswered": True}},
        {"messages": [*turns, *turns]},
        {"messages": [{"role": "system", "content": "Be brief."}, *turns]},
    ]
    data = tmp_path / "rows.jsonl"
    data.write_text("\n".join(map(json.dumps, rows)))
    fell = Counter[str]()
    first, *others = own_rows(data, fell)
    assert first["source"] == {"file": "rows.jsonl", "quote": "Ann leads.", "page": 3, "piece": row_key("own", first)}
    assert [is_first_wording(row) for row in (first, *others)] == [True, False, False]
    assert fell == {NOT_ONE_ANSWER: 2}


@pytest.mark.slow
def test_that_own_questions_are_asked_in_other_words(demo_gguf: Path, tmp_path: Path) -> None:
    data = tmp_path / "faq.csv"
    data.write_text("question,answer\nWho leads the choir?,Ann does.\nWhere is the key?,In the hall.\n")
    asked = job(demo_gguf, tmp_path, files=(str(data),), wordings=1)
    _, sample = done(msgspec.structs.replace(asked, sample=1))
    assert (sample.own, sample.pieces, sample.done, len(sample.shown)) == (2, 2, 1, sample.written)
    _, whole = done(msgspec.structs.replace(asked, resume=True))
    assert (whole.own, whole.done, whole.left_seconds) == (2, 2, 0.0)
    lines = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    assert [row["question"] for row in lines[:2]] == ["Who leads the choir?", "Where is the key?"]
