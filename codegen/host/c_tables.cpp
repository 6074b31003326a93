#include "codegen/host/c_tables.h"

#include <fmt/format.h>

#include "codegen/host/table_rows.h"

namespace weft {
namespace {

constexpr std::string_view table_names[] = {
    "generator",      "content_hash",        "blocks",       "blocks_rows",
    "textures",       "textures_rows",       "samplers",     "samplers_rows",
    "attributes",     "attributes_rows",     "targets",      "targets_rows",
    "parameters",     "parameters_rows",     "vertex_spirv", "vertex_spirv_words",
    "fragment_spirv", "fragment_spirv_words"};

constexpr TableWords c_words{"weft_block_", "weft_filter_", "weft_wrap_", "NULL",
                             "NAN",         "INFINITY",     cpp_string};

class CTables {
 public:
  CTables(const Programs& programs, const Reflection& reflection, CNames& names)
      : programs_(programs), reflection_(reflection), names_(names) {}

  std::string run(const std::vector<HeaderModule>& modules) {
    out_ += fmt::format(
        "\n// The version that made this, and a hash of what a host has to keep to, which the JSON "
        "says "
        "too.\n"
        "WEFT_CONSTANT char {0}_generator[] = {1};\nWEFT_CONSTANT char {0}_content_hash[] = {2};\n",
        names_.stem(), cpp_string(reflection_.generator), cpp_string(reflection_.content_hash));
    append_bindings();
    for (const TableRows& table : interface_tables(programs_, reflection_, c_words)) {
      append_table(table);
    }
    append_parameters();
    for (const HeaderModule& module : modules) {
      append_module(module);
    }
    return std::move(out_);
  }

  std::string run_for_host() {
    append_bindings();
    for (const TableRows& table : host_tables(programs_, reflection_, c_words)) {
      append_table(table);
    }
    return std::move(out_);
  }

 private:
  void append_bindings() {
    std::string list;
    const auto add = [&](const std::string& name, std::uint32_t set, std::uint32_t binding) {
      list += fmt::format("{}    {} = {},\n    {} = {}", list.empty() ? "" : ",\n",
                          names_.unique("set_of_" + name), set, names_.unique("binding_of_" + name),
                          binding);
    };
    for_each_binding(reflection_, add);
    if (!list.empty()) {
      out_ += "\n// Where things are bound.\nenum {\n" + list + "\n};\n";
    }
  }

  void append_table(const TableRows& table) {
    const std::string own = names_.stem() + "_" + std::string(table.table);
    if (table.rows.empty()) {
      out_ += fmt::format("\nWEFT_CONSTANT weft_{} {} = {{NULL, 0}};\n", table.table, own);
      return;
    }
    out_ += fmt::format("\nWEFT_CONSTANT weft_table_{} {}_rows[] = {{\n", table.row, own);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      out_ += "    {" + table.rows[i] + (i + 1 < table.rows.size() ? "},\n" : "}\n");
    }
    out_ += fmt::format("}};\nWEFT_CONSTANT weft_{0} {1} = {{{1}_rows, {2}}};\n", table.table, own,
                        table.rows.size());
  }

  void append_parameters() {
    std::string defaults;
    const TableRows table = parameter_table(
        reflection_, c_words, [&](const std::string& name, const std::string& numbers) {
          const std::string array = names_.unique("default_of_" + name);
          defaults += fmt::format("WEFT_CONSTANT double {}[] = {{{}}};\n", array, numbers);
          return array;
        });
    out_ += defaults.empty() ? "" : "\n" + defaults;
    append_table(table);
  }

  void append_module(const HeaderModule& module) {
    constexpr std::size_t per_line = 10;
    const std::string own = names_.stem() + "_" + module.name;
    out_ += fmt::format("\nWEFT_CONSTANT uint32_t {}_words[] = {{", own);
    for (std::size_t i = 0; i < module.words.size(); ++i) {
      fmt::format_to(std::back_inserter(out_), "{}{:#x}{}", i % per_line == 0 ? "\n    " : " ",
                     module.words[i], i + 1 < module.words.size() ? "," : "");
    }
    out_ += fmt::format("\n}};\nWEFT_CONSTANT weft_words {0} = {{{0}_words, {1}}};\n", own,
                        module.words.size());
  }

  const Programs& programs_;
  const Reflection& reflection_;
  CNames& names_;
  std::string out_;
};

}  // namespace

std::string c_tables(const HeaderSource& source, CNames& names,
                     const std::vector<HeaderModule>& modules) {
  return CTables(source.programs, source.reflection, names).run(modules);
}

std::string c_host_tables(const Programs& programs, const Reflection& reflection, CNames& names) {
  return CTables(programs, reflection, names).run_for_host();
}

void reserve_c_table_names(CNames& names) {
  for (const std::string_view name : table_names) {
    names.unique(name);
  }
}

}  // namespace weft
