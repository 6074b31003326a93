#include "codegen/host/c_blocks.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "codegen/host/c_expressions.h"
#include "codegen/interface/layout.h"

namespace weft {
namespace {

/// For plain types.
std::string c_constant(const Constant& value) {
  const DataType scalar = DataType::scalar(value.type.scalar_kind());
  const auto list = [&](std::size_t first, std::size_t count) {
    std::string text;
    for (std::size_t i = first; i < first + count; ++i) {
      text += (i == first ? "" : ", ") + c_literal(scalar, value.bits[i]);
    }
    return text;
  };
  if (value.type.is_scalar()) {
    return list(0, 1);
  }
  const auto rows = static_cast<std::size_t>(value.type.rows());
  if (value.type.is_vector()) {
    return fmt::format("{}_make({})", c_stem(value.type), list(0, rows));
  }
  std::string columns;
  for (std::size_t i = 0; i < value.bits.size(); i += rows) {
    columns +=
        fmt::format("{}{}_make({})", i == 0 ? "" : ", ",
                    c_stem(DataType::vector(Scalar::Float, value.type.rows())), list(i, rows));
  }
  return fmt::format("{}_make({})", c_stem(value.type), columns);
}

/// A part of a default that is still to be written.
struct OpenDefault {
  std::string place;
  DataType stored;
  DataType type;
  std::size_t first_bit;
};

/// The statement that sets a value of a plain type.
std::string plain_default(const CBlockScope& scope, const OpenDefault& part, bool stands_alone,
                          const Constant& value) {
  const bool is_alike = part.stored.is_scalar_or_vector() && part.stored.rows() == part.type.rows();
  return is_alike ? fmt::format("{} = {}", part.place, c_constant({part.stored, value.bits}))
                  : scope.types.store(part.place, part.stored, stands_alone, c_constant(value),
                                      part.type);
}

/// Adds the elements of an array or the members of a struct, the last first.
void append_parts(const CBlockScope& scope, const OpenDefault& whole,
                  std::vector<OpenDefault>& open) {
  const DataTypeTable& types = scope.programs.types;
  const std::size_t begin = open.size();
  std::size_t bit = whole.first_bit;
  if (whole.type.is_array()) {
    const ArrayType& stored = types.array(whole.stored);
    const DataType element = types.array(whole.type).element;
    for (std::uint32_t i = 0; i < stored.size; ++i) {
      open.push_back({fmt::format("{}.v[{}]", whole.place, i), stored.element, element, bit});
      bit += types.scalar_count(element);
    }
  } else {
    const StoredStruct* note = find_stored(scope.programs.interface.stored_structs, whole.stored);
    const std::vector<StructMember>& declared = types.structure(whole.type).members;
    const std::vector<StructMember>& members = types.structure(whole.stored).members;
    for (std::uint32_t i = 0; i < members.size(); ++i) {
      const std::optional<std::uint32_t> from = note != nullptr ? note->sources[i] : i;
      if (from) {
        open.push_back({whole.place + "." + scope.members.of_struct(whole.stored.index())[i],
                        members[i].type, declared[*from].type, bit});
        bit += types.scalar_count(declared[*from].type);
      }
    }
  }
  std::reverse(open.begin() + static_cast<std::ptrdiff_t>(begin), open.end());
}

}  // namespace

std::string c_block(const CBlockScope& scope, std::uint32_t index, const CBlockNames& names) {
  const Block& block = scope.programs.interface.blocks[index];
  std::string text = fmt::format("\n// {}.\ntypedef struct {} {{\n", place_of(block), names.type);
  std::uint32_t at = 0;
  std::uint32_t paddings = 0;
  const std::vector<std::string>& members = scope.members.of_block(index);
  const auto free_padding = [&] {
    std::string name;
    do {
      name = fmt::format("{}{}", padding_prefix, paddings++);
    } while (std::find(members.begin(), members.end(), name) != members.end());
    return name;
  };
  const auto pad_to = [&](std::uint32_t offset) {
    if (at < offset) {
      text += fmt::format("    float {}[{}];\n", free_padding(), (offset - at) / 4);
    }
    at = offset;
  };
  std::string asserts;
  std::size_t column = 0;
  const auto add_assert = [&](const std::string& one) {  // as many per line as fit
    column = column == 0 || column + 1 + one.size() > 100 ? 0 : column + 1;
    asserts += asserts.empty() ? "" : column == 0 ? "\n" : " ";
    asserts += one;
    column += one.size();
  };
  std::string defaults;
  for (std::size_t i = 0; i < block.members.size(); ++i) {
    const BlockMember& member = block.members[i];
    const std::string& name = members[i];
    pad_to(member.offset);
    text += fmt::format("    {} {};{}\n", scope.types.stored_name(member.stored, true), name,
                        remark_on(scope.library, member.source, "its update()"));
    at += static_cast<std::uint32_t>(stored_size(member.stored, scope.programs.types));
    add_assert(fmt::format("WEFT_ASSERT_OFFSET({}, {}, {});", names.type, name, member.offset));
    defaults += c_default_of_member(scope, "block." + name, member.source,
                                    {member.type, member.stored, true});
  }
  pad_to(block.size);
  add_assert(fmt::format("WEFT_ASSERT_SIZE({}, {});", names.type, block.size));
  return text + fmt::format("}} {};\n{}\n", names.type, asserts) +
         c_default_function(names.type, names.defaults, "block", defaults);
}

std::string c_default_function(const std::string& type, const std::string& function,
                               const std::string& variable, const std::string& members) {
  if (members.empty()) {
    return fmt::format("WEFT_ZERO({}, {})\n", type, function);
  }
  return fmt::format(
      "WEFT_FUNCTION {0} {1}(void)\n{{\n    {0} {2};\n"
      "    memset(&{2}, 0, sizeof {2});\n{3}    return {2};\n}}\n",
      type, function, variable, members);
}

std::string cpp_block(const std::string& name, const std::string& type,
                      const std::string& defaults) {
  return fmt::format("WEFT_BLOCK({}, {}, {});\n", name, type, defaults);
}

std::string c_default_of_member(const CBlockScope& scope, const std::string& member,
                                const ValueSource& source, const StoredMember& as) {
  const std::optional<Constant> given = default_of(scope.defaults, source);
  if (!given || given->type != as.type || given->bits.empty()) {
    return {};
  }
  const DataTypeTable& types = scope.programs.types;
  std::string text;
  std::vector<OpenDefault> open{{member, as.stored, as.type, 0}};
  while (!open.empty()) {
    const OpenDefault part = std::move(open.back());
    open.pop_back();
    const auto first = given->bits.begin() + static_cast<std::ptrdiff_t>(part.first_bit);
    const auto last = first + static_cast<std::ptrdiff_t>(types.scalar_count(part.type));
    const bool is_whole = part.type == as.type;
    if (!is_whole && std::all_of(first, last, [](std::uint32_t bits) { return bits == 0; })) {
      continue;  // all is zeroed before
    }
    if (part.type.is_plain()) {
      text += fmt::format("    {};\n", plain_default(scope, part, as.stands_alone && is_whole,
                                                     {part.type, {first, last}}));
    } else {
      append_parts(scope, part, open);
    }
  }
  return text;
}

}  // namespace weft
