"""Addresses of this machine and the links made of them."""

import socket

import pytest

from companion.core.errors import WrongCall
from companion.web.server import address


@pytest.fixture
def machine(monkeypatch):
    """A machine with these interfaces and this way out."""

    def made(out: str, *interfaces: str) -> list[str]:
        monkeypatch.setattr(address, "outward_address", lambda: out)
        monkeypatch.setattr(address, "interface_addresses", lambda: list(interfaces))
        return address.lan_addresses()

    return made


def test_the_way_out_comes_first(machine):
    """A laptop with a bridge for containers, and Wi-Fi."""
    assert machine("192.168.1.5", "172.17.0.1", "192.168.1.5") == ["192.168.1.5", "172.17.0.1"]


def test_home_networks_come_before_others(machine):
    """A tunnel (100.64.0.0/10), a public address and one that nobody gave out are named after the home network."""
    given = ("169.254.7.7", "100.100.1.1", "8.8.8.8", "10.0.0.2")
    assert machine("8.8.8.8", *given) == ["10.0.0.2", "8.8.8.8", "100.100.1.1", "169.254.7.7"]


def test_no_way_out_and_no_network(machine):
    """A router without internet is as good; without any network there is nothing."""
    assert machine("", "192.168.4.1") == ["192.168.4.1"]
    assert machine("") == []


def test_addresses_of_this_machine_are_well_formed():
    """Whatever runs this has well-formed addresses, none of which leads back to itself."""
    for found in (*address.interface_addresses(), *filter(None, [address.outward_address()]), *address.lan_addresses()):
        assert socket.inet_ntoa(socket.inet_aton(found)) == found
        assert not found.startswith(("127.", "0."))


def test_asking_sends_nothing(monkeypatch):
    """No name is looked up and no packet leaves."""

    def sends(*_):
        raise AssertionError("the network was used")

    class Silent(socket.socket):
        send = sendto = sendall = sendmsg = sends

    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "getfqdn", "create_connection"):
        monkeypatch.setattr(socket, name, sends)
    monkeypatch.setattr(socket, "socket", Silent)
    address.lan_addresses()
    address.local_name()


@pytest.mark.parametrize(
    ("name", "local"),
    [
        ("laptop", "laptop.local"),
        ("Anias-MacBook.local", "anias-macbook.local"),
        ("laptop.home.lan", "laptop.local"),
        ("localhost", ""),
        ("", ""),
        ("ein Gerät", ""),
    ],
)
def test_the_name_of_this_machine(monkeypatch, name, local):
    """As phones look for it."""
    monkeypatch.setattr(address.platform, "node", lambda: name)
    assert address.local_name() == local


def test_links_leave_out_the_usual_port():
    """The port is left out where browsers leave it out."""
    assert address.url("192.168.1.5", 8000, "abcdef") == "http://192.168.1.5:8000/abcdef"
    assert address.url("192.168.1.5", 80) == "http://192.168.1.5/"


@pytest.mark.parametrize(
    ("word", "plain"),
    [
        ("https://tracker.example.org", "https://tracker.example.org"),
        ("HTTPS://Tracker.Example.org:443/", "https://tracker.example.org"),
        ("http://tracker.example.org:80", "http://tracker.example.org"),
        ("https://tracker.example.org:8443", "https://tracker.example.org:8443"),
        ("http://192.0.2.7:8080", "http://192.0.2.7:8080"),
        ("https://стіл.example.org", "https://xn--k1ald4f.example.org"),
    ],
)
def test_a_public_address(word, plain):
    """As browsers write it into Origin."""
    assert address.parse_public_address(word) == plain


@pytest.mark.parametrize(
    "word",
    [
        "tracker.example.org",
        "ftp://tracker.example.org",
        "https://",
        "https://tracker.example.org/table",
        "https://tracker.example.org/?a=1",
        "https://tracker.example.org/#a",
        "https://ania@tracker.example.org",
        "https://tracker.example.org:0",
        "https://tracker.example.org:99999",
        "https://tracker.example.org:x",
        "https://a b.example.org",
        "https://[::1",
        "https://-a.example.org",
        "",
    ],
)
def test_a_bad_public_address_is_a_wrong_call(word):
    """Anything else is a wrong call."""
    with pytest.raises(WrongCall) as caught:
        address.parse_public_address(word)
    assert caught.value.code == "not_public_address"
