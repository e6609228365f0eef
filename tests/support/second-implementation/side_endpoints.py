"""The endpoints beside the collection: 4.9 and 4.13 to 4.18."""

from urllib.parse import parse_qs

from access import READ, SEARCH, UPLOAD, WRITE
from exchange import Reply
from payload import Malformed, parse, parse_object
from routes import Call, Group, Unsupported
from samples import FIRST_CONTENT, cart, date_examples, products

SIDE = Group()
_IMAGES = ("image/jpeg", "image/png", "image/gif")


def _ordered_record(call: Call) -> dict[str, object]:
    if call.request.media_type() != "application/json":
        raise Unsupported("application/json is expected")
    call.request.number("queryParameterOne")
    return parse_object(call.request.body)


@SIDE.add("4.9", "POST", "artificially-complex/path/uri-parameter-one=(?P<one>.*)/(?P<two>.*)", WRITE)
def complex_path(call: Call) -> Reply:
    """The same one of the four bodies, whatever is sent."""
    _ordered_record(call)
    return Reply(200, FIRST_CONTENT)


@SIDE.add("4.13", "POST", "description-with-urn-links", WRITE)
def urn_links(call: Call) -> Reply:
    """Always DateExamples."""
    return Reply(200, date_examples(_ordered_record(call), call.fault))


@SIDE.add("4.14", "POST", "product-projection-search", SEARCH)
def product_search(call: Call) -> Reply:
    """Products by the form field `text`; view_published_products alone sees the published ones."""
    if call.request.media_type() != "application/x-www-form-urlencoded":
        raise Unsupported("a form is expected")
    form = parse_qs(call.request.body.decode("utf-8", "replace"))
    found = products("view_products" not in call.scopes(), form.get("text", [""])[0])
    return Reply(200, {"hits": found})


@SIDE.add("4.15", "PUT", "images", UPLOAD)
def upload(call: Call) -> Reply:
    """Takes an image of a listed type and keeps nothing of it."""
    if call.request.media_type() not in _IMAGES and not call.fault("any-image-type"):
        raise Unsupported("an image is expected")
    call.request.number("variant", integral=True)
    call.request.boolean("staged")
    return Reply(204)


@SIDE.add("4.16", "POST", "namespace-action", WRITE)
def write_to_backend(call: Call) -> Reply:
    """Accepts any JSON for later."""
    parse(call.request.body)
    return Reply(202, {"accepted": True})


@SIDE.add("4.16", "GET", "namespace-action", READ)
def fetch_from_backend(_: Call) -> Reply:
    """Has nothing to fetch."""
    return Reply(200, {"pending": []})


@SIDE.add("4.17", "GET", "namespace-action-with-example", ())
def example_cart(call: Call) -> Reply:
    """A cart, for anybody."""
    return Reply(200, cart("en", call.fault))


@SIDE.add("4.18", "GET", "namespace-action-with-headers", ())
def cart_with_headers(call: Call) -> Reply:
    """A cart in the caller's locale; both headers are needed."""
    locale = call.request.header("Service-Locale")
    if not locale or not call.request.header("Accept"):
        raise Malformed("Accept and Service-Locale are needed")
    return Reply(200, cart(locale, call.fault))
