#include "tests/bench/twin.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "codegen/spirv/spirv_reflection.h"
#include "tests/support/places.h"

namespace weft::testing {
namespace {

namespace fs = std::filesystem;

fs::path folder() { return repository_root() / "tests" / "bench" / "by_hand"; }

tl::expected<SpirvModule, std::string> compile(const fs::path& path, Stage stage) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  SpirvOptions options;
  options.file_name = path.filename().string();
  auto module = compile_glsl(stage, text, options);
  if (module) {
    if (auto valid = validate_spirv(*module); !valid) {
      return tl::unexpected(std::move(valid.error()));
    }
  }
  return module;
}

SpirvBlockKind kind_of(BlockKind kind) {
  switch (kind) {
    case BlockKind::Uniform:
      return SpirvBlockKind::Uniform;
    case BlockKind::Push:
      return SpirvBlockKind::PushConstant;
    case BlockKind::Storage:
      return SpirvBlockKind::Storage;
  }
  return SpirvBlockKind::Uniform;
}

class Comparison {
 public:
  explicit Comparison(const Reflection& composed) : composed_(composed) {}

  void compare(const SpirvReflection& stage) {
    for (const SpirvBlock& block : stage.blocks) {
      compare_block(block);
    }
    for (const SpirvResource& image : stage.separate_images) {
      expect(composed_.textures, image, "texture");
    }
    for (const SpirvResource& sampler : stage.samplers) {
      expect(composed_.samplers, sampler, "sampler");
    }
  }

  void compare_attributes(const SpirvReflection& vertex) {
    for (const SpirvInterfaceVariable& input : vertex.inputs) {
      const auto& known = composed_.attributes;
      const bool is_known = std::any_of(known.begin(), known.end(), [&](const auto& attribute) {
        return attribute.location == input.location && attribute.type == input.type;
      });
      if (!is_known) {
        differ("there is no attribute {} {} at location {}", input.type, input.name,
               input.location);
      }
    }
  }

  /// The vertex stage hands over what the fragment stage reads.
  void compare_stages(const SpirvReflection& vertex, const SpirvReflection& fragment) {
    for (const SpirvInterfaceVariable& input : fragment.inputs) {
      const bool is_written =
          std::any_of(vertex.outputs.begin(), vertex.outputs.end(), [&](const auto& output) {
            return output.location == input.location && output.type == input.type;
          });
      if (!is_written) {
        differ("the vertex stage does not write {} {} at location {}", input.type, input.name,
               input.location);
      }
    }
  }

  std::vector<std::string> take() { return std::move(differences_); }

 private:
  template <typename... Args>
  void differ(fmt::format_string<Args...> format, Args&&... args) {
    differences_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }

  void compare_block(const SpirvBlock& block) {
    const auto& blocks = composed_.blocks;
    const auto found = std::find_if(blocks.begin(), blocks.end(), [&](const ReflectedBlock& known) {
      return kind_of(known.kind) == block.kind && known.set == block.set &&
             known.binding == block.binding && (known.stages[0] || known.stages[1]);
    });
    if (found == blocks.end()) {
      differ("the host binds no block {} at set {}, binding {}", block.name, block.set,
             block.binding);
      return;
    }
    for (const SpirvMember& member : block.members) {
      const bool is_known = std::any_of(
          found->members.begin(), found->members.end(), [&](const ReflectedMember& known) {
            return known.name == member.name && known.offset == member.offset &&
                   known.stored == member.type;
          });
      if (!is_known) {
        differ("block {} has no {} {} at offset {}", found->name, member.type, member.name,
               member.offset);
      }
    }
  }

  template <typename Known>
  void expect(const std::vector<Known>& all, const SpirvResource& resource, const char* what) {
    const bool is_known = std::any_of(all.begin(), all.end(), [&](const Known& known) {
      return known.name == resource.name && known.set == resource.set &&
             known.binding == resource.binding;
    });
    if (!is_known) {
      differ("there is no {} {} at set {}, binding {}", what, resource.name, resource.set,
             resource.binding);
    }
  }

  const Reflection& composed_;
  std::vector<std::string> differences_;
};

}  // namespace

tl::expected<std::optional<Twin>, std::string> find_twin(const std::string& material) {
  const fs::path vertex_path = folder() / (material + ".vert.glsl");
  if (!fs::exists(vertex_path)) {
    return std::nullopt;
  }
  auto vertex = compile(vertex_path, Stage::Vertex);
  if (!vertex) {
    return tl::unexpected(std::move(vertex.error()));
  }
  auto fragment = compile(folder() / (material + ".frag.glsl"), Stage::Fragment);
  if (!fragment) {
    return tl::unexpected(std::move(fragment.error()));
  }
  return Twin{std::move(*vertex), std::move(*fragment)};
}

std::vector<std::string> materials_by_hand() {
  const std::string suffix = ".vert.glsl";
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder())) {
    const std::string name = entry.path().filename().string();
    if (name.size() > suffix.size() && name.substr(name.size() - suffix.size()) == suffix) {
      names.push_back(name.substr(0, name.size() - suffix.size()));
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> differences_of_interface(const Twin& twin, const Reflection& composed) {
  const auto vertex = reflect_spirv(twin.vertex, ShadingLanguage::Glsl);
  const auto fragment = reflect_spirv(twin.fragment, ShadingLanguage::Glsl);
  if (!vertex || !fragment) {
    return {vertex ? fragment.error() : vertex.error()};
  }
  Comparison comparison(composed);
  comparison.compare(*vertex);
  comparison.compare(*fragment);
  comparison.compare_attributes(*vertex);
  comparison.compare_stages(*vertex, *fragment);
  return comparison.take();
}

}  // namespace weft::testing
