#pragma once

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <vector>

#include "composer/evaluations/plan.h"
#include "fragments/types/law.h"

namespace weft {

/// What a value varies with: the invocations of the draw, and the calls of functions.
struct BindingTime {
  Rate rate = Rate::Constant;
  FunctionLevels levels;

  void join_with(const BindingTime& other) {
    rate = join(rate, other.rate);
    levels |= other.levels;
  }
  friend bool operator==(const BindingTime&, const BindingTime&) = default;
};

/// Everything that decides which values of a call's body become parts (split_leaves.h).
struct SplitQuestion {
  struct Input {
    BindingTime time;
    std::optional<Constant> known;
    Law law = Law::Nonlinear;  ///< in interpolated values
    friend bool operator==(const Input&, const Input&) = default;
  };

  const Body* body = nullptr;  ///< of the library
  std::size_t ports = 0;
  bool has_host = false;
  std::vector<Input> inputs = {};  ///< per port, then per feature

  friend bool operator==(const SplitQuestion&, const SplitQuestion&) = default;
};

/// A value in a body that interpolation preserves: it may become a part, for the vertex stage.
struct OfferedPart {
  BodyExprId value;
  bool is_in_loop = false;
};

/// What can be split off a call.
struct SplitChoice {
  std::vector<BodyExprId> parts;    ///< change less often than what reads them, so they always pay
  std::vector<OfferedPart> offers;  ///< others; the minimum cut decides
  // Both sorted, without common values.
};

/// The parts that were chosen for calls of a library's leaves: an editor splits the same calls
/// again and again. Not thread-safe.
class ChosenParts {
 public:
  /// Null if no such call is known. Valid until the next add().
  const SplitChoice* find(const SplitQuestion& question) const;
  /// Returns what it adds. When there are `most_choices`, drops all of them.
  const SplitChoice& add(SplitQuestion question, SplitChoice choice);

  static constexpr std::size_t most_choices = 50'000;

 private:
  struct Hash {
    std::size_t operator()(const SplitQuestion& question) const noexcept;
  };
  std::unordered_map<SplitQuestion, SplitChoice, Hash> known_;  // lookups only
};

}  // namespace weft
