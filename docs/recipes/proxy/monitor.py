"""Tells whether a website is up, and if not, why."""

import ssl
import urllib.error
import urllib.request


def check(url, timeout=5):
    try:
        with urllib.request.urlopen(url, timeout=timeout) as page:
            return f"up ({page.status})"
    except urllib.error.HTTPError as error:
        return f"down ({error.code})"
    except urllib.error.URLError as error:
        if isinstance(error.reason, ssl.SSLCertVerificationError):
            return f"certificate: {error.reason.verify_message}"
        if isinstance(error.reason, TimeoutError):
            return "silent"
        return f"down ({error.reason})"
