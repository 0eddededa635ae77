"""Who belongs to a cluster: its certificate authority, and the key and certificate of each machine.

The machine that starts a cluster makes the authority, and signs a certificate for every machine that a person lets in
(pairing.py). Both ends of every connection show theirs, and nothing is sent without. A certificate says who it is for
and what that machine may be, so that a machine that was let in cannot stand in for the head or for another.
"""

from __future__ import annotations

import ssl
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from core.base.errors import Do, Hint, LuthierError, in_words
from core.base.files import told_of, written_whole
from core.base.paths import PRIVATE_FILE, make_private
from core.base.systems.disk import is_private

HEAD, MACHINE = "head", "machine"  # what a machine may be; the head is both
LASTS = timedelta(days=3650)
_EARLIER = timedelta(days=3650)  # a computer whose battery is empty may begin years ago


@dataclass(frozen=True)
class Who:
    """Whom a certificate is for. roles: HEAD, MACHINE."""

    name: str
    roles: frozenset[str]


@dataclass(frozen=True)
class Credentials:
    """Files of one machine; authority_key only where certificates are signed."""

    folder: Path

    @property
    def authority(self) -> Path:
        return self.folder / "authority.pem"

    @property
    def authority_key(self) -> Path:
        return self.folder / "authority.key"

    @property
    def certificate(self) -> Path:
        return self.folder / "machine.pem"

    @property
    def key(self) -> Path:
        return self.folder / "machine.key"

    @property
    def are_there(self) -> bool:
        return all(file.is_file() for file in (self.authority, self.certificate, self.key))

    @property
    def can_sign(self) -> bool:
        return self.are_there and self.authority_key.is_file()

    def for_connecting(self) -> ssl.SSLContext:
        """Make what a connection to a machine of the cluster needs; who it is, `who` says afterwards.

        Raises LuthierError `cluster.unreadable`.
        """
        return self._context(ssl.PROTOCOL_TLS_CLIENT)

    def for_serving(self) -> ssl.SSLContext:
        """Make what a port for machines of the cluster alone needs. Raises LuthierError `cluster.unreadable`."""
        return self._context(ssl.PROTOCOL_TLS_SERVER)

    def _context(self, protocol: int) -> ssl.SSLContext:
        context = ssl.SSLContext(protocol)
        context.check_hostname = False  # addresses at home change; names are in the certificate
        context.verify_mode = ssl.CERT_REQUIRED
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.verify_flags |= ssl.VERIFY_X509_STRICT  # as Python does from 3.13 on: one way everywhere
        try:
            context.load_verify_locations(self.authority)
            context.load_cert_chain(self.certificate, self.key, password="")  # without one it asks the terminal
        except (OSError, ValueError) as error:
            is_damaged = isinstance(error, (ssl.SSLError, ValueError))
            why = "they are damaged, or do not go together" if is_damaged else in_words(error)
            raise LuthierError(
                "cluster.unreadable",
                f"The certificates in {self.folder} cannot be read: {why}.",
                Hint(Do.open("cluster leave"), "Then start or join a cluster again."),
            ) from error
        return context


def make_authority(credentials: Credentials, machine: str) -> None:
    """Make the authority of a new cluster, with the certificate of this machine.

    Raises LuthierError `files.cannot-write`, `cluster.not-private`.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    name = _named(f"Luthier cluster of {machine}")
    authority = (
        _certificate(name, name, key.public_key(), key.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .sign(key, hashes.SHA256())
    )
    _write(credentials.authority_key, _key_text(key))
    _write(credentials.authority, authority.public_bytes(serialization.Encoding.PEM))
    request = request_membership(credentials, machine)
    signed = sign(credentials, request, machine, (HEAD, MACHINE))
    keep_certificate(credentials, signed, credentials.authority.read_bytes())


def request_membership(credentials: Credentials, machine: str) -> bytes:
    """Write a new key for this machine, and return the request for an authority to sign (PEM).

    Raises LuthierError `files.cannot-write`, `cluster.not-private`.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    _write(credentials.key, _key_text(key))
    request = x509.CertificateSigningRequestBuilder().subject_name(_named(machine)).sign(key, hashes.SHA256())
    return request.public_bytes(serialization.Encoding.PEM)


def named_in(request: bytes) -> str:
    """Return the name of the machine that asks for a certificate. Raises LuthierError `cluster.bad-request`."""
    try:
        read = x509.load_pem_x509_csr(request)
        name = read.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value
        is_its_own = read.is_signature_valid and isinstance(read.public_key(), ec.EllipticCurvePublicKey)
    except (ValueError, IndexError) as error:
        raise _bad_request() from error
    if not is_its_own or not str(name).isprintable() or not str(name).strip():
        raise _bad_request()
    return str(name)


