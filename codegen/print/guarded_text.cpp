#include "codegen/print/guarded_text.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "support/capitals.h"

namespace weft {
namespace {

/// A number that identifies a text in preprocessor conditions: FNV-1a without the sign bit.
std::uint32_t number_of(std::string_view text) {
  std::uint32_t number = 2166136261U;
  for (const char c : text) {
    number = (number ^ static_cast<unsigned char>(c)) * 16777619U;
  }
  return number & 0x7fffffffU;
}

}  // namespace

std::string guard_of(const Interface& all, bool is_of_host, std::string_view kind,
                     const std::string& name) {
  if (!all.functions || !is_of_host) {
    return {};
  }
  return in_capitals("WEFT_" + std::string(kind) + "_" + name);
}

void append_guarded(std::string& out, const std::string& guard, std::string_view what,
                    const std::string& declaration) {
  if (guard.empty() || declaration.empty()) {
    out += declaration;
    return;
  }
  const std::string number = std::to_string(number_of(declaration));
  out += "#ifndef " + guard + "\n#define " + guard + ' ' + number + '\n' + declaration;
  out += "#elif " + guard + " != " + number + "\n#error the " + std::string(what) +
         " is another one in a file that is included before\n#endif\n";
}

IncludeGuard::IncludeGuard(const std::string& name, std::string_view owner)
    : guard_("WEFT_" + name), number_(std::to_string(number_of(owner))) {
  const bool has_capitals =
      std::any_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  if (!has_capitals) {
    guard_ = in_capitals(std::move(guard_));
  }
}

std::string IncludeGuard::begin() const {
  return "#ifndef " + guard_ + "\n#define " + guard_ + ' ' + number_ + '\n';
}

std::string IncludeGuard::end(std::string_view what) const {
  return "#elif " + guard_ + " != " + number_ + "\n#error " + std::string(what) + "\n#endif\n";
}

}  // namespace weft
