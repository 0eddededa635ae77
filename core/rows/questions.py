"""Prompts and grammars for writing rows about a piece of a document: valid JSON, in which each quote is a sentence of
the piece.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from core.rows.asking import Task
from core.rows.pieces import Piece

ASKED: dict[str, str] = {  # descriptions of the rows for the prompt, by core.protocol.rows_jobs.KINDS
    "qa": "questions about facts that the passage states",
    "howto": "questions about how something is done, or what to do in a case that the passage treats",
    "definitions": "questions about what a term or a thing in the passage is, or means",
    "summary": "questions that ask to sum up what the passage says about its subject",
}
LANGUAGES = {
    "ar": "Arabic", "bg": "Bulgarian", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek", "en": "English",
    "es": "Spanish", "fi": "Finnish", "fr": "French", "he": "Hebrew", "hi": "Hindi", "hu": "Hungarian",
    "id": "Indonesian", "it": "Italian", "ja": "Japanese", "ko": "Korean", "nl": "Dutch", "no": "Norwegian",
    "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sv": "Swedish", "tr": "Turkish",
    "uk": "Ukrainian", "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip
_LONGEST = (180, 240)  # letters of a question, and of a sentence of an answer, which has one or two
_FOR_A_ROW, _FOR_A_WORDING, _FOR_AN_ANSWER = 200, 60, 160  # tokens
_WORDS = (4, 60)  # in a sentence that serves as a quote
_OTHER_LETTERS = (12, 300)  # letters of such a sentence in scripts without spaces


class Draft(NamedTuple):
    """A row as the model wrote it, in the order of writing: the quote determines the question."""

    quote: str
    question: str
    answer: str


# A passage with rows about it: an example shows the model better than instructions.
_EXAMPLES: dict[str, tuple[str, Draft, Draft]] = {
    "en": (
        "The Hallam bridge was opened in 1894. It carries two tracks over the Orre and is 212 metres long. Trains may "
        "cross it at 40 km/h.",
        Draft("The Hallam bridge was opened in 1894.", "When was the Hallam bridge opened?",
              "The Hallam bridge was opened in 1894."),
        Draft("Trains may cross it at 40 km/h.", "How fast may trains cross the Hallam bridge?",
              "Trains may cross the Hallam bridge at 40 km/h."),
    ),
    "de": (
        "Die Hallamer Brücke wurde 1894 eröffnet. Sie führt zwei Gleise über die Orre und ist 212 Meter lang. Züge "
        "dürfen sie mit 40 km/h befahren.",
        Draft("Die Hallamer Brücke wurde 1894 eröffnet.", "Wann wurde die Hallamer Brücke eröffnet?",
              "Die Hallamer Brücke wurde 1894 eröffnet."),
        Draft("Züge dürfen sie mit 40 km/h befahren.", "Wie schnell dürfen Züge über die Hallamer Brücke fahren?",
              "Züge dürfen mit 40 km/h über die Hallamer Brücke fahren."),
    ),
    "es": (
        "El puente de Hallam se inauguró en 1894. Lleva dos vías sobre el Orre y mide 212 metros. Los trenes pueden "
        "cruzarlo a 40 km/h.",
        Draft("El puente de Hallam se inauguró en 1894.", "¿Cuándo se inauguró el puente de Hallam?",
              "El puente de Hallam se inauguró en 1894."),
        Draft("Los trenes pueden cruzarlo a 40 km/h.", "¿A qué velocidad pueden cruzar los trenes el puente de Hallam?",
              "Los trenes pueden cruzar el puente de Hallam a 40 km/h."),
    ),
    "fr": (
        "Le pont de Hallam a été ouvert en 1894. Il porte deux voies au-dessus de l'Orre et mesure 212 mètres. Les "
        "trains peuvent le franchir à 40 km/h.",
        Draft("Le pont de Hallam a été ouvert en 1894.", "Quand le pont de Hallam a-t-il été ouvert ?",
              "Le pont de Hallam a été ouvert en 1894."),
        Draft("Les trains peuvent le franchir à 40 km/h.", "À quelle vitesse passe-t-on le pont de Hallam ?",
              "Les trains passent le pont de Hallam à 40 km/h."),
    ),
}  # fmt: skip


def quotes_of(piece: Piece) -> list[str]:
    """Return the sentences of a piece that can be asked about."""
    return [one for one in dict.fromkeys(piece.sentences) if _is_quote(one)]


def _is_quote(sentence: str) -> bool:
    words = len(sentence.split())
    if words < _WORDS[0] and not sentence.isascii():
        return _OTHER_LETTERS[0] <= len(sentence) <= _OTHER_LETTERS[1]
    return _WORDS[0] <= words <= _WORDS[1] and any(map(str.isalpha, sentence)) and " | " not in sentence


def groups_of(quotes: Sequence[str], rows: int) -> list[list[str]]:
    """Divide the sentences into a group for each row to choose its quote from, so that questions cover all of a
    piece.
    """
    count = min(rows, len(quotes))
    return [list(quotes[len(quotes) * i // count : len(quotes) * (i + 1) // count]) for i in range(count)]


TEXT_GRAMMAR = "\n".join(  # grammar of an answer
    [
        r'text ::= "\"" sentence (" " sentence)? "\""',
        rf"sentence ::= first within{{0,{_LONGEST[1]}}} end",
        r"end ::= [.!。！।]",
        r'within ::= [^"\\\x00-\x1f\x7f.!?。！？।؟] | "." [a-z0-9] | "." [A-Z] "." | "\\" ["\\]',
    ]
)
ASKED_GRAMMAR = "\n".join(  # grammar of a question; `begun` is its beginning
    [
        rf'asked ::= "\"" begun char{{0,{_LONGEST[0]}}} mark "\""',
        r'first ::= [^"\\\x00-\x20\x7f]',
        r'char ::= [^"\\\x00-\x1f\x7f?？؟] | "\\" ["\\n]',
        'mark ::= "?" | "？" | "؟"',
    ]
)


BEGINNINGS = {  # beginnings of questions, by language: without them, a small model writes statements
    "en": ("What", "Which", "Who", "When", "Where", "Why", "How", "In which", "For how", "For which", "At what"),
    "de": ("Was", "Welch", "Wer", "Wem", "Wann", "Wo", "Warum", "Wie", "Wozu", "Womit", "In welch", "Für w", "Unter w"),
    "es": ("¿Qué", "¿Cuál", "¿Quién", "¿Cuándo", "¿Dónde", "¿Por qué", "¿Cómo", "¿Cuánt", "¿En qué", "¿Para q", "¿A q"),
    "fr": ("Qu", "Quel", "Qui", "Quand", "Où", "Pourquoi", "Comment", "Combien", "En qu", "À qu", "De qu", "Dans qu"),
}


def grammar_of(groups: Sequence[Sequence[str]], language: str = "") -> str:
    """Return a grammar (GBNF) for a JSON array with a row per group. language: the code of the rows' language."""
    items = ' "," '.join(f"item{i}" for i in range(len(groups)))
    lines = [
        f'root ::= "[" {items} "]"',
        TEXT_GRAMMAR,
        ASKED_GRAMMAR,
        begun_of(BEGINNINGS.get(language, ())),
    ]
    for i, group in enumerate(groups):
        quotes = " | ".join(f'"\\"{_literal(quote)}\\""' for quote in group)
        lines.append(f'item{i} ::= "{{\\"quote\\":" quote{i} ",\\"question\\":" asked ",\\"answer\\":" text "}}"')
        lines.append(f"quote{i} ::= {quotes}")
    return "\n".join(lines) + "\n"


