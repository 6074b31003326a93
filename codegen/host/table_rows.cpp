#include "codegen/host/table_rows.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "codegen/interface/layout.h"
#include "support/float_bits.h"
#include "support/json_writer.h"

namespace weft {
namespace {

/// Bits as in VkShaderStageFlags.
std::uint32_t stage_bits(const StageUse& stages) {
  return (stages[static_cast<std::size_t>(Stage::Vertex)] ? 0x1U : 0U) |
         (stages[static_cast<std::size_t>(Stage::Fragment)] ? 0x10U : 0U) |
         (stages[static_cast<std::size_t>(Stage::Thread)] ? 0x20U : 0U);
}

/// `uniform`, `push`, `storage`.
std::string_view block_kind_name(BlockKind kind) {
  return kind == BlockKind::Uniform ? "uniform" : kind == BlockKind::Push ? "push" : "storage";
}

/// The VkFormat of an attribute with 32-bit components (Vulkan 1.0); bools are uints.
std::uint32_t attribute_format(DataType type) {
  constexpr std::uint32_t r32_uint = 98;  // then SINT and SFLOAT, then those of two components, …
  const std::uint32_t kind = type.scalar_kind() == Scalar::Float ? 2
                             : type.scalar_kind() == Scalar::Int ? 1
                                                                 : 0;
  return r32_uint + 3 * static_cast<std::uint32_t>(type.rows() - 1) + kind;
}

/// A JSON object.
std::string metadata_json(const ReflectedParameter& parameter) {
  std::string metadata = "{";
  for (const auto& [key, json] : parameter.meta) {
    metadata += (metadata.size() > 1 ? ", " : "") + quoted_json(key) + ": " + json;
  }
  return metadata + "}";
}

/// The byte offset in its block; -1 if it is in none.
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

/// A component of a default: floats are exact.
std::string number_of(Scalar scalar, std::uint32_t bits) {
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
  const float value = float_of_bits(bits);
  if (value != value) {
    return "NAN";
  }
  if (value - value != 0.0F) {
    return value > 0 ? "INFINITY" : "-INFINITY";
  }
  return fmt::format("{}", static_cast<double>(value));
}

std::string optional_string(std::string_view text) {
  return text.empty() ? std::string("NULL") : c_string(text);
}

std::vector<std::string> block_rows(const Reflection& reflection) {
  std::vector<std::string> rows;
  for (const ReflectedBlock& block : reflection.blocks) {
    rows.push_back(fmt::format("{}, {}{}, {}, {}, {}, {:#x}", c_string(block.name), "weft_block_",
                               block_kind_name(block.kind), block.set, block.binding, block.size,
                               stage_bits(block.stages)));
  }
  return rows;
}

std::vector<std::string> texture_rows(const Reflection& reflection) {
  std::vector<std::string> rows;
  rows.reserve(reflection.textures.size());
  for (const ReflectedTexture& texture : reflection.textures) {
    rows.push_back(fmt::format("{}, {}, {}, {}, {}, {}, {}, {}, {}, {:#x}, {}",
                               c_string(texture.name), optional_string(texture.parameter),
                               optional_string(texture.feature), c_string(texture.type),
                               c_string(texture.traits), c_string(texture.sampler), texture.set,
                               texture.binding, texture.srgb_view, stage_bits(texture.stages),
                               reflection.combined_samplers));
  }
  return rows;
}

std::vector<std::string> sampler_rows(const Reflection& reflection) {
  std::vector<std::string> rows;
  rows.reserve(reflection.samplers.size());
  for (const ReflectedSampler& sampler : reflection.samplers) {
    rows.push_back(fmt::format(
        "{}, {}{}, {}{}, {}{}, {}, {}, {:#x}, {}{}, {}{}, {}{}, {}, {}{}", c_string(sampler.name),
        "weft_filter_", filter_name(sampler.state.filter), "weft_filter_",
        filter_name(sampler.state.mip_filter), "weft_wrap_", wrap_name(sampler.state.wrap),
        sampler.set, sampler.binding, stage_bits(sampler.stages), "weft_wrap_",
        wrap_name(sampler.state.wrap_v), "weft_wrap_", wrap_name(sampler.state.wrap_w),
        "weft_border_", border_name(sampler.state.border), sampler.state.anisotropy,
        "weft_compare_", compare_name(sampler.state.compare)));
  }
  return rows;
}

std::vector<std::string> attribute_rows(const Programs& programs, const Reflection& reflection) {
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < reflection.attributes.size(); ++i) {
    const ReflectedAttribute& attribute = reflection.attributes[i];
    const DataType type = programs.interface.attributes[i].type;
    rows.push_back(fmt::format("{}, {}, {}, {}, {}, {}, {}, {}", c_string(attribute.feature),
                               c_string(attribute.name), c_string(attribute.semantic),
                               attribute.location, type.columns(), attribute_format(type),
                               4 * type.rows(), attribute.per_instance));
  }
  return rows;
}

std::vector<std::string> target_rows(const Reflection& reflection) {
  std::vector<std::string> rows;
  for (const ReflectedTarget& target : reflection.targets) {
    rows.push_back(fmt::format("{}, {}, {}, {}, {}", c_string(target.name), c_string(target.type),
                               c_string(target.traits), target.location, target.srgb_view));
  }
  return rows;
}

/// The VkFormat of a storage image (Vulkan 1.0); 0 without a format.
std::uint32_t image_format_number(std::string_view name) {
  struct Row {
    std::string_view name;
    std::uint32_t number;
  };
  constexpr auto rows = std::to_array<Row>({{"r8", 9},
                                            {"rg8", 16},
                                            {"rgba8", 37},
                                            {"r16", 70},
                                            {"r16f", 76},
                                            {"rg16", 77},
                                            {"rg16f", 83},
                                            {"rgba16", 91},
                                            {"rgba16f", 97},
                                            {"r32ui", 98},
                                            {"r32i", 99},
                                            {"r32f", 100},
                                            {"rg32ui", 101},
                                            {"rg32i", 102},
                                            {"rg32f", 103},
                                            {"rgba32ui", 107},
                                            {"rgba32i", 108},
                                            {"rgba32f", 109}});
  const auto found =
      std::find_if(rows.begin(), rows.end(), [name](const Row& row) { return row.name == name; });
  return found != rows.end() ? found->number : 0;
}

/// Bytes of a texel of the format.
std::uint32_t texel_size(const ImageFormat& format) {
  const bool has_bytes = format.name.ends_with('8');
  const bool has_halves = format.name.find("16") != std::string_view::npos;
  return static_cast<std::uint32_t>(format.components) * (has_bytes ? 1U : has_halves ? 2U : 4U);
}

/// What rows of outputs and states have in common: name to stride.
std::string storage_words(const ReflectedStorage& storage) {
  const auto format = find_image_format(storage.format);
  return fmt::format("{}, {}, {}, {}, {}, {}", c_string(storage.name), c_string(storage.type),
                     c_string(storage.traits), optional_string(storage.format),
                     image_format_number(storage.format),
                     format ? texel_size(*format) : storage.stride);
}

std::vector<std::string> storage_rows(const Programs& programs, const Reflection& reflection) {
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < reflection.storage.size(); ++i) {
    const ReflectedStorage& storage = reflection.storage[i];
    const auto& state = programs.interface.storage[i].state;
    rows.push_back(fmt::format("{}, {}, {}, {}", storage_words(storage), storage.set,
                               storage.binding, state ? static_cast<int>(*state) : -1));
  }
  return rows;
}

