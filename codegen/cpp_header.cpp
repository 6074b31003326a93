#include "codegen/cpp_header.h"

#include <fmt/format.h>

#include "codegen/cpp_mathematics.h"
#include "codegen/cpp_printer.h"
#include "codegen/header_tables.h"
#include "codegen/host_words.h"
#include "codegen/layout.h"
#include "codegen/member_names.h"
#include "codegen/used_structs.h"

namespace weft {
namespace {

class CppHeaderPrinter {
 public:
  CppHeaderPrinter(const HeaderSource& source, const HostProgram& host)
      : source_(source), programs_(source.programs), host_(host), members_(source.programs) {
    Namer names;
    reserve_host_words(names);
    for (const std::string& name : programs_.struct_names) {
      names.unique(name);
    }
    for (const std::string_view name : header_table_names()) {
      names.unique(name);
    }
    for (const Block& block : programs_.interface.blocks) {
      block_names_.push_back(names.unique(block.name));
    }
    name_ = names.unique(source.stem("_"));
  }

  std::string begin() const {
    return header_head(source_) +
           fmt::format("#ifndef {0}\n#define {0}\n\n{1}{2}\n{3}namespace {4}::{5} {{\n",
                       "WEFT_" + in_capitals(name_) + "_H", cpp_mathematics(), cpp_table_types(),
                       warnings_begin(), cpp_namespace, name_);
  }

  std::string declarations() {
    if (programs_.types.struct_count() != 0) {
      out_ += fmt::format("\nusing {0}::is_equal;\nusing {0}::store;\n", cpp_namespace);
    }
    append_structs();
    for (std::uint32_t i = 0; i < programs_.interface.blocks.size(); ++i) {
      append_block(i);
    }
    if (!host_.functions.empty()) {
      append_inputs();
      for (const HostFunction& function : host_.functions) {
        append_update(function);
      }
    }
    return std::move(out_);
  }

  std::string end() const {
    return fmt::format(
        "\n}}  // namespace {0}::{1}\n\nnamespace {1} = {0}::{1};\n\n"
        "{2}\n#endif\n",
        cpp_namespace, name_, warnings_end());
  }

 private:
  std::string type_name(DataType type) const { return cpp_type(programs_, host_.types, type); }

  // --- Structs that values and blocks are made of ---

  void append_structs() {
    UsedStructs used(host_.types);
    for (const Block& block : programs_.interface.blocks) {
      for (const BlockMember& member : block.members) {
        used.add(member.stored);
        used.add(member.type);
      }
    }
    for (const HostInput& input : host_.inputs) {
      used.add(input.type);
    }
    for (const HostFunction& function : host_.functions) {
      used.add(function.program);
    }
    for (const std::uint32_t index : used.indices()) {
      append_struct(index);
    }
  }

  void append_struct(std::uint32_t index) {
    const DataType type = DataType::structure(index);
    const std::vector<StructMember>& members = host_.types.structure(type).members;
    const std::string& name = programs_.struct_names[index];
    const StoredStruct* stored = find_stored(programs_.interface.stored_structs, type);
    const bool is_made = stored != nullptr && stored->declared != stored->stored;
    out_ += "\nstruct " + name + " {\n";
    for (std::size_t i = 0; i < members.size(); ++i) {
      out_ +=
          "    " +
          (stored != nullptr ? stored_type(members[i].type, false) : type_name(members[i].type)) +
          " " + members_.of_struct(index)[i] + ";\n";
    }
    out_ += "};\n";
    if (!is_made) {
      append_equality(index, members);
      return;
    }
    const std::string& declared = programs_.struct_names[stored->declared.index()];
    out_ += fmt::format("inline void store({}& to, const {}& from)\n{{\n", name, declared);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::string& member = members_.of_struct(index)[i];
      if (const auto& source = stored->sources[i]) {
        out_ += fmt::format("    store(to.{}, from.{});\n", member,
                            members_.of_struct(stored->declared.index())[*source]);
      }
    }
    out_ += "}\n";
  }

  void append_equality(std::uint32_t index, const std::vector<StructMember>& members) {
    const std::string& name = programs_.struct_names[index];
    out_ += fmt::format("inline bool is_equal(const {0}& a, const {0}& b)\n{{\n    return ", name);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::string& member = members_.of_struct(index)[i];
      out_ += fmt::format("{}is_equal(a.{}, b.{})", i == 0 ? "" : " && ", member, member);
    }
    out_ += members.empty() ? "true;\n}\n" : ";\n}\n";
    if (find_stored(programs_.interface.stored_structs, DataType::structure(index)) != nullptr) {
      out_ += fmt::format("inline void store({0}& to, const {0}& from)\n{{\n    to = from;\n}}\n",
                          name);
    }
  }

  // --- Blocks ---

  static bool has_padded_columns(DataType stored, bool stands_alone) {
    return stored.is_matrix() && stored.rows() != 4 && stands_alone;
  }

