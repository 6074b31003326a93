#include "codegen/generated_header.h"

#include <set>

#include <fmt/format.h>

#include "codegen/cpp_mathematics.h"
#include "codegen/cpp_printer.h"
#include "codegen/cpp_words.h"
#include "codegen/host_program.h"
#include "codegen/layout.h"
#include "codegen/type_spelling.h"
#include "codegen/used_structs.h"
#include "support/float_bits.h"

#ifndef WEFT_VERSION
#define WEFT_VERSION "unknown"
#endif

namespace weft {
namespace {

std::string upper(std::string text) {
  for (char& c : text) {
    c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return text;
}

class HeaderPrinter {
 public:
  HeaderPrinter(const Library& library, const PlacedPlan& placed, const Programs& programs,
                const Reflection& reflection, const HostProgram& host)
      : library_(library),
        reflection_(reflection),
        material_(library.materials[placed.plan.material]),
        profile_(library.profiles[placed.plan.profile]),
        defaults_(placed.plan.defaults),
        programs_(programs),
        host_(host) {
    Namer names;
    reserve_cpp_words(names);
    for (const std::string& name : programs.struct_names) {
      names.unique(name);
    }
    for (const std::string_view name : header_table_names()) {
      names.unique(name);
    }
    for (const Block& block : programs.interface.blocks) {
      block_names_.push_back(names.unique(block.name));
    }
    name_ = names.unique(std::string(library.text(material_.name)) + "_" +
                         std::string(library.text(profile_.name)));
  }

  std::string declarations() {
    append_head();
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
    return fmt::format("\n}}  // namespace {0}::{1}\n\nnamespace {1} = {0}::{1};\n\n"
                        "#ifdef __GNUC__\n#pragma GCC diagnostic pop\n#endif\n\n#endif\n",
                        cpp_namespace, name_);
  }

 private:
  void append_head() {
    const std::string guard = "WEFT_" + upper(name_) + "_H";
    out_ += fmt::format("// {}, for the profile {}: what a host gives to its shaders.\n",
                        library_.text(material_.name), library_.text(profile_.name));
    out_ += "// Made by Weft " WEFT_VERSION
            "; changes belong into the material. What is generated is yours, without conditions.\n\n";
    out_ += fmt::format("#ifndef {0}\n#define {0}\n\n{1}\n"
                        "#ifdef __GNUC__\n#pragma GCC diagnostic push\n"
                        "#pragma GCC diagnostic ignored \"-Wtautological-compare\"\n"
                        "#pragma GCC diagnostic ignored \"-Wtype-limits\"\n#endif\n"
                        "namespace {2}::{3} {{\n", guard,
                        std::string(cpp_mathematics()) + std::string(cpp_table_types()), cpp_namespace,
                        name_);
    if (programs_.types.struct_count() != 0) {
      out_ += fmt::format("\nusing {0}::is_equal;\nusing {0}::store;\n", cpp_namespace);
    }
  }

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
      out_ += "    " + (stored != nullptr ? stored_type(members[i].type, false)
                                          : type_name(members[i].type)) +
              " " + programs_.member_names[index][i] + ";\n";
    }
    out_ += "};\n";
    if (!is_made) {
      append_equality(index, members);
      return;
    }
    const std::string& declared = programs_.struct_names[stored->declared.index()];
    out_ += fmt::format("inline void store({}& to, const {}& from)\n{{\n", name, declared);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::string& member = programs_.member_names[index][i];
      if (const auto& source = stored->sources[i]) {
        out_ += fmt::format(
            "    store(to.{}, from.{});\n", member,
            programs_.member_names[stored->declared.index()][*source]);
      }
    }
    out_ += "}\n";
  }

