"""A newsletter sender that tries deferred recipients again; prints what became of each attempt."""
import smtplib
import sys

waiting = [f"reader{number}@shop.example" for number in range(1, 5)] + ["postmaster@shop.example"]
for attempt in (1, 2):
    deferred = []
    for address in waiting:
        try:
            with smtplib.SMTP("mx1.shop.example", 25, timeout=10) as server:
                server.sendmail("news@office.example", [address], "Subject: News\r\n\r\nHello\r\n")
            outcome = "delivered"
        except smtplib.SMTPRecipientsRefused as error:
            code, text = error.recipients[address]
            outcome = f"{code} {text.decode()}"
            if code < 500:
                deferred.append(address)
        except smtplib.SMTPServerDisconnected:
            outcome = "connection closed"
            deferred.append(address)
        print(f"{attempt}: {address}: {outcome}")
    waiting = deferred
sys.exit(len(waiting))
