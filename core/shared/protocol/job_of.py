"""What every job is."""

from __future__ import annotations

from typing import Generic, TypeVar, get_args

import msgspec

R_co = TypeVar("R_co", covariant=True)


class JobOf(msgspec.Struct, Generic[R_co], kw_only=True, omit_defaults=True, tag_field="job"):
    """A job that ends with that result when it is done."""


def result_type(job: type[JobOf[R_co]]) -> type[R_co]:
    """Of a kind of job."""
    ((kind,),) = (get_args(base) for base in job.__orig_bases__)  # type: ignore[attr-defined]
    return kind  # type: ignore[no-any-return]
