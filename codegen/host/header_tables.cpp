#include "codegen/host/header_tables.h"

#include <algorithm>

#include <fmt/format.h>

#include "codegen/host/table_rows.h"
#include "codegen/ir/host_words.h"

namespace weft {
namespace {

constexpr std::string_view cpp_types_text = R"text(#ifndef WEFT_TABLES_1
#define WEFT_TABLES_1
#include <cstddef>
#include <cstdint>
#include <limits>

// What the tables of a shader pair consist of. Sets, bindings and locations are Vulkan's.
namespace weft_tables_1 {

// A table: its elements live as long as the program.
template <class T>
struct table {
  const T* first;
  std::size_t count;
  constexpr const T* begin() const { return first; }
  constexpr const T* end() const { return first + count; }
  constexpr const T* data() const { return first; }
  constexpr std::size_t size() const { return count; }
  constexpr std::size_t size_bytes() const { return count * sizeof(T); }
  constexpr const T& operator[](std::size_t i) const { return first[i]; }
};

struct slot {
  std::uint32_t set;
  std::uint32_t binding;
};

// Bits as in VkShaderStageFlags.
enum : std::uint32_t { vertex_stage = 0x1, fragment_stage = 0x10 };

enum class block_kind { uniform, push, storage };

struct block {
  const char* name;  // of the struct above
  block_kind kind;
  std::uint32_t set;      // 0 of push constants
  std::uint32_t binding;  // likewise
  std::uint32_t size;     // bytes
  std::uint32_t stages;
};

struct texture {
  const char* name;
  const char* parameter;  // of the material, or null
  const char* feature;    // of the host, or null
  const char* type;       // "texture2d"
  const char* traits;     // "encoding: srgb"
  const char* sampler;    // of `samplers`; empty: none, or combined with it
  std::uint32_t set;
  std::uint32_t binding;
  bool srgb_view;  // the view decodes
  std::uint32_t stages;
};

enum class filter { linear, nearest };
enum class wrap { repeat, clamp, mirror };

struct sampler {
  const char* name;
  filter magnify_and_minify;
  filter between_mips;
  wrap addressing;
  std::uint32_t set;
  std::uint32_t binding;
  std::uint32_t stages;
};

struct attribute {
  const char* feature;   // "surface.normal"
  const char* name;
  const char* semantic;  // "TEXCOORD1"
  std::uint32_t location;   // the first
  std::uint32_t locations;  // one per column of a matrix
  std::uint32_t format;     // VkFormat of each: 106 is VK_FORMAT_R32G32B32_SFLOAT
  std::uint32_t size;       // bytes of each
  bool per_instance;
};

struct target {
  const char* name;
  const char* type;
  const char* traits;
  std::uint32_t location;
  bool srgb_view;  // the target encodes
};

struct parameter {
  const char* name;
  const char* type;      // "float3"
  const char* traits;    // "use: reflectance, encoding: srgb"
  const char* kind;      // "plain", "static" or "spec"
  const char* doc;       // may have several lines
  const char* metadata;  // a JSON object: label, group, min, max, ...
  const double* default_value;  // by components, matrices column by column; null: none, or no numbers
  std::uint32_t components;     // of the default
  std::int32_t offset;          // bytes, in the block that holds parameters; -1: in none
  std::int32_t constant_id;     // of a specialisation constant, or -1
  bool used;
};

}  // namespace weft_tables_1
#endif
)text";

constexpr TableWords cpp_words{"weft_tables_1::block_kind::",
                               "weft_tables_1::filter::",
                               "weft_tables_1::wrap::",
                               "nullptr",
                               "std::numeric_limits<double>::quiet_NaN()",
                               "std::numeric_limits<double>::infinity()",
                               cpp_string};

class CppTables {
 public:
  CppTables(const Programs& programs, const Reflection& reflection)
      : programs_(programs), reflection_(reflection) {}

