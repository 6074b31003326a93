#include "support/diagnostic.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace weft {
namespace {

struct Entry {
  Code code;
  std::string_view slug;
  std::string_view summary;
};

constexpr Entry catalogue[] = {
#define WEFT_DIAGNOSTIC(name, slug, summary) {Code::name, slug, summary},
#include "support/diagnostics.def"
#undef WEFT_DIAGNOSTIC
};

auto order(const Diagnostic& d) {
  return std::make_tuple(!d.span.has_value(), d.span ? d.span->file.index() : 0,
                         d.span ? d.span->begin : 0, d.span ? d.span->end : 0,
                         static_cast<int>(d.code), std::string_view(d.message),
                         std::string_view(d.node), std::string_view(d.port));
}

}  // namespace

std::string_view slug(Code code) { return catalogue[static_cast<std::size_t>(code)].slug; }

std::string_view summary(Code code) { return catalogue[static_cast<std::size_t>(code)].summary; }

const std::vector<Code>& all_codes() {
  static const std::vector<Code> codes = [] {
    std::vector<Code> all;
    for (const Entry& entry : catalogue) {
      all.push_back(entry.code);
    }
    return all;
  }();
  return codes;
}

Diagnostic error_at(Code code, Span span, std::string message, std::string hint) {
  Diagnostic diagnostic = error(code, std::move(message), std::move(hint));
  diagnostic.span = span;
  return diagnostic;
}

Diagnostic error(Code code, std::string message, std::string hint) {
  Diagnostic diagnostic{code};
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

bool has_errors(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::Error; });
}

void append(Diagnostics& to, Diagnostic diagnostic) {
  if (to.size() < most_diagnostics) {
    to.push_back(std::move(diagnostic));
  } else if (diagnostic.severity == Severity::Error && to.back().severity != Severity::Error) {
    to.back() = std::move(diagnostic);
  }
}

void normalize(Diagnostics& diagnostics) {
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return order(a) < order(b); });
  auto same = [](const Diagnostic& a, const Diagnostic& b) { return order(a) == order(b); };
  diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end(), same), diagnostics.end());
}

}  // namespace weft
