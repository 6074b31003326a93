#include "codegen/ir/host_words.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace weft {
namespace {

// Keywords and alternative tokens of C++17 ([lex.key], [lex.operator]) and C99 (6.4.1), the
// keywords added by C11 and C++20, those of compilers, and macros of standard headers and
// compilers.
constexpr std::string_view language_words[] = {
    "_Accum",
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_BitInt",
    "_Bool",
    "_Complex",
    "_Complex_I",
    "_Decimal128",
    "_Decimal32",
    "_Decimal64",
    "_Float128",
    "_Float16",
    "_Float32",
    "_Float32x",
    "_Float64",
    "_Float64x",
    "_Fract",
    "_Generic",
    "_Imaginary",
    "_Imaginary_I",
    "_Nonnull",
    "_Noreturn",
    "_Null_unspecified",
    "_Nullable",
    "_Pragma",
    "_Sat",
    "_Static_assert",
    "_Thread_local",
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "assert",
    "bitand",
    "bitor",
    "char16_t",
    "char32_t",
    "char8_t",
    "compl",
    "concept",
    "const_cast",
    "constexpr",
    "consteval",
    "constinit",
    "co_await",
    "co_return",
    "co_yield",
    "decltype",
    "delete",
    "dynamic_cast",
    "errno",
    "explicit",
    "export",
    "false",
    "friend",
    "import",
    "module",
    "mutable",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "reinterpret_cast",
    "requires",
    "signed",
    "static_assert",
    "static_cast",
    "std",
    "thread_local",
    "throw",
    "true",
    "try",
    "catch",
    "typeid",
    "typename",
    "virtual",
    "wchar_t",
    "xor",
    "xor_eq",
    "restrict",
    "typeof",
    "typeof_unqual",
    "noreturn",
    "NULL",
    "NAN",
    "INFINITY",
    "HUGE_VAL",
    "HUGE_VALF",
    "HUGE_VALL",
    "FP_NAN",
    "FP_ZERO",
    "FP_NORMAL",
    "FP_INFINITE",
    "FP_SUBNORMAL",
    "FP_FAST_FMA",
    "FP_FAST_FMAF",
    "FP_ILOGB0",
    "FP_ILOGBNAN",
    "offsetof",
    "math_errhandling",
    "MATH_ERRNO",
    "MATH_ERREXCEPT",
    "signbit",
    "isfinite",
    "isnormal",
    "fpclassify",
    "isunordered",
    "INT32_MAX",
    "INT32_MIN",
    "UINT32_MAX",
    "SIZE_MAX",
    "EOF",
    "BUFSIZ",
    "stdin",
    "stdout",
    "stderr",
    "M_E",
    "M_LOG2E",
    "M_LOG10E",
    "M_LN2",
    "M_LN10",
    "M_PI",
    "M_PI_2",
    "M_PI_4",
    "M_1_PI",
    "M_2_PI",
    "M_2_SQRTPI",
    "M_SQRT2",
    "M_SQRT1_2",
    "linux",
    "unix",
    // Of <complex.h>, <windows.h> and Xlib.h.
    "I",
    "near",
    "far",
    "small",
    "hyper",
    "interface",
    "IN",
    "OUT",
    "CONST",
    "VOID",
    "TRUE",
    "FALSE",
    "ERROR",
    "DELETE",
    "None",
    "Bool",
    "Status",
    "Success",
    "Always",
    "i386",
};

// The names in cpp_mathematics.cpp, and of the parameters of generated functions.
constexpr std::string_view mathematics_words[] = {
    "in",
    "block",
    "array",
    "matrix",
    "vector",
    "as_float",
    "bits_of",
    "convert",
    "diagonal",
    "divide_int",
    "each",
    "element_of",
    "for_each_component",
    "from_matrix",
    "is_equal",
    "make_matrix",
    "make_vector",
    "mathematics",
    "product",
    "remainder_int",
    "replaced",
    "resized",
    "same",
    "shift_left",
    "shift_right",
    "splat",
    "store",
    "swizzle",
};

// The keywords of C++17 that a shading language reserves, too: a Namer avoids them anyway.
constexpr auto shared_words = std::to_array<std::string_view>(
    {"asm",      "auto",    "bool",  "break",    "case",   "char",   "class",     "const",
     "continue", "default", "do",    "double",   "else",   "enum",   "extern",    "float",
     "for",      "goto",    "if",    "inline",   "int",    "long",   "namespace", "public",
     "register", "return",  "short", "sizeof",   "static", "struct", "switch",    "template",
     "this",     "typedef", "union", "unsigned", "using",  "void",   "volatile",  "while"});

constexpr std::string_view member_templates[] = {"array", "columns"};

template <std::size_t first_count, std::size_t second_count>
Namer namer_of(const std::string_view (&first)[first_count],
               const std::string_view (&second)[second_count]) {
  Namer names;
  for (const std::string_view word : first) {
    names.unique(word);
  }
  for (const std::string_view word : second) {
    names.unique(word);
  }
  return names;
}

}  // namespace

const Namer& host_words() {
  static const Namer words = namer_of(language_words, mathematics_words);
  return words;
}

std::string host_namespace(std::string_view name) {
  std::string own(name);
  const auto is_one_of = [&own](const auto& words) {
    return std::find(std::begin(words), std::end(words), own) != std::end(words);
  };
  for (int number = 2; is_one_of(language_words) || is_one_of(shared_words); ++number) {
    own = std::string(name) + "_" + std::to_string(number);  // M_PI_2 is another macro
  }
  return own;
}

const Namer& member_words() {
  static const Namer words = namer_of(language_words, member_templates);
  return words;
}

}  // namespace weft
