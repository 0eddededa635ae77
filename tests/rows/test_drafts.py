"""Rows that a model wrote stand or fall by rules, and each that falls says why."""

from __future__ import annotations

import pytest

from core.rows import drafts
from core.rows.drafts import ELSE, LITTLE, PARTLY, Checked, doubt, doubt_of_wording
from core.rows.pieces import Piece
from core.rows.questions import Draft

QUOTE = "The Orre bridge of Hallam was opened in 1894 by Anna Lind."
PIECE = Piece("guide.pdf", "Hallam", "Bridges", f"{QUOTE} It is 1,200 metres long. Trains may cross it at 40 km/h.", 1)
GERMAN = Piece("b.pdf", "Brücken", "", "Die Brücke wurde 1894 von der Stadt eröffnet.", 1)
GOOD = [
    Draft(QUOTE, "When was the Orre bridge of Hallam opened?", "It was opened in 1894."),
    Draft(
        QUOTE.replace(" ", "  ").replace("-", ""), "Who opened the Orre bridge?", "Anna Lind opened the Orre bridge."
    ),
    Draft("It is 1,200 metres long.", "How long is the bridge of Hallam?", "The bridge of Hallam is 1200 metres long."),
]
FALLEN = {
    drafts.NO_QUOTE: Draft("It was closed in 1990.", "When was the bridge of Hallam closed?", "It was closed in 1990."),
    drafts.NUMBER: Draft(QUOTE, "When was the Orre bridge opened?", "It was opened in 1895."),
    drafts.NAME: Draft(QUOTE, "Who opened the Orre bridge?", "The bridge was opened by Peter Lind."),
    drafts.OTHER_WORDS: Draft(
        QUOTE, "What is known about the Orre bridge?", "It has wonderful lamps along both sides."
    ),
    drafts.OF_THE_TEXT: Draft(QUOTE, "What does the passage say about the bridge?", "It was opened in 1894."),
    drafts.YES_NO: Draft(QUOTE, "Was the Orre bridge opened in 1894?", "The bridge was opened in 1894."),
    drafts.NO_QUESTION: Draft(QUOTE, "Tell me about the Orre bridge.", "It was opened in 1894."),
    drafts.EMPTY: Draft(QUOTE, "When was the Orre bridge opened?", "…"),
    drafts.REPEATS: Draft(QUOTE, "Who has opened the Orre bridge of Hallam?", "The Orre bridge of Hallam."),
    drafts.LOOPS: Draft(
        QUOTE,
        "When was the Orre bridge opened?",
        "It is the bridge that is in the town, it is the bridge that is in the town.",
    ),
    drafts.OFF_QUOTE: Draft(QUOTE, "Which colour have ships under sails?", "They were opened in 1894."),
    drafts.VAGUE: Draft(QUOTE, "When was it opened?", "It was opened in 1894."),
}


@pytest.mark.parametrize("draft", GOOD, ids=lambda one: one.question)
def test_that_a_row_whose_quote_says_it_stands(draft: Draft) -> None:
    assert Checked().fault(draft, PIECE) == ""


@pytest.mark.parametrize("why", FALLEN)
def test_that_a_row_falls_for_its_reason(why: str) -> None:
    assert Checked().fault(FALLEN[why], PIECE) == why


@pytest.mark.parametrize(
    "question",
    ["Was sagt der Text über die Brücke?", "¿Qué dice el texto?", "Que dit le texte ?",
     "What does the author mean by it?", "According to this passage, what is long?", "文中说了什么？"],
)  # fmt: skip
def test_that_questions_about_the_text_fall_in_other_languages(question: str) -> None:
    assert Checked().fault(Draft(GERMAN.text, question, "1894."), GERMAN) == drafts.OF_THE_TEXT


def test_that_a_question_asks_where_it_is_known_how_one_does() -> None:
    said = GOOD[0]._replace(question="The Orre bridge of Hallam was opened?")
    assert Checked("en").fault(said, PIECE) == drafts.NO_QUESTION
    assert Checked("fi").fault(said, PIECE) == ""
    assert all(Checked("en").fault(draft, PIECE) == "" for draft in GOOD)


