#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fragments/model/constant.h"
#include "fragments/model/library.h"

namespace weft::render {

/// How a parameter is edited: by sliders, one per component, as a color, as a check box, or by a
/// choice of a list.
enum class WidgetKind { Number, Color, Toggle, Choice };

/// A value in the list of a `WidgetKind::Choice`.
struct WidgetChoice {
  std::string label;
  double value = 0.0;
};

/// What a widget shows beside the value.
struct WidgetText {
  std::string label;  ///< of the metadata, else the name
  std::string group;
  std::string unit;  ///< of the metadata, else of the type; empty: none
  std::string description;
};

/// Where a slider ends, and what values are limited to.
struct WidgetRange {
  std::optional<double> slider_low, slider_high;
  std::optional<double> least, most;
};

/// The widget of a parameter, as its type, its traits and its metadata say.
struct ParameterWidget {
  std::string name;
  WidgetText text;
  WidgetKind kind = WidgetKind::Number;
  DataType type;  ///< a scalar, or a vector of up to four
  WidgetRange range;
  std::vector<WidgetChoice> choices;  ///< of `enum`, in its order
  bool is_linear = false;             ///< a color that is shown encoded, and stored linear
  bool composes = false;              ///< a `static` parameter: another value is another shader
  std::vector<double> value;          ///< in the parameter's own type and encoding, by component
  std::vector<double> initial;

  bool is_changed() const { return value != initial; }
};

/// The widgets of a material's parameters with these values, or else their defaults: those without
/// a group, then those of each group, in the order of their declaration. Parameters that are
/// hidden, textures, matrices, structs and arrays have none.
std::vector<ParameterWidget> parameter_widgets(
    const Library& library, MaterialId material,
    const std::vector<std::pair<std::string, Constant>>& values);

/// The value of a widget now.
Constant constant_of(const ParameterWidget& widget);

/// Values as the widget's type and limits allow: whole for integers, 0 or 1 for booleans. Keeps the
/// present one for what is no number.
std::vector<double> limited(const ParameterWidget& widget, std::vector<double> value);

}  // namespace weft::render
