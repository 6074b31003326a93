#pragma once

namespace weft::testing {

/// Whether the tests are built with the address sanitizer, which makes stack frames several times
/// larger. (g++ defines a macro, clang++ has a feature test.)
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
