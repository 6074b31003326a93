#include "tools/picture_viewer.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "composer/explain/value_text.h"

namespace weft::tools {
namespace {

/// The picture's values with those of the widgets in their place.
std::vector<std::pair<std::string, Constant>> values_of(const Drawing& drawing,
                                                        const render::ViewerState& state) {
  auto values = drawing.values;
  for (const render::ParameterWidget& widget : state.widgets) {
    if (widget.composes || !widget.is_changed()) {
      continue;
    }
    const auto given = std::find_if(values.begin(), values.end(),
                                    [&](const auto& each) { return each.first == widget.name; });
    if (given != values.end()) {
      given->second = render::constant_of(widget);
    } else {
      values.emplace_back(widget.name, render::constant_of(widget));
    }
  }
  return values;
}

}  // namespace

PictureViewer::PictureViewer(const RenderOptions& options, PictureMaker& maker,
                             const std::array<int, 2>& size)
    : options_(options), maker_(maker) {
  state.first_size = size;
  state.size = size;
}

void PictureViewer::update() {
  if (!state.needs_composing && (!state.needs_drawing || !prepared_)) {
    return;
  }
  const auto begin = std::chrono::steady_clock::now();
  auto report = std::make_unique<Report>(OutputFormat::Text);
  const bool composes = state.needs_composing;
  const bool is_good = (!composes || compose(*report)) && draw(*report);
  state = is_good ? render::drawn(std::move(state))
                  : render::failed(std::move(state), report->messages_text());
  if (composes) {
    composing_ = std::move(report);
  }
  milliseconds_ =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

bool PictureViewer::look_at_files() {
  if (!composing_ || composing_->files_read().changed().empty()) {
    return false;
  }
  state = render::out_of_date(std::move(state));
  return true;
}

bool PictureViewer::compose(Report& report) {
  RenderOptions options = options_;
  options.picture.size = fmt::format("{},{}", state.first_size[0], state.first_size[1]);
  for (const render::ParameterWidget& widget : state.widgets) {
    if (widget.composes && widget.is_changed()) {
      std::erase_if(options.values,
                    [&](const std::string& word) { return word.starts_with(widget.name + "="); });
      options.values.push_back(
          fmt::format("{}={}", widget.name,
                      value_text(render::constant_of(widget), *prepared_->drawing.library)));
    }
  }
  const auto description = describe_picture(options, report);
  if (!description) {
    return false;
  }
  PictureMesh mesh = picture_mesh(description->mesh, report);
  if (report.has_errors()) {
    return false;
  }
  auto prepared = prepare_picture(options, *description, std::move(mesh), maker_, report);
  if (!prepared) {
    return false;
  }
  prepared_ = std::move(prepared);
  const Drawing& drawing = prepared_->drawing;
  state = render::composed(
      std::move(state), prepared_->scenery.shown.scene.camera,
      render::parameter_widgets(*drawing.library, drawing.placed.plan.material, drawing.values));
  return true;
}

bool PictureViewer::draw(Report& report) {
  Scenery& scenery = prepared_->scenery;
  scenery.shown.scene.camera = render::camera_of(state);
  scenery.settings.width = state.size[0];
  scenery.settings.height = state.size[1];
  scenery.inputs.values = values_of(prepared_->drawing, state);
  const auto image = draw_picture(maker_, *prepared_, report);
  if (!image) {
    return false;
  }
  render::Image opaque{image->width, image->height, std::vector<std::uint8_t>(image->rgba.size())};
  render::fill(opaque, 0, 0, opaque.width, opaque.height, paper_color);
  render::lay_over(opaque, 0, 0, *image);
  picture_ = std::move(opaque);
  return true;
}

std::vector<std::string> PictureViewer::changed_options() const {
  return prepared_ ? render::changed_options(state, *prepared_->drawing.library)
                   : std::vector<std::string>();
}

}  // namespace weft::tools
