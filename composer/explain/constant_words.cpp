#include "composer/explain/constant_words.h"

namespace weft {

ConstantWords::ConstantWords(const Constant& value, const Library& library)
    : value_(value), library_(library) {
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

DataType ConstantWords::element_of(DataType type) const {
  return type.is_array() ? library_.data_types.array(type).element
                         : DataType::scalar(type.scalar_kind());
}

std::size_t ConstantWords::count_of(DataType type) const {
  if (!type.is_array()) {
    return static_cast<std::size_t>(type.component_count());
  }
  const std::uint32_t size = library_.data_types.array(type).size;
  const std::size_t words = words_of(element_of(type));
  return size != 0 || words == 0 ? size : (value_.bits.size() - at_) / words;
}

std::size_t ConstantWords::words_of(DataType type) const {
  std::size_t count = 1;
  while (type.is_array()) {
    count *= library_.data_types.array(type).size;
    type = library_.data_types.array(type).element;
  }
  return count * (type.is_struct() ? struct_words_[type.index()]
                                   : static_cast<std::size_t>(type.component_count()));
}

}  // namespace weft
