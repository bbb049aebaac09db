"""`mel eval fmt`: a roteiro's text made safe. Only what another YAML reader would misread is quoted.

Comments, order and layout stay, and the result must say exactly what it said before.
"""

from __future__ import annotations

import re

from mel.evals.strict_yaml import Items, RoteiroError, Table, Text, load
from mel.evals.writing import quoted


def formatted(text: str, file: str = "roteiro.yaml") -> str:
    """The same roteiro with risky scalars quoted, blanks at line ends gone and one newline at the end."""
    before = load(text, file)
    safe = _quoted(text)
    lines = [line.rstrip() for line in safe.splitlines()]
    result = "\n".join(lines).strip("\n") + "\n"
    if _said(load(result, file)) != _said(before):
        raise RoteiroError("não sei reescrever este arquivo sem mudar o que ele diz", file, 1)
    return result


def _quoted(text: str) -> str:
    import yaml

    spots = [
        (event.start_mark.index, event.end_mark.index, event.value)
        for event in yaml.parse(text, Loader=yaml.BaseLoader)
        if isinstance(event, yaml.ScalarEvent) and event.style is None and _risky(event.value)
        if event.start_mark is not None and event.end_mark is not None
    ]
    for start, end, value in reversed(spots):
        text = text[:start] + quoted(value) + text[end:]
    return text


def _risky(value: str) -> bool:
    """Whether a YAML reader with types would not give this text back, or a comma inside braces would cut it."""
    import yaml

    if not value:
        return False
    resolved = yaml.SafeLoader("").resolve(yaml.ScalarNode, value, (True, False))  # type: ignore[no-untyped-call]
    if resolved == "tag:yaml.org,2002:int" and re.fullmatch(r"0|[1-9][0-9]*", value):
        return False
    return resolved not in ("tag:yaml.org,2002:str", "tag:yaml.org,2002:timestamp") or "R$" in value


def _said(piece: object) -> object:
    if isinstance(piece, Text):
        return piece.value
    if isinstance(piece, Items):
        return [_said(item) for item in piece]
    if isinstance(piece, Table):
        return [(key.value, _said(value)) for key, value in piece]
    return piece
