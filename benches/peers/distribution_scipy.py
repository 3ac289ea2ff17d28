"""The muscle distribution problem in SciPy: optimal costs of random problems, for `numerics::distribution`'s tests.

Needs numpy and scipy (1.17.1 made the numbers in the test). Run: python benches/peers/distribution_scipy.py
"""

import numpy as np
import scipy
from scipy.optimize import minimize


def draws(seed):
    """The generator of the tests in Rust: x <- (1103515245 x + 12345) mod 2^31."""
    x = seed
    while True:
        x = (1103515245 * x + 12345) % 2**31
        yield x / 2**31


def problem(seed, rows, columns):
    draw = draws(seed)
    matrix = np.array([0.0 if next(draw) < 0.5 else 2 * next(draw) - 1 for _ in range(rows * columns)])
    reachable = np.array([0.0 if next(draw) < 0.4 else next(draw) for _ in range(columns)])
    weights = np.array([0.5 + next(draw) for _ in range(columns)])
    matrix = matrix.reshape(rows, columns)
    return matrix, matrix @ reachable, weights


def solve(matrix, right, weights, power):
    """SLSQP from several starts, the best of them."""
    n = len(weights)
    best = None
    for start in (0.1, 0.4, 0.7):
        found = minimize(
            lambda a: weights @ np.abs(a) ** power,
            np.full(n, start),
            jac=lambda a: power * weights * np.abs(a) ** (power - 1),
            bounds=[(0, 1)] * n,
            constraints={"type": "eq", "fun": lambda a: matrix @ a - right, "jac": lambda a: matrix},
            method="SLSQP",
            options={"maxiter": 2000, "ftol": 1e-15},
        )
        wrong = np.abs(matrix @ found.x - right).max()
        if wrong < 1e-9 and (best is None or found.fun < best.fun):
            best = found
    return best


if __name__ == "__main__":
    print("scipy", scipy.__version__)
    for seed in (1, 2, 3, 4, 5):
        for power in (2, 3):
            matrix, right, weights = problem(seed, 4, 12)
            found = solve(matrix, right, weights, power)
            print(f"({seed}, {power}.0, {found.fun:.12f}, [{', '.join(f'{a:.7f}' for a in found.x[:3])}]),")
