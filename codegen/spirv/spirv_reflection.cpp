#include "codegen/spirv/spirv_reflection.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>

#include <spirv_cross_c.h>

namespace weft {
namespace {

struct ContextRelease {
  void operator()(spvc_context context) const { spvc_context_destroy(context); }
};
using ContextOwner = std::unique_ptr<spvc_context_s, ContextRelease>;

std::string_view image_dimension(SpvDim dimension) {
  switch (dimension) {
    case SpvDim1D:
      return "1d";
    case SpvDim2D:
      return "2d";
    case SpvDim3D:
      return "3d";
    case SpvDimCube:
      return "cube";
    case SpvDimRect:
      return "rect";
    case SpvDimBuffer:
      return "buffer";
    default:  // not our enumeration: SPIRV-Headers may add values
      return "unknown";
  }
}

std::string_view image_format(SpvImageFormat format) {
  constexpr auto names = std::to_array<std::pair<SpvImageFormat, std::string_view>>({
      {SpvImageFormatR32f, "r32f"},
      {SpvImageFormatR16f, "r16f"},
      {SpvImageFormatR16, "r16"},
      {SpvImageFormatR8, "r8"},
      {SpvImageFormatRg32f, "rg32f"},
      {SpvImageFormatRg16f, "rg16f"},
      {SpvImageFormatRg16, "rg16"},
      {SpvImageFormatRg8, "rg8"},
      {SpvImageFormatRgba32f, "rgba32f"},
      {SpvImageFormatRgba16f, "rgba16f"},
      {SpvImageFormatRgba16, "rgba16"},
      {SpvImageFormatRgba8, "rgba8"},
      {SpvImageFormatR32i, "r32i"},
      {SpvImageFormatRg32i, "rg32i"},
      {SpvImageFormatRgba32i, "rgba32i"},
      {SpvImageFormatR32ui, "r32ui"},
      {SpvImageFormatRg32ui, "rg32ui"},
      {SpvImageFormatRgba32ui, "rgba32ui"},
  });
  for (const auto& [known, name] : names) {
    if (known == format) {
      return name;
    }
  }
  return "";
}

// Walks one module. Pointers from SPIRV-Cross live as long as its context.
class Reader {
 public:
  Reader(spvc_compiler compiler, ShadingLanguage made_from)
      : compiler_(compiler), transposed_(made_from == ShadingLanguage::Hlsl) {}

  SpirvReflection read(spvc_resources resources) {
    SpirvReflection reflection;
    add_blocks(resources, SPVC_RESOURCE_TYPE_UNIFORM_BUFFER, SpirvBlockKind::Uniform, reflection);
    add_blocks(resources, SPVC_RESOURCE_TYPE_STORAGE_BUFFER, SpirvBlockKind::Storage, reflection);
    add_blocks(resources, SPVC_RESOURCE_TYPE_PUSH_CONSTANT, SpirvBlockKind::PushConstant,
               reflection);
    std::sort(reflection.blocks.begin(), reflection.blocks.end(),
              [](const SpirvBlock& a, const SpirvBlock& b) {
                return std::tie(a.kind, a.set, a.binding, a.name) <
                       std::tie(b.kind, b.set, b.binding, b.name);
              });
    reflection.separate_images = read_resources(resources, SPVC_RESOURCE_TYPE_SEPARATE_IMAGE);
    reflection.samplers = read_resources(resources, SPVC_RESOURCE_TYPE_SEPARATE_SAMPLERS);
    reflection.combined_images = read_resources(resources, SPVC_RESOURCE_TYPE_SAMPLED_IMAGE);
    reflection.storage_images = read_storage_images(resources);
    reflection.inputs = read_variables(resources, SPVC_RESOURCE_TYPE_STAGE_INPUT);
    reflection.outputs = read_variables(resources, SPVC_RESOURCE_TYPE_STAGE_OUTPUT);
    reflection.spec_constants = read_spec_constants();
    return reflection;
  }

 private:
  using ResourceList = std::vector<spvc_reflected_resource>;

  static ResourceList list(spvc_resources resources, spvc_resource_type kind) {
    const spvc_reflected_resource* first = nullptr;
    std::size_t count = 0;
    if (spvc_resources_get_resource_list_for_type(resources, kind, &first, &count) !=
        SPVC_SUCCESS) {
      return {};
    }
    return {first, first + count};
  }

