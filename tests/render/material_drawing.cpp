#include "tests/render/material_drawing.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "codegen/interface/layout.h"
#include "codegen/spirv/compare_reflection.h"
#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "render/png.h"
#include "support/diagnostic.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace weft::testing {
namespace {

namespace fs = std::filesystem;

std::string shaders_directory() { return (repository_root() / "shaders").string(); }

/// Fails the test with the rendered messages.
void fail_with(const Diagnostics& diagnostics, const Sources& sources) {
  FAIL(render_text(diagnostics, sources));
}

SpirvModule module_of(const Emission& emission, const std::string& suffix) {
  const std::string* content = emission.find(suffix);
  if (content == nullptr) {
    FAIL("nothing was emitted as " << suffix);
  }
  return SpirvModule{words_of(*content)};
}

CompiledPair pair_of(const Emission& emission, const std::string& vertex,
                     const std::string& fragment) {
  CompiledPair pair;
  pair.vertex_text = *emission.find(vertex);
  pair.vertex = module_of(emission, vertex + ".spv");
  if (emission.programs.fragment) {
    pair.fragment_text = *emission.find(fragment);
    pair.fragment = module_of(emission, fragment + ".spv");
  }
  return pair;
}

/// Checks that the module's blocks match those that the host fills, by content rather than name.
void check_blocks(const Interface& interface, const SpirvReflection& module) {
  for (const SpirvBlock& theirs : module.blocks) {
    const bool is_push = theirs.kind == SpirvBlockKind::PushConstant;
    const auto ours =
        std::find_if(interface.blocks.begin(), interface.blocks.end(), [&](const Block& block) {
          return is_push ? block.kind == BlockKind::Push
                         : block.kind != BlockKind::Push && block.set == theirs.set &&
                               block.binding == theirs.binding;
        });
    INFO("block " << theirs.name << " at set " << theirs.set << ", binding " << theirs.binding);
    REQUIRE(ours != interface.blocks.end());
    CHECK(theirs.size <= ours->size);
    for (const SpirvMember& member : theirs.members) {
      if (member.name.compare(0, padding_prefix.size(), padding_prefix) == 0) {
        continue;
      }
      if (!ours->rows.empty()) {  // the values determine the layout
        CHECK((member.type == "float4[]" && member.offset == 0 && member.array_stride == 16));
        continue;
      }
      if (member.type == "uint4[]" && has_hlsl_rows(*ours)) {
        CHECK((member.offset == 0 && member.array_stride == 16));
        continue;
      }
      const bool is_known =
          std::any_of(ours->members.begin(), ours->members.end(), [&](const BlockMember& known) {
            return known.offset == member.offset && known.array_stride == member.array_stride &&
                   known.matrix_stride == member.matrix_stride;
          });
      INFO("member " << member.name << " at " << member.offset);
      // HLSL's storage buffers are arrays of one struct, whose members are those of the block.
      CHECK((is_known || !member.members.empty()));
    }
  }
}

/// Independently of emit(): both modules are valid and match the interface.
void check_modules(const ComposedMaterial& material) {
  for (const ShadingLanguage language : both_languages) {
    for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
      INFO((language == ShadingLanguage::Glsl ? "GLSL " : "HLSL ") << stage_name(stage));
      if (stage == Stage::Fragment && !material.emission->programs.fragment) {
        continue;
      }
      const CompiledPair& pair = material.in(language);
      const SpirvModule& module = stage == Stage::Vertex ? pair.vertex : pair.fragment;
      if (const auto valid = validate_spirv(module); !valid) {
        FAIL(valid.error());
      }
      const auto reflected = reflect_spirv(module, language);
      if (!reflected) {
        FAIL(reflected.error());
      }
      for (const std::string& difference :
           compare_reflection(material.emission->reflection, stage, language, *reflected)) {
        FAIL_CHECK(difference);
      }
      check_blocks(material.interface(), *reflected);
    }
  }
}

}  // namespace

const Interface& ComposedMaterial::interface() const { return emission->programs.interface; }
const DataTypeTable& ComposedMaterial::types() const { return emission->programs.types; }

render::MaterialShader ComposedMaterial::shader(ShadingLanguage language) const {
  render::MaterialShader shader;
  shader.library = library.get();
  shader.material = material;
  shader.interface = &interface();
  shader.types = &types();
  shader.uniform_program = &emission->uniform_program;
  shader.vertex_spirv = in(language).vertex.words;
  shader.fragment_spirv = in(language).fragment.words;
  shader.has_combined_samplers = language == ShadingLanguage::Glsl && interface().combined_samplers;
  return shader;
}

std::vector<std::string> shipped_materials() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(repository_root() / "shaders" / "materials")) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  REQUIRE(names.size() >= 12);
  return names;
}

