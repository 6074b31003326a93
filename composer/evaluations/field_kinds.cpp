#include "composer/evaluations/field_kinds.h"

#include <algorithm>

namespace weft {

FieldKinds::FieldKinds() {
  kinds_.add({"single"});
  kinds_.add({"field"});
  kinds_.add({"texture"});
  kinds_.add({"array", false});
  kinds_.add({"function", false});
}

std::optional<FieldKindId> FieldKinds::find(std::string_view name) const {
  const auto at = std::find_if(kinds_.begin(), kinds_.end(),
                               [&](const FieldKind& kind) { return kind.name == name; });
  return at != kinds_.end()
             ? std::optional(FieldKindId(static_cast<std::size_t>(at - kinds_.begin())))
             : std::nullopt;
}

std::optional<FieldKindId> FieldKinds::meet(FieldKindId a, FieldKindId b) const {
  if (a == b) {
    return a;
  }
  return kinds_[a].meets_others && kinds_[b].meets_others ? std::optional(std::max(a, b))
                                                          : std::nullopt;
}

FieldKindId kind_of(const Plan& plan, EvaluationId id) {
  const Evaluation& evaluation = plan.evaluations[id];
  const DataType type = plan.types[evaluation.type].data();
  if (type.is_texture()) {
    return FieldKinds::texture;
  }
  if (type.is_array()) {
    return FieldKinds::array;
  }
  return is_single(evaluation.natural_rate) ? FieldKinds::single : FieldKinds::field;
}

}  // namespace weft
