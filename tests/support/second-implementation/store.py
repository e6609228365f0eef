"""The resources of one project, their versions, and the lock that makes an update one step."""

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import ROUND_DOWN, Decimal
from typing import Any

from faults import Switch


class Unknown(Exception):
    """No live resource answers to this id or key."""


class Conflict(Exception):
    """The stated version is not the actual one (4.10)."""


Action = tuple[str, str]
"""An update action: its name, and someProperty (empty where the action has none)."""

NextVersion = Callable[[int | None], int]
"""Gives the first version (from None) or the one after a version."""


def descending(former: int | None) -> int:
    """Versions that begin below 2**24 and fall by a random step."""
    return random.randint(2**23, 2**24) if former is None else former - random.randint(1, 40)


def nanoseconds(former: int | None) -> int:
    """Versions that are clock readings in nanoseconds, beyond what a double holds exactly."""
    return max(time.time_ns(), 0 if former is None else former + 1)


@dataclass(frozen=True)
class Record:
    """One state of a resource."""

    id: str
    key: str
    version: int
    content: dict[str, list[Any]]
    some_property: str | None = None
    deleted: bool = False
    former_version: int | None = None


class Project:
    """A scoped collection. Each method is one atomic step and raises Unknown for an id that names nothing."""

    def __init__(self, fault: Switch, next_version: NextVersion) -> None:
        self._fault = fault
        self._next_version = next_version
        self._lock = threading.Lock()
        self._records: dict[str, Record] = {}
        self._last_id = random.randint(10**6, 10**7)

    def create(self, content: dict[str, list[Any]]) -> Record:
        """Stores a new resource under the next integer-like id."""
        with self._lock:
            self._last_id += random.randint(1, 9)
            name = str(self._last_id)
            record = Record(name, f"key-{name}", self._next_version(None), content)
            self._records[name] = record
            return record

    def read(self, record_id: str) -> Record:
        """The resource of an id, deleted or not."""
        with self._lock:
            return self._find(record_id)

    def read_by_key(self, key: str) -> Record:
        """The resource of a key, deleted or not."""
        return self.read(key.removeprefix("key-") if key.startswith("key-") else "")

    def live(self) -> list[Record]:
        """The resources that are not deleted, newest first."""
        with self._lock:
            return [record for record in reversed(self._records.values()) if not record.deleted]

    def remove(self, record_id: str) -> Record:
        """Marks a resource as deleted: it stays readable, under a new version, and takes no update."""
        with self._lock:
            record = self._find_live(record_id)
            gone = replace(record, deleted=True, version=self._next_version(record.version))
            if not self._fault("delete-without-effect"):
                self._records[record_id] = gone
            return gone

    def update(self, record_id: str, stated: Decimal, actions: list[Action]) -> None:
        """Applies the actions in order if the stated version is the actual one; raises Conflict otherwise."""
        if self._fault("check-then-act"):
            with self._lock:
                self._compare(self._find_live(record_id), stated, actions)
            time.sleep(0.005)
            with self._lock:
                self._apply(self._find_live(record_id), actions)
            return
        with self._lock:
            record = self._find_live(record_id)
            self._compare(record, stated, actions)
            self._apply(record, actions)

    def _find(self, record_id: str) -> Record:
        if record_id not in self._records:
            raise Unknown("no such resource")
        return self._records[record_id]

    def _find_live(self, record_id: str) -> Record:
        record = self._find(record_id)
        if record.deleted:
            raise Unknown("the resource is deleted")
        return record

    def _compare(self, record: Record, stated: Decimal, actions: list[Action]) -> None:
        if stated == record.version or self._wrongly_fits(record, stated, actions):
            return
        if self._fault("applied-conflict"):
            self._apply(record, actions)
        raise Conflict("the version is not the actual one")

    def _wrongly_fits(self, record: Record, stated: Decimal, actions: list[Action]) -> bool:
        if self._fault("lower-version-accepted"):
            return stated < record.version
        if self._fault("former-version-accepted"):
            return stated == record.former_version
        if self._fault("truncated-version"):
            return stated.to_integral_value(ROUND_DOWN) == record.version
        if self._fault("stale-no-op-accepted"):
            return all(name == "doSomeThing" for name, _ in actions)
        return False

    def _apply(self, record: Record, actions: list[Action]) -> None:
        if self._fault("actions-reversed"):
            actions = actions[::-1]
        if self._fault("first-action-only"):
            actions = actions[:1]
        value = record.some_property
        for name, some_property in actions:
            if name == "changeSomeProperty":
                value = some_property
        if value == record.some_property:
            return  # An update that changes nothing is no new state, so the version stays.
        version = record.version if self._fault("version-unmoved") else self._next_version(record.version)
        self._records[record.id] = replace(
            record, some_property=value, version=version, former_version=record.version
        )
