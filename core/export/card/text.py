"""Writes a model card's text."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

import msgspec
from huggingface_hub import ModelCardData

from core import __version__
from core.advice.assessment import everything_else_while_held, your_questions
from core.advice.losses import all_beside_the_loss
from core.advice.training_settings import title_of
from core.base.command_lines import MODELFILE, ollama_name
from core.base.numbers import brief_duration, brief_size, share, significant, small
from core.convert.naming import TEXT_LOADER
from core.export.card.facts import Facts
from core.export.ollama.client import OLDEST
from core.export.ollama.folder import printable
from core.hub.model_card import restriction
from core.protocol.config import TrainConfig
from core.protocol.measure import Measure

MARK = "<!-- Made by Luthier from the run "


def card_text(facts: Facts) -> str:
    """Return README.md: Markdown after the hub's front matter."""
    sections = [
        f"{front_matter(facts)}{MARK}{plain(facts.run)}. -->\n\n# {plain(facts.run)}",
        _summary(facts),
        f"## Licence\n\n{_licence(facts)}",
        f"## How to use it\n\n{usage(facts)}",
        f"## What it was trained on\n\n{_data(facts)}",
        f"## How it was trained\n\n{_training(facts)}",
        f"## What it learnt\n\n{_learnt(facts)}",
        f"## Checked after the export\n\n{_check(facts)}",
        f"## Limits\n\n{_limits(facts)}",
        f"Made with Luthier {__version__}.",
    ]
    return "\n\n".join(sections) + "\n"


def plain(text: str) -> str:
    """Escape a user's text so that it stays one line of plain text in Markdown and HTML."""
    line = " ".join(printable(text).split()).replace("--", "-\u2011")  # -- would end a comment
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>#|&~" else letter for letter in line)


def _summary(facts: Facts) -> str:
    what = "an adapter (LoRA) for" if facts.is_adapter else "a fine-tuned"
    learnt = "conversations" if facts.conversations else "text"
    if facts.config.choices:
        learnt = "choices between answers"
    files = ", ".join(f"`{file.name}` ({brief_size(file.stat().st_size)})" for file in facts.files if file.is_file())
    needs = " It is of no use without that model." if facts.is_adapter else ""
    base = (
        f"[{facts.base.name}](https://huggingface.co/{facts.base.repo})" if facts.base.repo else plain(facts.base.name)
    )
    return f"This is {what} {base}, trained on {learnt} of the owner's.{needs}\n\nFiles: {files}."


def _licence(facts: Facts) -> str:
    base = facts.base
    if not base.licence:
        return (
            f"The licence of {plain(base.name)} is not known: neither its file nor a model card beside it names one. "
            "Find out before you pass this on; a fine-tuned model stays bound to its base's licence."
        )
    name = f"[{plain(base.licence)}]({base.link})" if base.link.startswith("https://") else plain(base.licence)
    forbids = restriction(base.licence)
    warning = f" **It {forbids}.**" if forbids else ""
    return f"{plain(base.name)} is under {name}, and so is what was made of it here.{warning}"


def _data(facts: Facts) -> str:
    data = facts.history.data
    if data is None:
        return f"`{_code(facts.data)}`. How much it was, the run does not say."
    rows = [
        ("Name", f"`{_code(facts.data)}`"),
        ("Format", facts.format),
        ("Rows", f"{data.rows:,}"),
        ("Tokens", f"{data.tokens:,}"),
        ("Of these trained", f"{data.tokens_trained:,} ({share(data.tokens_trained / max(data.tokens, 1))})"),
        ("Held out for evaluation", f"{data.eval_rows:,} rows" if data.eval_rows else "nothing"),
        ("Left out", ", ".join(f"{count:,} rows ({plain(reason)})" for reason, count in data.dropped.items())),
        ("Language", ", ".join(facts.languages)),
    ]
    return f"{_table(rows)}\n\nThe data itself is not part of this."


