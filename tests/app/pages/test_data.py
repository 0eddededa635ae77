"""The Data page: rows token by token, what is said about them, correcting how a file is read, and going on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QTextCursor
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QStyle, QStyleOptionComboBox, QWidget
from pytestqt.qtbot import QtBot

from app.pages.data.layout import SummaryCard
from app.pages.data.page import SAMPLE_DATA, SAMPLE_TEXT, DataPage
from app.pages.data.questions import QuestionsDialog, questions_file
from app.pages.data.row_browser import RowBrowser
from app.pages.data.row_texts import row_title
from app.pages.data.row_view import ChatView
from app.pages.data.token_view import TokenView
from app.pages.train.inputs import known_by_path
from app.shell.pages import Pages
from app.widgets.job_strip import JobStrip
from app.workers.background_job import BackgroundJob
from core.advice.advice import ONE_WORDING
from core.base.paths import SAMPLE_MODEL
from core.protocol import ListModelsJob, PreviewMessage, PreviewRow, QuestionRowsResult
from tests.support.data import write_rows
from tests.support.places import FIXTURES
from tests.support.window import TIMEOUT_MS


def opened(pages: Pages) -> DataPage:
    pages.window.show_page(pages.data)
    return pages.data


def read(qtbot: QtBot, page: DataPage, path: Path) -> None:
    """Choose a file and wait until all of it was read."""
    with qtbot.waitSignal(page.reading.inspected, timeout=TIMEOUT_MS):
        page.data.set_path(path)


def talk(question: str, answer: str) -> dict[str, object]:
    return {"messages": [{"role": "user", "content": question}, {"role": "assistant", "content": answer}]}


@pytest.mark.process
def test_that_the_sample_is_read_shown_and_handed_on(qtbot: QtBot, pages: Pages) -> None:
    page = opened(pages)
    assert not page.use.isEnabled() and page.mapping.isHidden()
    assert page.parts.guide.isVisible() and not page.card.isVisible()
    with qtbot.waitSignal(page.reading.inspected, timeout=TIMEOUT_MS):
        page.parts.guide.chat_sample.click()
    rows = len(SAMPLE_DATA.read_text().splitlines())
    assert page.card.title.text() == "Chats"
    assert page.card.summary.text() == f"{rows} rows"
    assert page.rows.n_rows == 20
    with qtbot.waitSignal(page.reading.rows, timeout=TIMEOUT_MS):
        page.rows.list.scrollToBottom()
    assert page.rows.n_rows == 40
    facts = [label.text() for label in page.statistics.facts.findChildren(QLabel)]
    assert facts[facts.index("Languages") + 1].startswith("English")
    assert page.statistics.lengths.plot.accessibleDescription().startswith("Half of ")
    page.parts.show_tab(1)
    labels = [label for label in page.statistics.facts.findChildren(QLabel) if label.isVisible()]
    qtbot.waitUntil(lambda: all(label.height() >= label.fontMetrics().height() for label in labels))
    page.parts.show_tab(0)
    assert page.unused.toPlainText() == ""
    page.mapping.train_on.setCurrentIndex(1)
    with qtbot.waitSignal(page.reading.inspected, timeout=TIMEOUT_MS):
        page.mapping.train_on.activated.emit(1)
    qtbot.keyClick(pages.window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert pages.train.isVisible() and pages.train.inputs.data == str(SAMPLE_DATA)
    assert pages.train.config().train_on == "last"
    pages.train.use_data("other.jsonl", {})
    assert pages.train.config().train_on == "assistant"


@pytest.mark.process
def test_that_more_rows_leave_the_form_as_it_is(qtbot: QtBot, pages: Pages, tmp_path: Path) -> None:
    page = opened(pages)
    read(
        qtbot, page, write_rows(tmp_path, *({"prompt": f"Who is {n}?", "completion": f"{n} it is."} for n in range(30)))
    )
    column = page.mapping._columns["prompt"]
    understood = QSignalSpy(page.reading.understood)
    with qtbot.waitSignal(page.reading.rows, timeout=TIMEOUT_MS):
        page.rows.list.scrollToBottom()
    assert page.rows.n_rows == 30
    assert understood.count() == 0 and page.mapping._columns["prompt"] is column


@pytest.mark.process
def test_that_every_formats_title_has_room_in_its_box(qtbot: QtBot, pages: Pages) -> None:
    page = opened(pages)
    page.parts.guide.chat_sample.click()
    qtbot.waitSignal(page.reading.inspected, timeout=TIMEOUT_MS).wait()
    box, option = page.mapping.format, QStyleOptionComboBox()
    box.initStyleOption(option)
    part = QStyle.SubControl.SC_ComboBoxEditField
    room = box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, box).width()
    titles = [box.itemText(place) for place in range(box.count())]
    assert len(titles) > 5
    widths = {title: box.fontMetrics().horizontalAdvance(title) for title in titles}
    assert {title: width for title, width in widths.items() if width > room} == {}, room


@pytest.mark.process
def test_that_each_token_says_why_under_the_pointer_and_under_the_cursor(qtbot: QtBot, pages: Pages) -> None:
    page = opened(pages)
    page.parts.guide.chat_sample.click()
    qtbot.waitSignal(page.reading.rows, timeout=TIMEOUT_MS).wait()
    page.rows.view.as_tokens.setChecked(True)
    view, pointed = page.rows.view.tokens, page.rows.view.pointed
    row = page.rows.list.value
    start = 0
    for count, trained, part in row.stretches:
        token = view.token_at(view._starts[start])
        assert (token.place, token.trained, token.part) == (start, trained, part)
        start += count
    assert view.token_at(view._starts[-1]) is None
    answer = next(sum(s[0] for s in row.stretches[:i]) for i, s in enumerate(row.stretches) if s[2] == "answer")
    cursor = view.textCursor()
    cursor.setPosition(view._starts[answer])
    view.setTextCursor(cursor)
    said = f"Token {answer + 1} of {len(row.ids)} · id {row.ids[answer]} · “"
    assert pointed.text().startswith(said)
    assert pointed.text().endswith("· Learnt: it is an answer.")
    at = view.cursorRect(cursor).center() + QPoint(2, 0)
    view.moveCursor(QTextCursor.MoveOperation.Start)
    QTest.mouseMove(view.viewport(), QPoint(1, 1))
    QTest.mouseMove(view.viewport(), at)
    qtbot.waitUntil(lambda: pointed.text().startswith(said), timeout=TIMEOUT_MS)


def test_that_places_are_right_behind_characters_that_qt_counts_twice(qtbot: QtBot) -> None:
    view = TokenView()
    qtbot.addWidget(view)
    row = PreviewRow(file="", line=1, ids=[5, 6, 7, 8], pieces=["\N{DROMEDARY CAMEL}", "\n", "", "ab"],
                     stretches=[(1, False, "start"), (3, True, "answer")])  # fmt: skip
    view.show_row(row)
    assert view.toPlainText() == "\N{DROMEDARY CAMEL}⏎\n∅ab"
    found = [view.token_at(place) for place in (0, 1, 2, 3, 4, 5, 6)]
    assert [token.id for token in found if token] == [5, 5, 6, 6, 7, 8, 8]
    formats = []
    for place in (1, 3, 5):
        cursor = view.textCursor()
        cursor.setPosition(place + 1)
        formats.append(cursor.charFormat().foreground().color())
    assert formats[0] != formats[1] == formats[2]


def test_that_a_worse_answer_stands_below_with_what_differs(qtbot: QtBot) -> None:
    view = ChatView()
    qtbot.addWidget(view)
    messages = [PreviewMessage(role="user", text="When?"), PreviewMessage(role="assistant", text="At nine, I think.")]
    view.show_row(PreviewRow(file="", line=1, messages=messages, rejected="At ten, I <think>."))
    assert "Rejected" in view.toPlainText() and "At ten, I <think>." in view.toPlainText()
    weights = {}
    for word in ("When", "nine", "I <", "ten"):
        weights[word] = view.document().find(word).charFormat().fontWeight()
    assert weights["ten"] > weights["nine"] == weights["When"]
    view.show_row(PreviewRow(file="", line=1, messages=messages))
    assert "Rejected" not in view.toPlainText()


def test_that_four_thousand_tokens_are_shown_at_once(qtbot: QtBot) -> None:
    """Not timed: the view holds all of them, and finds the last one."""
    view = TokenView()
    qtbot.addWidget(view)
    pieces = [f" word{n}" for n in range(4000)]
    stretches = [(20, n % 2 == 1, "answer" if n % 2 else "user") for n in range(200)]
    view.show_row(PreviewRow(file="", line=1, ids=list(range(4000)), pieces=pieces, stretches=stretches))
    token = view.token_at(view._starts[3999] + 3)
    assert token is not None and (token.id, token.trained) == (3999, True)
    assert view.describe(token) == "Token 4000 of 4000 · id 3999 · “␣word3999” · Learnt: it is an answer."


@pytest.mark.process
def test_that_bad_rows_are_marked_listed_and_left_out_of_what_is_saved(
    qtbot: QtBot, pages: Pages, tmp_path: Path
) -> None:
    page = opened(pages)
    read(qtbot, page, write_rows(tmp_path, talk("Hi", "Ho"), "{broken", talk("Hi", "Ho"), talk("Who?", "I.")))
    assert page.unused.toPlainText().startswith("1 × not valid JSON\n\n")
    assert [tab.text() for tab in page.parts.tabs.buttons.values()] == [
        "Ro&ws", "Notes and f&igures (3)", "Not use&d (1)"
    ]  # fmt: skip
    assert page.card.note.toolTip().startswith("1 row is not used: 1 x not valid JSON. The first: ")
    page.rows.list.setCurrentRow(1)
    assert "Not used: not valid JSON" in page.rows.view.chat.toPlainText()
    page.rows.view.as_tokens.setChecked(True)
    assert page.rows.view.view == 0, "it has no tokens"
    page.rows.list.setCurrentRow(0)
    assert page.rows.view.view == 1
    with qtbot.waitSignal(page.reading.cleaned, timeout=TIMEOUT_MS):
        page.reading.clean(tmp_path / "clean.jsonl")
    assert page.data.text == str(tmp_path / "clean.jsonl")
    assert len((tmp_path / "clean.jsonl").read_text().splitlines()) == 2


@pytest.mark.process
def test_that_a_wrong_reading_is_corrected_in_the_window(qtbot: QtBot, pages: Pages, tmp_path: Path) -> None:
    data = tmp_path / "faq.csv"
    data.write_text(
        "frage,antwort,quelle\nWo ist Holmes?,In der Baker Street wohnt er.,S. 12\nWer?,Watson ist es.,S. 17\n"
    )
    page = opened(pages)
    read(qtbot, page, data)
    assert page.mapping.format.currentData() == "prompt"
    columns = page.mapping._columns
    assert (columns["prompt"].currentText(), columns["completion"].currentText()) == ("frage", "antwort")
    assert page.mapping.read_as.text() == "frage → antwort" and page.mapping.format.isVisible()
    columns["prompt"].setCurrentText("quelle")
    with qtbot.waitSignal(page.reading.inspected, timeout=TIMEOUT_MS):
        columns["prompt"].activated.emit(0)
    assert page.rows.list.value.messages[0].text == "S. 12"
    assert "columns" in page.mapping.settings()
    page.submit()
    assert pages.train.config().column_of["prompt"] == "quelle"


@pytest.mark.process
def test_that_an_old_encoding_is_read_said_and_can_be_changed(qtbot: QtBot, pages: Pages, tmp_path: Path) -> None:
    data = tmp_path / "faq.csv"
    data.write_bytes("Frage;Antwort\r\nWo ist Köln?;Am schönen Rhein.\r\nWer?;\r\nWieso?;Darüm.\r\n".encode("cp1252"))
    page = opened(pages)
    read(qtbot, page, data)
    how = "Read from a table as Western European (Windows-1252). The columns were guessed: is that right?"
    assert page.card.how.toolTip() == how
    assert page.rows.list.value.messages[0].text == "Wo ist Köln?"
    assert page.card.summary.text() == "2 rows, 1 not used"
    choice = page.mapping.encoding
    assert choice.currentText() == "As it looks: Western European"
    choice.setCurrentIndex(choice.findData("mac-roman"))
    with qtbot.waitSignal(page.reading.inspected, timeout=TIMEOUT_MS):
        choice.activated.emit(choice.currentIndex())
    assert page.rows.list.value.messages[0].text == "Wo ist Kˆln?"
    page.submit()
    assert pages.train.config().encoding == "mac-roman"


def test_that_a_file_that_is_no_data_is_named_below_its_path(pages: Pages, tmp_path: Path) -> None:
    paper = tmp_path / "paper.doc"
    paper.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))
    page = opened(pages)
    page.data.set_path(paper)
    page.look()
    pages.train.use_data(str(paper), {})
    pages.train.submit()
    for error in (page.data.error, pages.train.inputs.data_card.error):
        assert f"{paper} is an old Office document" in error and "plain text" in error
    assert pages.sessions.active is None


@pytest.mark.process
def test_that_a_document_is_read_and_shown_and_what_of_it_is_not(qtbot: QtBot, pages: Pages) -> None:
    page = opened(pages)
    read(qtbot, page, FIXTURES / "documents" / "partly-scanned.pdf")
    assert "Only this page has text on it." in page.rows.view.chat.toPlainText()
    said = " ".join(label.text() for label in page.findChildren(QLabel) if not label.isHidden())
    assert "Of partly-scanned.pdf is not read: 2 of 3 pages" in said


@pytest.mark.process
def test_that_another_sheet_of_a_workbook_is_chosen(qtbot: QtBot, pages: Pages, tmp_path: Path) -> None:
    page, form = opened(pages), pages.data.mapping
    read(qtbot, page, FIXTURES / "documents" / "faq.xlsx")
    assert not form.sheet.isHidden() and form.sheet.currentText() == "FAQ" and "sheet" not in form.settings()
    assert form.encoding.isHidden(), "a workbook has none to choose"
    with qtbot.waitSignal(page.reading.understood, timeout=TIMEOUT_MS):
        form.sheet.setCurrentText("Prices")
        form.sheet.activated.emit(form.sheet.currentIndex())
    assert form.settings()["sheet"] == "Prices" == form.sheet.currentText()
    assert form.format.currentData() != "qa"
    read(qtbot, page, write_rows(tmp_path, talk("Hi", "Ho")))
    assert form.sheet.isHidden() and not form.encoding.isHidden() and "sheet" not in form.settings()


@pytest.mark.process
def test_that_a_file_with_nothing_usable_can_still_be_corrected(qtbot: QtBot, pages: Pages, tmp_path: Path) -> None:
    page = opened(pages)
    with qtbot.waitSignal(page.reading.failed, timeout=TIMEOUT_MS):
        page.data.set_path(write_rows(tmp_path, {"prompt": "a"}, {"prompt": "b"}))
    assert "Nothing in" in page.message.text
    assert page.mapping.isVisible() and not page.use.isEnabled()
    assert page.rows.list.value.problem.startswith("no completion")


@pytest.mark.process
def test_that_every_action_has_a_letter_of_its_own_or_can_be_reached_by_tab(
    qtbot: QtBot, pages: Pages, tmp_path: Path
) -> None:
    page = opened(pages)
    read(qtbot, page, write_rows(tmp_path, talk("Hi", "Ho"), talk("Hi", "Hu")))
    texts = [button.text() for button in pages.window.findChildren(QAbstractButton) if button.isVisible()]
    texts += [label.text() for label in page.findChildren(QLabel) if label.isVisible() and label.buddy()]
    letters = [text[text.index("&") + 1].lower() for text in texts if "&" in text]
    assert len(letters) == len(set(letters)), sorted(letters)


def test_that_the_data_is_read_for_the_model_that_training_has(pages: Pages) -> None:
    assert opened(pages)._model == str(SAMPLE_MODEL)
    pages.train.use_model(known_by_path("/models/other.gguf"))
    assert opened(pages)._model == "/models/other.gguf"


@pytest.mark.process
def test_that_another_file_gives_up_the_one_before(qtbot: QtBot, pages: Pages, tmp_path: Path) -> None:
    page = opened(pages)
    page.data.set_path(SAMPLE_DATA)
    page.look()
    read(qtbot, page, write_rows(tmp_path, talk("Hi", "Ho"), talk("Ha", "Hu")))
    assert page.rows.n_rows == 2
    page.data.edit.setText(str(tmp_path / "nothing"))
    qtbot.waitUntil(lambda: "There is nothing at" in page.data.error, timeout=TIMEOUT_MS)
    assert page.rows.n_rows == 0 and not page.use.isEnabled()


@pytest.mark.process
def test_that_another_file_shows_its_rows_and_tells_nothing_that_is_not_counted_yet(
    qtbot: QtBot, pages: Pages, tmp_path: Path
) -> None:
    page = opened(pages)
    read(qtbot, page, write_rows(tmp_path, talk("Hi", "Ho"), talk("Ha", "Hu")))
    assert page.card.summary.text() == "2 rows"
    assert not page.parts.tabs.buttons["unused"].isVisible(), "every row is used"
    page.parts.show_tab(1)
    page.data.set_path(SAMPLE_TEXT)
    page.look()
    assert page.parts.tab == 0 and page.card.summary.text() == ""
    qtbot.waitUntil(page.use.isEnabled, timeout=TIMEOUT_MS)
    assert "pages" in page.card.summary.text()


def test_that_a_note_that_has_no_room_ends_in_dots_and_is_whole_in_its_tooltip(qtbot: QtBot) -> None:
    card, note = SummaryCard(), "Nine files can be read, and one cannot. " * 9
    qtbot.addWidget(card)
    card.resize(600, card.sizeHint().height())
    card.show()
    card.show_found("", [note])
    assert card.note.text().endswith("…") and note.startswith(card.note.text()[:-1]) and card.note.toolTip() == note
    assert card.note.heightForWidth(card.note.width()) <= card.note.height()
    card.show_found("", ["One row is not used."])
    assert card.note.text() == "One row is not used."


@pytest.mark.process
def test_that_what_is_edited_and_left_out_goes_to_a_new_file_that_is_then_used(
    qtbot: QtBot, pages: Pages, tmp_path: Path
) -> None:
    page, data = opened(pages), write_rows(tmp_path, talk("Hi", "Ho"), talk("Who?", "I."), talk("Who?", "I."))
    before = data.read_bytes()
    drop(page, data)
    qtbot.waitUntil(page.use.isEnabled, timeout=TIMEOUT_MS)
    view = page.rows.view
    view.leave_out.click()
    page.rows.list.setCurrentRow(1)
    view.edit.click()
    with qtbot.waitSignal(page.reading.again, timeout=TIMEOUT_MS):
        qtbot.keyClicks(view.editor._fields[1], "And ")
    assert "And I." in view.chat.toPlainText()
    assert page.parts.foot.toolTip().startswith("1 edited and 1 left out. ")
    state = page.state()
    with qtbot.waitSignal(page.use_requested, timeout=TIMEOUT_MS) as used:
        page.submit()
    assert used.args == [
        str(tmp_path / "rows-cleaned.jsonl"),
        {"train_on": "assistant", "thoughts": "auto", "duplicates": "keep", "eval_share": "0.05"},
    ]
    rows = [json.loads(line)["messages"][1]["content"] for line in Path(used.args[0]).read_text().splitlines()]
    assert rows == ["And I.", "I."]
    assert data.read_bytes() == before and page.data.text == used.args[0]
    page.reading.give_up()
    page.restore(json.loads(json.dumps(state)))
    page.shown()
    assert len(page.rows.changes) == 2
    qtbot.waitUntil(lambda: page.rows.n_rows == 3, timeout=TIMEOUT_MS)
    assert page.rows.list.currentRow() == 1 and "And I." in view.chat.toPlainText()


@pytest.mark.slow
def test_that_passages_of_a_text_are_edited_and_left_out_and_counted_before_they_are_saved(
    qtbot: QtBot, pages: Pages, tmp_path: Path
) -> None:
    page, data = opened(pages), tmp_path / "story.txt"
    data.write_text(f"A no-break\N{NO-BREAK SPACE}space.\n{SAMPLE_TEXT.read_text()[:12_000]}")
    read(qtbot, page, data)
    view = page.rows.view
    rows = page.rows.n_rows
    assert rows > 4
    view.edit.click()
    page.rows.list.setCurrentRow(1)
    assert len(page.rows.changes) == 0  # looking at a row changes nothing
    with qtbot.waitSignal(page.reading.inspected, timeout=TIMEOUT_MS):
        view.leave_out.click()
    assert page.card.summary.text() == f"{rows - 1} pages, 1 not used"
    assert page.unused.toPlainText() == "1 × left out by hand"
    page.rows.list.setCurrentRow(0)
    view.edit.click()
    with qtbot.waitSignal(page.reading.inspected, timeout=TIMEOUT_MS):
        qtbot.keyClicks(view.editor._fields[0], "Well. ")
    counted = page.card.summary.text()
    with qtbot.waitSignal(page.reading.inspected, timeout=TIMEOUT_MS):
        page.submit()
    assert page.data.text == str(tmp_path / "story-cleaned.txt") == pages.train.inputs.data
    assert Path(page.data.text).read_text().startswith("Well. A no-break\N{NO-BREAK SPACE}space.")
    pages.window.show_page(page)
    assert page.card.summary.text() == counted.replace(", 1 not used", "")


@pytest.mark.process
def test_that_rows_are_searched_in_the_whole_file(qtbot: QtBot, pages: Pages, tmp_path: Path) -> None:
    page = opened(pages)
    read(
        qtbot, page, write_rows(tmp_path, *(talk(f"Who is {n}?", "A fox." if n == 49 else "A hen.") for n in range(50)))
    )
    for text, found in (("FOX", 1), ("wolf", 0)):
        page.rows.search.setText(text)
        qtbot.keyClick(page.rows.search, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda found=found: page.rows.n_rows == found, timeout=TIMEOUT_MS)
    assert page.rows._nothing.text() == "Nothing found for “wolf”."


def about(number: int, doubt: str = "") -> dict[str, object]:
    source = {"file": "manual.pdf", "page": 3, "heading": "Oil", "quote": f"Lamp {number} burns oil."}
    return {
        "question": f"What does lamp {number} burn?",
        "answer": f"Lamp {number} burns oil.",
        "source": source | ({"doubt": doubt} if doubt else {}),
    }


@pytest.mark.process
def test_that_rows_about_documents_are_looked_through_by_keys_beside_their_quotes(
    qtbot: QtBot, pages: Pages, tmp_path: Path
) -> None:
    page, rows = opened(pages), pages.data.rows
    read(qtbot, page, write_rows(tmp_path, talk("Hi", "Ho")))
    assert rows.doubted.isHidden() and rows.view.source.isHidden()
    (tmp_path / "made").mkdir()
    read(
        qtbot,
        page,
        write_rows(tmp_path / "made", *(about(number, "Look." if number % 2 else "") for number in range(42))),
    )
    assert rows.view.source.text() == "“Lamp 0 burns oil.” – manual.pdf, page 3, Oil"
    with qtbot.waitSignal(page.reading.rows, timeout=TIMEOUT_MS):
        rows.doubted.click()
    assert rows.n_rows == 20 and rows.view.source.text().endswith("Lamp 1 burns oil.” – manual.pdf, page 3, Oil\nLook.")
    qtbot.keyClick(rows.list, Qt.Key.Key_Delete)
    qtbot.keyClick(rows.list, Qt.Key.Key_K)
    assert rows.list.currentRow() == 2 and len(rows.changes) == 1
    qtbot.keyClick(rows.list, Qt.Key.Key_E)
    assert rows.view.view == 2 and rows.list.currentRow() == 2
    edited = rows.list.values()[3]
    rows.changes.say(edited, {1: "Lamp oil."})
    rows.changes.leave_out(edited)
    rows.list.setCurrentRow(3)
    qtbot.keyClick(rows.list, Qt.Key.Key_K)
    qtbot.keyClick(rows.list, Qt.Key.Key_Up)
    qtbot.keyClick(rows.list, Qt.Key.Key_K)
    change = rows.changes.of(edited)
    assert change is not None and not change.leave_out and change.texts == {1: "Lamp oil."}
    rows.changes.undo(edited)
    rows.list.setCurrentRow(0)
    qtbot.keyClick(rows.list, Qt.Key.Key_K)
    assert not len(rows.changes) and rows.list.currentRow() == 1
    qtbot.keyClick(rows.list, Qt.Key.Key_Delete)
    rows.list.setCurrentRow(19)
    with qtbot.waitSignal(page.reading.rows, timeout=TIMEOUT_MS):
        qtbot.keyClick(rows.list, Qt.Key.Key_K)
    assert rows.n_rows == 21 and rows.list.currentRow() == 20, "the rows after these are read"
    qtbot.waitUntil(page.use.isEnabled, timeout=TIMEOUT_MS)
    with qtbot.waitSignal(page.use_requested, timeout=TIMEOUT_MS) as used:
        page.submit()
    kept = [json.loads(line) for line in Path(used.args[0]).read_text().splitlines()]
    assert len(kept) == 41 and kept[0]["source"]["quote"] == "Lamp 0 burns oil."


@pytest.mark.process
def test_that_another_share_is_counted_anew_and_brought_to_training(qtbot: QtBot, pages: Pages, tmp_path: Path) -> None:
    page = opened(pages)
    read(qtbot, page, write_rows(tmp_path, *(talk(f"Who is {n}?", f"{n}.") for n in range(40))))
    with qtbot.waitSignal(page.reading.inspected, timeout=TIMEOUT_MS):
        page.mapping.kept.setValue(0)
    assert page.card.summary.text() == "40 rows"
    page.submit()
    assert pages.train.config().eval_share == 0


@pytest.mark.process
def test_that_rows_stay_and_can_be_used_when_the_training_reads_longer_ones(
    qtbot: QtBot, pages: Pages, tmp_path: Path
) -> None:
    page = opened(pages)
    read(qtbot, page, write_rows(tmp_path, *(talk(f"Who is {n}?", f"{n}.") for n in range(4))))
    pages.window.show_key("runs")
    pages.window.show_page(page)
    assert page.rows.n_rows == 4 and page.use.isEnabled(), "nothing has changed"
    pages.train.recipe.change({"context": "64"})
    with qtbot.waitSignal(page.reading.inspected, timeout=TIMEOUT_MS):
        pages.window.show_page(page)
        page.shown()
        assert page.rows.n_rows == 4 and page.use.isEnabled()
    assert page.rows.n_rows == 4 and page.use.isEnabled()


@pytest.mark.process
def test_that_guessed_columns_are_asked_about_while_the_file_is_read(
    qtbot: QtBot, pages: Pages, tmp_path: Path
) -> None:
    page = opened(pages)
    (tmp_path / "people.csv").write_text("name,age,city\n" + "\n".join(f"Ann {n},{n},Rome" for n in range(9)) + "\n")
    with qtbot.waitSignal(page.reading.understood, timeout=TIMEOUT_MS):
        page.data.set_path(tmp_path / "people.csv")
    assert page.card.accessibleName().endswith("The columns were guessed: is that right?")
    assert page.mapping.format.isVisible(), "they are shown, to be corrected"
    read(qtbot, page, write_rows(tmp_path, talk("Hi", "Ho")))
    assert not page.mapping.format.isVisible() and page.mapping.change.isVisible()


@pytest.mark.process
def test_that_changes_of_the_last_time_are_no_changes_of_another_file(pages: Pages, tmp_path: Path) -> None:
    page = opened(pages)
    page.restore({"data": str(tmp_path / "gone"), "changes": [{"place": 0, "key": "0", "leave_out": True}]})
    page.shown()
    assert len(page.rows.changes) == 1
    page.use_file(write_rows(tmp_path, talk("Hi", "Ho")))
    assert len(page.rows.changes) == 0
    page.reading.give_up()


@pytest.mark.process
def test_that_no_column_of_the_file_before_stays(qtbot: QtBot, pages: Pages, tmp_path: Path) -> None:
    page = opened(pages)
    read(qtbot, page, write_rows(tmp_path, talk("Hi", "Ho")))
    assert page.mapping.isVisible()
    (tmp_path / "empty.jsonl").write_text("")
    page.use_file(tmp_path / "empty.jsonl")
    assert "is empty" in page.data.error and page.mapping.isHidden()


def drop(page: DataPage, path: Path) -> None:
    """A file from the desktop, somewhere on the page."""
    mime, at = QMimeData(), page.rect().center()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(at, copy, mime, left, none)
    QApplication.sendEvent(page, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(page, QDropEvent(QPointF(at), copy, mime, left, none))


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    parent = QWidget()
    qtbot.addWidget(parent)
    return parent


def questions_of(parent: QWidget, data: Path, *made: tuple[str, str]) -> QuestionsDialog:
    dialog = QuestionsDialog(parent, data, "model.gguf")
    dialog._output.write_bytes(b"".join(json.dumps({"question": q, "answer": a}).encode() + b"\n" for q, a in made))
    dialog._update()
    dialog.open()
    return dialog


def test_that_documents_of_one_name_have_their_own_questions(tmp_path: Path) -> None:
    names = ("report.txt", "report.pdf", "report.docx", "report.2024.pdf", "report")
    files = {questions_file(tmp_path / name, is_rows=is_rows) for name in names for is_rows in (False, True)}
    assert len(files) == 10


def test_that_rows_of_an_earlier_time_are_shown_and_no_button_lies_on_them(
    qtbot: QtBot, parent: QWidget, tmp_path: Path
) -> None:
    dialog = questions_of(parent, tmp_path / "bakery.pdf", ("How old is Marie?", "She is 24."))
    fell = {f"a reason that takes most of a line of this dialog, and is number {n}": n for n in range(1, 9)}
    job = BackgroundJob(ListModelsJob(paths=[]), dialog)
    job.result = QuestionRowsResult(
        path=str(dialog._output), rows=1, unanswered=0, own=0, pieces=1, done=1, written=9, fell=fell, left_out=[],
        seconds=1.0, left_seconds=0.0, bytes=9, shown=[],
    )  # fmt: skip
    dialog._on_ended(job)
    assert dialog.shown.toPlainText() == "How old is Marie?\nShe is 24." and dialog.use.isEnabled()
    qtbot.waitUntil(lambda: dialog.shown.geometry().bottom() < dialog.use.y())
    assert dialog.shown.y() > dialog.said.geometry().bottom()
    dialog.done(0)


def test_that_escape_asks_before_it_stops_what_is_being_made(
    parent: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog, answers = questions_of(parent, tmp_path / "bakery.pdf"), [False, True]
    monkeypatch.setattr(JobStrip, "is_busy", True)
    monkeypatch.setattr("app.widgets.question.Question.ask", lambda _question, _parent: answers.pop(0))
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible() and answers == [True]
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


@pytest.mark.process
@pytest.mark.slow
def test_that_questions_are_made_of_a_text_and_used(
    qtbot: QtBot, pages: Pages, demo_gguf: Path, tmp_path: Path
) -> None:
    """By a model so small that it writes nothing that stays: what fell is shown with the reason."""
    page, text = opened(pages), tmp_path / "keeper.txt"
    text.write_text("The keeper lights the lamp at dusk. He winds the clock every Monday. " * 12, encoding="utf-8")
    read(qtbot, page, SAMPLE_DATA)
    assert not page.parts.source.questions.isVisible()
    read(qtbot, page, text)
    page.parts.source.questions.click()
    dialog = page.questions
    assert dialog is not None and dialog.isVisible() and not dialog.sample.isEnabled() and not dialog.use.isEnabled()
    dialog.model.edit.setText(str(demo_gguf))
    assert dialog.reworded.isChecked() and not dialog.unanswered.isChecked()
    dialog.unanswered.click()
    dialog.sample.click()
    assert dialog.strip.isVisible() and not dialog.all.isEnabled()
    qtbot.waitUntil(lambda: dialog.sample.isEnabled(), timeout=TIMEOUT_MS)
    assert not dialog.message.isVisible(), dialog.message.shown_text
    assert " rows from " in dialog.said.text() and " pieces." in dialog.said.text()
    rows = tmp_path / "keeper.txt-questions.jsonl"
    assert not dialog.use.isEnabled()
    rows.write_text(json.dumps(talk("Who lights the lamp?", "The keeper does.")) + "\n", encoding="utf-8")
    dialog.model.edit.setText(str(tmp_path / "none.gguf"))
    dialog.all.click()
    qtbot.waitUntil(lambda: dialog.all.isEnabled(), timeout=TIMEOUT_MS)
    assert "No rows were made" in dialog.message.shown_text
    with qtbot.waitSignal(page.reading.inspected, timeout=TIMEOUT_MS):
        dialog.use.click()
    assert not dialog.isVisible() and page.data.text == str(rows) and page.use.isEnabled()


@pytest.mark.process
@pytest.mark.slow
def test_that_train_leads_to_other_wordings_of_questions(
    qtbot: QtBot, pages: Pages, demo_gguf: Path, tmp_path: Path
) -> None:
    data, rows = tmp_path / "faq.csv", tmp_path / "faq.csv-wordings.jsonl"
    data.write_text("question,answer\n" + "\n".join(f"Where is key {n}?,In box {n}." for n in range(24)))
    pages.train.use_model(known_by_path(str(demo_gguf)))
    pages.use_data(str(data), {})
    advice = pages.train.advice
    qtbot.waitUntil(lambda: any(one.code == ONE_WORDING for one in advice.shown), timeout=TIMEOUT_MS)
    button = next(line.button for line in advice._lines if line.button.text() == "Write other wordings…")
    button.click()
    page = pages.data
    qtbot.waitUntil(lambda: page.questions is not None, timeout=TIMEOUT_MS)
    dialog = page.questions
    assert dialog is not None and not dialog.kind.isVisible() and not dialog.unanswered.isVisible()
    dialog.model.edit.setText(str(demo_gguf))
    dialog.sample.click()
    qtbot.waitUntil(lambda: dialog.sample.isEnabled(), timeout=TIMEOUT_MS)
    assert "from 3 of 24 questions." in dialog.said.text()
    assert len(rows.read_text().splitlines()) >= 24
    dialog.reject()


def test_that_rows_that_could_not_be_read_are_asked_for_again(qtbot: QtBot) -> None:
    rows, asked = RowBrowser(), list[None]()
    qtbot.addWidget(rows)
    rows.more_wanted.connect(lambda: asked.append(None))
    rows.show_rows([PreviewRow(file="d.jsonl", line=1)], more=True)
    for times in (1, 1):
        qtbot.keyClick(rows.list, Qt.Key.Key_K)
        assert len(asked) == times, "once until they come"
    rows.stop_waiting()
    qtbot.keyClick(rows.list, Qt.Key.Key_K)
    assert len(asked) == 2


def test_that_the_summary_counts_the_rows_and_leaves_it_to_train_which_are_held_out(
    qtbot: QtBot, pages: Pages, tmp_path: Path
) -> None:
    """“3 kept for testing” stood there, and the goal that suits such data keeps none."""
    page = opened(pages)
    read(qtbot, page, write_rows(tmp_path, *(talk(f"What is {n}?", f"A number: {n}.") for n in range(60))))
    assert page.card.summary.text() == "60 rows"


@pytest.mark.process
def test_that_all_rows_are_counted_and_an_equal_one_is_named(qtbot: QtBot, pages: Pages, tmp_path: Path) -> None:
    """Those held out as usual were missing in the notes, and with them the only row that was there twice."""
    talks = [talk(f"What is {n}?", f"A number: {n}.") for n in range(20)]
    page = opened(pages)
    read(qtbot, page, write_rows(tmp_path, *talks, *talks))
    said = page.statistics._notices.text()
    assert page.card.summary.text() == "40 rows" and "40 rows are few" in said
    assert "20 rows are the same as earlier ones" in said


def test_that_votes_of_one_talk_are_named_by_what_was_asked_last() -> None:
    talked = [("user", "Who are you?"), ("assistant", "Ann."), ("user", "And how old?"), ("assistant", "Nine.")]
    messages = [PreviewMessage(role=role, text=text) for role, text in talked]
    row = PreviewRow(file="votes.jsonl", line=1, messages=messages, rejected="Ten.")
    assert row_title(row) == "And how old?"
    assert row_title(PreviewRow(file="talks.jsonl", line=1, messages=messages)) == "Who are you?"


def test_that_votes_go_on_to_training_once_they_are_read_and_stay_where_one_cannot_be_used(
    qtbot: QtBot, pages: Pages, tmp_path: Path
) -> None:
    page = opened(pages)
    good = {"prompt": "Who are you?", "chosen": "Ann.", "rejected": "Bob."}
    with qtbot.waitSignal(page.use_requested, timeout=TIMEOUT_MS) as used:
        page.hand_on(write_rows(tmp_path, *[good] * 3))
    assert used.args[0] == page.data.text
    assert pages.window.front == "train"
    pages.window.show_page(page)
    (tmp_path / "more").mkdir()
    with qtbot.waitSignal(page.reading.inspected, timeout=TIMEOUT_MS), qtbot.assertNotEmitted(page.use_requested):
        page.hand_on(write_rows(tmp_path / "more", *[good] * 3, {"prompt": "And now?"}))
    assert pages.window.front == "data"
