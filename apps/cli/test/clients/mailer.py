"""A mailer with two relays. It keeps mail in the queue that no relay accepts. BUG names a planted bug."""

import os
import smtplib
import ssl
import time

BUG = os.environ.get("BUG")
RELAYS = ["mx1.mail.example", "mx2.mail.example"]


class NotEncrypted(Exception):
    pass


def has_valid_certificate(relay):
    try:
        with smtplib.SMTP(relay, 25, timeout=5) as server:
            server.starttls(context=ssl.create_default_context())
        return True
    except ssl.SSLError:
        return False


def send(relay):
    context = ssl._create_unverified_context() if BUG == "unverified" else ssl.create_default_context()
    with smtplib.SMTP(relay, 25, timeout=None if BUG == "no-timeout" else 5) as server:
        server.ehlo()
        if server.has_extn("starttls"):
            server.starttls(context=context)
        elif BUG == "clear-text":
            raise SystemExit("The mail went out in clear text.")
        else:
            raise NotEncrypted(relay)
        server.sendmail("ben@client.example", ["postmaster@mail.example"], "Subject: hello\r\n\r\nHello.\r\n")
    if BUG == "unverified" and not has_valid_certificate(relay):
        raise SystemExit("The mail went to a stranger.")


def send_with_retry(relay):
    try:
        send(relay)
    except smtplib.SMTPRecipientsRefused:
        if BUG == "no-retry":
            raise SystemExit("The mail bounced.")
        time.sleep(3)
        send(relay)


def deliver():
    for relay in RELAYS:
        try:
            return send_with_retry(relay)
        except (OSError, smtplib.SMTPException, NotEncrypted) as error:
            print(relay, error)
            if BUG == "one-relay" and isinstance(error, TimeoutError):
                raise SystemExit("The mail bounced.")
    print("It stays in the queue.")


deliver()
