#include <algorithm>

#include "codegen/interface/layout.h"

namespace weft {
namespace {

constexpr std::uint64_t largest = std::uint64_t{1} << 26U;
constexpr std::uint32_t deepest_struct = 16;
constexpr std::uint32_t most_dimensions = 8;

DataType with_four_rows(DataType type) {
  return type.is_matrix() ? DataType::matrix(4, type.columns())
                          : DataType::vector(without_bools(type).scalar_kind(), 4);
}

// Structs in the table are distinguished by name. These ids are outside the library's names and
// never looked up; the printed names are in Programs::struct_names.
NameId unused_name(std::size_t number) {
  return NameId(~std::uint32_t{0} - static_cast<std::uint32_t>(number));
}

}  // namespace

std::optional<DataType> StorageTypes::find(DataType type, BlockKind kind) {
  // glslang lays out HLSL's push constants by std430, where columns of two rows are 8 bytes apart.
  const bool keeps_rows =
      kind == BlockKind::Uniform || (kind == BlockKind::Push && type.rows() > 2);
  return type.is_matrix() && keeps_rows ? type : nested(type);
}

// The storage type of an array element of type `type`.
std::optional<DataType> StorageTypes::element(DataType type) {
  return type.is_plain() ? with_four_rows(type) : nested(type);
}

std::optional<DataType> StorageTypes::nested(DataType type) {
  if (type.is_struct()) {
    return structure(type);
  }
  if (type.is_plain()) {
    return type.is_matrix() ? with_four_rows(type) : without_bools(type);
  }
  std::vector<std::uint32_t> sizes;
  std::uint64_t count = 1;
  while (type.is_array()) {
    const ArrayType array = types_.array(type);
    count *= array.size;
    sizes.push_back(array.size);
    if (count == 0 || count > largest || sizes.size() > most_dimensions) {
      return std::nullopt;
    }
    type = array.element;
  }
  std::optional<DataType> made = sizes.empty() ? std::nullopt : element(type);
  if (!made || stored_size(*made, types_) * count > largest) {
    return std::nullopt;
  }
  for (std::size_t i = sizes.size(); i-- > 0;) {
    made = types_.array_of(*made, sizes[i]);
  }
  return made;
}

// A struct is declared after the structs that its members hold, so processing smaller indices first
// is sufficient.
std::optional<DataType> StorageTypes::structure(DataType type) {
  const std::uint32_t index = type.index();
  if (index >= progress_.size()) {
    progress_.resize(index + 1, Progress::Waiting);
    depths_.resize(index + 1, 0);
    made_.resize(index + 1);
  }
  if (progress_[index] == Progress::Waiting) {
    std::vector<bool> wanted(index + 1, false);
    wanted[index] = true;
    for (std::uint32_t i = index + 1; i-- > 0;) {
      if (!wanted[i]) {
        continue;
      }
      for (const StructMember& member : types_.structure(DataType::structure(i)).members) {
        DataType inner = member.type;
        while (inner.is_array()) {
          inner = types_.array(inner).element;
        }
        if (inner.is_struct()) {
          wanted[inner.index()] = true;
        }
      }
    }
    for (std::uint32_t i = 0; i <= index; ++i) {
      if (wanted[i] && progress_[i] == Progress::Waiting) {
        progress_[i] = make(DataType::structure(i)) ? Progress::Made : Progress::Impossible;
      }
    }
  }
  return progress_[index] == Progress::Made ? std::optional(made_[index]) : std::nullopt;
}

// The structs of the members are already done.
bool StorageTypes::make(DataType type) {
  const StructType declared = types_.structure(type);
  StructType stored{declared.name, {}};
  StoredStruct note{type, type, {}};
  std::uint64_t offset = 0;
  bool is_changed = false;
  const auto pad_to = [&](std::uint32_t alignment) {
    for (; offset % alignment != 0; offset += 4) {
      stored.members.push_back({declared.name, float_type});
      note.sources.push_back(std::nullopt);
      is_changed = true;
    }
  };
  std::uint32_t depth = 1;
  for (std::uint32_t i = 0; i < declared.members.size(); ++i) {
    const StructMember& member = declared.members[i];
    DataType inner = member.type;
    while (inner.is_array()) {
      inner = types_.array(inner).element;
    }
    if (inner.is_struct()) {
      depth = std::max(depth, depths_[inner.index()] + 1);
    }
    const std::optional<DataType> own =
        depth <= deepest_struct ? nested(member.type) : std::nullopt;
    if (!own) {
      depths_[type.index()] = depth;
      return false;
    }
    pad_to(stored_alignment(*own));
    is_changed = is_changed || *own != member.type;
    stored.members.push_back({member.name, *own});
    note.sources.push_back(i);
    offset += stored_size(*own, types_);
  }
  pad_to(row_size);
  depths_[type.index()] = depth;
  if (offset > largest) {
    return false;
  }
  if (is_changed) {
    stored.name = unused_name(structs_.size());
    note.stored = types_.add_struct(std::move(stored));
  }
  made_[type.index()] = note.stored;
  structs_.push_back(std::move(note));
  return true;
}

}  // namespace weft
