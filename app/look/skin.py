"""The numbers of the look and the style sheet made of them: docs/look.md says what the rules are."""

from __future__ import annotations

from functools import cache
from string import Template

from core.base.paths import RESOURCES

# Texts, pixels at 100%: what is said beside, what is read, what a part of a page is called, and a page.
SMALL, BODY, SECTION, TITLE = 12, 14, 16, 22
FAMILY = "Inter"
FONTS = ("Inter_400Regular.ttf", "Inter_600SemiBold.ttf", "Inter_700Bold.ttf")  # of resources/fonts

GRID = 8  # pixels; every margin and gap is a multiple
CONTROL_HEIGHT = 4 * GRID  # of buttons and fields
CARD, CONTROL, MARK = 12, 7, 4  # pixels, how round cards, controls and boxes to tick are
LINE = 1  # pixels, a field's border
BAR, HANDLE = 10, 6  # pixels, a scroll bar and its handle

# No colours here: they are the palette's (colors.py), so that light and dark differ in one place.
_SHEET = """
#sidebar { background: palette(alternate-base); border: 0; }
#card, #answer { background: palette(base); border: 0; border-radius: ${card}px; }
#inset { background: palette(alternate-base); border: 0; border-radius: ${card}px; }
#question { background: palette(midlight); border: 0; border-radius: ${card}px; }
#notice { background: palette(base); border: ${line}px solid palette(link); border-radius: ${card}px; }
#explanation { background: palette(base); border: ${line}px solid palette(mid); border-radius: ${card}px; }
#explanation QLabel, #card QLabel, #inset QLabel, #notice QLabel, #question QLabel, #answer QLabel {
    background: transparent;
}
QLabel[dim="true"] { color: palette(placeholder-text); }
QLabel[error="true"] { color: palette(bright-text); }

QPushButton {
    background: palette(button); color: palette(button-text);
    border: ${line}px solid transparent; border-radius: ${control}px; padding: 5px 7px; outline: 0;
}
QPushButton:hover { background: palette(midlight); }
QPushButton:pressed, QPushButton:checked { background: palette(mid); }
QPushButton:disabled { background: transparent; border-color: palette(mid); color: palette(placeholder-text); }
QPushButton[primary="true"] {
    background: palette(highlight); color: palette(highlighted-text); padding: 5px 15px; font-weight: 600;
}
QPushButton[primary="true"]:hover { background: palette(accent); }
QPushButton[primary="true"]:disabled { background: palette(mid); color: palette(placeholder-text); border: 0; }
QPushButton[quiet="true"], QPushButton:flat { background: transparent; padding: 2px 6px; }
QPushButton[quiet="true"] { text-align: left; }
QPushButton[menu="true"] { padding-right: 24px; }
QPushButton[quiet="true"]:hover, QPushButton[quiet="true"]:checked, QPushButton:flat:hover {
    background: palette(midlight);
}
QPushButton[quiet="true"]:disabled, QPushButton:flat:disabled { border-color: transparent; }
#inset QPushButton[primary="false"]:enabled { background: palette(base); }
#inset QPushButton[primary="false"]:enabled:hover { background: palette(midlight); }
QPushButton::menu-indicator { image: url("$down"); width: 10px; subcontrol-position: right center; right: 8px; }

QLineEdit, QComboBox, QAbstractSpinBox, QPlainTextEdit, QTextEdit {
    background: palette(base); color: palette(text);
    border: ${line}px solid palette(dark); border-radius: ${control}px;
    selection-background-color: palette(highlight); selection-color: palette(highlighted-text);
}
QPlainTextEdit, QTextEdit { padding: 4px 8px; }
QLineEdit { padding: 0 4px; }
QComboBox, QAbstractSpinBox { padding: 0 4px 0 8px; }
QComboBox { combobox-popup: 0; }
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus, QPlainTextEdit:focus, QTextEdit:focus {
    border-color: palette(link);
}
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled, QPlainTextEdit:disabled {
    background: palette(window); color: palette(placeholder-text); border-color: palette(mid);
}
QComboBox QLineEdit, QAbstractSpinBox QLineEdit { border: 0; background: transparent; padding: 0; }
QComboBox::drop-down { border: 0; width: 24px; }
QComboBox::down-arrow { image: url("$down"); width: 12px; height: 12px; }
QComboBox QAbstractItemView {
    background: palette(base); border: ${line}px solid palette(mid); border-radius: ${control}px; outline: 0;
    padding: 4px;
}
QComboBoxPrivateContainer { background: transparent; border: 0; }
QComboBox QAbstractItemView::item { min-height: 26px; padding: 0 6px; border-radius: ${mark}px; }
QComboBox QAbstractItemView::item:selected { background: palette(link-visited); color: palette(text); }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: 0; background: transparent; width: 20px; }
QAbstractSpinBox::up-arrow { image: url("$up"); width: 10px; height: 10px; }
QAbstractSpinBox::down-arrow { image: url("$down"); width: 10px; height: 10px; }

QCheckBox, QRadioButton { spacing: 7px; outline: 0; }
QCheckBox::indicator, QRadioButton::indicator {
    width: 0.85em; height: 0.85em; background: palette(base); border: ${line}px solid palette(dark);
}
QCheckBox::indicator { border-radius: ${mark}px; }
QRadioButton::indicator { border-radius: 0.42em; }
QCheckBox::indicator:checked { background: palette(highlight); border-color: palette(highlight); image: url("$check"); }
QRadioButton::indicator:checked {
    width: 0.4em; height: 0.4em; border: 0.25em solid palette(highlight); border-radius: 0.44em;
}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {
    background: palette(window); border-color: palette(mid);
}
QCheckBox::indicator:checked:disabled { background: palette(dark); }

QAbstractItemView { selection-background-color: palette(link-visited); selection-color: palette(text); }
#rows, QTableView {
    background: palette(base); border: ${line}px solid palette(mid); border-radius: ${card}px; outline: 0;
}
QListWidget#rows { padding: 3px; }
#rows::item { border-radius: ${control}px; }
#rows::item:selected { background: palette(link-visited); }
#rows::item:hover:!selected { background: palette(alternate-base); }
QTableView { padding: 1px; }
QTableView::item { padding: 0 5px; }
QTableCornerButton::section { background: transparent; border: 0; }
QHeaderView { background: transparent; border: 0; }
QHeaderView::section {
    background: palette(base); border: 0; border-bottom: ${line}px solid palette(mid);
    padding: 6px 8px; font-weight: 600;
}
QHeaderView::section:first { border-top-left-radius: ${inside}px; }
QHeaderView::section:last { border-top-right-radius: ${inside}px; }
QHeaderView::section:only-one { border-top-left-radius: ${inside}px; border-top-right-radius: ${inside}px; }

#switch QPushButton {
    background: transparent; border: 0; border-bottom: 2px solid transparent; border-radius: 0; padding: 4px 10px;
}
#switch QPushButton:hover { background: palette(midlight); }
#switch QPushButton:disabled { color: palette(placeholder-text); }
#switch QPushButton:checked { color: palette(link); border-bottom: 2px solid palette(link); }

QScrollArea#plain, #plain > QWidget > QWidget { background: transparent; }
QScrollBar:vertical { background: transparent; border: 0; width: ${bar}px; margin: 2px ${edge}px; }
QScrollBar:horizontal { background: transparent; border: 0; height: ${bar}px; margin: ${edge}px 2px; }
QScrollBar::handle { background: palette(dark); border-radius: ${half_handle}px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: palette(placeholder-text); }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: 0; }

QProgressBar { border: 0; border-radius: 3px; background: palette(mid); max-height: 6px; min-height: 6px; }
QProgressBar::chunk { border-radius: 3px; background: palette(link); }
"""


@cache
def sheet(dark: bool) -> str:
    """Return the window's style sheet. dark: whether its arrows stand on dark ground."""
    theme = "dark" if dark else "light"
    pictures = {"down": f"down-{theme}", "up": f"up-{theme}", "check": "check"}
    values = {name: (RESOURCES / "look" / f"{file}.svg").as_posix() for name, file in pictures.items()}
    values |= {
        "card": str(CARD), "inside": str(CARD - 1), "control": str(CONTROL), "mark": str(MARK), "line": str(LINE),
        "bar": str(BAR), "edge": str((BAR - HANDLE) // 2), "half_handle": str(HANDLE // 2),
    }  # fmt: skip
    return Template(_SHEET).substitute(values)
