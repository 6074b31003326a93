#include "codegen/host/header_tables.h"

#include <cstdint>

#include <fmt/format.h>

#include "codegen/host/table_rows.h"
#include "codegen/ir/host_words.h"

namespace weft {
namespace {

constexpr std::string_view table_names[] = {
    "generator",      "content_hash",         "blocks",       "blocks_rows",
    "textures",       "textures_rows",        "samplers",     "samplers_rows",
    "attributes",     "attributes_rows",      "targets",      "targets_rows",
    "parameters",     "parameters_rows",      "vertex_spirv", "vertex_spirv_words",
    "fragment_spirv", "fragment_spirv_words", "thread_spirv", "thread_spirv_words",
    "storage",        "storage_rows",         "states",       "states_rows",
    "threads"};

class TablePrinter {
 public:
  TablePrinter(const Reflection& reflection, CNames& names)
      : reflection_(reflection), names_(names) {}

  void append_versions() {
    in_c_ += fmt::format(
        "\n// The generator's version; the hash of the interface and the uniform program, also in "
        "the JSON.\n"
        "WEFT_CONSTANT char {0}_generator[] = {1};\nWEFT_CONSTANT char {0}_content_hash[] = {2};\n",
        names_.stem(), c_string(reflection_.generator), c_string(reflection_.content_hash));
  }

  void append_bindings() {
    Namer words(&host_words());
    std::string enumerators;
    std::string slots;
    const auto add = [&](const std::string& name, std::uint32_t set, std::uint32_t binding) {
      const std::string set_name = names_.unique("set_of_" + name);
      const std::string binding_name = names_.unique("binding_of_" + name);
      enumerators += fmt::format("{}    {} = {}, {} = {}", enumerators.empty() ? "" : ",\n",
                                 set_name, set, binding_name, binding);
      slots += fmt::format("inline constexpr weft_slot {} = {{{}, {}}};\n", words.unique(name), set,
                           binding);
    };
    for_each_binding(reflection_, add);
    if (!enumerators.empty()) {
      in_c_ += "\nenum {\n" + enumerators + "\n};\n";
    }
    in_cpp_ += "namespace bindings {\n" + slots + "}  // namespace bindings\n";
  }

  /// The values of parameters that have names: enumerators, constants where they are unsigned.
  void append_choices() {
    Namer words(&host_words());
    std::string spaces;
    for (const ReflectedParameter& parameter : reflection_.parameters) {
      if (parameter.choices.empty()) {
        continue;
      }
      const bool is_signed = parameter.type == "int";
      std::string enumerators;
      std::string constants;
      Namer inside(&host_words());
      for (const auto& [name, value] : parameter.choices) {
        const std::string own = names_.unique(parameter.name + "_" + name);
        const std::string number =
            is_signed && value == INT32_MIN ? "(-2147483647 - 1)" : fmt::format("{}", value);
        enumerators +=
            is_signed ? fmt::format("{}    {} = {}", enumerators.empty() ? "" : ",\n", own, number)
                      : fmt::format("WEFT_CONSTANT uint32_t {} = {}u;\n", own, number);
        constants +=
            fmt::format("inline constexpr {} {} = {};\n",
                        is_signed ? "std::int32_t" : "std::uint32_t", inside.unique(name), own);
      }
      in_c_ += fmt::format("\n// The values of `{}`.\n{}", parameter.name,
                           is_signed ? "enum {\n" + enumerators + "\n};\n" : enumerators);
      const std::string space = words.unique(parameter.name);
      spaces += fmt::format("namespace {0} {{\n{1}}}  // namespace {0}\n", space, constants);
    }
    if (!spaces.empty()) {
      in_cpp_ += "namespace choices {\n" + spaces + "}  // namespace choices\n";
    }
  }

