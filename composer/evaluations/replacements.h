#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// Old ids to new ones, for a pass that rewrites evaluations: per evaluation before the pass, the
/// evaluation that replaces it, if any. The new one may be in the same store, when a pass merges
/// evaluations, or in another.
class Replacements {
 public:
  Replacements() = default;
  /// `count` evaluations, none of which is replaced yet.
  explicit Replacements(std::size_t count) : made_(count, none) {}
  /// `count` evaluations, each of which replaces itself.
  static Replacements identity(std::size_t count);

  /// The number of evaluations before the pass.
  std::size_t size() const { return made_.size(); }
  void set(EvaluationId old, EvaluationId made) { made_[old.index()] = index_of(made); }
  void remove(EvaluationId old) { made_[old.index()] = none; }

  bool contains(EvaluationId old) const { return made_[old.index()] != none; }
  std::optional<EvaluationId> find(EvaluationId old) const {
    return contains(old) ? std::optional(EvaluationId(made_[old.index()])) : std::nullopt;
  }
  /// `old` must have a replacement.
  EvaluationId operator[](EvaluationId old) const;

  /// Replaces each id. All must have a replacement.
  template <typename Ids>
  void redirect(Ids& ids) const {
    for (EvaluationId& id : ids) {
      id = (*this)[id];
    }
  }
  void redirect(std::vector<DemandedOutput>& outputs) const;
  /// Appends the stated types of values that have a replacement, for the replacement.
  void append_redirected(const std::vector<StatedType>& stated, std::vector<StatedType>& to) const;

 private:
  static constexpr std::uint32_t none = 0xffffffffU;
  static std::uint32_t index_of(EvaluationId id) { return static_cast<std::uint32_t>(id.index()); }

  std::vector<std::uint32_t> made_;
};

/// Sorts and removes duplicates.
void sort_stated_types(std::vector<StatedType>& types);

}  // namespace weft