def begun_of(beginnings: Sequence[str]) -> str:
    """Return the grammar's rule for the beginning of questions; without any, it allows all."""
    return f"begun ::= {' | '.join(json.dumps(one, ensure_ascii=False) for one in beginnings) or 'first'}"


def _literal(text: str) -> str:
    """Return a text in JSON's form, escaped for quotes in a grammar."""
    return json.dumps(text, ensure_ascii=False)[1:-1].replace("\\", "\\\\").replace('"', '\\"')


def task_of(piece: Piece, rows: int, kind: str, language: str, style: str, seed: int) -> Task | None:
    """Return the task to write rows about a piece; None if it has no sentence to ask about."""
    groups = groups_of(quotes_of(piece), rows)
    if not groups:
        return None
    asked = [
        messages_of(piece, len(groups), kind, language, style, with_example=with_example)
        for with_example in (True, False)  # the example takes a third of a short context
    ]
    return Task(piece.file, asked, grammar_of(groups, language), _FOR_A_ROW * len(groups), seed + int(piece.key, 16))


def messages_of(
    piece: Piece, rows: int, kind: str, language: str, style: str, *, with_example: bool = True
) -> list[dict[str, Any]]:
    """Return the prompt. language: a code; style: "", or how answers should sound."""
    written = LANGUAGES.get(language)
    told = (
        f"Write {rows} {ASKED[kind]}. Each question is asked by somebody who has never seen the passage: it names what "
        "it is about, and never says “the text”, “the passage”, “the author” or “this section”. No question can be "
        "answered by yes or no. Each answer is one or two whole sentences that say only what the passage says, with "
        "its names and numbers. First copy the sentence of the passage that has the answer, then write the question, "
        "then the answer."
        + (f" Write everything in {written}." if written else " Write in the language of the passage.")
        + (f" Style of the answers: {style}." if style else "")
    )
    where = f"“{piece.title}”" + (f", section “{piece.heading}”" if piece.heading else "")
    asked = f"{told}\n\nThe passage, from {where}:\n\n{piece.text}"
    example = _EXAMPLES.get(language)
    if example is None or not with_example:
        return [{"role": "user", "content": f'{asked}\n\nThe form: [{{"quote":"…","question":"…","answer":"…"}}, …]'}]
    passage, *drafts = example
    shown = json.dumps([one._asdict() for one in drafts], ensure_ascii=False, separators=(",", ":"))
    return [
        {"role": "user", "content": f"{told}\n\nThe passage:\n\n{passage}"},
        {"role": "assistant", "content": shown},
        {"role": "user", "content": asked},
    ]