def sign(credentials: Credentials, request: bytes, name: str, roles: Collection[str] = (MACHINE,)) -> bytes:
    """Return a certificate (PEM) by that name for the machine that asks. Raises OSError."""
    authority = x509.load_pem_x509_certificate(credentials.authority.read_bytes())
    key = serialization.load_pem_private_key(credentials.authority_key.read_bytes(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    public = x509.load_pem_x509_csr(request).public_key()
    assert isinstance(public, ec.EllipticCurvePublicKey)
    both_ends = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH])
    made = (
        _certificate(_named(name, roles), authority.subject, public, key.public_key())
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(both_ends, critical=False)
        .sign(key, hashes.SHA256())
    )
    return made.public_bytes(serialization.Encoding.PEM)


def keep_certificate(credentials: Credentials, certificate: bytes, authority: bytes) -> None:
    """Write a certificate that an authority has signed. Raises LuthierError `cluster.bad-request` where it has not."""
    try:
        of, by = x509.load_pem_x509_certificate(certificate), x509.load_pem_x509_certificate(authority)
        of.verify_directly_issued_by(by)
        key = serialization.load_pem_private_key(credentials.key.read_bytes(), None)
        is_ours = of.public_key() == key.public_key()
    except (ValueError, TypeError, InvalidSignature) as error:
        raise _bad_request() from error
    if not is_ours:
        raise _bad_request()
    _write(credentials.authority, authority)
    _write(credentials.certificate, certificate)


def who(certificate: bytes) -> Who:
    """Read whom a certificate (DER) that TLS has verified is for.

    Raises LuthierError `cluster.other-certificate` where it names no machine, or gives it nothing to be.
    """
    try:
        subject = x509.load_der_x509_certificate(certificate).subject
        names = [str(one.value) for one in subject.get_attributes_for_oid(NameOID.COMMON_NAME)]
        units = [str(one.value) for one in subject.get_attributes_for_oid(NameOID.ORGANIZATIONAL_UNIT_NAME)]
    except ValueError:
        names = units = []
    roles = frozenset(units) & {HEAD, MACHINE}
    if len(names) != 1 or not names[0].strip() or not roles:
        raise LuthierError(
            "cluster.other-certificate",
            "The certificate that the other computer shows does not say which computer of the cluster it is.",
            Do.by("Leave the cluster there, and join it again.", "`luthier cluster leave`, `luthier cluster join`"),
        )
    return Who(names[0], roles)


def machine_name(credentials: Credentials) -> str:
    """Return the machine's name in its certificate. Raises OSError, ValueError."""
    certificate = x509.load_pem_x509_certificate(credentials.certificate.read_bytes())
    return str(certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)


def _bad_request() -> LuthierError:
    return LuthierError(
        "cluster.bad-request", "What came from the other machine is no certificate of a cluster.", "Join again."
    )


def _named(name: str, roles: Collection[str] = ()) -> x509.Name:
    units = [x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, role) for role in roles]
    return x509.Name([*units, x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])  # X.509 takes no more letters


def _certificate(
    of: x509.Name, by: x509.Name, public: ec.EllipticCurvePublicKey, signers: ec.EllipticCurvePublicKey
) -> x509.CertificateBuilder:
    """Begin a certificate with the identifiers of both keys, which strict verification wants (RFC 5280, 4.2.1)."""
    now = _now()
    return (
        x509.CertificateBuilder()
        .subject_name(of)
        .issuer_name(by)
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _EARLIER)
        .not_valid_after(now + LASTS)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signers), critical=False)
    )


def _now() -> datetime:
    return datetime.now(UTC)


def _usage(signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True, key_cert_sign=signs, crl_sign=signs, content_commitment=False, key_encipherment=False,
        data_encipherment=False, key_agreement=False, encipher_only=False, decipher_only=False,
    )  # fmt: skip


def _key_text(key: ec.EllipticCurvePrivateKey) -> bytes:
    kind = serialization.PrivateFormat.PKCS8
    return key.private_bytes(serialization.Encoding.PEM, kind, serialization.NoEncryption())


def _write(file: Path, content: bytes) -> None:
    """A key is not even written where others could read it."""
    with told_of(file):
        make_private(file.parent)
    with written_whole(file) as partial:
        partial.touch(PRIVATE_FILE)
        _require_private(partial)
        partial.write_bytes(content)
        _require_private(partial)  # a share may have answered from memory


def _require_private(file: Path) -> None:
    if not is_private(file):
        raise LuthierError(
            "cluster.not-private",
            f"Everybody on this computer, or on the network, could read the cluster's keys in {file.parent}: "
            "that disk has no permissions.",
            Do.by("Put Luthier's own folder on this computer's own disk.", "LUTHIER_HOME; no stick, card or share"),
        )
