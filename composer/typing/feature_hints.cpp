#include "composer/typing/feature_hints.h"

#include <algorithm>

#include <fmt/format.h>

namespace weft {
namespace {

bool injects(const Fragment& fragment, FeatureId feature) {
  return std::any_of(fragment.ports.begin(), fragment.ports.end(), [feature](const auto& port) {
    return std::find(port.injected.begin(), port.injected.end(), feature) != port.injected.end();
  });
}

bool holds(const Span& whole, const Span& part) {
  return whole.file == part.file && whole.begin <= part.begin && part.end <= whole.end;
}

}  // namespace

std::string modifier_hint(const Library& library, FeatureId feature, const Call* reader,
                          std::optional<Span> wanted_at) {
  const auto* invoke = reader != nullptr ? std::get_if<InvokeCall>(&reader->kind) : nullptr;
  for (std::size_t i = 0; i < library.fragments.size(); ++i) {
    const FragmentId id(i);
    const Fragment& fragment = library.fragments[id];
    const bool is_called =
        invoke && std::find(invoke->node->candidates.begin(), invoke->node->candidates.end(), id) !=
                      invoke->node->candidates.end();
    const bool is_around = wanted_at && holds(fragment.full_span, *wanted_at);
    if ((is_called || is_around) && injects(fragment, feature)) {
      return fmt::format(
          "'{0}' derives '{1}' from the existing one: inject the first with (…) with ({1}: …), or "
          "add `provide {1} as …;` to the profile",
          library.text(fragment.name), library.text(library.features[feature].path));
    }
  }
  return {};
}

}  // namespace weft
