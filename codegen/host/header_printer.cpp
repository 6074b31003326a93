#include "codegen/host/header_printer.h"

#include <fmt/format.h>

#include "codegen/host/c_blocks.h"
#include "codegen/host/c_printer.h"
#include "codegen/host/c_types.h"
#include "codegen/ir/host_words.h"
#include "codegen/print/guarded_text.h"

namespace weft {
namespace {

class HeaderPrinter {
 public:
  HeaderPrinter(const HeaderSource& source, const HostProgram& host, const ProfileSection& section)
      : source_(source),
        programs_(source.programs),
        host_(host),
        section_(section),
        names_(source.stem("_")),
        members_(source.programs),
        types_(source.programs, host.types, members_, names_) {
    reserve_table_names(names_);
    declare_known_types();
    inputs_ = names_.unique("UniformInputs");
    default_inputs_ = names_.unique("UniformInputs_default");
    blocks_.reserve(programs_.interface.blocks.size());
    for (const Block& block : programs_.interface.blocks) {
      blocks_.push_back({names_.unique(block.name), names_.unique(block.name + "_default"),
                         names_.unique(block.name + "_update")});
    }
  }

  /// Called once.
  std::string declarations() {
    std::string text;
    for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
      text += block(i);
    }
    if (!host_.functions.empty()) {
      text += inputs();
      for (const HostFunction& function : host_.functions) {
        text += update(function);
      }
    }
    return types_.definitions() + text;
  }

  /// After declarations().
  std::string in_cpp(const std::string& tables) const {
    Namer short_names(&host_words());
    std::string text;
    for (const std::string_view name : namespace_names()) {
      short_names.unique(name);
    }
    for (const auto& [index, name] : types_.structs()) {
      text +=
          fmt::format("using {} = {};\n", short_names.unique(programs_.struct_names[index]), name);
    }
    std::string updates;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const Block& block = programs_.interface.blocks[i];
      const std::string name = short_names.unique(block.name);
      if (const ProfileSection::BlockNames* known = section_.find(block)) {
        text += fmt::format("using {} = {};\n", name, known->in_cpp);
      } else {
        text += cpp_block(name, blocks_[i].type, blocks_[i].defaults);
      }
      for (const HostFunction& function : host_.functions) {
        if (function.block == i) {
          updates += fmt::format(
              "inline void update(const UniformInputs& in, {}& block) {{ {}(&block, &in); }}\n",
              name, blocks_[i].update);
        }
      }
    }
    if (!host_.functions.empty()) {
      text += cpp_block("UniformInputs", inputs_, default_inputs_);
    }
    return fmt::format(
        "namespace {0} {{\ninline namespace {1} {{\n{2}{3}{4}}}\n}}  // namespace {0}\n",
        names_.stem(), variant(), text, updates, tables);
  }

  /// Variants of a material in one program are other types and functions for the linker.
  std::string variant() const { return "variant_" + source_.reflection.content_hash.substr(0, 8); }

  CNames& names() { return names_; }

 private:
  // The members of a struct that the profile declares have the profile's array types.
  void declare_known_types() {
    const auto known = [&](std::uint32_t structure) {
      return section_.find(structure, members_.of_struct(structure));
    };
    for (const auto& [index, structure] : section_.structs) {
      if (const auto name = known(index)) {
        types_.declare(DataType::structure(index), *name);
      }
    }
    for (const ProfileSection::Array& array : section_.arrays) {
      DataType type = array.innermost;
      if (type.is_struct() && !known(type.index())) {
        continue;
      }
      for (const std::uint32_t size : array.sizes) {
        type = host_.types.array_of(type, size);
      }
      types_.declare(type, array.name);
    }
  }

  std::string block(std::uint32_t index) {
    const Block& block = programs_.interface.blocks[index];
    const CBlockNames& own = blocks_[index];
    if (const ProfileSection::BlockNames* known = section_.find(block)) {
      return fmt::format(
          "{5}typedef {1} {3};  // {0}\n"
          "WEFT_FUNCTION {3} {4}(void) {{ return {2}(); }}\n",
          place_of(block), known->in_c.type, known->in_c.defaults, own.type, own.defaults,
          index == 0 || section_.find(programs_.interface.blocks[index - 1]) == nullptr ? "\n"
                                                                                        : "");
    }
    return c_block(scope_, index, own);
  }

  std::string inputs() {
    std::string text = fmt::format(
        "\n// What the updates read: features of the host, then parameters of the material.\n"
        "typedef struct {} {{\n",
        inputs_);
    std::string defaults;
    for (const HostInput& input : host_.inputs) {
      text += fmt::format("    {} {};{}\n", types_.name(input.type), input.name,
                          remark_on(source_.library, input.source));
      defaults += c_default_of_member(scope_, "inputs." + input.name, input.source,
                                      {input.type, input.type, false});
    }
    text += host_.inputs.empty() ? "    char pad0;\n" : "";
    return text + fmt::format("}} {};\n", inputs_) +
           c_default_function(inputs_, default_inputs_, "inputs", defaults);
  }

  std::string update(const HostFunction& function) {
    const CBlockNames& own = blocks_[function.block];
    const CProgram printed = print_c({programs_, host_.types, host_.inputs, members_}, function,
                                     inputs_, types_, names_);
    return printed.functions + fmt::format(
                                   "\n// Call it again when one of these changes: {}.\n"
                                   "WEFT_FUNCTION void {}({}* block, const {}* in)\n{{\n{}}}\n",
                                   causes_of(source_, programs_.interface.blocks[function.block]),
                                   own.update, own.type, inputs_, printed.body);
  }

  const HeaderSource& source_;
  const Programs& programs_;
  const HostProgram& host_;
  const ProfileSection& section_;
  CNames names_;
  HostMemberNames members_;
  CTypes types_;
  const CBlockScope scope_{source_.library, programs_, members_, source_.defaults(), types_};
  std::string inputs_;
  std::string default_inputs_;
  std::vector<CBlockNames> blocks_;
};

}  // namespace

std::string header_declarations(const HeaderSource& source, const HostProgram& host,
                                const ProfileSection& section) {
  return HeaderPrinter(source, host, section).declarations();
}

std::string print_header(const HeaderSource& source, const HostProgram& host,
                         const ProfileSection& section, HostFiles files,
                         const std::vector<HeaderModule>& modules) {
  HeaderPrinter printer(source, host, section);
  const std::string declarations = printer.declarations();
  HeaderTables tables =
      material_tables(source.programs, source.reflection, printer.names(), modules);
  const std::string body = fmt::format(
      "{0}\n#ifdef __cplusplus\ninline namespace {1} {{\n#endif\n{2}{3}\n#ifdef __cplusplus\n"
      "}}  // namespace {1}\n\n{4}#endif\n",
      section.text, printer.variant(), declarations, tables.in_c, printer.in_cpp(tables.in_cpp));
  const IncludeGuard guard(printer.names().stem() + "_h",
                           source.stem(",") + "," + source.reflection.content_hash);
  return fmt::format("{}{}\n{}\n{}\n{}", header_head(source.what(), "material"), guard.begin(),
                     host_files(files, host.computes), without_warnings(body, host.computes),
                     guard.end(fmt::format("\"{} has the names of another header before this one: "
                                           "rename a material or a profile, and include variants "
                                           "of a material in files of their own\"",
                                           source.stem(" for the profile "))));
}

}  // namespace weft
