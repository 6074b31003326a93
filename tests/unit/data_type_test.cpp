// The names of data types.

#include "fragments/types/data_type.h"

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/support/catch.h"

namespace weft::testing::data_type_test {

TEST_CASE("data types are found by all their spellings") {
  std::vector<std::pair<std::string, DataType>> spellings;
  const auto add = [&](const std::string& name, const std::string& alias, DataType type) {
    spellings.emplace_back(name, type);
    spellings.emplace_back(alias, type);
  };
  const std::vector<std::tuple<Scalar, std::string, std::string>> scalars = {
      {Scalar::Bool, "bool", "bvec"},
      {Scalar::Int, "int", "ivec"},
      {Scalar::Uint, "uint", "uvec"},
      {Scalar::Float, "float", "vec"}};
  for (const auto& [scalar, name, alias] : scalars) {
    spellings.emplace_back(name, DataType::vector(scalar, 1));
    for (int size = 2; size <= 4; ++size) {
      add(name + std::to_string(size), alias + std::to_string(size),
          DataType::vector(scalar, size));
    }
  }
  for (int rows = 2; rows <= 4; ++rows) {
    spellings.emplace_back("mat" + std::to_string(rows), DataType::matrix(rows, rows));
    for (int columns = 2; columns <= 4; ++columns) {
      const std::string r = std::to_string(rows);
      const std::string c = std::to_string(columns);
      add("float" + r + "x" + c, "mat" + c + "x" + r, DataType::matrix(rows, columns));
    }
  }
  for (const auto& [spelling, type] : spellings) {
    INFO(spelling);
    CHECK(find_data_type(spelling) == type);
  }
  CHECK(find_data_type("sampler") == DataType::sampler());
  CHECK(find_data_type("texturecube_array") == DataType::texture(TextureShape::TextureCubeArray));
  for (const char* none : {"", "void", "float5", "mat2x5", "vec1", "textures", "Float"}) {
    INFO(none);
    CHECK_FALSE(find_data_type(none));
  }
}

}  // namespace weft::testing::data_type_test
