"""Checks rows that a model wrote about a piece, by rules, without another model."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from core.rows.pieces import Piece
from core.rows.questions import Draft

# Reasons to reject a row, to be shown after their number.
NO_QUOTE = "the quote is not in the piece"
NUMBER = "a number in the answer is not in the quote"
NAME = "a name in the answer is not in the quote"
OTHER_WORDS = "the answer says what the quote does not"
OF_THE_TEXT = "the question speaks of the text itself"
YES_NO = "it is a yes-or-no question"
NO_QUESTION = "it is no question"
EMPTY = "the answer says nothing"
REPEATS = "the answer only repeats the question"
TWICE = "nearly the same was asked before"
LOOPS = "it goes round in circles"
OFF_QUOTE = "the question has nothing, or little, of the quote or its headings"
VAGUE = "the question does not say what it is about"
DISAGREES = "the model answers otherwise from the piece alone"
ANSWERED = "the documents may answer it"
OTHER_QUESTION = "another wording lacks a name or number, or asks something else"
# Reasons to review an accepted row, to be shown alone.
PARTLY = "Part of the answer is not in the quote."
LITTLE = "The question has little in common with the quote."
ELSE = "This wording may ask something else."
UNSURE = "Only words and the model itself say that it is not answered."
_SHARE_IN_QUOTE, _ALIKE = 0.5, 0.8
_SURE = 0.8  # of an answer's words: with these in the quote, it counts as supported
_LITTLE = 0.34  # of a question's words
_BEGINNING = 3  # an answer that begins with the words of its question repeats it
_LOOP = 5  # words in a row that must not repeat
_LONGEST_QUESTION = 40  # words
_ASKING = {  # question words, which come first in a question, by language
    "en": r"what|which|who|whom|whose|when|where|why|how",
    "de": r"wer|was|wann|wo|wie|warum|wieso|weshalb|welche\w*|wessen|wem|wen|wovor|worüber|woran|worin|worauf"
    r"|wieviel\w*|wo(?:zu|her|hin|mit|für|von|durch|bei|raus)",
    "es": r"qué|quién\w*|cuándo|dónde|cómo|por qué|cuál\w*|cuánt\w*",
    "fr": r"que|qu|quoi|qui|quand|où|comment|pourquoi|quel\w*|combien|lequel|laquelle",
}
_ASKED_OF = re.compile(  # words of a question that do not name its subject
    rf"\b(?:{'|'.join(_ASKING.values())}|many|much|often|long|kind|does|viel\w*|lange|oft|gibt|heißt|hay|cantidad|tipo"
    r"|nombre|sorte|y a-t-il|est-ce que)\b",
    re.I,
)
_STEM = 5  # letters shared by the forms of a word, in most languages
_OF_THE_TEXT = re.compile(
    r"\b(?:the|this|that|given|above|provided) (?:text|passage|author|writer|section|paragraph|excerpt|document|article"
    r"|sentence|quote|chapter)\b|\baccording to (?:the|this)\b.{0,12}\b(?:text|passage|author)"
    r"|\b(?:der|die|das|des|dem|im|diese[rsm]?|den) (?:text|textes|abschnitt\w*|autor\w*|absatz\w*|passage|dokument\w*"
    r"|artikel|zitat)\b"
    r"|\b(?:el|la|este|esta|del) (?:texto|pasaje|autor|autora|sección|párrafo|documento|artículo|cita)\b"
    r"|\b(?:le|la|ce|cet|cette|du|l['’]) ?(?:texte|passage|auteur|section|paragraphe|document|article|citation)\b"
    r"|(?:本文|文中|这段|該段|作者|文章)|(?:इस|यह) (?:पाठ|अंश|लेख)",
    re.I,
)
_YES_NO_ANSWER = re.compile(
    r"(?:yes|no|ja|nein|s[ií]|oui|non|हाँ|नहीं|是的?|不是?|да|нет|tak|nie)(?:\s*[,.!;:。，।]|\s*$)", re.I
)
_YES_NO_QUESTION = re.compile(
    r"(?:is|are|was|were|does|do|did|can|could|has|have|had|will|would|should|may|must|ist|sind|war|waren|hat|haben|kann"
    r"|können|darf|muss|wird|soll|gibt es|est-ce qu|es cierto|puede|hay)\b(?!.*\bor\b)(?!.*\boder\b)",
    re.I,
)
_POINTS = re.compile(r"\b(?:he|she|it|they|this|that|these|those|er|sie|es|dies\w*|él|ella|il|elle|ils|elles)\b", re.I)
_SAY_NOTHING = {
    "what", "which", "when", "where", "whose", "whom", "does", "this", "that", "these", "those", "have", "from", "with",
    "your", "into", "about",
}  # fmt: skip
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
# A letter or a combining mark.
_LETTER = r"(?:[^\W\d_]|[\u0300-\u036f\u0591-\u05c7\u0610-\u065f\u0900-\u0dff\u0e31-\u0e4e])"
_WORD = re.compile(rf"{_LETTER}+(?:['’-]{_LETTER}+)*")
# Chinese and Japanese, where pairs of characters count as words.
_NO_BLANKS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]{2,}")
_SENTENCE_START = re.compile(r"(?:^|[.!?:]\s+[\"“‘«]?)$")


class Checked:
    """Checks rows, and remembers accepted ones to reject repetitions."""

    def __init__(self, language: str = "", *, is_strict: bool = False) -> None:
        """language: code of the rows' language; for some, the question words are known. is_strict: also reject what
        would be doubted.
        """
        self._is_strict = is_strict
        words = _ASKING.get(language)
        self._asking = re.compile(rf"\b(?:{words})\b", re.I) if words else None
        self._asked: list[frozenset[str]] = []
        self._by_word: defaultdict[str, list[int]] = defaultdict(list)

    def fault(self, draft: Draft, piece: Piece, *, of_whole_piece: bool = False) -> str:
        """Return why a row is rejected; "" if it is accepted. of_whole_piece: the answer may draw on the whole
        piece.
        """
        said = f"{draft.quote} {piece.text}" if of_whole_piece else draft.quote
        if fault := self._of_question(draft) or _of_answer(draft, said, piece):
            return fault
        if self._asking is not None and _stems(draft.answer)[:_BEGINNING] == _stems(draft.question)[:_BEGINNING]:
            return REPEATS
        if self._is_strict and (why := doubt(draft)):
            return OTHER_WORDS if why == PARTLY else OFF_QUOTE
        return "" if self.add(draft.question) else TWICE

    def _of_question(self, draft: Draft) -> str:
        if self._asking is not None and not self._asking.search(draft.question):
            return NO_QUESTION
        return _of_question(draft)

    def fault_of_wording(self, question: str, row: Draft) -> str:
        """Return why another wording of a row's question is rejected; "" if it is accepted."""
        if fault := self._of_question(row._replace(question=question)):
            return fault
        needed = {*_names(row.question), *map(_digits, _NUMBER.findall(row.question))}
        there = {*_stems(question), *map(_digits, _NUMBER.findall(question))}
        telling = _telling(_stems(row.question))
        if not needed <= there or (telling and there.isdisjoint(telling)):
            return OTHER_QUESTION
        return "" if self.add(question) else TWICE

    def fault_of_unanswered(self, question: str, piece: Piece, may_be_answered: Callable[[str], bool]) -> str:
        """Return why a question meant to be unanswerable is rejected; "" if it is accepted.

        may_be_answered: returns whether the documents may answer it after all.
        """
        if fault := self._of_question(Draft("", question, "")):
            return fault
        if told_words(question).isdisjoint(told_words(f"{piece.title} {piece.heading} {piece.text}")):
            return OFF_QUOTE
        if may_be_answered(question):
            return ANSWERED
        return "" if self.add(question) else TWICE

    def add(self, question: str) -> bool:
        """Remember a question. Return False if nearly the same was asked before."""
        words = frozenset(_stems(question)) | frozenset(_NUMBER.findall(question))
        rarest = sorted(words, key=lambda word: len(self._by_word[word]))[:3]
        for number in {number for word in rarest for number in self._by_word[word]}:
            other = self._asked[number]
            if len(words & other) >= _ALIKE * len(words | other):
                return False
        for word in words:
            self._by_word[word].append(len(self._asked))
        self._asked.append(words)
        return True


