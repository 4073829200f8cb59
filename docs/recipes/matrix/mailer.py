"""Sends one mail by the first of its servers that accepts it: python3 mailer.py SERVER..."""

import smtplib
import sys

servers = sys.argv[1:] or ["mx1.mail.example"]
mail = "Subject: hello\r\n\r\nHello.\r\n"

for name in servers:
    try:
        with smtplib.SMTP(name, timeout=2) as server:
            server.sendmail("ben@client.example", ["postmaster@mail.example"], mail)
        sys.exit(0)
    except OSError as error:
        print(f"{name}: {error}")
sys.exit(1)
