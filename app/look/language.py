"""The language of the window: which there are, and texts, numbers and times in the one that was chosen.

docs/languages.md says how it is chosen, and how it changes.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDateTime, QLibraryInfo, QLocale, QTranslator

from core.base.language import ENGLISH, Language, choose, chosen
from core.base.paths import RESOURCES

# Each by its own name, in the order of these. A folder resources/languages has their texts.
NAMES = {"en": "English", "de": "Deutsch", "es": "Español", "fr": "Français", "hi": "हिन्दी", "zh_CN": "简体中文"}
_FOLDER = RESOURCES / "languages"
_WITHIN_NUMBERS = "\u202f"  # narrow, and never the end of a line


def of_system(wanted: list[str]) -> str:
    """Return the first of a system's languages, such as de-AT, that the window has, or English."""
    for name in wanted:
        parts = name.replace("_", "-").split("-")
        for known in NAMES:
            if known.split("_")[0] == parts[0] and not (known == "zh_CN" and {"Hant", "TW", "HK", "MO"} & set(parts)):
                return known
    return "en"


def meant(setting: str) -> str:
    """Return the language that a setting means; "" is the system's."""
    return setting or of_system(QLocale.system().uiLanguages())


def speak(setting: str) -> str:
    """Have this process speak a language, by its setting; return which. Texts of a file that cannot be loaded stay
    English.
    """
    name = meant(setting)
    translator, locale = QTranslator(), QLocale(name)
    if name == "en" or QLocale.system().language() == locale.language():
        locale = QLocale.system()  # numbers as in its country
    QLocale.setDefault(locale)
    if name == "en":
        choose(ENGLISH)
    else:
        translator.load(str(_FOLDER / f"luthier_{name}.qm"))
        choose(of(name, translator, locale))
    return name


def of(name: str, translator: QTranslator, locale: QLocale) -> Language:
    """Return the language that a translator and a locale make. name: as in the settings, also where it has no texts."""

    def lookup(text: str, comment: str | None, number: int) -> str:
        return translator.translate("", text, comment, number) or ""

    def moment(seconds: float) -> str:
        return locale.toString(QDateTime.fromSecsSinceEpoch(int(seconds)), QLocale.FormatType.ShortFormat)

    thousands = locale.groupSeparator()
    return Language(
        name=name,
        lookup=lookup,
        decimal=locale.decimalPoint(),
        thousands=_WITHIN_NUMBERS if thousands.isspace() else thousands,
        moment=moment,
        lowers=locale.language() != QLocale.Language.German,
    )


def translate_qt(application: QCoreApplication) -> None:
    """Translate Qt's own texts, such as those of its dialogs, where it has them in the language that was chosen."""
    for earlier in application.findChildren(QTranslator):
        application.removeTranslator(earlier)
        earlier.deleteLater()
    translator = QTranslator(application)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if chosen() != ENGLISH and translator.load(QLocale(), "qtbase", "_", folder):
        application.installTranslator(translator)
