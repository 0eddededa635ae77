"""Each setting of a training in plain words, as the Train page has it."""

from __future__ import annotations

from dataclasses import dataclass

from core.shared.texts.language import tr


@dataclass(frozen=True)
class Setting:
    """One row of the form."""

    key: str  # the name in TrainConfig
    label: str
    choices: tuple[str, ...]
    help: str
    accepts: str  # what it has to be

    @property
    def complaint(self) -> str:
        """When the value is none."""
        return tr("{label} must be {accepts}.", label=self.label.replace("&", ""), accepts=self.accepts)


_WHOLE, _STEPS = tr("a whole number, 0 or more"), tr("a whole number of steps, 0 or more")
_SHARE, _SWITCH = tr("a number from 0 to below 1, such as 0.05"), tr("on or off")

MAIN = (
    Setting(
        "epochs", tr("&Epochs"), ("1", "2", "3", "5", "10"),
        tr("How many times it reads all of your data. More learns it better, then by heart."),
        tr("a number above 0 and at most a million, such as 3"),
    ),
    Setting(
        "context", tr("Co&ntext"), ("128", "256", "512", "1024", "2048", "4096"),
        tr("The longest text it sees at once, in tokens (3/4 of a word). Longer takes more memory."),
        tr("a whole number of tokens, 8 or more, such as 512"),
    ),
    Setting(
        "rank", tr("Ran&k"), ("4", "8", "16", "32", "64"),
        tr("How much room it has to learn: 16 is enough for most, 32 for much knowledge."),
        tr("a whole number from 1 to 1024, such as 16"),
    ),
    Setting(
        "learning_rate", tr("&Learning rate"), ("5e-5", "1e-4", "2e-4", "5e-4", "1e-3"),
        tr("How big its steps are. If the loss jumps up, choose a smaller one."),
        tr("a number above 0 and at most 1, such as 2e-4"),
    ),
)  # fmt: skip

