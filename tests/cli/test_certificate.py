from __future__ import annotations

import ipaddress
import os
import ssl
from pathlib import Path

import pytest
from cryptography import x509

from companion.cli.certificate import certificate_in

NAMES = ("springfield.local", "localhost", "192.168.0.7", "fd00::7")


def test_certificate_names_every_address(tmp_path: Path) -> None:
    made = certificate_in(tmp_path, NAMES)
    read = x509.load_pem_x509_certificate(made.certificate_file.read_bytes())

    names = read.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["springfield.local", "localhost"]
    assert names.get_values_for_type(x509.IPAddress) == [
        ipaddress.ip_address("192.168.0.7"),
        ipaddress.ip_address("fd00::7"),
    ]
    # Browsers refuse more than 398 days.
    assert (read.not_valid_after_utc - read.not_valid_before_utc).days <= 398


def test_certificate_stays_while_the_addresses_do(tmp_path: Path) -> None:
    first = certificate_in(tmp_path, NAMES)

    assert certificate_in(tmp_path, NAMES[:2]).fingerprint == first.fingerprint
    assert certificate_in(tmp_path, (*NAMES, "10.0.0.2")).fingerprint != first.fingerprint


def test_damaged_certificate_is_made_anew(tmp_path: Path) -> None:
    first = certificate_in(tmp_path, NAMES)
    first.certificate_file.write_text("nothing")

    assert certificate_in(tmp_path, NAMES).fingerprint != first.fingerprint


@pytest.mark.skipif(os.name != "posix", reason="files have no such modes here")
def test_key_is_read_by_nobody_else_and_fits(tmp_path: Path) -> None:
    made = certificate_in(tmp_path, NAMES)

    assert made.key_file.stat().st_mode & 0o077 == 0
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(made.certificate_file, made.key_file)
