"""Starts the second implementation with one small change of it, or lists all of them.

    python3 mutate_python.py --list
    python3 mutate_python.py --mutant N --gate GATE server.py [arguments of the server]

The change is made as a module is loaded: where it stands, a gate decides each time whether it acts. The file that
MUTANT_MARKER names gets a letter where the change is come by (r) and where it acts (a). The program ends with its
standard input, so that it does not outlive whoever started it.
"""

import argparse
import ast
import builtins
import copy
import importlib.abc
import importlib.util
import json
import os
import random
import sys
import threading
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from pathlib import Path

SERVER = Path(__file__).parents[2] / "tests" / "support" / "second-implementation" / "server.py"
ACTS = "__mutant_acts__"

OTHER_COMPARISON: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OTHER_SIGN: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}


@dataclass(frozen=True)
class Mutant:
    """What stands in a module and what would stand there; nothing where it is left out."""

    node: ast.expr | ast.stmt
    operator: str
    replacement: ast.expr | ast.stmt | None
    shown: str

    def original(self) -> str:
        """The text that is changed, on one line."""
        return short(self.node)


def short(node: ast.AST) -> str:
    """A piece of a program on one line, cut."""
    return " ".join(ast.unparse(node).split())[:60]


def mutant(node: ast.expr | ast.stmt, operator: str, replacement: ast.expr | ast.stmt | None) -> Mutant:
    """A change that is shown as what would stand there."""
    return Mutant(node, operator, replacement, "nothing" if replacement is None else short(replacement))


def compared(node: ast.Compare) -> Iterator[Mutant]:
    """Each operator of a comparison as another; of a chain, the two sides of that operator are shown."""
    operands = [node.left, *node.comparators]
    for at, operator in enumerate(node.ops):
        other = OTHER_COMPARISON[type(operator)]()
        changed = copy.copy(node)
        changed.ops = [*node.ops[:at], other, *node.ops[at + 1 :]]
        pair = ast.Compare(operands[at], [other], [operands[at + 1]])
        yield Mutant(node, "Compare", changed, short(pair))


def joined(node: ast.BoolOp) -> Iterator[Mutant]:
    """And as or, or as and."""
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield mutant(node, "BoolOp", ast.BoolOp(other, node.values))


def constant(node: ast.Constant) -> Iterator[Mutant]:
    """A truth as the other one, an integer as its neighbours."""
    if isinstance(node.value, bool):
        yield mutant(node, "Boolean", ast.Constant(not node.value))
    elif isinstance(node.value, int):
        yield mutant(node, "Integer", ast.Constant(node.value + 1))
        yield mutant(node, "Integer", ast.Constant(node.value - 1))


def condition(test: ast.expr) -> Iterator[Mutant]:
    """A condition as what always or never holds; a fault that is not asked for is off as it is."""
    if isinstance(test, ast.Constant):
        return
    yield mutant(test, "Condition", ast.Constant(True))
    is_fault = isinstance(test, ast.Call) and ast.unparse(test.func).endswith("fault")
    if not is_fault:
        yield mutant(test, "Condition", ast.Constant(False))


def of_node(node: ast.AST) -> Iterator[Mutant]:
    """The changes of one node, those of its parts apart."""
    match node:
        case ast.Compare():
            yield from compared(node)
        case ast.BoolOp():
            yield from joined(node)
        case ast.UnaryOp(op=ast.Not()):
            yield mutant(node, "Not", node.operand)
        case ast.Constant():
            yield from constant(node)
        case ast.BinOp() if type(node.op) in OTHER_SIGN:
            yield mutant(node, "Arithmetic", ast.BinOp(node.left, OTHER_SIGN[type(node.op)](), node.right))
        case ast.AugAssign() if type(node.op) in OTHER_SIGN:
            changed = ast.AugAssign(node.target, OTHER_SIGN[type(node.op)](), node.value)
            yield mutant(node, "Arithmetic", changed)
        case ast.If() | ast.While() | ast.IfExp():
            yield from condition(node.test)
        case ast.comprehension():
            for test in node.ifs:
                yield from condition(test)
        case ast.Expr(value=ast.Call()):
            yield mutant(node, "Call", None)
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield mutant(node, "Return", ast.Return(ast.Constant(None)))


UNCHANGED = ("annotation", "returns", "decorator_list")
"""Parts that say what something is, and not what it does."""


def mutants_of(node: ast.AST) -> Iterator[Mutant]:
    """All changes of a tree, in the order in which their places are read."""
    yield from of_node(node)
    for name, part in ast.iter_fields(node):
        if name in UNCHANGED:
            continue
        for child in part if isinstance(part, list) else [part]:
            if isinstance(child, ast.AST):
                yield from mutants_of(child)


def listed(folder: Path) -> Iterator[tuple[Path, ast.Module, Mutant]]:
    """All changes of a folder's modules; the number of each is its place here."""
    for path in sorted(folder.glob("*.py")):
        tree = ast.parse(path.read_text("utf-8"), str(path))
        for one in mutants_of(tree):
            yield path, tree, one