_WHOLE = re.compile(r'\{"quote":("(?:[^"\\]|\\.)*"),"question":("(?:[^"\\]|\\.)*"),"answer":("(?:[^"\\]|\\.)*")\}')


def drafts_of(text: str) -> list[Draft]:
    """Return the complete rows in a written text; the last may be cut off."""
    return [Draft(*(str(json.loads(part)).strip() for part in match.groups())) for match in _WHOLE.finditer(text)]


def language_of(text: str) -> str:
    """Return the code of a text's language."""
    from py3langid import classify  # the import loads its model

    code: str = classify(text)[0]
    return code


def wordings_task(row: Draft, file: str, count: int, language: str, seed: int) -> Task:
    """Return the task to reword a row's question several times."""
    written = LANGUAGES.get(language)
    said = (
        f"Ask the same in {count} other ways: in other words and other orders of words, short and long, as different "
        "people would ask. Each must have this very answer, and keep all names and numbers that are needed."
        + (f" Write in {written}." if written else "")
    )
    shown = [
        {"role": "user", "content": f"{said}\n\nQuestion: When was the Hallam bridge opened?\nAnswer: In 1894."},
        {"role": "assistant", "content": json.dumps(_WORDINGS[:count], separators=(",", ":"))},
    ]
    asked = {"role": "user", "content": f"{said}\n\nQuestion: {row.question}\nAnswer: {row.answer}"}
    texts = ' "," '.join(["asked"] * count)
    grammar = f'root ::= "[" {texts} "]"\n' + ASKED_GRAMMAR + "\nbegun ::= first\n"
    examples = [[*shown, asked]] if language == "en" else []
    return Task(file, [*examples, [asked]], grammar, _FOR_A_WORDING * count, seed + zlib.crc32(row.question.encode()))


_WORDINGS = [
    "In which year did the Hallam bridge open?", "Since when can people cross the bridge at Hallam?",
    "What year was the opening of the Hallam bridge?", "Tell me, when did they open the bridge in Hallam?",
    "The Hallam bridge opened in what year?",
]  # fmt: skip


def answer_task(question: str, piece: Piece, seed: int) -> Task:
    """Return the task to answer a question from a piece alone."""
    said = (
        "Answer the question in one sentence, in the language of the question, and only from this passage. If the "
        f"passage does not answer it, say so.\n\nThe passage, from “{piece.title}”:\n\n{piece.text}\n\n"
        f"Question: {question}"
    )
    grammar = f'root ::= "[" text "]"\n{TEXT_GRAMMAR}\n' + r'first ::= [^"\\\x00-\x20\x7f]'
    return Task(piece.file, [[{"role": "user", "content": said}]], grammar, _FOR_AN_ANSWER, seed)


def texts_of(text: str) -> list[str]:
    """Return the complete texts in a written list."""
    return [str(json.loads(part)).strip() for part in re.findall(r'"(?:[^"\\]|\\.)*"', text)]
