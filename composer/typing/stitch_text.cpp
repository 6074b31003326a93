#include "composer/typing/stitch_text.h"

#include <fmt/format.h>

#include "conversions/search/search.h"
#include "fragments/model/library.h"

namespace weft {
std::string stitch_source_text(const Library& library, const StitchSource& source) {
  switch (source.kind) {
    case StitchSource::Kind::Binding:
      return fmt::format("binding '{}'", library.text(*source.binding));
    case StitchSource::Kind::Result:
      return fmt::format("result {} of '{}'", source.result + 1, library.text(*source.binding));
    case StitchSource::Kind::Feature:
      return fmt::format("feature '{}'", library.text(library.features[*source.feature].path));
    case StitchSource::Kind::Default:
      break;
  }
  return "the default";
}

std::string stitch_consumer_text(const Library& library, const StitchDecision& decision) {
  const Fragment& fragment = library.fragments[decision.consumer];
  return fmt::format("{}.{}", library.text(fragment.name),
                     library.text(fragment.ports[decision.port].name));
}

std::string refused_stitch_text(const Library& library, const TypeInterner& types,
                                const StitchDecision& decision, const RefusedStitch& refused) {
  const std::string source = stitch_source_text(library, refused.source);
  switch (refused.reason) {
    case RefusedStitch::Reason::DoesNotFit:
      return fmt::format("{}: {} does not fit", source, library.type_name(types[*refused.type]));
    case RefusedStitch::Reason::Dearer:
      if (refused.difficulty == decision.difficulty) {
        return fmt::format("{}: equally difficult, but listed further away", source);
      }
      return fmt::format("{}: difficulty {} against {}", source,
                         difficulty_text(refused.difficulty), difficulty_text(decision.difficulty));
    case RefusedStitch::Reason::NotUsable:
      break;
  }
  return fmt::format("{}: listed after, or depends on this call", source);
}

}  // namespace weft
