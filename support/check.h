#pragma once

namespace weft {

/// Prints the condition and its place to stderr, then aborts. For defects of our own code, never
/// for user input.
[[noreturn]] void fail_check(const char* condition, const char* message, const char* file,
                             int line);

}  // namespace weft

/// States what must hold unless Weft itself is wrong. Stays on in release builds.
#define WEFT_CHECK(condition, message) \
  ((condition) ? static_cast<void>(0) : ::weft::fail_check(#condition, message, __FILE__, __LINE__))
