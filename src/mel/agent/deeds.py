"""Deeds in the first person: which words say that Mel did something, and which tools could have done it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

Tools = frozenset[str] | None
"""Whose commit bears a deed: None for any commit, empty for what no tool of Mel's can do."""


@dataclass(frozen=True, slots=True)
class Claim:
    """`words` as they were said, folded; `tools` whose commit would make it true, None for any."""

    words: str
    tools: Tools


NOBODY: Final[frozenset[str]] = frozenset()
_CHANGED = frozenset({"adjustExpense", "correctEntry", "undoOperation", "setSharing", "renameExpense"})
_TAKEN_BACK = frozenset({"undoOperation", "removeEntry", "correctEntry", "withdrawFromGoal", "closeExpense"})
_MADE = frozenset({"createGoal", "registerExpense"})
_NO_TOOLS_DEEDS: Final = """
pag quit transfer env mand agend program avis notific alert comunic lig compr vend contrat negoci renegoci saqu resgat
invest cobr lembr sincroniz conect bloque assin fal cont ped monitor acompanh cham fic convers
"""
_BY_STEM: Final[dict[str, Tools]] = {
    "aport": frozenset({"contributeToGoal"}),
    "deposit": frozenset({"contributeToGoal", "recordIncome"}),
    "guard": frozenset({"contributeToGoal", "rememberFact"}),
    "contribu": frozenset({"contributeToGoal"}),
    "contabiliz": None,
    "cri": _MADE,
    "cadastr": _MADE,
    **dict.fromkeys(
        ("ajust", "alter", "mud", "aument", "diminu", "reduz", "atualiz", "corrig", "consert", "redefin", "renome"),
        _CHANGED,
    ),
    **dict.fromkeys(
        ("apag", "remov", "desf", "exclu", "delet", "elimin", "revert", "estorn", "retir", "tir", "limp", "zer"),
        _TAKEN_BACK,
    ),
    "cancel": _TAKEN_BACK | {"decline"},
    "import": frozenset({"importInvoice"}),
    **dict.fromkeys(_NO_TOOLS_DEEDS.split(), NOBODY),
}
"""A verb that is not here is borne by any commit. Mel never moves money herself, and speaks to nobody unasked."""
_NO_TOOLS_THINGS: Final = """
pagamento transferencia pix lembrete alerta aviso agendamento notificacao boleto toque
"""
_NO_TOOLS_THING = frozenset(_NO_TOOLS_THINGS.split())

_HARMLESS_WORDS: Final = """
achei encontrei olhei procurei busquei pesquisei consultei conferi chequei verifiquei notei reparei pensei imaginei
considerei calculei estimei comparei errei falhei confundi esqueci lembrei gostei adorei amei fiquei citei listei
expliquei respondi mencionei apontei indiquei analisei revisei avaliei examinei usei tentei comecei parei terminei
cheguei voltei carreguei preferi chutei inventei exagerei demorei travei enrolei embananei atrapalhei captei interpretei
precisei esperei aguardei escutei acertei julguei presumi acreditei localizei identifiquei vasculhei arredondei gastei
ganhei duvidei apresentei detalhei observei apurei cruzei filtrei topei acabei escorreguei vacilei bobeei pisei combinei
"""
_HARMLESS = frozenset(_HARMLESS_WORDS.split())
"""What she may well have done without a commit: looked, thought, erred. Every other "-ei" is a deed."""
_MOVED = frozenset({"passei", "levei", "separei", "deixei", "puxei", "peguei", "levantei", "rodei", "tratei"})
_SPOKE = frozenset({"contei", "falei", "comentei", "informei", "perguntei", "mostrei", "chamei"})
_INTO: Final = re.compile(r" (?:n[ao]s?|pr[ao]s?|ao) (?!lado|fundo|mao)")
_TO_SOMEBODY: Final = re.compile(r" (?:pr[ao]s?|para|com|aos?)(?: [oa]s?)? (?!voces?\b|ti\b|mim\b|calma\b|base\b)")
_WORDS_IN_REI: Final = """
tirei retirei separei parei preparei comparei reparei esperei gerei alterei considerei virei girei mirei atirei zerei
liberei superei recuperei operei numerei moderei encarei declarei apurei admirei inspirei
desconsiderei disparei acelerei
"""
_IN_REI = frozenset(_WORDS_IN_REI.split())
_FUTURES = ("arei", "erei", "irei", "porei")


def is_deed(word: str, behind: str) -> bool:
    """Whether a folded word in "-ei" is the past of a deed, with what is said behind it: "passei pro mercado"."""
    if len(word) < _SHORTEST or word in _HARMLESS or is_future(word):
        return False
    if word in _MOVED:
        return _INTO.search(behind) is not None
    return word not in _SPOKE or _TO_SOMEBODY.search(behind) is not None


_SHORTEST = 5
"""Letters of a past; "sei" and "lei" are none."""


def is_future(word: str) -> bool:
    """ "Registrarei"; not "tirei"."""
    return word.endswith(_FUTURES) and word not in _IN_REI


def tools_of(words: str) -> Tools:
    """The tools whose commit makes these folded words of a deed true."""
    spoken = words.replace(" com sucesso", "").split()
    first, last = spoken[0], spoken[-1]
    if first in _NO_TOOLS_THING or last in _NO_TOOLS_THING:
        return NOBODY
    deed = first if last.startswith("feit") else last
    return next((tools for stem, tools in _BY_STEM.items() if deed.startswith(stem)), None)
