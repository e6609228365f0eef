"""The endpoints of stored resources: 4.1 to 4.8, 4.10 to 4.12."""

from typing import Any

from access import READ, WRITE
from exchange import Reply
from faults import Switch
from payload import MEMBERS, Malformed, exact_number, object_type_property, parse_object, text
from routes import Call, Group, Unsupported
from store import Action, Record

RESOURCE = Group()
_AGGREGATED, _LONGEST_PAGE = 50, 500
_BY_ID = "(?P<id>.*)"


def _json_body(call: Call) -> dict[str, Any]:
    if call.request.media_type() != "application/json":
        raise Unsupported("application/json is expected")
    return parse_object(call.request.body)


def _member(value: list[Any], section: str, fault: Switch) -> Any:
    if fault("empty-array-null") and not value:
        return None
    if fault("single-element-collapsed") and len(value) == 1:
        return value[0]
    if fault("ints-as-strings") and section == "4.2":
        return [str(one) if isinstance(one, int) else one for one in value]
    if fault("unsigned-int32"):
        return [_unsigned(one) for one in value]
    return value


def _unsigned(item: Any) -> Any:
    if isinstance(item, dict) and "integerExampleInt32" in item:
        return item | {"integerExampleInt32": item["integerExampleInt32"] % 2**32}
    return item


def _shown(record: Record, section: str, fault: Switch) -> dict[str, Any]:
    content = {name: _member(value, section, fault) for name, value in record.content.items()}
    notes = {} if record.some_property is None else {"someProperty": record.some_property}
    shown: dict[str, Any] = {"objectTypeProperty": content, "notes": notes, "version": record.version}
    if record.deleted:
        shown["deleted"] = True
    if fault("string-version-on-delete") and section == "4.11":
        shown["version"] = str(record.version)
    if fault("created-without-version") and section == "4.6":
        del shown["version"]
    return shown


def _matching(call: Call) -> list[Record]:
    """The live resources whose arrays hold every value that the query names."""
    request = call.request
    integer, number = request.number("integerParameter", integral=True), request.number("floatParameter")
    request.number("withMarkdownDescription")
    strings = set(request.query.get("stringParameter", []) + request.query.get("arrayOfString", []))

    def holds(record: Record) -> bool:
        content = record.content
        return (
            strings <= set(content.get("arrayOfStringExample", []))
            and (integer is None or integer in content.get("arrayOfIntExample", []))
            and (number is None or number in content.get("arrayOfFloatExample", []))
        )

    return [record for record in call.project.live() if holds(record)]


@RESOURCE.add("4.1", "GET", "", READ)
def aggregate(call: Call) -> Reply:
    """The arrays of the matching resources, joined; the newest resources come first."""
    if call.fault("repeated-string-refused") and len(call.request.query.get("arrayOfString", [])) > 1:
        raise Malformed("arrayOfString is given twice")
    joined: dict[str, list[Any]] = {name: [] for name in MEMBERS}
    for record in _matching(call)[:_AGGREGATED]:
        for name, values in record.content.items():
            joined[name] += values
    joined["arrayOfUniqueIntExample"] = list(dict.fromkeys(joined["arrayOfUniqueIntExample"]))
    return Reply(200, joined)


@RESOURCE.add("4.5", "HEAD", "", READ)
def exists(call: Call) -> Reply:
    """200 if a resource matches, 204 if none does."""
    return Reply(200, {"matches": True}) if _matching(call) else Reply(204)


@RESOURCE.add("4.6", "POST", "", WRITE)
def create(call: Call) -> Reply:
    """Stores a resource; its id is told by the Location header alone."""
    body = _json_body(call)
    record = call.project.create(object_type_property(body.get("objectTypeProperty")))
    location = "/".join(["", *call.request.segments, record.id])
    return Reply(200, _shown(record, "4.6", call.fault), headers={"Location": location})


