#include "tests/property/block_text.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

namespace weft::testing {
namespace {

struct TextMember {
  std::string type;
  std::string name;
  std::vector<std::uint32_t> sizes;
  std::optional<std::uint32_t> pack_offset;
};

struct TextBlock {
  std::string name;
  std::string rules;  // std140, std430, cbuffer, structured
  std::vector<TextMember> members;
};

struct ShaderText {
  std::map<std::string, std::vector<TextMember>> structs;
  std::vector<TextBlock> blocks;
};

std::vector<std::string> tokens_of(const std::string& text) {
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < text.size();) {
    const auto is_word = [&](std::size_t at) {
      return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 ||
                                  text[at] == '_' || text[at] == '.');
    };
    if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size());
    } else if (is_word(i)) {
      const std::size_t begin = i;
      while (is_word(i)) {
        ++i;
      }
      tokens.push_back(text.substr(begin, i - begin));
    } else {
      if (std::isspace(static_cast<unsigned char>(text[i])) == 0) {
        tokens.emplace_back(1, text[i]);
      }
      ++i;
    }
  }
  return tokens;
}

class Reader {
 public:
  explicit Reader(const std::string& text) : tokens_(tokens_of(text)) {}

  ShaderText run(bool is_glsl) {
    while (at_ < tokens_.size()) {
      if (accept("struct")) {
        const std::string name = next();
        found_.structs[name] = members();
      } else if (!is_glsl && accept("cbuffer")) {
        const std::string name = next();
        found_.blocks.push_back({name, "cbuffer", members()});
      } else if (!is_glsl && accept("StructuredBuffer")) {
        ++at_;
        const std::string name = next();
        found_.blocks.push_back({name, "structured", found_.structs[name]});
      } else if (is_glsl && accept("layout")) {
        layout();
      } else {
        ++at_;
      }
    }
    return std::move(found_);
  }

 private:
  std::string next() { return at_ < tokens_.size() ? tokens_[at_++] : std::string(); }
  bool accept(std::string_view token) {
    const bool matches = at_ < tokens_.size() && tokens_[at_] == token;
    at_ += matches ? 1 : 0;
    return matches;
  }

  void layout() {
    std::string rules;
    while (at_ < tokens_.size() && !accept(")")) {
      const std::string word = next();
      rules = word == "std140" || word == "std430" ? word : rules;
    }
    accept("readonly");
    if ((accept("uniform") || accept("buffer")) && !rules.empty()) {
      const std::string name = next();
      found_.blocks.push_back({name, rules, members()});
    }
  }

  // Parses from before the opening brace to after the closing one.
  std::vector<TextMember> members() {
    while (at_ < tokens_.size() && !accept("{")) {
      ++at_;
    }
    std::vector<TextMember> members;
    while (at_ < tokens_.size() && !accept("}")) {
      accept("column_major");
      TextMember member;
      member.type = next();
      member.name = next();
      while (accept("[")) {
        member.sizes.push_back(static_cast<std::uint32_t>(std::stoul(next())));
        accept("]");
      }
      if (accept(":") && accept("packoffset") && accept("(")) {
        const std::string place = next();  // c3.y
        const std::size_t dot = place.find('.');
        const auto row = static_cast<std::uint32_t>(std::stoul(place.substr(1, dot)));
        const std::size_t component =
            dot == std::string::npos ? 0 : std::string("xyzw").find(place[dot + 1]);
        member.pack_offset = row * 16 + static_cast<std::uint32_t>(component) * 4;
        accept(")");
      }
      members.push_back(member);
      while (accept(",")) {  // more members of the same type
        member.name = next();
        members.push_back(member);
      }
      accept(";");
    }
    return members;
  }

  std::vector<std::string> tokens_;
  std::size_t at_ = 0;
  ShaderText found_;
};

// Rows and columns; columns is 0 for types other than matrices.
struct Shape {
  std::uint32_t rows = 1;
  std::uint32_t columns = 0;
};

std::optional<Shape> shape_of(const std::string& type) {
  const auto digit = [&](std::size_t i) { return static_cast<std::uint32_t>(type[i] - '0'); };
  if (type == "float" || type == "int" || type == "uint" || type == "bool") {
    return Shape{};
  }
  if (type.compare(0, 3, "mat") == 0) {  // mat4x3 has 4 columns, mat3 3 of each
    return type.size() == 4 ? Shape{digit(3), digit(3)} : Shape{digit(5), digit(3)};
  }
  const std::size_t vec = type.find("vec");
  if (vec <= 1 && type.size() == vec + 4) {
    return Shape{digit(vec + 3), 0};
  }
  for (const std::string scalar : {"float", "uint", "int", "bool"}) {
    if (type.compare(0, scalar.size(), scalar) == 0) {
      if (type.size() == scalar.size() + 1) {
        return Shape{digit(scalar.size()), 0};
      }
      if (type.size() == scalar.size() + 3 && type[scalar.size() + 1] == 'x') {
        return Shape{digit(scalar.size()), digit(scalar.size() + 2)};
      }
    }
  }
  return std::nullopt;
}

std::uint32_t rounded_up(std::uint32_t value, std::uint32_t to) {
  return (value + to - 1) / to * to;
}

struct Extent {
  std::uint32_t size = 0;
  std::uint32_t alignment = 4;
};

class Calculator {
 public:
  Calculator(const ShaderText& text, std::vector<std::string>& mistakes)
      : text_(text), mistakes_(mistakes) {}

