"""The server: the page and its files for anyone on this machine, answers to those who know the token."""

import asyncio
import json
import os
import socket
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from secrets import compare_digest
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
# Connections at once; what comes beyond is answered by 503.
_CONNECTIONS = 500


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


def make_app(folders: Sequence[str], token: str, start: Mapping[str, Any], limits: Limits | None = None) -> Starlette:
    """Make the server; ``folders`` are those of the library, ``start`` is what the page begins with."""
    limits = limits or Limits()
    pool: list[Pool] = []

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None, None]:
        pool.append(Pool(folders, limits))
        await pool[0].warm()
        try:
            yield
        finally:
            await pool.pop().close()

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
        return Events(pool[0].events(asked), limits.patience)

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
        lifespan=lifespan,
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


def serve(app: Starlette, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve on a socket until the process is told to end; ``ready`` is called when requests are taken."""
    config = uvicorn.Config(
        app, log_level="critical", access_log=False, limit_concurrency=_CONNECTIONS, timeout_graceful_shutdown=1
    )

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready()

    Server(config).run(sockets=[listener])
