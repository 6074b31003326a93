#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "codegen/emit.h"
#include "support/result.h"

// The path for values: when a parameter or a feature changes, which bytes of which blocks change?
// Only the evaluations of the uniform program that depend on it run, and no text is involved.
//
//   auto values = BlockValues::prepare(library, *emission);
//   ...                                    upload values->bytes(i) for every block i once, then
//   const auto wear = values->find_parameter("wear");
//   if (const auto change = values->set(*wear, words)) {
//     for (const ByteRange& range : change->bytes) {
//       upload(range.block, range.offset, values->bytes(range.block).subspan(range.offset,
//       range.size));
//     }
//   }

namespace weft {

/// Bytes of one block that changed.
struct ByteRange {
  std::uint32_t block = 0;  ///< position in Interface::blocks
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

/// A `spec` parameter that changed: the host makes the pipeline anew from the same modules.
struct ChangedConstant {
  std::uint32_t constant_id = 0;
  std::uint32_t parameter = 0;  ///< its position in the material
  std::uint32_t bits = 0;       ///< a float, an int, a uint, or a bool as 0 or 1
  friend bool operator==(const ChangedConstant&, const ChangedConstant&) = default;
};

/// What a new value changes: nothing, bytes of blocks, or constants of the pipeline.
struct ValueChange {
  /// By block and offset, disjoint. A range covers up to 16 unchanged bytes between changed ones.
  std::span<const ByteRange> bytes;
  std::span<const ChangedConstant> constants;

  bool is_unchanged() const { return bytes.empty() && constants.empty(); }
};

/// A value for a parameter or feature: 32-bit words in the order of Constant::bits.
struct HostValue {
  std::uint32_t input = 0;  ///< of find_parameter() or find_feature()
  std::span<const std::uint32_t> words;
};

/// The contents of all blocks of one emission, kept up to date value by value.
///
/// Ownership: the library must outlive the object; the plan and the emission need not. Threads: one
/// thread at a time; several objects of one emission are independent. Costs: prepare() is linear in
/// the blocks and the uniform program; set() in the evaluations that depend on the values and in
/// the block members that these fill. set() allocates no memory unless it fails, except for uniform
/// programs too large to compile, which the interpreter runs as a whole.
class BlockValues {
 public:
  /// Parameters start with their defaults, those without and features with zero. Errors: the
  /// uniform program has no result for these values.
  static Result<BlockValues> prepare(const Library& library, const Emission& emission);
  /// The contents of all blocks after prepare(), by their positions, with the same errors. For
  /// those who set no values: nothing is made for that.
  static Result<std::vector<std::vector<std::byte>>> initial_bytes(const Library& library,
                                                                   const Emission& emission);
  ~BlockValues();
  BlockValues(BlockValues&&) noexcept;
  BlockValues& operator=(BlockValues&&) noexcept;

  /// The number of a parameter, which is its position in the material; nothing if the material has
  /// none of that name. O(log parameters).
  std::optional<std::uint32_t> find_parameter(std::string_view name) const;
  /// The number of a feature by its path, `frame.time`; nothing if the library has none. O(log
  /// features).
  std::optional<std::uint32_t> find_feature(std::string_view path) const;

  /// The data type of a parameter or feature.
  DataType type_of(std::uint32_t input) const;

  /// Sets one value. A parameter or feature that no block and no evaluation reads changes nothing.
  /// The answer is valid until the next call.
  ///
  /// Errors, which name the parameter and leave everything as it was: a number of words that the
  /// type does not have (an array feature may have fewer elements than the profile states; the rest
  /// is zero), a bool that is neither 0 nor 1, a parameter that is NaN or infinite (`.weft` cannot
  /// write it, and folding assumes finite values; features are the host's and not checked), a
  /// texture, another value for a `static` parameter, which is part of the text, and values for
  /// which the uniform program has no result.
  Result<ValueChange> set(std::uint32_t input, std::span<const std::uint32_t> words);
  /// Sets several values at once: all or none.
  Result<ValueChange> set(std::span<const HostValue> values);

  std::size_t block_count() const;
  /// The current contents of a block, by its position in Interface::blocks.
  std::span<const std::byte> bytes(std::size_t block) const;

 private:
  struct State;
  explicit BlockValues(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace weft
