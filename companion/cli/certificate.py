"""A certificate made on the spot, so that phones get a safe page from a laptop in a living room.

Browsers lend the camera, the wake lock and the tilt of the phone to safe pages only. Nobody vouches
for this certificate: the browser warns once, and the host's page says why.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.errors import UsageError

LASTS: Final = timedelta(days=397)
"""Browsers refuse more than 398 days."""

RENEWED_BEFORE: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Certificate:
    """Where the two files are, and what people compare.

    Attributes:
        certificate_file: The certificate, PEM.
        key_file: Its key, PEM, readable by nobody else.
        fingerprint: SHA-256 in pairs of hexadecimal letters.
    """

    certificate_file: Path
    key_file: Path
    fingerprint: str


def certificate_in(folder: Path, names: Collection[str]) -> Certificate:
    """The certificate of this machine; made anew when it grew old or the addresses changed.

    Phones remember that they were told to trust a certificate: it stays the same while it can.

    Args:
        folder: Where it is kept.
        names: Names and addresses under which phones reach this machine.

    Raises:
        UsageError: The folder cannot be written.
    """
    certificate_file, key_file = folder / "certificate.pem", folder / "certificate-key.pem"
    kept = _kept(certificate_file, key_file)
    if kept is None or not _is_good(kept, names):
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            kept = _make(certificate_file, key_file, names)
        except OSError as error:
            raise UsageError(f"--https: cannot write {str(folder)!r}: {error.strerror}") from error
    digest = kept.fingerprint(hashes.SHA256()).hex().upper()
    pairs = ":".join(digest[at : at + 2] for at in range(0, len(digest), 2))
    return Certificate(certificate_file, key_file, pairs)


def _kept(certificate_file: Path, key_file: Path) -> x509.Certificate | None:
    try:
        if not key_file.is_file():
            return None
        return x509.load_pem_x509_certificate(certificate_file.read_bytes())
    except (OSError, ValueError):
        return None


def _is_good(certificate: x509.Certificate, names: Collection[str]) -> bool:
    if certificate.not_valid_after_utc < datetime.now(UTC) + RENEWED_BEFORE:
        return False
    try:
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return False
    known = {str(name.value) for name in found}
    return set(names) <= known


def _make(certificate_file: Path, key_file: Path, names: Collection[str]) -> x509.Certificate:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Springfield Companion")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # A clock that is a day behind must not refuse it.
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + LASTS - timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([_general(name) for name in names]), False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)
        .sign(key, hashes.SHA256())
    )
    pem = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    with open(key_file, "wb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
        file.write(pem)
    certificate_file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    return certificate


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
