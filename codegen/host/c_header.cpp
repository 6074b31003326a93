#include "codegen/host/c_header.h"

#include <fmt/format.h>

#include "codegen/host/c_blocks.h"
#include "codegen/host/c_printer.h"
#include "codegen/host/c_tables.h"
#include "codegen/host/c_types.h"

namespace weft {
namespace {

class CHeaderPrinter {
 public:
  CHeaderPrinter(const HeaderSource& source, const HostProgram& host, const ProfileSection& section,
                 HostFiles files)
      : source_(source),
        programs_(source.programs),
        host_(host),
        section_(section),
        files_(files),
        names_(source.stem("_")),
        members_(source.programs),
        types_(source.programs, host.types, members_, names_) {
    reserve_c_table_names(names_);
    for (const auto& [index, structure] : section.structs) {
      if (const auto known = section.find(index, members_.of_struct(index))) {
        types_.declare(DataType::structure(index), *known);
      }
    }
    inputs_ = names_.unique("UniformInputs");
    default_inputs_ = names_.unique("UniformInputs_default");
    for (const Block& block : programs_.interface.blocks) {
      blocks_.push_back({names_.unique(block.name), names_.unique(block.name + "_default"),
                         names_.unique(block.name + "_update")});
    }
  }

  std::string run(const std::vector<HeaderModule>& modules) {
    for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
      append_block(i);
    }
    if (!host_.functions.empty()) {
      append_inputs();
      for (const HostFunction& function : host_.functions) {
        append_update(function);
      }
    }
    const std::string tables = c_tables(source_, names_, modules);
    const std::string guard = "WEFT_" + in_capitals(names_.stem()) + "_C_H";
    return fmt::format(
        "{0}#ifndef {1}\n#define {1}\n\n{2}\n"
        "{3}\n{4}{5}{6}{7}\n{8}\n#endif\n",
        header_head(source_.what(), "material"), guard,
        host_files(files_, !host_.functions.empty()), warnings_begin(), section_.text,
        types_.definitions(), out_, tables, warnings_end());
  }

 private:
  void append_block(std::uint32_t index) {
    const Block& block = programs_.interface.blocks[index];
    const CBlockNames& own = blocks_[index];
    if (const auto known = section_.find(block)) {
      out_ += fmt::format(
          "\n// {0}.\ntypedef {1} {2};\nWEFT_FUNCTION {2} {3}(void)\n{{\n    return "
          "{1}_default();\n}}\n",
          place_of(block), *known, own.type, own.defaults);
    } else {
      out_ += c_block(scope_, index, own);
    }
  }

  void append_inputs() {
    out_ += fmt::format(
        "\n// What the functions below read: features of the host, then parameters of the "
        "material.\n"
        "typedef struct {} {{\n",
        inputs_);
    std::string defaults;
    for (const HostInput& input : host_.inputs) {
      out_ += fmt::format("    {} {};{}\n", types_.name(input.type), input.name,
                          remark_on(source_.library, input.source));
      defaults +=
          c_default_of_member(scope_, "inputs." + input.name, input.source, input.type, input.type);
    }
    out_ += host_.inputs.empty() ? "    char pad0;\n" : "";
    out_ += fmt::format("}} {};\n", inputs_);
    out_ += c_default_function(inputs_, default_inputs_, "inputs", defaults);
  }

  void append_update(const HostFunction& function) {
    const CBlockNames& own = blocks_[function.block];
    const CProgram printed = print_c({programs_, host_.types, host_.inputs, members_}, function,
                                     inputs_, types_, names_);
    out_ += printed.functions;
    out_ += fmt::format(
        "\n// To be called again when one of these changes: {}.\n"
        "WEFT_FUNCTION void {}({}* block, const {}* in)\n{{\n{}}}\n",
        causes_of(source_, programs_.interface.blocks[function.block]), own.update, own.type,
        inputs_, printed.body);
  }

  const HeaderSource& source_;
  const Programs& programs_;
  const HostProgram& host_;
  const ProfileSection& section_;
  HostFiles files_;
  CNames names_;
  HostMemberNames members_;
  CTypes types_;
  const CBlockScope scope_{source_.library, programs_, members_, source_.defaults(), types_};
  std::string inputs_;
  std::string default_inputs_;
  std::vector<CBlockNames> blocks_;
  std::string out_;
};

}  // namespace

std::string c_header(const HeaderSource& source, const HostProgram& host,
                     const ProfileSection& section, HostFiles files,
                     const std::vector<HeaderModule>& modules) {
  return CHeaderPrinter(source, host, section, files).run(modules);
}

}  // namespace weft
