"""When an answer is right: each check with what it takes, what it refuses, and why; and which check rows suggest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core import protocol as p
from core.assess.checks import (
    Said,
    contains,
    fields_right,
    fits,
    guess_check,
    has_words,
    in_words,
    is_call,
    is_json,
    is_label,
    is_list,
    is_number,
    is_same,
    is_short,
    judge,
    lacks,
    matches,
    parse_check,
)
from core.base.errors import LuthierError

ORDER = '{"name": "Ann", "count": 2, "to": {"town": "Bree", "paid": true}}'


@pytest.mark.parametrize("answer", ["refund", "Refund.", ' "REFUND"\n', "**refund**"])
def test_that_a_label_is_right_but_for_case_and_marks_around_it(answer: str) -> None:
    assert is_label("refund", answer) == (True, "It is “refund”.", None)


def test_that_a_label_among_other_words_is_wrong() -> None:
    assert is_label("refund", "The label is refund") == (
        False,
        "It is “the label is refund” instead of “refund”.",
        None,
    )
    assert is_label("refund", " \n") == (False, "It is empty, not “refund”.", None)
    assert not is_label("refund", "refunds").right


def test_that_json_is_compared_by_fields() -> None:
    other_order = '{"to": {"paid": true, "town": "Bree"}, "count": 2.0, "name": "Ann"}'
    assert is_json(ORDER, other_order) == (True, "All fields are as expected.", 1.0)
    assert is_json(ORDER, f"```json\n{ORDER}\n```").right
    wrong = is_json(ORDER, '{"name": "Ann", "count": "2", "to": {"paid": true}, "more": 1}')
    assert wrong == (False, 'count is "2" instead of 2, to.town is missing, more is not expected.', 2 / 5)
    assert is_json(ORDER, ORDER.replace("true", "1")).why == "to.paid is 1 instead of true."
    assert fields_right(ORDER, '{"name": "Ann", "to": {"town": "Ree"}}') == {
        "name": True, "count": False, "to.town": False, "to.paid": False,
    }  # fmt: skip
    assert set(fields_right(ORDER, "no JSON").values()) == {False}


@pytest.mark.parametrize("answer", ["", "Here: " + ORDER, ORDER + " That is it.", "[" * 100_000, '{"name": '])
def test_that_what_is_more_or_less_than_json_is_none(answer: str) -> None:
    found = is_json(ORDER, answer)
    assert (found.right, found.score) == (False, 0.0) and found.why.startswith("It is not JSON: ")


@pytest.mark.parametrize(
    ("expected", "answer", "is_right"),
    [
        ("42", "The answer is 42.", True), ("42", "42 is not 43", False), ("1250", "1,250", True),
        ("1250.5", "1.250,5", True), ("0.30", "0.3", True), ("-11", "It was −11 degrees.", True),
        ("5", "3-5", True), ("1 250 000".replace(" ", "\u202f"), "1.250.000", True), ("3.14", "3,14", True),
        ("7", "seven", False), ("2000000", "2'000'000", True),
    ],
)  # fmt: skip
def test_that_a_number_is_compared_by_what_it_is_worth(expected: str, answer: str, is_right: bool) -> None:
    assert is_number(expected, answer).right is is_right


def test_that_a_number_may_be_off_by_what_the_person_says() -> None:
    assert is_number("10", "10.4", 0.5) == (True, "10.4 is near enough to 10.", None)
    assert not is_number("10", "10.6", 0.5).right
    assert is_number("200", "189", 0.05, is_share=True).why == "The number is 189 instead of 200."
    assert is_number("200", "190", 0.05, is_share=True).right
    assert is_number("10", "none").why == "There is no number in it, where 10 is expected."


def call(name: str, **arguments: object) -> p.ToolCall:
    return p.ToolCall(text=json.dumps({"name": name, "arguments": arguments}), name=name, arguments=arguments)


def test_that_a_call_is_compared_by_name_and_arguments() -> None:
    wanted = Said("", [call("light", room="hall", on=True)])
    assert is_call(wanted, Said("", [call("light", on=True, room="hall")])).right
    assert is_call(wanted, Said('{"name": "light", "arguments": {"room": "hall", "on": true}}')).right
    wrong = is_call(wanted, Said("", [call("light", room="hall", on=False)]))
    assert wrong == (False, "on is false instead of true.", 2 / 3)
    assert is_call(wanted, Said("", [call("heat", room="hall")])) == (False, "It calls heat instead of light.", 0.0)
    assert is_call(wanted, Said("I turn it on.")) == (False, "It calls no tool.", 0.0)
    both = Said("", [call("a"), call("b")])
    assert is_call(both, Said("", [call("b"), call("a")])).right
    assert is_call(both, Said("", [call("b")])) == (False, "1 of its 1 calls are among the 2 expected.", 0.5)


def test_that_a_list_is_compared_as_a_set() -> None:
    assert is_list("red, green, blue", "- Blue\n- red\n2) green").right
    assert is_list("red, green, blue", '["green", "blue", "red"]').right
    assert is_list("red, green", "red, yellow") == (False, "It lacks “green” and has besides “yellow”.", 0.5)


def test_that_a_short_answer_has_the_expected_words_in_it() -> None:
    assert is_short("the Marigold", "She is called Marigold!").right
    assert is_short("38 feet", "About 38 feet.") == (True, "It has the expected words.", 0.8)
    assert is_short("38 feet", "38 long feet") == (False, "“38 feet” is not in it.", 0.8)
    assert not is_short("art", "smart").right
    assert is_short("?!", "?!").right and not is_short("yes", "").right


RIGHT, WRONG = True, False
# What is expected -> answers that have it, and answers that do not.
SHORT = {
    "A": (["A", "a", "The answer is A.", "**A**", "(A)", "a)", "[A]", "Option A is right", "A: Paris"],
          ["B", "The answer is B.", "It is a dog.", "The answer is B, a city.", "An apple"]),
    "(b)": (["B", "The answer is B.", "**B**", "(b)", "B)", "`b`"], ["A", "bee", "C"]),
    "vitamin A": (["It is vitamin A.", "Vitamin A, I think"], ["vitamin C", "vitamin"]),
    "A and C": (["A and C", "It is A and C."], ["B and C", "A", "C"]),
    "A B": (["A, B"], ["B", "A"]),
    "yes": (["yes.", "Yes, it is", "YES"], ["no", "yesterday", "eyes", ""]),
    "no": (["No.", "No, it is not."], ["not", "I know", "none", "yes"]),
    "0": (["0", "0.0", "It is 0."], ["10", "0.5", "100"]),
    "1": (["1", "1.", "x=1", "1.0", "1 km", "1km"], ["-1", "−1", "–1", "1.5", "1,000", "10", "B1"]),
    "-1": (["-1", "−1", "–1", "(-1)", "x=-1", "-1°C"], ["1", "-1.5", "-10", "2-1"]),
    "1,000": (["1000", "1,000", "1.000", "1'000", "$1,000", "1,000.00", "1e3"], ["1", "10,000", "100", "1,0001"]),
    "1000": (["1,000", "1.000", "1\u202f000"], ["1", "1.0001"]),
    "1.5": (["1,5", "1.50", "1.5"], ["15", "1.25", "1.5.2"]),
    "0.5": ([".5", "0,5", "0.50"], ["5", "1.5"]),
    "2024-03-03": (["It was on 2024-03-03."], ["2024-03-04", "2024", "03-03"]),
    "3.3.2024": (["03.03.2024", "3/3/2024"], ["3.4.2024", "3.2024"]),
    "3 March 2024": (["On 3 March 2024.", "3 march, 2024"], ["2024-03-03", "March 2024", "13 March 2024"]),
    "Käse": (["KÄSE", "Ka\u0308se", "Der Käse."], ["Kase", "Käsekuchen"]),
    "Straße": (["STRASSE", "Strasse"], ["Strass"]),
    "the": (["the"], ["a", "then"]),
    "an": (["an", "an apple"], ["a", "and"]),
    "la": (["La.", "la casa"], ["le", "Lab"]),
    "der": (["Der"], ["die", "oder"]),
    "a dog": (["Dog.", "the dog", "It is a dog"], ["cat", "dogs"]),
    "King of the Hill": (["king of hill", "The King of the Hill"], ["King Hill", "King of a big hill"]),
    "?": (["?", "What?"], ["!", "what"]),
    "+": (["+", "The answer is +."], ["-", "C++", "plus"]),
    "C++": (["c++", "I like C++."], ["C", "C#"]),
    "C#": (["C#."], ["C", "C++"]),
    "C": (["C.", "It is C"], ["C++", "C#"]),
    "don't": (["don’t"], ["do", "don"]),
    "दिन": (["यह दिन है"], ["दान"]),
    "猫": (["我有猫吗", "猫。"], ["狗"]),
    "1.2.3": (["1.2.3"], ["1.2", "1.2.4"]),
}  # fmt: skip
OTHERS = {
    "label": {
        "A": (["a", "A.", "**A**", "(a)", "A)", "[A]"], ["B", "The answer is A.", "a cat", ""]),
        "-1": (["−1", "-1.", "(-1)"], ["1", "+1"]),
        "Käse": (["KÄSE", "Ka\u0308se"], ["Kase"]),
        "Straße": (["STRASSE"], ["Strase"]),
        "?": (["?"], ["!", ""]),
        "C++": (["c++."], ["C", "C#"]),
        "don't": (["don’t"], ["dont"]),
        "yes": (["Yes."], ["Yes, it is", "yes no"]),
        "はい": (["はい。", "「はい」"], ["いいえ"]),
    },
    "number": {
        "0": (["0.0", "-0", "It is 0"], ["10", "0.5", "nothing"]),
        "1": (["x=1", "1.", "COVID-1"], ["-1", "−1", "–1", "1,000"]),
        "-1": (["−1", "–1"], ["1"]),
        "19": (["It is COVID-19."], ["-19"]),
        "1000": (["1,000", "1.000", "1'000", "1e3", "1.000,00"], ["1", "1.0001", "1000000"]),
        "1,000": (["1.000"], ["1", "1,0"]),
        "3.142": (["3,142", "3.1420"], ["3.14"]),
        "0.125": (["0,125", ".125"], ["125"]),
    },
    "list": {
        "A, B": (["b, a", "(a), (b)", "- A\n- B"], ["A", "A, C"]),
        "1, 2, 3": (["3,2,1", "[1.0, 2, 3]"], ["1, 2"]),
        "1,000; -1": (["−1; 1,000"], ["1; 1,000"]),
        "Käse, ß": (["SS, Ka\u0308se"], ["Kase, ß"]),
        "?, !": (["!, ?"], ["?, ?"]),
    },
    "json": {
        '{"a": 1, "b": "ä"}': (['{"b": "a\u0308", "a": 1.0}', '{"b": "\\u00e4", "a": 1e0}'],
                               ['{"a": "1", "b": "ä"}', '{"a": true, "b": "ä"}', '{"a": -1, "b": "ä"}', '{"a": 1}']),
        '{"a": 0}': (['{"a": -0.0}'], ['{"a": null}', '{"a": false}', '{"a": ""}', '{"a": 1e99999999999999999999}']),
        '{"a": 1e400}': (['{"a": 10e399}'], ['{"a": 1e401}']),
    },
    "same": {"A": (["A "], ["a", "A."]), "Käse": (["Ka\u0308se"], ["käse"]), "1,000": (["1,000"], ["1000"])},
    "contains:Käse": {"": (["der KA\u0308SE"], ["Kase"])},
    "contains:5 km": {"": (["5\u00a0km"], ["5km"])},
    "words:-1": {"": (["−1", "It is -1."], ["1", "-10", "-1.5"])},
    "words:1": {"": (["1", "(1)", "x=1", "3-1"], ["-1", "1.5", "2.1", "1,000", "10"])},
    "words:C": {"": (["C.", "c"], ["C++", "C#", "Cc"])},
    "words:Straße": {"": (["die STRASSE"], ["Straßen"])},
    "lacks:don't": {"": (["I do not"], ["I don’t"])},
    "matches:^Käse$": {"": (["Ka\u0308se"], ["käse"])},
}  # fmt: skip
TABLE = [
    (check, expected, answer, verdict)
    for check, rows in {"short": SHORT, **OTHERS}.items()
    for expected, both in rows.items()
    for answers, verdict in zip(both, (RIGHT, WRONG), strict=True)
    for answer in answers
]


@pytest.mark.parametrize(("check", "expected", "answer", "verdict"), TABLE)
def test_that_what_does_not_count_is_left_out_of_both_sides(
    check: str, expected: str, answer: str, verdict: bool
) -> None:
    parsed = parse_check(check)
    assert fits(parsed, Said(expected))
    assert judge(parsed, Said(expected), Said(answer)).right is verdict


def test_that_an_expected_answer_is_right_itself_and_that_nothing_fits_no_check() -> None:
    for check, rows in {"short": SHORT, **OTHERS}.items():
        for expected in filter(None, rows):
            assert judge(parse_check(check), Said(expected), Said(expected)).right, (check, expected)
    assert not any(
        fits(parse_check(kind), Said(" \n")) for kind in ("label", "json", "number", "list", "short", "same")
    )


def test_that_a_text_is_the_same_but_for_spaces() -> None:
    assert is_same("Dear Sir,\nyours", "Dear  Sir, yours ").right
    assert is_same("a b c", "a x c").why == "Its word 2 is “x” instead of “b”."
    assert is_same("a b c", "a b").why == "It ends too early."
    assert is_same("a b", "a b c").why == "It goes on behind the expected text."


def test_what_a_person_looks_for() -> None:
    assert contains("Arr", "ARRR, matey").right and not contains("Arr", "Hello").right
    assert contains("aye | arr", "ARRR, matey") == (True, "“arr” is in it.", None)
    assert contains("aye|ahoy", "Hello.").why == "None of “aye”, “ahoy” is in it."
    assert has_words("arr|aye aye", "Aye aye, sir.").right and not has_words("arr", "ARRR, matey").right
    assert has_words("c++", "I like C++.").right and not lacks("no|sorry", "Sorry!").right
    assert lacks("sorry", "No.").right and not lacks("sorry", "Sorry!").right
    assert lacks("sorry", " ") == (False, "It is empty.", None)
    assert matches(r"\b(aye|ahoy)\b", "oh ahoy!") == (True, "“ahoy” matches.", None)
    assert not matches(r"^\d+$", "12 a").right


def test_that_words_are_found_in_writing_without_blanks() -> None:
    assert has_words("猫", "我有猫吗").right and has_words("cat", "我有cat吗").right
    assert has_words("แมว", "ฉันมีแมว").right and not has_words("狗", "我有猫吗").right
    assert not has_words("кот", "котёнок").right and not has_words("cat", "cats").right


def test_that_judge_goes_by_the_check() -> None:
    pairs = {"label": "refund", "json": ORDER, "number": "7", "list": "a, b", "short": "a b", "same": "a  b"}
    for kind, text in pairs.items():
        check = parse_check(kind)
        assert fits(check, Said(text)) and judge(check, Said(text), Said(text)).right
        assert not judge(check, Said(text), Said("something else")).right, kind
    for typed in ("contains:ELSE", "matches:el.e$"):
        assert judge(parse_check(typed), Said(""), Said("something else")).right
    assert not judge(parse_check("lacks:else"), Said(""), Said("something else")).right
    assert judge(parse_check("number:5%"), Said("100"), Said("104")).right
    assert not fits(p.Check(kind="call"), Said("text")) and not fits(p.Check(kind="number"), Said("none"))


@pytest.mark.parametrize(
    "typed",
    [
        "words: ",
        "contains:|",
        "",
        "labels",
        "label:refund",
        "number:much",
        "number:-1",
        "number:inf",
        "contains",
        "matches:",
        "matches:(",
    ],
)
def test_that_what_is_no_check_is_refused(typed: str) -> None:
    with pytest.raises(LuthierError) as caught:
        parse_check(typed)
    assert caught.value.code == "assess.bad-check" and "label, json" in caught.value.hint


def guessed(*texts: str) -> str | None:
    check = guess_check([Said(text) for text in texts])
    return check.kind if check else None


def test_which_check_follows_from_the_expected_answers() -> None:
    assert guessed("refund", "praise", "refund", "delivery", "praise", "delivery") == "label"
    assert guessed("1", "5", "3", "1", "5", "3") == "label"
    assert guessed("12", "7.5", "1,300", "-4", "1e3") == "number"
    assert guessed("3.3.2024", "12.11.2023", "1.2.3") == "short"
    assert guessed(ORDER, '{"a": 1}', "[{}]") == "json"
    assert guessed("red, blue", "a; b; c", "one\ntwo") == "list"
    assert guessed("She is called Marigold.", "It holds 320 litres.", "Old Peter Finch built her.") == "short"
    assert guessed("Once upon a time there was a dog that nobody wanted.", "It was late. They went home.") is None
    assert guess_check([Said("", [call("a")]), Said("", [call("b")])]) == p.Check(kind="call")
    assert guess_check([]) is None


def test_that_a_check_is_told_in_words() -> None:
    labels = [Said(text) for text in ("refund", "Praise", "refund")]
    assert in_words(p.Check(kind="label"), labels) == (
        "Right is the expected one of 2 labels and nothing else: praise, refund."
    )
    assert in_words(parse_check("number:5%"), []) == "Right is where the last number is the expected one, within 5%."


def test_that_answers_are_right_where_lm_evaluation_harness_says_so() -> None:
    truths = json.loads((Path(__file__).parents[1] / "fixtures/lm_eval_truths.json").read_text(encoding="utf-8"))
    for expected, answered, right in truths["sums"]:
        assert is_number(expected, answered).right == right, answered
    for expected, answered, right in truths["labels"]:
        assert is_label(expected, answered).right == right, answered
    assert 0 < sum(right for *_, right in truths["sums"]) < len(truths["sums"])
