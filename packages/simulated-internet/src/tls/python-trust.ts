/*
 * Packages of Python bring their own list of public authorities (certifi, botocore, stripe), which no variable replaces. Python runs a module
 * `sitecustomize` on its path when it starts.
 */

/**
 * Returns a Python module `sitecustomize` with which lists of public authorities contain one more. A short list stays as it is, because it pins
 * authorities. The module does nothing until a program imports `ssl`, and then runs the next module of this name.
 */
export const pythonTrust = (
  pem: string,
): string => `"""Adds the authority of netbox to the lists of public authorities that packages bring."""
import os
import sys

AUTHORITY = """${pem}"""
# Lists of public authorities have more than a hundred.
PUBLIC = 50


def trust(ssl):
    load = ssl.SSLContext.load_verify_locations

    def load_verify_locations(self, cafile=None, capath=None, cadata=None):
        load(self, cafile, capath, cadata)
        if cafile is not None:
            with open(cafile, "rb") as listed:
                if listed.read().count(b"BEGIN CERTIFICATE") >= PUBLIC:
                    load(self, None, None, AUTHORITY)

    ssl.SSLContext.load_verify_locations = load_verify_locations


class Finder:
    """Waits for the first import of ssl."""

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name != "ssl":
            return None
        sys.meta_path.remove(cls)
        from importlib.util import find_spec

        spec = find_spec(name)
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def exec_module(module):
                run(module)
                trust(module)

            spec.loader.exec_module = exec_module
        return spec


if sys.version_info >= (3, 4):
    sys.meta_path.insert(0, Finder)
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [folder for folder in sys.path if folder != here]
    this = sys.modules.pop(__name__)
    try:
        import sitecustomize
    except ImportError:
        pass
    sys.modules.setdefault(__name__, this)
`
