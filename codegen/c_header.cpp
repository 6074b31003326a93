#include "codegen/c_header.h"

#include <fmt/format.h>

#include "codegen/c_expressions.h"
#include "codegen/c_mathematics.h"
#include "codegen/c_printer.h"
#include "codegen/c_tables.h"
#include "codegen/c_types.h"
#include "codegen/layout.h"

namespace weft {
namespace {

class CHeaderPrinter {
 public:
  CHeaderPrinter(const HeaderSource& source, const HostProgram& host)
      : source_(source),
        programs_(source.programs),
        host_(host),
        names_(source.stem("_")),
        members_(source.programs),
        types_(source.programs, host.types, members_, names_) {
    reserve_c_table_names(names_);
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
        "{0}#ifndef {1}\n#define {1}\n\n{2}\n{3}\n"
        "{4}{5}{6}{7}\n{8}\n#endif\n",
        header_head(source_), guard, c_mathematics(), c_table_types(), warnings_begin(),
        types_.definitions(), out_, tables, warnings_end());
  }

 private:
  struct BlockNames {
    std::string type;
    std::string defaults;
    std::string update;
  };

  void append_block(std::uint32_t index) {
    const Block& block = programs_.interface.blocks[index];
    const BlockNames& own = blocks_[index];
    out_ += fmt::format("\n// {}.\ntypedef struct {} {{\n", place_of(block), own.type);
    std::uint32_t at = 0;
    std::uint32_t paddings = 0;
    const auto pad_to = [&](std::uint32_t offset) {
      if (at < offset) {
        out_ += fmt::format("    float {}{}[{}];\n", padding_prefix, paddings++, (offset - at) / 4);
      }
      at = offset;
    };
    std::string asserts;
    std::string defaults;
    for (std::size_t i = 0; i < block.members.size(); ++i) {
      const BlockMember& member = block.members[i];
      const std::string& name = members_.of_block(index)[i];
      pad_to(member.offset);
      const bool stands_alone = block.kind != BlockKind::Storage;
      out_ += fmt::format("    {} {};{}\n", types_.stored_name(member.stored, stands_alone), name,
                          remark_on(source_, member.source, "its update()"));
      const bool is_padded = member.stored.is_matrix() && stands_alone;
      at += is_padded ? static_cast<std::uint32_t>(member.stored.columns()) * row_size
                      : static_cast<std::uint32_t>(stored_size(member.stored, programs_.types));
      asserts += fmt::format("WEFT_ASSERT_OFFSET({}, {}, {});\n", own.type, name, member.offset);
      if (member.type.is_scalar_or_vector()) {
        defaults += default_of_member("block." + name, member.source, member.type, member.stored);
      }
    }
    pad_to(block.size);
    out_ += fmt::format("}} {0};\n{1}WEFT_ASSERT_SIZE({0}, {2});\n", own.type, asserts, block.size);
    append_default(own.type, own.defaults, "block", defaults);
  }

  /// `block.tint = …;`, or nothing where it begins with zeros.
  std::string default_of_member(const std::string& member, const ValueSource& source, DataType type,
                                DataType shown) const {
    const std::optional<Constant> given = default_of(source_, source);
    if (!given || given->type != type || !type.is_plain() || given->bits.empty()) {
      return {};
    }
    return fmt::format("    {} = {};\n", member, constant({shown, given->bits}));
  }

  void append_default(const std::string& type, const std::string& function,
                      const std::string& variable, const std::string& members) {
    out_ += fmt::format(
        "\n// {3}\nstatic inline {0} {1}(void)\n{{\n    {0} {2};\n"
        "    memset(&{2}, 0, sizeof {2});\n{4}    return {2};\n}}\n",
        type, function, variable,
        members.empty() ? "All 0." : "Parameters have their defaults, all else is 0.", members);
  }

  /// Of plain types.
  static std::string constant(const Constant& value) {
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

  void append_inputs() {
    out_ += fmt::format(
        "\n// What the functions below read: features of the host, then parameters of the "
        "material.\n"
        "typedef struct {} {{\n",
        inputs_);
    std::string defaults;
    for (const HostInput& input : host_.inputs) {
      out_ += fmt::format("    {} {};{}\n", types_.name(input.type), input.name,
                          remark_on(source_, input.source));
      defaults += default_of_member("inputs." + input.name, input.source, input.type, input.type);
    }
    out_ += host_.inputs.empty() ? "    char pad0;\n" : "";
    out_ += fmt::format("}} {};\n", inputs_);
    append_default(inputs_, default_inputs_, "inputs", defaults);
  }

  void append_update(const HostFunction& function) {
    const BlockNames& own = blocks_[function.block];
    const CProgram printed = print_c({programs_, host_.types, host_.inputs, members_}, function,
                                     inputs_, types_, names_);
    out_ += printed.functions;
    out_ += fmt::format(
        "\n// To be called again when one of these changes: {}.\n"
        "static inline void {}({}* block, const {}* in)\n{{\n{}}}\n",
        causes_of(source_, programs_.interface.blocks[function.block]), own.update, own.type,
        inputs_, printed.body);
  }

  const HeaderSource& source_;
  const Programs& programs_;
  const HostProgram& host_;
  CNames names_;
  HostMemberNames members_;
  CTypes types_;
  std::string inputs_;
  std::string default_inputs_;
  std::vector<BlockNames> blocks_;
  std::string out_;
};

}  // namespace

std::string c_header(const HeaderSource& source, const HostProgram& host,
                     const std::vector<HeaderModule>& modules) {
  return CHeaderPrinter(source, host).run(modules);
}

}  // namespace weft
