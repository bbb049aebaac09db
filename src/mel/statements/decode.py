"""Bytes to text: a byte order mark, strict UTF-8, what the file declares, then cp1252; headers lie (OCA#968)."""

from __future__ import annotations

import codecs
import re

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Charset names of OFX headers, by table and never by string concatenation (ofxparse#154). Latin-1 is read as cp1252,
# which differs only where Latin-1 has control characters.
_DECLARED = {"850": "cp850", "cp850": "cp850", "ibm850": "cp850", "437": "cp437", "cp437": "cp437", "mac": "mac_roman"}
_DECLARATION = re.compile(rb"(?:CHARSET\s*[:=]\s*[\"']?|encoding\s*=\s*[\"'])([\w.\-]+)", re.IGNORECASE)
# The 27 characters that cp1252 has where Latin-1 has controls.
_FROM_LATIN = {code: char for code in range(128, 160) if (char := bytes((code,)).decode("cp1252", "ignore"))}
_TO_LATIN = {ord(char): chr(code) for code, char in _FROM_LATIN.items()}
_DOUBLED = re.compile("[ÃÂâ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]")


def decode(data: bytes) -> str:
    """The text with `\\n` line ends and no NUL. Never raises."""
    return _unix(_repaired(_decoded(data))).replace("\x00", "")


def _decoded(data: bytes) -> str:
    for mark, codec in _BOMS:
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, errors="replace")
    sample = data[:4096]
    if sample.count(0) > len(sample) // 4:
        little = sample[1::2].count(0) >= sample[0::2].count(0)
        return data.decode("utf-16-le" if little else "utf-16-be", errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        # A file cut inside its last character is still UTF-8.
        if error.start >= len(data) - 3 and error.start > 0 and not data[: error.start].isascii():
            return data[: error.start].decode("utf-8") + "\ufffd"
    declared = _DECLARATION.search(sample)
    name = declared[1].decode("ascii", errors="ignore").casefold() if declared else ""
    return _single_byte(data, _DECLARED.get(name, "cp1252"))


def _single_byte(data: bytes, codec: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError:
        # Five bytes are undefined in cp1252; Latin-1 maps them to controls, which later cleaning drops.
        return data.decode("latin-1").translate(_FROM_LATIN)


def _repaired(text: str) -> str:
    """Undo one double encoding ("HistÃ³rico"), only if the way back is clean for the whole text."""
    if not _DOUBLED.search(text):
        return text
    try:
        return text.translate(_TO_LATIN).encode("latin-1").decode("utf-8")
    except UnicodeError:
        return text


def _unix(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
