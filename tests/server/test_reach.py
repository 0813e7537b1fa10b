"""Which addresses may stand in a link: never one that means only this machine."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from knobel.server.reach import NetworkCard, here, reachable, ways, web_address

LOOPBACK = NetworkCard("lo", ("127.0.0.1", "::1"))
WIFI = NetworkCard("wlan0", ("192.168.1.7", "fe80::1%wlan0", "2001:db8:7::7"))
CABLE = NetworkCard("eth0", ("10.0.0.5",))
DOCKER = NetworkCard("docker0", ("172.17.0.1",))
NO_LEASE = NetworkCard("eth1", ("169.254.3.4",))
SIXTH = NetworkCard("eth0", ("fd00::2", "fe80::2"))


@pytest.mark.parametrize(
    ("host", "cards", "usual", "found", "said"),
    [
        ("127.0.0.1", [LOOPBACK, WIFI], (), (), "none"),
        ("127.8.9.1", [LOOPBACK, WIFI], (), (), "none"),
        ("::1", [LOOPBACK, WIFI], (), (), "none"),
        ("localhost", [LOOPBACK, WIFI], (), (), "none"),
        ("0.0.0.0", [LOOPBACK, WIFI], (), ("192.168.1.7",), "one"),
        ("::", [LOOPBACK, WIFI], (), ("2001:db8:7::7",), "sixth"),
        ("", [LOOPBACK, WIFI], (), ("192.168.1.7", "2001:db8:7::7"), "one"),
        ("", [LOOPBACK, CABLE, WIFI], ("192.168.1.7",), ("192.168.1.7", "10.0.0.5", "2001:db8:7::7"), "several"),
        ("", [LOOPBACK, DOCKER, WIFI], (), ("192.168.1.7", "2001:db8:7::7"), "one"),
        ("", [LOOPBACK, DOCKER], (), ("172.17.0.1",), "one"),
        ("", [LOOPBACK, SIXTH], ("fd00::2",), ("fd00::2",), "sixth"),
        ("", [LOOPBACK, NO_LEASE], (), (), "none"),
        ("", [LOOPBACK], (), (), "none"),
        ("", [], (), (), "none"),
        ("192.168.1.7", [LOOPBACK], (), ("192.168.1.7",), "one"),
        ("dice.example.org", [LOOPBACK], (), ("dice.example.org",), "one"),
    ],
)
def test_only_addresses_that_others_can_reach_are_named_and_the_usual_way_first(host, cards, usual, found, said):
    assert reachable(host, cards, usual) == found
    assert ways(found) == said


def test_of_this_machine_no_address_is_its_own_way_to_itself():
    assert not [each for each in here("") if ip_address(each).is_loopback or ip_address(each).is_link_local]
    assert here("127.0.0.1") == ()


def test_an_address_of_the_sixth_version_stands_in_brackets():
    assert web_address("fd00::2", 8000) == "http://[fd00::2]:8000/"
