#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace weft {

/// Whether GLSL or HLSL, or a helper function that the printers may add, has the name already:
/// keywords, words reserved for later, types and intrinsics of both languages.
bool is_target_word(std::string_view name);

/// Gives names that are free in one scope and the scopes around it, and good in both languages. The
/// result depends on the wishes and their order only. Names that differ in case only are different.
class Namer {
 public:
  /// `outer` must outlive the namer; names taken in it later are not avoided.
  explicit Namer(const Namer* outer = nullptr) : outer_(outer) {}

  /// The wish itself where possible. A reserved word gets `_` at its end, a name that is taken a
  /// number. What no language allows (`a__b`, a leading digit, `gl_x`) is mended, and what is
  /// longer than 256 characters is cut. O(length), amortised.
  std::string unique(std::string_view wish);

  /// Whether `unique` gave that name, here or in a scope around.
  bool is_taken(const std::string& name) const;

 private:
  const Namer* outer_;
  std::unordered_map<std::string, std::uint32_t> next_number_;  // per taken name; never iterated
};

}  // namespace weft
