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
    Evaluate,     ///< one expression whose arguments are there
    Jump,         ///< to `target`
    JumpIfFalse,  ///< by the value of expression `index`
    ZeroLocal,    ///< a declaration without initial value
    SetLocal,     ///< a declaration with one
    Assign,
    Return,
    ReturnValue,
  } kind = Kind::Evaluate;
  std::uint32_t index = 0;
  std::uint32_t target = 0;
};

/// Where in a frame's words something lies.
struct WordRange {
  std::uint32_t offset = 0;
  std::uint32_t count = 0;
};

/// A body as a list of instructions with jumps, so that evaluating it needs neither recursion nor a
/// walk over its statements. It refers to the body, which must outlive it.
struct BodyCode {
  const Body* body = nullptr;
  std::vector<Instruction> instructions;
  std::vector<WordRange> results;  ///< per expression; those that only point elsewhere have none
  std::vector<WordRange> locals;
  std::vector<std::uint32_t> outputs;   ///< locals that are results, by number of result
  std::vector<ElementCall> port_calls;  ///< per entry of Body::port_calls
  std::uint32_t frame_words = 0;
};

/// A frame of more words than this is refused: too much for a fragment, more likely a mistake.
inline constexpr std::uint32_t max_frame_words = 1U << 22U;

/// Flattens a body, linear in its expressions and statements (an expression that several statements
/// share counts for each). Nothing if its values are too large.
std::optional<BodyCode> flatten_body(ValueLayout& layout, const Body& body);

/// The same for one expression, whose value the code returns.
std::optional<BodyCode> flatten_expression(ValueLayout& layout, const Body& body, BodyExprId expr);

}  // namespace weft::interpreter