def test_that_an_answer_has_something_of_the_quote_that_the_question_has_not() -> None:
    coin = Draft(
        "I say it is south.", "What is the other half of the coin?", "The other half of the coin is a half-crown."
    )
    piece = PIECE._replace(text=f"{coin.quote} The coin lay there.", heading="The coin")
    assert Checked("en").fault(coin, piece) == drafts.OTHER_WORDS


def test_that_german_nouns_are_not_taken_for_names_that_nobody_said() -> None:
    good = Draft(GERMAN.text, "Wann wurde die Brücke eröffnet?", "Die Stadt eröffnete die Brücke 1894.")
    assert Checked().fault(good, GERMAN) == ""
    other = good._replace(answer="Die Brücke wurde 1894 vom König eröffnet.")
    assert Checked().fault(other, GERMAN) == drafts.NAME


@pytest.mark.parametrize("question", ["What is the format of this file?", "What is the type of that?", "Why is it so?"])
def test_that_a_question_that_points_at_something_unseen_falls(question: str) -> None:
    piece = PIECE._replace(text="The file has the type and format of UTF-8, so it is.")
    assert Checked("en").fault(Draft(piece.text, question, "It is UTF-8."), piece) == drafts.VAGUE


def test_that_nearly_the_same_question_is_asked_once() -> None:
    checked = Checked()
    assert checked.fault(GOOD[0], PIECE) == ""
    assert checked.fault(GOOD[0]._replace(question="When was the Orre bridge at Hallam opened?"), PIECE) == ""
    again = GOOD[0]._replace(question="When was the  Orre Bridge of Hallam OPENED?")
    assert checked.fault(again, PIECE) == drafts.TWICE
    assert checked.fault(GOOD[1], PIECE) == ""


def test_that_a_summary_may_say_what_is_anywhere_in_the_piece() -> None:
    draft = Draft(
        QUOTE, "What is known about the Orre bridge of Hallam?", "It was opened in 1894 and is 1,200 metres long."
    )
    assert Checked().fault(draft, PIECE) == drafts.NUMBER
    assert Checked().fault(draft, PIECE, of_whole_piece=True) == ""


WORDINGS = {
    "In what year did the Orre bridge of Hallam open?": "",
    "When did the bridge of Hallam open?": drafts.OTHER_QUESTION,  # which of them
    "Where is the nearest station to the Orre of Hallam?": "",  # no rule finds that
    "When was the Orre bridge of Hallam opened?": drafts.TWICE,
    "What does the text say about the Orre bridge of Hallam?": drafts.OF_THE_TEXT,
}


@pytest.mark.parametrize("wording", WORDINGS)
def test_that_another_wording_asks_the_same_with_its_names(wording: str) -> None:
    checked = Checked()
    assert checked.fault(GOOD[0], PIECE) == ""
    assert checked.fault_of_wording(wording, GOOD[0]) == WORDINGS[wording]


AGREE = {
    ("It was opened in 1894.", "The bridge opened in the year 1894."): True,
    ("It was opened in 1894.", "It was opened in 1895."): False,
    ("Anna Lind opened it.", "Anna Lind."): True,
    ("Lamp oil must be used.", "The passage does not say it."): False,
    ("1,200 metres", "1200 m"): True,
    ("He.", "he"): False,
}


@pytest.mark.parametrize("pair", AGREE)
def test_that_answers_agree_by_their_numbers_and_words(pair: tuple[str, str]) -> None:
    assert drafts.agree(*pair) is AGREE[pair]


