#pragma once

#include <map>
#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// Which values of traits conversions with declared inverses lead between: `basis: model` and
/// `basis: view`, `encoding: srgb` and `encoding: linear`. A value that is converted from one to
/// the other and back is the same value.
class InvertibleTraits {
 public:
  /// O(conversions).
  explicit InvertibleTraits(const Library& library);
  /// Whether a value of this type may be converted to the other one and back. O(entries).
  bool may_pass(const SemanticType& type, const SemanticType& through) const;

 private:
  ValueId group(ValueId value) const;

  const Library& library_;
  std::map<ValueId, ValueId> joined_;  // a forest; values without an entry are alone
};

}  // namespace weft
