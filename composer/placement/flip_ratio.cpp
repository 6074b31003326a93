#include "composer/placement/flip_ratio.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "composer/placement/split_by_cut.h"

namespace weft {
namespace {

/// What decides about a placed plan: the parts that are split off, and the stages of all values.
struct Decision {
  LeafParts parts;
  std::vector<Flag> at_vertex;

  friend bool operator==(const Decision&, const Decision&) = default;
};

}  // namespace

std::optional<double> flip_ratio(const Library& library, const Plan& naive,
                                 PlacementOptions options) {
  constexpr std::uint64_t greatest_ratio = 100;
  LibraryFacts facts(library);
  const Profile& profile = library.profiles[naive.profile];
  const std::vector<SplitCall> calls =
      may_split_leaves(library, profile, options)
          ? find_split_calls(library, naive, has_uniform_program(library, profile, options), facts)
          : std::vector<SplitCall>();
  const auto decide = [&](std::uint64_t vertices) -> std::optional<Decision> {
    options.vertices = vertices;
    std::vector<SplitCall> taken = calls;
    SplitPlan split = split_by_cut(library, naive, taken, options, facts);
    if (!split.cut) {
      return std::nullopt;
    }
    return Decision{all_parts(taken), std::move(split.cut->at_vertex)};
  };
  const RunCounts runs = run_counts(library, profile, options);
  const std::optional<Decision> now = decide(runs.vertices);
  const auto is_other = [&](std::uint64_t vertices) { return decide(vertices) != now; };
  std::uint64_t low = runs.vertices;  // here the placement is unchanged
  std::uint64_t high = greatest_ratio * runs.fragments;
  if (!now || low >= high || !is_other(high)) {
    return std::nullopt;
  }
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (is_other(middle) ? high : low) = middle;
  }
  return static_cast<double>(high) / static_cast<double>(runs.fragments);
}

}  // namespace weft
