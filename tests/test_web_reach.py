"""Where others find the server, and what they see under a wrong name."""

import contextlib
import ipaddress
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from web import client, sentence

from noughts.web import reach
from noughts.web.server import address, listen


@contextlib.contextmanager
def listening(host: str) -> Iterator[socket.socket]:
    try:
        with listen(host, 0) as found:
            yield found
    except Exception as error:
        if "cannot listen" not in str(error):
            raise
        pytest.skip(f"this machine has no {host}")


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with several networks."""
    texts = ["192.168.1.5", "127.0.0.1", "10.0.0.7", "169.254.3.3", "::1", "fe80::1", "fd00::5"]
    monkeypatch.setattr(reach, "_towards_others", lambda: ["192.168.1.5", "fd00::5"])
    monkeypatch.setattr(reach, "_of_interfaces", lambda: texts)


def test_all_addresses_of_a_machine_the_likeliest_first(machine: None) -> None:
    with listening("0.0.0.0") as found:
        port = found.getsockname()[1]
        assert reach.origins(found, ["noughts.example"]) == [
            *(f"http://noughts.example:{port}", f"http://192.168.1.5:{port}"),
            *(f"http://10.0.0.7:{port}", f"http://169.254.3.3:{port}"),
        ]
        assert address(found) == f"http://127.0.0.1:{port}/"


def test_ipv6_stands_in_brackets(machine: None) -> None:
    with listening("::") as found:
        port = found.getsockname()[1]
        assert f"http://[fd00::5]:{port}" in reach.origins(found)
        assert not any("fe80" in each or "::1]" in each for each in reach.origins(found))
        assert (f"http://192.168.1.5:{port}" in reach.origins(found)) == reach.also_ipv4(found)


def test_an_address_is_written_as_people_write_it() -> None:
    assert reach.origin("::ffff:10.0.0.7", 80) == "http://10.0.0.7:80"
    assert reach.origin("fd00::5", 80) == "http://[fd00::5]:80"


def test_a_server_for_this_computer_is_found_by_nobody_else() -> None:
    with listening("127.0.0.1") as found:
        assert reach.origins(found, ["noughts.example"]) == []


def test_a_machine_that_tells_nothing_is_asked_for_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reach, "_towards_others", tuple)
    monkeypatch.setattr(reach, "_of_interfaces", tuple)
    named = [(0, 0, 0, "", ("10.1.2.3", 0)), (0, 0, 0, "", ("fe80::1%eth0", 0, 0, 0))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: named)
    assert [str(each) for each in reach._addresses()] == ["10.1.2.3"]


def test_what_this_machine_tells_are_addresses() -> None:
    for text in (*reach._towards_others(), *reach._of_interfaces(), *reach._of_this_name()):
        assert ipaddress.ip_address(text).version in (4, 6)


def test_a_wrong_name_gets_a_page_in_a_browser(tmp_path: Path) -> None:
    typed = {"host": "my<b>box.example:8008", "accept": "text/html,*/*;q=0.8"}
    with client(tmp_path / "games.sqlite3") as api:
        page = api.get("/", headers=typed)
        assert (page.status_code, page.headers["content-type"]) == (403, "text/html; charset=utf-8")
        assert "my&lt;b&gt;box.example" in page.text
        assert "noughts web --allow-host my&lt;b&gt;box.example<" in page.text
        assert "sha256-" in page.headers["content-security-policy"]
        assert page.headers["x-content-type-options"] == "nosniff"
        for path, accept in (("/", "*/*"), ("/api/v1/about", "text/html")):
            answer = api.get(path, headers={"host": "evil.example", "accept": accept})
            assert "is not the name of this server" in sentence(answer, 403)
