"""The catalogue of single faults: each breaks one thing that the contract determines."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Fault:
    """One way to be wrong: its name, the contract section it breaks, and what happens instead."""

    name: str
    section: str
    summary: str


CATALOGUE = tuple(
    Fault(*row)
    for row in (
        ("anonymous-list", "4.1", "the list is served without a token"),
        ("repeated-string-refused", "4.1", "a second arrayOfString is answered 400"),
        ("shared-store", "4.2", "a resource is readable through the other project's path"),
        ("foreign-token-reads", "4.2", "a token of another project may read"),
        ("unknown-token-reads", "4.2", "any bearer token may read by id"),
        ("optional-parameter-refused", "4.2", "optionalQueryParameter is answered 400"),
        ("ints-as-strings", "4.2", "arrays of integers are written as strings"),
        ("single-element-collapsed", "4.2", "an array of one element is written as the element"),
        ("empty-array-null", "4.2", "an empty array is written as null"),
        ("unsigned-int32", "4.2", "a negative 32-bit integer wraps to an unsigned one"),
        ("head-body", "4.5", "bytes follow the header section of a HEAD answer"),
        ("head-needs-manage", "4.5", "view_test does not suffice for the existence check"),
        ("created-without-version", "4.6", "the answer to a create carries no version"),
        ("refused-create-applied", "4.6", "a create refused for its scope is stored all the same"),
        ("lower-version-accepted", "4.10", "a number below the actual version counts as a match"),
        ("former-version-accepted", "4.10", "the version before the actual one is still accepted"),
        ("truncated-version", "4.10", "the fraction of the stated version is cut before comparing"),
        ("stale-no-op-accepted", "4.10", "the version is not compared when only doSomeThing is asked"),
        ("applied-conflict", "4.10", "409 is answered, yet the actions are applied"),
        ("precondition-failed", "4.10", "a mismatch is answered 412 in place of 409"),
        ("check-then-act", "4.10", "5 ms pass unlocked between comparing and applying"),
        ("version-unmoved", "4.10", "a change of the state leaves the version as it was"),
        ("actions-reversed", "4.10", "actions are applied from last to first"),
        ("first-action-only", "4.10", "actions after the first are dropped"),
        ("view-may-delete", "4.11", "view_test suffices to delete"),
        ("string-version-on-delete", "4.11", "the version in the answer to DELETE is a string"),
        ("delete-without-effect", "4.11", "DELETE succeeds and changes nothing"),
        ("decimal-limit-refused", "4.12", "limit=1.0 is answered 400"),
        ("zero-milliseconds-dropped", "4.13", "a timestamp on the full second loses its .000"),
        ("products-scope-refused", "4.14", "view_products alone does not suffice"),
        ("any-image-type", "4.15", "a body of any content type is taken for an image"),
        ("fractional-cent-amount", "4.17", "centAmount is a fraction of the major unit"),
        ("gift-flag-as-string", "4.18", "isGift is a string"),
    )
)


def catalogue() -> list[dict[str, str]]:
    """The faults as plain objects: name, section, summary."""
    return [asdict(fault) for fault in CATALOGUE]


class Switch:
    """Tells whether a fault is on; at most one is. Raises ValueError for a name outside the catalogue."""

    def __init__(self, active: str | None) -> None:
        self._names = {fault.name for fault in CATALOGUE}
        if active is not None and active not in self._names:
            raise ValueError(f"no fault is named {active!r}")
        self._active = active

    def __call__(self, name: str) -> bool:
        if name not in self._names:
            raise ValueError(f"no fault is named {name!r}")
        return name == self._active