  std::uint32_t decoration(SpvId id, SpvDecoration kind) const {
    return spvc_compiler_get_decoration(compiler_, id, kind);
  }

  // A matrix type as its author wrote it; see reflect_spirv().
  std::string base_type_text(spvc_type_id id) const {
    const spvc_type type = spvc_compiler_get_type_handle(compiler_, id);
    const std::string width = std::to_string(spvc_type_get_vector_size(type));
    const std::string columns = std::to_string(spvc_type_get_columns(type));
    std::string text;
    switch (spvc_type_get_basetype(type)) {
      case SPVC_BASETYPE_BOOLEAN:
        text = "bool";
        break;
      case SPVC_BASETYPE_INT32:
        text = "int";
        break;
      case SPVC_BASETYPE_UINT32:
        text = "uint";
        break;
      case SPVC_BASETYPE_FP32:
        text = "float";
        break;
      case SPVC_BASETYPE_FP64:
        text = "double";
        break;
      case SPVC_BASETYPE_STRUCT: {
        const char* name = spvc_compiler_get_name(compiler_, spvc_type_get_base_type_id(type));
        return name;
      }
      case SPVC_BASETYPE_SAMPLER:
        return "sampler";
      case SPVC_BASETYPE_IMAGE:
      case SPVC_BASETYPE_SAMPLED_IMAGE: {
        const bool combined = spvc_type_get_basetype(type) == SPVC_BASETYPE_SAMPLED_IMAGE;
        text = combined ? "sampler" : "texture";
        text += image_dimension(spvc_type_get_image_dimension(type));
        return spvc_type_get_image_arrayed(type) != SPVC_FALSE ? text + "array" : text;
      }
      default:  // not our enumeration; our printers produce nothing else
        return "unknown";
    }
    if (columns != "1") {
      return text + (transposed_ ? columns + "x" + width : width + "x" + columns);
    }
    return width == "1" ? text : text + width;
  }

  // SPIRV-Cross lists the innermost dimension first, the text the outermost.
  std::string type_text(spvc_type_id id) const {
    std::string text = base_type_text(id);
    const spvc_type type = spvc_compiler_get_type_handle(compiler_, id);
    for (unsigned dimension = spvc_type_get_num_array_dimensions(type); dimension-- > 0;) {
      const SpvId size = spvc_type_get_array_dimension(type, dimension);
      const bool literal = spvc_type_array_dimension_is_literal(type, dimension) != SPVC_FALSE;
      text += !literal ? "[spec]" : size == 0 ? "[]" : "[" + std::to_string(size) + "]";
    }
    return text;
  }

  SpirvMember read_member(spvc_type block, spvc_type_id block_base, unsigned index) const {
    const spvc_type_id type_id = spvc_type_get_member_type(block, index);
    const spvc_type type = spvc_compiler_get_type_handle(compiler_, type_id);
    SpirvMember member;
    member.name = spvc_compiler_get_member_name(compiler_, block_base, index);
    member.type = type_text(type_id);
    spvc_compiler_type_struct_member_offset(compiler_, block, index, &member.offset);
    if (spvc_type_get_num_array_dimensions(type) != 0) {
      spvc_compiler_type_struct_member_array_stride(compiler_, block, index, &member.array_stride);
    }
    if (spvc_type_get_columns(type) > 1) {
      spvc_compiler_type_struct_member_matrix_stride(compiler_, block, index,
                                                     &member.matrix_stride);
      const bool row_major = spvc_compiler_has_member_decoration(
                                 compiler_, block_base, index, SpvDecorationRowMajor) != SPVC_FALSE;
      member.row_major = row_major != transposed_;
    }
    return member;
  }

  // Uses an explicit worklist, since the nesting depth of structs is unbounded.
  std::vector<SpirvMember> read_members(spvc_type_id struct_id) const {
    std::vector<SpirvMember> top;
    std::vector<std::pair<spvc_type_id, std::vector<SpirvMember>*>> open = {{struct_id, &top}};
    while (!open.empty()) {
      const auto [id, target] = open.back();
      open.pop_back();
      const spvc_type type = spvc_compiler_get_type_handle(compiler_, id);
      const spvc_type_id base = spvc_type_get_base_type_id(type);
      const unsigned count = spvc_type_get_num_member_types(type);
      for (unsigned index = 0; index < count; ++index) {
        target->push_back(read_member(type, base, index));
      }
      // Only after all members are added, since growing the vector would invalidate the pointers in
      // `open`.
      for (unsigned index = 0; index < count; ++index) {
        const spvc_type_id member_id = spvc_type_get_member_type(type, index);
        const spvc_type member = spvc_compiler_get_type_handle(compiler_, member_id);
        if (spvc_type_get_basetype(member) == SPVC_BASETYPE_STRUCT) {
          open.emplace_back(member_id, &(*target)[index].members);
        }
      }
    }
    return top;
  }

