#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "fragments/model/constant.h"
#include "fragments/model/library.h"

namespace weft {

/// What one result of a call comes to; at most one is set.
struct ReducedResult {
  std::optional<Constant> value;       ///< this, whatever the other inputs are
  std::optional<std::uint32_t> input;  ///< what that input is
};

/// What is left of a call.
struct ReducedCall {
  std::vector<ReducedResult> results;  ///< per result of the fragment
  std::vector<bool> is_needed;         ///< per input: some result depends on it
};

/// A body that does nothing but hand its only port to one operation.
struct UnaryBody {
  Operation op = Operation::Negate;
  std::uint32_t payload = 0;  ///< the intrinsic, where `op` is one
  friend bool operator==(const UnaryBody&, const UnaryBody&) = default;
};

/// What calls of leaves come to where some inputs are known when composing (decision 0023). Results
/// are those of the whole call to the bit, but for the signs of zeros, wherever all that the body
/// computes is finite: x + 0, x - 0, x * 1 and x / 1 are x, a product with 0 is 0, mix by 0 or 1 is
/// one of its sides, what a known condition does not choose is not there. Bodies with loops, and
/// with returns under conditions that are not known, are left alone, and so are native ones. The
/// library must outlive it.
class CallReduction {
 public:
  explicit CallReduction(const Library& library) : library_(library) {}

  /// `known`: per input (ports, then features) its value, or null. Nothing where nothing can be
  /// said. O(the body).
  std::optional<ReducedCall> reduce(FragmentId fragment,
                                    const std::vector<DataType>& type_arguments,
                                    const std::vector<const Constant*>& known,
                                    const UnreadFeatures& unread = {});

  /// Whether nothing can be said of any call whose inputs are not known. Remembered per body.
  bool says_nothing(FragmentId fragment, const std::vector<DataType>& type_arguments,
                    const UnreadFeatures& unread = {});

  /// Remembered per body.
  std::optional<UnaryBody> unary(FragmentId fragment, const std::vector<DataType>& type_arguments,
                                 const UnreadFeatures& unread = {});

 private:
  /// What holds whatever the inputs are.
  struct BodyFacts {
    bool is_straight = false;  ///< neither loops nor more inputs than are followed
    std::optional<UnaryBody> unary;
    std::optional<ReducedCall> with_nothing_known;
    bool says_nothing = true;
  };
  const BodyFacts& facts(const Fragment& fragment, const Body& body);

  const Library& library_;
  std::unordered_map<const Body*, BodyFacts> facts_;  // look-ups only
};

}  // namespace weft
