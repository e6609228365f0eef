"""Tests a client in Python against the mock, which the command line starts."""

import json
import re
import subprocess
import unittest
import urllib.error
import urllib.request

MOCK = ["node_modules/.bin/resource-conformance", "mock"]


class Client:
    """What is under test: it says that a resource has moved on, and never overwrites blindly."""

    def __init__(self, url, token):
        self.url, self.token = url, token

    def ask(self, method, path, body=None, **headers):
        request = urllib.request.Request(
            self.url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Authorization": f"Bearer {self.token}",
                "Content-Type": "application/json",
                **headers,
            },
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer) if answer.status != 204 else None

    def touch(self, resource, **headers):
        body = {"version": resource["version"], "actions": [{"action": "doSomeThing"}]}
        try:
            return self.ask("POST", f"/demo/resource/{resource['id']}", body, **headers)
        except urllib.error.HTTPError as error:
            error.close()
            return {"moved on": error.code == 409}


class ClientTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.mock = subprocess.Popen(MOCK, stdout=subprocess.PIPE, text=True)
        for line in cls.mock.stdout:
            found = re.match(r"CONFORMANCE_BASE_URL=(.*)", line)
            if found:
                cls.client = Client(found[1], "demo-manage-test")
                break

    @classmethod
    def tearDownClass(cls):
        cls.mock.terminate()
        cls.mock.communicate()

    def setUp(self):
        self.client.ask("POST", "/__mock/reset")

    def test_conflicts_are_told(self):
        made = self.client.ask("POST", "/demo/resource", {"objectTypeProperty": {}})
        self.assertEqual(self.client.touch(made)["version"], 2)
        self.assertEqual(self.client.touch(made), {"moved on": True})

    def test_conflicts_can_be_wished_for(self):
        made = self.client.ask("POST", "/demo/resource", {"objectTypeProperty": {}})
        self.assertEqual(self.client.touch(made, Prefer="mock-status=409"), {"moved on": True})
        self.assertEqual(self.client.touch(made)["version"], 2)


if __name__ == "__main__":
    unittest.main()
