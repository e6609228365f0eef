"""JSON in and out, and the documented types of the stored members (Resources and their fields)."""

import json
import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any


class Malformed(Exception):
    """The request says something its documented type does not allow."""


class SourcedFloat(float):
    """A JSON number with a fraction or an exponent that keeps its exact value beside the rounded one."""

    exact: Decimal

    def __new__(cls, text: str) -> "SourcedFloat":
        number = super().__new__(cls, text)
        if not math.isfinite(number):
            raise ValueError("a number is out of range")
        number.exact = Decimal(text)
        return number


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def parse(body: bytes) -> Any:
    """The JSON value of a body; raises Malformed."""
    try:
        return json.loads(body.decode("utf-8"), parse_float=SourcedFloat, parse_constant=_no_constant)
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise Malformed("the body is not JSON") from error


def parse_object(body: bytes) -> dict[str, Any]:
    """The JSON object of a body; raises Malformed."""
    value = parse(body)
    if not isinstance(value, dict):
        raise Malformed("the body is not a JSON object")
    return value


def write(value: Any) -> bytes:
    """JSON, indented, with everything beyond ASCII escaped."""
    return json.dumps(value, indent=2, ensure_ascii=True).encode("ascii")


def exact_number(value: Any) -> Decimal:
    """A JSON number without rounding; raises Malformed for anything else."""
    if isinstance(value, SourcedFloat):
        return value.exact
    if isinstance(value, bool) or not isinstance(value, int):
        raise Malformed("a number is expected")
    return Decimal(value)


def _integer(value: Any) -> int:
    number = exact_number(value)
    if number != number.to_integral_value():
        raise Malformed("an integer is expected")
    return int(number)


def _int32(value: Any) -> int:
    number = _integer(value)
    if not -(2**31) <= number < 2**31:
        raise Malformed("a 32-bit integer is expected")
    return number


def _float(value: Any) -> Any:
    exact_number(value)
    return value


def text(value: Any) -> str:
    """A JSON string; raises Malformed for anything else."""
    if not isinstance(value, str):
        raise Malformed("a string is expected")
    return value


def _known(value: Any, members: dict[str, Callable[[Any], Any]]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Malformed("an object is expected")
    return {name: check(value[name]) for name, check in members.items() if name in value}


def _item(value: Any) -> dict[str, Any]:
    return _known(value, {"integerExample": _integer, "integerExampleInt32": _int32})


def _array_of(check: Callable[[Any], Any]) -> Callable[[Any], list[Any]]:
    def checked(value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise Malformed("an array is expected")
        return [check(element) for element in value]

    return checked


MEMBERS: dict[str, Callable[[Any], list[Any]]] = {
    "arrayOfIntExample": _array_of(_integer),
    "arrayOfUniqueIntExample": _array_of(_integer),
    "arrayOfTwonumbersExample": _array_of(_integer),
    "arrayOfFloatExample": _array_of(_float),
    "arrayOfNumberNoDefaultsExample": _array_of(_integer),
    "arrayOfStringExample": _array_of(text),
    "arrayOfObjectType": _array_of(_item),
}


def object_type_property(value: Any) -> dict[str, list[Any]]:
    """The documented members of an ObjectTypeProperty, others left out; raises Malformed on a wrong type."""
    return _known(value, MEMBERS)
