"""How the model was trained to talk: its chat template, and what ends its turn.

Both go into the exported file, so that any program that reads GGUF prompts the model as in training and stops at the
trained end of a turn. Otherwise a base model that learnt conversations would keep its old end of text, and never stop.

Ollama replaces a file's template by its own if the two are less than 100 edits apart (Levenshtein; template.Named in
its source), and with it the texts that end an answer: a template with small changes for training would be lost. Our
template's comment has 100 characters that none of Ollama's templates contain, so the distance is at least 100: each
has to be deleted or replaced.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from core.base.errors import LuthierError
from core.data.chat.conversation import ConversationEncoder, Rendering
from core.data.chat.renderer import TemplateRenderer
from core.data.chat.template import ChatTemplate, conversation_template
from core.data.chat.thinking import study
from core.data.example import Example
from core.data.formats.recognise import recognise
from core.data.problems import BadRowError
from core.data.tokenizer import Tokenizer
from core.gguf.header import ModelFile
from core.protocol import Think
from core.protocol.config import TrainConfig

_TEMPLATE = "tokenizer.chat_template"
_EOS, _EOT = "tokenizer.ggml.eos_token_id", "tokenizer.ggml.eot_token_id"
_LONG = 1 << 20  # tokens; cuts nothing off
_PARTIAL, _MARK = re.compile(r"<[^<>]*\Z"), re.compile(r"\s*(<[^<>\s]+>)")  # of templates
_RUNE, _EDITS = "\u2500", 100
_SIGN = "{# Made with Luthier; rendered as it was trained. " + _RUNE * _EDITS + " #}"
_ANSWERS = ("\ue000", "\ue001")  # private-use characters as placeholders for the assistant's text


@dataclass(frozen=True)
class Turns:
    """How a model's turns begin and end. keys: metadata that the exported file needs in addition to the base's. stops:
    the texts that end a turn. conversations: whether any were learnt.
    """

    conversations: bool = False
    keys: dict[str, str | int] = field(default_factory=dict)
    stops: list[str] = field(default_factory=list)


def learnt_conversations(data: Path, config: TrainConfig, held_out: list[Example]) -> bool:
    """Return whether a run was trained on conversations: by its data, or if that is gone by its held-out tokens.

    In running text all tokens except the first are supervised, in conversations only the answers.
    """
    try:
        if data.exists():
            return recognise(data, config).is_conversation
    except (LuthierError, OSError):
        pass  # the data is unavailable, or has changed
    return any(not example.supervised[1:].all() for example in held_out)


def read_turns(
    model: ModelFile, renderer: TemplateRenderer, config: TrainConfig, *, conversations: bool, think: Think = "auto"
) -> Turns:
    """Read how a model's turns begin and end. config: the training's. conversations: whether it was trained on them; a
    model without a template was then given one. think: the mode to fix in the template, so that programs without such a
    mode prompt as in training.

    A model without a template that learnt running text continues texts, and has no turns.
    """
    with Tokenizer(model) as tokenizer:
        if not conversations and not tokenizer.chat_template:
            return Turns()
        source = conversation_template(tokenizer, config.turn_marks)
        return turns_of(tokenizer, renderer, source, conversations=conversations, think=think)


def turns_of(
    tokenizer: Tokenizer, renderer: TemplateRenderer, source: str, *, conversations: bool, think: Think = "auto"
) -> Turns:
    """Return the turns with the template `source`, which may differ from the file's."""
    bos, eos = tokenizer.text(tokenizer.bos), tokenizer.text(tokenizer.eos)
    template = ChatTemplate(source, renderer, bos, eos, model=tokenizer.model)
    if think != "auto":
        found = study(template)
        source = found.on if think == "on" else found.off
        template = template.like(source)
    tokens, stops = _ends(ConversationEncoder(tokenizer, template, "assistant", _LONG))
    keys: dict[str, str | int] = {_TEMPLATE: signed(source)}
    if conversations and tokens:
        keys[_EOT] = tokens[0]
        if _renders_alike(source, renderer, bos, eos, tokenizer.text(tokens[0])):
            keys[_EOS] = tokens[0]
    return Turns(conversations, keys, stops)


def signed(source: str) -> str:
    """Return the template with the comment, which renders the same; one that already has it stays unchanged.

    Jinja, with every program's settings for chat templates, removes a line break after a comment, as after a block: if
    the template begins with whitespace, a line break is added, so that this still begins a line.
    """
    if source.startswith(_SIGN):
        return source
    return _SIGN + ("\n" if source[:1].isspace() else "") + source


def _ends(encoder: ConversationEncoder) -> tuple[list[int], list[str]]:
    """Return the special tokens that end an answer in training, and the end texts, which need not be special tokens.

    First those of an answer that others follow. Empty if the template refuses a plain conversation.
    """
    messages = []
    for answer in _ANSWERS:
        messages += [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": answer}]
    try:
        written = encoder.render(messages)
    except BadRowError:
        return [], []
    tokens, stops = [], []
    for answer, (start, end) in zip(_ANSWERS, written.supervised, strict=False):
        token, learnt = _last_special(written, end), written.text[start:end].partition(answer)[2]
        after = written.text[start:].partition(answer)[2]
        if token is not None:
            tokens.append(token)
            learnt = learnt.removesuffix(encoder.tokenizer.text(token))
        if learnt.strip():
            stops.append(_whole_marks(learnt, after))
        if token is not None:
            stops.append(encoder.tokenizer.text(token))
    return list(dict.fromkeys(tokens)), list(dict.fromkeys(stops))


def _whole_marks(learnt: str, after: str) -> str:
    """Return the text that ends an answer. If a mark is several tokens, only its beginning may be learnt, as far as it
    agrees with the text after it: that part is left out; if nothing else is left, the mark stands for it. after: all
    that the template writes after an answer.
    """
    if whole := _PARTIAL.sub("", learnt).strip():
        return whole
    mark = _MARK.match(after)
    return mark[1] if mark else learnt.strip()


def _last_special(written: Rendering, end: int) -> int | None:
    return next((special.token for special in written.specials if special.end == end), None)


def _renders_alike(source: str, renderer: TemplateRenderer, bos: str, eos: str, other: str) -> bool:
    """Return whether the template renders the same with another end of text: then the file can change that."""
    messages = [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": "Yes."}]
    try:
        first, second = (ChatTemplate(source, renderer, bos, name).render(messages) for name in (eos, other))
    except BadRowError:
        return False
    return first == second
