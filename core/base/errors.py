"""The one error that users see: what happened, where, and what to do next."""

from __future__ import annotations


class LuthierError(Exception):
    """A failure a user can act on.

    code: stable, dotted, lower case (`convert.missing-shard`); for scripts and tests.
    message: what happened, with the file, line or tensor it happened at.
    hint: what to do next, or "" when the message already says it.
    details: a traceback, of an error that another process did not foresee.
    """

    def __init__(self, code: str, message: str, hint: str = "", details: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.details = details

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message


class Cancelled(Exception):  # noqa: N818 - a request, not an error
    """Raised inside a job when the user asked for it to be thrown away."""
