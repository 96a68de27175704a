"""A network camera's address holds a password, and its name is read by everybody at the table."""

from __future__ import annotations

import pytest

from companion.errors import CameraLostError
from companion.vision.camera import open_camera
from companion.vision.streams import without_secrets


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("rtsp://admin:geheim@10.0.0.7:554/cam", "rtsp://10.0.0.7:554/cam"),
        ("rtsp://admin:ge/he@im@10.0.0.7/cam", "rtsp://10.0.0.7/cam"),
        ("http://10.0.0.7:8080/video?channel=2&PASSWORD=geheim", None),
        ("http://10.0.0.7:8080/cam@2", "http://10.0.0.7:8080/cam@2"),
        ("http://10.0.0.7/video", "http://10.0.0.7/video"),
    ],
)
def test_password_of_a_stream_is_shown_to_nobody(url: str, shown: str | None) -> None:
    """What is wrong with a camera is said on the television too."""
    assert without_secrets(url) == (shown or "http://10.0.0.7:8080/video?channel=2&PASSWORD=...")


def test_refused_stream_is_named_without_its_password() -> None:
    with pytest.raises(CameraLostError) as refused:
        open_camera("http://admin:geheim@127.0.0.1:1/video", open_wait_s=5.0)

    assert "127.0.0.1:1/video does not answer" in refused.value.message
    assert "geheim" not in f"{refused.value} {refused.value.device}"
