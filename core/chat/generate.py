"""One answer, or one continuation, of a model that is loaded for it alone."""

from __future__ import annotations

from pathlib import Path

from core import protocol as p
from core.base.callbacks import ReportProgress
from core.chat.loaded import ChatModel, ChatSource, Question
from core.data.chat.renderer import TemplateRenderer
from core.gguf.header import ModelFile


def generate_answer(
    model: ModelFile,
    adapter: Path | None,
    prompt: str,
    renderer: TemplateRenderer,
    *,
    chat: bool = True,
    max_tokens: int = 200,
    temperature: float = 0.0,
    seed: int = 0,
) -> p.Reply:
    """Let llama.cpp write after `prompt`, with the adapter at full strength.

    chat: put the prompt into the model's chat template; without one, or with chat=False, the text is continued.
    temperature: 0 always takes the likeliest token.
    Raises LuthierError as ChatModel.answer does.
    """
    source = ChatSource(model, adapter, chat=chat)
    sampling = p.Sampling(temperature=temperature, seed=seed, max_tokens=max_tokens)
    question = Question([{"role": "user", "content": prompt}], sampling)
    with ChatModel(source, renderer) as loaded:
        return whole_reply(loaded, question)


def whole_reply(loaded: ChatModel, question: Question, progress: ReportProgress = lambda done, total: None) -> p.Reply:
    """An answer without its pieces. progress: tokens read of the prompt, then pieces written; it may raise to stop.

    Raises LuthierError as ChatModel.answer does.
    """
    for written, piece in enumerate(loaded.answer(question, reading=progress)):
        if isinstance(piece, p.Reply):
            return piece
        progress(written, question.sampling.max_tokens)
    raise AssertionError("an answer ends with its reply")
