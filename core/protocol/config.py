"""Training settings: one struct, with the same names in config.json, on the command line and in the window.

Also the names of text encodings, as people type them and as the window shows them.
"""

from __future__ import annotations

import codecs
import math
import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Meta

from core.base.devices import AUTO, DEVICE_HINT, DEVICE_PATTERN, is_device_name
from core.base.errors import Do, LuthierError
from core.protocol.layers import ALL, require_layers

Positive = Annotated[int, Meta(ge=1)]
NonNegative = Annotated[int, Meta(ge=0)]
Share = Annotated[float, Meta(ge=0, lt=1)]

HELD_EVERY, HELD_TOKENS, HELD_ROWS = 2, 64, 80  # hold: every 2nd step, a row of 64 tokens or more, of 80
LINEARS = (
    *("q", "k", "v", "o", "conv_in", "conv_out", "ssm_in", "ssm_out"),
    *("delta_qkv", "delta_gate", "delta_alpha", "delta_beta", "delta_out"),
    *("gate", "up", "down", "shared_gate", "shared_up", "shared_down", "ple_gate", "ple_up"),
)
LARGEST_RATE = 1.0  # Adam changes each value by about the rate, and the adapter's values are far smaller than 1
LARGEST_SCALE = 1000.0  # an adapter scaled so drowns the model after the first step (tests/lab/bench/bench_spikes.py)
LARGEST_NOISE = 1000.0  # 5 to 15 are usual (arXiv:2310.05914)
_KINDS = {"int": "a whole number", "float": "a number", "bool": "true or false"}  # msgspec's types in plain words
_TEXTS = ("sample_prompts", "layers", "hold_text")  # settings whose text is used verbatim

ENCODINGS = {  # by Python's name; common ones to choose from
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "cp1252": "Western European (Windows-1252)",
    "iso8859-1": "Western European (Latin-1)",
    "cp1250": "Central European (Windows-1250)",
    "iso8859-2": "Central European (Latin-2)",
    "cp1251": "Cyrillic (Windows-1251)",
    "koi8-r": "Cyrillic (KOI8-R)",
    "cp1253": "Greek (Windows-1253)",
    "cp1254": "Turkish (Windows-1254)",
    "mac-roman": "Western European (old Mac)",
    "cp850": "Western European (DOS 850)",
    "cp932": "Japanese (Shift JIS)",
    "euc_jp": "Japanese (EUC-JP)",
    "gb18030": "Chinese (GB 18030, GBK)",
    "big5": "Chinese (Big5)",
    "cp949": "Korean (EUC-KR, CP949)",
}
_MARKED = {"utf-16-le": "UTF-16", "utf-16-be": "UTF-16", "utf-32-le": "UTF-32", "utf-32-be": "UTF-32"}


class TrainConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that decides what a run learns. Defaults suit a small model and a few thousand examples."""

    goal: Literal["none", "style", "qa", "exact", "persona", "text", "choices"] = "none"  # decides what "best" means
    objective: Literal["sft", "dpo", "kto", "orpo"] = "sft"  # sft learns answers, the others choices between answers
    preference_beta: Annotated[float, Meta(gt=0)] = 0.1  # dpo, kto, orpo: limits how far an answer's likelihood moves
    length_normalized: bool = False  # dpo: use the mean of an answer's tokens, not their sum
    good_weight: Annotated[float, Meta(gt=0, le=100)] = 1.0  # kto: weight of a good answer; a bad one's is 1
    label_smoothing: Annotated[float, Meta(ge=0, lt=0.5)] = 0.0  # dpo: the share of choices that may be wrong
    epochs: Annotated[float, Meta(gt=0, le=1_000_000)] = 3.0  # passes over all rows
    max_steps: NonNegative = 0  # overrides epochs; 0: as many as the epochs need
    context: Annotated[int, Meta(ge=8)] = 512  # longest sequence, in tokens
    batch_tokens: NonNegative = 0  # tokens in one packed row; 0: one context
    grad_accumulation: Positive = 4  # packed rows per optimizer step
    learning_rate: Annotated[float, Meta(gt=0, le=1)] = 2e-4  # the schedule's peak
    lora_plus_ratio: Annotated[float, Meta(gt=0)] = 1.0  # B's learning rate divided by A's (arXiv:2402.12354)
    schedule: Literal["constant", "linear", "cosine"] = "cosine"  # how the learning rate falls to 0
    warmup_ratio: Share = 0.05  # share of the steps in which the learning rate rises
    weight_decay: Annotated[float, Meta(ge=0)] = 0.0  # AdamW's; 0: none
    betas: tuple[Share, Share] = (0.9, 0.999)  # AdamW's decay rates for the gradient and its square
    max_grad_norm: Annotated[float, Meta(ge=0)] = 1.0  # 0: no clipping
    rank: Annotated[int, Meta(ge=1, le=1024)] = 16  # of the adapter: its capacity
    alpha: Annotated[float, Meta(gt=0)] = 32.0  # the adapter is scaled by alpha / rank
    rslora: bool = False  # scale by alpha / sqrt(rank) instead of alpha / rank
    dora: bool = False  # train the weight rows' lengths and directions separately (arXiv:2402.09353)
    dropout: Share = 0.0  # of the low-rank branches' inputs, while training
    neftune_alpha: Annotated[float, Meta(ge=0)] = 0.0  # noise on the embeddings, while training; 0: none
    targets: str = "all-linear"  # linears with an adapter; or a list of names: q,k,v,o
    layers: str = ALL  # layers with an adapter: all, last half, first 8, 4-11 …
    train_on: Literal["assistant", "last", "all"] = "assistant"  # supervised text: answers, the last answer, or all
    turn_marks: Literal["auto", "chatml"] = "auto"  # for a model without a chat template; auto: those in its vocabulary
    thoughts: Literal["auto", "with", "without", "empty"] = "auto"  # of answers; auto: learnt if the data has some
    format: Literal[
        "auto",
        "text",
        "messages",
        "sharegpt",
        "preference",
        "votes",
        "scored",
        "ranked",
        "alpaca",
        "qa",
        "prompt",
        "chatgpt",
        "claude",
        "gemini",
        "documents",
        "rendered",
    ] = "auto"  # of the data; auto: detected
    columns: str = "auto"  # columns of fields: field:column,field:column; the others by their names
    encoding: str = "auto"  # of the data's text, such as windows-1252; auto: detected from its bytes
    header: Literal["auto", "yes", "no"] = "auto"  # whether a table's first row names its columns; auto: detected
    sheet: str = ""  # of a workbook: its name, or its number from 1; "": the first with rows
    duplicates: Literal["keep", "drop"] = "keep"  # repeated rows
    collapsed: Literal["refuse", "train"] = "refuse"  # data with one answer to everything, or garbled data
    packing: bool = True  # several examples share a row, isolated from each other
    shared_beginnings: bool = True  # compute a beginning that examples share once, where that pays
    hold: Annotated[float, Meta(ge=0, le=100)] = 0.0  # how firmly the model is held on ordinary text; 0: not
    hold_text: str = ""  # a file with ordinary text; "": everyday talk in six languages
    eval_share: Share = 0.05  # share of the rows held out if no evaluation file is given
    test_share: Share = 0.0  # share of the rows for `luthier assess`: not trained on, not used in evaluations
    eval_tokens: NonNegative = 32_768  # most held-out tokens that an evaluation measures; 0: all
    eval_every: NonNegative = 0  # steps; 0: before the first and after the last step only
    best_by: Literal["loss", "right"] = "loss"  # criterion for the best checkpoint and for early stopping
    early_stopping_patience: NonNegative = 0  # evaluations without improvement; 0: off
    save_every: NonNegative = 50  # steps; 0: at the end only
    keep_checkpoints: Positive = 2  # besides the best by evaluation and those kept for a rollback
    rollback: bool = True  # after a jump in the loss: to the last good checkpoint, at half the rate; at most twice
    sample_prompts: tuple[str, ...] = ()  # answered at each evaluation, to show how the model changes
    sample_rows: NonNegative = 0  # also answer so many held-out, or else trained, questions; none for running text
    sample_tokens: Annotated[int, Meta(ge=1, le=1024)] = 60  # most tokens of each such answer
    seed: NonNegative = 0  # of all random numbers: the same seed gives the same run
    threads: NonNegative = 0  # 0: one per physical core, fewer beside other programs
    priority: Literal["auto", "normal", "low"] = "auto"  # low: other programs go first; auto: the program's settings
    device: Annotated[str, Meta(pattern=DEVICE_PATTERN)] = AUTO  # auto: the program's settings, else the faster
    memory_budget: NonNegative = 0  # bytes; 0: what the machine has free
    backward: Literal["auto", "cached", "streamed"] = "auto"  # keep its weights dequantized, or not; auto: by memory

    @property
    def choices(self) -> Literal["", "pairs", "answers"]:
        """Return the content of rows of choices: pairs of answers, or single answers rated good or bad, too; "" if
        answers are learnt as they are.
        """
        return "" if self.objective == "sft" else "answers" if self.objective == "kto" else "pairs"

    @property
    def row_tokens(self) -> int:
        """Return the tokens in one packed row, which fits both sequences that a choice compares."""
        return max(self.batch_tokens, self.context * (2 if self.choices else 1))

    @property
    def column_of(self) -> dict[str, str]:
        """Return the column of each field that `columns` names. A backslash escapes a comma or colon."""
        pairs = (re.split(r"(?<!\\):", pair, maxsplit=1) for pair in _pairs(self.columns))
        return {field.strip(): re.sub(r"\\([,:])", r"\1", column).strip() for field, column in pairs}

    @property
    def target_linears(self) -> tuple[str, ...]:
        """Return the linears that get an adapter, in forward order."""
        if self.targets == "all-linear":
            return LINEARS
        wanted = {name.strip() for name in self.targets.split(",")}
        return tuple(name for name in LINEARS if name in wanted)

    @property
    def scale(self) -> float:
        """Return the factor on the low-rank branch: alpha / rank (LoRA), alpha / sqrt(rank) (rsLoRA,
        arXiv:2312.03732).
        """
        return self.alpha / (self.rank**0.5 if self.rslora else self.rank)


def with_settings(config: TrainConfig, settings: list[str]) -> TrainConfig:
    """Apply KEY=VALUE strings, as given by `--set`.

    Raises LuthierError `config.unknown-setting` or `config.bad-value`, which names the key and its accepted values.
    """
    values: dict[str, Any] = msgspec.to_builtins(config)
    for setting in settings:
        key, equals, text = setting.partition("=")
        key = key.strip()
        if not equals or key not in values:
            raise LuthierError(
                "config.unknown-setting",
                f"'{setting}' is not a setting.",
                f"Settings are written KEY=VALUE. Known keys: {', '.join(sorted(values))}.",
            )
        value = text.strip() if key in _TEXTS else _parse_value(text.strip())
        if isinstance(value, list) and isinstance(values[key], int | float):
            raise LuthierError(
                "config.bad-value",
                f"{key}={text}: a comma is no part of a number.",
                f"Write a point before decimals, and nothing between thousands: {key}={_without_commas(text)}",
            )
        values[key] = value
    return from_values(values)


def from_values(values: dict[str, Any]) -> TrainConfig:
    """Build a checked config from plain values (the window's form, config.json).

    Raises LuthierError `config.bad-value`.
    """
    if isinstance(prompts := values.get("sample_prompts"), str):
        values = {**values, "sample_prompts": _lines(prompts)}
    if values.get("layers") == "":  # a cleared field
        values = {**values, "layers": ALL}
    if not is_device_name(device := str(values.get("device", AUTO))):
        raise LuthierError("config.bad-value", f"No device is called {device}.", DEVICE_HINT)
    try:
        config = msgspec.convert(values, TrainConfig, strict=False)
    except msgspec.ValidationError as error:
        raise LuthierError("config.bad-value", _readable(error, values)) from error
    require_workable(config)
    return config


def require_workable(config: TrainConfig) -> None:
    """Check constraints that the types do not express. Every job's config is checked before the job begins.

    Raises LuthierError `config.bad-value`, which names the key and its accepted values.
    """
    if any(not re.search(r"\w\s*:\s*\S", pair) for pair in _pairs(config.columns)):
        raise LuthierError(
            "config.bad-value",
            f"The columns {config.columns} are no list of FIELD:COLUMN.",
            Do.set("columns", words="For example --set columns=prompt:question,completion:answer."),
        )
    if config.encoding != "auto" and codec_of(config.encoding) is None:
        raise LuthierError(
            "config.bad-value",
            f"No encoding is called {config.encoding}.",
            "Use auto, or a name such as utf-8, utf-16, windows-1252, mac-roman or shift_jis.",
        )
    require_layers(config.layers)
    unknown = set() if config.targets == "all-linear" else {t.strip() for t in config.targets.split(",")} - set(LINEARS)
    if unknown:
        raise LuthierError(
            "config.bad-value",
            f"targets names {', '.join(sorted(map(repr, unknown)))}, which no model that Luthier trains has.",
            f"Use all-linear, or a list of those that the model has: {', '.join(LINEARS)}.",
        )
    for message, hint in _unworkable(config):
        raise LuthierError("config.bad-value", message, hint)


def _unworkable(config: TrainConfig) -> Iterator[tuple[str, str]]:
    """Yield settings that no training can work with, and values that would. core/advice/advice.py covers unwise
    ones.
    """
    for key in config.__struct_fields__:
        value = getattr(config, key)
        numbers = value if isinstance(value, tuple) else (value,)
        if any(isinstance(number, float) and not math.isfinite(number) for number in numbers):
            usual = msgspec.to_builtins(type(config)())[key]
            yield f"{key}={value}: it is not a number to train with.", f"{usual} is usual."
    if config.learning_rate * max(1.0, config.lora_plus_ratio) > LARGEST_RATE:
        yield (
            f"learning_rate={config.learning_rate:g} with lora_plus_ratio={config.lora_plus_ratio:g}: half of the "
            f"adapter would learn at {config.learning_rate * config.lora_plus_ratio:g}, and nothing survives over 1.",
            "Set learning_rate=0.0002, and lora_plus_ratio to 16 or 1.",
        )
    if config.scale > LARGEST_SCALE:
        yield (
            f"alpha={config.alpha:g} with rank={config.rank}: the adapter would count {config.scale:g} times.",
            f"Twice the rank is usual: alpha={2 * config.rank}.",
        )
    if config.neftune_alpha > LARGEST_NOISE:
        yield f"neftune_alpha={config.neftune_alpha:g}: so much noise drowns every word.", "5 is usual, 0 is none."
    if config.weight_decay * config.learning_rate >= 1:
        yield (
            f"weight_decay={config.weight_decay:g} with learning_rate={config.learning_rate:g}: each step would erase "
            "the whole adapter.",
            "0.01 is usual, 0 is none.",
        )


def _pairs(columns: str) -> list[str]:
    return [] if columns == "auto" else [pair for pair in re.split(r"(?<!\\),", columns) if pair]


def _lines(prompts: str) -> list[str]:
    """Split typed prompts, one per line; `none` for none."""
    lines = [line.strip() for line in prompts.splitlines() if line.strip()]
    return [] if lines == ["none"] else lines


def _parse_value(text: str) -> Any:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    if size := re.fullmatch(r"([\d.]+)\s*([kmg])i?b?", text.lower()):
        return int(float(size[1]) * 1024 ** ("kmg".index(size[2]) + 1))
    if text.startswith(("[", "(")) or re.fullmatch(r"[\d.eE+-]+(,[\d.eE+-]+)+", text):
        return [part.strip() for part in text.strip("[]()").split(",")]
    return text


def _without_commas(text: str) -> str:
    """Normalize a number's commas: remove those between thousands (before groups of exactly three digits), and turn any
    other into a decimal point.
    """
    text = text.strip("[]() ")
    thousands = re.fullmatch(r"[1-9]\d{0,2}(,\d{3})+", text)
    return text.replace(",", "" if thousands else ".")


def _readable(error: msgspec.ValidationError, values: dict[str, Any]) -> str:
    what, _, where = str(error).partition(" - at `$.")
    key = re.split(r"[`\[]", where)[0]
    kind = next((field.type for field in msgspec.structs.fields(TrainConfig) if field.name == key), None)
    if get_origin(kind) is Literal:
        what = f"it has to be one of {', '.join(get_args(kind))}"
    for name, words in _KINDS.items():
        what = re.sub(rf"Expected `{name}`(, got `\w+`)?", f"it has to be {words}", what)
    return f"{key}={values[key]}: {what}." if key in values else str(error)


def codec_of(name: str) -> str | None:
    """Return Python's canonical name for a text encoding, in any spelling; None if unknown."""
    try:
        # Refuse codecs that do not decode bytes to text, and those that cannot skip invalid input (idna). All others
        # decode four zero bytes.
        bytes(4).decode(name, "backslashreplace")
        return codecs.lookup(name).name
    except (LookupError, ValueError):
        return None


def title_of(codec: str) -> str:
    """Return an encoding's name for people: its region and its common name."""
    return _MARKED.get(codec) or ENCODINGS.get(codec, codec.upper())
