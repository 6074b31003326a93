#include "codegen/ir/out_parameters.h"

#include <algorithm>
#include <optional>

namespace weft {

std::vector<std::uint32_t> out_parameters(const Function& function) {
  std::vector<std::optional<std::uint32_t>> by_result;
  for (std::uint32_t i = 0; i < function.body.locals.size(); ++i) {
    if (const auto& output = function.body.locals[i].output; output && function.result.is_void()) {
      by_result.resize(std::max<std::size_t>(by_result.size(), *output + 1));
      by_result[*output] = i;
    }
  }
  std::vector<std::uint32_t> locals;
  for (const std::optional<std::uint32_t>& local : by_result) {
    if (local) {
      locals.push_back(*local);
    }
  }
  return locals;
}

}  // namespace weft
