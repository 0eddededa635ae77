"""What Ollama makes of requests, as server/create.go, images.go and routes.go of 0.30 and later have it: what is
refused, replaced or merged here is so there. It answers by llama.cpp with the very file that was sent.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.base.errors import LuthierError
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.export.check.greedy import greedy
from core.gguf.header import Header, read_header
from tests.support.levenshtein import distance
from tests.support.rendering import chat_template

# In the place of Ollama's own: a Jinja template, the Go template it stands for, and its stop words.
STOCK = (
    (
        "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>'"
        " + '\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}",
        "{{ .System }}### Stock\n{{ .Prompt }}\n### Answer\n{{ .Response }}",
        ["<|im_start|>", "### Stock"],
    ),
    (
        "{{ bos_token }}{% for m in messages %}[{{ m.role }}] {{ m.content }}{% endfor %}",
        "[user] {{ .Prompt }}{{ .Response }}",
        ["[user]"],
    ),
)
DEFAULT = "{{ .Prompt }}"
# Programs that write prompts in place of any template, by architecture (server/create.go, model/renderers).
RENDERERS = {
    "gemma4": "gemma4",
    "laguna": "laguna",
    "nemotron_h": "nemotron-3-nano",
    "nemotron_h_moe": "nemotron-3-nano",
}
_TEMPLATE = "tokenizer.chat_template"


@dataclass
class Model:
    """Layers of a manifest."""

    blob: Path
    template: str | None = None
    params: dict[str, Any] = field(default_factory=dict)
    system: str = ""
    license: list[str] = field(default_factory=list)
    renderer: str = ""
    projector: Path | None = None


@dataclass
class Faults:
    """Its bad days."""

    upload: int | None = None  # the connection ends after so many bytes
    dies: bool = False  # and the whole program with it
    full: int | None = None  # the disk is full after so many bytes
    quantize: bool = False  # or once it writes the model again
    create: str = ""  # an error line in mid-stream
    die: str = ""  # the path at which the program ends
    hang: str = ""  # the path at which it says nothing more ("upload": of blobs)
    answer: str = ""  # what is answered instead of what the model says
    answer_error: str = ""  # to every question
    chat_error: str = ""  # to those that it renders itself
    template: str = ""  # what is stored instead of what was sent
    version: str | None = None  # what it calls itself
    silent: bool = False  # it does not know _debug_render_only


class OllamaRules:
    """What it makes of requests. folder: where blobs lie."""

    def __init__(self, folder: Path, version: str) -> None:
        self.folder, self.version = folder, version
        self.models: dict[str, Model] = {}
        self.renderers = dict(RENDERERS)
        self.faults = Faults()
        folder.mkdir(parents=True, exist_ok=True)

    def blob(self, digest: str) -> Path:
        return self.folder / digest.replace(":", "-")

    def create(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """CreateHandler and createModel: lines of its report."""
        files = request.get("files") or {}
        if not files:
            raise RefusedError(400, "neither 'from' or 'files' was specified")
        yield {"status": "parsing GGUF"}
        headers = [self._gguf(digest) for digest in files.values()]
        eyes = [header.path for header in headers if header.architecture == "clip"]
        (header,) = (header for header in headers if header.architecture != "clip")
        model = Model(header.path, projector=next(iter(eyes), None))
        template = header.text("tokenizer.chat_template")
        for known, go, stops in STOCK:
            if template and distance(template, known) < 100:
                model.template, model.params = go, {"stop": stops}
                yield {"status": "using autodetected template stock"}
                break
        for done in (0.5, 1):
            yield {"status": "validating GGUF model", "total": header.size, "completed": int(done * header.size)}
        if self.faults.quantize:
            raise RefusedError(
                400,
                "failed to validate GGUF with llama-quantize without compatibility patches: llama-quantize failed: "
                "exit status 1",
            )
        if self.faults.create:
            yield {"error": self.faults.create}
            return
        if given := self.faults.template or request.get("template"):
            if given.count("{{") != given.count("}}"):
                raise RefusedError(400, "template error: unclosed action")
            model.template = given
        model.renderer = self.renderers.get(header.architecture, "")
        if model.renderer == "gemma4":
            model.params["stop"] = ["<turn|>"]
        model.params |= request.get("parameters") or {}
        model.system = request.get("system") or ""
        licence = request.get("license") or []
        model.license = [licence] if isinstance(licence, str) else licence
        yield {"status": "writing manifest"}
        self.models[request["model"]] = model
        yield {"status": "success"}

    def _gguf(self, digest: str) -> Header:
        try:
            return read_header(self.blob(digest))
        except LuthierError as error:
            raise RefusedError(400, "supplied file was not in GGUF format") from error

    def shows(self, model: Model) -> dict[str, Any]:
        """GetModelInfo. Numbers and texts of the parameters as Go's %#v writes them."""
        header, lines = read_header(model.blob), []
        for name, value in model.params.items():
            for one in value if isinstance(value, list) else [value]:
                lines.append(
                    f"{name:<30} {json.dumps(one, ensure_ascii=False) if isinstance(one, str) else f'{one:g}'}"
                )
        info = {key: value for key, value in header.values.items() if key not in ("general.name", _TEMPLATE)}
        answer: dict[str, Any] = {"template": self.template_of(model)[0], "parameters": "\n".join(lines)}
        answer |= {"model_info": info, "details": {"format": "gguf", "family": header.architecture}}
        if model.renderer:
            lines = f"FROM x\nRENDERER {model.renderer}\nPARSER {model.renderer}\n"
            answer |= {"template": DEFAULT, "modelfile": lines}
        if model.system:
            answer["system"] = model.system
        if model.license:
            answer["license"] = "\n".join(model.license)
        return answer

    def template_of(self, model: Model) -> tuple[str, bool]:
        """Which counts, and whether it is the file's own (shouldUseGoTemplate, selectedModelTemplate)."""
        own = read_header(model.blob).text(_TEMPLATE)
        if not own:
            return model.template or DEFAULT, False
        thinks = "<think>" in own and "</think>" in own
        more = ("tools" in own or "tool_call" in own or thinks) and model.template is not None
        return (own, True) if model.template is None or more else (model.template, False)

    def prompt(self, model: Model, messages: list[dict[str, str]], think: bool | None = None) -> str:
        """think: None where nobody says; then those that can think are asked to."""
        source, is_jinja = self.template_of(model)
        if model.system and messages[0]["role"] != "system":
            messages = [{"role": "system", "content": model.system}, *messages]
        if model.renderer:
            return _RENDERERS[model.renderer](messages, think is not False)
        if not is_jinja:
            return _by_round(source, messages)
        with open_in_llama_cpp(model.blob, vocabulary_only=True) as opened:
            vocabulary = opened.vocabulary
            bos, eos = (vocabulary.piece(token).decode() for token in (vocabulary.bos, vocabulary.eos))
            text = chat_template(source, bos, eos).render(messages, prompt=True)
            return text.removeprefix(bos) if vocabulary.adds_bos else text

    def told_apart(self, model: Model, prompt: str, pieces: Iterator[tuple[str, str]]) -> Iterator[dict[str, Any]]:
        """An answer of /api/chat as llama-server's parser gives it by the file's own template: thoughts without their
        tags, calls without their marks once they are whole. Each record with why the answer ended, "" where it goes on.
        """
        source, is_jinja = self.template_of(model)
        thinks = is_jinja and "<think>" in source
        calls = is_jinja and "<tool_call>" in source
        text, said, why = prompt[prompt.rfind("<think>") :] if prompt.rstrip().endswith("<think>") else "", "", ""
        for piece, why in pieces:
            text += piece
            if not thinks and not calls:
                yield {"content": piece, "why": why}
        if not thinks and not calls:
            return
        if thinks and (match := re.match(r"\s*<think>(.*?)(?:</think>|\Z)", text, re.DOTALL)):
            said, text = match[1].strip(), text[match.end() :]
            yield {"thinking": said, "content": "", "why": ""}
        found = re.findall(r"<tool_call>\s*(\{.*?\})\s*</tool_call>", text, re.DOTALL) if calls else []
        content = re.sub(r"<tool_call>.*?</tool_call>", "", text, flags=re.DOTALL) if found else text
        functions = [{"function": json.loads(one)} for one in found]
        record: dict[str, Any] = {"content": content.strip(), "why": why}
        yield record | ({"tool_calls": functions} if functions else {})

    def answer(self, model: Model, prompt: str, options: dict[str, Any]) -> Iterator[tuple[str, str]]:
        """Pieces as llama-server sends them, and at last why it ended ("stop", "length")."""
        options = model.params | options
        stops, limit = options.get("stop", []), options["num_predict"]
        with open_in_llama_cpp(model.blob) as opened:
            vocabulary, written = opened.vocabulary, b""
            tokens = vocabulary.tokenize(prompt, add_special=True, parse_special=True)
            held = b""  # half a character, or what may become a stop text
            with opened.context(min(int(options["num_ctx"]), len(tokens) + limit)) as context:
                for token, _ in greedy(context, tokens, limit):
                    if vocabulary.ends_generation(token):
                        yield held.decode("utf-8", "replace"), "stop"
                        return
                    held += vocabulary.piece(token, special=False)
                    written = held.decode("utf-8", "ignore").encode()
                    if any(stop in written.decode() for stop in stops):
                        first = min(written.decode().find(stop) for stop in stops if stop in written.decode())
                        yield written.decode()[:first], "stop"
                        return
                    if written != held or any(_may_become(written.decode(), stop) for stop in stops):
                        continue
                    yield held.decode(), ""
                    held = b""
            yield "", "length"  # what was held back is not sent any more


