"""Chat: one prompt, one answer."""

from __future__ import annotations

from pathlib import Path

from core.chat.generate import generate_answer
from core.convert.resolve import resolve_model
from core.data.chat.renderer import TemplateRenderer
from core.engine.lora.adapter_file import read_adapter, require_without_dora
from core.jobs.context import JobContext, Outcome
from core.shared import protocol as p


def answer(job: p.ChatJob, context: JobContext) -> Outcome[p.ChatResult]:
    """Answer in the model's chat template, or go on with the prompt when it has none. Raises LuthierError `chat.*`,
    `lora.*`."""
    model = resolve_model(job.model, context)
    adapter = Path(job.adapter).expanduser() if job.adapter else None
    if adapter is not None:
        require_without_dora(read_adapter(adapter), adapter)
    context.phase("sample", "Writing an answer")
    reply = generate_answer(
        model,
        adapter,
        job.prompt,
        context.renderer,
        max_tokens=job.max_tokens,
        temperature=job.temperature,
        seed=job.seed,
        progress=lambda done, total: context.progress(done, total, "tokens"),
    )
    context.emit(p.Sample(prompt=job.prompt, text=reply.text, label="tuned" if adapter else "base"))
    return "done", p.ChatResult(
        prompt=job.prompt, text=reply.text, tokens=reply.tokens, tok_s=reply.tok_s, stopped=reply.stopped
    )


def generate(
    model: Path,
    adapter: Path | None,
    prompt: str,
    renderer: TemplateRenderer,
    *,
    chat: bool,
    max_tokens: int,
    temperature: float,
    seed: int,
) -> str:
    """Only the text. chat=False continues the prompt as it stands."""
    return generate_answer(
        model, adapter, prompt, renderer, chat=chat, max_tokens=max_tokens, temperature=temperature, seed=seed
    ).text