std::string shipped_text(const std::string& path) {
  std::ifstream file(fs::path(shaders_directory()) / path, std::ios::binary);
  if (!file) {
    FAIL("there is no shipped file " << path);
  }
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

ComposedMaterial compose_text(const std::string& text, const std::string& material,
                              const std::string& profile, const PlacementOptions& placement) {
  LoadOptions options;
  options.shipped_directories = {shaders_directory()};
  LoadedLibrary loaded = load_text("edited.weft", text, DiskReader(), options);
  if (has_errors(loaded.diagnostics)) {
    fail_with(loaded.diagnostics, loaded.library.sources);
  }
  ComposedMaterial result;
  result.library = std::make_shared<const Library>(std::move(loaded.library));
  const Library& library = *result.library;
  const auto material_id = library.find_material(material);
  const auto profile_id = library.find_profile(profile);
  REQUIRE(material_id);
  REQUIRE(profile_id);
  result.material = *material_id;
  const Composer composer(library);
  const auto placed = compose(composer, {*material_id, *profile_id, {}, placement});
  if (!placed) {
    fail_with(placed.error(), library.sources);
  }
  EmitOptions wanted;
  wanted.glsl = wanted.hlsl = wanted.spirv = wanted.reflection = true;
  auto emission = emit(library, *placed, wanted);
  if (!emission) {
    fail_with(emission.error(), library.sources);
  }
  result.emission = std::make_shared<const Emission>(std::move(*emission));
  result.glsl = pair_of(*result.emission, "vert.glsl", "frag.glsl");
  result.hlsl = pair_of(*result.emission, "vs.hlsl", "ps.hlsl");
  check_modules(result);
  return result;
}

render::Renderer& shared_renderer() {
  // Creating a device takes longer than drawing.
  static tl::expected<render::Renderer, render::RenderError> renderer = render::Renderer::create();
  if (!renderer) {
    FAIL(renderer.error().message);
  }
  return *renderer;
}

render::DefaultTextures& shared_textures() {
  static render::DefaultTextures textures;
  return textures;
}

View floor_view() {
  View view;
  view.mesh = render::plane(2.0F);
  view.settings.width = view.settings.height = 64;
  view.settings.format = render::ColorFormat::Rgba32Float;
  view.scene.object_to_world = render::identity_matrix;
  view.scene.camera = {{0, 0, 4}, {0, 0, 0}, {0, 1, 0}, 0.6F, 0.1F, 100.0F};
  return view;
}

std::vector<std::uint32_t> float_words(const std::vector<float>& numbers) {
  std::vector<std::uint32_t> words;
  words.reserve(numbers.size());
  for (const float number : numbers) {
    words.push_back(float_bits(number));
  }
  return words;
}

render::DrawOutput draw_all(const ComposedMaterial& material, ShadingLanguage language,
                            const View& view) {
  auto output = render::draw_material(shared_renderer(), material.shader(language), view.mesh,
                                      view.scene, view.inputs, shared_textures(), view.settings);
  if (!output) {
    FAIL(output.error().message);
  }
  return std::move(*output);
}

render::ColorResult draw(const ComposedMaterial& material, ShadingLanguage language,
                         const View& view) {
  render::DrawOutput output = draw_all(material, language, view);
  REQUIRE_FALSE(output.colors.empty());
  return std::move(output.colors.front());
}

render::ColorResult draw_both(const ComposedMaterial& material, const View& view) {
  render::ColorResult glsl = draw(material, ShadingLanguage::Glsl, view);
  check_alike(glsl.image, draw(material, ShadingLanguage::Hlsl, view).image, 1);
  return glsl;
}

void check_alike(const render::Image& a, const render::Image& b, int threshold) {
  const auto difference = render::compare_images(a, b, threshold);
  if (!difference) {
    FAIL(difference.error().message);
  }
  INFO("largest difference " << difference->max_difference << "/255, "
                             << 100.0 * difference->fraction_above << " % of the pixels above "
                             << threshold);
  CHECK(difference->fraction_above <= 0.001);
}

void check_reference(const render::Image& image, const std::string& name) {
  const fs::path path = repository_root() / "tests" / "render" / "reference" / (name + ".png");
  const char* update = std::getenv("WEFT_UPDATE_GOLDEN");
  if (update != nullptr && std::string(update) == "1") {
    fs::create_directories(path.parent_path());
    const auto written = render::write_png(path.string(), image);
    if (!written) {
      FAIL(written.error().message);
    }
    return;
  }
  const auto reference = render::read_png(path.string());
  if (!reference) {
    FAIL(reference.error().message);
  }
  INFO("reference " << path.filename().string());
  check_alike(*reference, image, 2);
}

}  // namespace weft::testing
