#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "fragments/model/constant.h"
#include "fragments/model/library.h"

namespace weft {

/// One result of a call after reduction; at most one is set.
struct ReducedResult {
  std::optional<Constant> value;       ///< a constant, whatever the other inputs are
  std::optional<std::uint32_t> input;  ///< a copy of that input
};

/// A call after reduction.
struct ReducedCall {
  std::vector<ReducedResult> results;  ///< per result of the fragment
  std::vector<bool> is_needed;         ///< per input: some result depends on it
};

/// A body that applies one operation to its only port and does nothing else.
struct UnaryBody {
  Operation op = Operation::Negate;
  std::uint32_t payload = 0;  ///< the intrinsic if `op` is Intrinsic
  friend bool operator==(const UnaryBody&, const UnaryBody&) = default;
};

/// Partial evaluation of leaf calls whose inputs are partly known at composition time
/// (docs/decisions/0023).
///
/// Rules: x + 0, x - 0, x * 1 and x / 1 are x, a product with 0 is 0, mix by 0 or 1 is one of its
/// sides, the side that a known condition does not choose is dead code. Example: a leaf with the
/// body `a * tint + b`, called with tint = 0, reduces to a copy of `b`; it no longer needs `a`.
///
/// Results equal those of the whole call bit for bit, except for the signs of zeros, wherever
/// everything the body computes is finite. Bodies with loops, bodies with returns under unknown
/// conditions, and native bodies are left alone. The library must outlive it.
class CallReduction {
 public:
  explicit CallReduction(const Library& library) : library_(library) {}

  /// `known`: per input (ports, then features) its value, or null. Null if nothing can be derived;
  /// otherwise valid until the next question.
  /// O(size of the body); O(size of the values) for values that a call had before.
  const ReducedCall* reduce(FragmentId fragment, const std::vector<DataType>& type_arguments,
                            const std::vector<const Constant*>& known,
                            const Specialization& special = {});

  /// Whether no call reduces unless some input is known. Memoized per body.
  bool says_nothing(FragmentId fragment, const std::vector<DataType>& type_arguments,
                    const Specialization& special = {});

  /// The single operation that the body consists of, if it does. Memoized per body.
  std::optional<UnaryBody> unary(FragmentId fragment, const std::vector<DataType>& type_arguments,
                                 const Specialization& special = {});

 private:
  /// Facts that hold for all inputs.
  struct BodyFacts {
    bool is_straight = false;  ///< no loops, and no more inputs than are tracked
    std::optional<UnaryBody> unary;
    std::optional<ReducedCall> with_nothing_known;
    bool says_nothing = true;
  };
  /// A body with values for some inputs.
  struct Question {
    const Body* body = nullptr;
    std::vector<DataType> types;      ///< per input; void: it is not known
    std::vector<std::uint32_t> bits;  ///< of all that are known

    friend bool operator==(const Question&, const Question&) = default;
  };
  struct QuestionHash {
    std::size_t operator()(const Question& question) const;
  };

  const BodyFacts& facts(const Fragment& fragment, const Body& body);

  const Library& library_;
  std::unordered_map<const Body*, BodyFacts> facts_;  // lookups only
  /// Forgotten when there are many: values that somebody drags are asked about once.
  std::unordered_map<Question, std::optional<ReducedCall>, QuestionHash> answers_;
};

}  // namespace weft
