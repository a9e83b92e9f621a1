"""Capitals of bets on counts of pairs, from the equations alone: products of decimals with 40 digits.

Reads a JSON list of five counts a line, prints a JSON list a line: ln K+(1/2), ln K-(1/2 + 10 Elo), and for each thousandth line
the interval, looked for step by step.
"""
import json
import sys
from decimal import Decimal, getcontext

getcontext().prec = 40
BETS = [("0.025", 3), ("0.05", 3), ("0.1", 2), ("0.2", 2), ("0.4", 2), ("0.8", 1), ("0.98", 1)]
SHARES = [Decimal(n) / 4 for n in range(5)]


def plus(counts, mean):
    total = Decimal(0)
    for fraction, weight in BETS:
        product = Decimal(weight) / 14
        for share, count in zip(SHARES, counts):
            product *= (1 + Decimal(fraction) / mean * (share - mean)) ** count
        total += product
    return total


def minus(counts, mean):
    total = Decimal(0)
    for fraction, weight in BETS:
        product = Decimal(weight) / 14
        for share, count in zip(SHARES, counts):
            product *= (1 - Decimal(fraction) / (1 - mean) * (share - mean)) ** count
        total += product
    return total


def interval(counts):
    inside = [
        step
        for step in range(1, 10_000)
        if plus(counts, Decimal(step) / 10_000) < 40 and minus(counts, Decimal(step) / 10_000) < 40
    ]
    return [inside[0] / 10_000, inside[-1] / 10_000]


HALF = Decimal("0.5")
TEN_ELO = 1 / (1 + Decimal(10) ** (Decimal(-10) / 400))
for number, line in enumerate(sys.stdin):
    counts = json.loads(line)
    answer = [float(plus(counts, HALF).ln()), float(minus(counts, TEN_ELO).ln())]
    print(json.dumps(answer + (interval(counts) if number % 1000 == 0 else [])))
