"""One stretch of tokens that the model reads from its beginning."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Int32 = NDArray[np.int32]
Bool = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Example:
    """Tokens, and which of them the model is trained to write.

    tokens: [n]; supervised: [n], where supervised[i] says that tokens[i] is predicted from tokens[:i].
    supervised[0] is always False: nothing comes before the first token.
    """

    tokens: Int32
    supervised: Bool

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def n_supervised(self) -> int:
        """How many of the tokens count in the loss."""
        return int(self.supervised.sum())
