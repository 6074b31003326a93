#include "codegen/header_tables.h"

#include <algorithm>

#include <fmt/format.h>

#include "codegen/host_words.h"
#include "codegen/layout.h"
#include "support/float_bits.h"

namespace weft {
namespace {

constexpr std::string_view types_text = R"cpp(#ifndef WEFT_TABLES_1
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
)cpp";

std::string optional_string(std::string_view text) {
  return text.empty() ? "nullptr" : cpp_string(text);
}

class Tables {
 public:
  Tables(const Programs& programs, const Reflection& reflection)
      : programs_(programs), reflection_(reflection) {}

  std::string run(const std::vector<HeaderModule>& modules) {
    out_ += fmt::format(
        "\n// The version that made this, and a hash of what a host has to keep to, which the JSON says "
        "too.\n"
        "inline constexpr char generator[] = {};\ninline constexpr char content_hash[] = {};\n",
        cpp_string(reflection_.generator), cpp_string(reflection_.content_hash));
    append_bindings();
    append_blocks();
    append_textures();
    append_samplers();
    append_attributes();
    append_targets();
    append_parameters();
    for (const HeaderModule& module : modules) {
      append_module(module);
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
    for (const ReflectedBlock& block : reflection_.blocks) {
      if (block.kind != BlockKind::Push) {
        add(block.instance, block.set, block.binding);
      }
    }
    for (const ReflectedTexture& texture : reflection_.textures) {
      add(texture.name, texture.set, texture.binding);
    }
    for (const ReflectedSampler& sampler : reflection_.samplers) {
      add(sampler.name, sampler.set, sampler.binding);
    }
    out_ += "}  // namespace bindings\n";
  }

  /// The table `name` of rows of `type`.
  void append_table(std::string_view type, std::string_view name,
                    const std::vector<std::string>& rows) {
    if (rows.empty()) {
      out_ += fmt::format("\ninline constexpr weft_tables_1::table<weft_tables_1::{}> {} = {{nullptr, 0}};\n",
                          type, name);
      return;
    }
    out_ += fmt::format("\ninline constexpr weft_tables_1::{} {}_rows[] = {{\n", type, name);
    for (const std::string& row : rows) {
      out_ += "    {" + row + "},\n";
    }
    out_ += fmt::format(
        "}};\ninline constexpr weft_tables_1::table<weft_tables_1::{0}> {1} = {{{1}_rows, {2}}};\n",
        type, name, rows.size());
  }

  void append_blocks() {
    std::vector<std::string> rows;
    for (const ReflectedBlock& block : reflection_.blocks) {
      rows.push_back(fmt::format("{}, weft_tables_1::block_kind::{}, {}, {}, {}, {:#x}",
                                 cpp_string(block.name), block_kind_name(block.kind), block.set,
                                 block.binding, block.size, stage_bits(block.stages)));
    }
    append_table("block", "blocks", rows);
  }

  void append_textures() {
    std::vector<std::string> rows;
    for (const ReflectedTexture& texture : reflection_.textures) {
      rows.push_back(fmt::format("{}, {}, {}, {}, {}, {}, {}, {}, {}, {:#x}",
                                 cpp_string(texture.name), optional_string(texture.parameter),
                                 optional_string(texture.feature), cpp_string(texture.type),
                                 cpp_string(texture.traits), cpp_string(texture.sampler),
                                 texture.set, texture.binding, texture.srgb_view,
                                 stage_bits(texture.stages)));
    }
    append_table("texture", "textures", rows);
  }

  void append_samplers() {
    std::vector<std::string> rows;
    for (const ReflectedSampler& sampler : reflection_.samplers) {
      rows.push_back(fmt::format(
          "{}, weft_tables_1::filter::{}, weft_tables_1::filter::{}, weft_tables_1::wrap::{}, {}, {}, "
          "{:#x}",
          cpp_string(sampler.name), filter_name(sampler.state.filter),
          filter_name(sampler.state.mip_filter), wrap_name(sampler.state.wrap), sampler.set,
          sampler.binding, stage_bits(sampler.stages)));
    }
    append_table("sampler", "samplers", rows);
  }

  void append_attributes() {
    std::vector<std::string> rows;
    for (std::size_t i = 0; i < reflection_.attributes.size(); ++i) {
      const ReflectedAttribute& attribute = reflection_.attributes[i];
      const DataType type = programs_.interface.attributes[i].type;
      rows.push_back(fmt::format("{}, {}, {}, {}, {}, {}, {}, {}", cpp_string(attribute.feature),
                                 cpp_string(attribute.name), cpp_string(attribute.semantic),
                                 attribute.location, type.columns(),
                                 attribute_format(type), 4 * type.rows(),
                                 attribute.per_instance));
    }
    append_table("attribute", "attributes", rows);
  }

  void append_targets() {
    std::vector<std::string> rows;
    for (const ReflectedTarget& target : reflection_.targets) {
      rows.push_back(fmt::format("{}, {}, {}, {}, {}", cpp_string(target.name),
                                 cpp_string(target.type), cpp_string(target.traits),
                                 target.location, target.srgb_view));
    }
    append_table("target", "targets", rows);
  }

  void append_parameters() {
    std::vector<std::string> rows;
    std::string defaults;
    for (const ReflectedParameter& parameter : reflection_.parameters) {
      std::string array = "nullptr";
      std::size_t components = 0;
      if (parameter.default_value && parameter.default_value->type.is_plain()) {
        const Constant& value = *parameter.default_value;
        components = value.bits.size();
        array = "default_of_" + parameter.name;
        defaults += fmt::format("\ninline constexpr double {}[] = {{", array);
        for (std::size_t i = 0; i < components; ++i) {
          defaults += (i == 0 ? "" : ", ") + number(value.type.scalar_kind(), value.bits[i]);
        }
        defaults += "};";
        array = "defaults::" + array;
      }
      rows.push_back(fmt::format(
          "{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}", cpp_string(parameter.name),
          cpp_string(parameter.type), cpp_string(parameter.traits), cpp_string(parameter.kind),
          cpp_string(parameter.doc), cpp_string(metadata_json(parameter)), array, components,
          parameter_offset(reflection_, parameter.name),
          parameter.constant_id ? static_cast<std::int64_t>(*parameter.constant_id) : -1,
          parameter.used));
    }
    if (!defaults.empty()) {
      out_ += "\nnamespace defaults {" + defaults + "\n}  // namespace defaults\n";
    }
    append_table("parameter", "parameters", rows);
  }

  /// Floats exactly; what is no number as one that a compiler reads.
  static std::string number(Scalar scalar, std::uint32_t bits) {
    if (scalar != Scalar::Float) {
      return number_of_default(scalar, bits);
    }
    const float value = float_of_bits(bits);
    if (value != value) {
      return "std::numeric_limits<double>::quiet_NaN()";
    }
    if (value - value != 0.0F) {
      return value > 0 ? "std::numeric_limits<double>::infinity()"
                       : "-std::numeric_limits<double>::infinity()";
    }
    return number_of_default(scalar, bits);
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

std::string_view cpp_table_types() { return types_text; }

std::string cpp_tables(const Programs& programs, const Reflection& reflection,
                       const std::vector<HeaderModule>& modules) {
  return Tables(programs, reflection).run(modules);
}

const std::vector<std::string_view>& header_table_names() {
  static const std::vector<std::string_view> names = {
      "generator",      "content_hash",   "bindings",        "blocks",
      "blocks_rows",    "textures",       "textures_rows",   "samplers",
      "samplers_rows",  "attributes",     "attributes_rows", "targets",
      "targets_rows",   "parameters",     "parameters_rows", "defaults",
      "vertex_spirv",   "fragment_spirv", "vertex_spirv_words",
      "fragment_spirv_words", "weft_tables_1", "update", "UniformInputs"};
  return names;
}

std::uint32_t stage_bits(const StageUse& stages) {
  return (stages[static_cast<std::size_t>(Stage::Vertex)] ? 0x1U : 0U) |
         (stages[static_cast<std::size_t>(Stage::Fragment)] ? 0x10U : 0U);
}

std::string_view block_kind_name(BlockKind kind) {
  return kind == BlockKind::Uniform ? "uniform" : kind == BlockKind::Push ? "push" : "storage";
}

std::uint32_t attribute_format(DataType type) {
  constexpr std::uint32_t r32_uint = 98;  // then SINT and SFLOAT, then those of two components, …
  const std::uint32_t kind = type.scalar_kind() == Scalar::Float ? 2
                             : type.scalar_kind() == Scalar::Int ? 1
                                                                 : 0;
  return r32_uint + 3 * static_cast<std::uint32_t>(type.rows() - 1) + kind;
}

std::string metadata_json(const ReflectedParameter& parameter) {
  std::string metadata = "{";
  for (const auto& [key, json] : parameter.meta) {
    metadata += (metadata.size() > 1 ? ", " : "") + quoted_json(key) + ": " + json;
  }
  return metadata + "}";
}

std::int64_t parameter_offset(const Reflection& reflection, const std::string& parameter) {
  for (const ReflectedBlock& block : reflection.blocks) {
    for (const ReflectedMember& member : block.members) {
      if (member.parameter == parameter) {
        return member.offset;
      }
    }
  }
  return -1;
}

std::string number_of_default(Scalar scalar, std::uint32_t bits) {
  switch (scalar) {
    case Scalar::Bool:
      return bits != 0 ? "1" : "0";
    case Scalar::Int:
      return fmt::format("{}", static_cast<std::int32_t>(bits));
    case Scalar::Uint:
      return fmt::format("{}", bits);
    case Scalar::Float:
      break;
  }
  return fmt::format("{}", static_cast<double>(float_of_bits(bits)));
}

std::string cpp_string(std::string_view text) {
  std::string literal = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      literal += "\\n";
    } else if (c == '"' || c == '\\') {
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
