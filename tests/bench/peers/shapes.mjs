// The shapes that every program generates, and how they are timed.
//
// - chain: x₀ = uv.x, xᵢ₊₁ = xᵢ + pᵢ, a parameter each
// - tree: the sum of n parameters, in pairs
// - diamond: xᵢ₊₁ = xᵢ · xᵢ

export const sizes = [10, 100, 1000];

/** `operations` make nodes: input(), parameter(i), add(a, b), multiply(a, b). Returns the last one. */
export const shapes = {
  chain(n, operations) {
    let x = operations.input();
    for (let i = 0; i < n; ++i) x = operations.add(x, operations.parameter(i));
    return x;
  },
  tree(n, operations) {
    let level = [operations.input()];
    for (let i = 0; i < n; ++i) level.push(operations.parameter(i));
    while (level.length > 1) {
      const next = [];
      for (let i = 0; i + 1 < level.length; i += 2) next.push(operations.add(level[i], level[i + 1]));
      if (level.length % 2 === 1) next.push(level[level.length - 1]);
      level = next;
    }
    return level[0];
  },
  diamond(n, operations) {
    let x = operations.input();
    for (let i = 0; i < n; ++i) x = operations.multiply(x, x);
    return x;
  },
};

/** Milliseconds until `make()` resolves: the least of several runs after one that warms up, for about a second. */
export async function measure(make) {
  await make();
  let least = Infinity;
  const end = performance.now() + 1000;
  for (let i = 0; i < 3 || performance.now() < end; ++i) {
    const begin = performance.now();
    await make();
    least = Math.min(least, performance.now() - begin);
    if (least > 10000) break;
  }
  return least;
}
