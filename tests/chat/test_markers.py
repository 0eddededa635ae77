"""What templates write around thoughts and calls."""

import pytest

from core import protocol as p
from core.chat.markers import THINK, Marks, find_marks, opens_thought, read_calls
from core.data.chat.template import CHATML
from tests.support.chat_truths import NOW, source_of
from tests.support.rendering import chat_template

HERMES = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n"
    "{% if m.reasoning_content %}<thought>\n{{ m.reasoning_content }}\n</thought>\n\n{% endif %}{{ m.content }}"
    '{% for c in m.tool_calls or [] %}<tool_call>\n{"name": "{{ c.function.name }}", "arguments": '
    "{{ c.function.arguments | tojson }}}\n</tool_call>{% endfor %}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
LLAMA = (
    '{% for m in messages %}[{{ m.role }}]{% if m.tool_calls %}{"name": "{{ m.tool_calls[0].function.name }}", '
    '"parameters": {{ m.tool_calls[0].function.arguments | tojson }}}{% else %}{{ m.content }}{% endif %}<|eot|>'
    "{% endfor %}{% if add_generation_prompt %}[assistant]{% endif %}"
)
MISTRAL = (
    '{% for m in messages %}{% if m.tool_calls %}[TOOL_CALLS] [{"name": "{{ m.tool_calls[0].function.name }}"}]</s>'
    "{% else %}[INST] {{ m.content }} [/INST]{% endif %}{% endfor %}"
)
EMPTY_THOUGHT = "{% if not m.reasoning_content %}<thought>\n\n</thought>\n\n{% endif %}"
QWEN = HERMES.replace("{{ m.content }}", EMPTY_THOUGHT + "{{ m.content }}")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (CHATML, [THINK]),
        (HERMES, [Marks("thinking", "<thought>", "</thought>"), Marks("call", "<tool_call>", "</tool_call>")]),
        (QWEN, [Marks("thinking", "<thought>", "</thought>"), Marks("call", "<tool_call>", "</tool_call>")]),
        (LLAMA, [THINK, Marks("call", '{"name": "', "")]),
        (MISTRAL, [THINK, Marks("call", "[TOOL_CALLS]", "")]),
    ],
    ids=["chatml", "hermes", "qwen", "llama", "mistral"],
)
def test_that_a_template_says_how_it_marks_them(source: str, expected: list[Marks]) -> None:
    assert find_marks(chat_template(source), ["<|im_end|>", "<|eot|>", "</s>"]) == expected


def test_that_a_prompt_that_opens_a_thought_is_known() -> None:
    assert opens_thought("<|im_start|>assistant\n<think>\n", [THINK])
    assert not opens_thought("<|im_start|>assistant\n<think>\n\n</think>\n\n", [THINK])


def test_that_calls_are_read_as_far_as_they_are_json() -> None:
    (one,) = read_calls('{"name": "look", "arguments": {"town": "Eger"}}')
    assert (one.name, one.arguments) == ("look", {"town": "Eger"})
    assert [call.name for call in read_calls('[{"name": "a"}, {"function": {"name": "b", "parameters": {}}}]')] == [
        "a",
        "b",
    ]
    assert read_calls("<function=look>") == [p.ToolCall(text="<function=look>")]


@pytest.mark.parametrize(
    ("name", "opening", "closing"),
    [
        ("Qwen-Qwen3-0.6B", "<think>", "</think>"),
        ("deepseek-ai-DeepSeek-R1-Distill-Llama-8B", "<think>", "</think>"),
        ("google-gemma-4-31B-it", "<|channel>thought", "<channel|>"),
        ("openai-gpt-oss-120b", "<|channel|>analysis<|message|>", "<|end|>"),
    ],
)
def test_that_published_templates_say_how_they_mark_thoughts(name: str, opening: str, closing: str) -> None:
    marks = find_marks(chat_template(source_of(name), "<s>", "</s>", NOW), ["</s>"])
    thinking = next(mark for mark in marks if mark.kind == "thinking")
    assert (thinking.opening, thinking.closing) == (opening, closing)