def _training(facts: Facts) -> str:
    config, history = facts.config, facts.history
    epochs = f"{config.epochs:g}" if not config.max_steps else ""
    method = "DoRA" if config.dora else "rsLoRA" if config.rslora else "LoRA"
    rows = [
        ("Method", f"{method} on the base model's own weights, rank {config.rank}, alpha {config.alpha:g}"),
        (title_of("targets"), config.targets),
        (title_of("layers"), config.layers),
        ("Values trained", f"{history.started.trainable:,}" if history.started else ""),
        (
            "Steps",
            f"{facts.step:,}" + (f" of {history.started.steps:,}" if history.started else "") if facts.step > 0 else "",
        ),
        (title_of("epochs"), epochs),
        ("Tokens in a step", f"at most {config.row_tokens * config.grad_accumulation:,}"),
        ("Longest sequence", f"{config.context:,} tokens"),
        (
            title_of("learning_rate"),
            f"{small(config.learning_rate)}, {config.schedule}, warm-up {share(config.warmup_ratio)}",
        ),
        (title_of("weight_decay"), f"{config.weight_decay:g}" if config.weight_decay else ""),
        (title_of("dropout"), f"{config.dropout:g}" if config.dropout else ""),
        (title_of("neftune_alpha"), f"{config.neftune_alpha:g}" if config.neftune_alpha else ""),
        (title_of("lora_plus_ratio"), f"{config.lora_plus_ratio:g}" if config.lora_plus_ratio != 1 else ""),
        (title_of("train_on"), config.train_on if facts.conversations and not config.choices else ""),
        (title_of("objective"), _objective(config)),
        (title_of("thoughts"), _thoughts(facts)),
        (title_of("seed"), str(config.seed)),
        ("Strength", "" if facts.is_as_trained else f"{facts.result.strength:g} of what was learnt"),
    ]
    if (result := history.result) is not None and result.seconds:
        rows.append(("Time", f"{brief_duration(result.seconds)}, {result.tok_s:,.0f} tokens/s"))
    return _table(rows)


def _objective(config: TrainConfig) -> str:
    """Return what was learnt from choices, and how; "" if answers were learnt without choices."""
    if not config.choices:
        return ""
    others = ["length-normalized"] if config.length_normalized else []
    others += [f"label smoothing {config.label_smoothing:g}"] if config.label_smoothing else []
    others += [f"good answers count {config.good_weight:g} times"] if config.good_weight != 1 else []
    what = "pairs of answers" if config.choices == "pairs" else "answers called good or bad"
    return ", ".join([f"{config.objective.upper()} from {what}", f"beta {config.preference_beta:g}", *others])


def _thoughts(facts: Facts) -> str:
    """Return whether the answers were learnt with the model's thoughts before them, and so how to ask it."""
    learnt = facts.thoughts
    if not learnt.answers + learnt.without:
        return ""
    asked = {"on": ", to be asked for them", "off": ", to be asked without thinking", "auto": ""}[learnt.think]
    return f"in {learnt.answers:,} of {learnt.answers + learnt.without:,} conversations{asked}"


def _learnt(facts: Facts) -> str:
    """Return the share of right answers, and other changes, if measured, and the losses."""
    said, story = facts.assessment, facts.history.story
    told, distance = (
        (story.evaluations.get(facts.step), story.moved(facts.step)) if facts.is_as_trained else (None, None)
    )
    lines = list[str]()
    if said is not None:
        yours, *else_ = said.verdict.splitlines()
        lines = [f"{yours} (Asked: {said.test}.)", *else_]
    elif told is not None and told.answers and not story.measure.is_of_choices:
        lines = [your_questions(told.right, told.answers)]
    if distance is not None and (said is None or said.moved is None):
        lines.append(everything_else_while_held(distance))
    return "\n\n".join([*map(plain, lines), _losses(facts)])


