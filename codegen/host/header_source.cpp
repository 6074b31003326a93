#include "codegen/host/header_source.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "composer/evaluations/plan_parameters.h"

#ifndef WEFT_VERSION
#define WEFT_VERSION "unknown"
#endif

namespace weft {

std::string HeaderSource::stem(std::string_view between) const {
  return fmt::format("{}{}{}", library.text(library.materials[placed.plan.material].name), between,
                     library.text(library.profiles[placed.plan.profile].name));
}

std::string HeaderSource::what() const {
  return stem(", for the profile ") + ": what a host gives to its shaders.";
}

std::string header_head(std::string_view what, std::string_view origin) {
  return fmt::format(
      "// {}\n// Made by Weft {}; changes belong into the {}. What is generated is yours, "
      "without conditions.\n\n",
      what, WEFT_VERSION, origin);
}

std::string without_warnings(const std::string& text, bool has_functions) {
  // C99 promises string literals of 4095 characters.
  constexpr std::size_t most = 4095;
  std::size_t longest = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    longest = std::max(longest, end - at);
    at = end + 1;
  }
  if (!has_functions && longest < most) {
    return text;
  }
  return R"text(#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wtautological-compare"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Woverlength-strings"
#endif
#ifdef __clang__
#pragma clang diagnostic ignored "-Wself-assign"
#endif

)text" + text +
         R"text(
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif
)text";
}

std::string place_of(const Block& block) {
  const std::string place = block.kind == BlockKind::Push
                                ? std::string("push constants")
                                : fmt::format("set {}, binding {}", block.set, block.binding);
  return fmt::format("{}{}; {} bytes", place,
                     block.kind == BlockKind::Storage ? ", a storage buffer" : "", block.size);
}

std::string remark_on(const Library& library, const ValueSource& value, std::string_view update) {
  if (value.feature) {
    return fmt::format("  // {}", library.text(library.features[*value.feature].path));
  }
  return value.result ? fmt::format("  // computed by {}", update) : std::string();
}

std::optional<Constant> default_of(const ParameterDefaults& defaults, const ValueSource& value) {
  return value.parameter ? defaults[*value.parameter] : std::nullopt;
}

std::string causes_of(const HeaderSource& source, const Block& block) {
  std::set<std::string> causes;
  for (const BlockMember& member : block.members) {
    if (const auto& parameter = member.source.parameter) {
      causes.emplace(parameter_name(source.library, source.placed.plan, *parameter));
    }
  }
  for (const ReflectedResult& result : source.reflection.uniform_program) {
    if (result.block == block.name) {
      causes.insert(result.features.begin(), result.features.end());
      causes.insert(result.parameters.begin(), result.parameters.end());
    }
  }
  return fmt::format("{}", fmt::join(causes, ", "));
}

}  // namespace weft
