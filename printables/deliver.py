"""Writes printed sheets to disk: the PDF, its manifest, its previews."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.errors import UsageError
from printables.cut_lines import cut_lines
from printables.order import Sheets
from printables.preview import preview_pngs

PREVIEW_DPI = 100.0


def deliver(
    sheets: Sheets,
    pdf: Path,
    *,
    manifest: Path | None = None,
    preview: Path | None = None,
    cuts: Path | None = None,
    dpi: float = PREVIEW_DPI,
) -> list[Path]:
    """Write what was asked for.

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
    written = [_write(pdf, partial(_write_bytes, sheets.pdf))]
    if manifest is not None:
        text = json.dumps(sheets.manifest, ensure_ascii=False) + "\n"
        written.append(_write(manifest, lambda path: path.write_text(text, encoding="utf-8")))
    if cuts is not None:
        _write(cuts, lambda path: path.mkdir(parents=True, exist_ok=True))
        for sheet, (_, svg) in enumerate(cut_lines(sheets.manifest), start=1):
            drawing = cuts / f"{pdf.stem}-cut-{sheet:02d}.svg"
            written.append(_write(drawing, partial(_write_bytes, svg.encode())))
    if preview is not None:
        _write(preview, lambda path: path.mkdir(parents=True, exist_ok=True))
        for number, png in enumerate(preview_pngs(sheets.pdf, dpi), start=1):
            page = preview / f"{pdf.stem}-{number:02d}.png"
            written.append(_write(page, partial(_write_bytes, png)))
    return written


def _write(path: Path, write: Callable[[Path], object]) -> Path:
    try:
        write(path)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}") from error
    return path


def _write_bytes(content: bytes, path: Path) -> None:
    path.write_bytes(content)
