"""`luthier chat` and `serve`: chats with a trained model, in the terminal and from other programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from core import protocol as p
from core.base.bounded_file import from_json
from core.base.errors import LuthierError
from core.cli.conversation import converse, held_model, show_notice
from core.cli.listing import folder_of
from core.cli.options import MODEL_HELP, AdapterFile, Checkpoint, Json, adapter_of, model_of, wrong_usage
from core.cli.running import INTERRUPTED, perform, show_error
from core.cli.terminal import visible

RunName = Annotated[str | None, typer.Argument(help="A run: its name or its folder. Without it, --model.")]
ModelName = Annotated[str | None, typer.Option("--model", help=MODEL_HELP)]
Context = Annotated[int, typer.Option(min=0, help="Room for a conversation, in tokens; 0: as much as the run needs.")]
Thinks = Annotated[
    p.Think, typer.Option("--think", help="Whether it thinks before it answers; auto: as it was trained.")
]
KEY = "LUTHIER_SERVE_KEY"  # environment variable, which process lists do not show
TALKING = 0.7  # temperature of a conversation: small models repeat themselves when greedy
_TEMPERATURE = "0: the likeliest words; 1: as varied as trained. Left out: 0.7 in a conversation, else 0."
ONE_ANSWER, TURN = 200, 1024  # tokens, default limits


def chat(
    run: RunName = None,
    model: ModelName = None,
    adapter: AdapterFile = None,
    checkpoint: Checkpoint = "",
    strength: Annotated[float, typer.Option(min=0, max=2, help="The adapter's strength: 0 is the base alone.")] = 1.0,
    system: Annotated[str, typer.Option(help="The system prompt.")] = "",
    tools: Annotated[Path | None, typer.Option(help="A JSON list of functions that the model may call.")] = None,
    prompt: Annotated[
        str | None, typer.Option(help="One question to answer; without it, a conversation starts.")
    ] = None,
    temperature: Annotated[float | None, typer.Option(min=0, help=_TEMPERATURE)] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="The same seed gives the same answer.")] = 0,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="The longest answer, in tokens.")] = None,
    context: Context = 0,
    raw: Annotated[bool, typer.Option("--raw", help="Continue the text, even if there is a template.")] = False,
    think: Thinks = "auto",
    json: Json = False,
) -> None:
    """Chat with a run or a model. From a pipe, each line is answered on its own."""
    if json and prompt is None:
        raise wrong_usage("--prompt", "is needed with --json.")
    source = _source(run, model, adapter, checkpoint)
    if prompt is not None and not (tools or context or raw):
        job = p.ChatJob(
            prompt=prompt,
            system=system,
            strength=strength,
            temperature=temperature or 0.0,
            seed=seed,
            max_tokens=max_tokens or ONE_ANSWER,
            think=think,
            **source,
        )
        result = perform(job, json, quiet=True)
        if not json:
            print(visible(result.text), flush=True)
        return
    if prompt is not None:
        raise wrong_usage("--prompt", "goes with neither --tools nor --context nor --raw.")
    talks = sys.stdin.isatty()
    if temperature is None:
        temperature = TALKING if talks else 0.0
    sampling = p.Sampling(temperature=temperature, seed=seed, max_tokens=max_tokens or (TURN if talks else ONE_ANSWER))
    first = p.Ask(id="", messages=[], tools=_tools(tools), strength=strength, sampling=sampling)
    if system:
        first.messages.append({"role": "system", "content": system})
    (converse if talks else answer_lines)(p.ConverseJob(context=context, raw=raw, think=think, **source), first)


def serve(
    run: RunName = None,
    model: ModelName = None,
    adapter: AdapterFile = None,
    checkpoint: Checkpoint = "",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any free port.")] = 8080,
    key: Annotated[
        str, typer.Option(envvar="LUTHIER_SERVE_KEY", help="The key that programs must send; by default a new one.")
    ] = "",
    context: Context = 0,
    think: Thinks = "auto",
) -> None:
    """Serve a run or a model to other chat programs. They use OpenAI's API, on this machine only."""
    source = _source(run, model, adapter, checkpoint)
    perform(p.ServeJob(port=port, key=key, context=context, think=think, **source))


def _source(run: str | None, model: str | None, adapter: Path | None, checkpoint: str) -> dict[str, Any]:
    if (run is None) == (model is None):
        raise wrong_usage("RUN", "or --model is needed, and only one of them.")
    if run is None:
        if checkpoint:
            raise wrong_usage("--checkpoint", "is for a run.")
        return {"model": model_of(model or ""), "adapter": adapter_of(adapter) if adapter else None}
    if adapter:
        raise wrong_usage("--adapter", "goes with --model; a run has its own.")
    return {"run": folder_of(run), "checkpoint": checkpoint}


def _tools(file: Path | None) -> list[dict[str, Any]]:
    """Read the tools' JSON file. Raises LuthierError `chat.bad-tools`."""
    if file is None:
        return []
    try:
        return from_json(file.expanduser().read_bytes(), type=list[dict[str, Any]])
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise LuthierError(
            "chat.bad-tools", f"{file} cannot be used: {reason}.", "It must be a JSON list of objects, one a function."
        ) from error


def answer_lines(job: p.ConverseJob, first: p.Ask) -> None:
    """Answer each line of stdin. Raises typer.Exit at the first that fails. first: the question without a line."""
    with held_model(job) as model:
        for line in _lines():
            messages = [*first.messages, {"role": "user", "content": line}]
            for event in model.of(msgspec.structs.replace(first, messages=messages)):
                match event:
                    case p.Answered(reply=reply):
                        print(visible(_in_words(reply)), flush=True)
                        if reply.stopped == "cancelled":
                            raise typer.Exit(INTERRUPTED)
                    case p.Refused(message=message, hint=hint):
                        show_error(message, hint)
                        raise typer.Exit(1)
                    case p.Notice():
                        show_notice(event)


def _in_words(reply: p.Reply) -> str:
    """Return the answer without its thoughts, and the calls as written."""
    return "\n".join(filter(None, [reply.text, *(call.text for call in reply.calls)]))


def _lines() -> Iterator[str]:
    """Yield the lines of stdin, except blank ones. Raises LuthierError `chat.not-utf8`."""
    number = 0
    for number, raw in enumerate(sys.stdin.buffer, 1):
        try:
            line = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
        except UnicodeDecodeError as error:
            raise LuthierError(
                "chat.not-utf8",
                f"Line {number} is not UTF-8 (byte {error.start + 1}).",
                "Convert it first, for example with iconv.",
            ) from error
        if line:
            yield line