std::vector<std::string> state_rows(const Programs& programs, const Reflection& reflection) {
  std::vector<std::string> rows;
  const Interface& all = programs.interface;
  for (std::size_t i = 0; i < reflection.states.size(); ++i) {
    const ReflectedState& state = reflection.states[i];
    rows.push_back(fmt::format("{}, {}, {}, {}, {}", storage_words(state), state.set, state.binding,
                               all.storage[all.states[i].storage].binding, state.is_read));
  }
  return rows;
}

}  // namespace

std::string c_string(std::string_view text) {
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

std::vector<TableRows> interface_tables(const Programs& programs, const Reflection& reflection) {
  return {{"block", "blocks", block_rows(reflection)},
          {"texture", "textures", texture_rows(reflection)},
          {"sampler", "samplers", sampler_rows(reflection)},
          {"attribute", "attributes", attribute_rows(programs, reflection)},
          {"target", "targets", target_rows(reflection)}};
}

std::vector<TableRows> thread_tables(const Programs& programs, const Reflection& reflection) {
  return {{"storage", "storage", storage_rows(programs, reflection)},
          {"state", "states", state_rows(programs, reflection)}};
}

std::vector<TableRows> host_tables(const Programs& programs, const Reflection& reflection) {
  return {{"block", "blocks", block_rows(reflection)},
          {"attribute", "attributes", attribute_rows(programs, reflection)},
          {"target", "targets", target_rows(reflection)}};
}

TableRows parameter_table(
    const Reflection& reflection,
    const std::function<std::string(const std::string& name, const std::string& numbers)>&
        add_default) {
  TableRows table{"parameter", "parameters", {}};
  for (const ReflectedParameter& parameter : reflection.parameters) {
    std::string array("NULL");
    std::size_t components = 0;
    if (parameter.default_value && parameter.default_value->type.is_plain()) {
      const Constant& value = *parameter.default_value;
      components = value.bits.size();
      std::string numbers;
      for (std::size_t i = 0; i < components; ++i) {
        numbers += (i == 0 ? "" : ", ") + number_of(value.type.scalar_kind(), value.bits[i]);
      }
      array = add_default(parameter.name, numbers);
    }
    table.rows.push_back(
        fmt::format("{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}", c_string(parameter.name),
                    c_string(parameter.type), c_string(parameter.traits), c_string(parameter.kind),
                    c_string(parameter.doc), c_string(metadata_json(parameter)), array, components,
                    parameter_offset(reflection, parameter.name),
                    parameter.constant_id ? static_cast<std::int64_t>(*parameter.constant_id) : -1,
                    parameter.used));
  }
  return table;
}

}  // namespace weft
