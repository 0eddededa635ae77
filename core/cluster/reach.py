"""Why a computer of the cluster is not reached, in words that help."""

from __future__ import annotations

import socket
import ssl
from datetime import UTC, datetime

from core.base.errors import LuthierError

_EXPIRED, _NOT_YET = 10, 9  # X509_V_ERR_CERT_HAS_EXPIRED, …_NOT_YET_VALID
_ITS_CLOCK = ("ALERT_CERTIFICATE_EXPIRED", "ALERT_BAD_CERTIFICATE")  # what OpenSSL says to a peer of those two
_REFUSED = ("ALERT_UNKNOWN_CA", "ALERT_DECRYPT_ERROR", "ALERT_CERTIFICATE_UNKNOWN", "ALERT_CERTIFICATE_REQUIRED")


def why_unreachable(error: Exception, host: str, port: int) -> LuthierError:
    """Say why no connection to a machine of the cluster came about, by what was raised meanwhile.

    `cluster.clock`, `cluster.other-certificate`, else `cluster.unreachable`. What is said already stays as it is.
    """
    match error:
        case LuthierError():
            return error
        case ssl.SSLCertVerificationError(verify_code=code) if code in (_EXPIRED, _NOT_YET):
            return _clock(
                f"By this computer's clock it is {datetime.now(UTC).astimezone():%Y-%m-%d}, and the certificate of "
                f"{host} is not valid on that day."
            )
        case ssl.SSLCertVerificationError():
            return _other_certificate(host)
        case ssl.SSLError(reason=str(reason)) if reason.endswith(_ITS_CLOCK):
            return _clock(f"By the clock of {host} this computer's certificate is not valid: one of the two is wrong.")
        case ssl.SSLError(reason=str(reason)) if reason.endswith(_REFUSED):
            return _other_certificate(host)
        case ssl.SSLEOFError() | ssl.SSLZeroReturnError() | EOFError() | ConnectionResetError() | BrokenPipeError():
            # asyncio's servers send no alert
            return _hung_up(host, port)
        case ssl.SSLError():
            return LuthierError(
                "cluster.unreachable",
                f"What answers at {host}, port {port}, is no Luthier.",
                "Another program or computer has that address now: use the one that `luthier cluster start` shows.",
            )
        case socket.gaierror() | UnicodeError():
            return LuthierError(
                "cluster.unreachable",
                f"No computer is known here by the name {host}.",
                "Use the address of numbers that `luthier cluster start` shows.",
            )
    return _unreachable(host, port)


def removed() -> LuthierError:
    """What a computer is told that was taken out."""
    return LuthierError(
        "cluster.removed",
        "This computer was taken out of the cluster.",
        "Where that was a mistake, run `luthier cluster leave` here, then `luthier cluster join` with its address.",
    )


def _clock(message: str) -> LuthierError:
    return LuthierError("cluster.clock", message, "Set date and time right; nobody has to be let in again.")


def _other_certificate(host: str) -> LuthierError:
    return LuthierError(
        "cluster.other-certificate",
        f"The cluster at {host} is not the one that let this computer in: the certificates do not go together.",
        "Run `luthier cluster leave`, then `luthier cluster join` with its address, and compare the codes.",
    )


def _hung_up(host: str, port: int) -> LuthierError:
    return LuthierError(
        "cluster.unreachable",
        f"The cluster at {host}, port {port}, hung up without a word.",
        "Look what that computer says: it may be ending, or its clock may be off by years.",
    )


def _unreachable(host: str, port: int) -> LuthierError:
    return LuthierError(
        "cluster.unreachable",
        f"The cluster at {host}, port {port}, does not answer.",
        "Run `luthier cluster start` there; where that computer's address has changed, `luthier cluster join` here "
        "with the new one. A training goes without --cluster, too.",
    )
