import json

from printables.__main__ import main


def test_print_shop_writes_file_manifest_and_previews(tmp_path, capsys):
    pdf, manifest, preview = tmp_path / "c.pdf", tmp_path / "c.json", tmp_path / "pages"

    status = main(
        ["covers", "-o", str(pdf), "--manifest", str(manifest), "--preview", str(preview)]
    )

    assert status == 0
    assert pdf.read_bytes().startswith(b"%PDF-")
    assert len(json.loads(manifest.read_text("utf-8"))["pieces"]) == 50
    assert sorted(path.name for path in preview.iterdir()) == [f"c-0{n}.png" for n in (1, 2, 3, 4)]
    assert "4 pages" in capsys.readouterr().err


def test_print_shop_says_in_one_line_what_is_wrong(tmp_path, capsys):
    status = main(
        ["cards", "-o", str(tmp_path / "no" / "c.pdf"), "--deck", str(tmp_path / "x.csv")]
    )

    assert status == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_print_shop_says_when_it_cannot_write(tmp_path, capsys):
    status = main(["covers", "-o", str(tmp_path / "no" / "c.pdf")])

    assert status == 2
    assert "cannot be written" in capsys.readouterr().err
