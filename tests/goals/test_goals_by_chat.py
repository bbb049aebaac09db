"""Goals as a couple opens, feeds and takes them back in a conversation, each seeing only what is theirs."""

from __future__ import annotations

from datetime import date

import pytest

from mel.agent import Reply
from mel.goals import Goal
from mel.household import Member
from mel.llm.embedded import EmbeddedModel
from mel.shared.money import Money
from talks import TODAY, Home


class Couple:
    """Gabriel and Ana at Mel's own Portuguese."""

    def __init__(self) -> None:
        self.home = Home()
        self.door = self.home.chat(EmbeddedModel())

    async def says(self, speaker: str, *texts: str) -> Reply:
        for text in texts:
            reply = await self.door.ask(text, speaker=speaker, today=TODAY)
        return reply

    def goals(self, reader: str | None = None) -> dict[str, str | None]:
        with self.home.storage.work(self.home.house) as work:
            return {f"{goal.name} {goal.target}": goal.owner for goal in work.goals.list(reader)}

    def has_secret(self, owner: str, name: str = "Presente surpresa") -> None:
        members = (Member("Gabriel"), Member("Ana"))
        with self.home.storage.work(self.home.house) as work:
            work.goals.save(Goal("g1", name, Money(800, "BRL"), date(2026, 12, 1), TODAY, members, owner=owner))


PRESENT = "quero juntar 2000 pra Presente surpresa até 10/12/2026"


@pytest.mark.parametrize("undoer", ["Gabriel", "Ana"])
async def test_undo_takes_the_goal_that_was_opened_and_no_other_of_its_name(undoer: str) -> None:
    couple = Couple()
    couple.has_secret("Ana")
    await couple.says("Gabriel", PRESENT, "sim")

    await couple.says(undoer, "desfaz", "sim")

    assert "Presente surpresa R$ 800" in couple.goals("Ana")
    assert "Presente surpresa R$ 2.000" not in couple.goals("Ana")


async def test_a_goal_that_was_fed_stays() -> None:
    couple = Couple()
    await couple.says("Gabriel", PRESENT, "sim", "aporta 50 em presente surpresa", "sim")

    await couple.says("Ana", "desfaz", "sim")
    await couple.says("Gabriel", "desfaz", "sim")

    assert "Presente surpresa R$ 2.000" in couple.goals()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("cria uma meta só minha de 800 pra Anel até dezembro", "Anel"),
        ("cria uma meta secreta Bolo de 800 até dezembro", "Bolo"),
        ("cria uma meta privada de 800 pra Anel até dezembro", "Anel"),
        ("cria uma meta de 800 pra Anel até dezembro, só pra mim", "Anel"),
        ("quero criar uma meta particular de 800 pra Anel até dezembro", "Anel"),
        ("cria um objetivo só meu de 800 pra Anel até dezembro", "Anel"),
    ],
)
async def test_a_goal_asked_as_private_is_the_speakers_alone(text: str, name: str) -> None:
    couple = Couple()

    shown = await couple.says("Ana", text)
    heard = await couple.says("Gabriel", "sim", "minhas metas", "desfaz")
    done = await couple.says("Ana", "sim")

    assert shown.cards == (f"Nova meta {name}: R$ 800 até 31/12/2026 (só você vê)",)
    assert done.receipts
    assert name not in str(heard)
    assert couple.goals("Ana")[f"{name} R$ 800"] == "Ana"
    assert f"{name} R$ 800" not in couple.goals("Gabriel")
    assert name not in str(await couple.says("Gabriel", "minhas metas", "desfaz"))


async def test_a_private_goal_stays_private_through_a_question() -> None:
    couple = Couple()

    await couple.says("Ana", "cria uma meta só minha de 800 pra Anel", "até dezembro", "sim")

    assert couple.goals("Ana")["Anel R$ 800"] == "Ana"


async def test_the_owner_takes_a_private_goal_back() -> None:
    couple = Couple()

    await couple.says("Ana", "cria uma meta só minha de 800 pra Anel até dezembro", "sim", "desfaz")

    assert "Anel R$ 800" not in couple.goals("Ana")


async def test_nobody_opens_a_private_goal_for_somebody_else() -> None:
    home = Home()
    args = {
        "name": "Anel",
        "target": {"amount": 800, "currency": "BRL"},
        "deadline": "2026-12-31",
        "private": True,
        "operationId": "op-1",
    }

    theirs = await home.run("createGoal", {**args, "members": ["Ana"]})
    mine = await home.run("createGoal", {**args, "members": ["Gabriel"]})

    assert theirs["field"] == "members"
    assert mine["preview"]["private"] is True


@pytest.mark.parametrize("deadline", ["ontem", "hoje", "15/06/2026", "10/03/2026"])
async def test_a_new_goal_ends_after_today(deadline: str) -> None:
    couple = Couple()

    asked = await couple.says("Ana", f"cria uma meta de 30 mil pro carro até {deadline}")

    assert not asked.cards
    assert "?" in asked.text
    wire = {"amount": 30_000, "currency": "BRL"}
    sent = {"name": "Carro", "target": wire, "deadline": "2026-06-15", "operationId": "op-1"}
    assert (await couple.home.run("createGoal", sent))["field"] == "deadline"


async def test_of_two_goals_with_one_name_mel_asks_which() -> None:
    couple = Couple()
    couple.has_secret("Ana")
    await couple.says("Gabriel", PRESENT, "sim")

    asked = await couple.says("Ana", "aporta 50 no presente surpresa")
    shown = await couple.says("Ana", "a só minha")
    await couple.says("Ana", "sim")

    assert asked.text == "Presente surpresa (de vocês) ou Presente surpresa (só sua)?"
    assert shown.cards == ("Presente surpresa (só sua): R$ 0 → R$ 50 (Ana, 15/06)",)
    with couple.home.storage.work("casa") as work:
        saved = {goal.owner: goal.saved_by_currency() for goal in work.goals.list("Ana") if "Presente" in goal.name}
    assert saved == {None: {}, "Ana": {"BRL": Money(50, "BRL")}}
    gabriels = await couple.says("Gabriel", "aporta 50 no presente surpresa")
    assert gabriels.cards == ("Presente surpresa: R$ 0 → R$ 50 (Gabriel, 15/06)",)


@pytest.mark.parametrize("answer", ["de vocês", "a nossa", "a da casa"])
async def test_the_shared_one_can_be_meant(answer: str) -> None:
    couple = Couple()
    couple.has_secret("Ana")
    await couple.says("Gabriel", PRESENT, "sim")

    shown = await couple.says("Ana", "aporta 50 no presente surpresa", answer)

    assert shown.cards == ("Presente surpresa (de vocês): R$ 0 → R$ 50 (Ana, 15/06)",)
