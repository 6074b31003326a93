#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "live/session/document_text.h"
#include "live/session/edit.h"
#include "live/session/expression_tree.h"
#include "live/session/number_form.h"
#include "live/session/splices.h"

namespace weft::live {

/// A literal in a text whose number can change while its form stays.
struct NumberPlace {
  enum class Form : std::uint8_t { Float, Int, Uint, Color, ColorWithAlpha };
  Span span;  ///< with its sign, which a minus before the operand is too
  Form form = Form::Float;
  /// `0.5` as the operand of `-0.5`, which is one literal of a graph: its value is the negative of
  /// the number.
  bool is_negated = false;

  std::size_t count() const {
    return form == Form::Color ? 3 : form == Form::ColorWithAlpha ? 4 : 1;
  }
};

/// The literals that an operand consists of: one number, the numbers of a constructor, or a color;
/// nothing if it is something else, or has a sign of its own behind a minus. O(expressions).
std::optional<std::vector<NumberPlace>> numbers_at(const DocumentText& document,
                                                   const Operand& slot);

/// Splices that put numbers in the place of a literal of the same form; nothing if it has another.
/// `form`: of the declared type, else numbers are written as the literal is.
std::optional<Splices> replace_numbers(const DocumentText& document, const Operand& slot,
                                       const std::vector<double>& numbers,
                                       NumberForm form = NumberForm::Float);

/// The 32-bit words of the literal that replace_numbers() writes for some numbers, as many as
/// `place` has; nothing if the new literal has another form.
std::optional<std::vector<std::uint32_t>> words_at(const NumberPlace& place, const double* numbers);

/// The operand at a port, or the default of a parameter, if there is one.
std::optional<Operand> value_slot(const EditContext& context, const NodeId& node,
                                  const std::string& port);

}  // namespace weft::live
