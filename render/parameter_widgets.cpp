#include "render/parameter_widgets.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <variant>

#include "fragments/model/lookups.h"
#include "fragments/model/metadata_range.h"
#include "render/stated_traits.h"

namespace weft::render {
namespace {

std::optional<double> number_of(const Library& library, const MetaData& meta,
                                std::string_view name) {
  const MetaValue* found = find_metadata(library, meta, name);
  const double* number = found != nullptr ? std::get_if<double>(&found->value) : nullptr;
  return number != nullptr ? std::optional(*number) : std::nullopt;
}

std::string text_of(const Library& library, const MetaData& meta, std::string_view name) {
  const MetaValue* found = find_metadata(library, meta, name);
  if (found == nullptr) {
    return {};
  }
  if (const auto* text = std::get_if<std::string>(&found->value)) {
    return *text;
  }
  const auto* word = std::get_if<NameId>(&found->value);
  return word != nullptr ? std::string(library.text(*word)) : std::string();
}

/// Whether the metadata says `name`, or `name: true`.
bool is_marked(const Library& library, const MetaData& meta, std::string_view name) {
  const MetaValue* found = find_metadata(library, meta, name);
  const auto* constant = found != nullptr ? std::get_if<Constant>(&found->value) : nullptr;
  return found != nullptr && (constant == nullptr || constant->bits.front() != 0);
}

std::uint32_t bits_of_number(Scalar scalar, double number) {
  switch (scalar) {
    case Scalar::Float:
      return std::bit_cast<std::uint32_t>(static_cast<float>(number));
    case Scalar::Int:
      return std::bit_cast<std::uint32_t>(static_cast<std::int32_t>(number));
    case Scalar::Uint:
    case Scalar::Bool:
      break;
  }
  return static_cast<std::uint32_t>(number);
}

/// What a scalar can be.
std::pair<double, double> range_of(Scalar scalar) {
  switch (scalar) {
    case Scalar::Float:
      return {std::numeric_limits<float>::lowest(), std::numeric_limits<float>::max()};
    case Scalar::Int:
      return {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()};
    case Scalar::Uint:
      return {0.0, std::numeric_limits<std::uint32_t>::max()};
    case Scalar::Bool:
      break;
  }
  return {0.0, 1.0};
}

WidgetKind kind_of(const Library& library, const MaterialParameter& parameter) {
  const DataType type = parameter.type.data();
  if (type == DataType::scalar(Scalar::Bool)) {
    return WidgetKind::Toggle;
  }
  if (enum_choices(library, parameter.meta) != nullptr) {
    return WidgetKind::Choice;
  }
  const bool has_size =
      type == DataType::vector(Scalar::Float, 3) || type == DataType::vector(Scalar::Float, 4);
  const std::string_view encoding = stated_name(library, parameter.type, "encoding");
  const bool is_color = is_marked(library, parameter.meta, "color") ||
                        states(library, parameter.type, "use", "color");
  return has_size && is_color && (encoding.empty() || encoding == "srgb" || encoding == "linear")
             ? WidgetKind::Color
             : WidgetKind::Number;
}

ParameterWidget widget_of(const Library& library, const MaterialParameter& parameter) {
  const MetaData& meta = parameter.meta;
  ParameterWidget widget;
  widget.name = library.text(parameter.name);
  widget.text.label = text_of(library, meta, "label");
  widget.text.label = widget.text.label.empty() ? widget.name : widget.text.label;
  widget.text.group = text_of(library, meta, "group");
  widget.text.unit = text_of(library, meta, "unit");
  if (widget.text.unit.empty()) {
    widget.text.unit = stated_name(library, parameter.type, "unit");
  }
  widget.text.description = text_of(library, meta, "description");
  widget.text.description =
      widget.text.description.empty() ? parameter.doc : widget.text.description;
  widget.kind = kind_of(library, parameter);
  widget.type = parameter.type.data();
  if (const std::vector<EnumChoice>* choices = enum_choices(library, meta)) {
    for (const EnumChoice& choice : *choices) {
      widget.choices.push_back(
          {label_of_choice(library.text(choice.name)), static_cast<double>(choice.value)});
    }
  }
  widget.range.least = number_of(library, meta, "min");
  widget.range.most = number_of(library, meta, "max");
  const auto low = number_of(library, meta, "soft_min");
  const auto high = number_of(library, meta, "soft_max");
  widget.range.slider_low = low ? low : widget.range.least;
  widget.range.slider_high = high ? high : widget.range.most;
  widget.is_linear = widget.kind == WidgetKind::Color &&
                     stated_name(library, parameter.type, "encoding") != "srgb";
  widget.composes = parameter.kind == ParameterKind::Static;
  return widget;
}

}  // namespace

std::vector<ParameterWidget> parameter_widgets(
    const Library& library, MaterialId material,
    const std::vector<std::pair<std::string, Constant>>& values) {
  std::vector<ParameterWidget> widgets;
  for (const MaterialParameter& parameter : library.materials[material].parameters) {
    const DataType type = parameter.type.data();
    const bool is_editable = type.is_scalar() || type.is_vector();
    if (!is_editable || is_marked(library, parameter.meta, "hidden")) {
      continue;
    }
    ParameterWidget widget = widget_of(library, parameter);
    const auto given = std::find_if(values.begin(), values.end(),
                                    [&](const auto& each) { return each.first == widget.name; });
    const auto count = static_cast<std::size_t>(type.component_count());
    const Constant zero{type, std::vector<std::uint32_t>(count)};
    const Constant& value = given != values.end()     ? given->second
                            : parameter.default_value ? *parameter.default_value
                                                      : zero;
    for (std::size_t i = 0; i < count; ++i) {
      widget.value.push_back(component_of(value, i));
    }
    widget.initial = widget.value;
    widgets.push_back(std::move(widget));
  }
  // Those without a group first, then each group where its first one is declared.
  std::vector<std::string> groups = {""};
  for (const ParameterWidget& widget : widgets) {
    if (std::find(groups.begin(), groups.end(), widget.text.group) == groups.end()) {
      groups.push_back(widget.text.group);
    }
  }
  const auto place = [&groups](const ParameterWidget& widget) {
    return std::find(groups.begin(), groups.end(), widget.text.group) - groups.begin();
  };
  std::stable_sort(widgets.begin(), widgets.end(),
                   [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return widgets;
}

Constant constant_of(const ParameterWidget& widget) {
  Constant constant{widget.type, {}};
  for (const double each : widget.value) {
    constant.bits.push_back(bits_of_number(widget.type.scalar_kind(), each));
  }
  return constant;
}

std::vector<double> limited(const ParameterWidget& widget, std::vector<double> value) {
  const auto [low, high] = range_of(widget.type.scalar_kind());
  value.resize(widget.value.size());
  for (std::size_t i = 0; i < value.size(); ++i) {
    double& each = value[i];
    each = std::isnan(each) ? widget.value[i] : each;
    each = widget.range.most ? std::min(each, *widget.range.most) : each;
    each = widget.range.least ? std::max(each, *widget.range.least) : each;
    each =
        std::clamp(widget.type.scalar_kind() == Scalar::Float ? each : std::round(each), low, high);
    each = widget.type.scalar_kind() == Scalar::Float ? double{static_cast<float>(each)} : each;
  }
  return value;
}

}  // namespace weft::render
