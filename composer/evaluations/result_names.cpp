#include "composer/evaluations/result_names.h"

namespace weft {

std::string name_of_result(const Library& library, const Evaluation& call, std::uint32_t result) {
  if (const auto* loop = std::get_if<LoopEvaluation>(&call.kind)) {
    return std::string(library.text(loop->states[result]));
  }
  const auto* leaf = std::get_if<LeafEvaluation>(&call.kind);
  if (leaf == nullptr) {
    return {};
  }
  const Fragment& fragment = signature_of(library, *leaf);
  const std::string& given = call.origin.name;
  return (given.empty() ? std::string(library.text(fragment.name)) : given) + "_" +
         std::string(library.text(fragment.results[result].name));
}

}  // namespace weft
