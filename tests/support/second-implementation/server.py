"""A second implementation of the Generic Resource API, on Python's standard library alone.

    python3 server.py [--port 0] [--versions descending|nanoseconds] [--fault NAME] [--list-faults]

Prints one JSON line once it listens (baseUrl, projectKey, otherProjectKey, tokens, fixture); ends on SIGTERM.
"""

import argparse
import json
import signal
import sys
import threading
import traceback
from http.server import ThreadingHTTPServer

import side_endpoints
from access import Access
from exchange import Exchange, Reply, Request
from faults import CATALOGUE, Switch, catalogue
from resource_endpoints import RESOURCE
from routes import Routes, Service
from samples import FIRST_CONTENT
from store import Project, descending, nanoseconds

PROJECT, OTHER_PROJECT = "second-shop", "second-shop-b"
BASE = ["api", "v1"]
VERSIONS = {"descending": descending, "nanoseconds": nanoseconds}


class Listener(ThreadingHTTPServer):
    """One thread a connection; a full backlog for bursts of racing clients."""

    request_queue_size = 256

    def handle_error(self, request: object, client_address: object) -> None:
        """Reports what went wrong here; a client that hangs up is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            traceback.print_exc()


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="A second implementation of the Generic Resource API.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--versions", choices=VERSIONS, default="descending")
    parser.add_argument("--fault", choices=[fault.name for fault in CATALOGUE], metavar="NAME")
    parser.add_argument("--list-faults", action="store_true")
    return parser.parse_args()


def serve(port: int, versions: str, fault: Switch) -> None:
    """Listens on the loopback interface until SIGTERM or SIGINT."""
    access = Access(fault, PROJECT, OTHER_PROJECT)
    projects = {key: Project(fault, VERSIONS[versions]) for key in (PROJECT, OTHER_PROJECT)}
    fixture = projects[PROJECT].create(FIRST_CONTENT)
    routes = Routes([RESOURCE, side_endpoints.SIDE])
    service = Service(BASE, projects, access, routes, fault)

    class Served(Exchange):
        head_body = fault("head-body")

        def answer(self, request: Request) -> Reply:
            return service.answer(request)

    # Blocked in each thread, so that it is the main one alone that takes it, whoever it is delivered to.
    ends = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, ends)
    with Listener(("127.0.0.1", port), Served) as listener:
        threading.Thread(target=listener.serve_forever, args=(0.05,), daemon=True).start()
        announcement = {
            "baseUrl": f"http://127.0.0.1:{listener.server_port}/{'/'.join(BASE)}",
            "projectKey": PROJECT,
            "otherProjectKey": OTHER_PROJECT,
            "tokens": access.by_name,
            "fixture": {"id": fixture.id, "key": fixture.key},
        }
        print(json.dumps(announcement), flush=True)
        signal.sigwait(ends)
        listener.shutdown()


if __name__ == "__main__":
    asked = arguments()
    if asked.list_faults:
        print(json.dumps(catalogue(), indent=2))
    else:
        serve(asked.port, asked.versions, Switch(asked.fault))
