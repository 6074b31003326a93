"""Fits of quotients of two polynomials in s = sqrt(x) and y, for scripts/fit-albedo and scripts/fit-area-lights.

By linear least squares with weights from the denominator before (C. Sanathanan, J. Koerner, Transfer Function Synthesis
as a Ratio of Two Complex Polynomials, 1963) and from the errors before, for a small greatest error (C. Lawson,
Contributions to the Theory of Linear Least Maximum Approximation, 1961). The result is the same in every run.
"""

import math


def solve(rows, values):
    """The least squares solution, by normal equations and elimination with pivots."""
    n = len(rows[0])
    m = [[sum(r[i] * r[j] for r in rows) + (1e-12 if i == j else 0) for j in range(n)] for i in range(n)]
    b = [sum(r[i] * v for r, v in zip(rows, values)) for i in range(n)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(m[k][i]))
        m[i], m[pivot], b[i], b[pivot] = m[pivot], m[i], b[pivot], b[i]
        for k in range(i + 1, n):
            f = m[k][i] / m[i][i]
            b[k] -= f * b[i]
            m[k] = [c - f * a for c, a in zip(m[k], m[i])]
    for i in reversed(range(n)):
        b[i] = (b[i] - sum(m[i][j] * b[j] for j in range(i + 1, n))) / m[i][i]
    return b


def fit(name, points, above, below):
    """Prints polynomials in s = sqrt(x) and y, and the greatest error at the points."""
    terms = lambda powers, x, y: [math.sqrt(x) ** i * y**j for i, j in powers]
    tops = [terms(above, x, y) for x, y, _ in points]
    bottoms = [terms(below, x, y) for x, y, _ in points]
    importance, divisors, best = [1.0] * len(points), [1.0] * len(points), None
    for _ in range(60):
        weights = [math.sqrt(a) / max(abs(b), 0.01) for a, b in zip(importance, divisors)]
        rows = [[w * t for t in top] + [-w * p[2] * t for t in bottom]
                for p, top, bottom, w in zip(points, tops, bottoms, weights)]
        c = solve(rows, [w * p[2] for p, w in zip(points, weights)])
        divisors = [1 + sum(a * t for a, t in zip(c[len(above):], bottom)) for bottom in bottoms]
        values = [sum(a * t for a, t in zip(c, top)) / d for top, d in zip(tops, divisors)]
        errors = [abs(value - p[2]) for value, p in zip(values, points)]
        if min(divisors) > 0.05 and (best is None or max(errors) < best[0]):
            best = max(errors), points[errors.index(max(errors))], min(divisors), c
        mean = sum(errors) / len(errors)
        importance = [min(max(a * (0.3 + 0.7 * e / mean), 1e-3), 1e4) for a, e in zip(importance, errors)]
    error, at, least, c = best
    print(f"{name}: greatest error {error:.4f} at n·v {at[0]:.3f}, roughness {at[1]:.2f}; least denominator {least:.3f}")
    print("    float above = " + polynomial(above, c) + ";")
    if below:
        print("    float below = " + polynomial([(0, 0)] + below, [1.0] + c[len(above):]) + ";")


def polynomial(powers, c):
    """The sum of c s^i y^j, after Horner."""
    def nested(terms, name):
        text = terms[-1]
        for term in reversed(terms[:-1]):
            text = f"{term} + {name} * ({text})" if " " in text else f"{term} + {name} * {text}"
        return text.replace("+ -", "- ").replace(f"+ {name} * -", f"- {name} * ")

    rows = {}
    for (i, _), value in zip(powers, c):
        rows.setdefault(i, []).append(f"{value:.6g}" if value != 1.0 else "1.0")
    return nested([nested(row, "y") for row in rows.values()], "s")


def powers(i, j, both):
    return [(a, b) for a in range(i + 1) for b in range(j + 1) if a + b <= both]
