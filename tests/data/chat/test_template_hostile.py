"""Chat templates come with models, from anyone: what a hostile one must not be able to do."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from core import protocol as p
from core.base import child_process
from core.base.errors import LuthierError
from core.data.chat.renderer import TemplateRenderer
from core.data.chat.template import CHATML, ChatTemplate
from core.data.problems import BadRowError
from core.export.turns import read_turns
from core.jobs.context import Control
from core.protocol.config import TrainConfig
from core.worker import run_job
from tests.support.data_vocab import write_bpe
from tests.support.refusals import command_refuses, worker_refuses

TALK = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}]

ENDLESS = {
    "nested loops": "{% for a in range(99999) %}{% for b in range(99999) %}{% for c in range(99999) %}{% endfor %}"
    "{% endfor %}{% endfor %}",
    "loops with a condition": "{% for a in range(99999) %}{% for b in range(99999) if b < 0 %}{% endfor %}{% endfor %}",
    "recursion": "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}",
    "a power": "{{ 10 ** (10 ** 10) }}",
    "a power of data": "{% set n = messages | length * 5 %}{% set x = n ** (n ** n) %}",
    "a filter": "{% for a in range(99999) %}{% set x = range(99999) | map('string') | join | length %}{% endfor %}",
}
HUGE = {
    "multiplied text": "{{ 'a' * 10 ** 10 }}",
    "multiplied text of data": "{{ messages[0].content * 10 ** 10 }}",
    "multiplied list": "{% set x = messages * 10 ** 10 %}",
    "width": "{{ '%99999999999d' % 1 }}",
    "format": "{{ '{:99999999999}'.format(1) }}",
    "centre": "{{ 'a' | center(10 ** 10) }}",
    "replace": "{% set s = 'a' * 10 ** 6 %}{{ s | replace('a', s) }}",
    "batch": "{{ [1] | batch(10 ** 10, 'x') | list }}",
    "doubling": "{% set n = namespace(s='a') %}{% for i in range(60) %}{% set n.s = n.s ~ n.s %}{% endfor %}",
    "nested lists": "{% set n = namespace(l=[]) %}{% for i in range(60) %}"
    "{% set n.l = [n.l, n.l] %}{% endfor %}{{ n.l }}",
    "output": "{% for a in range(99999) %}{{ 'a' * 99 }}{% endfor %}",
}
PRYING = {
    "classes": "{{ messages.__class__.__mro__[1].__subclasses__() }}",
    "globals of a function": "{{ raise_exception.__globals__.json }}",
    "globals of a helper": "{{ cycler.__init__.__globals__.os.environ }}",
    "attr": "{{ ''|attr('__class__') ~ (''|attr('__class__')).mro() }}",
    "format fields": "{{ '{0.__class__.__mro__}'.format(messages) ~ ''.x.y }}",
    "a macro's code": "{% macro m() %}{% endmacro %}{{ m._func.__globals__ }}",
    "include": "{% include '/etc/passwd' %}",
    "import": "{% import '/etc/passwd' as x %}",
    "extends": "{% extends '/etc/passwd' %}",
    "changing the data": "{{ messages.append(1) }}",
    "changing a message": "{% set x = messages[0].update({'content': ''}) %}",
}


@pytest.fixture(scope="module")
def renderer():
    with TemplateRenderer(seconds=1) as with_little_time:
        yield with_little_time


@pytest.mark.slow
@pytest.mark.parametrize("name", [*ENDLESS, *HUGE])
def test_that_a_template_without_end_is_stopped_and_named(renderer: TemplateRenderer, name: str) -> None:
    with pytest.raises(LuthierError) as caught:
        ChatTemplate((ENDLESS | HUGE)[name], renderer).render(TALK)
    assert caught.value.code == "data.runaway-template"
    assert ChatTemplate(CHATML, renderer).render(TALK).endswith("Ho<|im_end|>\n")


@pytest.mark.parametrize("name", PRYING)
def test_that_a_template_sees_nothing_but_its_data(renderer: TemplateRenderer, name: str) -> None:
    with pytest.raises(BadRowError, match="the model's template refuses it"):
        ChatTemplate(PRYING[name], renderer).render(TALK)
    assert TALK == [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}]


def test_that_half_a_character_of_a_template_is_a_refusal(renderer: TemplateRenderer) -> None:
    for source in ("{{ '\\ud83d' }}", "{{ raise_exception('\\ud83d') }}"):
        with pytest.raises(BadRowError, match="the model's template refuses it"):
            ChatTemplate(source, renderer).render(TALK)


def test_that_a_killed_renderer_starts_again(renderer: TemplateRenderer) -> None:
    template = ChatTemplate(CHATML, renderer)
    first = template.render(TALK)
    renderer.close()
    assert template.render(TALK) == first


@pytest.mark.process
def test_that_a_clock_stops_it_where_the_system_has_no_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    child = tmp_path / "child.py"
    child.write_text(
        "import sys\nfrom core.data.chat import render_child\nsys.platform = 'win32'\nrender_child.main(1)\n"
    )
    with TemplateRenderer(timeout=None, command=[sys.executable, str(child)]) as renderer:
        assert ChatTemplate(CHATML, renderer).render(TALK).startswith("<|im_start|>user\nHi")
        monkeypatch.setattr(renderer, "_timeout", 2)  # not for its start, which takes longer where much is going on
        with pytest.raises(LuthierError) as caught:
            ChatTemplate("{{ 10 ** (10 ** 10) }}", renderer).render(TALK)
    assert caught.value.code == "data.runaway-template"


DEEP = {
    "brackets": "{{ " + "(" * 50_000 + "1" + ")" * 50_000 + " }}",
    "conditions": "{% if 1 %}" * 3000 + "{% endif %}" * 3000,
    "loops": "{% for a in messages %}" * 30 + "{% endfor %}" * 30,
    "an unknown filter": "{{ messages | nonsense }}",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", DEEP)
def test_that_a_template_that_cannot_be_compiled_is_named_with_its_model(tmp_path: Path, name: str) -> None:
    model = write_bpe(tmp_path / "deep.gguf", template=DEEP[name])
    data = tmp_path / "rows.jsonl"
    data.write_text(json.dumps({"messages": TALK}))
    named = (f"The chat template of {model} is not valid", "another model")
    worker_refuses(p.ChatJob(model=str(model), prompt="hello"), *named)
    command_refuses(["chat", "--model", model, "--prompt", "hello"], *named)
    command_refuses(["data", "inspect", data, "--model", model], *named)
    with TemplateRenderer() as renderer, pytest.raises(LuthierError, match="is not valid"):
        read_turns(model, renderer, TrainConfig(), conversations=True)


def test_that_a_template_that_refuses_a_prompt_is_named_with_its_model(tmp_path: Path) -> None:
    model = write_bpe(tmp_path / "shy.gguf", template="{{ raise_exception('Say it in French.') }}")
    worker_refuses(p.ChatJob(model=str(model), prompt="hello"), str(model), "Say it in French.")


@pytest.mark.process
def test_that_a_job_starts_one_renderer_and_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def counted(*args: Any, **options: Any) -> subprocess.Popen[bytes]:
        started.append(start(*args, **options))
        return started[-1]

    monkeypatch.setattr(child_process.subprocess, "Popen", counted)
    model, data, events = write_bpe(tmp_path / "a.gguf"), tmp_path / "rows.jsonl", list[p.Event]()
    data.write_text("\n".join(json.dumps({"messages": TALK}) for _ in range(3)))
    assert run_job(p.InspectJob(model=str(model), data=str(data)), events.append, Control()) == 0
    assert [process.poll() is not None for process in started] == [True]
