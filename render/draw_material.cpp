#include "render/draw_material.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "codegen/interface/layout.h"
#include "fragments/interpreter/operations.h"
#include "render/backdrop.h"
#include "render/draw_attributes.h"
#include "render/draw_material_blocks.h"
#include "render/material_values.h"

namespace weft::render {
namespace {

class DrawBuilder {
 public:
  DrawBuilder(const MaterialShader& shader, const Scene& scene, const MaterialInputs& inputs,
              DefaultTextures& textures, const PictureSettings& settings)
      : shader_(shader),
        library_(*shader.library),
        material_(shader.library->materials[shader.material]),
        interface_(*shader.interface),
        types_(*shader.types),
        scene_(scene),
        inputs_(inputs),
        textures_(textures),
        aspect_(static_cast<float>(settings.width) / static_cast<float>(settings.height)),
        has_combined_samplers_(shader.has_combined_samplers) {
    draw_.vertex_spirv = shader.vertex_spirv;
    draw_.fragment_spirv = shader.fragment_spirv;
    draw_.width = settings.width;
    draw_.height = settings.height;
    draw_.cull = settings.cull;
    draw_.read_depth = settings.read_depth;
    draw_.depth = interface_.clip.reversed_z ? DepthTest::Greater : DepthTest::Less;
    draw_.color_targets.clear();
    for (const TargetOutput& target : interface_.targets) {
      draw_.color_targets.resize(
          std::max(draw_.color_targets.size(), std::size_t{target.index} + 1),
          {settings.format, settings.background});
      if (target.srgb_view && settings.format == ColorFormat::Rgba8Unorm) {
        draw_.color_targets[target.index].format = ColorFormat::Rgba8Srgb;
      }
    }
  }

  /// `mesh`: null for resources alone.
  Rendered<DrawInput> run(const Mesh* mesh) {
    const auto done =
        check_inputs()
            .and_then([&] { return mesh != nullptr ? check_targets() : Rendered<void>(); })
            .and_then([&] { return mesh != nullptr ? add_streams(*mesh) : Rendered<void>(); })
            .and_then([&] { return add_blocks(); })
            .and_then([&] { return add_textures(); })
            .and_then([&] { return add_spec_constants(); });
    if (!done) {
      return tl::unexpected(done.error());
    }
    return std::move(draw_);
  }

 private:
  Rendered<void> check_targets() const {
    for (const TargetOutput& target : interface_.targets) {
      if (target.type.is_integral()) {
        return tl::unexpected<RenderError>(
            RenderError{fmt::format("target '{}' holds integers, which are not drawn", target.name),
                        {},
                        "draw with a profile whose targets are floats"});
      }
    }
    return {};
  }

  const MaterialParameter* find_parameter(std::string_view name) const {
    for (const MaterialParameter& parameter : material_.parameters) {
      if (library_.text(parameter.name) == name) {
        return &parameter;
      }
    }
    return nullptr;
  }

  Rendered<void> check_inputs() const {
    for (const auto& [name, texture] : inputs_.textures) {
      const MaterialParameter* parameter = find_parameter(name);
      if (parameter == nullptr || !parameter->type.data().is_texture()) {
        return failure(fmt::format("the material has no texture parameter {}", name));
      }
    }
    for (const auto& [name, value] : inputs_.values) {
      const MaterialParameter* parameter = find_parameter(name);
      if (parameter == nullptr) {
        return failure(fmt::format("the material has no parameter {}", name));
      }
      if (parameter->type.data() != value.type) {
        return failure(fmt::format("the parameter {} is a {}, not a {}", name,
                                   library_.type_name(parameter->type.data()),
                                   library_.type_name(value.type)));
      }
    }
    return {};
  }

  Rendered<void> add_streams(const Mesh& mesh) {
    draw_.indices = mesh.indices;
    draw_.instance_count = instance_count(scene_);
    if (mesh.indices.empty()) {
      return failure("the mesh has no triangles");
    }
    for (const VertexAttribute& attribute : interface_.attributes) {
      const std::string_view path = library_.text(library_.features[attribute.feature].path);
      auto values = attribute_values(attribute, path, mesh, scene_);
      if (!values || values->type != attribute.type) {
        return tl::unexpected<RenderError>(
            RenderError{fmt::format("the mesh has no attribute {} of type {}", path,
                                    types_name(attribute.type)),
                        {},
                        fmt::format("give all of them one value: -D '{}=…'", path)});
      }
      for (std::size_t column = 0; column < values->columns.size(); ++column) {
        VertexStream stream;
        stream.location = attribute.location + static_cast<std::uint32_t>(column);
        stream.format = vertex_format(attribute.type);
        stream.bytes = std::move(values->columns[column]);
        stream.per_instance = attribute.per_instance;
        draw_.streams.push_back(std::move(stream));
      }
    }
    return {};
  }

  std::string types_name(DataType type) const { return types_.text(type, library_.names); }

  Rendered<std::vector<std::uint32_t>> source_words(const ValueSource& source) const {
    if (source.feature) {
      return scene_value(scene_, library_.text(library_.features[*source.feature].path), aspect_,
                         interface_.clip);
    }
    if (source.result) {
      return result_words(*source.result);
    }
    return parameter_words(shader_, material_.parameters[*source.parameter], inputs_);
  }

  Rendered<std::vector<std::uint32_t>> result_words(EvaluationId result) const {
    const std::vector<EvaluationId>& all = shader_.uniform_program->results();
    const auto at = std::lower_bound(all.begin(), all.end(), result);
    return uniform_values_[static_cast<std::size_t>(at - all.begin())].bits;
  }

