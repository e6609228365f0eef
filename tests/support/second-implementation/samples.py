"""Bodies that do not come from stored resources: dates (4.13), carts (4.17, 4.18), products (4.14)."""

import re
from datetime import datetime, timezone
from email.utils import format_datetime
from typing import Any

from faults import Switch

_TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)

FIRST_CONTENT: dict[str, list[Any]] = {
    "arrayOfIntExample": [3, -1, 3],
    "arrayOfUniqueIntExample": [7],
    "arrayOfTwonumbersExample": [1, 2],
    "arrayOfFloatExample": [0.5, 2],
    "arrayOfNumberNoDefaultsExample": [],
    "arrayOfStringExample": ["first", "gr\u00fc\u00df"],
    "arrayOfObjectType": [{"integerExample": 2**40, "integerExampleInt32": -5}, {}],
}

PRODUCTS = (
    {"name": "linen shirt", "published": True},
    {"name": "wool shirt, next season", "published": False},
)


def _instant(value: Any) -> datetime:
    if isinstance(value, str) and _TIMESTAMP.fullmatch(value):
        try:
            return datetime.fromisoformat(value.replace("Z", "+00:00"))
        except ValueError:
            pass  # Well-formed text can still name no day; the clock serves then.
    return datetime.now(timezone.utc)


def date_examples(record: dict[str, Any], fault: Switch) -> dict[str, str]:
    """DateExamples of the two timestamps of an OrderedRecord, or of the clock where they are missing."""

    def with_milliseconds(instant: datetime) -> str:
        whole = fault("zero-milliseconds-dropped") and instant.microsecond < 1000
        written = instant.replace(tzinfo=None).isoformat(timespec="seconds" if whole else "milliseconds")
        return f"{written}Z"

    created, modified = _instant(record.get("createdAt")), _instant(record.get("lastModifiedAt"))
    plain = created.replace(tzinfo=None)
    return {
        "dateOnlyExample": plain.date().isoformat(),
        "timeOnlyExample": plain.time().isoformat(timespec="seconds"),
        "dateTimeOnlyExample": plain.isoformat(timespec="seconds"),
        "dateTimeExample": with_milliseconds(created),
        "dateTimeExampleDefaultFormat": with_milliseconds(modified),
        "dateTimeExampleRfc": format_datetime(created, usegmt=True),
    }


def _line_item(number: int, name: str, cents: int, count: int, fault: Switch) -> dict[str, Any]:
    def money(amount: int) -> dict[str, Any]:
        shown = amount / 100 if fault("fractional-cent-amount") else amount
        return {"currencyCode": "CHF", "centAmount": shown, "fractionDigits": 2}

    return {
        "lineItemId": f"line-{number}",
        "productId": f"product-{number}",
        "name": name,
        "type": "variant",
        "count": count,
        "isGift": "no" if fault("gift-flag-as-string") else False,
        "price": money(cents),
        "totalPrice": money(cents * count),
        "discounts": [],
        "discountTexts": [],
        "_url": f"p/{number}",
        "variant": {
            "id": str(number),
            "sku": f"S-{number}",
            "groupId": "shirts",
            "images": [f"//images.example/{number}.png"],
            "price": money(cents),
            "isOnStock": number % 2 == 0,
            "attributes": {
                "size": "M",
                "season": "s2",
                "color": {"key": "red", "label": "Rot"},
                "madeInItaly": {"key": "no", "label": "Nein"},
            },
        },
    }


def cart(locale: str, fault: Switch) -> dict[str, Any]:
    """A Cart of two line items whose names follow the locale; it knows no payments."""
    names = ("Hemd", "Hose") if locale.lower().startswith("de") else ("Shirt", "Trousers")
    items = [
        _line_item(1, names[0], 1999, 2, fault),
        _line_item(2, names[1], 4550, 1, fault),
    ]
    total = sum(item["totalPrice"]["centAmount"] for item in items)
    return {
        "sum": {"currencyCode": "CHF", "centAmount": total, "fractionDigits": 2},
        "lineItems": items,
        "discountCodes": [],
        "billingAddress": {},
        "shippingAddress": {"country": "CH"},
        "cartVersion": "12",
        "cartId": "c-1",
    }


def products(only_published: bool, wanted: str) -> list[dict[str, Any]]:
    """The products whose name contains the wanted text."""
    return [one for one in PRODUCTS if wanted in one["name"] and (one["published"] or not only_published)]
