"""What models, files and the hub say is shown as it is: no link, picture or control code in it does anything."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtNetwork import QNetworkAccessManager
from pytestqt.qtbot import QtBot

from app.pages.chat.message_view import MessageView
from app.pages.data.row_view import ChatView
from core.protocol import PreviewMessage, PreviewRow

HOSTILE = (
    "<img src='http://192.0.2.1/seen.png'> ![seen](http://192.0.2.1/seen.png) [open](file:///etc/passwd) "
    "<a href='file:///etc/passwd'>x</a> <svg onload='x()'><image href='http://192.0.2.1/a.svg'/></svg> "
    "<style>@import url(http://192.0.2.1/a.css)</style> <script>x()</script> \x1b]8;;http://192.0.2.1\x07here\x1b]8;;\x07"
)


@pytest.fixture(autouse=True)
def nothing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Qt's own ways out: a network manager, the desktop's programs, a document's resources."""
    asked: list[object] = []
    monkeypatch.setattr(QNetworkAccessManager, "createRequest", lambda *words: asked.append(words))
    monkeypatch.setattr(QDesktopServices, "openUrl", asked.append)
    monkeypatch.setattr(ChatView, "loadResource", lambda _self, _kind, url: asked.append(url), raising=False)
    yield
    assert asked == []


def test_that_an_answer_is_shown_as_it_is(qtbot: QtBot) -> None:
    view = MessageView()
    qtbot.addWidget(view)
    view.resize(400, 400)
    view.show_text(f"{HOSTILE}\n```<img src='http://192.0.2.1/x'>\n{HOSTILE}\n```")
    view.show()
    qtbot.waitExposed(view)
    assert [part._area.text if hasattr(part, "_area") else part.text for part in view._shown] == [HOSTILE, HOSTILE]


def test_that_a_row_is_shown_as_it_is(qtbot: QtBot) -> None:
    view = ChatView()
    qtbot.addWidget(view)
    said = [PreviewMessage(role="assistant", text=HOSTILE, thoughts=HOSTILE), PreviewMessage(role=HOSTILE, text="")]
    view.show_row(PreviewRow(file="", line=0, problem=HOSTILE, messages=said))
    view.show()
    qtbot.waitExposed(view)
    assert view.toPlainText().count("<img src='http://192.0.2.1/seen.png'>") == 4
    assert not view.openExternalLinks() and "<img" not in view.document().toHtml()
