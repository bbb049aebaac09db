"""Small-sample statistics, exact where exact is cheap. Standard library only; every resampling has a fixed seed.

Successes are counted per fixture as `(successes, trials)`: trials of one fixture are not independent of each other.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from math import comb, exp, lgamma, log, log1p, sqrt
from statistics import NormalDist, fmean

Counts = tuple[int, int]
"""Successes and trials of one fixture."""

SEED = 20260615


def pass_k(counts: Sequence[Counts], k: int) -> float | None:
    """The chance that k trials of a fixture all pass, averaged over fixtures (τ-bench's unbiased estimator).

    None when some fixture has fewer than k trials: not enough was run to know.
    """
    if not counts or k < 1 or any(trials < k for _, trials in counts):
        return None
    return fmean(comb(passed, k) / comb(trials, k) for passed, trials in counts)


def wilson(successes: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """Two-sided interval for a rate; honest down to no successes at all, unlike mean ± 1.96 errors."""
    if trials == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    rate, z2 = successes / trials, z * z
    centre = (rate + z2 / (2 * trials)) / (1 + z2 / trials)
    half = z * sqrt(rate * (1 - rate) / trials + z2 / (4 * trials * trials)) / (1 + z2 / trials)
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return (0.0 if successes == 0 else low), (1.0 if successes == trials else high)


def upper_bound(failures: int, trials: int, confidence: float = 0.95) -> float:
    """One-sided exact (Clopper-Pearson) bound: the true rate is below it, with that confidence."""
    if trials == 0 or failures >= trials:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if binomial_cdf(failures, trials, middle) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


def binomial_cdf(at_most: int, trials: int, rate: float) -> float:
    """P(X ≤ at_most)."""
    if rate <= 0:
        return 1.0
    if rate >= 1:
        return 1.0 if at_most >= trials else 0.0
    ups, downs = log(rate), log1p(-rate)
    terms = (
        exp(lgamma(trials + 1) - lgamma(x + 1) - lgamma(trials - x + 1) + x * ups + (trials - x) * downs)
        for x in range(at_most + 1)
    )
    return min(1.0, sum(terms))


def cluster_bootstrap(
    counts: Sequence[Counts], confidence: float = 0.95, resamples: int = 10_000, seed: int = SEED
) -> tuple[float, float]:
    """Two-sided percentile interval for the success rate, resampling whole fixtures."""
    rates = resampled_rates(counts, resamples, seed)
    if not rates:
        return 0.0, 1.0
    tail = (1 - confidence) / 2
    return quantile(rates, tail), quantile(rates, 1 - tail)


def resampled_rates(counts: Sequence[Counts], resamples: int = 10_000, seed: int = SEED) -> list[float]:
    """The pooled success rate of each resample, sorted."""
    if not counts:
        return []
    draw = random.Random(seed)  # noqa: S311 - reproducible, not secret
    rates = []
    for _ in range(resamples):
        sample = draw.choices(counts, k=len(counts))
        trials = sum(n for _, n in sample)
        rates.append(sum(c for c, _ in sample) / trials if trials else 0.0)
    return sorted(rates)


def quantile(ordered: Sequence[float], share: float) -> float:
    """Of values in order, interpolated."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def mcnemar(worse: int, better: int) -> float:
    """Exact two-sided p of a paired comparison from the pairs that changed verdict; 6:0 gives 0.031, 5:0 0.063."""
    changed = worse + better
    if changed == 0:
        return 1.0
    return min(1.0, 2 * sum(comb(changed, x) for x in range(min(worse, better) + 1)) / (1 << changed))


def paired_permutation(differences: Sequence[float], resamples: int = 20_000, seed: int = SEED) -> float:
    """Two-sided p of a mean difference by flipping signs: exact up to 16 pairs that differ, else seeded sampling."""
    moved = [abs(value) for value in differences if value]
    observed = abs(sum(differences)) - 1e-12
    if not moved:
        return 1.0
    if len(moved) <= 16:
        flips = product((1, -1), repeat=len(moved))
        hits = sum(abs(sum(s * v for s, v in zip(signs, moved, strict=True))) >= observed for signs in flips)
        return float(hits) / float(1 << len(moved))
    draw = random.Random(seed)  # noqa: S311 - reproducible, not secret
    hits = sum(abs(sum(v if draw.random() < 0.5 else -v for v in moved)) >= observed for _ in range(resamples))
    return (hits + 1) / (resamples + 1)


def better_than(rate: float, successes: int, trials: int) -> float:
    """Jeffreys posterior: P(true rate > `rate`)."""
    return 1 - regularised_beta(rate, successes + 0.5, trials - successes + 0.5)


def is_stable(successes: int, trials: int, rate: float = 0.8, confidence: float = 0.9) -> bool:
    """Whether a fixture surely passes more often than `rate`: 8 of 8 is stable, 4 of 4 too few to tell."""
    return better_than(rate, successes, trials) >= confidence


def regularised_beta(x: float, a: float, b: float) -> float:
    """I_x(a, b), by Lentz's continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - regularised_beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    tiny = 1e-300
    c, d = 1.0, 1 / ((1 - (a + b) * x / (a + 1)) or tiny)
    fraction = d
    for m in range(1, 300):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d, c = 1 / ((1 + term * d) or tiny), (1 + term / c) or tiny
            fraction *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return front * fraction
