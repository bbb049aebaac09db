"""One of several processes that confirm and send again the same operations on one file.

python tests/trust/rush_lab.py FOLDER SEED        prints one JSON line: replies by text, receipts
python tests/trust/rush_lab.py FOLDER prepare N   proposes N operations and writes them to FOLDER/proposals
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from crash_lab import Talk, count, move_in

ROUNDS = 3


async def prepare(folder: Path, number: int) -> None:
    move_in(folder)
    talk = Talk(folder, 0)
    shown = []
    for n in range(number):
        reply = await talk.say(talk.embedded, "Gabriel", f"p{n}", f"registra {n % 450 + 1},{n // 450 + 10} no mercado")
        shown.append(reply["previews"][0])
    (folder / "proposals").write_text(json.dumps(shown))
    talk.storage.close()


async def rush(folder: Path, seed: int) -> dict[str, Any]:
    """Every proposal confirmed by its button, three times over, in an order of one's own."""
    talk, rng = Talk(folder, 0), random.Random(seed)
    shown = json.loads((folder / "proposals").read_text())
    texts: Counter[str] = Counter()
    turns: dict[str, set[str]] = {}
    for _ in range(ROUNDS):
        for number in rng.sample(range(len(shown)), len(shown)):
            talk.answered.pop(f"b{number}", None)
            await talk.press({"previews": [shown[number]]}, f"b{number}")
            reply = talk.answered[f"b{number}"]
            texts[reply["text"]] += 1
            turns.setdefault(f"b{number}", set()).add(reply["turnId"])
    talk.storage.close()
    return {"texts": dict(texts), "turns": {key: sorted(value) for key, value in turns.items()}}


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    where = Path(sys.argv[1])
    where.mkdir(parents=True, exist_ok=True)
    if sys.argv[2] == "prepare":
        asyncio.run(prepare(where, int(sys.argv[3])))
    elif sys.argv[2] == "count":
        print(json.dumps(count(where, int(sys.argv[3]))))
    else:
        print(json.dumps(asyncio.run(rush(where, int(sys.argv[2])))))
