"""The program under test: delivers mail to a domain, and returns the days until a certificate expires."""

import datetime
import smtplib
import socket
import ssl

import dns.exception
import dns.resolver


def servers_of(domain):
    """Returns the mail servers of a domain, the preferred one first. Raises NXDOMAIN if the domain doesn't exist."""
    records = dns.resolver.resolve(domain, "MX")
    return [record.exchange.to_text(omit_final_dot=True) for record in sorted(records, key=lambda one: one.preference)]


def deliver(sender, recipient, message):
    """Returns 'sent', 'later' (try again) or 'refused'. Tries the next server if one can't be reached."""
    try:
        servers = servers_of(recipient.partition("@")[2])
    except dns.resolver.NXDOMAIN:
        return "refused"
    except dns.exception.DNSException:
        return "later"
    for server in servers:
        try:
            with smtplib.SMTP(server, 25, "client.example", timeout=5) as client:
                client.starttls(context=ssl.create_default_context())
                client.sendmail(sender, [recipient], message)
                return "sent"
        except smtplib.SMTPRecipientsRefused as refusal:
            code, _ = refusal.recipients[recipient]
            return "later" if code < 500 else "refused"
        except (OSError, smtplib.SMTPServerDisconnected):
            continue
    return "later"


def days_left(host):
    """Returns the days until the certificate of a host expires. Raises an error if it can't be trusted."""
    with socket.create_connection((host, 443), timeout=10) as plain:
        with ssl.create_default_context().wrap_socket(plain, server_hostname=host) as secure:
            ends = ssl.cert_time_to_seconds(secure.getpeercert()["notAfter"])
    return (ends - datetime.datetime.now().timestamp()) / 86400
