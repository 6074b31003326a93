#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "live/session/preview_source.h"
#include "live/session/preview_target.h"

namespace weft::live {

/// The text that shows a value: a document with another output. It knows where its places are in
/// the document.
class PreviewText {
 public:
  const std::string& text() const { return text_; }
  /// Where a place is in the document; nothing for what is added. O(pieces).
  std::optional<std::uint32_t> original(std::uint32_t place) const;
  /// Whether a place is among the statements that compute the color.
  bool is_in_statements(std::uint32_t place) const {
    return statements_.first <= place && place < statements_.second;
  }

  /// Appends what the document has at `place`.
  void keep(std::string_view text, std::uint32_t place);
  void add(std::string_view text);
  void add_statements(std::string_view text);

 private:
  struct Piece {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
    std::uint32_t place = 0;
  };

  std::string text_;
  std::vector<Piece> kept_;
  std::pair<std::uint32_t, std::uint32_t> statements_;
};

/// What the text consists of besides the document.
struct PreviewParts {
  std::string_view prefix;  ///< imports
  PreviewTarget target;     ///< what shows the color
  std::string statements;   ///< in front of the output
  std::string color;        ///< an expression
  std::string color_type;   ///< its type, where graphs lead to it
};

/// The document with the statements and the output at the end of the material, without the outputs
/// that a preview does not need. A value inside graphs is computed by copies of them, which result
/// in the color. They are on the line of the material, so that the lines of the document stay.
/// O(text).
PreviewText preview_text(const DocumentText& document, const PreviewSource& source,
                         const PreviewParts& parts);

}  // namespace weft::live