# As a careful person writes them: rules that drop these are too strict.
WELL_WRITTEN = [
    ("en", "How long does the lantern burn on one filling?", "It burns for fourteen hours with a clean glass.",
     "The lantern burns for fourteen hours on one filling, if the wick is trimmed and the glass is clean."),
    ("en", "What does a longer wick do to the lantern?", "It blackens the glass and uses up the oil sooner.",
     "A longer wick gives more light for a short time, blackens the glass and uses the oil sooner."),
    ("en", "Why must the lantern not be filled with petrol?", "The vapour of petrol catches fire before the wick does.",
     "Petrol is forbidden in every circumstance, because its vapour catches fire before the wick does."),
    ("en", "Which oil belongs in the lantern?", "Only lamp oil may be used.", "Use lamp oil only."),
    ("en", "What do I do with spilled oil before I light the lantern?", "Wipe it away with a dry cloth.",
     "Spilled oil is wiped away with a dry cloth before the lantern is lit again."),
    ("en", "How many lanterns may be stacked?", "No more than four.",
     "Store the lantern upright in a dry place, and do not stack more than four of them."),
    ("en", "For how many years is the burner guaranteed?", "For six years from the day of purchase.",
     "The guarantee covers the burner for six years from the day on which it was bought."),
    ("en", "How do I get the glass of the lantern out?", "Lift the cage and turn the glass to the left.",
     "Let the glass cool for twenty minutes, lift the cage, and turn the glass to the left until it comes free."),
    ("de", "Wie lange brennt die Laterne mit einer Füllung?", "Mit einer Füllung brennt sie vierzehn Stunden.",
     "Die Laterne brennt mit einer Füllung vierzehn Stunden."),
    ("de", "Warum darf kein Benzin in die Laterne?", "Weil sich sein Dampf vor dem Docht entzündet.",
     "Benzin ist verboten, weil sich sein Dampf vor dem Docht entzündet."),
    ("es", "¿Cuántas horas arde la linterna con una carga?", "Arde catorce horas.",
     "La linterna arde catorce horas con una carga."),
    ("fr", "Combien de temps la lanterne brûle-t-elle avec un plein ?", "Elle brûle quatorze heures.",
     "La lanterne brûle quatorze heures avec un plein."),
    ("hi", "लालटेन एक बार भरने पर कितने घंटे जलती है?", "लालटेन चौदह घंटे जलती है।",
     "लालटेन एक बार भरने पर चौदह घंटे जलती है।"),
    ("zh", "灯笼加满一次油能烧多久？", "能烧十四个小时。", "灯笼加满一次油能烧十四个小时。"),
    ("zh", "哈勒姆桥是什么时候开放的？", "哈勒姆桥是1894年开放的。", "哈勒姆桥是1894年开放的。"),
    ("hi", "हैलम पुल कब खोला गया?", "हैलम पुल 1894 में खोला गया।", "हैलम पुल 1894 में खोला गया।"),
]  # fmt: skip


@pytest.mark.parametrize("row", WELL_WRITTEN, ids=lambda row: row[1])
def test_that_what_is_well_written_stands(row: tuple[str, str, str, str]) -> None:
    language, question, answer, quote = row
    piece = Piece("manual.pdf", "The Lantern Manual", "", f"{quote} And so on.", 1)
    assert Checked(language).fault(Draft(quote, question, answer), piece) == ""


@pytest.mark.parametrize(
    ("question", "answer", "said"),
    [
        ("How long does the lantern burn on one filling?", "It burns for fourteen hours.", ""),
        ("How long does the lantern burn on one filling?", "It burns for fourteen hours in winter storms.", PARTLY),
        ("What about the guarantee of the cage and the tank?", "Fourteen hours on one filling.", LITTLE),
    ],
)
def test_that_rows_which_stand_say_what_speaks_against_them(question: str, answer: str, said: str) -> None:
    quote = "The lantern burns for fourteen hours on one filling."
    assert doubt(Draft(quote, question, answer)) == said


def test_that_another_wording_is_doubted_where_it_shares_few_words() -> None:
    row = Draft("The lantern burns for fourteen hours.", "How long does the lantern burn?", "It burns fourteen hours.")
    assert doubt_of_wording("For how many hours will the lantern burn?", row) == ""
    assert doubt_of_wording("What happens at dusk?", row) == ELSE
