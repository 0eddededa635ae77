"""Makes questions that the documents do not answer, so that a model learns to say so instead of inventing an answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from core.rows.asking import Task
from core.rows.drafts import UNSURE, told_words
from core.rows.pieces import Piece
from core.rows.questions import ASKED_GRAMMAR, BEGINNINGS, LANGUAGES, begun_of

NOT_THERE = {  # the answer to learn, by the documents' language: all of LANGUAGES
    "ar": "هذا غير موجود في وثائقي.",
    "bg": "Това не е в моите документи.",
    "cs": "To v mých dokumentech není.",
    "da": "Det står ikke i mine dokumenter.",
    "de": "Das steht nicht in meinen Unterlagen.",
    "el": "Αυτό δεν υπάρχει στα έγγραφά μου.",
    "en": "That is not in my documents.",
    "es": "Eso no está en mis documentos.",
    "fi": "Sitä ei ole asiakirjoissani.",
    "fr": "Cela ne figure pas dans mes documents.",
    "he": "זה לא מופיע במסמכים שלי.",
    "hi": "यह मेरे दस्तावेज़ों में नहीं है।",
    "hu": "Ez nincs benne a dokumentumaimban.",
    "id": "Itu tidak ada dalam dokumen saya.",
    "it": "Questo non è nei miei documenti.",
    "ja": "それは私の資料にはありません。",
    "ko": "그 내용은 제 자료에 없습니다.",
    "nl": "Dat staat niet in mijn documenten.",
    "no": "Det står ikke i dokumentene mine.",
    "pl": "Tego nie ma w moich dokumentach.",
    "pt": "Isso não está nos meus documentos.",
    "ro": "Acest lucru nu se află în documentele mele.",
    "ru": "Этого нет в моих документах.",
    "sv": "Det står inte i mina dokument.",
    "tr": "Bu, belgelerimde yok.",
    "uk": "Цього немає в моїх документах.",
    "vi": "Điều đó không có trong tài liệu của tôi.",
    "zh": "我的资料里没有这一点。",
}
_FOR_A_QUESTION, _FOR_A_VERDICT = 60, 8  # tokens
_PASSAGE = (
    "The Hallam bridge was opened in 1894. It carries two tracks over the Orre and is 212 metres long. Trains may "
    "cross it at 40 km/h."
)
_EXAMPLES = [
    "Who designed the Hallam bridge?", "What did the Hallam bridge cost?", "How many trains cross the Orre each day?",
    "What colour is the Hallam bridge painted?", "Which steel works made the girders of the Hallam bridge?",
]  # fmt: skip


class Documents:
    """The words of all documents."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        """pieces: at least one."""
        self._pieces = pieces
        self._words = [told_words(f"{one.title} {one.heading} {one.text}") for one in pieces]

    def may_answer(self, question: str) -> bool:
        """Return whether some piece contains all words of a question, and so may answer it."""
        asked = told_words(question)
        return any(asked <= words for words in self._words)

    def nearest(self, question: str) -> Piece:
        """Return the piece that contains most words of a question."""
        asked = told_words(question)
        shared = [len(asked & words) for words in self._words]
        return self._pieces[shared.index(max(shared))]


def unanswered_task(piece: Piece, count: int, language: str, seed: int) -> Task:
    """Return the task to write questions on a piece's subject that it does not answer."""
    written = LANGUAGES.get(language)
    said = (
        f"Write {count} questions that somebody may ask about the subject of the passage, and that the passage does "
        "not answer. Each asks for a fact that is nowhere in it, names what it is about, and cannot be answered by yes "
        "or no." + (f" Write in {written}." if written else " Write in the language of the passage.")
    )
    where = f"“{piece.title}”" + (f", section “{piece.heading}”" if piece.heading else "")
    asked = {"role": "user", "content": f"{said}\n\nThe passage, from {where}:\n\n{piece.text}"}
    shown = [
        {"role": "user", "content": f"{said}\n\nThe passage:\n\n{_PASSAGE}"},
        {"role": "assistant", "content": json.dumps(_EXAMPLES[:count], separators=(",", ":"))},
    ]
    texts = ' "," '.join(["asked"] * count)
    grammar = f'root ::= "[" {texts} "]"\n{ASKED_GRAMMAR}\n{begun_of(BEGINNINGS.get(language, ()))}\n'
    examples = [[*shown, asked]] if language == "en" else []
    return Task(piece.file, [*examples, [asked]], grammar, _FOR_A_QUESTION * count, seed + int(piece.key, 16))


def verdict_task(question: str, piece: Piece, seed: int) -> Task:
    """Return the task to judge whether a piece answers a question: ["yes"] or ["no"]."""
    said = (
        f"The passage, from “{piece.title}”:\n\n{piece.text}\n\nDoes the passage answer this question: {question}\n"
        'Write ["yes"] or ["no"].'
    )
    grammar = 'root ::= "[" answer "]"\nanswer ::= "\\"yes\\"" | "\\"no\\""\n'
    return Task(piece.file, [[{"role": "user", "content": said}]], grammar, _FOR_A_VERDICT, seed)


def unanswered_row(piece: Piece, question: str, language: str, key: str) -> dict[str, Any]:
    """Return a line of the file: a question, and the answer that the documents do not contain it."""
    page = {"page": piece.page} if piece.page else {}
    source = {"file": piece.file, **page, "heading": piece.heading, "unanswered": True, "doubt": UNSURE, "piece": key}
    return {"question": question, "answer": NOT_THERE.get(language, NOT_THERE["en"]), "source": source}


def is_unanswered(row: dict[str, Any]) -> bool:
    """Return whether a row is one of ours without an answer."""
    source = row.get("source")
    return isinstance(source, dict) and source.get("unanswered") is True and isinstance(row.get("question"), str)
