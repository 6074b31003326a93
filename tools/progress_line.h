#pragma once

#include <string_view>

namespace weft::tools {

/// The last line of a terminal on standard error, which says how far a long command is. Goes when
/// it ends, or for messages. Where standard error is no terminal nothing is shown.
class ProgressLine {
 public:
  /// `speaks`: false shows nothing at all.
  explicit ProgressLine(bool speaks);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// In place of what was shown.
  void show(std::string_view text);
  void clear();

 private:
  bool is_shown_;  // standard error is a terminal
  bool has_text_ = false;
};

}  // namespace weft::tools
