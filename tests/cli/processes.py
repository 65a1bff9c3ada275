"""Waiting for what a process of the command prints, and for its end."""

import threading

PATIENCE = 60  # seconds that anything may take on a machine under load


def finished(child, typed: str | None = None) -> tuple[int, str, str]:
    out, err = child.communicate(typed, timeout=PATIENCE)
    assert "Traceback" not in out + err
    return child.returncode, out, err


def read_until(child, wanted: str) -> str:
    """What the process printed up to and with `wanted`."""
    seen, watchdog = "", threading.Timer(PATIENCE, child.kill)
    watchdog.start()
    while wanted not in seen:
        letter = child.stdout.read(1)
        assert letter, f"{wanted!r} never came: {seen}"
        seen += letter
    watchdog.cancel()
    return seen
