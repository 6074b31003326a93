#include <bit>
#include <string>

#include <fmt/format.h>

#include "fragments/check/check_body.h"
#include "fragments/syntax/parser.h"
#include "tests/support/catch.h"

namespace weft::testing::check_constant_test {
namespace {

/// The scalars of the constant, or `slug: message (hint)`.
std::string constant_text(const std::string& text, DataType type) {
  Library library;
  FileId file = library.sources.add(SourceFile("test.weft", text));
  ParsedExpression parsed = parse_expression(file, library.sources[file], library.names);
  REQUIRE(parsed.expr);
  auto constant = check_constant(library, parsed.module, *parsed.expr, type);
  if (!constant) {
    const Diagnostic& first = constant.error().front();
    return fmt::format("{}: {}{}", slug(first.code), first.message,
                       first.hint.empty() ? "" : " (" + first.hint + ")");
  }
  CHECK(constant->type == type);
  std::string out;
  for (std::uint32_t bits : constant->bits) {
    out += out.empty() ? "" : " ";
    out += type.scalar_kind() == Scalar::Float ? fmt::format("{}", std::bit_cast<float>(bits))
           : type.scalar_kind() == Scalar::Uint
               ? fmt::format("{}u", bits)
               : fmt::format("{}", static_cast<std::int32_t>(bits));
  }
  return out;
}

}  // namespace

TEST_CASE("constant expressions are evaluated at compile time", "[check_body]") {
  struct Row {
    const char* expr;
    DataType type;
    const char* expected;
  };
  const Row rows[] = {
      {"1", float_type, "1"},
      {"-1", float_type, "-1"},
      {"-1", int_type, "-1"},
      {"3", uint_type, "3u"},
      {"0.25 * 2", float_type, "0.5"},
      {"1 / 2", int_type, "0"},
      {"PI / 2", float_type, "1.5707964"},
      {"float3(0.9, 0.85, 1)", float3_type, "0.9 0.85 1"},
      {"float3(0.5).xy", float2_type, "0.5 0.5"},
      {"sqrt(4) + max(1, 2.0)", float_type, "4"},
      {"true && !false", bool_type, "1"},
      {"2 > 1 ? 3 : 4", int_type, "3"},
      {"#ff0033", float3_type, "1 0 0.2"},
      {"#00000033", float4_type, "0 0 0 0.2"},
      {"float2x2(1, 2, 3, 4)[1]", float2_type, "3 4"},
      {"1.5", int_type,
       "type-mismatch: expected int for the constant, found float (write int(1.5))"},
      {"1 / 2", float_type,
       "type-mismatch: expected float for the constant, found int (int division truncates: write "
       "1.0 / 2.0)"},
      {"#ff0033", float4_type,
       "type-mismatch: expected float4 for the constant, found float3 (give the missing "
       "components, as in float4(#ff0033, 0))"},
      {"x", float_type, "unknown-name: unknown name 'x'"},
      {"dFdx(1.0)", float_type, nullptr},
  };
  for (const Row& row : rows) {
    INFO(row.expr);
    if (row.expected == nullptr) {
      CHECK_THAT(constant_text(row.expr, row.type), contains("not-constant: "));
      continue;
    }
    CHECK(constant_text(row.expr, row.type) == row.expected);
  }
}

}  // namespace weft::testing::check_constant_test
