#include "codegen/host/c_tables.h"

#include <fmt/format.h>

#include "codegen/host/table_rows.h"

namespace weft {
namespace {

constexpr std::string_view c_types_text = R"text(#ifndef WEFT_TABLES_C_1
#define WEFT_TABLES_C_1
// What the tables of a shader pair consist of. Sets, bindings and locations are Vulkan's.

// Bits as in VkShaderStageFlags.
enum { weft_stage_vertex = 0x1, weft_stage_fragment = 0x10 };

typedef enum weft_block_kind { weft_block_uniform, weft_block_push, weft_block_storage } weft_block_kind;

typedef struct weft_table_block {
  const char* name;  // of the struct above, without what the names of this header begin with
  weft_block_kind kind;
  uint32_t set;      // 0 of push constants
  uint32_t binding;  // likewise
  uint32_t size;     // bytes
  uint32_t stages;
} weft_table_block;

typedef struct weft_table_texture {
  const char* name;
  const char* parameter;  // of the material, or NULL
  const char* feature;    // of the host, or NULL
  const char* type;       // "texture2d"
  const char* traits;     // "encoding: srgb"
  const char* sampler;    // of the samplers; empty: none, or combined with it
  uint32_t set;
  uint32_t binding;
  bool srgb_view;  // the view decodes
  uint32_t stages;
} weft_table_texture;

typedef enum weft_filter { weft_filter_linear, weft_filter_nearest } weft_filter;
typedef enum weft_wrap { weft_wrap_repeat, weft_wrap_clamp, weft_wrap_mirror } weft_wrap;

typedef struct weft_table_sampler {
  const char* name;
  weft_filter magnify_and_minify;
  weft_filter between_mips;
  weft_wrap addressing;
  uint32_t set;
  uint32_t binding;
  uint32_t stages;
} weft_table_sampler;

typedef struct weft_table_attribute {
  const char* feature;  // "surface.normal"
  const char* name;
  const char* semantic;  // "TEXCOORD1"
  uint32_t location;     // the first
  uint32_t locations;    // one per column of a matrix
  uint32_t format;       // VkFormat of each: 106 is VK_FORMAT_R32G32B32_SFLOAT
  uint32_t size;         // bytes of each
  bool per_instance;
} weft_table_attribute;

typedef struct weft_table_target {
  const char* name;
  const char* type;
  const char* traits;
  uint32_t location;
  bool srgb_view;  // the target encodes
} weft_table_target;

typedef struct weft_table_parameter {
  const char* name;
  const char* type;      // "float3"
  const char* traits;    // "use: reflectance, encoding: srgb"
  const char* kind;      // "plain", "static" or "spec"
  const char* doc;       // may have several lines
  const char* metadata;  // a JSON object: label, group, min, max, ...
  const double* default_value;  // by components, matrices column by column; NULL: none, or no numbers
  uint32_t components;          // of the default
  int32_t offset;               // bytes, in the block that holds parameters; -1: in none
  int32_t constant_id;          // of a specialisation constant, or -1
  bool used;
} weft_table_parameter;

// Tables: their rows live as long as the program.
typedef struct weft_blocks { const weft_table_block* rows; size_t count; } weft_blocks;
typedef struct weft_textures { const weft_table_texture* rows; size_t count; } weft_textures;
typedef struct weft_samplers { const weft_table_sampler* rows; size_t count; } weft_samplers;
typedef struct weft_attributes { const weft_table_attribute* rows; size_t count; } weft_attributes;
typedef struct weft_targets { const weft_table_target* rows; size_t count; } weft_targets;
typedef struct weft_parameters { const weft_table_parameter* rows; size_t count; } weft_parameters;
// A module: four bytes per word.
typedef struct weft_words { const uint32_t* words; size_t count; } weft_words;

#endif
)text";

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
        "static const char {0}_generator[] = {1};\nstatic const char {0}_content_hash[] = {2};\n",
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
      out_ += fmt::format("\nstatic const weft_{} {} = {{NULL, 0}};\n", table.table, own);
      return;
    }
    out_ += fmt::format("\nstatic const weft_table_{} {}_rows[] = {{\n", table.row, own);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      out_ += "    {" + table.rows[i] + (i + 1 < table.rows.size() ? "},\n" : "}\n");
    }
    out_ += fmt::format("}};\nstatic const weft_{0} {1} = {{{1}_rows, {2}}};\n", table.table, own,
                        table.rows.size());
  }

  void append_parameters() {
    std::string defaults;
    const TableRows table = parameter_table(
        reflection_, c_words, [&](const std::string& name, const std::string& numbers) {
          const std::string array = names_.unique("default_of_" + name);
          defaults += fmt::format("static const double {}[] = {{{}}};\n", array, numbers);
          return array;
        });
    out_ += defaults.empty() ? "" : "\n" + defaults;
    append_table(table);
  }

  void append_module(const HeaderModule& module) {
    constexpr std::size_t per_line = 10;
    const std::string own = names_.stem() + "_" + module.name;
    out_ += fmt::format("\nstatic const uint32_t {}_words[] = {{", own);
    for (std::size_t i = 0; i < module.words.size(); ++i) {
      fmt::format_to(std::back_inserter(out_), "{}{:#x}{}", i % per_line == 0 ? "\n    " : " ",
                     module.words[i], i + 1 < module.words.size() ? "," : "");
    }
    out_ += fmt::format("\n}};\nstatic const weft_words {0} = {{{0}_words, {1}}};\n", own,
                        module.words.size());
  }

  const Programs& programs_;
  const Reflection& reflection_;
  CNames& names_;
  std::string out_;
};

}  // namespace

std::string_view c_table_types() { return c_types_text; }

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