def doubt(draft: Draft) -> str:
    """Return why an accepted row should be reviewed; "" if nothing is suspicious."""
    asked, quote = told_words(draft.question), told_words(draft.quote)
    new = told_words(draft.answer) - asked
    if len(new & quote) < _SURE * len(new):
        return PARTLY
    return LITTLE if len(asked & quote) < _LITTLE * len(asked) else ""


def doubt_of_wording(question: str, row: Draft) -> str:
    """Return why another wording of a row's question should be reviewed; "" if nothing is suspicious."""
    asked, other = told_words(row.question), told_words(question)
    return (
        ELSE
        if len(asked & other) < _LITTLE * len(asked)
        else doubt(row._replace(question=f"{question} {row.question}"))
    )


def agree(answer: str, other: str) -> bool:
    """Return whether two answers to a question agree in their numbers and words."""
    numbers, others = ({_digits(one) for one in _NUMBER.findall(text)} for text in (answer, other))
    if numbers and others and not (numbers <= others or others <= numbers):
        return False
    words, found = (set(_telling(_stems(text))) for text in (answer, other))
    if not words or not found:
        return bool(numbers & others) or plain(answer) == plain(other)
    return len(words & found) >= _SHARE_IN_QUOTE * min(len(words), len(found))


def _of_question(draft: Draft) -> str:
    question = draft.question
    words = _stems(question)
    if not question.endswith(("?", "？", "؟")) or not words or len(words) > _LONGEST_QUESTION:
        return NO_QUESTION
    if _loops(words) or _loops(_stems(draft.answer)):
        return LOOPS
    if _OF_THE_TEXT.search(question) or _OF_THE_TEXT.search(draft.answer):
        return OF_THE_TEXT
    if _YES_NO_ANSWER.match(draft.answer) or _YES_NO_QUESTION.match(question):
        return YES_NO
    telling = [word for word in _telling(words) if word not in _SAY_NOTHING] + _NUMBER.findall(question)
    if question.isascii() and (len(telling) < 2 or (len(telling) < 4 and _POINTS.search(question))):
        return VAGUE
    return ""


