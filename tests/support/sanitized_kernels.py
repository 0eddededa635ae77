"""A plugin of pytest for `make sanitize`: the kernels come from the library that SANITIZED_KERNELS names."""

import os
from pathlib import Path

from core.engine.kernels import library

library.library_file = lambda: Path(os.environ["SANITIZED_KERNELS"])
library.open_library()  # an error, not ggml, when it does not load
