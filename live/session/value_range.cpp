#include "live/session/value_range.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include "fragments/model/metadata_range.h"

namespace weft::live {

ValueRange::ValueRange(const Library& library, const MaterialParameter& parameter)
    : type_(parameter.type.data()) {
  if (!states_range(library, parameter.meta) || !type_.is_scalar_or_vector()) {
    return;
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  limits_.assign(static_cast<std::size_t>(type_.component_count()), {-infinity, infinity});
  for (const MetaValue& bound : parameter.meta) {
    const std::string_view name = library.text(bound.name);
    for (std::size_t i = 0; i < limits_.size(); ++i) {
      if (name == "min") {
        limits_[i].first = bound_of(bound, i);
      } else if (name == "max") {
        limits_[i].second = bound_of(bound, i);
      }
    }
  }
  if (const std::vector<EnumChoice>* choices = enum_choices(library, parameter.meta)) {
    choices_.emplace();
    for (const EnumChoice& choice : *choices) {
      choices_->push_back(choice.value);
    }
  }
}

bool ValueRange::contains(const std::vector<std::uint32_t>& words) const {
  const Constant value{type_, words};
  for (std::size_t i = 0; i < limits_.size() && i < words.size(); ++i) {
    const double component = component_of(value, i);
    if (!(component >= limits_[i].first && component <= limits_[i].second)) {
      return false;
    }
  }
  return !choices_ || words.empty() ||
         std::find(choices_->begin(), choices_->end(),
                   static_cast<std::int64_t>(component_of(value, 0))) != choices_->end();
}

}  // namespace weft::live