class Switching(ast.NodeTransformer):
    """Puts a change beside what it changes, and lets the gate choose between them."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant

    def visit(self, node: ast.AST) -> ast.AST:
        """The node with the change beside it, where it is the one."""
        if node is not self._mutant.node:
            return self.generic_visit(node)
        acts = ast.Call(ast.Name(ACTS, ast.Load()), [], [])
        other = self._mutant.replacement
        if isinstance(node, ast.expr):
            switched: ast.AST = ast.IfExp(acts, other, node)
        else:
            switched = ast.If(acts, [other or ast.Pass()], [node])
        return ast.copy_location(switched, node)


def switched_code(path: Path, tree: ast.Module, mutant: Mutant) -> types.CodeType:
    """A module with one change in it."""
    return compile(ast.fix_missing_locations(Switching(mutant).visit(tree)), str(path), "exec")


class Handled:
    """The requests that are handled at this time, and which of them a thread handles."""

    def __init__(self) -> None:
        self._own = threading.local()
        self._lock = threading.Lock()
        self._count = 0
        self._watch()

    def path(self) -> str:
        """The path of the request that this thread handles; empty where it handles none."""
        return getattr(self._own, "path", None) or ""

    def in_company(self) -> bool:
        """Whether more than one request is handled."""
        return self._count > 1

    def _watch(self) -> None:
        """From its headers on until it is answered, a request is handled."""
        parse, handle = BaseHTTPRequestHandler.parse_request, BaseHTTPRequestHandler.handle_one_request

        def parse_request(handler: BaseHTTPRequestHandler) -> bool:
            is_parsed = parse(handler)
            if is_parsed:
                self._begin(handler.path.partition("?")[0])
            return is_parsed

        def handle_one_request(handler: BaseHTTPRequestHandler) -> None:
            try:
                handle(handler)
            finally:
                self._end()

        BaseHTTPRequestHandler.parse_request = parse_request
        BaseHTTPRequestHandler.handle_one_request = handle_one_request

    def _begin(self, path: str) -> None:
        self._own.path = path
        with self._lock:
            self._count += 1

    def _end(self) -> None:
        if getattr(self._own, "path", None) is None:
            return
        self._own.path = None
        with self._lock:
            self._count -= 1


def hash_of(text: str) -> int:
    """A 32-bit hash of a text (FNV-1a)."""
    value = 0x811C9DC5
    for octet in text.encode():
        value = (value ^ octet) * 0x01000193 % 2**32
    return value


def gate_of(name: str, handled: Handled) -> Callable[[], bool]:
    """Whether a change acts that is come by now."""
    chance = random.Random(1)
    gates: dict[str, Callable[[], bool]] = {
        "always": lambda: True,
        "one in three": lambda: chance.random() < 1 / 3,
        "one in ten": lambda: chance.random() < 1 / 10,
        "for one resource in two": lambda: hash_of(handled.path()) % 2 == 0,
        "only in company": handled.in_company,
    }
    return gates[name]


def marking(opens: Callable[[], bool]) -> Callable[[], bool]:
    """The same gate; the marker is told of the first time that it was asked, and that it opened."""
    marker, told = os.environ.get("MUTANT_MARKER"), set()

    def tell(letter: str) -> None:
        if marker is not None and letter not in told:
            told.add(letter)
            with open(marker, "a", encoding="ascii") as file:
                file.write(letter)

    def acts() -> bool:
        tell("r")
        is_open = opens()
        if is_open:
            tell("a")
        return is_open

    return acts


class Folder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads the modules of a folder, one of them changed."""

    def __init__(self, folder: Path, changed: Path, code: types.CodeType) -> None:
        self._folder = folder
        self._changed = changed
        self._code = code

    def find_spec(self, name: str, path: object = None, target: object = None) -> object:
        """A module that lies in the folder."""
        file = self._folder / f"{name}.py"
        return importlib.util.spec_from_loader(name, self, origin=str(file)) if file.is_file() else None

    def exec_module(self, module: types.ModuleType) -> None:
        """Runs it, as it is or changed."""
        exec(self.code_of(self._folder / f"{module.__name__}.py"), module.__dict__)

    def code_of(self, file: Path) -> types.CodeType:
        """What a file comes to."""
        return self._code if file == self._changed else compile(file.read_text("utf-8"), str(file), "exec")


def end_with_input() -> None:
    """Ends this process once nobody holds its standard input."""
    sys.stdin.buffer.read()
    os._exit(0)


def start(number: int, gate: str, server: Path, argv: list[str]) -> None:
    """Runs the server as the main program, with that change."""
    path, tree, chosen = list(listed(server.parent))[number]
    setattr(builtins, ACTS, marking(gate_of(gate, Handled())))
    folder = Folder(server.parent, path, switched_code(path, tree, chosen))
    sys.meta_path.insert(0, folder)
    sys.argv = [str(server), *argv]
    # What the server draws by chance comes out as far as may be as when it was last started.
    random.seed(1)
    threading.Thread(target=end_with_input, daemon=True).start()
    main = types.ModuleType("__main__")
    sys.modules["__main__"] = main
    exec(folder.code_of(server), main.__dict__)


def described(server: Path) -> list[dict[str, object]]:
    """All changes as plain objects."""
    return [
        {
            "index": index,
            "module": path.name,
            "line": one.node.lineno,
            "column": one.node.col_offset + 1,
            "operator": one.operator,
            "original": one.original(),
            "replacement": one.shown,
        }
        for index, (path, _, one) in enumerate(listed(server.parent))
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--mutant", type=int, default=0)
    parser.add_argument("--gate", default="always")
    parser.add_argument("server", type=Path, nargs="?", default=SERVER)
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    asked = parser.parse_args()
    if asked.list:
        print(json.dumps(described(asked.server)))
    else:
        start(asked.mutant, asked.gate, asked.server.resolve(), asked.arguments)
