#include "tools/value_text.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "support/json.h"

namespace weft::tools {
namespace {

std::string scalar_text(Scalar kind, std::uint32_t bits) {
  switch (kind) {
    case Scalar::Bool:
      return bits != 0 ? "true" : "false";
    case Scalar::Int:
      return fmt::format("{}", std::bit_cast<std::int32_t>(bits));
    case Scalar::Uint:
      return fmt::format("{}u", bits);
    case Scalar::Float:
      return float_text(std::bit_cast<float>(bits));
  }
  return {};
}

Json scalar_json(Scalar kind, std::uint32_t bits) {
  switch (kind) {
    case Scalar::Bool:
      return bits != 0;
    case Scalar::Int:
      return std::bit_cast<std::int32_t>(bits);
    case Scalar::Uint:
      return bits;
    case Scalar::Float: {
      const std::string text = float_text(std::bit_cast<float>(bits));
      // Through the text, so that 0.1F is written as 0.1 and not as the nearest double.
      return std::isfinite(std::bit_cast<float>(bits)) ? Json::parse(text) : Json(text);
    }
  }
  return {};
}

/// Bounds the nesting of printed structs; deeper ones are written `…`.
constexpr int deepest_shown = 64;

/// Reads values from the front of a constant's words.
class Reader {
 public:
  Reader(const Constant& value, const Library& library) : value_(value), library_(library) {
    // The library lists structs after the types of their members.
    for (std::size_t i = 0; i < library.data_types.struct_count(); ++i) {
      std::size_t words = 0;
      const DataType type = DataType::structure(static_cast<std::uint32_t>(i));
      for (const StructMember& member : library.data_types.structure(type).members) {
        words += words_of(member.type);
      }
      struct_words_.push_back(words);
    }
  }

  std::string text(DataType type, int depth = 0) {
    if (type.is_scalar()) {
      return scalar_text(type.scalar_kind(), value_.bits[at_++]);
    }
    if (depth == deepest_shown) {
      at_ += words_of(type);
      return "…";
    }
    std::string parts;
    const auto add = [&parts](const std::string& part) {
      parts += (parts.empty() ? "" : ", ") + part;
    };
    if (type.is_struct()) {
      for (const StructMember& member : library_.data_types.structure(type).members) {
        add(text(member.type, depth + 1));
      }
      return fmt::format("{}({})", library_.type_name(type), parts);
    }
    const DataType element = element_of(type);
    const std::size_t count = count_of(type);
    for (std::size_t i = 0; i < count; ++i) {
      add(text(element, depth + 1));
    }
    return fmt::format("{}({})", library_.type_name(type), parts);
  }

  Json json(DataType type, int depth = 0) {
    if (type.is_scalar()) {
      return scalar_json(type.scalar_kind(), value_.bits[at_++]);
    }
    if (depth == deepest_shown) {
      at_ += words_of(type);
      return "…";
    }
    if (type.is_struct()) {
      Json object = Json::object();
      for (const StructMember& member : library_.data_types.structure(type).members) {
        object[std::string(library_.text(member.name))] = json(member.type, depth + 1);
      }
      return object;
    }
    Json array = Json::array();
    const DataType element =
        type.is_matrix() ? DataType::vector(Scalar::Float, type.rows()) : element_of(type);
    const std::size_t count =
        type.is_matrix() ? static_cast<std::size_t>(type.columns()) : count_of(type);
    for (std::size_t i = 0; i < count; ++i) {
      array.push_back(json(element, depth + 1));
    }
    return array;
  }

 private:
  DataType element_of(DataType type) const {
    return type.is_array() ? library_.data_types.array(type).element
                           : DataType::scalar(type.scalar_kind());
  }

  std::size_t count_of(DataType type) const {
    if (!type.is_array()) {
      return static_cast<std::size_t>(type.component_count());
    }
    const std::uint32_t size = library_.data_types.array(type).size;
    const std::size_t words = words_of(element_of(type));
    return size != 0 || words == 0 ? size : (value_.bits.size() - at_) / words;
  }

  std::size_t words_of(DataType type) const {
    std::size_t count = 1;
    while (type.is_array()) {
      count *= library_.data_types.array(type).size;
      type = library_.data_types.array(type).element;
    }
    return count * (type.is_struct() ? struct_words_[type.index()]
                                     : static_cast<std::size_t>(type.component_count()));
  }

  const Constant& value_;
  const Library& library_;
  std::vector<std::size_t> struct_words_;
  std::size_t at_ = 0;
};

}  // namespace

std::string float_text(float value) {
  if (std::isnan(value)) {
    return "nan";
  }
  if (std::isinf(value)) {
    return value < 0.0F ? "-inf" : "inf";
  }
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) {
    text += ".0";
  }
  return text;
}

std::string value_text(const Constant& value, const Library& library) {
  return Reader(value, library).text(value.type);
}

Json value_json(const Constant& value, const Library& library) {
  return Reader(value, library).json(value.type);
}

}  // namespace weft::tools
