"""Debian's Firefox without its windows, told what to do over WebDriver BiDi."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import time
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

from tests.web.browser import PATIENCE

LISTENS = re.compile(r"WebDriver BiDi listening on ws://([\d.]+):(\d+)")
PREFERENCES = {"browser.aboutwelcome.enabled": False, "datareporting.policy.dataSubmissionEnabled": False}
TEXT, MASKED, MASK = (
    0x81,
    0x80,
    0x55,
)  # the first two bytes of a message in one piece: its kind, that it is masked, and with what


def firefox_path() -> str:
    """Where it lies. Raises RuntimeError: without it these tests prove nothing."""
    if found := shutil.which("firefox-esr") or shutil.which("firefox"):
        return found
    raise RuntimeError("these tests need Firefox (Debian: apt install firefox-esr)")


class Firefox:
    """One window. folder: of its profile, an empty one."""

    def __init__(self, folder: Path) -> None:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
        words = [firefox_path(), "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
        log = folder / "log"
        with log.open("w") as errors:
            self._process = subprocess.Popen(
                [*words, "about:blank"], stdout=errors, stderr=errors, start_new_session=True
            )
        self._closing = ExitStack()
        with ExitStack() as unless_it_opens:
            unless_it_opens.callback(self.kill)
            self._connect(log)
            self._call("session.new", capabilities={})
            self._window = self._call("browsingContext.getTree")["contexts"][0]["context"]
            unless_it_opens.pop_all()

    def open(self, address: str) -> None:
        """Until the page is whole."""
        self._call("browsingContext.navigate", context=self._window, url=address, wait="complete")

    def reload(self) -> None:
        """As `open`."""
        self._call("browsingContext.reload", context=self._window, wait="complete")

    def value(self, expression: str) -> Any:
        """Of an expression, which may be a promise, in the page. Raises AssertionError if it throws."""
        asked = f"(async () => JSON.stringify(await ({expression})) ?? 'null')()"
        found = self._call("script.evaluate", expression=asked, target={"context": self._window}, awaitPromise=True)
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def until(self, expression: str) -> Any:
        """The first true value of it, while pages come and go."""
        end, last = time.monotonic() + 2 * PATIENCE, None
        while time.monotonic() < end:
            try:
                if last := self.value(expression):
                    return last
            except AssertionError as error:
                last = error
            time.sleep(0.05)
        raise AssertionError(expression, last, self.value("document.body.innerText.slice(0, 2000)"))

    def picture(self, path: Path) -> None:
        """Save what is seen."""
        found = self._call("browsingContext.captureScreenshot", context=self._window)
        path.write_bytes(base64.b64decode(found["data"]))

    def kill(self) -> None:
        """As a phone that dies."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._closing.close()

    # --- WebDriver BiDi, whose messages are JSON over a WebSocket

    def _connect(self, log: Path) -> None:
        end = time.monotonic() + PATIENCE
        while not (found := LISTENS.search(log.read_text(encoding="utf-8", errors="replace"))):
            assert time.monotonic() < end, log.read_text(errors="replace")
            time.sleep(0.05)
        host, port = found.groups()
        self._socket = self._closing.enter_context(socket.create_connection((host, int(port)), timeout=4 * PATIENCE))
        self._stream = self._closing.enter_context(self._socket.makefile("rb"))
        self._ids = count(1)
        key = base64.b64encode(os.urandom(16)).decode()
        asked = {"Host": f"{host}:{port}", "Upgrade": "websocket", "Connection": "Upgrade"}
        asked |= {"Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13"}
        lines = ["GET /session HTTP/1.1", *[f"{name}: {value}" for name, value in asked.items()], "", ""]
        self._socket.sendall("\r\n".join(lines).encode())
        while self._stream.readline().strip():
            pass

    def _call(self, method: str, **params: Any) -> Any:
        id = next(self._ids)
        body = json.dumps({"id": id, "method": method, "params": params}).encode()
        if len(body) < 126:
            head = struct.pack("!BB", TEXT, MASKED | len(body))
        else:
            head = struct.pack("!BBH", TEXT, MASKED | 126, len(body))
        self._socket.sendall(head + bytes([MASK] * 4) + bytes(byte ^ MASK for byte in body))
        while (found := self._message()).get("id") != id:
            pass
        assert found["type"] == "success", found
        return found["result"]

    def _message(self) -> Any:
        _, size = self._stream.read(2)
        if size >= 126:
            size = int.from_bytes(self._stream.read(2 if size == 126 else 8), "big")
        return json.loads(self._stream.read(size))
