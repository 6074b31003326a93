#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/index_table.h"

namespace weft {

/// Whether the name is taken in GLSL or HLSL, or by a helper function that the printers may add:
/// keywords, reserved words, types and intrinsics of both languages.
bool is_target_word(std::string_view name);
/// The same with the hash_text() of the name.
bool is_target_word(std::string_view name, std::uint64_t hash);

/// Generates names that are free in one scope and its enclosing scopes, and valid in both
/// languages. The result depends only on the requested names and their order. Names are
/// case-sensitive.
class Namer {
 public:
  /// `outer` must outlive the namer. Names added to it later are not avoided.
  explicit Namer(const Namer* outer = nullptr) : outer_(outer) {}

  /// Returns `wish` if possible. A reserved word gets a trailing `_`, a taken name a number. Names
  /// invalid in the target languages (`a__b`, a leading digit, `gl_x`) are fixed, and names over
  /// 256 characters truncated. O(length), amortized.
  std::string unique(std::string_view wish);

  /// Whether `unique` returned the name, in this scope or an enclosing one.
  bool is_taken(std::string_view name) const;

 private:
  struct Taken {
    std::uint32_t begin;  // in texts_
    std::uint32_t size;
    std::uint32_t next_number;
  };

  std::string_view text(const Taken& taken) const {
    return std::string_view(texts_).substr(taken.begin, taken.size);
  }
  std::optional<std::uint32_t> find(std::string_view name, std::uint64_t hash) const;
  bool is_taken(std::string_view name, std::uint64_t hash) const;
  std::uint32_t take(std::string_view name, std::uint64_t hash);
  std::string numbered(std::string_view base, std::uint64_t hash);

  const Namer* outer_;
  std::vector<Taken> taken_;
  std::string texts_;  // of all taken names, one after the other
  IndexTable table_;   // into taken_
};

}  // namespace weft
