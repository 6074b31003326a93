// The table «Edge cases» of docs/language.md: the interpreter agrees with it, both languages keep
// its guarantees on lavapipe, and every row has a case.

#include "tests/render/edge_cases.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/render/probes.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace weft::testing::edge_cases_test {

namespace {

using namespace weft;

// Writes `float steps[4]` at an index, then sums with weights that distinguish the elements.
const std::string declarations = R"(
fragment written(at: int) -> float
{
    float places[3];
    places[at] = 10.0;
    float3 part = float3(0.0);
    part[at] = 1.0;
    return places[0] + places[1] + places[2] + part.y + part.z * 2.0;
}
)";

bool is_nan(std::uint32_t bits) { return std::isnan(float_of(bits)); }

// All NaNs are equal.
bool is_same(std::uint32_t a, std::uint32_t b, bool keeps_bits) {
  return a == b || (!keeps_bits && is_nan(a) && is_nan(b));
}

ProbeInput input_of(const EdgeCase& edge) {
  // Whole vectors of the operand; other components are 0.
  ProbeInput input = {};
  for (std::size_t i = 0; i < edge.operands.size(); ++i) {
    std::fill_n(input.begin() + static_cast<std::ptrdiff_t>(3 * i), 3, edge.operands[i]);
  }
  return input;
}

struct DocumentRow {
  std::string operation;
  std::string guarantee;
};

// The rows of the only table below the heading.
std::vector<DocumentRow> document_rows() {
  std::ifstream file(repository_root() / "docs/language.md");
  std::vector<DocumentRow> rows;
  bool is_inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("#", 0) == 0) {
      is_inside = line == "## Edge cases";
    } else if (is_inside && line.rfind("| ", 0) == 0 && line.rfind("| operation |", 0) != 0) {
      std::vector<std::string> cells;
      std::istringstream parts(line.substr(1));
      for (std::string cell; std::getline(parts, cell, '|');) {
        const std::size_t begin = cell.find_first_not_of(' ');
        cells.push_back(begin == std::string::npos
                            ? std::string()
                            : cell.substr(begin, cell.find_last_not_of(' ') - begin + 1));
      }
      REQUIRE(cells.size() == 3);
      rows.push_back({cells[0], cells[2]});
    }
  }
  return rows;
}

}  // namespace

TEST_CASE("edge cases: the document's rows and the test cases match one to one") {
  const std::vector<DocumentRow> rows = document_rows();
  CHECK(rows.size() > 30);
  std::vector<std::string> with_cases;
  for (const EdgeCase& edge : edge_cases()) {
    INFO(edge.row);
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const DocumentRow& one) {
      return one.operation == edge.row;
    });
    REQUIRE(row != rows.end());
    CHECK(row->guarantee.rfind(name_of(edge.guarantee), 0) == 0);
    CHECK((edge.guarantee == EdgeGuarantee::Either) == !edge.others.empty());
    with_cases.emplace_back(edge.row);
  }
  for (const DocumentRow& row : rows) {
    INFO(row.operation);
    CHECK(std::find(with_cases.begin(), with_cases.end(), row.operation) != with_cases.end());
  }
}

TEST_CASE("edge cases: the interpreter and both languages keep the documented guarantees") {
  std::vector<std::string> expressions;
  std::vector<ProbeInput> inputs;
  for (const EdgeCase& edge : edge_cases()) {
    expressions.emplace_back(edge.expression);
    inputs.push_back(input_of(edge));
  }
  const Probes probes(expressions, inputs, declarations);
  std::size_t open_and_other = 0;
  for (std::size_t i = 0; i < edge_cases().size(); ++i) {
    const EdgeCase& edge = edge_cases()[i];
    const bool keeps_bits = edge.expression.rfind("float3(bitsToFloat(", 0) == 0;
    INFO(edge.row << ": " << edge.expression << " of " << edge.operands[0]);
    CHECK(probes.interpreted(i, i)[0] == edge.meaning);
    for (const ShadingLanguage language : both_languages) {
      const std::uint32_t drawn = probes.drawn(language, i, i)[0];
      bool is_kept = is_same(drawn, edge.meaning, keeps_bits);
      for (const std::uint32_t other : edge.others) {
        is_kept = is_kept || is_same(drawn, other, keeps_bits);
      }
      if (edge.guarantee == EdgeGuarantee::Open) {
        open_and_other += is_kept ? 0 : 1;
        continue;
      }
      INFO(name_of(language) << " gives " << drawn << " (" << float_of(drawn) << "), not "
                             << edge.meaning << "\n"
                             << probes.text(language, i));
      CHECK(is_kept);
    }
  }
  // Fails if this target meets every open row exactly: then these rows need not be open.
  CHECK(open_and_other > 0);
}

}  // namespace weft::testing::edge_cases_test
