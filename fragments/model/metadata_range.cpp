#include "fragments/model/metadata_range.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "fragments/model/lookups.h"

namespace weft {

double component_of(const Constant& value, std::size_t at) {
  std::uint32_t bits = value.bits[at];
  switch (value.type.scalar_kind()) {
    case Scalar::Float: {
      float number = 0;
      std::memcpy(&number, &bits, sizeof number);
      return static_cast<double>(number);
    }
    case Scalar::Int:
      return static_cast<double>(static_cast<std::int32_t>(bits));
    case Scalar::Uint:
    case Scalar::Bool:
      return static_cast<double>(bits);
  }
  return 0;
}

double bound_of(const MetaValue& bound, std::size_t at) {
  const double* number = std::get_if<double>(&bound.value);
  return number ? *number : component_of(std::get<Constant>(bound.value), at);
}

bool states_range(const Library& library, const MetaData& meta) {
  return std::any_of(meta.begin(), meta.end(), [&](const MetaValue& each) {
    const std::string_view name = library.text(each.name);
    return name == "min" || name == "max" || name == "enum";
  });
}

const MetaValue* find_broken_bound(const Library& library, const MetaData& meta,
                                   const Constant& value) {
  for (const MetaValue& bound : meta) {
    std::string_view name = library.text(bound.name);
    if (const auto* choices = std::get_if<std::vector<EnumChoice>>(&bound.value)) {
      const auto number = static_cast<std::int64_t>(component_of(value, 0));
      if (std::none_of(choices->begin(), choices->end(),
                       [&](const EnumChoice& each) { return each.value == number; })) {
        return &bound;
      }
      continue;
    }
    if (name != "min" && name != "max") {
      continue;
    }
    for (std::size_t i = 0; i < value.bits.size(); ++i) {
      double number = component_of(value, i);
      bool is_inside = name == "min" ? number >= bound_of(bound, i) : number <= bound_of(bound, i);
      if (!is_inside) {
        return &bound;
      }
    }
  }
  return nullptr;
}

std::string broken_bound_text(const Library& library, const MetaValue& bound) {
  const auto* choices = std::get_if<std::vector<EnumChoice>>(&bound.value);
  if (choices == nullptr) {
    return "lies outside min and max";
  }
  return "is none of " + choices_text(library, *choices);
}

std::optional<Diagnostic> refusal_by_bounds(const Library& library,
                                            const MaterialParameter& parameter,
                                            const Constant& value) {
  const MetaValue* bound = find_broken_bound(library, parameter.meta, value);
  if (bound == nullptr) {
    return std::nullopt;
  }
  Diagnostic refusal = error(
      Code::OutOfRange, fmt::format("the value given for '{}' {}", library.text(parameter.name),
                                    broken_bound_text(library, *bound)));
  refusal.notes.push_back(
      {fmt::format("'{}' is stated here", library.text(bound->name)), bound->span});
  return refusal;
}

std::string choices_text(const Library& library, const std::vector<EnumChoice>& choices) {
  std::string text;
  for (const EnumChoice& choice : choices) {
    text +=
        fmt::format("{}{} ({})", text.empty() ? "" : ", ", library.text(choice.name), choice.value);
  }
  return text;
}

const std::vector<EnumChoice>* enum_choices(const Library& library, const MetaData& meta) {
  const MetaValue* found = find_metadata(library, meta, "enum");
  return found != nullptr ? std::get_if<std::vector<EnumChoice>>(&found->value) : nullptr;
}

std::string label_of_choice(std::string_view name) {
  std::string label(name);
  std::replace(label.begin(), label.end(), '_', ' ');
  if (!label.empty()) {
    label[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(label[0])));
  }
  return label;
}

}  // namespace weft
