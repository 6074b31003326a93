#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace weft {

/// Whether the name is taken in GLSL or HLSL, or by a helper function that the printers may add:
/// keywords, reserved words, types and intrinsics of both languages.
bool is_target_word(std::string_view name);

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
  bool is_taken(const std::string& name) const;

 private:
  const Namer* outer_;
  std::unordered_map<std::string, std::uint32_t> next_number_;  // per taken name; never iterated
};

}  // namespace weft
