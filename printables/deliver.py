"""Writes printed sheets to disk or into one archive: PDF, manifest, previews, cut lines."""

from __future__ import annotations

import io
import json
import os
import zipfile
from pathlib import Path

from companion.errors import UsageError
from printables.cut_lines import cut_lines
from printables.order import Sheets
from printables.preview import preview_pngs

PREVIEW_DPI = 100.0

_ZIP_DATE = (1980, 1, 1, 0, 0, 0)
"""The earliest that an archive can say: the same sheets give the same bytes on any day."""


def deliver(
    sheets: Sheets,
    pdf: Path,
    *,
    manifest: Path | None = None,
    preview: Path | None = None,
    cuts: Path | None = None,
    dpi: float = PREVIEW_DPI,
) -> list[Path]:
    """Write what was asked for, every file whole; where one cannot be written there is none.

    Args:
        sheets: The printed sheets.
        pdf: Where the PDF goes.
        manifest: Where the manifest goes, None for nowhere.
        preview: Folder for one PNG a page, None for none; it is made when it is not there.
        cuts: Folder for one SVG of cut lines a sheet, None for none.
        dpi: Resolution of the previews.

    Returns:
        The files written, the PDF first.

    Raises:
        UsageError: A file cannot be written.
    """
    files = {pdf: sheets.pdf}
    if manifest is not None:
        files[manifest] = _manifest_of(sheets)
    if cuts is not None:
        _make_folder(cuts)
        files |= {cuts / name: svg for name, svg in _cuts_of(sheets, pdf.stem)}
    if preview is not None:
        _make_folder(preview)
        for number, png in enumerate(preview_pngs(sheets.pdf, dpi), start=1):
            files[preview / f"{pdf.stem}-{number:02d}.png"] = png
    parts = {path: path.with_name(f".{path.name}.{os.getpid()}.part") for path in files}
    path = pdf
    try:
        for path, content in files.items():
            parts[path].write_bytes(content)
        for path, part in parts.items():
            part.replace(path)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}") from error
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)
    return list(files)


def archive(sheets: Sheets, stem: str) -> bytes:
    """The PDF, its manifest and its cut lines as one ZIP file; the same sheets give the same bytes.

    Args:
        sheets: The printed sheets.
        stem: What the files in it are called.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archived:
        files = [(f"{stem}.pdf", sheets.pdf), (f"{stem}.json", _manifest_of(sheets))]
        for name, content in [*files, *_cuts_of(sheets, stem)]:
            entry = zipfile.ZipInfo(name, _ZIP_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archived.writestr(entry, content)
    return out.getvalue()


def _manifest_of(sheets: Sheets) -> bytes:
    return (json.dumps(sheets.manifest, ensure_ascii=False) + "\n").encode()


def _cuts_of(sheets: Sheets, stem: str) -> list[tuple[str, bytes]]:
    return [
        (f"{stem}-cut-{sheet:02d}.svg", svg.encode())
        for sheet, (_, svg) in enumerate(cut_lines(sheets.manifest), start=1)
    ]


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}") from error