@RESOURCE.add("4.7", "PATCH", "", WRITE)
def overwrite(call: Call) -> Reply:
    """Nothing in the request identifies a target, so none is found."""
    _json_body(call)
    return Reply(404, text="the request names no resource")


@RESOURCE.add("4.8", "PUT", "", WRITE)
def create_or_overwrite(call: Call) -> Reply:
    """As overwrite, in other words."""
    _json_body(call)
    return Reply(400, text="the request names no resource")


@RESOURCE.add("4.4", "GET", "searchApiPattern", READ)
def search(call: Call) -> Reply:
    """An array of the resources with a string that contains each text.xx value."""
    call.request.boolean("fuzzy")
    call.request.boolean("staged")
    if (call.request.number("fuzzyLevel") or 0) > 2:
        raise Malformed("fuzzyLevel exceeds the default level")
    named = call.request.query.items()
    wanted = [value for name, values in named if name.startswith("text.") for value in values]

    def contains_all(record: Record) -> bool:
        strings = record.content.get("arrayOfStringExample", [])
        return all(any(value in one for one in strings) for value in wanted)

    found = [record for record in call.project.live() if contains_all(record)]
    return Reply(200, [_shown(record, "4.4", call.fault) for record in found[:_AGGREGATED]])


@RESOURCE.add("4.12", "GET", "sorted-query-parameters", READ)
def page(call: Call) -> Reply:
    """An array, newest first; where, sort and expand have no syntax here and are ignored."""
    if call.fault("decimal-limit-refused") and "." in call.request.first("limit"):
        raise Malformed("limit is not an integer")
    call.request.boolean("withTotal")
    limit, offset = call.request.number("limit"), call.request.number("offset") or 0
    limit = 20 if limit is None else min(limit, _LONGEST_PAGE)
    if limit < 0 or offset < 0 or not isinstance(limit, int) or not isinstance(offset, int):
        raise Malformed("limit and offset are whole and not negative")
    shown = [_shown(record, "4.12", call.fault) for record in call.project.live()[offset : offset + limit]]
    return Reply(200, shown)


@RESOURCE.add("4.3", "GET", "key=(?P<key>.*)", READ)
def read_by_key(call: Call) -> Reply:
    """One resource, by key."""
    return Reply(200, _shown(call.project.read_by_key(call.path["key"]), "4.3", call.fault))


def _action(value: Any) -> Action:
    if not isinstance(value, dict):
        raise Malformed("an action is an object")
    if value.get("action") == "doSomeThing":
        return "doSomeThing", ""
    if value.get("action") == "changeSomeProperty":
        return "changeSomeProperty", text(value.get("someProperty"))
    raise Malformed("the action is not known")


@RESOURCE.add("4.2", "GET", _BY_ID, READ)
def read(call: Call) -> Reply:
    """One resource, deleted or not."""
    if call.fault("optional-parameter-refused") and "optionalQueryParameter" in call.request.query:
        raise Malformed("optionalQueryParameter is not known")
    return Reply(200, _shown(call.project.read(call.path["id"]), "4.2", call.fault))


@RESOURCE.add("4.10", "POST", _BY_ID, WRITE)
def update(call: Call) -> Reply:
    """Applies actions to the stated version; 204, 409, or 410 for what is unknown or deleted."""
    body = _json_body(call)
    if "version" not in body:
        return Reply(428, text="the expected version is missing")
    stated = exact_number(body["version"])
    actions = body.get("actions")
    if not isinstance(actions, list):
        raise Malformed("actions is an array")
    call.project.update(call.path["id"], stated, [_action(one) for one in actions])
    return Reply(204)


@RESOURCE.add("4.11", "DELETE", _BY_ID, WRITE)
def remove(call: Call) -> Reply:
    """Marks as deleted and shows what is left."""
    return Reply(200, _shown(call.project.remove(call.path["id"]), "4.11", call.fault))
