"""One answer: the model's thoughts, its tool calls, its text, and its speed."""

from __future__ import annotations

import json

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from app.look import layouts
from app.look.theme import BODY, GRID, set_size, use_tabular_figures
from app.pages.chat.edit_box import EditBox
from app.pages.chat.message_view import MessageView
from app.pages.chat.talk import Said
from app.pages.chat.text_area import TextArea
from app.pages.chat.texts import figures, thought
from app.pages.chat.tools import CopyTool, FoldTool, ToolRow, tool
from app.widgets.controls import IconButton, dim_label, error_label, show_error
from core import protocol as p
from core.base.language import tr


class AnswerCard(QFrame):
    """Shows one answer. Its buttons, and the parts that most answers lack, are created when first needed.

    Signals:
    changed: the user edited its text.
    again, more, kept: regenerate it, continue it, save it as an example.
    """

    changed = Signal(str)
    again = Signal()
    more = Signal()
    kept = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("answer")
        self.said = Said()
        self._is_whole = False
        self.editor: EditBox | None = None
        self._name = QLabel()
        set_size(self._name, BODY, bold=True)
        self._before = layouts.column(gap=GRID // 2)  # what comes before the text
        self.thoughts: _Thoughts | None = None
        self._calls: list[_CallView] = []
        self._wait: QLabel | None = None
        self._problem: QLabel | None = None
        self.message = MessageView()
        self.fold = Fold(self.message)
        self.show_all: FoldTool | None = None
        self.figures = dim_label(wraps=True)
        use_tabular_figures(self.figures)
        self.go_on: IconButton | None = None
        self.tools = ToolRow()
        self._body = layouts.column(inside=self, gap=GRID // 2, margins=(12, GRID, 12, GRID // 2))
        layouts.put(self._body, self._name, self._before, self.fold, ..., self.figures, self.tools)
        self.fold.changed.connect(self._offer_all)

    def show_said(
        self,
        name: str,
        said: Said,
        *,
        waiting: str = "",
        is_last: bool = True,
        beside: bool = False,
        hidden: bool = False,
    ) -> None:
        """Show an answer.

        waiting: the status shown until the first word arrives; "" once the answer is complete. beside: another answer
        is shown next to it, so a long one is folded to keep the two comparable. hidden: keep the voice secret, which
        includes the speed, as that would reveal it.
        """
        self.said, self._is_whole = said, not waiting
        self._name.setText(name)
        self._show_thinking(said, waiting)
        self._show_calls(said.calls)
        self.message.show_text(said.text)
        self.fold.be_folding(beside)
        self.fold.setVisible(bool(said.text) and self.editor is None)
        self._show_wait("" if said.has_words or said.calls else waiting)
        self._show_problem(said.problem)
        self.figures.setText("" if hidden else figures(said))
        self._offer_more(not waiting and is_last and said.stopped in ("length", "cancelled") and said.has_words)
        self._allow()

    def make_tools(self) -> None:
        """Make the card's buttons."""
        if self.tools.buttons:
            return
        edit = tool(tr("Edit"), "mdi6.pencil-outline", self._begin_edit)
        again = tool(tr("Again"), "mdi6.refresh", self.again.emit, tr("Write this answer again"))
        keep = tool(
            tr("Add to data"),
            "mdi6.bookmark-plus-outline",
            self._keep,
            tr("Save this question and answer as an example to learn from"),
        )
        self.tools.fill({"copy": CopyTool(lambda: self.said.text), "edit": edit, "again": again, "keep": keep})
        self._allow()

    def _allow(self) -> None:
        for name, button in self.tools.buttons.items():
            button.setEnabled(self._is_whole and (self.said.counts or name == "again"))

    def _show_thinking(self, said: Said, waiting: str) -> None:
        if said.thinking and self.thoughts is None:
            self.thoughts = _Thoughts()
            self._before.insertWidget(0, self.thoughts)
        if self.thoughts is not None:
            self.thoughts.show_thinking(said, goes_on=bool(waiting) and not said.counts)

    def _show_calls(self, calls: list[p.ToolCall]) -> None:
        if calls == [view.call for view in self._calls]:
            return
        for gone in self._calls:
            self._before.removeWidget(gone)
            gone.deleteLater()
        self._calls = [_CallView(call) for call in calls]
        layouts.put(self._before, *self._calls)

    def _show_wait(self, text: str) -> None:
        if text and self._wait is None:
            self._wait = dim_label()
            self._before.addWidget(self._wait)
        if self._wait is not None:
            self._wait.setText(text)
            self._wait.setVisible(bool(text))

    def _show_problem(self, text: str) -> None:
        if text and self._problem is None:
            self._problem = error_label()
            self._before.addWidget(self._problem)
        if self._problem is not None:
            show_error(self._problem, text)

    def _offer_more(self, is_wanted: bool) -> None:
        """Offer to continue an answer that was cut off."""
        if is_wanted and self.go_on is None:
            self.go_on = tool(tr("Go on"), "mdi6.arrow-right", self.more.emit, tr("It was cut off: let it go on"))
            row = layouts.row(self.go_on, ...)
            self._body.insertLayout(self._body.indexOf(self.figures), row)
        if self.go_on is not None:
            self.go_on.setVisible(is_wanted)

    def _offer_all(self) -> None:
        """Offer to unfold an answer."""
        if self.fold.can_cut and self.show_all is None:
            self.show_all = FoldTool(tr("Show all of it"))
            self.show_all.toggled.connect(self._open)
            row = layouts.row(self.show_all, ...)
            self._body.insertLayout(self._body.indexOf(self.fold) + 1, row)
        if self.show_all is not None:
            self.show_all.setVisible(self.fold.can_cut and self.editor is None)

    def _open(self, is_open: bool) -> None:
        self.fold.open(is_open)
        if self.show_all is not None:
            self.show_all.setText(tr("Show less") if is_open else tr("Show all of it"))

    def _begin_edit(self) -> None:
        if self.editor is not None:
            self._end_edit()
            return
        self.editor = EditBox(tr("The answer"), most_lines=20)
        self.editor.setPlainText(self.said.text)
        self.editor.entered.connect(self._end_edit)
        self.editor.left.connect(self._leave_edit)
        self._body.insertWidget(self._body.indexOf(self.fold), self.editor)
        self.fold.hide()
        if self.show_all is not None:
            self.show_all.hide()
        self.tools.buttons["edit"].set_look(tr("Done"), "mdi6.check")
        self.editor.take_over()

    def _end_edit(self) -> None:
        if self.editor is not None:
            text = self.editor.toPlainText().strip()
            self._leave_edit()
            if text and text != self.said.text:
                self.changed.emit(text)

    def _keep(self) -> None:
        self._end_edit()  # what is being typed is what the user means
        self.kept.emit()

    def _leave_edit(self) -> None:
        if self.editor is not None:
            self.editor.deleteLater()
            self.editor = None
            self.fold.show()
            self._offer_all()
            edit = self.tools.buttons["edit"]
            edit.set_look(tr("Edit"), "mdi6.pencil-outline")
            edit.setFocus()


class _Thoughts(QWidget):
    """Shows the thoughts while they stream, then folds them. Once the user folds or unfolds them, that stays."""

    def __init__(self) -> None:
        super().__init__()
        self.text = TextArea()
        self.text.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        inside = layouts.panel(layouts.column(self.text, margins=(3 * GRID, 0, 0, GRID)))
        self.fold = FoldTool(tr("Thoughts"), inside)
        layouts.column(layouts.row(self.fold, ...), inside, inside=self, gap=GRID // 2)
        self._is_chosen = False  # the user folded or unfolded them
        self.fold.clicked.connect(self._choose)

    def show_thinking(self, said: Said, *, goes_on: bool) -> None:
        self.setVisible(bool(said.thinking))  # a regenerated answer may have none
        self.text.show_plain(said.thinking)
        if not self._is_chosen:
            self.fold.setChecked(goes_on)
        self.fold.setText(thought(said, goes_on=goes_on))

    @property
    def is_open(self) -> bool:
        return self.fold.isChecked()

    def _choose(self) -> None:
        self._is_chosen = True


class _CallView(QFrame):
    """A tool call as the model wrote it: the tool's name and its arguments."""

    def __init__(self, call: p.ToolCall) -> None:
        super().__init__()
        self.setObjectName("inset")
        self.call = call
        column = layouts.column(inside=self, gap=2, margins=(12, GRID // 2, 12, GRID // 2))
        column.addWidget(dim_label(tr("Calls {name}", name=call.name) if call.name else tr("Calls a tool")))
        words = TextArea()
        words.show_plain(json.dumps(call.arguments, ensure_ascii=False, indent=2) if call.name else call.text)
        column.addWidget(words)


LINES = 18  # of text shown while folded
_WORTH = 4  # lines: fold only if it hides at least this many


class Fold(QWidget):
    """Shows only the beginning of a tall widget until the user unfolds it.

    Signals:
    changed: it is cut now, or no longer.
    """

    changed = Signal()

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self._inside = inside
        inside.setParent(self)
        self._folds = self._is_open = self._was_cut = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def can_cut(self) -> bool:
        """Whether the widget is tall enough to be cut."""
        return self._folds and self._inside.sizeHint().height() > (LINES + _WORTH) * self.fontMetrics().lineSpacing()

    @property
    def is_open(self) -> bool:
        """Whether the user unfolded it."""
        return self._is_open

    def be_folding(self, folds: bool) -> None:
        """Set whether long messages are cut."""
        if folds != self._folds:
            self._folds = folds
            self._fit()

    def open(self, is_open: bool) -> None:
        """Show the whole message, or only its beginning."""
        self._is_open = is_open
        self._fit()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's names, as below
        whole = self._inside.sizeHint()
        most = LINES * self.fontMetrics().lineSpacing()
        return QSize(whole.width(), most if self.can_cut and not self._is_open else whole.height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(0, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        self._inside.resize(self.width(), self._inside.sizeHint().height())
        self.updateGeometry()
        if self.can_cut != self._was_cut:
            self._was_cut = self.can_cut
            self.changed.emit()