  void append_equality(std::uint32_t index, const std::vector<StructMember>& members) {
    const std::string& name = programs_.struct_names[index];
    out_ += fmt::format("inline bool is_equal(const {0}& a, const {0}& b)\n{{\n    return ", name);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::string& member = programs_.member_names[index][i];
      out_ += fmt::format("{}is_equal(a.{}, b.{})", i == 0 ? "" : " && ", member, member);
    }
    out_ += members.empty() ? "true;\n}\n" : ";\n}\n";
    if (find_stored(programs_.interface.stored_structs, DataType::structure(index)) != nullptr) {
      out_ += fmt::format(
          "inline void store({0}& to, const {0}& from)\n{{\n    to = from;\n}}\n", name);
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
    std::string place = block.kind == BlockKind::Push
                            ? std::string("push constants")
                            : fmt::format("set {}, binding {}", block.set, block.binding);
    place += block.kind == BlockKind::Storage ? ", a storage buffer" : "";
    out_ += fmt::format("\n// {}; {} bytes.\nstruct {} {{\n", place, block.size, name);
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
    for (const BlockMember& member : block.members) {
      pad_to(member.offset);
      const bool stands_alone = block.kind == BlockKind::Uniform || block.kind == BlockKind::Push;
      const bool is_padded = has_padded_columns(member.stored, stands_alone);
      out_ += fmt::format("    {} {} = {};{}\n", stored_type(member.stored, stands_alone),
                          member.name, initial_value(member), remark(member.source));
      at += is_padded ? static_cast<std::uint32_t>(member.stored.columns()) * row_size
                      : static_cast<std::uint32_t>(stored_size(member.stored, programs_.types));
      asserts += fmt::format("static_assert(offsetof({}, {}) == {}, \"\");\n", name, member.name,
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
    const std::optional<Constant> given =
        source.parameter ? defaults_[*source.parameter] : std::nullopt;
    return given && given->type == type ? constant({shown, given->bits}) : "{}";
  }

  std::string remark(const ValueSource& source) const {
    if (source.feature) {
      return fmt::format("  // {}", library_.text(library_.features[*source.feature].path));
    }
    return source.result ? "  // computed by update()" : "";
  }

  // --- The uniform program ---

  void append_inputs() {
    out_ += "\n// What update() reads: features of the host, then parameters of the material.\n";
    out_ += "struct UniformInputs {\n";
    for (const HostInput& input : host_.inputs) {
      out_ += fmt::format("    {} {} = {};{}\n", type_name(input.type), input.name,
                          default_value(input.source, input.type, input.type),
                          remark(input.source));
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
        print_cpp({programs_, host_.types, host_.inputs}, function);
    std::set<std::string> causes;
    for (const ReflectedResult& result : reflection_.uniform_program) {
      if (result.block == block.name) {
        causes.insert(result.features.begin(), result.features.end());
        causes.insert(result.parameters.begin(), result.parameters.end());
      }
    }
    const std::string space = "results_of_" + block.instance;
    if (!printed.functions.empty()) {
      out_ += fmt::format("\nnamespace {} {{\n{}\n}}  // namespace {}\n", space, printed.functions,
                          space);
    }
    out_ += fmt::format("\n// To be called again when one of these changes: {}.\n",
                        fmt::join(causes, ", "));
    out_ += fmt::format("inline void update(const UniformInputs& in, {}& block)\n{{\n{}{}}}\n", name,
                        printed.functions.empty() ? "" : "    using namespace " + space + ";\n",
                        printed.body);
  }

  const Library& library_;
  const Reflection& reflection_;
  const Material& material_;
  const Profile& profile_;
  const std::vector<std::optional<Constant>>& defaults_;
  const Programs& programs_;
  const HostProgram& host_;
  std::vector<std::string> block_names_;
  std::string name_;
  std::string out_;
};

}  // namespace

GeneratedHeader::GeneratedHeader(const Library& library, const PlacedPlan& placed,
                                 const Programs& programs, const Reflection& reflection)
    : library_(library), placed_(placed), programs_(programs), reflection_(reflection) {}

Result<std::string> GeneratedHeader::declarations() const {
  auto host = lower_uniform_program(library_, placed_, programs_);
  if (!host) {
    return failed(std::move(host.error()));
  }
  return HeaderPrinter(library_, placed_, programs_, reflection_, *host).declarations();
}

std::string GeneratedHeader::text(const std::string& declarations,
                                  const std::vector<HeaderModule>& modules) const {
  const HostProgram none;
  return declarations + cpp_tables(programs_, reflection_, modules) +
         HeaderPrinter(library_, placed_, programs_, reflection_, none).end();
}

}  // namespace weft
