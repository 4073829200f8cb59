import json
import os
import unittest
import urllib.request

from monitor import check


def scenario(name):
    """Simulates a fault, by the control API of netbox serve."""
    request = urllib.request.Request(
        os.environ["NETBOX_CONTROL_URL"] + "/scenario",
        method="PUT",
        data=json.dumps({"scenario": name}).encode(),
        headers={"Authorization": "Bearer " + os.environ["NETBOX_CONTROL_TOKEN"]},
    )
    urllib.request.urlopen(request).close()


class Monitor(unittest.TestCase):
    def setUp(self):
        scenario("healthy")

    def test_site_is_up(self):
        self.assertEqual(check("https://www.shop.example/"), "up (200)")

    def test_certificate_has_expired(self):
        scenario("cert-expired")
        self.assertEqual(check("https://www.shop.example/"), "certificate: certificate has expired")

    def test_certificate_has_another_name(self):
        scenario("cert-wrong-name")
        self.assertIn("Hostname mismatch", check("https://www.shop.example/"))

    def test_fault_of_one_site_only(self):
        scenario("healthy,cert-expired:shop.example@00:00..23:59")
        self.assertEqual(check("https://www.bakery.test/"), "up (200)")

    def test_name_does_not_exist(self):
        self.assertIn("down", check("https://missing.invalid/"))


if __name__ == "__main__":
    unittest.main()
