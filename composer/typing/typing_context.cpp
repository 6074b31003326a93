#include "composer/typing/typing_context.h"

#include "fragments/model/setting_values.h"

namespace weft {

TypingFacts::TypingFacts(const Library& library, const Profile* profile) : known(library) {
  if (profile != nullptr) {
    const RunCounts runs = run_counts(library, *profile);
    vertex_runs = static_cast<std::int64_t>(runs.vertices);
    fragment_runs = static_cast<std::int64_t>(runs.fragments);
    views_decode = setting_word(library, *profile, "textures") != "raw_srgb";
  }
}

std::int64_t TypingFacts::runs(Rate rate) const {
  switch (rate) {
    case Rate::Constant:
    case Rate::Frame:
    case Rate::View:
    case Rate::Material:
    case Rate::Object:
    case Rate::Draw:
      return 1;
    case Rate::Instance:
    case Rate::Vertex:
      return vertex_runs;
    case Rate::Fragment:
      return fragment_runs;
  }
  return 1;
}

}  // namespace weft
