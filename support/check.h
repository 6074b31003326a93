#pragma once

namespace weft {

/// Prints the condition and its location to stderr, then aborts. For bugs in Weft itself, never for
/// bad user input.
[[noreturn]] void fail_check(const char* condition, const char* message, const char* file,
                             int line);

}  // namespace weft

/// Asserts an invariant that only a bug in Weft can break. Enabled in release builds too.
#define WEFT_CHECK(condition, message) \
  ((condition) ? static_cast<void>(0) : ::weft::fail_check(#condition, message, __FILE__, __LINE__))
