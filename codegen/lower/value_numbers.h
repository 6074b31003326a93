#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "fragments/model/body.h"
#include "support/hash.h"

// Value numbering: expressions with one number have the same value, since bodies are pure. Who
// numbers decides which reads of locals are the same value.

namespace weft {

/// What an expression computes: two with equal keys have the same value.
struct ValueKey {
  Operation op = Operation::Literal;
  DataType type;
  std::uint32_t payload = 0;
  std::vector<std::uint32_t> arguments = {};  ///< numbers of values

  friend bool operator==(const ValueKey&, const ValueKey&) = default;
};

struct ValueKeyHash {
  std::size_t operator()(const ValueKey& key) const {
    std::uint64_t hash = mix_hash(static_cast<std::uint64_t>(key.op), key.payload);
    for (const std::uint32_t argument : key.arguments) {
      hash = mix_hash(hash, argument);
    }
    return static_cast<std::size_t>(hash);
  }
};

/// Per call of a library's body: the first equal one, whose number stands for the function. Calls
/// of a Program's body have the number of their function. O(calls²).
inline std::vector<std::uint32_t> first_equal_calls(const Body& body) {
  std::vector<std::uint32_t> first;
  for (const BodyCall& call : body.calls) {
    const auto found = std::find(body.calls.begin(), body.calls.end(), call);
    first.push_back(static_cast<std::uint32_t>(found - body.calls.begin()));
  }
  return first;
}

/// The number of a value is the index of the first expression that computes it. Lookups only.
using ValueNumbers = std::unordered_map<ValueKey, std::uint32_t, ValueKeyHash>;

}  // namespace weft
