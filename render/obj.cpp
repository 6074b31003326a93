#include "render/obj.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "render/mesh_attributes.h"
#include "render/polygon.h"
#include "render/whole_file.h"

namespace weft::render {
namespace {

constexpr std::size_t max_corners_per_face = 1024;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// Removes the next word from the front of `line`; empty at the end.
std::string_view next_word(std::string_view& line) {
  std::size_t begin = 0;
  while (begin < line.size() && is_blank(line[begin])) {
    ++begin;
  }
  std::size_t end = begin;
  while (end < line.size() && !is_blank(line[end])) {
    ++end;
  }
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

/// Parses all of `word` as a number.
template <class Number>
std::optional<Number> parse_number(std::string_view word) {
  if (!word.empty() && word.front() == '+') {
    word.remove_prefix(1);  // from_chars rejects a plus sign
  }
  Number number{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (word.empty() || error != std::errc() || end != word.data() + word.size()) {
    return std::nullopt;
  }
  return number;
}

/// Parses statement by statement; stops at the first error.
class ObjReader {
 public:
  /// Parses one statement; returns an error text, empty on success.
  std::string read_statement(std::string_view line) {
    const std::size_t comment = line.find('#');
    if (comment != std::string_view::npos) {
      line = line.substr(0, comment);
    }
    const std::string_view keyword = next_word(line);
    if (keyword == "v") {
      return read_vector(line, 3, 3, mesh_.positions);
    }
    if (keyword == "vn") {
      return read_vector(line, 3, 3, mesh_.normals);
    }
    if (keyword == "vt") {
      return read_vector(line, 1, 2, mesh_.uvs);
    }
    if (keyword == "f") {
      return read_face(line);
    }
    if (keyword == "s") {
      const std::string_view group = next_word(line);
      faceted_ = group == "off" || group == "0";
    }
    return {};
  }

  const CornerMesh& mesh() const { return mesh_; }

 private:
  /// Skips numbers beyond `wanted` (w of a position, vertex colors).
  template <std::size_t size>
  std::string read_vector(std::string_view line, std::size_t required, std::size_t wanted,
                          std::vector<std::array<float, size>>& list) {
    std::array<float, size> vector{};
    for (std::size_t i = 0; i < wanted; ++i) {
      const std::string_view word = next_word(line);
      if (word.empty() && i >= required) {
        break;
      }
      if (word.empty()) {
        return fmt::format("{} numbers are needed", required);
      }
      const auto number = parse_number<float>(word);
      if (!number || !std::isfinite(*number)) {
        return fmt::format("'{}' is not a usable number", word);
      }
      vector[i] = *number;
    }
    if constexpr (size == 2) {
      vector[1] = 1.0F - vector[1];
    }
    if (list.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
      return "too many vertices";
    }
    list.push_back(vector);
    return {};
  }

  /// OBJ counts from 1, or from the end with negative numbers.
  static std::optional<std::int32_t> resolve(std::string_view word, std::size_t count) {
    const auto number = parse_number<std::int64_t>(word);
    if (!number || *number == 0) {
      return std::nullopt;
    }
    const auto size = static_cast<std::int64_t>(count);
    if (*number > size || *number < -size) {
      return std::nullopt;
    }
    return static_cast<std::int32_t>(*number > 0 ? *number - 1 : size + *number);
  }

  /// `v`, `v/vt`, `v//vn` or `v/vt/vn`.
  std::string read_corner(std::string_view word, Corner& corner) const {
    std::array<std::string_view, 3> parts;
    std::size_t count = 0;
    std::string_view rest = word;
    for (;;) {
      const std::size_t slash = rest.find('/');
      if (count == parts.size()) {
        return fmt::format("'{}' is not a corner of a face", word);
      }
      parts[count++] = rest.substr(0, slash);
      if (slash == std::string_view::npos) {
        break;
      }
      rest.remove_prefix(slash + 1);
    }
    const auto position = resolve(parts[0], mesh_.positions.size());
    const auto uv = resolve(parts[1], mesh_.uvs.size());
    const auto normal = resolve(parts[2], mesh_.normals.size());
    if (!position || (!parts[1].empty() && !uv) || (!parts[2].empty() && !normal)) {
      return fmt::format("'{}' refers to an element that is not defined before it", word);
    }
    corner = {*position, uv.value_or(Corner::none), normal.value_or(Corner::none)};
    return {};
  }

  std::string read_face(std::string_view line) {
    std::vector<Corner> corners;
    std::vector<Float3> polygon;
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
      if (corners.size() == max_corners_per_face) {
        return fmt::format("a face has more than {} corners", max_corners_per_face);
      }
      Corner corner;
      if (std::string error = read_corner(word, corner); !error.empty()) {
        return error;
      }
      corners.push_back(corner);
      polygon.push_back(mesh_.positions[static_cast<std::size_t>(corner.position)]);
    }
    if (corners.size() < 3) {
      return "a face needs at least 3 corners";
    }
    for (const std::size_t at : triangulate(polygon)) {
      mesh_.corners.push_back(corners[at]);
    }
    mesh_.faceted.resize(mesh_.corners.size() / 3, faceted_);
    return {};
  }

  CornerMesh mesh_;
  bool faceted_ = false;
};

}  // namespace

Rendered<Mesh> parse_obj(std::string_view text, const std::string& name) {
  ObjReader reader;
  std::size_t line_number = 0;
  std::string joined;  // a statement continued after a backslash at the end of the line
  while (!text.empty()) {
    ++line_number;
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!line.empty() && line.back() == '\r') {
      line.remove_suffix(1);
    }
    const bool goes_on = !line.empty() && line.back() == '\\' && !text.empty();
    if (goes_on) {
      line.remove_suffix(1);
    }
    joined.append(line);
    if (goes_on) {
      joined.push_back(' ');
      continue;
    }
    if (const std::string error = reader.read_statement(joined); !error.empty()) {
      return failure(fmt::format("{}:{}: {}", name, line_number, error));
    }
    joined.clear();
  }
  if (reader.mesh().corners.empty()) {
    return failure(fmt::format("{}: the file has no faces", name));
  }
  return assemble_mesh(reader.mesh());
}

Rendered<Mesh> read_obj(const std::string& path) {
  const auto bytes = read_whole_file(path);
  if (!bytes) {
    return tl::unexpected(bytes.error());
  }
  const std::string text(bytes->begin(), bytes->end());
  return parse_obj(text, path);
}

}  // namespace weft::render