def _losses(facts: Facts) -> str:
    story = facts.history.story
    picture = f"![The loss while training]({quote(facts.picture)})" if facts.picture else ""
    if facts.loss is None:
        return "\n\n".join(filter(None, ["On held-out text it was not measured.", picture]))
    measure, named = story.measure, [("Fine-tuned", facts.loss, story.evaluations[facts.step])]
    if (base := story.before) is not None and base.loss is not None:
        # Before training the comparison of choices has no meaning yet.
        told = base if base.distance is None else msgspec.structs.replace(base, answers=0, choices=None)
        named.insert(0, ("Base model", base.loss, told))
    beside = all_beside_the_loss([measured for *_, measured in named])
    texts = zip(named, *beside.values(), strict=True)
    rows = [(name, *_measured(measure, loss), *cells) for (name, loss, _), *cells in texts]
    perplexity = ["Perplexity"] if measure.is_per_token else []
    table = _table(rows, ("On held-out text", measure.titled("Loss"), *perplexity, *beside))
    data = facts.history.data
    tokens = f" ({data.eval_tokens_trained:,} tokens)" if data and data.eval_rows else ""
    note = f"Held-out text is a part of the data{tokens} that was not trained on."
    return "\n\n".join(filter(None, [table, f"{note} {_RIGHT.get(measure.name, '')}".rstrip(), picture]))


_RIGHT = {  # when a choice is right, by objective
    "dpo": "A choice is right if its chosen answer has gained more than the rejected one; half would be chance.",
    "kto": "A good answer is right if it has gained more than answers to other questions, a bad one if it has gained "
    "less; half would be chance.",
    "orpo": "A choice is right if its chosen answer has likelier tokens than the rejected one.",
}


def _check(facts: Facts) -> str:
    result = facts.result
    rows = []
    if result.loss_training is not None and result.loss_llama_cpp is not None:
        text = "text it was trained on" if result.rows == "trained" else "held-out text"
        rows += [
            (f"Loss on {text}, in training", f"{result.loss_training:.4f}"),
            ("The same of these files, in llama.cpp", f"{result.loss_llama_cpp:.4f}"),
        ]
    if isinstance(result.general_training, float) and isinstance(result.general_llama_cpp, float):
        rows += [
            ("Loss on general questions, of base and adapter", f"{result.general_training:.4f}"),
            ("The same of these files, in llama.cpp", f"{result.general_llama_cpp:.4f}"),
        ]
    if isinstance(result.keeps, float):
        rows.append(("Its weights keep of what was learnt", f"{result.keeps:.0%}"))
    if isinstance(result.same_answer, bool):
        rows.append(("Begins an answer as base and adapter do", "yes" if result.same_answer else "no"))
    if isinstance(result.ends, bool):
        rows.append(("Comes to the end of its answer by itself", "yes" if result.ends else "not in 256 tokens"))
    loaded = "The files were loaded in llama.cpp before they were called done."
    if not facts.is_gguf:
        loaded = "The folder was read back before it was called done: its numbers are the run's to the last bit."
    return f"{loaded}\n\n{_table(rows)}" if rows else loaded


def _limits(facts: Facts) -> str:
    rows = f"{facts.history.data.rows:,} rows" if facts.history.data else "the rows"
    lines = [
        f"It learnt from {rows} of one data set, and was measured on held-out rows of the same set only.",
        "A low loss says that it writes like its data, not that what it writes is true or harmless.",
        "What its base model cannot do or gets wrong, it most likely cannot do or gets wrong, too.",
        "It may repeat parts of its data word for word.",
    ]
    return "\n".join(f"- {line}" for line in lines)


def _measured(measure: Measure, loss: float) -> tuple[str, ...]:
    told, perplexity = f"{loss:.4f}", significant(measure.perplexity(loss)) if loss < 700 else "–"
    return (told, perplexity) if measure.is_per_token else (told,)


def _table(rows: Sequence[tuple[str, ...]], head: tuple[str, ...] = ("", "")) -> str:
    """Format a table; leaves out rows without a value."""
    lines = [f"| {' | '.join(cells)} |" for cells in (head, tuple("---" for _ in head), *(r for r in rows if r[-1]))]
    return "\n".join(lines)


def _code(text: str) -> str:
    return printable(text).replace("`", "'").replace("|", "/")


