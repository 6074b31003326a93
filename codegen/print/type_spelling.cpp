#include "codegen/print/type_spelling.h"

#include "support/append_number.h"
#include "support/check.h"

namespace weft {
namespace {

void append_sizes(std::string& out, const Programs& programs, DataType type) {
  for (; type.is_array(); type = programs.types.array(type).element) {
    out += '[';
    append_number(out, programs.types.array(type).size);
    out += ']';
  }
}

std::string_view element_name(const Programs& programs, DataType type, const Spelling& spelling) {
  const DataType element = programs.types.innermost(type);
  return element.is_struct() ? std::string_view(programs.struct_names[element.index()])
                             : spelled(element, spelling);
}

}  // namespace

std::string_view spelled_sampler(DataType texture, const Spelling& spelling) {
  return spelling.sampled_textures[static_cast<std::size_t>(texture.texture_shape())];
}

std::string_view spelled(DataType type, const Spelling& spelling) {
  const auto rows = static_cast<std::size_t>(type.rows());
  switch (type.kind()) {
    case DataKind::Void:
    case DataKind::Parameter:
    case DataKind::Length:
    case DataKind::LengthParameter:
      return spelling.words.void_word;
    case DataKind::Scalar:
    case DataKind::Vector:
      return spelling.vectors[static_cast<std::size_t>(type.scalar_kind())][rows - 1];
    case DataKind::Matrix:
      return spelling.matrices[rows - 2][static_cast<std::size_t>(type.columns()) - 2];
    case DataKind::Texture:
      return spelling.textures[static_cast<std::size_t>(type.texture_shape())];
    case DataKind::Sampler:
      return spelling.sampler;
    case DataKind::Struct:
    case DataKind::Array:
      break;
  }
  WEFT_CHECK(false, "structs and arrays have no spelling of their own");
  return {};
}

std::string_view spelled_sampler_of(const SamplerState& state, const Spelling& spelling) {
  return state.compare == SamplerCompare::None ? spelling.sampler : spelling.comparing_sampler;
}

std::string_view spelled_medium(DataType type, const Spelling& spelling, const Spelling* float16) {
  return float16 != nullptr ? spelled(type, *float16)
                            : spelling.medium_floats[static_cast<std::size_t>(type.rows()) - 1];
}

void append_type(std::string& out, const Programs& programs, DataType type,
                 const Spelling& spelling) {
  out += element_name(programs, type, spelling);
  append_sizes(out, programs, type);
}

void append_declaration(std::string& out, const Programs& programs, DataType type,
                        std::string_view name, const Spelling& spelling) {
  out += element_name(programs, type, spelling);
  out += ' ';
  out += name;
  append_sizes(out, programs, type);
}

}  // namespace weft
