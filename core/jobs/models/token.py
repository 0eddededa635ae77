"""Token: the one for gated and private models, into the system's keyring or out of it."""

from __future__ import annotations

from core import protocol as p
from core.base import settings
from core.hub import access_token
from core.hub.client import endpoint_of
from core.jobs.context import JobContext, Outcome


def keep_token(job: p.TokenJob, _context: JobContext) -> Outcome[p.TokenResult]:
    """Raises LuthierError `token.*`."""
    endpoint = endpoint_of(settings.load())
    if job.token:
        access_token.save(endpoint, job.token)
    else:
        access_token.forget(endpoint)
    return "done", p.TokenResult(endpoint=endpoint, saved=bool(job.token))
