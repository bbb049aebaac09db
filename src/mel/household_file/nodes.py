"""YAML text as nodes. Apart from what reads them, so that the library is only loaded for a file."""

from __future__ import annotations

from typing import cast

import yaml

from mel.household_file.document import FileProblem

_Root = yaml.ScalarNode | yaml.SequenceNode | yaml.MappingNode | None


class _Loader(yaml.BaseLoader):
    """Text only, and no aliases: a small file must not unfold into a large one."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            line = self.peek_event().start_mark.line + 1  # type: ignore[no-untyped-call]
            raise FileProblem(line, "referências com * não são aceitas aqui.")
        return super().compose_node(parent, index)


def compose(text: str) -> _Root:
    """The root of the document, None for an empty one. Raises `FileProblem`."""
    try:
        return cast("_Root", yaml.compose(text, Loader=_Loader))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise FileProblem(line, "isso não é YAML válido. Confira os espaços e os dois-pontos.") from error
    except (yaml.YAMLError, RecursionError) as error:
        raise FileProblem(1, "isso não é um arquivo YAML.") from error
