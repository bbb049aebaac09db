"""What a file is, by its content: an extension is only what somebody typed."""

from __future__ import annotations

import re
from typing import Literal

Format = Literal["ofx", "pdf", "zip", "ole", "html", "json", "text", "image", "empty"]

_OFX = re.compile(r"OFXHEADER|<OFX>|<\?OFX|<(?:CC)?STMTRS>|<BANKTRANLIST>|<STMTTRN>", re.IGNORECASE)
_HTML = re.compile(
    r"\s*(?:<!--.*?-->\s*)?<(?:!doctype html|html|head|body|table|meta|div|style)\b", re.IGNORECASE | re.DOTALL
)
_IMAGES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\x00", b"MM\x00*", b"RIFF", b"BM6")


def detect_bytes(data: bytes) -> Format | None:
    """The formats that are not text; None for text."""
    if not data.strip(b" \t\r\n\x00"):
        return "empty"
    if b"%PDF-" in data[:1024]:
        return "pdf"
    if data[:4] in {b"PK\x03\x04", b"PK\x05\x06"}:
        return "zip"
    if data[:8] == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" or data[:4] in {b"\x09\x08\x10\x00", b"\x09\x08\x08\x00"}:
        return "ole"
    if data.startswith(_IMAGES):
        return "image"
    return None


def detect_text(text: str) -> Format:
    head = text[:8192]
    if _HTML.match(head):
        return "html"
    if _OFX.search(head):
        return "ofx"
    if head.lstrip()[:1] in {"{", "["} and re.match(r"\s*[\[{]\s*[\"{\[\]}]", head):
        return "json"
    return "text"
