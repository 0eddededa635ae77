"""The arguments of calls, in the form that a template takes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.data.chat.conversation import ConversationEncoder
from core.data.chat.left_out import CallArguments
from core.data.chat.template import CHATML
from core.data.problems import BadRowError
from core.data.tokenizer import Tokenizer
from tests.support.chat_truths import source_of
from tests.support.data_vocab import write_bpe
from tests.support.rendering import chat_template

OBJECT, TEXT = {"town": "Győr"}, '{"town": "Győr"}'
AS_TEXT = (
    "{% for m in messages %}[{{ m.role }}]{{ m.content }}{% for c in m.tool_calls or [] %}"
    "{{ '<call>' + c.function.name + ' ' + c.function.arguments }}{% endfor %}{% endfor %}"
)
SHOWN = AS_TEXT.replace("' ' + c.function.arguments", "' ' ~ c.function.arguments")


def arguments(source: str, given: Any) -> Any:
    """Of the only call, as the template gets them."""
    function = {"name": "look", "arguments": given}
    call = {"role": "assistant", "content": "", "tool_calls": [{"id": "1", "type": "function", "function": function}]}
    question = {"role": "user", "content": "Where?"}
    plain, called = CallArguments(chat_template(source)).suited([question, call])
    assert plain is question and function == {"name": "look", "arguments": given}
    return called["tool_calls"][0]["function"]["arguments"]


@pytest.mark.parametrize("given", [OBJECT, TEXT], ids=["object", "text"])
@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        (source_of("Qwen3.5-4B"), OBJECT),
        (source_of("Qwen-Qwen3-0.6B"), OBJECT),
        (source_of("deepseek-ai-DeepSeek-V3.1"), OBJECT),
        (AS_TEXT, TEXT),
        (SHOWN, TEXT),
    ],
    ids=["goes through them", "either", "as JSON", "adds them", "shows them"],
)
def test_that_a_template_gets_them_as_it_takes_them(source: str, wanted: Any, given: Any) -> None:
    assert arguments(source, given) == wanted


@pytest.mark.parametrize("given", [OBJECT, TEXT], ids=["object", "text"])
def test_that_a_template_without_calls_gets_them_as_they_came(given: Any) -> None:
    assert arguments(CHATML, given) == given


def test_that_a_call_without_arguments_has_none_and_what_is_no_json_is_named() -> None:
    assert arguments(source_of("Qwen3.5-4B"), "") == {}
    for text, reason in (("{'town': 'Eger'}", "not valid JSON"), ('{"town": "\\ud83d"}', "half a character")):
        with pytest.raises(BadRowError, match=reason):
            arguments(source_of("Qwen3.5-4B"), text)
    assert arguments(AS_TEXT, "in Eger") == "in Eger"


def test_that_a_row_teaches_the_same_call_whichever_way_the_file_has_it(tmp_path: Path) -> None:
    written = write_bpe(tmp_path / "m.gguf", specials=["<tool_call>", "</tool_call>"])
    learnt = []
    for given in (OBJECT, TEXT):
        function = {"name": "look", "arguments": given}
        call = {"role": "assistant", "content": "", "tool_calls": [{"type": "function", "function": function}]}
        with Tokenizer(written) as tokenizer:
            encoder = ConversationEncoder(tokenizer, chat_template(source_of("Qwen3.5-4B")), "assistant", 4096)
            learnt.append(encoder.fit([{"role": "user", "content": "Where?"}, call])[0].text)
    assert learnt[0] == learnt[1] and "<parameter=town>\nGyőr\n</parameter>" in learnt[0]
