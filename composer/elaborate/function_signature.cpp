#include "composer/elaborate/function_signature.h"

#include <algorithm>

#include <fmt/format.h>

#include "fragments/model/function_text.h"

namespace weft {
namespace {

Diagnostic cannot_be_adapted(const Library& library, const FragmentPort& from,
                             const FragmentPort& to, Span span) {
  const auto listed = [&](const FragmentPort& port) -> const FragmentPort& {
    return port.adapts ? library.fragments[port.adapts->taker].ports[port.adapts->taker_port]
                       : port;
  };
  const Fragment& taker = library.fragments[to.adapts->taker];
  const FragmentPort& own = listed(from);
  const FragmentPort& taken = listed(to);
  Diagnostic diagnostic = error_at(
      Code::WrongArguments, span,
      fmt::format("'{}' is {}, but its body forwards it to '{}' of '{}', which is {}",
                  library.text(own.name), function_text(library, own), library.text(taken.name),
                  library.text(taker.name), function_text(library, taken)),
      "declare the two ports so that a conversion leads from one to the other");
  diagnostic.notes.push_back({"it is forwarded here", to.span});
  return diagnostic;
}

}  // namespace

bool same_signature(const FragmentPort& a, const FragmentPort& b) {
  return same_pattern(a.type, b.type) &&
         std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(),
                    b.parameters.end(), [](const FragmentPort& x, const FragmentPort& y) {
                      return x.name == y.name && same_pattern(x.type, y.type);
                    });
}

Diagnostic cannot_stand_for(const Library& library, const FragmentPort& from,
                            const FragmentPort& to, Span span) {
  if (to.adapts) {
    return cannot_be_adapted(library, from, to, span);
  }
  std::string parameters;
  for (const FragmentPort& parameter : to.parameters) {
    parameters += fmt::format("{}{}", parameters.empty() ? "" : ", ", library.text(parameter.name));
  }
  return error_at(Code::WrongArguments, span,
                  fmt::format("'{}' is {}, which cannot be passed as {}", library.text(from.name),
                              function_text(library, from), function_text(library, to)),
                  fmt::format("hand on a function of that type: ({}) => {}(…)", parameters,
                              library.text(from.name)));
}

}  // namespace weft
