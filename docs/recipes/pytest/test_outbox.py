import ssl

import pytest
from outbox import days_left, deliver, servers_of


def send(recipient="postmaster@shop.example"):
    return deliver("ben@client.example", recipient, "Subject: Order\r\n\r\nThank you.\r\n")


def test_finds_the_mail_servers():
    assert servers_of("shop.example") == ["mx1.shop.example", "mx2.shop.example", "mx3.shop.example"]


def test_delivers(internet):
    assert send() == "sent"
    assert internet.messages()[-1]["to"] == ["postmaster@shop.example"]


def test_takes_the_second_server_where_the_first_is_silent(internet):
    internet.scenario("mx-down")
    assert send() == "sent"
    assert internet.messages()[-1]["host"] == "mx2.shop.example"


def test_gives_up_where_the_domain_or_the_mailbox_does_not_exist():
    assert send("ana@shop.invalid") == "refused"
    assert send("nobody-4711@shop.example") == "refused"


def test_waits_where_the_signatures_of_a_zone_are_wrong(internet):
    internet.scenario("dnssec-bogus")
    assert send() == "later"


def test_comes_back_to_a_server_that_greylists(internet):
    internet.scenario("greylisting")
    internet.time("2026-01-01T10:00:00Z")
    assert send() == "later"
    internet.time("2026-01-01T10:06:00Z")
    assert send() == "sent"


def test_warns_before_a_certificate_ends(internet):
    assert days_left("www.shop.example") > 14
    internet.scenario("cert-expiring")
    assert 0 < days_left("www.shop.example") < 4
    internet.scenario("cert-expired")
    with pytest.raises(ssl.SSLCertVerificationError, match="certificate has expired"):
        days_left("www.shop.example")
