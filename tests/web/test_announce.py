"""The tracker's name in the network, announced on the loopback interface alone."""

import json

import pytest

from companion.core.errors import WrongCall
from companion.web.server import mdns
from companion.web.server.server_settings import ServerSettings


def here():
    """The addresses of a machine that is in no network."""
    return ["127.0.0.1"]


def test_the_name_is_answered_until_it_is_taken_back():
    """A second tracker gets another name; after the end nobody answers."""
    wanted = "companion-test"
    with mdns.announce(wanted, 8000, here) as first:
        assert (first.name, first.is_answered()) == (wanted, True)
        with mdns.announce(wanted, 8001, here) as second:
            assert (second.name, second.is_answered()) == (f"{wanted}-2", True)
    assert not first.is_answered()


def test_a_name_of_another_machine_is_not_taken(monkeypatch):
    """Whoever answers it already keeps it."""
    found = mdns._resolve
    others = {"companion-other": ["127.9.9.9"]}
    monkeypatch.setattr(mdns, "_resolve", lambda name, ours: others.get(name) or found(name, ours))
    with mdns.announce("companion-other", 8000, here) as announcement:
        assert announcement.name == "companion-other-2"


def test_a_new_address_of_the_machine_is_announced(monkeypatch):
    """Under the same name, without anybody's doing."""
    monkeypatch.setattr(mdns, "LOOK_S", 0.05)
    addresses = [here(), ["127.0.0.1", "127.0.0.2"]]
    with mdns.announce("companion-moves", 8000, lambda: addresses[0]) as announcement:
        assert mdns._resolve("companion-moves", here()) == here()
        addresses.pop(0)
        found = next(found for _ in range(60) if "127.0.0.2" in (found := mdns._resolve("companion-moves", here())))
    assert (announcement.name, sorted(found)) == ("companion-moves", ["127.0.0.1", "127.0.0.2"])


@pytest.mark.parametrize("addresses", [[], here()])
def test_without_a_network_there_is_no_name(addresses, monkeypatch):
    """Neither without an address nor where nobody can listen; nothing is raised."""

    def broken(**_):
        raise OSError

    monkeypatch.setattr("zeroconf.Zeroconf", broken)
    with mdns.announce("companion-none", 8000, lambda: addresses) as announcement:
        assert (announcement.name, announcement.is_answered()) == ("", False)


def test_names_that_may_be_chosen():
    """Letters, digits and hyphens, in small letters, with or without its ending; anything else is a wrong call."""
    assert [mdns.parse_name(word) for word in ("Shire", "bag-end.local", "a")] == ["shire", "bag-end", "a"]
    for wrong in ("-a", "a-", "two words", "a.b", "localhost", "ż", "x" * 58):
        with pytest.raises(WrongCall, match="not_local_name"):
            mdns.parse_name(wrong)


def test_name_and_addresses_are_remembered(tmp_path):
    """Each address once, with the time since when; a file of an earlier version is read, a strange one is not."""
    path = tmp_path / "serve.json"
    for since, address in enumerate(("http://a.local:1", "http://a.local:1", "http://b.local:1")):
        ServerSettings(path).save_address("a", address, str(since))
    found = ServerSettings(path)
    assert (found.name, found.homes) == ("a", [("0", "http://a.local:1"), ("2", "http://b.local:1")])
    found.save_address("", "http://b.local:1", "3")
    assert ServerSettings(path).name == "a"
    written = json.loads(path.read_text())
    path.write_text(json.dumps({"key": written["key"], "table": ""}))
    assert (ServerSettings(path).key, ServerSettings(path).homes) == (written["key"], [])
    for wrong in ({"name": 1}, {"homes": [["x"]]}, {"homes": "x"}):
        path.write_text(json.dumps({**written, **wrong}))
        assert ServerSettings(path).damaged
