#include "codegen/spirv/compare_reflection.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "codegen/interface/layout.h"

namespace weft {
namespace {

class Comparison {
 public:
  Comparison(const Reflection& ours, Stage stage, ShadingLanguage language,
             const SpirvReflection& module)
      : ours_(ours),
        stage_(stage),
        index_(static_cast<std::size_t>(stage)),
        is_glsl_(language == ShadingLanguage::Glsl),
        module_(module) {}

  std::vector<std::string> run() {
    blocks();
    textures();
    storage_images();
    variables();
    constants();
    return std::move(differences_);
  }

 private:
  template <typename... Args>
  void differ(fmt::format_string<Args...> format, Args&&... args) {
    differences_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }

  template <typename A, typename B>
  void expect(const std::string& what, const A& ours, const B& theirs) {
    if (ours != theirs) {
      differ("{}: declared {}, the module has {}", what, ours, theirs);
    }
  }

  static SpirvBlockKind kind_of(BlockKind kind) {
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

  void blocks() {
    std::set<const SpirvBlock*> matched;
    for (const ReflectedBlock& block : ours_.blocks) {
      if (!block.stages[index_]) {
        continue;
      }
      const auto found =
          std::find_if(module_.blocks.begin(), module_.blocks.end(), [&](const SpirvBlock& theirs) {
            return theirs.kind == kind_of(block.kind) &&
                   (block.kind == BlockKind::Push ||
                    (theirs.set == block.set && theirs.binding == block.binding));
          });
      if (found == module_.blocks.end()) {
        if (!is_glsl_) {
          continue;  // HLSL modules omit unused blocks
        }
        differ("block {}: not at set {} binding {} of the module", block.name, block.set,
               block.binding);
        continue;
      }
      matched.insert(&*found);
      compare_block(block, *found);
    }
    for (const ReflectedStorage& storage : ours_.storage) {
      if (const SpirvBlock* theirs = storage_block(storage)) {
        matched.insert(theirs);
      }
    }
    for (const ReflectedState& state : ours_.states) {
      const SpirvBlock* theirs = state.is_read ? storage_block(state) : nullptr;
      if (theirs != nullptr) {
        matched.insert(theirs);
      }
    }
    for (const SpirvBlock& theirs : module_.blocks) {
      if (matched.count(&theirs) == 0) {
        differ("block {}: in the module only", theirs.name);
      }
    }
  }

  /// The module's buffer for an output of threads or a state, one element each; null for images.
  const SpirvBlock* storage_block(const ReflectedStorage& storage) {
    if (!storage.format.empty()) {
      return nullptr;
    }
    const auto found =
        std::find_if(module_.blocks.begin(), module_.blocks.end(), [&](const SpirvBlock& theirs) {
          return theirs.kind == SpirvBlockKind::Storage && theirs.set == storage.set &&
                 theirs.binding == storage.binding;
        });
    if (found == module_.blocks.end() || found->members.size() != 1) {
      differ("buffer {}: not at set {} binding {} of the module", storage.resource, storage.set,
             storage.binding);
      return nullptr;
    }
    expect("type of " + storage.resource, storage.stored + "[]", found->members.front().type);
    expect("stride of " + storage.resource, storage.stride, found->members.front().array_stride);
    return &*found;
  }

  void storage_images() {
    std::size_t images = 0;
    for (const ReflectedStorage& storage : ours_.storage) {
      if (storage.format.empty()) {
        continue;
      }
      ++images;
      const auto found =
          std::find_if(module_.storage_images.begin(), module_.storage_images.end(),
                       [&](const SpirvStorageImage& theirs) {
                         return theirs.set == storage.set && theirs.binding == storage.binding;
                       });
      if (found == module_.storage_images.end()) {
        differ("image {}: not at set {} binding {} of the module", storage.resource, storage.set,
               storage.binding);
        continue;
      }
      expect("name of image", storage.resource, found->name);
      expect("format of " + storage.resource, storage.format, found->format);
      expect("type of " + storage.resource,
             "texture" + std::to_string(ours_.threads->dimensions) + "d", found->type);
    }
    expect("number of images", images, module_.storage_images.size());
  }

  void compare_block(const ReflectedBlock& block, const SpirvBlock& theirs) {
    const bool is_hlsl_rows = !is_glsl_ && block.hlsl_stride == row_size;
    if (block.is_rows || is_hlsl_rows) {
      const std::string type = is_hlsl_rows ? "uint4[]" : "float4[]";
      expect("members of " + block.name, std::size_t{1}, theirs.members.size());
      expect("type of " + block.name, type, theirs.members.front().type);
      expect("stride of " + block.name, row_size, theirs.members.front().array_stride);
      return;
    }
    const std::vector<SpirvMember>* members = &theirs.members;
    // An HLSL structured buffer is a runtime-sized array of structs; ours has one element.
    const bool is_wrapped = !is_glsl_ && block.kind == BlockKind::Storage && members->size() == 1 &&
                            !(*members)[0].members.empty();
    if (is_wrapped) {
      expect("stride of " + block.name, block.size, (*members)[0].array_stride);
      members = &(*members)[0].members;
    }
    compare_members(block.name, block.members, *members);
    std::uint32_t end = 0;
    for (const ReflectedMember& member : block.members) {
      end = std::max(end, member.offset + member.size);
    }
    if (!is_wrapped && theirs.size > (end + 15) / 16 * 16) {
      differ("size of {}: declared {}, the module has {}", block.name, end, theirs.size);
    }
  }

  // Walks both lists in order, skipping the module's padding. Recursion is bounded by StorageTypes.
  void compare_members(const std::string& owner, const std::vector<ReflectedMember>& ours,
                       const std::vector<SpirvMember>& theirs) {
    std::size_t next = 0;
    std::uint32_t end = 0;
    for (const SpirvMember& other : theirs) {
      const bool is_padding = other.name.compare(0, padding_prefix.size(), padding_prefix) == 0 &&
                              other.type == "float" &&
                              (next == ours.size() || other.offset < ours[next].offset) &&
                              other.offset >= end;
      if (is_padding) {
        continue;
      }
      if (next == ours.size()) {
        differ("{}.{}: in the module only", owner, other.name);
        continue;
      }
      const ReflectedMember& mine = ours[next++];
      end = mine.offset + mine.size;
      compare_member(owner + "." + mine.name, mine, other);
    }
    for (; next < ours.size(); ++next) {
      differ("{}.{}: not in the module", owner, ours[next].name);
    }
  }

  void compare_member(const std::string& name, const ReflectedMember& mine,
                      const SpirvMember& other) {
    expect("offset of " + name, mine.offset, other.offset);
    expect("type of " + name, mine.stored, other.type);
    expect("array stride of " + name, mine.array_stride, other.array_stride);
    expect("matrix stride of " + name, mine.matrix_stride, other.matrix_stride);
    if (other.matrix_stride != 0 && other.row_major) {
      differ("{}: rows first in the module", name);
    }
    compare_members(name, mine.members, other.members);
  }

  template <typename Ours>
  void compare_resources(const std::vector<Ours>& ours, const std::vector<SpirvResource>& theirs,
                         const char* what) {
    std::set<const SpirvResource*> matched;
    for (const Ours& mine : ours) {
      const auto found =
          std::find_if(theirs.begin(), theirs.end(), [&](const SpirvResource& other) {
            return other.set == mine.set && other.binding == mine.binding;
          });
      if (found != theirs.end()) {
        matched.insert(&*found);
        expect(std::string("name of ") + what, mine.name, found->name);
      } else if (mine.stages[index_] && is_glsl_) {
        differ("{} {}: not at set {} binding {} of the module", what, mine.name, mine.set,
               mine.binding);
      }
    }
    for (const SpirvResource& other : theirs) {
      if (matched.count(&other) == 0) {
        differ("{} {}: in the module only", what, other.name);
      }
    }
  }

  /// Images of states are read without a sampler.
  void states(std::vector<SpirvResource>& images) {
    for (const ReflectedState& state : ours_.states) {
      if (!state.is_read || state.format.empty()) {
        continue;
      }
      const auto found =
          std::find_if(images.begin(), images.end(), [&](const SpirvResource& other) {
            return other.set == state.set && other.binding == state.binding;
          });
      if (found == images.end()) {
        differ("state {}: not at set {} binding {} of the module", state.name, state.set,
               state.binding);
        continue;
      }
      expect("name of state", state.resource, found->name);
      expect("type of " + state.resource,
             "texture" + std::to_string(ours_.threads->dimensions) + "d", found->type);
      images.erase(found);
    }
  }

  void textures() {
    std::vector<SpirvResource> images = module_.separate_images;
    states(images);
    if (is_glsl_ && ours_.combined_samplers) {
      compare_resources(ours_.textures, module_.combined_images, "texture");
      return;
    }
    compare_resources(ours_.textures, images, "texture");
    compare_resources(ours_.samplers, module_.samplers, "sampler");
  }

  static const SpirvInterfaceVariable* at_location(
      const std::vector<SpirvInterfaceVariable>& variables, std::uint32_t location) {
    for (const SpirvInterfaceVariable& variable : variables) {
      if (variable.location == location) {
        return &variable;
      }
    }
    return nullptr;
  }

  void expect_variable(const std::vector<SpirvInterfaceVariable>& variables,
                       const std::string& name, const std::string& type, std::uint32_t location,
                       bool is_obligatory) {
    const SpirvInterfaceVariable* other = at_location(variables, location);
    if (other == nullptr) {
      if (is_obligatory) {
        differ("{}: nothing at location {} of the module", name, location);
      }
      return;
    }
    // In HLSL, a per-instance matrix is one attribute per column.
    const bool is_split = !is_glsl_ && type.find('x') != std::string::npos;
    if (!is_split) {
      expect("type of " + name, type, other->type);
    }
  }

  void variables() {
    const bool is_vertex = stage_ == Stage::Vertex;
    if (is_vertex) {
      for (const ReflectedAttribute& attribute : ours_.attributes) {
        expect_variable(module_.inputs, "attribute " + attribute.name, attribute.type,
                        attribute.location, is_glsl_);
      }
    }
    for (const ReflectedVarying& varying : ours_.varyings) {
      expect_variable(is_vertex ? module_.outputs : module_.inputs, "varying " + varying.name,
                      varying.declared, varying.location, is_vertex || is_glsl_);
      const SpirvInterfaceVariable* other =
          at_location(is_vertex ? module_.outputs : module_.inputs, varying.location);
      if (other != nullptr && !is_vertex) {
        expect("flatness of " + varying.name, varying.flat, other->flat);
      }
    }
    if (!is_vertex) {
      for (const ReflectedTarget& target : ours_.targets) {
        expect_variable(module_.outputs, "target " + target.name, target.type, target.location,
                        true);
      }
    }
    const auto slots = static_cast<std::size_t>(
        std::count_if(ours_.varyings.begin(), ours_.varyings.end(),
                      [](const ReflectedVarying& varying) { return varying.component == 0; }));
    const std::size_t inputs = is_vertex ? ours_.attributes.size() : slots;
    // HLSL modules omit unused members of input structs.
    if (is_glsl_ && module_.inputs.size() < inputs) {
      differ("inputs: {} declared, the module has {}", inputs, module_.inputs.size());
    }
    const std::size_t outputs = is_vertex ? slots : ours_.targets.size();
    expect("number of outputs", outputs, module_.outputs.size());
  }

  void constants() {
    for (const ReflectedParameter& parameter : ours_.parameters) {
      if (!parameter.constant_id) {
        continue;
      }
      for (const SpirvSpecConstant& other : module_.spec_constants) {
        if (other.constant_id == *parameter.constant_id) {
          expect("type of " + parameter.name, parameter.type, other.type);
        }
      }
    }
  }

  const Reflection& ours_;
  Stage stage_;
  std::size_t index_;
  bool is_glsl_;
  const SpirvReflection& module_;
  std::vector<std::string> differences_;
};

}  // namespace

std::vector<std::string> compare_reflection(const Reflection& ours, Stage stage,
                                            ShadingLanguage language,
                                            const SpirvReflection& module) {
  return Comparison(ours, stage, language, module).run();
}

}  // namespace weft
