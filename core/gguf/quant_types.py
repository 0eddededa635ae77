"""The types of weights that GGUF files can be written in, for lists and pickers. No native code.

A name is what llama.cpp calls a file type. Each is a mix: the bulk of the weights has the type that the name says, and
llama.cpp stores those that matter most (the output, some of `attn_v` and `ffn_down`) in a finer one.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.base.errors import LuthierError


@dataclass(frozen=True)
class QuantType:
    """One choice. bits: per weight in the bulk of the file, scales counted in; a whole file has a little more.

    number: llama.cpp's, of enum llama_ftype. needs_imatrix: the result would be noise without an importance matrix, so
    llama.cpp refuses. special: for models that were trained for such weights; any other is ruined by it.
    """

    name: str
    number: int
    bits: float
    summary: str
    needs_imatrix: bool = False
    special: bool = False


# From the largest to the smallest.
QUANT_TYPES = (
    QuantType("f32", 0, 32, "Every value as it is, twice the size of the original download."),
    QuantType("bf16", 32, 16, "As most models are published; nothing is lost. Slow on many processors."),
    QuantType("f16", 1, 16, "As good as the original, and fast everywhere. The usual start for the smaller types."),
    QuantType("q8_0", 7, 8.5, "Half the size, no difference to be seen. The best base for training."),
    QuantType("q6_k", 18, 6.56, "Nearly as good as Q8_0, a quarter smaller."),
    QuantType("q5_k_m", 17, 5.5, "Very close to the original."),
    QuantType("q5_k_s", 16, 5.5, "Q5_K_M without its finer parts: a little smaller."),
    QuantType("q5_1", 9, 6, "An older 5-bit type with offsets; Q5_K_M is better and smaller."),
    QuantType("q5_0", 8, 5.5, "An older 5-bit type, for models whose widths the k types cannot divide."),
    QuantType("q4_k_m", 15, 4.5, "The usual choice: a third of the size for a small loss."),
    QuantType("q4_k_s", 14, 4.5, "Q4_K_M without its finer parts: a little smaller, a little worse."),
    QuantType("q4_1", 3, 5, "An older 4-bit type with offsets; Q4_K_S is better and smaller."),
    QuantType("q4_0", 2, 4.5, "An older 4-bit type, the fastest on many processors."),
    QuantType("iq4_nl", 25, 4.5, "4 bits with uneven steps: better than Q4_0 at its size."),
    QuantType("iq4_xs", 30, 4.25, "About Q4_K_S in a smaller file; slower on processors."),
    QuantType("mxfp4_moe", 38, 4.25, "Mixtures of experts: the experts in 4-bit floating point, all else in Q8_0."),
    QuantType("q3_k_l", 13, 3.44, "3 bits with many finer parts: a loss that shows in small models."),
    QuantType("q3_k_m", 12, 3.44, "3 bits with finer parts: a clear loss, for when Q4_K_M does not fit."),
    QuantType("q3_k_s", 11, 3.44, "3 bits nearly throughout: a large loss; IQ3_S is better."),
    QuantType("iq3_m", 27, 3.66, "3 bits from a table, with finer parts: better than Q3_K_M at less. Slow to make."),
    QuantType("iq3_s", 26, 3.44, "3 bits from a table. Slow to make."),
    QuantType("iq3_xs", 22, 3.3, "Between IQ3_S and IQ3_XXS.", needs_imatrix=True),
    QuantType("iq3_xxs", 23, 3.06, "The smallest with 3 bits.", needs_imatrix=True),
    QuantType("q2_k", 10, 2.63, "2 bits with finer parts: only for models too large otherwise."),
    QuantType("q2_k_s", 21, 2.63, "Q2_K without its finer parts.", needs_imatrix=True),
    QuantType("iq2_m", 29, 2.7, "2 bits from a table, with finer parts: better than Q2_K at less.", needs_imatrix=True),
    QuantType("iq2_s", 28, 2.5, "Between IQ2_M and IQ2_XS.", needs_imatrix=True),
    QuantType("iq2_xs", 20, 2.31, "2 bits from a table: very large models only.", needs_imatrix=True),
    QuantType("iq2_xxs", 19, 2.06, "The smallest with 2 bits: very large models only.", needs_imatrix=True),
    QuantType("iq1_m", 31, 1.75, "Under 2 bits: a last resort for the largest models.", needs_imatrix=True),
    QuantType("iq1_s", 24, 1.56, "The smallest of all: often incoherent.", needs_imatrix=True),
    QuantType("q2_0", 41, 2.25, "Four values in groups of 64, for models trained for it.", special=True),
    QuantType("tq2_0", 37, 2.06, "Weights of -1, 0 and 1, for models trained so (BitNet).", special=True),
    QuantType("tq1_0", 36, 1.69, "The same as TQ2_0 in a smaller file; slower.", special=True),
    QuantType("q1_0", 40, 1.13, "Weights of -1 and 1, for models trained so.", special=True),
)

_BY_NAME = {row.name: row for row in QUANT_TYPES}


def quant_type(name: str) -> QuantType:
    """Return the row of that name, in upper or lower case. Raises LuthierError `quantize.unknown-type`."""
    found = _BY_NAME.get(name.lower())
    if found is None:
        raise LuthierError(
            "quantize.unknown-type", f"'{name}' is not a quantization.", f"Known: {', '.join(_BY_NAME)}."
        )
    return found
