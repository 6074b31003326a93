#include "tools/viewer_panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <imgui/imgui.h>

#include "render/image.h"

namespace weft::tools {
namespace {

using render::ParameterWidget;
using render::ViewerState;
using render::WidgetKind;

constexpr ImGuiWindowFlags fixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                   ImGuiWindowFlags_NoSavedSettings;

/// A percent sign is no place for a number.
std::string format_of(const ParameterWidget& widget) {
  std::string unit;
  for (const char c : widget.text.unit) {
    unit += c == '%' ? "%%" : std::string(1, c);
  }
  const bool is_whole = widget.type.scalar_kind() != Scalar::Float;
  return fmt::format("{}{}{}", is_whole ? "%.0f" : "%.3f", unit.empty() ? "" : " ", unit);
}

/// Returns whether the user changed the value.
bool edit_color(const ParameterWidget& widget, std::vector<double>& value) {
  std::array<float, 4> shown = {0.0F, 0.0F, 0.0F, 1.0F};
  for (std::size_t i = 0; i < value.size(); ++i) {
    const auto stored = static_cast<float>(value[i]);
    shown[i] = widget.is_linear && i < 3 ? render::linear_to_srgb(stored) : stored;
  }
  const bool is_changed = value.size() == 4
                              ? ImGui::ColorEdit4(widget.text.label.c_str(), shown.data())
                              : ImGui::ColorEdit3(widget.text.label.c_str(), shown.data());
  if (is_changed) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      value[i] = double{widget.is_linear && i < 3 ? render::srgb_to_linear(shown[i]) : shown[i]};
    }
  }
  return is_changed;
}

bool edit_numbers(const ParameterWidget& widget, std::vector<double>& value) {
  const std::string format = format_of(widget);
  const int count = static_cast<int>(value.size());
  if (widget.range.slider_low && widget.range.slider_high) {
    return ImGui::SliderScalarN(widget.text.label.c_str(), ImGuiDataType_Double, value.data(),
                                count, &*widget.range.slider_low, &*widget.range.slider_high,
                                format.c_str());
  }
  double greatest = 0.0;
  for (const double each : value) {
    greatest = std::fmax(greatest, std::fabs(each));
  }
  const bool is_whole = widget.type.scalar_kind() != Scalar::Float;
  const double pixel = is_whole ? 0.1 : std::fmax(0.01 * greatest, 0.001);
  return ImGui::DragScalarN(widget.text.label.c_str(), ImGuiDataType_Double, value.data(), count,
                            static_cast<float>(pixel), nullptr, nullptr, format.c_str());
}

bool choose(const ParameterWidget& widget, std::vector<double>& value) {
  const auto present =
      std::find_if(widget.choices.begin(), widget.choices.end(),
                   [&](const render::WidgetChoice& each) { return each.value == value[0]; });
  const char* shown = present != widget.choices.end() ? present->label.c_str() : "";
  bool is_changed = false;
  if (ImGui::BeginCombo(widget.text.label.c_str(), shown)) {
    for (const render::WidgetChoice& choice : widget.choices) {
      if (ImGui::Selectable(choice.label.c_str(), choice.value == value[0])) {
        is_changed = choice.value != value[0];
        value[0] = choice.value;
      }
    }
    ImGui::EndCombo();
  }
  return is_changed;
}

bool edit_value(const ParameterWidget& widget, std::vector<double>& value) {
  if (widget.kind == WidgetKind::Choice) {
    return choose(widget, value);
  }
  if (widget.kind == WidgetKind::Color) {
    return edit_color(widget, value);
  }
  if (widget.kind == WidgetKind::Toggle) {
    bool is_on = value[0] != 0.0;
    const bool is_changed = ImGui::Checkbox(widget.text.label.c_str(), &is_on);
    value[0] = is_on ? 1.0 : 0.0;
    return is_changed;
  }
  return edit_numbers(widget, value);
}

ViewerState show_widgets(ViewerState state) {
  std::string group;
  bool is_open = true;
  for (std::size_t i = 0; i < state.widgets.size(); ++i) {
    const ParameterWidget& widget = state.widgets[i];
    if (widget.text.group != group) {
      group = widget.text.group;
      is_open =
          group.empty() || ImGui::CollapsingHeader(group.c_str(), ImGuiTreeNodeFlags_DefaultOpen);
    }
    if (!is_open) {
      continue;
    }
    std::vector<double> value = widget.value;
    ImGui::PushID(static_cast<int>(i));
    const bool is_changed = edit_value(widget, value);
    if (!widget.text.description.empty() && ImGui::IsItemHovered()) {
      ImGui::SetTooltip("%s", widget.text.description.c_str());
    }
    ImGui::PopID();
    if (is_changed) {
      state = render::with_value(std::move(state), i, std::move(value));
    }
  }
  return state;
}

/// Over the lower part of the picture.
void show_errors(const ViewerState& state, const ViewerPanel& panel) {
  constexpr float inset = 8.0F;
  ImGui::SetNextWindowPos({inset, panel.height - inset}, ImGuiCond_Always, {0.0F, 1.0F});
  ImGui::SetNextWindowSizeConstraints({panel.left - 2.0F * inset, 0.0F},
                                      {panel.left - 2.0F * inset, panel.height * 0.5F});
  ImGui::SetNextWindowBgAlpha(0.85F);
  ImGui::Begin("errors", nullptr, fixed | ImGuiWindowFlags_AlwaysAutoResize);
  ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(1.0F, 0.6F, 0.55F, 1.0F));
  ImGui::PushTextWrapPos(0.0F);
  ImGui::TextUnformatted(state.errors.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  ImGui::End();
}

}  // namespace

ViewerState show_panel(ViewerState state, const ViewerPanel& panel) {
  ImGui::SetNextWindowPos({panel.left, 0.0F});
  ImGui::SetNextWindowSize({panel.width, panel.height});
  ImGui::Begin("parameters", nullptr, fixed);
  ImGui::PushItemWidth(panel.width * 0.55F);
  state = show_widgets(std::move(state));
  ImGui::PopItemWidth();
  ImGui::Separator();
  if (ImGui::Button("Reset")) {
    state = render::reset(std::move(state));
  }
  ImGui::SameLine();
  ImGui::TextDisabled("%s", panel.status.c_str());
  ImGui::End();
  if (!state.errors.empty()) {
    show_errors(state, panel);
  }
  return state;
}

}  // namespace weft::tools
