"""Renders chat templates in a sandboxed child process. Started by core.data.chat.renderer.

Templates come with models, from anyone. jinja2's sandbox denies access to Python's internals. This process adds limits
that the sandbox cannot set: it may open no file, has a bounded memory, and the system kills it when one rendering takes
too much processor time, whether by loops, recursion or one huge power. These limits are POSIX's; elsewhere the sandbox
and the timeout of core.data.chat.renderer must suffice. On Linux, any system call that rendering does not need ends it
as well (core/base/systems/limits.py).
"""

from __future__ import annotations

import json
import sys
from datetime import datetime
from typing import Any, NoReturn

import jinja2
import jinja2.ext
from jinja2.sandbox import ImmutableSandboxedEnvironment

from core.base.child_process import serve
from core.base.systems.limits import limit_calls, limit_resources, name_time_zone
from core.data.chat.renderer import Rendered, Rendering

MEMORY = 2 << 30  # bytes
LEAST_OUTPUT = 4 << 20  # characters that any rendering may have
MOST_GROWTH = 16  # or this multiple of the request's length, if that is more
WARM_UP = (
    r"{% set n = namespace(a=1) %}{% macro m(x) %}{{ x | trim }}{% endmacro %}{{ m('\u00e4\n') }}{{ [n.a] | tojson }}"
    "{{ strftime_now('%d %b') }}",
    "{{ x.y.z }}",
    "{{ raise_exception('no') }}",
    "{% for %}",
)


class GenerationTags(jinja2.ext.Extension):
    """Accepts transformers' {% generation %} marks, which do not affect the text."""

    tags = {"generation"}  # noqa: RUF012 - jinja2's own interface

    def parse(self, parser: jinja2.parser.Parser) -> list[jinja2.nodes.Node]:
        """Parse the statements between the marks."""
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


def environment(now: datetime) -> ImmutableSandboxedEnvironment:
    """Return the environment that transformers gives to templates; llama.cpp interprets them the same way."""
    made = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[jinja2.ext.loopcontrols, GenerationTags]
    )
    made.filters["tojson"] = to_json
    made.globals["raise_exception"] = raise_exception
    made.globals["strftime_now"] = now.strftime
    return made


def raise_exception(message: str) -> NoReturn:
    """Refuse a conversation; templates call this."""
    raise jinja2.TemplateError(message)


def to_json(
    value: Any,
    ensure_ascii: bool = False,
    indent: int | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
) -> str:
    """Encode as JSON as transformers does: jinja2's own filter would escape for HTML."""
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def answer(wanted: Rendering, length: int, templates: dict[str, jinja2.Template]) -> Rendered:
    """Answer with the text or the refusal of each rendering. Each template is sent once, with its first request."""
    try:
        if wanted.template:
            templates[wanted.key] = compiled(wanted.template)
        most = max(LEAST_OUTPUT, MOST_GROWTH * length)
        rendered = [attempt(templates[wanted.key], wanted, n, prompt, most) for n, prompt in wanted.cuts]
    except InvalidError as error:
        return Rendered(invalid=str(error))
    except (MemoryError, OverflowError):
        return Rendered(runaway="it takes too much memory")
    except RunawayError as error:
        return Rendered(runaway=str(error))
    return Rendered([text for text, _ in rendered], [refusal for _, refusal in rendered])


class InvalidError(Exception):
    """An invalid template."""


def compiled(new: dict[str, str]) -> jinja2.Template:
    """Compile a template. Raises InvalidError; MemoryError and OverflowError for constants too large."""
    made = environment(datetime.fromisoformat(new["now"]))
    names = {**json.loads(new.get("variables", "{}")), "bos_token": new["bos"], "eos_token": new["eos"]}
    try:
        return made.from_string(new["source"], globals=names)
    except jinja2.TemplateSyntaxError as error:
        raise InvalidError(f"line {error.lineno}: {in_words(error)}") from error
    except (MemoryError, OverflowError):
        raise
    except RecursionError as error:
        raise InvalidError("it is nested too deep") from error
    except Exception as error:  # Python's own compiler has limits, too
        raise InvalidError(in_words(error)) from error


def in_words(error: Exception) -> str:
    """Return an error's message, which may be a template's own text, in a form that UTF-8 can encode."""
    return str(error)[:500].encode(errors="replace").decode() or type(error).__name__


class RunawayError(Exception):
    """A template whose output does not end."""


def attempt(
    template: jinja2.Template, wanted: Rendering, n: int, prompt: bool, most: int
) -> tuple[str | None, str | None]:
    """Render the first n messages, or return the refusal. Raises RunawayError, MemoryError, OverflowError."""
    try:
        text = render(template, wanted, n, prompt, most)
        text.encode()  # a template may write a lone surrogate
        return text, None
    except (MemoryError, OverflowError, RunawayError):
        raise
    except Exception as error:  # any exception in a template is its refusal
        return None, in_words(error)


def render(template: jinja2.Template, wanted: Rendering, n: int, prompt: bool, most: int) -> str:
    """Render the first n messages piece by piece, up to `most` characters."""
    pieces, written = [], 0
    values = {"messages": wanted.messages[:n], "tools": wanted.tools, "documents": None}
    for piece in template.generate(**values, add_generation_prompt=prompt):
        pieces.append(piece)
        written += len(piece)
        if written > most:
            raise RunawayError(f"it writes more than {most:,} characters")
    return "".join(pieces)


def lock_up() -> list[str]:
    """Import Python's late imports now, then give up all rights that rendering does not need. Return what was given up:
    files, memory, system calls.
    """
    name_time_zone()
    for source in WARM_UP:
        template = {"source": source, "bos": "", "eos": "", "now": "2000-01-01"}
        answer(Rendering([], [(0, False)], template=template), 0, {})
    sys.meta_path.clear()  # refuse late imports before they search for a file
    return [*limit_resources(MEMORY), *(["system calls"] if limit_calls() else [])]


def main(seconds: int) -> None:
    """Answer requests until the parent closes the pipe. seconds: processor time for one rendering."""
    templates: dict[str, jinja2.Template] = {}
    serve(Rendering, lambda wanted, length: answer(wanted, length, templates), seconds, lock_up)


if __name__ == "__main__":
    main(int(sys.argv[1]))
