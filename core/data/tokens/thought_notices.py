"""What people should know about the thoughts in their data, and about those that a thinking model misses there."""

from __future__ import annotations

from collections.abc import Iterator

from core.data.chat.conversation import THOUGHTS_TOO_LONG
from core.data.tokens.dataset import DataNotice, Dataset
from core.shared.advice import ENOUGH_THOUGHTS
from core.shared.config import TrainConfig
from core.shared.goals import LONG_CONTEXTS


def thought_notices(dataset: Dataset, config: TrainConfig) -> Iterator[DataNotice]:
    """Yield notices about conversations: first what is not learnt, because it explains why others have no thoughts;
    then what that does.
    """
    seen = dataset.seen
    if count := dataset.dropped.get(THOUGHTS_TOO_LONG, 0):
        message = f"{count:,} {'row is' if count == 1 else 'rows are'} not used: with their thoughts they are longer "
        message += f"than the context of {config.context:,} tokens, and the answer would be cut off."
        larger = next(
            (f"context={tokens} takes more of them. " for tokens in LONG_CONTEXTS if tokens > config.context), ""
        )
        yield DataNotice("data.long-thoughts", message, f"{larger}thoughts=without learns their answers alone.")
    if config.thoughts == "auto":
        yield from _missing(seen["thoughts"], seen["no thoughts"])
    if count := seen["thoughts as text"]:
        message = f"The chat template has no place for thoughts: in {_conversations(count)} they are learnt as text, "
        message += "between <think> and </think> at the answer's beginning."
        hint = "Other programs may show them as part of the answer. thoughts=without leaves them out."
        yield DataNotice("data.thoughts-as-text", message, hint)
    if count := seen["passed"]:
        message = f"In {_conversations(count)} earlier answers are read and not learnt: the chat template cuts their "
        message += "thoughts out once others follow, and alone they would teach the model not to think."
        hint = "To learn each of them, give one exchange a row. thoughts=without learns all answers without thoughts."
        yield DataNotice("data.earlier-thoughts", message, hint)


def _missing(answers: int, without: int) -> Iterator[DataNotice]:
    """A model that thinks unlearns it by answers that have no thoughts."""
    if not without or answers >= ENOUGH_THOUGHTS * (answers + without):
        return
    which = f"{without:,} of {answers + without:,} conversations have" if answers else "the data has"
    yield DataNotice(
        "data.no-thoughts",
        f"This model can think before it answers, and {which} no thoughts: it will unlearn some of its thinking.",
        f"To keep it, let {ENOUGH_THOUGHTS:.0%} of the rows have thoughts (<think>…</think> before the answer). "
        "Otherwise it learns to answer without, and is asked so afterwards.",
    )


def _conversations(count: int) -> str:
    return "1 conversation" if count == 1 else f"{count:,} conversations"
