"""What a small model is asked: about one sentence at a time, after examples. A passage and several rows at once confuse
it: it asks the same again, and not about what it quotes (docs/data.md has what each way makes).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from core.rows.asking import Task
from core.rows.pieces import Piece
from core.rows.questions import ASKED_GRAMMAR, BEGINNINGS, TEXT_GRAMMAR, begun_of, groups_of, quotes_of

LARGEST = 1_000_000_000  # parameters of a model that is asked so
_TOKENS = 120  # of a question and its answer
_TOLD = {
    "en": "Write a question that the sentence answers, for somebody who does not have the document, and its answer.",
    "de": "Schreib eine Frage, die der Satz beantwortet, für jemanden, der das Dokument nicht hat, und ihre Antwort.",
    "es": "Escribe una pregunta que la frase responda, para alguien que no tiene el documento, y su respuesta.",
    "fr": "Écris une question à laquelle la phrase répond, pour quelqu'un qui n'a pas le document, et sa réponse.",
}
_NAMED = {  # the document, the sentence, how answers are to sound
    "en": ("Document", "Sentence", "Style of the answers"),
    "de": ("Dokument", "Satz", "Stil der Antworten"),
    "es": ("Documento", "Frase", "Estilo de las respuestas"),
    "fr": ("Document", "Phrase", "Style des réponses"),
}


class _Example(NamedTuple):
    document: str
    sentence: str
    question: str
    answer: str


_EXAMPLES = {
    "en": (
        _Example("The Hallam Bridge", "The Hallam bridge was opened in 1894.", "When was the Hallam bridge opened?",
                 "The Hallam bridge was opened in 1894."),
        _Example("Radio R7 > Aerial", "If the sound crackles, pull the aerial out to its third mark.",
                 "What helps if the sound of the radio R7 crackles?",
                 "If the sound of the radio R7 crackles, pull its aerial out to the third mark."),
        _Example("Letters from Ostrow > The storm", "Captain Berin lost his ship Clarissa off Cape Dunn.",
                 "Where did Captain Berin lose the ship Clarissa?",
                 "Captain Berin lost the ship Clarissa off Cape Dunn."),
        _Example("House Rules > Bicycles",
                 "Bicycles are kept in the cellar, because the fire brigade needs the stairs.",
                 "Why are bicycles kept in the cellar?",
                 "Bicycles are kept in the cellar because the fire brigade needs the stairs."),
        _Example("Bread at Home > Dough", "Knead the dough for ten minutes, and let it rest under a damp cloth.",
                 "How long is the dough of bread kneaded?", "The dough of bread is kneaded for ten minutes."),
        _Example("The Choir of Lenn > Concerts", "Anna Voss conducts the choir of Lenn, which has 34 voices.",
                 "Who conducts the choir of Lenn?", "Anna Voss conducts the choir of Lenn."),
    ),
    "de": (
        _Example("Die Hallamer Brücke", "Die Hallamer Brücke wurde 1894 eröffnet.",
                 "Wann wurde die Hallamer Brücke eröffnet?", "Die Hallamer Brücke wurde 1894 eröffnet."),
        _Example("Radio R7 > Antenne", "Knistert der Ton, zieht man die Antenne bis zur dritten Marke heraus.",
                 "Was hilft, wenn der Ton des Radios R7 knistert?",
                 "Wenn der Ton des Radios R7 knistert, zieht man seine Antenne bis zur dritten Marke heraus."),
        _Example("Briefe aus Ostrow > Der Sturm", "Kapitän Berin verlor sein Schiff Clarissa vor Kap Dunn.",
                 "Wo verlor Kapitän Berin das Schiff Clarissa?",
                 "Kapitän Berin verlor das Schiff Clarissa vor Kap Dunn."),
        _Example("Hausordnung > Fahrräder", "Fahrräder stehen im Keller, weil die Feuerwehr die Treppe braucht.",
                 "Warum stehen Fahrräder im Keller?",
                 "Fahrräder stehen im Keller, weil die Feuerwehr die Treppe braucht."),
        _Example("Brot backen > Teig", "Kneten Sie den Teig zehn Minuten, und lassen Sie ihn unter einem Tuch ruhen.",
                 "Wie lange wird der Brotteig geknetet?", "Der Brotteig wird zehn Minuten geknetet."),
        _Example("Der Chor von Lenn > Konzerte", "Anna Voss leitet den Chor von Lenn, der 34 Stimmen hat.",
                 "Wer leitet den Chor von Lenn?", "Anna Voss leitet den Chor von Lenn."),
    ),
    "es": (
        _Example("El puente de Hallam", "El puente de Hallam se inauguró en 1894.",
                 "¿Cuándo se inauguró el puente de Hallam?", "El puente de Hallam se inauguró en 1894."),
        _Example("Radio R7 > Antena", "Si el sonido chisporrotea, saque la antena hasta la tercera marca.",
                 "¿Qué ayuda si el sonido de la radio R7 chisporrotea?",
                 "Si el sonido de la radio R7 chisporrotea, se saca su antena hasta la tercera marca."),
        _Example("Cartas de Ostrow > La tormenta", "El capitán Berin perdió su barco Clarissa frente al cabo Dunn.",
                 "¿Dónde perdió el capitán Berin el barco Clarissa?",
                 "El capitán Berin perdió el barco Clarissa frente al cabo Dunn."),
        _Example("Normas de la casa > Bicicletas",
                 "Las bicicletas se guardan en el sótano, porque los bomberos necesitan la escalera.",
                 "¿Por qué se guardan las bicicletas en el sótano?",
                 "Las bicicletas se guardan en el sótano porque los bomberos necesitan la escalera."),
        _Example("Pan en casa > Masa", "Amase la masa diez minutos y déjela reposar bajo un paño húmedo.",
                 "¿Cuánto tiempo se amasa la masa del pan?", "La masa del pan se amasa diez minutos."),
        _Example("El coro de Lenn > Conciertos", "Anna Voss dirige el coro de Lenn, que tiene 34 voces.",
                 "¿Quién dirige el coro de Lenn?", "Anna Voss dirige el coro de Lenn."),
    ),
    "fr": (
        _Example("Le pont de Hallam", "Le pont de Hallam a été ouvert en 1894.",
                 "Quand le pont de Hallam a-t-il été ouvert ?", "Le pont de Hallam a été ouvert en 1894."),
        _Example("Radio R7 > Antenne", "Si le son grésille, tirez l'antenne jusqu'à la troisième marque.",
                 "Que faire si le son de la radio R7 grésille ?",
                 "Si le son de la radio R7 grésille, on tire son antenne jusqu'à la troisième marque."),
        _Example("Lettres d'Ostrow > La tempête", "Le capitaine Berin perdit son navire Clarissa au large du cap Dunn.",
                 "Où le capitaine Berin perdit-il le navire Clarissa ?",
                 "Le capitaine Berin perdit le navire Clarissa au large du cap Dunn."),
        _Example("Règlement > Vélos", "Les vélos restent à la cave, car les pompiers ont besoin de l'escalier.",
                 "Pourquoi les vélos restent-ils à la cave ?",
                 "Les vélos restent à la cave, car les pompiers ont besoin de l'escalier."),
        _Example("Le pain maison > Pâte", "Pétrissez la pâte dix minutes et laissez-la reposer sous un linge humide.",
                 "Combien de temps pétrit-on la pâte du pain ?", "On pétrit la pâte du pain dix minutes."),
        _Example("Le chœur de Lenn > Concerts", "Anna Voss dirige le chœur de Lenn, qui compte 34 voix.",
                 "Qui dirige le chœur de Lenn ?", "Anna Voss dirige le chœur de Lenn."),
    ),
}  # fmt: skip
# Words that point at what was said before: a sentence that begins so does not say what it is about.
_POINTS_BACK = re.compile(
    r"[\"“„«'¿¡]*(?:he|she|it|its|they|this|that|these|those|i|you|we|and|but|er|sie|es|ihr\w*|sein\w*|dies\w*|das|ich|du"
    r"|wir|und|aber|él|ella|ellos|esto?s?|esta|yo|y|pero|il|elle|ils|elles|ce|cela|cette|ces|je|tu|nous|vous|et|mais)\b",
    re.I,
)
_NAME_OR_NUMBER = re.compile(r"\d+|(?<=[\w,;] )[A-ZÄÖÜÉÁÍÓÚ]\w+")


def is_asked_so(parameters: int, kind: str, language: str) -> bool:
    """Return whether a model of this size is asked about a sentence at a time. language: a code."""
    return parameters < LARGEST and kind == "qa" and language in _EXAMPLES


def sentence_tasks(piece: Piece, rows: int, language: str, style: str, seed: int) -> Iterator[tuple[str, Task]]:
    """Yield for each row a sentence of the piece, and the task to ask about it."""
    for place, group in enumerate(groups_of(quotes_of(piece), rows)):
        sentence = max(group, key=_told)
        messages, chance = list(_messages(piece, sentence, language, style)), seed + place + int(piece.key, 16)
        asked = [messages, messages[:4] + messages[-1:]]  # with two examples where all of them are too long
        yield sentence, Task(piece.file, asked, _grammar(sentence, language), _TOKENS, chance)


def _told(sentence: str) -> int:
    """How much a sentence says by itself: its numbers and names."""
    told = len(_NAME_OR_NUMBER.findall(sentence))
    return min(told, 4) - 3 * bool(_POINTS_BACK.match(sentence)) - 3 * sentence.endswith(("?", "!", ":"))


def _messages(piece: Piece, sentence: str, language: str, style: str) -> Iterator[dict[str, str]]:
    document, said, sounding = _NAMED[language]
    told = _TOLD[language] + (f" {sounding}: {style}." if style else "") + "\n\n"
    for one in _EXAMPLES[language]:
        yield {"role": "user", "content": f"{told}{document}: {one.document}\n{said}: {one.sentence}"}
        row = {"question": one.question, "answer": one.answer}
        yield {"role": "assistant", "content": json.dumps([row], ensure_ascii=False, separators=(",", ":"))}
        told = ""
    heading = piece.heading_of(sentence)
    where = f"{piece.title} > {heading}" if heading else piece.title
    yield {"role": "user", "content": f"{document}: {where}\n{said}: {sentence}"}


def _grammar(sentence: str, language: str) -> str:
    """A question and its answer. A small model likes to ask what a thing is: numbers are asked for in other words."""
    beginnings = BEGINNINGS[language][1 if re.search(r"\d", sentence) else 0 :]
    row = r'"[{\"question\":" asked ",\"answer\":\"" sentence "\"}]"'
    return f"root ::= {row}\n{TEXT_GRAMMAR}\n{ASKED_GRAMMAR}\n{begun_of(beginnings)}\n"
