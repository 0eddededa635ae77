"""Chat: one prompt, one answer."""

from __future__ import annotations

from pathlib import Path

import msgspec

from core import protocol as p
from core.chat.loaded import ChatModel, Question, generate_answer, whole_reply
from core.data.chat.renderer import TemplateRenderer
from core.jobs.chat.source import find_source
from core.jobs.context import JobContext, Outcome


def answer(job: p.ChatJob, context: JobContext) -> Outcome[p.ChatResult]:
    """Answer in the model's chat template, or go on with the prompt when it has none. Raises LuthierError `chat.*`,
    `lora.*`."""
    source = find_source(job, context)
    sampling = p.Sampling(temperature=job.temperature, seed=job.seed, max_tokens=job.max_tokens)
    system = [{"role": "system", "content": job.system}] if job.system else []
    question = Question([*system, {"role": "user", "content": job.prompt}], sampling, strength=job.strength)
    context.phase("sample", "Writing an answer")
    with ChatModel(source, context.renderer) as loaded:
        tell_left_out(loaded, question, context, set())
        reply = whole_reply(loaded, question, lambda done, total: context.progress(done, total, "tokens"))
    context.emit(
        p.Sample(
            prompt=job.prompt, text=reply.text, label="tuned" if (job.adapter or job.run) and job.strength else "base"
        )
    )
    return "done", p.ChatResult(prompt=job.prompt, **msgspec.structs.asdict(reply))


def tell_left_out(loaded: ChatModel, question: Question, context: JobContext, told: set[str]) -> None:
    """What of a question the model will not see; of what was told already, nothing.

    Raises LuthierError as ChatModel.prompt does.
    """
    prompt = loaded.prompt(question)
    if not told.issuperset(prompt.left_out):
        told.update(prompt.left_out)
        context.notice(
            "chat.left-out",
            f"The model's template has no place for {' and '.join(prompt.left_out)}: the model does not see that.",
            "Say it in the question instead.",
        )
    if prompt.dropped:
        context.notice(
            "chat.dropped",
            f"The conversation is longer than the model's context of {loaded.context_length:,} tokens: "
            f"the oldest {prompt.dropped} messages were left out.",
            "Start anew, or give it a longer context where the model has one.",
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
