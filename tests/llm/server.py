"""A server that speaks OpenAI's protocol and says what a test wrote down: over a mock transport or a real socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2

Wire = dict[str, Any]


@dataclass(frozen=True)
class Scripted:
    """One answer of the server. `hangs` never answers; `status` other than 200 sends `body` instead of a completion."""

    text: str | None = None
    calls: Sequence[tuple[str, str]] = ()
    finish: str | None = "stop"
    status: int = 200
    headers: Wire = field(default_factory=dict)
    body: bytes | None = None
    hangs: bool = False


def words(text: str, finish: str | None = "stop") -> Scripted:
    return Scripted(text=text, finish=finish)


def calling(*calls: tuple[str, Wire | str], text: str | None = None, finish: str = "tool_calls") -> Scripted:
    """Tool calls; arguments given as text are sent as they are, however broken."""
    sent = [(name, args if isinstance(args, str) else json.dumps(args)) for name, args in calls]
    return Scripted(text=text, calls=sent, finish=finish)


def failing(status: int, **headers: str) -> Scripted:
    body = json.dumps({"error": {"message": "gastei 50 no mercado", "code": status}}).encode()
    return Scripted(status=status, headers={k.replace("_", "-"): v for k, v in headers.items()}, body=body)


EMPTY = words("")
HANGS = Scripted(hangs=True)
NO_JSON = Scripted(body=b"<html>bad gateway</html>")
NO_NETWORK = "no network"


class FakeServer:
    """Answers requests in the order of its script, and remembers them."""

    def __init__(self, *script: Scripted | str) -> None:
        self.script = list(script)
        self.requests: list[Wire] = []

    @property
    def transport(self) -> httpx2.MockTransport:
        return httpx2.MockTransport(self._handle)

    async def _handle(self, request: httpx2.Request) -> httpx2.Response:
        reply = self._next(json.loads(request.content))
        if reply is NO_NETWORK:
            raise httpx2.ConnectError("no route", request=request)
        assert isinstance(reply, Scripted)
        if reply.hangs:
            await asyncio.sleep(60)
        kind, body = _body(reply, streamed=bool(self.requests[-1].get("stream")))
        return httpx2.Response(reply.status, headers={"content-type": kind, **reply.headers}, content=body)

    def _next(self, request: Wire) -> Scripted | str:
        self.requests.append(request)
        assert self.script, "the model was asked more often than scripted"
        return self.script.pop(0)

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[str]:
        """On a real socket of this machine; yields the base URL."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server:
            yield f"http://127.0.0.1:{port}/v1"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = int(next(line for line in head.split("\r\n") if line.startswith("content-length")).split(":")[1])
            reply = self._next(json.loads(await reader.readexactly(length)))
            assert isinstance(reply, Scripted)
            if reply.hangs:
                await reader.read()  # until the client loses patience
                return
            kind, body = _body(reply, streamed=bool(self.requests[-1].get("stream")))
            headers = {"content-type": kind, "content-length": len(body), "connection": "close", **reply.headers}
            told = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
            writer.write(f"HTTP/1.1 {reply.status} X\r\n{told}\r\n".encode() + body)
            await writer.drain()
        finally:
            writer.close()


def _body(reply: Scripted, *, streamed: bool) -> tuple[str, bytes]:
    if reply.body is not None:
        return "application/json", reply.body
    if not streamed:
        return "application/json", json.dumps(_completion(reply)).encode()
    chunks = [f"data: {json.dumps(chunk)}\n\n" for chunk in _chunks(reply)]
    return "text/event-stream", "".join([*chunks, "data: [DONE]\n\n"]).encode()


def _usage() -> Wire:
    return {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}


def _calls(reply: Scripted) -> list[Wire]:
    """Every call has the same id: some gateways really do that."""
    return [
        {"id": "embedded-1", "type": "function", "function": {"name": name, "arguments": args}}
        for name, args in reply.calls
    ]


def _completion(reply: Scripted) -> Wire:
    message: Wire = {"role": "assistant", "content": reply.text}
    if reply.calls:
        message["tool_calls"] = _calls(reply)
    choice = {"index": 0, "message": message, "finish_reason": reply.finish or "stop"}
    return {**_envelope("chat.completion"), "choices": [choice], "usage": _usage()}


def _envelope(kind: str) -> Wire:
    return {"id": "x", "object": kind, "created": 1, "model": "fake", "provider": "fake"}


def _chunks(reply: Scripted) -> list[Wire]:
    """Text in halves, and each call's arguments in halves, as streams come."""
    deltas: list[Wire] = [{"role": "assistant", "content": ""}]
    deltas += [{"content": half} for half in _halves(reply.text or "")]
    for index, call in enumerate(_calls(reply)):
        name, args = call["function"]["name"], call["function"]["arguments"]
        start = {"index": index, "id": f"id-{index}", "type": "function", "function": {"name": name, "arguments": ""}}
        deltas.append({"tool_calls": [start]})
        deltas += [{"tool_calls": [{"index": index, "function": {"arguments": half}}]} for half in _halves(args)]
    envelope = _envelope("chat.completion.chunk")
    chunks = [{**envelope, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    if reply.finish is not None:
        chunks.append({**envelope, "choices": [{"index": 0, "delta": {}, "finish_reason": reply.finish}]})
    return [*chunks, {**envelope, "choices": [], "usage": _usage()}]


def _halves(text: str) -> list[str]:
    middle = len(text) // 2
    return [half for half in (text[:middle], text[middle:]) if half]
