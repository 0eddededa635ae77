"""A prompt's tokens, as training saw the like."""

from __future__ import annotations

from core.data.chat.renderer import TemplateRenderer
from core.data.chat.template import ChatTemplate
from core.data.problems import BadRowError
from core.data.tokenizer import Special, Tokenizer
from core.shared.errors import LuthierError
from core.shared.gguf.header import ModelFile

_MARK = "\ue000"  # a private-use character stands in for the user's text


def prompt_tokens(model: ModelFile, prompt: str, chat: bool, renderer: TemplateRenderer) -> list[int]:
    """Tokens of the prompt in the model's chat template, opened for an answer, or of the plain text.

    Special tokens count only where the template writes them; the same characters in the prompt stay characters.
    Raises LuthierError `chat.empty-prompt` or `chat.template-refuses`.
    """
    with Tokenizer(model) as tokenizer:
        tokens = (
            _chat_tokens(tokenizer, renderer, prompt) if chat and tokenizer.chat_template else tokenizer.encode(prompt)
        )
        if tokenizer.add_bos and tokenizer.bos is not None and tokens[:1] != [tokenizer.bos]:
            tokens = [tokenizer.bos, *tokens]
    if not tokens:
        raise LuthierError("chat.empty-prompt", "The prompt is empty.", "Write something for the model to go on from.")
    return tokens


def _chat_tokens(tokenizer: Tokenizer, renderer: TemplateRenderer, prompt: str) -> list[int]:
    bos, eos = tokenizer.text(tokenizer.bos), tokenizer.text(tokenizer.eos)
    template = ChatTemplate(tokenizer.chat_template or "", renderer, bos, eos, model=tokenizer.model)
    try:
        rendered = template.render([{"role": "user", "content": prompt}], prompt=True)
        before, _, after = template.render([{"role": "user", "content": _MARK}], prompt=True).partition(_MARK)
    except BadRowError as error:
        raise LuthierError(
            "chat.template-refuses",
            f"The chat template of {tokenizer.model} refuses the prompt: {error.detail}.",
            "Get a newer file of this model, or another model.",
        ) from error
    end = len(rendered) - len(after)
    specials = tokenizer.find_specials(before) + [
        Special(end + special.start, end + special.end, special.token) for special in tokenizer.find_specials(after)
    ]
    tokens, _ = tokenizer.encode_rendered(rendered, specials)
    return [int(token) for token in tokens]
