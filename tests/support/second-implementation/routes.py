"""Which endpoint a request means, whether its caller may use it, and how a refusal is worded."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from access import Access, Demand, NotAllowed, NotAuthenticated
from exchange import Reply, Request
from faults import Switch
from payload import Malformed
from store import Conflict, Project, Unknown


class Unsupported(Exception):
    """The media type of the request is not taken here (415)."""


@dataclass(frozen=True)
class Call:
    """A request that found its endpoint: the project, the named parts of the path, the faults."""

    request: Request
    project: Project
    path: dict[str, str]
    fault: Switch
    scopes: Callable[[], set[str]]


Endpoint = Callable[[Call], Reply]
Methods = dict[str, tuple[Demand, Endpoint]]


class Group:
    """Endpoints that belong together, by path below {base_url}/{projectKey}/resource and by method."""

    def __init__(self) -> None:
        self.paths: dict[str, Methods] = {}

    def add(
        self, section: str, method: str, path: str, scopes: tuple[str, ...]
    ) -> Callable[[Endpoint], Endpoint]:
        """Registers an endpoint; each segment of its path is a pattern whose named groups are parts."""

        def register(endpoint: Endpoint) -> Endpoint:
            self.paths.setdefault(path, {})[method] = (Demand(section, scopes), endpoint)
            return endpoint

        return register


class Routes:
    """Finds the methods of a path; of several patterns that fit, the one with the most literal text wins."""

    def __init__(self, groups: list[Group]) -> None:
        self._paths = [
            ([re.compile(one, re.DOTALL) for one in path.split("/") if one], methods)
            for group in groups
            for path, methods in group.paths.items()
        ]

    def find(self, segments: list[str]) -> tuple[dict[str, str], Methods] | None:
        """The parts of a path and its methods, or None."""
        fitting = []
        for patterns, methods in self._paths:
            matches = [pattern.fullmatch(one) for pattern, one in zip(patterns, segments)]
            if len(patterns) == len(segments) and all(matches):
                parts = {name: part for match in matches for name, part in match.groupdict().items()}
                fitting.append((parts, methods))
        return min(fitting, key=lambda found: sum(map(len, found[0].values())), default=None)


@dataclass(frozen=True)
class Service:
    """Answers requests: the base path's segments, the projects by key, the tokens, the endpoints."""

    base: list[str]
    projects: dict[str, Project]
    access: Access
    routes: Routes
    fault: Switch

    def answer(self, request: Request) -> Reply:
        """The reply to a request; refusals are plain text."""
        depth = len(self.base)
        rest = request.segments[depth:]
        if request.segments[:depth] != self.base or rest[1:2] != ["resource"]:
            return Reply(404, text="no such path")
        found = self.routes.find(rest[2:])
        if found is None:
            return Reply(404, text="no such path")
        parts, methods = found
        method = "GET" if request.method == "HEAD" and "HEAD" not in methods else request.method
        if method not in methods:
            return Reply(405, text="not a method of this path", headers={"Allow": ", ".join(methods)})
        return self._call(request, rest[0], parts, *methods[method])

    def _call(
        self, request: Request, key: str, parts: dict[str, str], demand: Demand, endpoint: Endpoint
    ) -> Reply:
        authorization = request.header("Authorization")
        try:
            refusal = self._refusal(demand, authorization, key)
            if refusal is not None and not (demand.section == "4.6" and self.fault("refused-create-applied")):
                return refusal
            project = self.projects.get(key)
            if project is None:
                return Reply(404, text="no such project")
            call = Call(
                request, project, parts, self.fault, lambda: self.access.scopes_at(authorization, key)
            )
            reply = endpoint(call)
            return reply if refusal is None else refusal
        except Unsupported as error:
            return Reply(415, text=str(error))
        except Malformed as error:
            return Reply(400, text=str(error))
        except Unknown as error:
            return self._elsewhere(demand, endpoint, request, parts) or Reply(410, text=str(error))
        except Conflict as error:
            return Reply(412 if self.fault("precondition-failed") else 409, text=str(error))

    def _refusal(self, demand: Demand, authorization: str | None, key: str) -> Reply | None:
        try:
            self.access.check(demand, authorization, key)
        except NotAuthenticated as error:
            return Reply(403, text=str(error))
        except NotAllowed as error:
            return Reply(404, text=str(error))
        return None

    def _elsewhere(
        self, demand: Demand, endpoint: Endpoint, request: Request, parts: dict[str, str]
    ) -> Reply | None:
        if not (demand.section == "4.2" and self.fault("shared-store")):
            return None
        for project in self.projects.values():
            try:
                return endpoint(Call(request, project, parts, self.fault, set))
            except Unknown:
                continue
        return None
