"""Delivers a message to the mail servers of its domain, the preferred one first, over TLS only."""

import smtplib
import ssl

import dns.resolver


def deliver(sender, recipient, text):
    """Returns the name of the server that took the message. Raises an OSError if none did."""
    answer = dns.resolver.resolve(recipient.partition("@")[2], "MX")
    last = OSError("no mail server")
    for record in sorted(answer, key=lambda one: one.preference):
        host = record.exchange.to_text(omit_final_dot=True)
        try:
            with smtplib.SMTP(host, 25, "client.example", timeout=3) as client:
                client.starttls(context=ssl.create_default_context())
                client.sendmail(sender, [recipient], text)
                return host
        except OSError as error:
            last = error
    raise last
