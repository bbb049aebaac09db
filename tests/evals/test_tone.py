"""The five rules of 022, read with care."""

import pytest

from mel.evals.emoji import emojis
from mel.evals.sentences import sentences
from mel.evals.tone import MelToneGuard


@pytest.mark.parametrize(
    "text",
    [
        "O orçamento previsto pra junho é R$ 2.820.",
        "Anotei R$ 50 em Mercado. 👍",
        "O Mercado ficou caro esse mês.",
        "Caro demais, né?",
        "Cara, isso passou do previsto.",
        "Saiu mais cara, mas cabe.",
        "Pedro, o preço subiu.",
        "Apreciado pelo Sr. Pereira, p. ex. no dia 5.",
        "A fatura fecha em R$ 2.820,00. Vence dia 10. Quer pagar agora? Fica tudo certo até lá!",
        "Mercado: R$ 0 → R$ 200",
        "⚠️ Passou do previsto.",
        "",
    ],
)
def test_plain_speech_passes(text):
    verdict = MelToneGuard.check(text)

    assert verdict.passes, verdict.violations
    assert verdict.violations == []


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("Prezado casal, o total previsto é R$ 2.820.", "Prezado"),
        ("PREZADAS, tudo bem?", "PREZADAS"),
        ("Prez\u200bado casal", "Prez\u200bado"),
        ("Estimados, segue o total.", "Estimados"),
        ("O valor estimado é R$ 10.", "estimado"),
        ("Caro(a) Ana, tudo bem?", "Caro(a)"),
        ("Caro/a, tudo bem?", "Caro/a"),
        ("Cara Ana, tudo bem?", "Cara Ana"),
        ("Olá, caro casal!", "caro casal"),
        ("Caros, bom dia.", "Caros"),
        ("Atenciosamente, Mel", "Atenciosamente"),
        ("Por gentileza, confirme.", "Por gentileza"),
        ("Confirma, por favor?", "por favor"),
        ("Conforme acordado, anotei.", "Conforme acordado"),
        ("Salvo melhor juízo, cabe.", "Salvo melhor juízo"),
        ("Salvo melhor jui\u0301zo, cabe.", "Salvo melhor jui\u0301zo"),
        ("Sem prejuízo do resto, cabe.", "Sem prejuízo do"),
        ("Tendo em vista o mês, cabe.", "Tendo em vista"),
        ("Pronto ✨", "✨"),
        ("Pronto ❤️", "❤️"),
        ("Pronto ❤", "❤"),
        ("Viva o 🇧🇷", "🇧🇷"),
        ("Pro casal 👩‍👩‍👧", "👩‍👩‍👧"),
        ("Passo 1️⃣", "1️⃣"),
        ("Pronto 👍👍", "👍👍"),
    ],
)
def test_each_breach_names_its_span(text, span):
    verdict = MelToneGuard.check(text)

    assert not verdict.passes
    assert [breach.span for breach in verdict.details] == [span]
    breach = verdict.details[0]
    assert text[breach.start : breach.end] == span
    assert span in verdict.violations[0]


def test_fifteen_words_are_short_and_sixteen_are_long():
    assert MelToneGuard.check(" ".join(["um"] * 15) + ".").passes
    assert not MelToneGuard.check(" ".join(["um"] * 16) + ".").passes
    assert MelToneGuard.check(" ".join(["um"] * 15) + ". " + " ".join(["um"] * 15) + "!").passes


def test_a_dot_inside_a_number_does_not_shorten_a_sentence():
    text = "O total previsto da casa pra junho ficou em R$ 2.820,00 e o gasto em R$ 1.500."

    assert MelToneGuard.check(text).details[0].note == "17 palavras, no máximo 15"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Gastou R$ 2.820,00. Sobrou R$ 10.", ["Gastou R$ 2.820,00.", "Sobrou R$ 10."]),
        ("O Sr. Silva pagou, p. ex. a luz. Ok?", ["O Sr. Silva pagou, p. ex. a luz.", "Ok?"]),
        ("Corta algo, p. ex. Mercado.", ["Corta algo, p. ex. Mercado."]),
        ("Luz, água etc. Depois vejo.", ["Luz, água etc.", "Depois vejo."]),
        ("Luz, água etc. ficam pra depois.", ["Luz, água etc. ficam pra depois."]),
        ("Hmm... Cabe!!! (Acho.) Né?", ["Hmm...", "Cabe!!!", "(Acho.)", "Né?"]),
        ("Veja em mel.app hoje.Depois volta", ["Veja em mel.app hoje.", "Depois volta"]),
        ("Luz: R$ 1\nÁgua: R$ 2", ["Luz: R$ 1", "Água: R$ 2"]),
        ("1. Luz\n2. Água", ["1. Luz", "2. Água"]),
    ],
)
def test_sentences(text, parts):
    assert [part.text for part in sentences(text)] == parts


def test_an_emoji_is_what_a_reader_sees():
    assert [hit[0] for hit in emojis("👍🏽 🇧🇷🇵🇹 👨‍👩‍👧 ⚠️ ⚠ 3️⃣ © → ✓ 5 # *")] == [
        "👍🏽",
        "🇧🇷",
        "🇵🇹",
        "👨‍👩‍👧",
        "⚠️",
        "⚠",
        "3️⃣",
    ]
    assert MelToneGuard.check("Fechado 👍🏽").passes


def test_scenario_022_names_the_word():
    verdict = MelToneGuard.check("Prezado casal, o total previsto é R$ 2.820.")

    assert any("prezad" in violation.casefold() for violation in verdict.violations)
