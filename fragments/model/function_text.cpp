#include "fragments/model/function_text.h"

#include <fmt/format.h>

#include "support/shown_text.h"

namespace weft {

std::string function_text(const Library& library, const FragmentPort& port) {
  std::string parameters;
  for (const FragmentPort& parameter : port.parameters) {
    parameters +=
        fmt::format("{}{}: {}", parameters.empty() ? "" : ", ", library.text(parameter.name),
                    one_line(library.sources, parameter.type.span));
  }
  return fmt::format("fn({}) -> {}", parameters, one_line(library.sources, port.type.span));
}

}  // namespace weft
