#include "codegen/host/cpp_blocks.h"

#include <fmt/format.h>

#include "codegen/host/cpp_printer.h"
#include "codegen/interface/layout.h"

namespace weft {
namespace {

std::string type_name(const CppBlockScope& scope, DataType type) {
  return cpp_type(scope.programs, scope.types, type);
}

bool has_separate_columns(DataType stored, bool stands_alone) {
  return stored.is_matrix() && stored.rows() != 4 && stands_alone;
}

/// The stored form of a type: the columns of a matrix, 16 bytes each, except for the last one of a
/// standalone matrix in a uniform block, after which the next member may begin.
std::string stored_type(const CppBlockScope& scope, DataType stored, bool stands_alone) {
  if (has_separate_columns(stored, stands_alone)) {
    return fmt::format("columns<{}, {}>", stored.rows(), stored.columns());
  }
  return type_name(scope, stored);
}

std::string equality(const CppBlockScope& scope, std::uint32_t index) {
  const std::string& name = scope.programs.struct_names[index];
  std::string text =
      fmt::format("inline bool is_equal(const {0}& a, const {0}& b)\n{{\n    return ", name);
  bool is_first = true;
  for (const std::string& member : scope.members.of_struct(index)) {
    text += fmt::format("{0}is_equal(a.{1}, b.{1})", is_first ? "" : " && ", member);
    is_first = false;
  }
  text += is_first ? "true;\n}\n" : ";\n}\n";
  if (find_stored(scope.programs.interface.stored_structs, DataType::structure(index)) != nullptr) {
    text +=
        fmt::format("inline void store({0}& to, const {0}& from)\n{{\n    to = from;\n}}\n", name);
  }
  return text;
}

/// For plain types; all others are zero-initialized.
std::string cpp_constant(const CppBlockScope& scope, const Constant& value) {
  if (!value.type.is_plain() || value.bits.empty()) {
    return "{}";
  }
  const DataType scalar = DataType::scalar(value.type.scalar_kind());
  if (value.type.is_scalar()) {
    return cpp_literal(scalar, value.bits[0]);
  }
  std::string list = type_name(scope, value.type) + "(";
  for (std::size_t i = 0; i < value.bits.size(); ++i) {
    list += (i == 0 ? "" : ", ") + cpp_literal(scalar, value.bits[i]);
  }
  return list + ")";
}

}  // namespace

std::string cpp_struct(const CppBlockScope& scope, std::uint32_t index) {
  const DataType type = DataType::structure(index);
  const std::vector<StructMember>& members = scope.types.structure(type).members;
  const std::string& name = scope.programs.struct_names[index];
  const std::vector<std::string>& member_names = scope.members.of_struct(index);
  const StoredStruct* stored = find_stored(scope.programs.interface.stored_structs, type);
  std::string text = "\nstruct " + name + " {\n";
  for (std::size_t i = 0; i < members.size(); ++i) {
    text += fmt::format("    {} {};\n",
                        stored != nullptr ? stored_type(scope, members[i].type, false)
                                          : type_name(scope, members[i].type),
                        member_names[i]);
  }
  text += "};\n";
  if (stored == nullptr || stored->declared == stored->stored) {
    return text + equality(scope, index);
  }
  text += fmt::format("inline void store({}& to, const {}& from)\n{{\n", name,
                      scope.programs.struct_names[stored->declared.index()]);
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (const auto& source = stored->sources[i]) {
      text += fmt::format("    store(to.{}, from.{});\n", member_names[i],
                          scope.members.of_struct(stored->declared.index())[*source]);
    }
  }
  return text + "}\n";
}

std::string cpp_block(const CppBlockScope& scope, std::uint32_t index, const std::string& name) {
  const Block& block = scope.programs.interface.blocks[index];
  std::string text = fmt::format("\n// {}.\nstruct {} {{\n", place_of(block), name);
  std::uint32_t at = 0;
  std::uint32_t paddings = 0;
  const auto pad_to = [&](std::uint32_t offset) {
    if (at < offset) {
      text += fmt::format("    float {}{}[{}] = {{}};\n", padding_prefix, paddings++,
                          (offset - at) / 4);
    }
    at = offset;
  };
  std::string asserts;
  const bool stands_alone = block.kind == BlockKind::Uniform || block.kind == BlockKind::Push;
  for (std::size_t i = 0; i < block.members.size(); ++i) {
    const BlockMember& member = block.members[i];
    const std::string& member_name = scope.members.of_block(index)[i];
    pad_to(member.offset);
    // Parameters are initialized with their defaults, all else with zeros.
    const std::string initial =
        member.type.is_scalar_or_vector()
            ? cpp_initial_value(scope, member.source, member.type, member.stored)
            : "{}";
    text += fmt::format("    {} {} = {};{}\n", stored_type(scope, member.stored, stands_alone),
                        member_name, initial, remark_on(scope.library, member.source));
    at += has_separate_columns(member.stored, stands_alone)
              ? static_cast<std::uint32_t>(member.stored.columns()) * row_size
              : static_cast<std::uint32_t>(stored_size(member.stored, scope.programs.types));
    asserts += fmt::format("static_assert(offsetof({}, {}) == {}, \"\");\n", name, member_name,
                           member.offset);
  }
  pad_to(block.size);
  return text + "};\n" + asserts +
         fmt::format("static_assert(sizeof({}) == {}, \"\");\n", name, block.size);
}

std::string cpp_initial_value(const CppBlockScope& scope, const ValueSource& source, DataType type,
                              DataType shown) {
  const std::optional<Constant> given = default_of(scope.defaults, source);
  return given && given->type == type ? cpp_constant(scope, {shown, given->bits}) : "{}";
}

}  // namespace weft
