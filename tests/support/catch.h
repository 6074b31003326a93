#pragma once

// Catch2 in the installed version: v2 (Debian 12) or v3. Tests include only this header, and use
// weft::testing for the names that differ between the two.

#include <string>

#if __has_include(<catch2/catch_all.hpp>)

#include <catch2/catch_all.hpp>

namespace weft::testing {

using Catch::Approx;

/// Matches a text that contains `part`: `CHECK_THAT(text, contains("basis"))`.
inline auto contains(const std::string& part) { return Catch::Matchers::ContainsSubstring(part); }

}  // namespace weft::testing

#else

#include <catch2/catch.hpp>

namespace weft::testing {

using Approx = Catch::Detail::Approx;

/// Matches a text that contains `part`: `CHECK_THAT(text, contains("basis"))`.
inline auto contains(const std::string& part) { return Catch::Matchers::Contains(part); }

}  // namespace weft::testing

#endif