def _by_round(source: str, messages: list[dict[str, str]]) -> str:
    """Template.Execute of the templates in this file, which have no actions but fields: the last round ends at
    .Response.
    """
    system = "\n\n".join(one["content"] for one in messages if one["role"] == "system")
    talk = [one["content"] for one in messages if one["role"] != "system"]
    text = ""
    for at in range(0, len(talk), 2):
        values = {"System": "" if at else system, "Prompt": talk[at]}
        values |= {"Response": talk[at + 1]} if at + 1 < len(talk) else {}
        round_ = source if "Response" in values else source.partition("{{ .Response }}")[0]
        for name, value in values.items():
            round_ = round_.replace(f"{{{{ .{name} }}}}", value)
        text += round_
    return text


def _nemotron(messages: list[dict[str, str]], think: bool) -> str:
    """model/renderers/nemotron3nano.go"""
    first = [] if messages[0]["role"] == "system" else [{"role": "system", "content": ""}]
    texts = [f"<|im_start|>{one['role']}\n{one['content']}<|im_end|>\n" for one in [*first, *messages]]
    return "".join(texts) + f"<|im_start|>assistant\n<think>{chr(10) if think else '</think>'}"


def _gemma4(messages: list[dict[str, str]], think: bool) -> str:
    """model/renderers/gemma4.go"""
    names = {"assistant": "model"}
    turns = [f"<|turn>{names.get(one['role'], one['role'])}\n{one['content']}<turn|>\n" for one in messages]
    return "<bos>" + ("<|turn>system\n<|think|>\n<turn|>\n" if think else "") + "".join(turns) + "<|turn>model\n"


_RENDERERS = {"nemotron-3-nano": _nemotron, "gemma4": _gemma4, "laguna": _nemotron}


def _may_become(text: str, stop: str) -> bool:
    return any(text.endswith(stop[:length]) for length in range(1, len(stop)))


class RefusedError(Exception):
    """status, and what is said."""
