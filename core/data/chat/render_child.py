"""A process that renders chat templates and can do nothing else. Started by core.data.chat.renderer, never imported.

Templates come with models, from anyone. jinja2's sandbox keeps them from Python's inside; this process keeps what the
sandbox cannot: it may open no file, has a bounded memory, and is ended by the system when one rendering takes too much
processor time, however the time is spent (loops, recursion, one huge power). These limits are POSIX's; elsewhere the
sandbox and the clock of core.data.chat.renderer have to do. On Linux it is also ended when it asks the system for
anything that rendering does not need (core/base/systems/limits.py). Requests and answers are JSON, each after its
length as four bytes.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

import jinja2
import jinja2.ext
from jinja2.sandbox import ImmutableSandboxedEnvironment

MEMORY = 2 << 30  # bytes
LEAST_OUTPUT = 4 << 20  # characters that any rendering may have
MOST_GROWTH = 16  # times the request's length, where that is more
WARM_UP = (
    r"{% set n = namespace(a=1) %}{% macro m(x) %}{{ x | trim }}{% endmacro %}{{ m('\u00e4\n') }}{{ [n.a] | tojson }}"
    "{{ strftime_now('%d %b') }}",
    "{{ x.y.z }}",
    "{{ raise_exception('no') }}",
    "{% for %}",
)


class GenerationTags(jinja2.ext.Extension):
    """Reads through transformers' {% generation %} marks, which say nothing about the text."""

    tags = {"generation"}  # noqa: RUF012 - jinja2's own interface

    def parse(self, parser: jinja2.parser.Parser) -> list[jinja2.nodes.Node]:
        """Parse the statements between the marks."""
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


def environment(now: datetime) -> ImmutableSandboxedEnvironment:
    """Return the environment that transformers gives to templates; llama.cpp's reading of them agrees with it."""
    made = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[jinja2.ext.loopcontrols, GenerationTags]
    )
    made.filters["tojson"] = to_json
    made.globals["raise_exception"] = raise_exception
    made.globals["strftime_now"] = now.strftime
    return made


def raise_exception(message: str) -> NoReturn:
    """Refuse a conversation: templates call this."""
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


def answer(request: dict[str, Any], length: int, templates: dict[str, jinja2.Template]) -> dict[str, Any]:
    """Answer a request with the text or the refusal of each rendering. A template arrives once, when it is needed."""
    try:
        if new := request.get("template"):
            templates[request["key"]] = compiled(new)
        most = max(LEAST_OUTPUT, MOST_GROWTH * length)
        rendered = [attempt(templates[request["key"]], request, n, prompt, most) for n, prompt in request["cuts"]]
    except InvalidError as error:
        return {"invalid": str(error)}
    except (MemoryError, OverflowError):
        return {"runaway": "it takes too much memory"}
    except RunawayError as error:
        return {"runaway": str(error)}
    return {"texts": [text for text, _ in rendered], "refusals": [refusal for _, refusal in rendered]}


class InvalidError(Exception):
    """A template that is no template."""


def compiled(new: dict[str, str]) -> jinja2.Template:
    """Compile a template. Raises InvalidError; MemoryError and OverflowError for constants too large."""
    made = environment(datetime.fromisoformat(new["now"]))
    names = {**json.loads(new.get("variables", "{}")), "bos_token": new["bos"], "eos_token": new["eos"]}
    try:
        return made.from_string(new["source"], globals=names)
    except jinja2.TemplateSyntaxError as error:
        raise InvalidError(f"line {error.lineno}: {error.message}") from error
    except (MemoryError, OverflowError):
        raise
    except RecursionError as error:
        raise InvalidError("it is nested too deep") from error
    except Exception as error:  # Python's own compiler has limits, too
        raise InvalidError(str(error)[:500] or type(error).__name__) from error


class RunawayError(Exception):
    """A template writes without end."""


def attempt(
    template: jinja2.Template, request: dict[str, Any], n: int, prompt: bool, most: int
) -> tuple[str | None, str | None]:
    """Render the first n messages, or return the refusal. Raises RunawayError, MemoryError, OverflowError."""
    try:
        return render(template, request, n, prompt, most), None
    except (MemoryError, OverflowError, RunawayError):
        raise
    except Exception as error:  # whatever a template does to raise one, it is that template's refusal
        return None, str(error)[:500] or type(error).__name__


def render(template: jinja2.Template, request: dict[str, Any], n: int, prompt: bool, most: int) -> str:
    """Render the first n messages, piece by piece so that no more than `most` characters come together."""
    pieces, written = [], 0
    values = {"messages": request["messages"][:n], "tools": request["tools"], "documents": None}
    for piece in template.generate(**values, add_generation_prompt=prompt):
        pieces.append(piece)
        written += len(piece)
        if written > most:
            raise RunawayError(f"it writes more than {most:,} characters")
    return "".join(pieces)


def lock_up() -> list[str]:
    """Give up what rendering does not need. What Python imports late, it imports before that. Returns what was given
    up: files, memory, system calls.
    """
    calls = limits()
    calls.name_time_zone()
    for source in WARM_UP:
        template = {"source": source, "bos": "", "eos": "", "now": "2000-01-01"}
        answer({"key": "", "template": template, "cuts": [[0, False]], "messages": [], "tools": None}, 0, {})
    sys.meta_path.clear()  # a late import is refused here, and does not get as far as looking for a file
    return [*calls.limit_resources(MEMORY), *(["system calls"] if calls.limit_calls() else [])]


def limits() -> Any:
    """Return core/base/systems/limits.py as a module: of core there is nothing else in this process."""
    file = Path(__file__).parents[2] / "base" / "systems" / "limits.py"
    spec = importlib.util.spec_from_file_location("limits", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main(seconds: int) -> None:
    """Answer until the other side closes the pipe. seconds: processor time for one request."""
    limit_time = limits().limit_time  # loaded before files are given up
    held = lock_up()
    templates: dict[str, jinja2.Template] = {}
    read, write = sys.stdin.buffer, sys.stdout.buffer
    while len(head := read.read(4)) == 4:
        raw = read.read(int.from_bytes(head, "little"))
        limit_time(seconds)
        request = json.loads(raw)
        reply = json.dumps(answer(request, len(raw), templates) if "cuts" in request else {"held": held}).encode()
        write.write(len(reply).to_bytes(4, "little") + reply)
        write.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
