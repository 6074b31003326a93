"""The downhill simplex method (J. Nelder, R. Mead, A Simplex Method for Function Minimization, 1965), for
scripts/fit-area-lights and scripts/fit-sheen."""


def minimum(f, start, step):
    """The point where f is least, near `start`; the first simplex has edges of `step` times the coordinates."""
    points = [list(start)] + [[c + step * (i == j) * max(abs(c), 0.1) for j, c in enumerate(start)] for i in range(len(start))]
    values = [f(p) for p in points]
    for _ in range(120):
        order = sorted(range(len(points)), key=values.__getitem__)
        points, values = [points[i] for i in order], [values[i] for i in order]
        if values[-1] - values[0] < 1e-5 * abs(values[0]):
            break
        center = [sum(p[i] for p in points[:-1]) / (len(points) - 1) for i in range(len(start))]
        along = lambda t: [c + t * (c - w) for c, w in zip(center, points[-1])]
        reflected = along(1.0)
        value = f(reflected)
        if value < values[0]:
            expanded = along(2.0)
            better = f(expanded)
            points[-1], values[-1] = (expanded, better) if better < value else (reflected, value)
        elif value < values[-2]:
            points[-1], values[-1] = reflected, value
        else:
            inside = along(-0.5 if value >= values[-1] else 0.5)
            nearer = f(inside)
            if nearer < min(value, values[-1]):
                points[-1], values[-1] = inside, nearer
            else:
                points = [points[0]] + [[(a + b) / 2 for a, b in zip(points[0], p)] for p in points[1:]]
                values = [values[0]] + [f(p) for p in points[1:]]
    return points[values.index(min(values))]
