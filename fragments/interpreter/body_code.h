#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fragments/interpreter/value_layout.h"
#include "fragments/model/body.h"
#include "fragments/model/element_arguments.h"

namespace weft::interpreter {

/// One step of a flattened body. `index` is an expression for Evaluate, the jumps and ReturnValue,
/// a statement for the others.
struct Instruction {
  enum class Kind : std::uint8_t {
    Evaluate,     ///< one expression whose operands have been evaluated
    Jump,         ///< to `target`
    JumpIfFalse,  ///< by the value of expression `index`
    ZeroLocal,    ///< a declaration without an initial value
    SetLocal,     ///< a declaration with an initial value
    Assign,
    Return,
    ReturnValue,
  } kind = Kind::Evaluate;
  std::uint32_t index = 0;
  std::uint32_t target = 0;
};

/// A range of a frame's words.
struct WordRange {
  std::uint32_t offset = 0;
  std::uint32_t count = 0;
};

/// A body flattened to a list of instructions with jumps, so that evaluation needs neither
/// recursion nor a walk over statements. Expressions become instructions in postorder; each has a
/// range of words in the frame for its result.
///
/// Example: `if (c) { x = a + b; } return x;` becomes
///   Evaluate c; JumpIfFalse c, L; Evaluate a; Evaluate b; Evaluate a + b; Assign;
///   L: Evaluate x; ReturnValue x
///
/// Refers to the body, which must outlive it.
struct BodyCode {
  const Body* body = nullptr;
  std::vector<Instruction> instructions;
  std::vector<WordRange> results;  ///< per expression; empty for those that refer to another value
  std::vector<WordRange> locals;
  std::vector<std::uint32_t> outputs;   ///< locals that hold results, by index of the result
  std::vector<ElementCall> port_calls;  ///< per entry of Body::port_calls
  std::uint32_t frame_words = 0;
};

/// Maximum size of a frame; larger ones are refused as likely mistakes.
inline constexpr std::uint32_t max_frame_words = 1U << 22U;

/// Flattens a body. Linear in expressions and statements (an expression shared by several
/// statements counts once for each). Empty if its values are too large.
std::optional<BodyCode> flatten_body(ValueLayout& layout, const Body& body);

/// Flattens one expression into code that returns its value.
std::optional<BodyCode> flatten_expression(ValueLayout& layout, const Body& body, BodyExprId expr);

}  // namespace weft::interpreter
