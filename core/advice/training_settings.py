"""Texts for every training setting. Types, limits and defaults are in TrainConfig.

A new setting is a field in TrainConfig and a row of this table, which Train, Runs, sweeps, comparisons, cards and the
guide read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from core.base.language import tr
from core.base.numbers import significant, small


@dataclass(frozen=True)
class Setting:
    """A training setting. label: its name, with "&" before the shortcut letter. choices: values that the Train page
    offers.

    accepts: valid values. place: where the Train page shows it. step: whether it changes a step's time or memory. more:
    what the guide says besides the help, in Markdown; untranslated, since only the guide shows it.
    """

    key: str
    label: str
    help: str
    choices: tuple[str, ...] = ()
    accepts: str = ""
    place: Literal["", "main", "advanced"] = ""
    step: bool = True
    more: str = ""

    @property
    def title(self) -> str:
        return self.label.replace("&", "")

    @property
    def complaint(self) -> str:
        """Return the message for an invalid value."""
        return tr("{label} must be {accepts}.", label=self.title, accepts=self.accepts)


_SHARE, _SWITCH = tr("a number from 0 to below 1, such as 0.05"), tr("on or off")

SETTINGS: Mapping[str, Setting] = {
    row.key: row
    for row in (
        Setting(
            "epochs", tr("&Epochs"),
            tr("How many times it reads all of your data. More learns it better, then by heart."),
            ("1", "2", "3", "5", "10"),
            tr("a number above 0 and at most a million, such as 3"),
            place="main", step=False,
        ),
        Setting(
            "context", tr("Co&ntext"),
            tr("The longest text it sees at once, in tokens (3/4 of a word). Longer takes more memory."),
            ("128", "256", "512", "1024", "2048", "4096"),
            tr("a whole number of tokens, 8 or more, such as 512"),
            place="main",
        ),
        Setting(
            "rank", tr("Ran&k"),
            tr("How much room it has to learn: 16 is enough for most, 32 for much knowledge."),
            ("4", "8", "16", "32", "64"),
            tr("a whole number from 1 to 1024, such as 16"),
            place="main",
        ),
        Setting(
            "learning_rate", tr("&Learning rate"),
            tr("How big its steps are. If the loss jumps up, choose a smaller one."),
            ("5e-5", "1e-4", "2e-4", "5e-4", "1e-3"),
            tr("a number above 0 and at most 1, such as 2e-4"),
            place="main", step=False,
        ),
        Setting(
            "objective", tr("Learns by"),
            tr(
                "sft: your answers, as they stand. dpo, kto, orpo: which of two answers you chose, from data that says "
                "so."
            ),
            ("sft", "dpo", "kto", "orpo"),
            tr("sft, dpo, kto or orpo"),
            place="advanced",
            more="arXiv:2305.18290, arXiv:2402.01306, arXiv:2403.07691; [which of them](show-it-what-you-like.md).",
        ),
        Setting(
            "preference_beta", tr("Beta"),
            tr("For dpo, kto and orpo: how closely it stays to the model it began with. Lower: it may move further."),
            ("0.05", "0.1", "0.3"),
            tr("a number above 0, such as 0.1"),
            place="advanced", step=False,
            more="In orpo it is the weight of the choice beside the chosen answer.",
        ),
        Setting(
            "max_steps", tr("Most steps"),
            tr("Train this many steps, whatever the epochs say. 0: as many as the epochs need."),
            ("0", "50", "100", "500"),
            tr("a whole number, 0 or more"),
            place="advanced", step=False,
        ),
        Setting(
            "eval_every", tr("Evaluate every"),
            tr("Steps between evaluations on held-out text. 0: only at the beginning and at the end."),
            ("0", "10", "25", "100"),
            tr("a whole number of steps, 0 or more"),
            place="advanced", step=False,
        ),
        Setting(
            "eval_share", tr("Held out"),
            tr("The share of your data that is kept for measuring and never trained on."),
            ("0", "0.02", "0.05", "0.1"),
            _SHARE,
            place="advanced",
        ),
        Setting(
            "test_share", tr("Test"),
            tr("The share of your data that is only used to test the trained model."),
            ("0", "0.05", "0.1", "0.2"),
            _SHARE,
            place="advanced", step=False,
            more="For [`luthier assess`](is-it-better.md#what-is-asked); not of running text.",
        ),
        Setting(
            "eval_tokens", tr("Measured"),
            tr("How many held-out tokens are measured each time, at most. 0: all."),
            ("0", "8192", "32768", "131072"),
            tr("a whole number of tokens, 0 or more"),
            place="advanced",
        ),
        Setting(
            "save_every", tr("Save every"),
            tr("The number of steps between checkpoints; a crash costs no more. 0: only at the end."),
            ("0", "10", "50", "200"),
            tr("a whole number of steps, 0 or more"),
            place="advanced", step=False,
        ),
        Setting(
            "rollback", tr("Go back"),
            tr(
                "When the loss jumps and stays high: back to the last good checkpoint with half the learning rate, "
                "twice at most. off: go on, whatever happens."
            ),
            ("on", "off"),
            _SWITCH,
            place="advanced", step=False,
            more="Then it stops ([reliability.md](../reliability.md#when-the-numbers-go-wrong)).",
        ),
        Setting(
            "hold", tr("Stays itself"),
            tr(
                "How firmly it is held to what it would have said on everyday questions, while it learns yours. 1: "
                "firmly; 0: not at all."
            ),
            ("0", "0.3", "1", "3"),
            tr("a number from 0 to 100, such as 1"),
            place="advanced",
            more="[What it saves](../goals.md#keep-what-it-knew).",
        ),
        Setting(
            "hold_text", tr("What must not change"),
            tr("A file of conversations or text that it has to keep. Empty: everyday talk in six languages."),
            ("",),
            tr("the path of a file"),
            place="advanced",
        ),
        Setting(
            "collapsed", tr("Odd data"),
            tr(
                "Data with the same answer to every question, or with mostly misread letters: refuse it, or train "
                "on it anyway."
            ),
            ("refuse", "train"),
            tr("refuse or train"),
            place="advanced",
            more="[reliability.md](../reliability.md#when-the-numbers-go-wrong)",
        ),
        Setting(
            "grad_accumulation", tr("Rows a step"),
            tr(
                "How many pieces of text make up one step. More makes steadier but fewer steps, and needs no more "
                "memory."
            ),
            ("1", "2", "4", "8", "16"),
            tr("a whole number, 1 or more, such as 4"),
            place="advanced",
            more="Packed rows in an optimizer step.",
        ),
        Setting(
            "targets", tr("Adapted parts"),
            tr("Which parts of each layer get an adapter. Fewer make a smaller file; all of them usually learn best."),
            ("all-linear", "q,k,v,o", "q,v", "gate,up,down"),
            tr("all-linear, or some of q, k, v, o, gate, up, down with commas between"),
            place="advanced",
            more="Or a list of q, k, v, o, gate, up, down; in LFM2 conv_in, conv_out; in Qwen3.5 delta_qkv, "
            "delta_gate, delta_alpha, delta_beta, delta_out; in Granite 4's hybrids, Nemotron-H and Falcon-H1 ssm_in, "
            "ssm_out; in Gemma 4 E2B and E4B ple_gate, ple_up; in a mixture of experts shared_gate, shared_up, "
            "shared_down. all-linear leaves out stacks of experts; gate, up and down, when named, get an adapter for "
            "every expert. In Phi q, k and v are one tensor, and so are gate and up.",
        ),
        Setting(
            "layers", tr("Layers"),
            tr(
                "Which layers learn. Fewer, counted from the last, are faster and take less memory."
            ),
            ("all", "last half", "last quarter", "last 4", "first half"),
            tr("all, last half, last quarter, last 8, first 8, or numbers from 0 on, such as 4-11"),
            place="advanced",
            more="`last 8` (or `last:8`) means at most 8, `4-11` includes both, `0,2,5-7` is a list.",
        ),
        Setting(
            "alpha", tr("Alpha"),
            tr("How strongly what is learnt counts: twice the rank is usual."),
            ("16", "32", "64"),
            tr("a number above 0, such as 32"),
            place="advanced", step=False,
        ),
        Setting(
            "schedule", tr("Schedule"),
            tr("How the learning rate falls to zero: in a curve, in a line, or not at all."),
            ("cosine", "linear", "constant"),
            tr("cosine, linear or constant"),
            place="advanced", step=False,
        ),
        Setting(
            "warmup_ratio", tr("Warm-up"),
            tr("The share of the steps in which the learning rate rises to its full value."),
            ("0", "0.03", "0.05", "0.1"),
            _SHARE,
            place="advanced", step=False,
        ),
        Setting(
            "best_by", tr("Best by"),
            tr(
                "Which checkpoint is the best: the one with the lowest loss, or with the most right answers "
                "(right), for labels, JSON and tool calls."
            ),
            ("loss", "right"),
            tr("loss or right"),
            place="advanced", step=False,
            more="An answer is right if each of its tokens is the likeliest one; ties go by the loss. Patience counts "
            "the same.",
        ),
        Setting(
            "early_stopping_patience", tr("Patience"),
            tr("Stop after this many evaluations without improvement. 0: never before the end."),
            ("0", "2", "3", "5"),
            tr("a whole number of evaluations, 0 or more"),
            place="advanced", step=False,
        ),
        Setting(
            "seed", tr("Seed"),
            tr("The order of the rows, and how the adapter begins. The same seed gives the same training."),
            ("0", "1", "42"),
            tr("a whole number, 0 or more"),
            place="advanced", step=False,
        ),
        Setting(
            "threads", tr("Threads"),
            tr("How many cores compute. Fewer leave some to other programs; 0: as Settings say."),
            ("0", "1", "2", "4"),
            tr("a whole number of threads, 0 or more"),
            place="advanced",
            more="Where neither says a number: one a physical core, fewer beside other programs.",
        ),
        Setting(
            "device", tr("Compute on"),
            tr("The processor or a graphics card. Automatic: as Settings say, else the faster of the two."),
            ("auto", "cpu"),
            tr("one from the list"),
            place="advanced",
            more="cpu, or a card as `luthier devices` names it, such as vulkan:0 ([gpu.md](../gpu.md)).",
        ),
        Setting(
            "priority", tr("Priority"),
            tr(
                "low: other programs go first and keep a core, so that the computer stays usable. auto: as Settings "
                "say."
            ),
            ("auto", "normal", "low"),
            tr("auto, normal or low"),
            place="advanced",
            more="The program's setting is `gentle`, below.",
        ),
        Setting(
            "rslora", tr("Rank-stable"),
            tr("rsLoRA: with large ranks (64 or more) the adapter keeps learning instead of being damped."),
            ("off", "on"),
            _SWITCH,
            place="advanced",
            more="It is scaled by alpha / √rank (arXiv:2312.03732) instead of alpha / rank.",
        ),
        Setting(
            "dora", "DoRA",
            tr("Also trains how strong each row of a weight is. Slower, often a bit better, and exported merged only."),
            ("off", "on"),
            _SWITCH,
            place="advanced",
            more="arXiv:2402.09353. For PEFT, too.",
        ),
        Setting(
            "lora_plus_ratio", tr("LoRA+ ratio"),
            tr(
                "Lets the adapter's second half learn this many times faster, which can save steps. 16 is usual; 1: "
                "off."
            ),
            ("1", "4", "16"),
            tr("a number above 0, such as 16"),
            place="advanced",
            more="arXiv:2402.12354.",
        ),
        Setting(
            "dropout", tr("Dropout"),
            tr(
                "Leaves out part of the adapter's input at random, so that it learns less by heart. 0.05 is "
                "usual; 0: off."
            ),
            ("0", "0.05", "0.1"),
            _SHARE,
            place="advanced",
        ),
        Setting(
            "neftune_alpha", tr("Noise (NEFTune)"),
            tr(
                "NEFTune: a little noise on the words while training, which often makes answers of a chat model "
                "freer. 0: off."
            ),
            ("0", "5", "10"),
            tr("a number, 0 or more, such as 5"),
            place="advanced",
            more="arXiv:2310.05914.",
        ),
        Setting(
            "weight_decay", tr("Weight decay"),
            tr("Pulls the adapter back towards nothing, so that small data changes the model less. 0: off."),
            ("0", "0.01", "0.1"),
            tr("a number, 0 or more, such as 0.01"),
            place="advanced", step=False,
            more="AdamW's.",
        ),
        Setting(
            "goal", tr("Goal"),
            "What you want of the training; the verdict and “best” depend on it.",
            step=False,
            more="`--goal` sets everything else from it ([goals.md](../goals.md)).",
        ),
        Setting(
            "length_normalized", tr("Without length"),
            "For dpo: an answer counts by the mean of its tokens, not their sum, so that long answers weigh no more.",
            step=False,
        ),
        Setting(
            "good_weight", tr("Good answers count"),
            "For kto: how much a good answer counts; a bad one counts 1. With half as many good ones: 2 to 2.7.",
            step=False,
        ),
        Setting(
            "label_smoothing", tr("Wrong choices"),
            "For dpo: the share of choices that may be wrong, from 0 to below 0.5. 0: none.",
            step=False,
        ),
        Setting(
            "batch_tokens", tr("Tokens in a row"),
            "Tokens in one packed row. 0: one context; two for choices.",
        ),
        Setting(
            "betas", tr("Betas"),
            "AdamW’s memory of the gradient, and of its square.",
        ),
        Setting(
            "max_grad_norm", tr("Largest gradient"),
            "Longer gradients are shortened to this. 0: never.",
        ),
        Setting(
            "train_on", tr("Learns from"),
            "Which turns are learnt: answers, the last answer alone, or all.",
        ),
        Setting(
            "turn_marks", tr("Marks of turns"),
            "How a model without a chat template learns conversations.",
            more="`auto`: with the marks of turns in its vocabulary, else in ChatML "
            "([data.md](../data.md#models-without-a-chat-template)).",
        ),
        Setting(
            "thoughts", tr("Thoughts"),
            "What is learnt of the thoughts in answers.",
            more="[data.md](../data.md#thoughts) has a table.",
        ),
        Setting(
            "format", tr("Format of the data"),
            "How the data is written. auto: as it looks.",
            more="[data.md](../data.md)",
        ),
        Setting(
            "columns", tr("Columns"),
            "Which column holds which field: field:column, with commas between.",
        ),
        Setting(
            "encoding", tr("Encoding"),
            "The encoding of the data’s text. auto: by its bytes.",
            more="Or a name: utf-8, utf-16, windows-1252, mac-roman, shift_jis, … ([data.md](../data.md)).",
        ),
        Setting(
            "header", tr("Header"),
            "Whether a table’s first row names its columns. auto: as it looks.",
        ),
        Setting(
            "sheet", tr("Sheet"),
            "Of an Excel or OpenDocument table: its name, or its number from 1. Empty: the first with rows.",
        ),
        Setting(
            "duplicates", tr("Equal rows"),
            "Rows that are the same as earlier ones: keep or drop them.",
        ),
        Setting(
            "packing", tr("Packing"),
            "Several examples share a row, kept apart.",
        ),
        Setting(
            "shared_beginnings", tr("Shared beginnings"),
            "A row holds once what several of its examples begin with, such as a system prompt, where that pays.",
            more="[data.md](../data.md#shared-beginnings) says when.",
        ),
        Setting(
            "keep_checkpoints", tr("Checkpoints kept"),
            "Older ones are deleted, except the best and those to go back to.",
        ),
        Setting(
            "sample_prompts", tr("Prompts of samples"),
            "The model answers them at each evaluation, to read how it changes. Training is the same without.",
            step=False,
            more="One to a line.",
        ),
        Setting(
            "sample_rows", tr("Rows as samples"),
            "How many of the held-out questions, or else of those it learns, it also answers at each evaluation.",
            more="The window takes 2 where you give no prompts.",
        ),
        Setting(
            "sample_tokens", tr("Length of samples"),
            "The longest such answer, in tokens.",
        ),
        Setting(
            "memory_budget", tr("Memory allowed"),
            "Bytes, such as 6G. 0: what is free.",
            more="In a container: what its limit leaves.",
        ),
        Setting(
            "backward", tr("Backward pass"),
            "With weights kept unpacked (cached: faster) or not (streamed: less memory). auto: by memory.",
        ),
    )
}  # fmt: skip


def at(place: str) -> tuple[Setting, ...]:
    """Return the settings that the Train page shows at this place, in its order."""
    return tuple(row for row in SETTINGS.values() if row.place == place)


def title_of(key: str) -> str:
    """Return a setting's name; for one from another version, made from its key."""
    return SETTINGS[key].title if key in SETTINGS else key.replace("_", " ").capitalize()


def in_words(value: object) -> str:
    """Return a value as the form writes it."""
    match value:
        case bool():
            return "on" if value else "off"
        case float():
            return small(value) if 0 < abs(value) < 0.01 else significant(value)
        case list():
            return ", ".join(map(in_words, value)) or "none"
        case _:
            return str(value)
