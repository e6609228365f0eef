"""HTTP/1.1 framing: one request in, one reply out, over http.server."""

import gzip
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from payload import Malformed, write

LARGEST_BODY = 1 << 20
_INTEGER = re.compile(r"[+-]?\d+", re.ASCII)
_FLOAT = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True)
class Request:
    """What arrived: method, decoded path segments, query values by name, headers by any case, body."""

    method: str
    segments: list[str]
    query: dict[str, list[str]]
    header: Callable[[str], str | None]
    body: bytes

    def media_type(self) -> str:
        """The Content-Type without parameters, in lower case; empty if there is none."""
        return (self.header("Content-Type") or "").partition(";")[0].strip().lower()

    def first(self, name: str) -> str:
        """The first value of a query parameter, or empty."""
        return self.query.get(name, [""])[0]

    def number(self, name: str, integral: bool = False) -> float | None:
        """A Float or Int query parameter, None if it is missing or empty; raises Malformed."""
        written = self.first(name)
        if not written:
            return None
        pattern = _INTEGER if integral else _FLOAT
        if not pattern.fullmatch(written) or not math.isfinite(float(written)):
            raise Malformed(f"{name} is not a number of its type")
        value = Decimal(written)
        return int(value) if value == value.to_integral_value() else float(value)

    def boolean(self, name: str) -> None:
        """Refuses a Boolean query parameter that is neither true nor false; raises Malformed."""
        if self.first(name) not in ("", "true", "false"):
            raise Malformed(f"{name} is not a Boolean")


@dataclass(frozen=True)
class Reply:
    """What is answered: a JSON value, or text for people, or no body at all (204)."""

    status: int
    json: Any = None
    text: str | None = None
    headers: dict[str, str] = field(default_factory=dict)

    def body(self) -> tuple[str, bytes]:
        """The media type and the bytes."""
        if self.text is not None:
            return "text/plain; charset=utf-8", f"{self.text}\n".encode()
        return "application/json;charset=UTF-8", write(self.json)


class Unframed(Exception):
    """The body cannot be read, so the connection ends after the reply; carries the status."""


class Exchange(BaseHTTPRequestHandler):
    """Serves one connection. Subclasses say what to answer; head_body writes a HEAD's body (a fault)."""

    protocol_version = "HTTP/1.1"
    server_version, sys_version = "second", ""
    disable_nagle_algorithm = True
    wbufsize = -1
    head_body = False

    def answer(self, request: Request) -> Reply:
        """The reply to a request."""
        raise NotImplementedError

    def log_message(self, format: str, *args: object) -> None:
        """Keeps the error stream for errors."""

    def _serve(self) -> None:
        try:
            body = self._read_body()
        except Unframed as error:
            self.close_connection = True
            self._send(Reply(int(str(error)), text="the body cannot be read"))
            return
        target = urlsplit(self.path)
        request = Request(
            self.command,
            [unquote(segment) for segment in target.path.split("/")[1:]],
            parse_qs(target.query, keep_blank_values=True),
            self.headers.get,
            body,
        )
        self._send(self.answer(request))

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _serve

    def _read_body(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").strip().lower() == "chunked":
            return self._read_chunks()
        length = self.headers.get("Content-Length", "0").strip()
        if not (length.isascii() and length.isdigit()):
            raise Unframed(400)
        return self._read_exactly(int(length), 0)

    def _read_chunks(self) -> bytes:
        body = b""
        while True:
            try:
                size = int(self.rfile.readline(1024).partition(b";")[0], 16)
            except ValueError as error:
                raise Unframed(400) from error
            if size == 0:
                break
            body += self._read_exactly(size, len(body))
            self.rfile.readline(3)
        while self.rfile.readline(65537).strip():
            pass  # Trailers mean nothing here.
        return body

    def _read_exactly(self, size: int, before: int) -> bytes:
        if size < 0 or size + before > LARGEST_BODY:
            raise Unframed(413)
        read = self.rfile.read(size)
        if len(read) < size:
            raise Unframed(400)
        return read

    def _send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        body = b""
        if reply.status != 204:
            media_type, body = reply.body()
            self.send_header("Content-Type", media_type)
            self.send_header("Vary", "Accept-Encoding")
            if self._takes_gzip():
                body = gzip.compress(body, 1)
                self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD" or self.head_body:
            self.wfile.write(body)

    def _takes_gzip(self) -> bool:
        for coding in self.headers.get("Accept-Encoding", "").lower().split(","):
            name, _, weight = coding.replace(" ", "").partition(";q=")
            if name == "gzip":
                return weight.strip("0.") != "" or not weight
        return False
