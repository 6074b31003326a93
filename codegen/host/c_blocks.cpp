#include "codegen/host/c_blocks.h"

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

}  // namespace

std::string c_block(const CBlockScope& scope, std::uint32_t index, const CBlockNames& names) {
  const Block& block = scope.programs.interface.blocks[index];
  std::string text = fmt::format("\n// {}.\ntypedef struct {} {{\n", place_of(block), names.type);
  std::uint32_t at = 0;
  std::uint32_t paddings = 0;
  const auto pad_to = [&](std::uint32_t offset) {
    if (at < offset) {
      text += fmt::format("    float {}{}[{}];\n", padding_prefix, paddings++, (offset - at) / 4);
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
  const bool stands_alone = block.kind != BlockKind::Storage;
  for (std::size_t i = 0; i < block.members.size(); ++i) {
    const BlockMember& member = block.members[i];
    const std::string& name = scope.members.of_block(index)[i];
    pad_to(member.offset);
    text += fmt::format("    {} {};{}\n", scope.types.stored_name(member.stored, stands_alone),
                        name, remark_on(scope.library, member.source, "its update()"));
    const bool is_padded = member.stored.is_matrix() && stands_alone;
    at += is_padded ? static_cast<std::uint32_t>(member.stored.columns()) * row_size
                    : static_cast<std::uint32_t>(stored_size(member.stored, scope.programs.types));
    add_assert(fmt::format("WEFT_ASSERT_OFFSET({}, {}, {});", names.type, name, member.offset));
    if (member.type.is_scalar_or_vector()) {
      defaults +=
          c_default_of_member(scope, "block." + name, member.source, member.type, member.stored);
    }
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
                                const ValueSource& source, DataType type, DataType shown) {
  const std::optional<Constant> given = default_of(scope.defaults, source);
  if (!given || given->type != type || !type.is_plain() || given->bits.empty()) {
    return {};
  }
  return fmt::format("    {} = {};\n", member, c_constant({shown, given->bits}));
}

}  // namespace weft
