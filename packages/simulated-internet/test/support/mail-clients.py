"""Asks all mail servers of domains with smtplib, swaks and openssl, and prints what each heard, one JSON object a line.

Usage: mail-clients.py ADDRESS... (in a namespace whose only internet is the simulated one)
"""

import concurrent.futures
import json
import smtplib
import ssl
import subprocess
import sys


def output_of(*command, given=""):
    return subprocess.run(command, input=given, capture_output=True, text=True, timeout=120)


def exchanges(domain):
    lines = output_of("dig", "+short", "mx", domain).stdout.splitlines()
    # Lines with a semicolon report lost packets.
    return [line.split()[1].rstrip(".") for line in lines if not line.startswith(";")]


class Client(smtplib.SMTP):
    """Connects within seconds, as the kernel does, and waits long for replies, so that a busy machine is not taken for a silent server."""

    def _get_socket(self, host, port, timeout):
        connection = super()._get_socket(host, port, 3)
        connection.settimeout(timeout)
        return connection


def ask(address, host):
    heard = {"address": address, "host": host}
    try:
        with Client(host, 25, "client.example", timeout=60) as client:
            client.ehlo()
            heard["starttls"] = client.has_extn("starttls")
            if heard["starttls"]:
                client.starttls(context=ssl.create_default_context())
                client.ehlo()
            heard["auth"] = client.esmtp_features.get("auth", "").split()
            heard["size"] = int(client.esmtp_features["size"])
            client.mail("ben@client.example")
            code, text = client.rcpt(address)
            heard["smtplib"] = f"{code} {text.decode()}"
    except TimeoutError:
        heard["failure"] = "silent"
    except ConnectionRefusedError:
        heard["failure"] = "closed"
    if "failure" in heard:
        return heard
    swaks = output_of("swaks", "--server", host, "--to", address, "--from", "other@client.example", "--helo", "client.example", "--quit-after", "RCPT")
    heard["swaks"] = [line[4:] for line in swaks.stdout.splitlines() if line.startswith("<")][-2].strip()
    if heard["starttls"]:
        tls = output_of("openssl", "s_client", "-starttls", "smtp", "-connect", f"{host}:25", "-verify_hostname", host, "-verify_return_error", given="QUIT\n")
        heard["openssl"] = "Verification: OK" in tls.stdout
    return heard


jobs = [(address, host) for address in sys.argv[1:] for host in exchanges(address.split("@")[1])]
with concurrent.futures.ThreadPoolExecutor(12) as pool:
    for heard in pool.map(lambda job: ask(*job), jobs):
        print(json.dumps(heard))
