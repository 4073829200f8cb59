"""Asks an API, and tries again after errors that pass. Prints the number of requests for each path."""
import sys
import time
import urllib.error
import urllib.request

API = "https://api.shop.example"
TRIES = 3


def status_of(path):
    """Returns the status of a response, and the seconds until another try makes sense."""
    try:
        with urllib.request.urlopen(API + path, timeout=2) as response:
            response.read()
            return response.status, None
    except urllib.error.HTTPError as error:
        return error.code, float(error.headers.get("Retry-After", 1))
    except Exception as error:
        # A URLError has its reason; reading a body raises others.
        reason = getattr(error, "reason", error)
        return "reset" if isinstance(reason, ConnectionError) else type(reason).__name__, 0


def ask(path):
    seen = []
    for _ in range(TRIES):
        status, wait = status_of(path)
        seen.append(str(status))
        if wait is None:
            break
        time.sleep(wait)
    print(f"{path}: {', '.join(seen)}")
    return wait is None


results = [ask(path) for path in ("/fine", "/busy", "/limited", "/cut", "/reset", "/hanging")]
sys.exit(not all(results))
