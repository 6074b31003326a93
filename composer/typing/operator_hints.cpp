#include "composer/typing/operator_hints.h"

#include <algorithm>

#include <fmt/format.h>

#include "fragments/syntax/characters.h"

namespace weft {
namespace {

/// Returns `, 0.0, 0.0`.
std::string filling(Scalar kind, int components, std::string_view last) {
  std::string text;
  for (int i = 0; i < components; ++i) {
    const bool is_last = i + 1 == components;
    text += fmt::format(", {}", kind != Scalar::Float ? "0" : is_last ? last : "0.0");
  }
  return text;
}

std::string_view leading(int components) {
  return std::string_view("xyzw").substr(0, static_cast<std::size_t>(components));
}

/// The hint for two kinds of number: an operator's operands must have the same.
std::string kind_hint(const Library& library, DataType first, DataType second) {
  if (first.scalar_kind() == Scalar::Bool || second.scalar_kind() == Scalar::Bool) {
    return "a bool is not a number: write (… ? 1.0 : 0.0)";
  }
  const auto made = [&](Scalar kind, DataType of) {
    return library.type_name(DataType::vector(kind, of.rows()));
  };
  if (first.scalar_kind() == Scalar::Float || second.scalar_kind() == Scalar::Float) {
    const DataType whole = first.scalar_kind() == Scalar::Float ? second : first;
    return fmt::format("convert the {} to floats: {}(…)", library.type_name(whole),
                       made(Scalar::Float, whole));
  }
  return fmt::format("convert one to the other's kind: {}(…) or {}(…)",
                     made(second.scalar_kind(), first), made(first.scalar_kind(), second));
}

std::string size_hint(const Library& library, DataType first, DataType second) {
  const DataType small = first.rows() < second.rows() ? first : second;
  const DataType large = first.rows() < second.rows() ? second : first;
  return fmt::format("swizzle the {}: (…).{}, or extend the {}: {}(…{})", library.type_name(large),
                     leading(small.rows()), library.type_name(small), library.type_name(large),
                     filling(large.scalar_kind(), large.rows() - small.rows(), "0.0"));
}

/// The hint for matrix products: matrix × vector needs a vector with the matrix's column count,
/// vector × matrix one with its row count.
std::string matrix_hint(const Library& library, DataType matrix, DataType vector, int wanted) {
  const DataType taken = DataType::vector(Scalar::Float, wanted);
  const std::string begin =
      fmt::format("{} takes {} here", library.type_name(matrix), library.type_name(taken));
  if (vector.rows() > wanted) {
    return fmt::format("{}: take a part, (…).{}", begin, leading(wanted));
  }
  if (vector.rows() < wanted) {
    return fmt::format(
        "{}: complete it, {}(…{}) for a place, or {}(…{}) for a direction", begin,
        library.type_name(taken), filling(Scalar::Float, wanted - vector.rows(), "1.0"),
        library.type_name(taken), filling(Scalar::Float, wanted - vector.rows(), "0.0"));
  }
  return {};
}

/// An operand of a quotient as a float: `1.0`, `float(n)`.
std::string as_float(const Library& library, const Evaluation& operand) {
  constexpr std::size_t longest = 40;
  const std::string_view written = text_at(library, operand.origin.span);
  const bool is_shown = !written.empty() && written.size() <= longest &&
                        written.find_first_of(line_ends) == written.npos;
  const std::string text = is_shown ? std::string(written) : "…";
  const bool is_parenthesized =
      text.starts_with('(') && text.find(')') == text.size() - 1 && text.size() > 2;
  const bool is_number = std::all_of(text.begin(), text.end(), is_digit);
  return is_number          ? text + ".0"
         : is_parenthesized ? "float" + text
                            : fmt::format("float({})", text);
}

}  // namespace

std::string integer_operator_hint(std::string_view callee, bool takes_floats) {
  if (!takes_floats) {
    return {};
  }
  return callee == "bit_xor"     ? "a power is written pow(a, b)"
         : callee == "remainder" ? "write mod(x, y), which floors, or fmod(x, y), which truncates"
                                 : "";
}

std::string_view text_at(const Library& library, const std::optional<Span>& span) {
  // An expression that is evaluated on its own is no text of the library.
  const bool is_there = span && span->file.index() < library.sources.size() &&
                        span->begin < span->end &&
                        span->end <= library.sources[span->file].text().size();
  return is_there ? library.sources[span->file].text(*span) : std::string_view();
}

std::string quotient_hint(const Library& library, const TypedGraph& graph,
                          const TypedValue& value) {
  const DataType type = graph.types[value.type].data();
  if (value.is_error || value.function || type.is_float_based() || !type.is_scalar()) {
    return {};
  }
  const Evaluation& quotient = graph.evaluations[value.evaluation];
  const auto* leaf = std::get_if<LeafEvaluation>(&quotient.kind);
  if (leaf == nullptr || quotient.inputs.size() != 2 ||
      library.text(library.fragments[leaf->fragment].name) != "divide") {
    return {};
  }
  return fmt::format("int division truncates: write {} / {}",
                     as_float(library, graph.evaluations[quotient.inputs[0]]),
                     as_float(library, graph.evaluations[quotient.inputs[1]]));
}

std::string operand_hint(const Library& library, std::string_view callee, DataType first,
                         DataType second) {
  if (!first.is_plain() || !second.is_plain()) {
    return {};
  }
  if (first.scalar_kind() != second.scalar_kind()) {
    return kind_hint(library, first, second);
  }
  if (first.is_vector() && second.is_vector() && first.rows() != second.rows()) {
    return size_hint(library, first, second);
  }
  if (callee == "multiply" && first.is_matrix() && second.is_vector()) {
    return matrix_hint(library, first, second, first.columns());
  }
  if (callee == "multiply" && first.is_vector() && second.is_matrix()) {
    return matrix_hint(library, second, first, second.rows());
  }
  return {};
}

}  // namespace weft