  Rendered<void> run_uniform_program() {
    if (shader_.uniform_program == nullptr) {
      return {};
    }
    std::optional<RenderError> missing;
    HostInputs given;
    given.feature = [&](FeatureId id) {
      const Feature& feature = library_.features[id];
      auto words = scene_value(scene_, library_.text(feature.path), aspect_, interface_.clip);
      if (!words) {
        missing = words.error();
        return zero_constant(library_.data_types, feature.type.data());
      }
      return Constant{feature.type.data(), std::move(*words)};
    };
    given.parameter = [&](std::uint32_t position) {
      const MaterialParameter& parameter = material_.parameters[position];
      return Constant{parameter.type.data(), parameter_words(shader_, parameter, inputs_)};
    };
    auto values = shader_.uniform_program->evaluate(given);
    if (missing) {
      return tl::unexpected(std::move(*missing));
    }
    if (!values) {
      return failure("the uniform program cannot be evaluated: " + values.error().message);
    }
    uniform_values_ = std::move(*values);
    return {};
  }

  Rendered<void> add_blocks() {
    if (auto done = run_uniform_program(); !done) {
      return done;
    }
    for (const Block& block : interface_.blocks) {
      // Always the full size, even if members leave gaps: a shorter buffer silently reads as zero.
      std::vector<std::uint8_t> bytes(block.size);
      for (const BlockMember& member : block.members) {
        const auto stored = source_words(member.source).and_then([&](const auto& words) {
          return store_member(member, types_, interface_.stored_structs, words, bytes);
        });
        if (!stored) {
          return stored;
        }
      }
      switch (block.kind) {
        case BlockKind::Uniform:
          draw_.uniform_buffers.push_back({block.set, block.binding, std::move(bytes)});
          break;
        case BlockKind::Storage:
          draw_.storage_buffers.push_back({block.set, block.binding, std::move(bytes)});
          break;
        case BlockKind::Push:
          if (is_used(block.used)) {  // the profile's block may be unused
            draw_.push_constants = {0, std::move(bytes), block.used[0], block.used[1]};
          }
          break;
      }
    }
    return {};
  }

  Rendered<void> add_textures() {
    for (const TextureBinding& binding : interface_.textures) {
      const auto texture = bound_texture(shader_, binding, scene_, inputs_, textures_);
      if (!texture) {
        return tl::unexpected(texture.error());
      }
      if (has_combined_samplers_) {
        draw_.combined.push_back({binding.set, binding.binding, *texture,
                                  binding.srgb_view || (*texture)->decodes_srgb,
                                  sampler_state(interface_.samplers[binding.sampler].state)});
      } else {
        draw_.images.push_back({binding.set, binding.binding, *texture,
                                binding.srgb_view || (*texture)->decodes_srgb,
                                binding.type.is_shadow_texture()});
      }
    }
    if (!has_combined_samplers_) {
      for (const weft::SamplerBinding& sampler : interface_.samplers) {
        draw_.samplers.push_back({sampler.set, sampler.binding, sampler_state(sampler.state)});
      }
    }
    return {};
  }

  Rendered<void> add_spec_constants() {
    for (const weft::SpecConstant& constant : interface_.spec_constants) {
      const MaterialParameter& parameter = material_.parameters[constant.parameter];
      const std::vector<std::uint32_t> words = parameter_words(shader_, parameter, inputs_);
      if (words.size() != 1) {
        return failure(
            fmt::format("the specialization constant {} is not a scalar", constant.name));
      }
      SpecConstant entry{constant.constant_id, {}};
      std::memcpy(entry.bytes.data(), words.data(), entry.bytes.size());
      draw_.spec_constants.push_back(entry);
    }
    return {};
  }

  const MaterialShader& shader_;
  const Library& library_;
  const Material& material_;
  const Interface& interface_;
  const DataTypeTable& types_;
  const Scene& scene_;
  const MaterialInputs& inputs_;
  DefaultTextures& textures_;
  float aspect_;
  bool has_combined_samplers_;
  std::vector<Constant> uniform_values_;
  DrawInput draw_;
};

/// `mesh`: null for resources alone.
Rendered<DrawInput> input_of(const MaterialShader& shader, const Mesh* mesh, const Scene& scene,
                             const MaterialInputs& inputs, DefaultTextures& textures,
                             const PictureSettings& settings) {
  const auto complete = scene_of_image(scene, shader, settings.width, settings.height);
  if (!complete) {
    return tl::unexpected(complete.error());
  }
  auto input = DrawBuilder(shader, *complete, inputs, textures, settings).run(mesh);
  if (input) {
    for (const auto& [path, texture] : complete->given_textures) {
      input->kept_textures.push_back(texture);
    }
  }
  return input;
}

}  // namespace

Rendered<DrawInput> material_draw_input(const MaterialShader& shader, const Mesh& mesh,
                                        const Scene& scene, const MaterialInputs& inputs,
                                        DefaultTextures& textures,
                                        const PictureSettings& settings) {
  return input_of(shader, &mesh, scene, inputs, textures, settings);
}

Rendered<DrawInput> material_resources(const MaterialShader& shader, const Scene& scene,
                                       const MaterialInputs& inputs, DefaultTextures& textures,
                                       const PictureSettings& settings) {
  return input_of(shader, nullptr, scene, inputs, textures, settings);
}

Rendered<DrawOutput> draw_material(Renderer& renderer, const MaterialShader& shader,
                                   const Mesh& mesh, const Scene& scene,
                                   const MaterialInputs& inputs, DefaultTextures& textures,
                                   const PictureSettings& settings) {
  const auto input = material_draw_input(shader, mesh, scene, inputs, textures, settings);
  if (!input) {
    return tl::unexpected(input.error());
  }
  return renderer.draw(*input);
}

}  // namespace weft::render
