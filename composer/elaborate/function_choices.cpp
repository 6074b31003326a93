#include "composer/elaborate/function_choices.h"

#include <fmt/format.h>

namespace weft {

Diagnostic function_choice(const Library& library, const FunctionCondition& condition, Span choice,
                           Span where, const std::vector<FragmentPort>& parameters) {
  std::string names;
  for (const FragmentPort& parameter : parameters) {
    names += (names.empty() ? "" : ", ") + std::string(library.text(parameter.name));
  }
  Diagnostic diagnostic = error_at(
      Code::FunctionChoice, choice, "a function cannot be selected at run time",
      fmt::format("call both and choose between what they give, ({0}) => … ? …({0}) : …({0}), or "
                  "choose by a static param",
                  names));
  diagnostic.notes.push_back({condition.reason, where});
  return diagnostic;
}

}  // namespace weft
