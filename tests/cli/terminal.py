"""What `companion serve` prints on a terminal, taken apart; and a browser that opens it."""

import contextlib
import http.client
import io
import re
import urllib.parse
import urllib.request

from companion.cli import serving
from companion.web.server.owner_codes import OwnerCodes
from companion.words.wording import Voice

READY = Voice("en").say("serve.how_to_end") + "\n"
ENDS = Voice("en").say("serve.ends") + "\n"
KEY = re.compile(r"http://127\.0\.0\.1:(\d+)/\?owner=([\w-]{22})\n")
HERE = serving.Links("http://127.0.0.1:8000/", [], ["http://127.0.0.1:8000/"], False, (), "")


class Phone:
    """A browser with cookies of its own."""

    def __init__(self, home: str, **headers: str) -> None:
        self.home = home
        self.headers = {"Origin": home, "Accept-Language": "en", **headers}
        cookies = urllib.request.HTTPCookieProcessor()
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), cookies)

    def open(self, path: str, data: bytes | None = None):
        """An answer that is read while it comes."""
        return self._opener.open(urllib.request.Request(self.home + path, data, self.headers), timeout=60)

    def get(self, path: str) -> tuple[int, str]:
        """Status and text, redirections followed."""
        with self.open(path) as page:
            return page.status, page.read().decode()

    def post(self, path: str, **fields: str) -> tuple[int, str]:
        """The same for a form."""
        with self.open(path, urllib.parse.urlencode(fields).encode()) as page:
            return page.status, page.read().decode()

    def last(self, path: str, data: bytes | None = None) -> int:
        """Status alone; no redirection is followed."""
        asked = http.client.HTTPConnection(self.home.removeprefix("http://"), timeout=60)
        form = {"Content-Type": "application/x-www-form-urlencoded"} if data else {}
        asked.request("POST" if data else "GET", path, data, {**self.headers, **form})
        status = asked.getresponse().status
        asked.close()
        return status


def links_of(text: str) -> list[str]:
    """Addresses that stand on lines of their own, without the owner's."""
    return [link for link in re.findall(r"^  (https?://\S+)$", text, re.MULTILINE) if "?owner=" not in link]


def blocks_of(text: str) -> str:
    """The lines of a QR code."""
    return "\n".join(line for line in text.replace("\r", "").split("\n") if re.search("[▀▄█]|\x1b\\[38;5;16", line))


def screen(settings, links=HERE, lang="en", clock=lambda: 0.0) -> serving.Screen:
    return serving.Screen(Voice(lang), links, settings, OwnerCodes(settings.path.parent, 8000), clock)


def printed(call) -> str:
    """What a call prints."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        call()
    return out.getvalue()
