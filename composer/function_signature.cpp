#include "composer/function_signature.h"

#include <algorithm>

#include <fmt/format.h>

#include "support/shown_text.h"

namespace weft {
namespace {

bool same_pattern(const TypePattern& a, const TypePattern& b) {
  return a.type_variable == b.type_variable && (a.type_variable || a.data == b.data) &&
         std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(),
                    [](const PatternEntry& x, const PatternEntry& y) {
                      return x.trait == y.trait && x.value == y.value && x.variable == y.variable &&
                             x.conditional == y.conditional;
                    });
}

}  // namespace

bool same_signature(const FragmentPort& a, const FragmentPort& b) {
  return same_pattern(a.type, b.type) &&
         std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(),
                    b.parameters.end(), [](const FragmentPort& x, const FragmentPort& y) {
                      return x.name == y.name && same_pattern(x.type, y.type);
                    });
}

std::string function_text(const Library& library, const FragmentPort& port) {
  std::string parameters;
  for (const FragmentPort& parameter : port.parameters) {
    parameters +=
        fmt::format("{}{}: {}", parameters.empty() ? "" : ", ", library.text(parameter.name),
                    one_line(library.sources, parameter.type.span));
  }
  return fmt::format("fn({}) -> {}", parameters, one_line(library.sources, port.type.span));
}

Diagnostic cannot_stand_for(const Library& library, const FragmentPort& from,
                            const FragmentPort& to, Span span) {
  std::string parameters;
  for (const FragmentPort& parameter : to.parameters) {
    parameters += fmt::format("{}{}", parameters.empty() ? "" : ", ", library.text(parameter.name));
  }
  return error_at(Code::WrongArguments, span,
                  fmt::format("'{}' is {}, which cannot stand for {}", library.text(from.name),
                              function_text(library, from), function_text(library, to)),
                  fmt::format("hand on a function of that type: ({}) => {}(…)", parameters,
                              library.text(from.name)));
}

}  // namespace weft
