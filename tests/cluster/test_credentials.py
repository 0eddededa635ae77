"""Certificates: both ends have one of the same cluster, and it says who each is and what it may be."""

from __future__ import annotations

import contextlib
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from core.base.errors import LuthierError
from core.cluster import credentials
from core.cluster.credentials import (
    HEAD,
    MACHINE,
    Credentials,
    Who,
    keep_certificate,
    make_authority,
    request_membership,
    sign,
    who,
)

FILES = ("authority.pem", "machine.pem", "machine.key")


@pytest.fixture
def desk(tmp_path: Path) -> Credentials:
    made = Credentials(tmp_path / "desk")
    make_authority(made, "desk")
    return made


@pytest.fixture
def laptop(desk: Credentials, tmp_path: Path) -> Credentials:
    return let_in(desk, Credentials(tmp_path / "laptop"), "laptop")


def let_in(head: Credentials, machine: Credentials, name: str) -> Credentials:
    signed = sign(head, request_membership(machine, name), name)
    keep_certificate(machine, signed, head.authority.read_bytes())
    return machine


def shaken(server: ssl.SSLContext, client: ssl.SSLContext) -> tuple[Who, Who]:
    """Whom the server and the client see, without a network. Raises ssl.SSLError."""
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [
        server.wrap_bio(to_server, to_client, server_side=True),
        client.wrap_bio(to_client, to_server, server_side=False),
    ]
    for _ in range(6):  # three ways, and TLS 1.2 needs one more each
        for end in ends:
            with contextlib.suppress(ssl.SSLWantReadError):
                end.do_handshake()
    seen = [end.getpeercert(binary_form=True) for end in ends]
    assert seen[0] is not None and seen[1] is not None
    return who(seen[0]), who(seen[1])


def test_that_each_end_sees_who_the_other_is_and_what_it_may_be(desk: Credentials, laptop: Credentials) -> None:
    its, heads = Who("laptop", frozenset({MACHINE})), Who("desk", frozenset({HEAD, MACHINE}))
    assert shaken(desk.for_serving(), laptop.for_connecting()) == (its, heads)
    assert shaken(laptop.for_serving(), desk.for_connecting()) == (heads, its)


def test_that_verification_is_strict_as_from_python_3_13_on(desk: Credentials, laptop: Credentials) -> None:
    """Proven by the handshakes above, as long as both contexts ask for it."""
    for context in (desk.for_serving(), laptop.for_connecting()):
        assert context.verify_flags & ssl.VERIFY_X509_STRICT and context.verify_mode == ssl.CERT_REQUIRED
        assert context.minimum_version == ssl.TLSVersion.TLSv1_2


def test_that_a_machine_of_another_cluster_is_refused_whatever_it_is_called(
    laptop: Credentials, tmp_path: Path
) -> None:
    other = Credentials(tmp_path / "other")
    make_authority(other, "desk")
    for server, client in ((other, laptop), (laptop, other)):
        with pytest.raises(ssl.SSLError):
            shaken(server.for_serving(), client.for_connecting())


def test_that_who_asks_does_not_choose_what_it_may_be(
    desk: Credentials, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine, plain = Credentials(tmp_path / "sly"), credentials._named
    with monkeypatch.context() as sly:
        sly.setattr(credentials, "_named", lambda name, roles=(): plain(name, (HEAD, MACHINE)))
        request = request_membership(machine, "desk")
    assert b"head" in x509.load_pem_x509_csr(request).subject.public_bytes()
    keep_certificate(machine, sign(desk, request, "sly"), desk.authority.read_bytes())
    seen = shaken(desk.for_serving(), machine.for_connecting())[0]
    assert seen == Who("sly", frozenset({MACHINE}))


@pytest.mark.parametrize("off", [timedelta(days=-3600), timedelta(days=3600)])
def test_that_a_clock_that_is_years_off_does_not_matter(
    off: timedelta, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The head's was, as it made them."""
    monkeypatch.setattr(credentials, "_now", lambda: datetime.now(UTC) + off)
    head = Credentials(tmp_path / "desk")
    make_authority(head, "desk")
    machine = let_in(head, Credentials(tmp_path / "laptop"), "laptop")
    assert shaken(head.for_serving(), machine.for_connecting())[0].name == "laptop"


def test_that_a_certificate_that_says_nothing_of_a_machine_is_refused(desk: Credentials) -> None:
    authority = ssl.PEM_cert_to_DER_cert(desk.authority.read_text())
    for certificate in (authority, b"no certificate"):
        with pytest.raises(LuthierError) as error:
            who(certificate)
        assert error.value.code == "cluster.other-certificate"


def test_that_no_key_is_written_where_others_could_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk without permissions shows one mode for all files, whatever is asked for."""

    def touched(file: Path, *_: int) -> None:
        file.write_bytes(b"")
        file.chmod(0o755)

    monkeypatch.setattr(Path, "touch", touched)
    folder = tmp_path / "stick"
    for write in (make_authority, request_membership):
        with pytest.raises(LuthierError) as error:
            write(Credentials(folder), "desk")
        assert error.value.code == "cluster.not-private" and str(folder) in error.value.message
        assert not list(folder.iterdir())


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("content", [b"", b"damaged", None])
def test_that_damaged_files_are_told_of(desk: Credentials, name: str, content: bytes | None) -> None:
    file = desk.folder / name
    file.unlink() if content is None else file.write_bytes(content)
    with pytest.raises(LuthierError) as error:
        desk.for_connecting()
    assert error.value.code == "cluster.unreadable" and "leave" in error.value.hint
