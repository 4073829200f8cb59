"""The simulated internet that 'netbox serve' wraps around the tests."""

import json
import os
import urllib.request

import pytest


def ask(method, path, body=None):
    request = urllib.request.Request(
        os.environ["NETBOX_CONTROL_URL"] + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": "Bearer " + os.environ["NETBOX_CONTROL_TOKEN"]},
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)


class Internet:
    def scenario(self, name):
        ask("PUT", "/scenario", {"scenario": name})

    def time(self, at):
        ask("PUT", "/clock", {"at": at})

    def messages(self):
        return ask("GET", "/messages")["messages"]


@pytest.fixture
def internet():
    yield Internet()
    ask("PUT", "/scenario", {"scenario": "healthy"})
    ask("PUT", "/clock", {"at": None})
