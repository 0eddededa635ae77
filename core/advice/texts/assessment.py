"""Whether a model got better, in a sentence: what it has right beside another, and how sure that is."""

from __future__ import annotations

from core.advice.texts.language import tr
from core.advice.texts.numbers import count
from core.protocol import Assessed, Versus

TUNED, BASE = "the tuned model", "the base"  # as results name them


# Nats a token on general questions. SmolLM2 135M, by the recipes of docs/teaches.md: 0.1 where mails were sorted into
# labels at a low rate, 0.5 with labels, orders as JSON and calls of tools, 1.0 with facts learnt by heart and a style.
LITTLE, FAR = 0.3, 0.8


def verdict(
    first: Assessed, others: list[Assessed], versus: list[Versus], *, unseen: bool, moved: float | None = None
) -> str:
    """Return what came of the assessment, with a sentence on each other model, and on how far it is from its base.

    unseen: whether it is known that nothing of the test was trained on. moved: as in AssessResult.
    """
    if first.of == 1:
        asked = tr("Of one question that it never saw") if unseen else tr("Of one question")
    else:
        asked = tr("Of {n} questions that it never saw", n=count(first.of)) if unseen else tr(
            "Of {n} questions", n=count(first.of)
        )  # fmt: skip
    has = tr("{asked}, {name} has {right} right", asked=asked, name=named(first.name), right=count(first.right))
    theirs = "".join(tr(", {name} {right}", name=named(one.name), right=count(one.right)) for one in others)
    said = [f"{has}{theirs}.", *(_said(one, alone=len(versus) == 1) for one in versus)]
    return " ".join(said if moved is None else [*said, how_far(moved)])


def how_far(moved: float) -> str:
    """Return in words how far a model has moved from its base on general questions. moved: nats a token."""
    if moved < LITTLE:
        return tr("Its answers to other questions have changed little.")
    if moved < FAR:
        return tr("Its answers to other questions have changed noticeably.")
    return tr("Its answers to other questions have changed a lot.")


def named(name: str) -> str:
    """Return the name of a model as it is shown."""
    return {TUNED: tr("the tuned model"), BASE: tr("the base")}.get(name, name)


def _said(one: Versus, *, alone: bool) -> str:
    """As a sentence of its own, or with whom it is beside."""
    said = _decided(one)
    return said[:1].upper() + said[1:] if alone else tr("Beside {name}: {said}", name=named(one.name), said=said)


def _decided(one: Versus) -> str:
    differ = count(one.only_first + one.only_other)
    match one.decision:
        case "certain":
            return tr("that is certain.")
        case "likely":
            return tr("that is likely, and not yet certain: more questions would tell.")
        case "even":
            return tr("they have the same questions right.")
        case "few":
            return tr("they differ in {n} of them, too few to tell which is better.", n=differ)
    return tr("they differ in {n} of them, but both ways, which does not tell which is better.", n=differ)
