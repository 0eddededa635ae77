"""Stores the access token for gated and private models in the system's keyring, and nowhere else.

Each endpoint has its own token, so that a mirror never receives the hub's.
"""

from __future__ import annotations

import os
from urllib.parse import urlsplit

import keyring
import keyring.backend
import keyring.errors
from huggingface_hub import constants

from core.base.errors import Do, LuthierError

SERVICE = "luthier"


def load(endpoint: str) -> str | None:
    """Return the token for an endpoint, or else $HF_TOKEN for the environment's endpoint.

    Return None if the token would travel unencrypted to another machine.
    """
    if not _is_private(endpoint):
        return None
    try:
        store = _keyring()
        stored = store.get_password(SERVICE, endpoint) if store else None
    except keyring.errors.KeyringError:  # a locked or missing keyring counts as none
        stored = None
    meant = endpoint == constants.ENDPOINT.rstrip("/")
    return stored or (os.environ.get("HF_TOKEN") if meant else None) or None


def save(endpoint: str, token: str) -> None:
    """Save the token for an endpoint in the system's keyring. Raises LuthierError `token.no-keyring`, `token.bad` or
    `token.unsafe-endpoint`.
    """
    token = token.strip()
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        raise LuthierError("token.bad", "This is not an access token.", "It is one word of letters, digits and _.")
    if not _is_private(endpoint):
        raise LuthierError(
            "token.unsafe-endpoint", f"A token would travel unencrypted to {endpoint}.", "Use an https:// endpoint."
        )
    store = _keyring()
    if store is None:
        raise _no_keyring()
    try:
        store.set_password(SERVICE, endpoint, token)
    except keyring.errors.KeyringError as error:
        raise _no_keyring() from error


def forget(endpoint: str) -> bool:
    """Remove the token from the keyring. Return whether it had one. Raises LuthierError `token.no-keyring`."""
    store = _keyring()
    try:
        if store is None or store.get_password(SERVICE, endpoint) is None:
            return False
        store.delete_password(SERVICE, endpoint)
    except keyring.errors.KeyringError as error:
        raise _no_keyring() from error
    return True


def _keyring() -> keyring.backend.KeyringBackend | None:
    """Return the system's keyring, or None. Backends that write plain files rank below 1 and are skipped."""
    try:
        found = keyring.get_keyring()
    except (RuntimeError, ImportError):  # the keyring that the user configured is not available
        return None
    first = next(iter(getattr(found, "backends", [])), found)  # several form a chain, the best first
    return first if first.priority >= 1 else None


def _is_private(endpoint: str) -> bool:
    parts = urlsplit(endpoint)
    return parts.scheme == "https" or parts.hostname in ("localhost", "127.0.0.1", "::1")


def _no_keyring() -> LuthierError:
    return LuthierError(
        "token.no-keyring",
        "The system's keyring cannot be used here, and Luthier keeps tokens nowhere else.",
        Do.by("Unlock or install one, such as GNOME Keyring or KWallet.", "or set HF_TOKEN"),
    )