  std::string run(const std::vector<HeaderModule>& modules) {
    out_ += fmt::format(
        "\n// The version that made this, and a hash of what a host has to keep to, which the JSON "
        "says too.\n"
        "inline constexpr char generator[] = {};\ninline constexpr char content_hash[] = {};\n",
        cpp_string(reflection_.generator), cpp_string(reflection_.content_hash));
    append_bindings();
    for (const TableRows& table : interface_tables(programs_, reflection_, cpp_words)) {
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
    for (const TableRows& table : host_tables(programs_, reflection_, cpp_words)) {
      append_table(table);
    }
    return std::move(out_);
  }

 private:
  void append_bindings() {
    Namer names;
    reserve_host_words(names);
    out_ += "\n// Where things are bound.\nnamespace bindings {\n";
    const auto add = [&](const std::string& name, std::uint32_t set, std::uint32_t binding) {
      out_ += fmt::format("inline constexpr weft_tables_1::slot {} = {{{}, {}}};\n",
                          names.unique(name), set, binding);
    };
    for_each_binding(reflection_, add);
    out_ += "}  // namespace bindings\n";
  }

  void append_table(const TableRows& table) {
    if (table.rows.empty()) {
      out_ += fmt::format(
          "\ninline constexpr weft_tables_1::table<weft_tables_1::{}> {} = {{nullptr, 0}};\n",
          table.row, table.table);
      return;
    }
    out_ += fmt::format("\ninline constexpr weft_tables_1::{} {}_rows[] = {{\n", table.row,
                        table.table);
    for (const std::string& row : table.rows) {
      out_ += "    {" + row + "},\n";
    }
    out_ += fmt::format(
        "}};\ninline constexpr weft_tables_1::table<weft_tables_1::{0}> {1} = {{{1}_rows, {2}}};\n",
        table.row, table.table, table.rows.size());
  }

  void append_parameters() {
    std::string defaults;
    const TableRows table = parameter_table(
        reflection_, cpp_words, [&](const std::string& name, const std::string& numbers) {
          defaults +=
              fmt::format("\ninline constexpr double default_of_{}[] = {{{}}};", name, numbers);
          return "defaults::default_of_" + name;
        });
    if (!defaults.empty()) {
      out_ += "\nnamespace defaults {" + defaults + "\n}  // namespace defaults\n";
    }
    append_table(table);
  }

  void append_module(const HeaderModule& module) {
    constexpr std::size_t per_line = 10;
    out_ += fmt::format("\ninline constexpr std::uint32_t {}_words[] = {{", module.name);
    for (std::size_t i = 0; i < module.words.size(); ++i) {
      fmt::format_to(std::back_inserter(out_), "{}{:#x},", i % per_line == 0 ? "\n    " : " ",
                     module.words[i]);
    }
    out_ += fmt::format(
        "\n}};\ninline constexpr weft_tables_1::table<std::uint32_t> {0} = {{{0}_words, {1}}};\n",
        module.name, module.words.size());
  }

  const Programs& programs_;
  const Reflection& reflection_;
  std::string out_;
};

}  // namespace

std::string_view cpp_table_types() { return cpp_types_text; }

std::string cpp_tables(const Programs& programs, const Reflection& reflection,
                       const std::vector<HeaderModule>& modules) {
  return CppTables(programs, reflection).run(modules);
}

std::string cpp_host_tables(const Programs& programs, const Reflection& reflection) {
  return CppTables(programs, reflection).run_for_host();
}

const std::vector<std::string_view>& header_table_names() {
  static const std::vector<std::string_view> names = {
      "generator",     "content_hash",   "bindings",           "blocks",
      "blocks_rows",   "textures",       "textures_rows",      "samplers",
      "samplers_rows", "attributes",     "attributes_rows",    "targets",
      "targets_rows",  "parameters",     "parameters_rows",    "defaults",
      "vertex_spirv",  "fragment_spirv", "vertex_spirv_words", "fragment_spirv_words",
      "weft_tables_1", "update",         "UniformInputs",      "hosts"};
  return names;
}

std::string cpp_string(std::string_view text) {
  std::string literal = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      literal += "\\n";
    } else if (c == '"' || c == '\\' || (c == '?' && i > 0 && text[i - 1] == '?')) {
      literal += {'\\', c};
    } else if (byte < 0x20 || byte == 0x7F) {
      literal += fmt::format("\\{:03o}", byte);
    } else {
      literal += c;
    }
  }
  return literal + "\"";
}

}  // namespace weft
