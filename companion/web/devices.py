"""What to call a device in the host's list, from what its browser says of itself."""

from __future__ import annotations

from typing import Final

_DEVICES: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android phone"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows computer"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux computer"),
)
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)


def device_name(user_agent: str) -> str:
    """Name a device as people would.

    Example:
        >>> device_name("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ... Safari/604.1")
        'iPhone, Safari'
        >>> device_name("curl/8.5.0")
        'a program'
    """
    device = next((name for sign, name in _DEVICES if sign in user_agent), None)
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), None)
    return ", ".join(filter(None, (device, browser))) or "a program"
