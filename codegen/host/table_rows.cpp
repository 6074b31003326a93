#include "codegen/host/table_rows.h"

#include <fmt/format.h>

#include "codegen/interface/layout.h"
#include "support/float_bits.h"

namespace weft {
namespace {

/// Bits as in VkShaderStageFlags.
std::uint32_t stage_bits(const StageUse& stages) {
  return (stages[static_cast<std::size_t>(Stage::Vertex)] ? 0x1U : 0U) |
         (stages[static_cast<std::size_t>(Stage::Fragment)] ? 0x10U : 0U);
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

/// A component of a default: floats are exact, NaN and infinities use the language's words.
std::string number_of(const TableWords& words, Scalar scalar, std::uint32_t bits) {
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
    return std::string(words.not_a_number);
  }
  if (value - value != 0.0F) {
    return fmt::format("{}{}", value > 0 ? "" : "-", words.infinity);
  }
  return fmt::format("{}", static_cast<double>(value));
}

std::string optional_string(const TableWords& words, std::string_view text) {
  return text.empty() ? std::string(words.null) : words.string(text);
}

std::vector<std::string> block_rows(const Reflection& reflection, const TableWords& words) {
  std::vector<std::string> rows;
  for (const ReflectedBlock& block : reflection.blocks) {
    rows.push_back(fmt::format("{}, {}{}, {}, {}, {}, {:#x}", words.string(block.name),
                               words.block_kind, block_kind_name(block.kind), block.set,
                               block.binding, block.size, stage_bits(block.stages)));
  }
  return rows;
}

std::vector<std::string> texture_rows(const Reflection& reflection, const TableWords& words) {
  std::vector<std::string> rows;
  for (const ReflectedTexture& texture : reflection.textures) {
    rows.push_back(fmt::format(
        "{}, {}, {}, {}, {}, {}, {}, {}, {}, {:#x}", words.string(texture.name),
        optional_string(words, texture.parameter), optional_string(words, texture.feature),
        words.string(texture.type), words.string(texture.traits), words.string(texture.sampler),
        texture.set, texture.binding, texture.srgb_view, stage_bits(texture.stages)));
  }
  return rows;
}

std::vector<std::string> sampler_rows(const Reflection& reflection, const TableWords& words) {
  std::vector<std::string> rows;
  for (const ReflectedSampler& sampler : reflection.samplers) {
    rows.push_back(fmt::format("{}, {}{}, {}{}, {}{}, {}, {}, {:#x}", words.string(sampler.name),
                               words.filter, filter_name(sampler.state.filter), words.filter,
                               filter_name(sampler.state.mip_filter), words.wrap,
                               wrap_name(sampler.state.wrap), sampler.set, sampler.binding,
                               stage_bits(sampler.stages)));
  }
  return rows;
}

std::vector<std::string> attribute_rows(const Programs& programs, const Reflection& reflection,
                                        const TableWords& words) {
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < reflection.attributes.size(); ++i) {
    const ReflectedAttribute& attribute = reflection.attributes[i];
    const DataType type = programs.interface.attributes[i].type;
    rows.push_back(fmt::format("{}, {}, {}, {}, {}, {}, {}, {}", words.string(attribute.feature),
                               words.string(attribute.name), words.string(attribute.semantic),
                               attribute.location, type.columns(), attribute_format(type),
                               4 * type.rows(), attribute.per_instance));
  }
  return rows;
}

std::vector<std::string> target_rows(const Reflection& reflection, const TableWords& words) {
  std::vector<std::string> rows;
  for (const ReflectedTarget& target : reflection.targets) {
    rows.push_back(fmt::format("{}, {}, {}, {}, {}", words.string(target.name),
                               words.string(target.type), words.string(target.traits),
                               target.location, target.srgb_view));
  }
  return rows;
}

}  // namespace

std::vector<TableRows> interface_tables(const Programs& programs, const Reflection& reflection,
                                        const TableWords& words) {
  return {{"block", "blocks", block_rows(reflection, words)},
          {"texture", "textures", texture_rows(reflection, words)},
          {"sampler", "samplers", sampler_rows(reflection, words)},
          {"attribute", "attributes", attribute_rows(programs, reflection, words)},
          {"target", "targets", target_rows(reflection, words)}};
}

std::vector<TableRows> host_tables(const Programs& programs, const Reflection& reflection,
                                   const TableWords& words) {
  return {{"block", "blocks", block_rows(reflection, words)},
          {"attribute", "attributes", attribute_rows(programs, reflection, words)},
          {"target", "targets", target_rows(reflection, words)}};
}

TableRows parameter_table(
    const Reflection& reflection, const TableWords& words,
    const std::function<std::string(const std::string& name, const std::string& numbers)>&
        add_default) {
  TableRows table{"parameter", "parameters", {}};
  for (const ReflectedParameter& parameter : reflection.parameters) {
    std::string array(words.null);
    std::size_t components = 0;
    if (parameter.default_value && parameter.default_value->type.is_plain()) {
      const Constant& value = *parameter.default_value;
      components = value.bits.size();
      std::string numbers;
      for (std::size_t i = 0; i < components; ++i) {
        numbers += (i == 0 ? "" : ", ") + number_of(words, value.type.scalar_kind(), value.bits[i]);
      }
      array = add_default(parameter.name, numbers);
    }
    table.rows.push_back(fmt::format(
        "{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}", words.string(parameter.name),
        words.string(parameter.type), words.string(parameter.traits), words.string(parameter.kind),
        words.string(parameter.doc), words.string(metadata_json(parameter)), array, components,
        parameter_offset(reflection, parameter.name),
        parameter.constant_id ? static_cast<std::int64_t>(*parameter.constant_id) : -1,
        parameter.used));
  }
  return table;
}

}  // namespace weft