  void add_blocks(spvc_resources resources, spvc_resource_type list_kind, SpirvBlockKind kind,
                  SpirvReflection& reflection) const {
    for (const spvc_reflected_resource& resource : list(resources, list_kind)) {
      SpirvBlock block;
      block.kind = kind;
      block.name = spvc_compiler_get_name(compiler_, resource.base_type_id);
      block.instance = spvc_compiler_get_name(compiler_, resource.id);
      if (kind != SpirvBlockKind::PushConstant) {
        block.set = decoration(resource.id, SpvDecorationDescriptorSet);
        block.binding = decoration(resource.id, SpvDecorationBinding);
      }
      std::size_t size = 0;
      spvc_compiler_get_declared_struct_size(
          compiler_, spvc_compiler_get_type_handle(compiler_, resource.base_type_id), &size);
      block.size = static_cast<std::uint32_t>(size);
      block.members = read_members(resource.base_type_id);
      reflection.blocks.push_back(std::move(block));
    }
  }

  std::vector<SpirvResource> read_resources(spvc_resources resources,
                                            spvc_resource_type kind) const {
    std::vector<SpirvResource> found;
    for (const spvc_reflected_resource& resource : list(resources, kind)) {
      found.push_back({resource.name, type_text(resource.type_id),
                       decoration(resource.id, SpvDecorationDescriptorSet),
                       decoration(resource.id, SpvDecorationBinding)});
    }
    std::sort(found.begin(), found.end(), [](const SpirvResource& a, const SpirvResource& b) {
      return std::tie(a.set, a.binding, a.name) < std::tie(b.set, b.binding, b.name);
    });
    return found;
  }

  std::vector<SpirvStorageImage> read_storage_images(spvc_resources resources) const {
    std::vector<SpirvStorageImage> found;
    for (const spvc_reflected_resource& resource :
         list(resources, SPVC_RESOURCE_TYPE_STORAGE_IMAGE)) {
      const spvc_type type = spvc_compiler_get_type_handle(compiler_, resource.type_id);
      found.push_back({resource.name, type_text(resource.type_id),
                       std::string(image_format(spvc_type_get_image_storage_format(type))),
                       decoration(resource.id, SpvDecorationDescriptorSet),
                       decoration(resource.id, SpvDecorationBinding)});
    }
    std::sort(found.begin(), found.end(),
              [](const SpirvStorageImage& a, const SpirvStorageImage& b) {
                return std::tie(a.set, a.binding, a.name) < std::tie(b.set, b.binding, b.name);
              });
    return found;
  }

  std::vector<SpirvInterfaceVariable> read_variables(spvc_resources resources,
                                                     spvc_resource_type kind) const {
    std::vector<SpirvInterfaceVariable> found;
    for (const spvc_reflected_resource& resource : list(resources, kind)) {
      const bool flat =
          spvc_compiler_has_decoration(compiler_, resource.id, SpvDecorationFlat) != SPVC_FALSE;
      found.push_back({resource.name, type_text(resource.type_id),
                       decoration(resource.id, SpvDecorationLocation), flat});
    }
    std::sort(found.begin(), found.end(),
              [](const SpirvInterfaceVariable& a, const SpirvInterfaceVariable& b) {
                return std::tie(a.location, a.name) < std::tie(b.location, b.name);
              });
    return found;
  }

  std::vector<SpirvSpecConstant> read_spec_constants() const {
    const spvc_specialization_constant* first = nullptr;
    std::size_t count = 0;
    std::vector<SpirvSpecConstant> found;
    if (spvc_compiler_get_specialization_constants(compiler_, &first, &count) == SPVC_SUCCESS) {
      for (std::size_t index = 0; index < count; ++index) {
        const spvc_constant handle = spvc_compiler_get_constant_handle(compiler_, first[index].id);
        found.push_back({spvc_compiler_get_name(compiler_, first[index].id),
                         type_text(spvc_constant_get_type(handle)), first[index].constant_id});
      }
    }
    std::sort(found.begin(), found.end(),
              [](const SpirvSpecConstant& a, const SpirvSpecConstant& b) {
                return std::tie(a.constant_id, a.name) < std::tie(b.constant_id, b.name);
              });
    return found;
  }

