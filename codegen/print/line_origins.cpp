#include "codegen/print/line_origins.h"

#include <algorithm>

namespace weft {
namespace {

bool is_code(std::string_view line) {
  return line.find_first_not_of(" {};") != std::string_view::npos && !line.starts_with("//");
}

}  // namespace

std::vector<LineOrigin> line_origins(std::string_view text, const LineMarks& marks) {
  std::vector<LineOrigin> lines;
  std::size_t function = 0;
  std::size_t statement = 0;
  std::size_t place = 0;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    LineOrigin& origin = lines.emplace_back();
    if (begin >= marks.main_begin) {
      while (statement < marks.statement_ends.size() &&
             marks.statement_ends[statement].at < begin) {
        ++statement;
      }
      if (statement < marks.statement_ends.size()) {
        origin.evaluation = marks.statement_ends[statement].origin;
      }
    } else {
      while (function < marks.functions.size() && marks.functions[function].end <= begin) {
        ++function;
      }
      if (function < marks.functions.size() && marks.functions[function].begin <= begin) {
        origin.fragment = marks.functions[function].fragment;
      }
    }
    while (place < marks.places.size() && marks.places[place].at <= end) {
      ++place;
    }
    if (place > 0 && is_code(text.substr(begin, end - begin))) {
      origin.place = marks.places[place - 1].span;
    }
    begin = end + 1;
  }
  return lines;
}

}  // namespace weft