COMPUTE_ON = Setting(
    "device", tr("Compute on"), ("auto", "cpu"),
    tr("The processor or a graphics card. Automatic: as Settings say, else the faster of the two."),
    tr("one of those in the list"),
)  # fmt: skip
ADVANCED = (
    Setting(
        "max_steps", tr("Most steps"), ("0", "50", "100", "500"),
        tr("Train so many steps, whatever the epochs say. 0: as many as the epochs need."),
        _WHOLE,
    ),
    Setting(
        "eval_every", tr("Evaluate every"), ("0", "10", "25", "100"),
        tr("Measure on held-out text every so many steps. 0: only at the beginning and at the end."),
        _STEPS,
    ),
    Setting(
        "eval_share", tr("Held out"), ("0", "0.02", "0.05", "0.1"),
        tr("The share of your data that is kept for measuring and never trained on."),
        _SHARE,
    ),
    Setting(
        "eval_tokens", tr("Measured"), ("0", "8192", "32768", "131072"),
        tr("At most so many held-out tokens are measured each time, so that it does not take long. 0: all."),
        tr("a whole number of tokens, 0 or more"),
    ),
    Setting(
        "save_every", tr("Save every"), ("0", "10", "50", "200"),
        tr("Write a checkpoint every so many steps; a crash costs no more than these. 0: only at the end."),
        _STEPS,
    ),
    Setting(
        "rollback", tr("Go back"), ("on", "off"),
        tr(
            "When the loss jumps and stays high: back to the last good checkpoint with half the learning rate, "
            "twice at most. off: go on, whatever happens."
        ),
        _SWITCH,
    ),
    Setting(
        "collapsed", tr("Odd data"), ("refuse", "train"),
        tr(
            "Data with one answer to every question, or with mostly misread letters: refuse it, or train it all "
            "the same."
        ),
        tr("refuse or train"),
    ),
    Setting(
        "grad_accumulation", tr("Rows a step"), ("1", "2", "4", "8", "16"),
        tr(
            "How many pieces of text make up one step. More makes steadier but fewer steps, and needs no more "
            "memory."
        ),
        tr("a whole number, 1 or more, such as 4"),
    ),
    Setting(
        "targets", tr("Adapted parts"), ("all-linear", "q,k,v,o", "q,v", "gate,up,down"),
        tr("Which parts of each layer get an adapter. Fewer make a smaller file; all of them usually learn best."),
        tr("all-linear, or some of q, k, v, o, gate, up, down with commas between"),
    ),
    Setting(
        "layers", tr("Layers"), ("all", "last half", "last quarter", "last 4", "first half"),
        tr(
            "Which layers learn. Backward ends at the lowest: fewer, from the last on, are faster and take less "
            "memory."
        ),
        tr("all, last half, last quarter, last 8, first 8, or numbers from 0 on, such as 4-11"),
    ),
    Setting(
        "alpha", tr("Alpha"), ("16", "32", "64"),
        tr("How strongly what is learnt counts: twice the rank is usual."),
        tr("a number above 0, such as 32"),
    ),
    Setting(
        "schedule", tr("Schedule"), ("cosine", "linear", "constant"),
        tr("How the learning rate falls from its height to nothing: in a curve, in a line, or not at all."),
        tr("cosine, linear or constant"),
    ),
    Setting(
        "warmup_ratio", tr("Warm-up"), ("0", "0.03", "0.05", "0.1"),
        tr("The share of the steps in which the learning rate rises to its height."),
        _SHARE,
    ),
    Setting(
        "early_stopping_patience", tr("Patience"), ("0", "2", "3", "5"),
        tr("Stop after so many evaluations without improvement. 0: never before the end."),
        tr("a whole number of evaluations, 0 or more"),
    ),
    Setting(
        "seed", tr("Seed"), ("0", "1", "42"),
        tr("The order of the rows and the adapter's beginning. The same seed trains the same again."),
        _WHOLE,
    ),
    Setting(
        "threads", tr("Threads"), ("0", "1", "2", "4"),
        tr("How many cores compute. Fewer leave some to other programs; 0: as Settings say."),
        tr("a whole number of threads, 0 or more"),
    ),
    COMPUTE_ON,
    Setting(
        "priority", tr("Priority"), ("auto", "normal", "low"),
        tr(
            "low: other programs go first and keep a core, so that the computer stays usable. auto: as Settings "
            "say."
        ),
        tr("auto, normal or low"),
    ),
    Setting(
        "rslora", tr("Rank-stable"), ("off", "on"),
        tr("rsLoRA: with large ranks (64 or more) the adapter keeps learning instead of being damped."),
        _SWITCH,
    ),
    Setting(
        "dora", "DoRA", ("off", "on"),
        tr("Also trains how strong each row of a weight is. Slower, often a bit better, and exported merged only."),
        _SWITCH,
    ),
    Setting(
        "lora_plus_ratio", tr("LoRA+ ratio"), ("1", "4", "16"),
        tr(
            "Lets the adapter's second half learn this many times faster, which can save steps. 16 is usual; 1: "
            "off."
        ),
        tr("a number above 0, such as 16"),
    ),
    Setting(
        "dropout", tr("Dropout"), ("0", "0.05", "0.1"),
        tr(
            "Leaves out part of what the adapter reads, at random, so that it learns less by heart. 0.05 is usual; "
            "0: off."
        ),
        _SHARE,
    ),
    Setting(
        "neftune_alpha", tr("Noise"), ("0", "5", "10"),
        tr(
            "NEFTune: a little noise on the words while training, which often makes answers of a chat model freer. "
            "0: off."
        ),
        tr("a number, 0 or more, such as 5"),
    ),
    Setting(
        "weight_decay", tr("Weight decay"), ("0", "0.01", "0.1"),
        tr("Pulls the adapter back towards nothing, so that small data changes the model less. 0: off."),
        tr("a number, 0 or more, such as 0.01"),
    ),
)  # fmt: skip
