#include "support/source.h"

#include <algorithm>
#include <utility>

namespace weft {

Span cover(Span first, Span second) {
  return {first.file, std::min(first.begin, second.begin), std::max(first.end, second.end)};
}

SourceFile::SourceFile(std::string path, std::string text)
    : path_(std::move(path)), text_(std::move(text)) {
  // A byte order mark is not part of the text: the first column follows it.
  if (std::string_view(text_).substr(0, 3) == "\xef\xbb\xbf") {
    text_.erase(0, 3);
  }
  line_begins_.push_back(0);
  // LF, CRLF and a lone CR all end a line, because a shader compiler may treat them so too.
  const bool has_returns = text_.find('\r') != std::string::npos;
  const auto find_end = [&](std::size_t from) {
    return has_returns ? text_.find_first_of("\n\r", from) : text_.find('\n', from);
  };
  for (std::size_t i = find_end(0); i < text_.size(); i = find_end(i + 1)) {
    if (text_[i] == '\n' || i + 1 == text_.size() || text_[i + 1] != '\n') {
      line_begins_.push_back(static_cast<std::uint32_t>(i + 1));
    }
  }
}

Position SourceFile::position(std::uint32_t offset) const {
  offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
  auto after = std::upper_bound(line_begins_.begin(), line_begins_.end(), offset);
  auto line = static_cast<std::uint32_t>(after - line_begins_.begin());
  return {line, offset - line_begins_[line - 1] + 1};
}

std::string_view SourceFile::line(std::uint32_t number) const {
  if (number == 0 || number > line_begins_.size()) {
    return {};
  }
  std::uint32_t begin = line_begins_[number - 1];
  std::size_t end = number < line_begins_.size() ? line_begins_[number] : text_.size();
  std::string_view line = std::string_view(text_).substr(begin, end - begin);
  if (!line.empty() && line.back() == '\n') {
    line.remove_suffix(1);
  }
  if (!line.empty() && line.back() == '\r') {
    line.remove_suffix(1);
  }
  return line;
}

}  // namespace weft