  PlacedBlock place(const TextBlock& block) {
    rules_ = block.rules;
    block_ = {block.name, {}};
    std::uint32_t offset = 0;
    std::size_t number = 0;
    for (const TextMember& member : block.members) {
      const Extent extent = extent_of(member, 0);
      std::uint32_t at = begin_of(offset, extent);
      if (member.pack_offset) {
        if (*member.pack_offset < offset) {
          mistakes_.push_back(block.name + "." + member.name + " overlaps what is before it");
        }
        if (begin_of(*member.pack_offset, extent) != *member.pack_offset) {
          mistakes_.push_back(block.name + "." + member.name + " cannot be at its packoffset");
        }
        at = *member.pack_offset;
      }
      if (!is_padding(member.name)) {
        walk(member, std::to_string(number++), at, {});
      }
      offset = at + extent.size;
    }
    return std::move(block_);
  }

 private:
  bool is_d3d() const { return rules_ == "cbuffer" || rules_ == "structured"; }

  std::uint32_t begin_of(std::uint32_t offset, const Extent& extent) const {
    if (rules_ == "cbuffer" && extent.alignment == 4) {  // must not straddle rows
      return offset % 16 + extent.size > 16 ? rounded_up(offset, 16) : offset;
    }
    return rounded_up(offset, extent.alignment);
  }

  Extent vector(std::uint32_t rows) const {
    const std::uint32_t components = rows == 3 ? 4 : rows;
    return {4 * rows, is_d3d() ? 4 : 4 * components};
  }

  // The stride of array elements or matrix columns, and their alignment.
  Extent repeated(Extent extent, std::uint32_t count) const {
    if (rules_ == "structured") {
      return {extent.size * count, 4};
    }
    const std::uint32_t alignment = rules_ == "std430" ? extent.alignment : 16;
    const std::uint32_t stride = rounded_up(extent.size, alignment);
    // Direct3D packs the next member into the unused space of the last element.
    const bool is_open = rules_ == "cbuffer";
    return {is_open ? stride * (count - 1) + extent.size : stride * count, alignment};
  }

  std::uint32_t stride_of(Extent extent) const {
    return rules_ == "structured"
               ? extent.size
               : rounded_up(extent.size, rules_ == "std430" ? extent.alignment : 16);
  }

  // The extent of the member without its first `skipped` dimensions.
  Extent extent_of(const TextMember& member, std::size_t skipped) {
    if (skipped < member.sizes.size()) {
      return repeated(extent_of(member, skipped + 1), member.sizes[skipped]);
    }
    if (const auto shape = shape_of(member.type)) {
      return shape->columns == 0 ? vector(shape->rows)
                                 : repeated(vector(shape->rows), shape->columns);
    }
    Extent whole{0, rules_ == "structured" || rules_ == "std430" ? 4U : 16U};
    for (const TextMember& inner : text_.structs.at(member.type)) {
      const Extent extent = extent_of(inner, 0);
      whole.size = begin_of(whole.size, extent) + extent.size;
      whole.alignment = std::max(whole.alignment, extent.alignment);
    }
    if (!is_d3d()) {
      whole.size = rounded_up(whole.size, whole.alignment);
    }
    return whole;
  }

  void walk(const TextMember& member, const std::string& path, std::uint32_t at,
            std::vector<std::uint32_t> strides) {
    if (!member.sizes.empty()) {
      strides.push_back(stride_of(extent_of(member, 1)));
    }
    if (const auto shape = shape_of(member.type)) {
      block_.members.push_back(
          {path, at, strides, shape->columns == 0 ? 0 : stride_of(vector(shape->rows))});
      return;
    }
    std::uint32_t offset = 0;
    for (const TextMember& inner : text_.structs.at(member.type)) {
      const Extent extent = extent_of(inner, 0);
      offset = begin_of(offset, extent);
      if (!is_padding(inner.name)) {
        walk(inner, path + "." + inner.name, at + offset, strides);
      }
      offset += extent.size;
    }
  }

  const ShaderText& text_;
  std::vector<std::string>& mistakes_;
  std::string rules_;
  PlacedBlock block_;
};

std::vector<PlacedBlock> place_all(const std::string& text, bool is_glsl,
                                   std::vector<std::string>& mistakes) {
  const ShaderText read = Reader(text).run(is_glsl);
  std::vector<PlacedBlock> placed;
  for (const TextBlock& block : read.blocks) {
    placed.push_back(Calculator(read, mistakes).place(block));
  }
  std::sort(placed.begin(), placed.end(),
            [](const PlacedBlock& a, const PlacedBlock& b) { return a.name < b.name; });
  return placed;
}

}  // namespace

std::string to_text(const PlacedBlock& block) {
  std::string text = block.name + "\n";
  for (const PlacedMember& member : block.members) {
    text += "  " + member.path + " @" + std::to_string(member.offset);
    for (const std::uint32_t stride : member.array_strides) {
      text += " stride " + std::to_string(stride);
    }
    text += member.matrix_stride != 0 ? " columns " + std::to_string(member.matrix_stride) : "";
    text += "\n";
  }
  return text;
}

std::vector<PlacedBlock> blocks_of_glsl(const std::string& text,
                                        std::vector<std::string>& mistakes) {
  return place_all(text, true, mistakes);
}

std::vector<PlacedBlock> blocks_of_hlsl(const std::string& text,
                                        std::vector<std::string>& mistakes) {
  return place_all(text, false, mistakes);
}

}  // namespace weft::testing
