#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// The origin of a line of text.
struct LineOrigin {
  std::optional<EvaluationId> evaluation;  ///< a line of main
  std::optional<FragmentId> fragment;      ///< a line of a function
  std::optional<Span> place;  ///< of the statement in the source; none for declarations, braces
};

/// What the printer records about a stage's text, in ascending order. Few texts need the origins of
/// their lines, so they are found on demand.
struct LineMarks {
  /// The source position of the text from `at` up to the next mark.
  struct Place {
    std::size_t at;
    Span span;
  };
  struct Function {
    std::size_t begin;
    std::size_t end;
    std::optional<FragmentId> fragment;  ///< none: a function given to a port
  };
  /// Where the line of a statement of main ends.
  struct StatementEnd {
    std::size_t at;
    std::optional<EvaluationId> origin;
  };

  std::vector<Place> places;
  std::vector<Function> functions;
  std::size_t main_begin = 0;
  std::vector<StatementEnd> statement_ends;
};

/// Per line of the text, starting with the first. O(size of the text).
std::vector<LineOrigin> line_origins(std::string_view text, const LineMarks& marks);

}  // namespace weft