def front_matter(facts: Facts) -> str:
    """Return the YAML between two lines of dashes. Unknown values are left out: the hub refuses unresolvable ones."""
    base = facts.base
    licence = base.hub_licence
    data = ModelCardData(
        base_model=base.repo or None,
        license=licence or None,
        license_name=base.licence.lower().replace(" ", "-") if licence == "other" else None,
        license_link=base.link or None if licence == "other" else None,
        language=facts.languages or None,
        library_name="gguf" if facts.is_gguf else "peft",
        pipeline_tag="text-generation",
        tags=_tags(facts),
        # A whole model is a fine-tune, for any types of weights: "quantized" means the same model, smaller.
        base_model_relation=("adapter" if facts.is_adapter else "finetune") if base.repo else None,
    )
    return f"---\n{data.to_yaml().strip()}\n---\n"


def _tags(facts: Facts) -> list[str]:
    tags = ["luthier", "dora" if facts.config.dora else "lora"]
    tags += [facts.config.objective] if facts.config.choices else []
    tags += ["gguf", "llama.cpp"] if facts.is_gguf else []
    return tags + (["conversational"] if facts.conversations else [])


def usage(facts: Facts) -> str:
    """Return the section on use, in Markdown. Commands are for a terminal in the folder of the files."""
    if not facts.is_gguf:
        return _with_peft(facts)
    weights = facts.files[0]
    if facts.is_adapter:
        return _adapter(weights, facts)
    model = f"-m {_shown(weights)}" + (f" --mmproj {_shown(facts.mmproj)}" if facts.mmproj else "")
    ways = [_in_ollama(weights, facts), _in_lm_studio(weights), _in_llama_cpp(model), _eyes(facts)]
    return "\n\n".join(way for way in ways if way)


def _adapter(file: Path, facts: Facts) -> str:
    base = facts.base.repo or "the base model"
    return (
        f"{_in_llama_cpp(f'-m BASE.gguf --lora {_shown(file)}')}\n\n"
        f"BASE.gguf is a GGUF file of {base}, best the very one that was trained. `--lora-scaled` instead of `--lora` "
        "takes a strength after a colon. Ollama and LM Studio load no adapters: for these, export the run as a whole "
        "model."
    ) + (f"\n\n{eyes}" if (eyes := _eyes(facts)) else "")


def _eyes(facts: Facts) -> str:
    """Return the card's part about pictures: only the text part was trained, or the encoder's file is beside it."""
    if facts.mmproj:
        return (
            f"Only text was trained. {_shown(facts.mmproj)} reads pictures or sound for the model as it did for the "
            "base: it is the base's own file, under its licence."
        )
    if facts.loader == TEXT_LOADER:
        return ""
    return (
        f"Only the text part of {facts.base.repo or 'the base model'} was trained. To show the model images in "
        "llama.cpp, add `--mmproj` with the mmproj file that is published for the base: it stays valid."
    )


def _in_ollama(file: Path, facts: Facts) -> str:
    name = ollama_name(facts.run)
    own = any(other.name == MODELFILE for other in facts.files)
    files = [file, *([facts.mmproj] if facts.mmproj else [])]
    lines = [
        f"echo {shlex.quote(f'FROM ./{one.name}')} {'>>' if at else '>'} {MODELFILE}\n" for at, one in enumerate(files)
    ]
    made = "" if own else "".join(lines)
    return f"**Ollama** {OLDEST} or newer\n\n```\n{made}ollama create {name} -f {MODELFILE}\nollama run {name}\n```"


def _in_lm_studio(file: Path) -> str:
    return f"**LM Studio**\n\n```\nlms import {_shown(file)}\n```"


def _in_llama_cpp(files: str) -> str:
    return f"**llama.cpp**, with a page to chat at <http://127.0.0.1:8080>\n\n```\nllama-server {files}\n```"


def _with_peft(facts: Facts) -> str:
    base = facts.base.repo or "BASE"
    lines = [
        "from peft import PeftModel",
        f"from transformers import {facts.loader}, AutoTokenizer",
        "",
        f'model = {facts.loader}.from_pretrained("{base}")',
        'model = PeftModel.from_pretrained(model, ".")  # this folder',
        f'tokenizer = AutoTokenizer.from_pretrained("{base}")',
    ]
    return "**Transformers and PEFT**\n\n```python\n" + "\n".join(lines) + "\n```"


def _shown(file: Path) -> str:
    return shlex.quote(file.name)
