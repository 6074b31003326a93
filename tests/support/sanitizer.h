#pragma once

namespace weft::testing {

/// Whether the tests are built with the address sanitizer: stack frames are several times as large.
/// (g++ says so by a macro, clang++ by a feature.)
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool with_address_sanitizer = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool with_address_sanitizer = true;
#else
inline constexpr bool with_address_sanitizer = false;
#endif
#else
inline constexpr bool with_address_sanitizer = false;
#endif

}  // namespace weft::testing
