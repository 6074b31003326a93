#include "composer/typing/value_store.h"

#include <algorithm>

#include "composer/typing/type_rules.h"
#include "fragments/model/lookups.h"

namespace weft {

void ValueStore::suggest_name(const TypedValue& value, std::string name) {
  if (value.is_error || value.function) {
    return;
  }
  std::string& known = graph_.evaluations[value.evaluation].origin.name;
  if (known.empty()) {
    known = std::move(name);
  }
}

void ValueStore::note_stated(const TypedValue& value) {
  if (!value.is_error && !value.function) {
    graph_.stated_types.push_back({value.evaluation, value.type});
  }
}

void ValueStore::note_round_trip(EvaluationId value, const TypedValue& between) {
  std::vector<StatedType>& types = graph_.stated_types;
  const std::size_t count = types.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (types[i].is_round_trip && types[i].value == between.evaluation) {
      types.push_back({value, types[i].type, true});
    }
  }
  types.push_back({value, between.type, true});
}

void ValueStore::note_lost(EvaluationId value, const std::vector<LostMeaning>& lost) {
  for (const LostMeaning& meaning : lost) {
    std::vector<LostMeaning>& known = lost_[value];
    if (std::find(known.begin(), known.end(), meaning) == known.end()) {
      known.push_back(meaning);
    }
  }
}

const std::vector<LostMeaning>* ValueStore::find_lost(EvaluationId value) const {
  const auto lost = lost_.find(value);
  return lost != lost_.end() ? &lost->second : nullptr;
}

bool ValueStore::takes_data(const TypedValue& value, DataType wanted) const {
  const bool is_number = value.is_literal && !value.is_color && !value.has_stated_kind;
  return type_of(value).data() == wanted || (is_number && literal_widens(literal(value), wanted));
}

TypedValue value_of(EvaluationId evaluation, TypeId type) {
  TypedValue value;
  value.is_error = false;
  value.evaluation = evaluation;
  value.type = type;
  return value;
}

}  // namespace weft
