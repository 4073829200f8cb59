"""Reads the mailboxes of hosts with imaplib and poplib, and prints what they find as JSON."""

import email
import imaplib
import json
import poplib
import re
import ssl
import sys
from concurrent.futures import ThreadPoolExecutor

TIMEOUT = 10


def read_imap(connection, user):
    connection.login(user, "any password")
    folders = {}
    for line in connection.list()[1]:
        name = line.decode().rsplit(" ", 1)[1]
        count = int(connection.select(name, readonly=True)[1][0])
        status = connection.status(name, "(MESSAGES UIDNEXT UNSEEN)")[1][0].decode()
        unseen = connection.search(None, "UNSEEN")[1][0].split()
        assert f"MESSAGES {count} " in status and f"UNSEEN {len(unseen)})" in status, status
        folders[name] = count
    connection.select("INBOX")
    messages = connection.fetch("1:20", "(RFC822.SIZE BODY.PEEK[])")[1]
    texts = [part for part in messages if isinstance(part, tuple)]
    for head, text in texts:
        assert int(re.search(rb"RFC822.SIZE (\d+)", head).group(1)) == len(text), head
        parsed = email.message_from_bytes(text)
        assert parsed["To"].endswith(f"<{user}>") and not parsed.defects, parsed.defects
        for part in parsed.walk():
            assert not part.defects, part.defects
    subject = email.message_from_bytes(texts[0][1])["Subject"]
    found = connection.uid("SEARCH", "1:20", "SUBJECT", f'"{subject}"')[1][0].split()
    assert b"1" in found, found
    refused = connection.store("1", "+FLAGS", r"\Deleted")
    assert refused[0] == "NO", refused
    connection.logout()
    return folders


def read_pop3(connection, user):
    connection.user(user)
    connection.pass_("any password")
    count, size = connection.stat()
    lines = connection.list()[1]
    assert len(lines) == len(connection.uidl()[1]) == count
    assert sum(int(line.split()[1]) for line in lines) == size
    for number in range(1, 6):
        text = b"\r\n".join(connection.retr(number)[1]) + b"\r\n"
        assert len(text) == int(lines[number - 1].split()[1]), number
        assert connection.top(number, 0)[1] == text.split(b"\r\n\r\n")[0].split(b"\r\n") + [b""]
    connection.quit()
    return count


def attempt(work):
    try:
        return work()
    except (OSError, imaplib.IMAP4.error, poplib.error_proto) as error:
        return f"{type(error).__name__}: {error}"


def imap_starttls(host):
    connection = imaplib.IMAP4(host, timeout=TIMEOUT)
    connection.starttls(ssl.create_default_context())
    return connection


def pop3_starttls(host):
    connection = poplib.POP3(host, timeout=TIMEOUT)
    connection.stls(ssl.create_default_context())
    return connection


def attempts(host, user):
    context = ssl.create_default_context()
    return {
        "993": lambda: read_imap(imaplib.IMAP4_SSL(host, ssl_context=context, timeout=TIMEOUT), user),
        "143": lambda: read_imap(imap_starttls(host), user),
        "995": lambda: read_pop3(poplib.POP3_SSL(host, context=context, timeout=TIMEOUT), user),
        "110": lambda: read_pop3(pop3_starttls(host), user),
        "clear": lambda: imaplib.IMAP4(host, timeout=TIMEOUT).login(user, "x") and "signed in",
        "stranger": lambda: imaplib.IMAP4_SSL(host, timeout=TIMEOUT).login(f"nobody-81275@{host}", "x") and "signed in",
    }


with ThreadPoolExecutor(32) as pool:
    running = {}
    for host, user in (argument.split("=") for argument in sys.argv[1:]):
        running[host] = {name: pool.submit(attempt, work) for name, work in attempts(host, user).items()}
    found = {host: {name: work.result() for name, work in works.items()} for host, works in running.items()}
print(json.dumps(found))