  void append_table(const TableRows& table) {
    const std::string own = names_.stem() + "_" + std::string(table.table);
    if (table.rows.empty()) {
      in_c_ += fmt::format("WEFT_CONSTANT weft_{} {} = {{NULL, 0}};\n", table.table, own);
      return;
    }
    in_c_ += fmt::format("WEFT_CONSTANT weft_table_{} {}_rows[] = {{\n", table.row, own);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      in_c_ += "    {" + table.rows[i] + (i + 1 < table.rows.size() ? "},\n" : "}\n");
    }
    in_c_ += fmt::format("}};\nWEFT_CONSTANT weft_{0} {1} = {{{1}_rows, {2}}};\n", table.table, own,
                         table.rows.size());
  }

  void append_parameters() {
    std::string defaults;
    const TableRows table =
        parameter_table(reflection_, [&](const std::string& name, const std::string& numbers) {
          const std::string array = names_.unique("default_of_" + name);
          defaults += fmt::format("WEFT_CONSTANT double {}[] = {{{}}};\n", array, numbers);
          return array;
        });
    in_c_ += defaults;
    append_table(table);
  }

  void append_threads(const Programs& programs) {
    for (const TableRows& table : thread_tables(programs, reflection_)) {
      append_table(table);
    }
    const ThreadGrid& threads = *reflection_.threads;
    in_c_ += fmt::format("WEFT_CONSTANT weft_thread_grid {}_threads = {{{}, {}, {}, {}}};\n",
                         names_.stem(), threads.dimensions, threads.workgroup[0],
                         threads.workgroup[1], threads.workgroup[2]);
    append_names("WEFT_THREAD_TABLES");
  }

  void append_module(const HeaderModule& module) {
    constexpr std::size_t per_line = 10;
    const std::string own = names_.stem() + "_" + module.name;
    in_c_ += fmt::format("\nWEFT_CONSTANT uint32_t {}_words[] = {{", own);
    for (std::size_t i = 0; i < module.words.size(); ++i) {
      fmt::format_to(std::back_inserter(in_c_), "{}{:#x}{}", i % per_line == 0 ? "\n    " : " ",
                     module.words[i], i + 1 < module.words.size() ? "," : "");
    }
    in_c_ += fmt::format("\n}};\nWEFT_CONSTANT weft_words {0} = {{{0}_words, {1}}};\n", own,
                         module.words.size());
    in_cpp_ += fmt::format("inline constexpr auto& {} = {};\n", module.name, own);
  }

  /// `macro`: the one of host_types.h that names the tables.
  void append_names(std::string_view macro) {
    in_cpp_ += fmt::format("{}({});\n", macro, names_.stem());
  }

  HeaderTables finish() { return {std::move(in_c_), std::move(in_cpp_)}; }

 private:
  const Reflection& reflection_;
  CNames& names_;
  std::string in_c_;
  std::string in_cpp_;
};

}  // namespace

HeaderTables material_tables(const Programs& programs, const Reflection& reflection, CNames& names,
                             const std::vector<HeaderModule>& modules) {
  TablePrinter printer(reflection, names);
  printer.append_versions();
  printer.append_bindings();
  printer.append_choices();
  for (const TableRows& table : interface_tables(programs, reflection)) {
    printer.append_table(table);
  }
  printer.append_parameters();
  printer.append_names("WEFT_MATERIAL_TABLES");
  if (reflection.threads) {
    printer.append_threads(programs);
  }
  for (const HeaderModule& module : modules) {
    printer.append_module(module);
  }
  return printer.finish();
}

HeaderTables profile_tables(const Programs& programs, const Reflection& reflection, CNames& names) {
  TablePrinter printer(reflection, names);
  printer.append_bindings();
  for (const TableRows& table : host_tables(programs, reflection)) {
    printer.append_table(table);
  }
  printer.append_names("WEFT_PROFILE_TABLES");
  return printer.finish();
}

void reserve_table_names(CNames& names) {
  for (const std::string_view name : table_names) {
    names.unique(name);
  }
}

const std::vector<std::string_view>& namespace_names() {
  static const std::vector<std::string_view> names = {
      "generator",  "content_hash",  "bindings",   "blocks",       "textures",       "samplers",
      "attributes", "targets",       "parameters", "vertex_spirv", "fragment_spirv", "thread_spirv",
      "update",     "UniformInputs", "choices",    "storage",      "states",         "threads"};
  return names;
}

}  // namespace weft
