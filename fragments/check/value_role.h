#pragma once

#include <string>
#include <string_view>

namespace weft {

/// Names a value in messages, by its use: `the condition`, `this argument of 'mix'`. Consists of a
/// pattern and the names that replace its `{}`, and is spelled only if there is a message. Refers
/// to its parts: the type of a parameter, never of anything that is kept.
class ValueRole {
 public:
  // Implicit, so that calls read like a text: convert(…, "the condition").
  constexpr ValueRole(const char* pattern, std::string_view first = {},
                      std::string_view second = {})
      : pattern_(pattern), first_(first), second_(second) {}

  std::string text() const;

 private:
  std::string_view pattern_;
  std::string_view first_;
  std::string_view second_;
};

}  // namespace weft