  /// What lies in a block: of matrices the columns, each in 16 bytes, but of the last of a uniform
  /// block, behind which the next member may begin.
  std::string stored_type(DataType stored, bool stands_alone) const {
    if (has_padded_columns(stored, stands_alone)) {
      return fmt::format("columns<{}, {}>", stored.rows(), stored.columns());
    }
    return type_name(stored);
  }

  void append_block(std::uint32_t index) {
    const Block& block = programs_.interface.blocks[index];
    const std::string& name = block_names_[index];
    out_ += fmt::format("\n// {}.\nstruct {} {{\n", place_of(block), name);
    std::uint32_t at = 0;
    std::uint32_t paddings = 0;
    const auto pad_to = [&](std::uint32_t offset) {
      if (at < offset) {
        out_ += fmt::format("    float {}{}[{}] = {{}};\n", padding_prefix, paddings++,
                            (offset - at) / 4);
      }
      at = offset;
    };
    std::string asserts;
    for (std::size_t i = 0; i < block.members.size(); ++i) {
      const BlockMember& member = block.members[i];
      const std::string& member_name = members_.of_block(index)[i];
      pad_to(member.offset);
      const bool stands_alone = block.kind == BlockKind::Uniform || block.kind == BlockKind::Push;
      const bool is_padded = has_padded_columns(member.stored, stands_alone);
      out_ += fmt::format("    {} {} = {};{}\n", stored_type(member.stored, stands_alone),
                          member_name, initial_value(member), remark_on(source_, member.source));
      at += is_padded ? static_cast<std::uint32_t>(member.stored.columns()) * row_size
                      : static_cast<std::uint32_t>(stored_size(member.stored, programs_.types));
      asserts += fmt::format("static_assert(offsetof({}, {}) == {}, \"\");\n", name, member_name,
                             member.offset);
    }
    pad_to(block.size);
    out_ += "};\n" + asserts;
    out_ += fmt::format("static_assert(sizeof({}) == {}, \"\");\n", name, block.size);
  }

  /// Parameters begin with their defaults, all else with zeros.
  std::string initial_value(const BlockMember& member) const {
    return member.type.is_scalar_or_vector()
               ? default_value(member.source, member.type, member.stored)
               : "{}";
  }

  /// The default of a parameter as a value of `shown`, else zeros.
  std::string default_value(const ValueSource& source, DataType type, DataType shown) const {
    const std::optional<Constant> given = default_of(source_, source);
    return given && given->type == type ? constant({shown, given->bits}) : "{}";
  }

  // --- The uniform program ---

  void append_inputs() {
    out_ += "\n// What update() reads: features of the host, then parameters of the material.\n";
    out_ += "struct UniformInputs {\n";
    for (const HostInput& input : host_.inputs) {
      out_ += fmt::format("    {} {} = {};{}\n", type_name(input.type), input.name,
                          default_value(input.source, input.type, input.type),
                          remark_on(source_, input.source));
    }
    out_ += "};\n";
  }

  /// Of plain types; others begin with zeros.
  std::string constant(const Constant& value) const {
    if (!value.type.is_plain() || value.bits.empty()) {
      return "{}";
    }
    const DataType scalar = DataType::scalar(value.type.scalar_kind());
    if (value.type.is_scalar()) {
      return cpp_literal(scalar, value.bits[0]);
    }
    std::string list = type_name(value.type) + "(";
    for (std::size_t i = 0; i < value.bits.size(); ++i) {
      list += (i == 0 ? "" : ", ") + cpp_literal(scalar, value.bits[i]);
    }
    return list + ")";
  }

  void append_update(const HostFunction& function) {
    const Block& block = programs_.interface.blocks[function.block];
    const std::string& name = block_names_[function.block];
    const CppProgram printed =
        print_cpp({programs_, host_.types, host_.inputs, members_}, function);
    const std::string space = "functions_for_" + block.instance;
    if (!printed.functions.empty()) {
      out_ += fmt::format("\nnamespace {} {{\n{}\n}}  // namespace {}\n", space, printed.functions,
                          space);
    }
    out_ += fmt::format("\n// To be called again when one of these changes: {}.\n",
                        causes_of(source_, block));
    out_ += fmt::format(
        "inline void update(const UniformInputs& in, {}& block)\n{{\n{}{}}}\n", name,
        printed.functions.empty() ? "" : "    using namespace " + space + ";\n", printed.body);
  }

  const HeaderSource& source_;
  const Programs& programs_;
  const HostProgram& host_;
  HostMemberNames members_;
  std::vector<std::string> block_names_;
  std::string name_;
  std::string out_;
};

}  // namespace

std::string cpp_header_begin(const HeaderSource& source) {
  return CppHeaderPrinter(source, HostProgram()).begin();
}

std::string cpp_header_declarations(const HeaderSource& source, const HostProgram& host) {
  return CppHeaderPrinter(source, host).declarations();
}

std::string cpp_header_end(const HeaderSource& source) {
  return CppHeaderPrinter(source, HostProgram()).end();
}

}  // namespace weft
