"""Bearer tokens and what their scopes open (Authentication)."""

import secrets
from dataclasses import dataclass

from faults import Switch

READ = ("manage_test", "view_test")
WRITE = ("manage_test",)
SEARCH = ("view_products", "view_published_products")
UPLOAD = ("manage_products",)


class NotAuthenticated(Exception):
    """No token, or one that was never issued."""


class NotAllowed(Exception):
    """A live token without a sufficient scope for the project."""


@dataclass(frozen=True)
class Demand:
    """What an endpoint asks of its caller: any one of the scopes, or nothing where there are none."""

    section: str
    scopes: tuple[str, ...]


class Access:
    """Issues one token per scope of a project, one without scopes, and one for another project."""

    def __init__(self, fault: Switch, project: str, other_project: str) -> None:
        self._fault = fault
        self.by_name: dict[str, str] = {}
        self._scopes: dict[str, frozenset[str]] = {}
        for scope in dict.fromkeys(READ + SEARCH + UPLOAD):
            self._issue(scope, f"{scope}:{project}")
        self._issue("no_scope")
        self._issue("other_project", f"manage_test:{other_project}", f"view_test:{other_project}")

    def _issue(self, name: str, *scopes: str) -> None:
        token = secrets.token_hex(24)
        self.by_name[name] = token
        self._scopes[token] = frozenset(scopes)

    def scopes_at(self, authorization: str | None, project: str) -> set[str]:
        """The scope names a caller holds for a project; raises NotAuthenticated."""
        scheme, _, token = (authorization or "").partition(" ")
        if scheme.lower() != "bearer" or token.strip() not in self._scopes:
            raise NotAuthenticated("a bearer token is needed")
        pairs = (scope.partition(":") for scope in self._scopes[token.strip()])
        foreign = self._fault("foreign-token-reads")
        return {name for name, _, key in pairs if key == project or (foreign and name == "view_test")}

    def check(self, demand: Demand, authorization: str | None, project: str) -> None:
        """Raises NotAuthenticated or NotAllowed if the caller may not use the endpoint."""
        open_by_fault = {"4.1": "anonymous-list", "4.2": "unknown-token-reads"}.get(demand.section)
        if open_by_fault and self._fault(open_by_fault) and (demand.section == "4.1" or authorization):
            return
        if demand.scopes and not self.scopes_at(authorization, project) & self._sufficient(demand):
            raise NotAllowed("not found")

    def _sufficient(self, demand: Demand) -> set[str]:
        sufficient = set(demand.scopes)
        if demand.section == "4.5" and self._fault("head-needs-manage"):
            sufficient.discard("view_test")
        if demand.section == "4.11" and self._fault("view-may-delete"):
            sufficient.add("view_test")
        if demand.section == "4.14" and self._fault("products-scope-refused"):
            sufficient.discard("view_products")
        return sufficient
