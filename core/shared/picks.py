"""Models to start with, for those who do not know what to search for: resources/picks.json.

`luthier models search --check-picks` asks the hub whether each is still there as it stands in the list.
"""

from __future__ import annotations

import msgspec

from core.shared import paths
from core.shared.estimate import enough_for, rough_need
from core.shared.protocol import HubFile, HubModel

FILE = paths.RESOURCES / "picks.json"


class Pick(msgspec.Struct, frozen=True, kw_only=True):
    """name: as people call it. dtype: of its weights. ram: gigabytes of the machines that it is meant for.

    good_at: in a sentence.
    """

    name: str
    repo: str
    file: str
    bytes: int
    family: str
    architecture: str
    parameters: int
    licence: str
    dtype: str
    ram: int
    good_at: str

    def as_model(self, memory: int) -> HubModel:
        """As a search would have found it. memory: bytes of this machine."""
        need = rough_need(self.bytes)
        fits = enough_for(need, memory)
        return HubModel(
            id=self.repo,
            kinds=["gguf"],
            files=[HubFile(name=self.file, bytes=self.bytes, need=need, fits=fits)],
            bytes=self.bytes,
            need=need,
            fits=fits,
            licence=self.licence,
            architecture=self.architecture,
            trains=True,
            parameters=self.parameters,
            summary=self.good_at,
        )


def starter_picks() -> list[Pick]:
    """From the smallest to the largest machine."""
    return msgspec.json.decode(FILE.read_bytes(), type=list[Pick])
