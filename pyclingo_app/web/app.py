"""The server: the page and its files for anyone on this machine, answers to those who know the token."""

import asyncio
import json
import os
import signal
import socket
from collections.abc import AsyncGenerator, Callable, Generator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from secrets import compare_digest
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from ..errors import UsageError
from .operations import require
from .pool import Limits, Pool

STATIC = os.path.join(os.path.dirname(os.path.abspath(__file__)), "static")
# Styles may stand in the page: the editor writes its own. Scripts may not.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
# Connections at once: beyond, those go that send nothing; and so many more requests, beyond which they are answered
# by 503.  A process may hold 1,024 files on most systems.
_CONNECTIONS, _SPARE = 500, 100
# The signals that end the server, as they interrupt other commands.
_ENDING = [number for number in signal.Signals if number.name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")]


class Events:
    """A response: lines of JSON as they come; its end, or that of the connection, ends the request.

    Who does not take a line for ``patience`` seconds is taken to have left.
    """

    def __init__(self, events: AsyncGenerator[bytes, None], patience: float) -> None:
        self._events = events
        self._patience = patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"content-type", b"application/x-ndjson"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        work = asyncio.create_task(self._write(send))
        left = asyncio.create_task(_left(receive))
        try:
            await asyncio.wait({work, left}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (work, left):
                task.cancel()
                with suppress(asyncio.CancelledError, asyncio.TimeoutError, OSError):
                    await task
            await self._events.aclose()

    async def _write(self, send: Send) -> None:
        async for line in self._events:
            body = {"type": "http.response.body", "body": line, "more_body": True}
            await asyncio.wait_for(send(body), self._patience)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _left(receive: Receive) -> None:
    """Wait until the page has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


def make_app(pool: Pool, token: str, start: Mapping[str, Any], limits: Limits) -> Starlette:
    """Make the server; a pool does the work, and ``start`` is what the page begins with."""

    async def begin(request: Request) -> Response:
        return _refused(request, token) or JSONResponse(dict(start))

    async def run(request: Request) -> Any:
        if refused := _refused(request, token):
            return refused
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > limits.body:
                return JSONResponse({"message": f"a request has at most {limits.body} bytes"}, 413)
        try:
            asked = json.loads(body)
            require(asked)
        except (ValueError, RecursionError, UsageError) as error:
            return JSONResponse({"message": f"this is no request: {error}"}, 400)
        return Events(pool.events(asked), limits.patience)

    return Starlette(
        routes=[
            Route("/", _page),
            Route("/api/start", begin, methods=["POST"]),
            Route("/api/run", run, methods=["POST"]),
            Mount("/static", StaticFiles(directory=STATIC), middleware=[Middleware(GZipMiddleware)]),
        ],
        middleware=[
            # No other name leads here, which one of another site might be made to do.
            Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"], www_redirect=False),
            Middleware(_Headers),
        ],
    )


def _refused(request: Request, token: str) -> Response | None:
    """Refuse who does not know the token, and pages of other sites, which cannot send JSON unasked either."""
    given = request.headers.get("x-puzzasp-token", "")
    if not compare_digest(given.encode(), token.encode()):
        return JSONResponse({"message": "open the address that puzzasp web printed: it holds the token"}, 403)
    origin = request.headers.get("origin")
    if origin is not None and origin != f"{request.url.scheme}://{request.headers['host']}":
        return JSONResponse({"message": "this request comes from another site"}, 403)
    if request.headers.get("content-type") != "application/json":
        return JSONResponse({"message": "a request is JSON"}, 415)
    return None


async def _page(request: Request) -> Response:
    with open(os.path.join(STATIC, "index.html"), encoding="utf-8") as file:
        return Response(file.read(), media_type="text/html")


class _Headers:
    """Says in each response what a browser may do with it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = {name for name, _ in message["headers"]}
                more = ((name.lower().encode(), value.encode()) for name, value in HEADERS.items())
                message["headers"] = [*message["headers"], *(pair for pair in more if pair[0] not in known)]
            await send(message)

        await self._app(scope, receive, marked if scope["type"] == "http" else send)


def serve(
    folders: Sequence[str],
    token: str,
    start: Mapping[str, Any],
    listener: socket.socket,
    ready: Callable[[], None],
    limits: Limits,
) -> None:
    """Serve on a socket until a signal ends it; ``folders`` are those of the library, ``start`` is what the page begins
    with, and ``ready`` is called when requests are taken."""
    with closing(Pool(folders, limits)) as pool:
        config = uvicorn.Config(
            make_app(pool, token, start, limits), http=_Connection, lifespan="off", log_level="critical",
            access_log=False, limit_concurrency=_CONNECTIONS + _SPARE, timeout_graceful_shutdown=1,
        )  # fmt: skip
        _Server(config, pool, ready).run(sockets=[listener])


class _Connection(H11Protocol):
    """A connection; where there are too many, the one goes that has kept its request waiting for longest."""

    since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.since = self.loop.time()
        if len(self.connections) > _CONNECTIONS:
            waiting = [one for one in self.connections if isinstance(one, _Connection) and one.waits()]
            if waiting:
                min(waiting, key=lambda one: one.since).transport.abort()

    def waits(self) -> bool:
        """Whether a request, or the rest of one, is still to come."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body


class _Server(uvicorn.Server):
    """The server; any signal that ends a command ends it, and what is at work first."""

    def __init__(self, config: uvicorn.Config, pool: Pool, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._pool = pool
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        # What runs in the background of a shell ignores Ctrl-C.
        numbers = [number for number in _ENDING if signal.getsignal(number) != signal.SIG_IGN]
        before = {number: signal.signal(number, self.handle_exit) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._pool.stop()
        self.force_exit = self.should_exit
        self.should_exit = True
