#include "codegen/host/cpp_header.h"

#include <fmt/format.h>

#include "codegen/host/cpp_blocks.h"
#include "codegen/host/cpp_mathematics.h"
#include "codegen/host/cpp_printer.h"
#include "codegen/host/header_tables.h"
#include "codegen/host/member_names.h"
#include "codegen/ir/host_words.h"
#include "codegen/ir/used_structs.h"

namespace weft {
namespace {

class CppHeaderPrinter {
 public:
  CppHeaderPrinter(const HeaderSource& source, const HostProgram& host,
                   const ProfileSection& section)
      : source_(source),
        programs_(source.programs),
        host_(host),
        section_(section),
        members_(source.programs) {
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
    return header_head(source_.what(), "material") +
           fmt::format("#ifndef {0}\n#define {0}\n\n{1}{2}\n{3}\n{4}\nnamespace {5}::{6} {{\n",
                       "WEFT_" + in_capitals(name_) + "_H", cpp_mathematics(), cpp_table_types(),
                       warnings_begin(), section_.text, cpp_namespace, name_);
  }

  std::string declarations() {
    if (programs_.types.struct_count() != 0) {
      out_ += fmt::format("\nusing {0}::is_equal;\nusing {0}::store;\n", cpp_namespace);
    }
    append_structs();
    append_blocks();
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

  // --- Structs in values and blocks ---

  void append_structs() {
    UsedStructs used(host_.types);
    for (const Block& block : programs_.interface.blocks) {
      if (!section_.find(block)) {
        used.add(block);
      }
    }
    for (const HostInput& input : host_.inputs) {
      used.add(input.type);
    }
    for (const HostFunction& function : host_.functions) {
      used.add(function.program);
    }
    for (const std::uint32_t index : used.indices()) {
      const auto known = section_.find(index, members_.of_struct(index));
      out_ += known ? alias(programs_.struct_names[index], *known) : cpp_struct(scope_, index);
    }
  }

  static std::string alias(const std::string& name, const std::string& known) {
    return fmt::format("\nusing {} = {};\n", name, known);
  }

  void append_blocks() {
    for (std::uint32_t i = 0; i < programs_.interface.blocks.size(); ++i) {
      const Block& block = programs_.interface.blocks[i];
      const auto known = section_.find(block);
      out_ += known ? fmt::format("\n// {}.", place_of(block)) + alias(block_names_[i], *known)
                    : cpp_block(scope_, i, block_names_[i]);
    }
  }

  // --- The uniform program ---

  void append_inputs() {
    out_ += "\n// What update() reads: features of the host, then parameters of the material.\n";
    out_ += "struct UniformInputs {\n";
    for (const HostInput& input : host_.inputs) {
      out_ += fmt::format("    {} {} = {};{}\n", type_name(input.type), input.name,
                          cpp_initial_value(scope_, input.source, input.type, input.type),
                          remark_on(source_.library, input.source));
    }
    out_ += "};\n";
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
  const ProfileSection& section_;
  HostMemberNames members_;
  const CppBlockScope scope_{source_.library, programs_, host_.types, members_, source_.defaults()};
  std::vector<std::string> block_names_;
  std::string name_;
  std::string out_;
};

}  // namespace

std::string cpp_header_declarations(const HeaderSource& source, const HostProgram& host,
                                    const ProfileSection& section) {
  return CppHeaderPrinter(source, host, section).declarations();
}

std::string cpp_header(const HeaderSource& source, const HostProgram& host,
                       const ProfileSection& section, const std::string& declarations,
                       const std::vector<HeaderModule>& modules) {
  const CppHeaderPrinter printer(source, host, section);
  return printer.begin() + declarations + cpp_tables(source.programs, source.reflection, modules) +
         printer.end();
}

}  // namespace weft
