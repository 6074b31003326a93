#include "codegen/cpp_words.h"

#include <array>
#include <string_view>

namespace weft {
namespace {

// Keywords and alternative tokens of C++17 ([lex.key], [lex.operator]), macros of <cmath>, <cstddef>,
// <cstdint> and <cstring>, what C's headers put into the global namespace as functions, and the
// names of cpp_mathematics.cpp.
constexpr std::string_view words[] = {
    "alignas",       "alignof",      "and",          "and_eq",     "assert",     "bitand",
    "bitor",         "char16_t",     "char32_t",     "char8_t",    "compl",      "concept",
    "const_cast",    "constexpr",    "consteval",    "constinit",  "co_await",   "co_return",
    "co_yield",      "decltype",     "delete",       "dynamic_cast", "errno",    "explicit",
    "export",        "false",        "friend",       "import",     "module",     "mutable",
    "new",           "noexcept",     "not",          "not_eq",     "nullptr",    "operator",
    "or",            "or_eq",        "private",      "protected",  "reinterpret_cast", "requires",
    "signed",        "static_assert", "static_cast", "std",        "thread_local", "throw",
    "true",          "try",          "catch",        "typeid",     "typename",   "virtual",
    "wchar_t",       "xor",          "xor_eq",       "NULL",       "NAN",        "INFINITY",
    "HUGE_VAL",      "HUGE_VALF",    "HUGE_VALL",    "FP_NAN",     "FP_ZERO",    "FP_NORMAL",
    "FP_INFINITE",   "FP_SUBNORMAL", "FP_FAST_FMA",  "FP_FAST_FMAF", "offsetof", "math_errhandling",
    "MATH_ERRNO",    "MATH_ERREXCEPT", "signbit",    "isfinite",   "isnormal",   "fpclassify",
    "isunordered",   "in",           "block",        "array",      "matrix",     "vector",
    "as_float",      "bits_of",      "convert",      "diagonal",   "divide_int", "each",
    "element_of",    "for_each_component", "from_matrix", "is_equal", "make_matrix", "make_vector",
    "mathematics",   "product",      "remainder_int", "resized",   "same",       "shift_left",
    "shift_right",   "splat",        "store",        "swizzle",
};

}  // namespace

void reserve_cpp_words(Namer& names) {
  for (const std::string_view word : words) {
    names.unique(word);
  }
}

}  // namespace weft
