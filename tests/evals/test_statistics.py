"""Against published tables and reference values."""

import random

import pytest

from mel.evals import statistics as stats

# τ-bench, GPT-4o airline: 50 tasks of 4 trials, by number of successes.
AIRLINE = [(c, 4) for c, tasks in enumerate((14, 12, 10, 4, 10)) for _ in range(tasks)]


def test_pass_k_matches_the_published_table():
    assert [round(stats.pass_k(AIRLINE, k), 3) for k in (1, 2, 3, 4)] == [0.420, 0.273, 0.220, 0.200]


def test_pass_k_is_unknown_when_too_little_was_run():
    assert stats.pass_k([(4, 4), (2, 3)], 4) is None
    assert stats.pass_k([], 1) is None


@pytest.mark.parametrize(
    ("c", "n", "low", "high"),
    [(0, 15, 0.0, 0.2039), (3, 15, 0.0705, 0.4519), (10, 10, 0.7225, 1.0), (45, 50, 0.7864, 0.9565)],
)
def test_wilson_against_reference_values(c, n, low, high):
    assert stats.wilson(c, n) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(("n", "most"), [(15, 0), (30, 2), (60, 6), (120, 16), (300, 48)])
def test_the_one_sided_bound_sizes_the_gate(n, most):
    assert stats.upper_bound(most, n) <= 0.20 < stats.upper_bound(most + 1, n)


@pytest.mark.parametrize(("clean", "bound"), [(59, 0.05), (149, 0.02), (299, 0.01)])
def test_clean_tries_bound_a_rate(clean, bound):
    assert stats.upper_bound(0, clean) <= bound < stats.upper_bound(0, clean - 1)


@pytest.mark.parametrize(("b", "c", "p"), [(6, 0, 0.03125), (5, 0, 0.0625), (0, 0, 1.0), (10, 2, 0.03857), (4, 4, 1.0)])
def test_mcnemar_is_exact(b, c, p):
    assert stats.mcnemar(b, c) == pytest.approx(p, abs=1e-5)


def test_a_permutation_of_all_or_nothing_pairs_is_mcnemar():
    assert stats.paired_permutation([1.0] * 10 + [-1.0] * 2) == pytest.approx(stats.mcnemar(10, 2))
    assert stats.paired_permutation([0.0, 0.0]) == 1.0
    assert stats.paired_permutation([0.25] * 40) < 0.001


@pytest.mark.parametrize(("c", "n", "p"), [(8, 8, 0.94), (4, 4, 0.83), (7, 8, 0.67)])
def test_jeffreys_tells_stable_from_lucky(c, n, p):
    assert stats.better_than(0.8, c, n) == pytest.approx(p, abs=0.006)
    assert stats.is_stable(c, n) is (c == n == 8)


def test_beta_reference_values():
    assert stats.regularised_beta(0.5, 2, 2) == pytest.approx(0.5)
    assert stats.regularised_beta(0.3, 1, 1) == pytest.approx(0.3)
    assert stats.regularised_beta(0.2, 0.5, 0.5) == pytest.approx(0.2951672, abs=1e-6)


def test_the_bootstrap_is_wide_when_trials_repeat_each_other():
    flips = [(4, 4)] * 10 + [(0, 4)] * 5
    mixed = [(3, 4)] * 10 + [(2, 4)] * 5

    clustered, spread = stats.cluster_bootstrap(flips), stats.cluster_bootstrap(mixed)

    assert clustered[1] - clustered[0] > 2 * (spread[1] - spread[0])
    assert clustered == stats.cluster_bootstrap(flips)


def test_the_owners_gate_is_a_coin_toss_near_its_limit():
    draw = random.Random(1)
    passed = sum(sum(draw.random() < 0.25 for _ in range(15)) <= 3 for _ in range(20_000)) / 20_000

    assert passed == pytest.approx(0.46, abs=0.02)