def _of_answer(draft: Draft, said: str, piece: Piece) -> str:
    answer, question = draft.answer, draft.question
    if not plain(draft.quote) or plain(draft.quote) not in plain(piece.text):
        return NO_QUOTE
    if not _WORD.search(answer) and not _NUMBER.search(answer):
        return EMPTY
    known = f"{said} {question} {piece.title} {piece.heading}"
    numbers = {_digits(one) for one in _NUMBER.findall(known)}
    if any(_digits(one) not in numbers for one in _NUMBER.findall(answer)):
        return NUMBER
    stems = set(_stems(known))
    if any(name not in stems for name in _names(answer)):
        return NAME
    asked, of_quote = set(_stems(question)), set(_stems(said))
    telling = _telling(asked)
    if telling and (of_quote | set(_stems(f"{piece.title} {piece.heading}"))).isdisjoint(telling):
        return OFF_QUOTE
    new = [word for word in _telling(_stems(answer)) if word not in asked]  # words that the question lacks
    if not new and set(_NUMBER.findall(answer)) <= set(_NUMBER.findall(question)):
        return REPEATS
    if new and sum(word in of_quote for word in new) < _SHARE_IN_QUOTE * len(new):
        return OTHER_WORDS
    return ""


def _loops(words: Sequence[str]) -> bool:
    """Return whether a run of words repeats, as when a model finds no end."""
    runs = [tuple(words[i : i + _LOOP]) for i in range(len(words) - _LOOP + 1)]
    return len(set(runs)) < len(runs)


def _names(text: str) -> Iterator[str]:
    """Yield stems of capitalized words that do not begin a sentence."""
    for found in _WORD.finditer(text):
        word = found[0]
        if word[0].isupper() and len(word) > 1 and not _SENTENCE_START.search(text[: found.start()]):
            yield _stem(word)


def _stems(text: str) -> list[str]:
    stems = list[str]()
    for found in _WORD.finditer(unicodedata.normalize("NFKC", text)):
        word = found[0]
        pairs = [word[i : i + 2] for i in range(len(word) - 1)] if _NO_BLANKS.search(word) else []
        stems += pairs or [_stem(word)]
    return stems


def told_words(text: str) -> set[str]:
    """Return a text's numbers and the beginnings of its content words.

    Four letters, which “carry” and “carries” share; a chance match counts as the same word.
    """
    words = {word[:4] for word in _telling(_stems(_ASKED_OF.sub(" ", text))) if word not in _SAY_NOTHING}
    return words | {_digits(one) for one in _NUMBER.findall(text)}


def _telling(words: Iterable[str]) -> list[str]:
    """Return the words longer than most articles and pronouns."""
    return [word for word in words if len(word) > 3 or _NO_BLANKS.fullmatch(word)]


def _stem(word: str) -> str:
    return word.casefold().split("'")[0].split("’")[0][:_STEM]


def _digits(number: str) -> str:
    """Return a number without thousands separators."""
    return re.sub(r"[.,](?=\d{3}(?:\D|$))", "", number)


def plain(text: str) -> str:
    """Return text normalized for comparing quotes: without whitespace, hyphens, emphasis marks and quote characters."""
    text = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[\s\-‐‑–—\u00ad*_`\"'“”‘’„«»]+", "", text)