  spvc_compiler compiler_;
  bool transposed_;
};

std::string_view kind_text(SpirvBlockKind kind) {
  switch (kind) {
    case SpirvBlockKind::Uniform:
      return "uniform";
    case SpirvBlockKind::Storage:
      return "storage";
    case SpirvBlockKind::PushConstant:
      return "push constant";
  }
  return "";
}

void print_members(const std::vector<SpirvMember>& members, std::string& text) {
  struct Open {
    const SpirvMember* member;
    std::size_t depth;
  };
  std::vector<Open> open;
  const auto push = [&open](const std::vector<SpirvMember>& list, std::size_t depth) {
    for (std::size_t index = list.size(); index-- > 0;) {
      open.push_back({&list[index], depth});
    }
  };
  push(members, 1);
  while (!open.empty()) {
    const Open current = open.back();
    open.pop_back();
    const SpirvMember& member = *current.member;
    text += std::string(current.depth * 2, ' ') + std::to_string(member.offset) + ": " +
            member.type + " " + member.name;
    if (member.array_stride != 0) {
      text += ", array stride " + std::to_string(member.array_stride);
    }
    if (member.matrix_stride != 0) {
      text += ", matrix stride " + std::to_string(member.matrix_stride);
      text += member.row_major ? ", row major" : "";
    }
    text += '\n';
    push(member.members, current.depth + 1);
  }
}

}  // namespace

tl::expected<SpirvReflection, std::string> reflect_spirv(const SpirvModule& module,
                                                         ShadingLanguage made_from) {
  spvc_context raw = nullptr;
  if (spvc_context_create(&raw) != SPVC_SUCCESS) {
    return tl::unexpected(std::string("SPIRV-Cross does not start"));
  }
  const ContextOwner context(raw);
  spvc_parsed_ir parsed = nullptr;
  spvc_compiler compiler = nullptr;
  spvc_resources resources = nullptr;
  const bool read =
      spvc_context_parse_spirv(raw, module.words.data(), module.words.size(), &parsed) ==
          SPVC_SUCCESS &&
      spvc_context_create_compiler(raw, SPVC_BACKEND_NONE, parsed, SPVC_CAPTURE_MODE_TAKE_OWNERSHIP,
                                   &compiler) == SPVC_SUCCESS &&
      spvc_compiler_create_shader_resources(compiler, &resources) == SPVC_SUCCESS;
  if (!read) {
    return tl::unexpected(std::string(spvc_context_get_last_error_string(raw)));
  }
  return Reader(compiler, made_from).read(resources);
}

std::string to_text(const SpirvReflection& reflection) {
  std::string text;
  for (const SpirvBlock& block : reflection.blocks) {
    text += std::string(kind_text(block.kind)) + " block " + block.name;
    if (block.kind != SpirvBlockKind::PushConstant) {
      text += " set " + std::to_string(block.set) + " binding " + std::to_string(block.binding);
    }
    text += " size " + std::to_string(block.size) + "\n";
    print_members(block.members, text);
  }
  for (const auto* resources :
       {&reflection.separate_images, &reflection.samplers, &reflection.combined_images}) {
    for (const SpirvResource& resource : *resources) {
      text += resource.type + " " + resource.name + " set " + std::to_string(resource.set) +
              " binding " + std::to_string(resource.binding) + "\n";
    }
  }
  for (const SpirvStorageImage& image : reflection.storage_images) {
    text += image.format + " " + image.type + " " + image.name + " set " +
            std::to_string(image.set) + " binding " + std::to_string(image.binding) + "\n";
  }
  const auto print_variables = [&text](std::string_view direction,
                                       const std::vector<SpirvInterfaceVariable>& variables) {
    for (const SpirvInterfaceVariable& variable : variables) {
      text += std::string(direction) + " location " + std::to_string(variable.location) + ": " +
              variable.type + " " + variable.name + (variable.flat ? ", flat\n" : "\n");
    }
  };
  print_variables("input", reflection.inputs);
  print_variables("output", reflection.outputs);
  for (const SpirvSpecConstant& constant : reflection.spec_constants) {
    text += "constant " + std::to_string(constant.constant_id) + ": " + constant.type + " " +
            constant.name + "\n";
  }
  return text;
}

}  // namespace weft
