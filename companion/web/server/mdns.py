"""The tracker's name in the local network, `NAME.local` by multicast DNS.

Knows no session and no page. Without a network, or without zeroconf, there is no name.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from companion.core.errors import WrongCall

if TYPE_CHECKING:
    from zeroconf import Zeroconf

DEFAULT_NAME = "companion"  # the name where none was chosen
KIND = "_http._tcp.local."
ANSWER_MS = 2000  # that a name may take to be answered
MAX_NAMES = 9  # names that are tried where others have them: companion, companion-2 ...
LOOK_S = 30.0  # between looks whether the machine has other addresses than before
_NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,55}[a-z0-9])?")


def parse_name(word: str) -> str:
    """Return a name in lower case without `.local`. Raises WrongCall."""
    found = word.lower().removesuffix(".local")
    if not _NAME.fullmatch(found) or found == "localhost":
        raise WrongCall("not_local_name", word)
    return found


class Announcement:
    """A name announced in the network until `close`.

    name: without `.local`; empty if nothing is announced.
    """

    def __init__(self, wanted: str, port: int, addresses: Callable[[], Sequence[str]]) -> None:
        """addresses: returns those of this machine, one a network; polled. Never raises."""
        self._port, self._ask = port, addresses
        self._addresses: Sequence[str] = ()
        self._responder: Zeroconf | None = None
        self._ended = threading.Event()
        self.name = self._announce(wanted)
        self._thread = threading.Thread(target=self._reannounce_on_change, name="announcement", daemon=True)
        if self.name:
            self._thread.start()

    def is_answered(self) -> bool:
        """Return True if the network resolves the name to one of our addresses."""
        return bool(self.name) and bool(set(_resolve(self.name, self._addresses)) & set(self._addresses))

    def close(self) -> None:
        """Withdraw the name."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()
        self._withdraw()

    def _announce(self, wanted: str) -> str:
        """Announce the first free name and return it, empty if there is none."""
        try:
            from zeroconf import Error, NonUniqueNameException, ServiceInfo, Zeroconf
        except ImportError:
            return ""
        self._addresses = [*self._ask()]
        if not self._addresses:
            return ""
        for number in range(1, MAX_NAMES + 1):
            name = wanted if number == 1 else f"{wanted}-{number}"
            try:
                if _resolve(name, self._addresses):
                    continue  # somebody else's, or another tracker's on this machine
                self._responder = Zeroconf(interfaces=[*self._addresses])
                info = ServiceInfo(
                    KIND, f"{name}.{KIND}", self._port, parsed_addresses=[*self._addresses], server=f"{name}.local."
                )
                self._responder.register_service(info)
            except NonUniqueNameException:
                self._withdraw()
            except (Error, OSError, RuntimeError):
                self._withdraw()
                return ""
            else:
                return name
        return ""

    def _reannounce_on_change(self) -> None:
        """Announce the name again when the machine's addresses change."""
        while not self._ended.wait(LOOK_S):
            if [*self._ask()] != self._addresses:
                self._withdraw()
                self._announce(self.name)

    def _withdraw(self) -> None:
        responder, self._responder = self._responder, None
        if responder is not None:
            with suppress(Exception):  # the network may be gone
                responder.unregister_all_services()
            responder.close()


def _resolve(name: str, addresses: Sequence[str]) -> list[str]:
    """Return the addresses that the network gives for `NAME.local`, asked without a cache."""
    from zeroconf import AddressResolverIPv4, Zeroconf

    try:
        asker: Any = Zeroconf(interfaces=[*addresses])
    except (OSError, RuntimeError):
        return []
    try:
        resolver = AddressResolverIPv4(f"{name}.local.")
        return resolver.parsed_addresses() if resolver.request(asker, ANSWER_MS) else []
    finally:
        asker.close()


@contextmanager
def announce(wanted: str, port: int, addresses: Callable[[], Sequence[str]]) -> Iterator[Announcement]:
    """Announce a name while the block runs."""
    announcement = Announcement(wanted, port, addresses)
    try:
        yield announcement
    finally:
        announcement.close()
