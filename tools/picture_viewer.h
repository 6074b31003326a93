#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "render/viewer_state.h"
#include "tools/picture_drawing.h"

namespace weft::tools {

/// Brings the picture of a viewer's state up to date: composes when a file was saved or a `static`
/// parameter set, otherwise draws with other values. Knows no window.
class PictureViewer {
 public:
  /// Both must outlive the viewer. Composes and draws nothing yet. `size` of the picture in pixels.
  PictureViewer(const RenderOptions& options, PictureMaker& maker, const std::array<int, 2>& size);

  /// Composes and draws what the state needs; errors go into the state, whose picture stays.
  void update();
  /// Whether a file that was read has been saved since; then the state is out of date.
  bool look_at_files();

  /// The last good picture over the paper, opaque; nothing before the first one.
  const std::optional<render::Image>& picture() const { return picture_; }
  /// How long the last update() took that did something, in milliseconds.
  double milliseconds() const { return milliseconds_; }
  /// The options of `weft render` that say what was changed.
  std::vector<std::string> changed_options() const;

  render::ViewerState state;

 private:
  bool compose(Report& report);
  bool draw(Report& report);

  const RenderOptions& options_;
  PictureMaker& maker_;
  std::unique_ptr<Report> composing_;  ///< the report of the last composition: what it read
  std::unique_ptr<PreparedPicture> prepared_;
  std::optional<render::Image> picture_;
  double milliseconds_ = 0.0;
};

}  // namespace weft::tools
