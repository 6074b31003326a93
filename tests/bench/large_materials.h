#pragma once

#include <string>
#include <vector>

namespace weft::testing {

/// Sources of materials `m` for their profile `p` whose size grows with n, for benchmarks and
/// linearity tests. Each kind is named after the element that it repeats n times.
///
/// - chain: x₀ = surface.uv.x, xᵢ₊₁ = xᵢ + pᵢ with a parameter each
/// - diamond: xᵢ₊₁ = xᵢ · xᵢ
/// - tree: the sum of n parameters in pairs; only for comparison with others, not among the kinds
/// - uses: xᵢ₊₁ = g(xᵢ), g a graph of three nodes
/// - levels: graphs nested n deep, each of which uses the one below twice
/// - nested: the same, but each uses the one below once
/// - links: every second node needs a conversion (encoded colors meet a linear one)
std::string large_material(const std::string& kind, int n);

const std::vector<std::string>& large_material_kinds();

}  // namespace weft::testing
