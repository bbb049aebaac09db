"""Money that came in, told in a conversation."""

from __future__ import annotations

from mel.income import Income, IncomeBook
from mel.llm.embedded import EmbeddedModel
from talks import TODAY, Home, brl


async def test_a_salary_told_twice_says_so_and_is_the_speakers_own() -> None:
    home = Home()
    with home.storage.work(home.house) as work:
        book = work.incomes.load(home.house)
        book.sources = [Income("Salário do Gabriel", brl(8000), "Gabriel"), Income("Salário da Ana", brl(7000), "Ana")]
        work.incomes.save(IncomeBook(book.id, book.sources, [], book.version))
    chat = home.chat(EmbeddedModel())

    async def says(text: str) -> tuple[str, ...]:
        return (await chat.ask(text, speaker="Gabriel", today=TODAY)).cards

    first, done, again = await says("caiu meu salário, 8000"), await says("sim"), await says("caiu meu salário, 8000")

    assert first == ("Salário do Gabriel: R$ 8.000 em 15/06, Gabriel. No mês: R$ 0 → R$ 8.000",)
    assert done == first
    assert again[0].endswith("No mês: R$ 8.000 → R$ 16.000 (parece com o de 15/06, que já anotei)")
