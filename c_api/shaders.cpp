#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "c_api/emit_options.h"
#include "c_api/given_values.h"
#include "c_api/guard.h"
#include "c_api/objects.h"
#include "c_api/options.h"
#include "codegen/interface/layout.h"
#include "fragments/interpreter/operations.h"
#include "fragments/model/lookups.h"

namespace weft {
namespace {

Result<ComposeRequest> request_for(const weft_library& from, const char* material,
                                   const char* profile, const weft_compose_options* options) {
  const Library& library = from.library;
  Diagnostics errors;
  const weft_compose_options read = read_options(options, "weft_compose_options", errors);
  std::optional<MaterialId> chosen =
      material != nullptr ? library.find_material(material) : std::nullopt;
  bool is_undecided = false;
  if (material == nullptr) {
    const std::vector<MaterialId> own = own_materials(library);
    is_undecided = own.size() > 1;
    if (is_undecided) {
      errors.push_back(error(Code::UnknownMaterial, "the library has several materials: name one"));
    } else if (!own.empty()) {
      chosen = own.front();
    }
  }
  if (!chosen && !is_undecided) {
    errors.push_back(
        error(Code::UnknownMaterial, material != nullptr
                                         ? "no material '" + std::string(material) + "' is known"
                                         : "there is no material"));
  }
  const char* const wanted = profile != nullptr ? profile : "forward";
  const std::optional<ProfileId> found = library.find_profile(wanted);
  if (!found) {
    errors.push_back(error(Code::UnknownProfile,
                           "no profile '" + std::string(wanted) + "' is known",
                           "`import \"profiles\";` has those that ship"));
  }
  if (!errors.empty()) {
    return failed(std::move(errors));
  }
  ComposeRequest request{*chosen, *found, {}};
  errors = read_values(library, library.materials[*chosen], read, request);
  if (!errors.empty()) {
    return failed(std::move(errors));
  }
  PlacementOptions& placement = request.placement;
  placement.is_on = read.no_placement == 0;
  if (read.uniform_program != 0) {
    placement.uniform_program = read.uniform_program > 0;
  }
  if (read.vertices != 0) {
    placement.vertices = read.vertices;
  }
  if (read.fragments != 0) {
    placement.fragments = read.fragments;
  }
  if (read.interpolants != 0) {
    placement.interpolants = read.interpolants;
  }
  return request;
}

void compose_into(weft_shaders& shaders, const char* material, const char* profile,
                  std::uint32_t outputs, const weft_compose_options* options) {
  if (shaders.library == nullptr) {
    shaders.report =
        weft_report({error(Code::WrongArguments, "the library is a null pointer")}, Sources());
    return;
  }
  const weft_library& from = *shaders.library;
  const auto fail = [&](const Diagnostics& diagnostics) {
    shaders.report = weft_report(diagnostics, from.library.sources);
  };
  if (!from.is_ok) {
    fail({error(Code::UnknownMaterial, "the library has errors: see its report")});
    return;
  }
  const Result<ComposeRequest> request = request_for(from, material, profile, options);
  if (!request) {
    fail(request.error());
    return;
  }
  const Result<PlacedPlan> placed = compose(*from.composer, *request);
  if (!placed) {
    fail(placed.error());
    return;
  }
  auto emission =
      emit(from.library, *placed, emit_options(outputs), {}, {.leaves = from.leaves.get()});
  if (!emission) {
    fail(emission.error());
    return;
  }
  fail(placed->plan.warnings);
  shaders.material = request->material;
  shaders.profile = request->profile;
  shaders.values = request->values;
  for (const EmittedFile& file : emission->files) {
    shaders.files.push_back(emission->stem + "." + file.suffix);
  }
  shaders.emission = std::move(*emission);
}

const Block* find_block(const weft_shaders* shaders, const char* name) {
  if (shaders == nullptr || name == nullptr || !shaders->emission) {
    return nullptr;
  }
  for (const Block& block : shaders->emission->programs.interface.blocks) {
    if (block.name == name) {
      return &block;
    }
  }
  return nullptr;
}

/// Supplies values to a block by calling the host's callback. Does not memoize.
class HostValues {
 public:
  HostValues(const weft_shaders& shaders, weft_read read, void* user)
      : shaders_(shaders), library_(shaders.library->library), read_(read), user_(user) {}

  Constant feature(FeatureId id) const {
    const Feature& feature = library_.features[id];
    Constant value = zero_constant(library_.data_types, feature.type.data());
    if (feature.type.data().is_array() && value.bits.empty()) {
      const DataType element = library_.data_types.array(feature.type.data()).element;
      value.bits.resize(zero_constant(library_.data_types, element).bits.size() * capacity(id), 0);
    }
    ask(library_.text(feature.path), value);
    return value;
  }

  Constant parameter(std::uint32_t position) const {
    const MaterialParameter& parameter = library_.materials[shaders_.material].parameters[position];
    Constant value = parameter.default_value
                         ? *parameter.default_value
                         : zero_constant(library_.data_types, parameter.type.data());
    for (const auto& [name, given] : shaders_.values) {
      if (name == library_.text(parameter.name)) {
        value = given;
      }
    }
    ask(library_.text(parameter.name), value);
    return value;
  }

 private:
  std::size_t capacity(FeatureId id) const {
    const ProvidedFeature* provided = find_provided(library_.profiles[shaders_.profile], id);
    return provided != nullptr ? provided->capacity : 0;
  }

  void ask(std::string_view name, Constant& value) const {
    std::vector<std::uint32_t> words = value.bits;
    if (read_ != nullptr &&
        read_(user_, std::string(name).c_str(), words.data(), words.size()) != 0) {
      value.bits = std::move(words);
    }
  }

  const weft_shaders& shaders_;
  const Library& library_;
  weft_read read_;
  void* user_;
};

bool fill(const weft_shaders& shaders, const Block& block, weft_read read, void* user,
          unsigned char* bytes) {
  const Emission& emission = *shaders.emission;
  const HostValues host(shaders, read, user);
  std::vector<EvaluationId> wanted;
  for (const BlockMember& member : block.members) {
    if (member.source.result) {
      wanted.push_back(*member.source.result);
    }
  }
  const auto computed = emission.uniform_program.evaluate(
      wanted, {[&](FeatureId id) { return host.feature(id); },
               [&](std::uint32_t position) { return host.parameter(position); }});
  if (!computed) {
    return false;
  }
  std::size_t at_computed = 0;
  std::memset(bytes, 0, block.size);
  for (const BlockMember& member : block.members) {
    Constant value;
    if (member.source.feature) {
      value = host.feature(*member.source.feature);
    } else if (member.source.parameter) {
      value = host.parameter(*member.source.parameter);
    } else if (member.source.result) {
      value = (*computed)[at_computed++];
    }
    const std::vector<std::uint32_t> offsets =
        scalar_offsets(member, emission.programs.types, emission.programs.interface.stored_structs);
    for (std::size_t i = 0; i < offsets.size() && i < value.bits.size(); ++i) {
      std::memcpy(bytes + offsets[i], &value.bits[i], sizeof(std::uint32_t));
    }
  }
  return true;
}

}  // namespace

EmitOptions emit_options(std::uint32_t outputs) {
  EmitOptions options;
  options.glsl = (outputs & WEFT_GLSL) != 0;
  options.hlsl = (outputs & WEFT_HLSL) != 0;
  options.spirv = (outputs & WEFT_SPIRV) != 0;
  options.reflection = (outputs & WEFT_REFLECTION) != 0;
  options.header = (outputs & (WEFT_HEADER | WEFT_HEADER_C)) != 0;
  options.self_contained_header = (outputs & WEFT_SELF_CONTAINED_HEADER) != 0;
  options.debug_lines = (outputs & WEFT_DEBUG_LINES) != 0;
  return options;
}

}  // namespace weft

extern "C" {

weft_shaders* weft_compose(const weft_library* library, const char* material, const char* profile,
                           uint32_t outputs, const weft_compose_options* options) {
  return weft::guarded([&]() -> weft_shaders* {
    auto shaders = std::make_unique<weft_shaders>();
    shaders->library = library;
    weft::compose_into(*shaders, material, profile, outputs, options);
    return shaders.release();
  });
}

void weft_shaders_free(weft_shaders* shaders) { delete shaders; }
int weft_shaders_ok(const weft_shaders* shaders) {
  return shaders != nullptr && shaders->emission ? 1 : 0;
}
const weft_report* weft_shaders_report(const weft_shaders* shaders) {
  return shaders != nullptr ? &shaders->report : nullptr;
}

const char* weft_shaders_file(const weft_shaders* shaders, size_t index) {
  return shaders != nullptr && index < shaders->files.size() ? shaders->files[index].c_str()
                                                             : nullptr;
}

const void* weft_shaders_data(const weft_shaders* shaders, const char* file, size_t* size) {
  if (shaders == nullptr || file == nullptr) {
    return nullptr;
  }
  for (std::size_t i = 0; i < shaders->files.size(); ++i) {
    if (shaders->files[i] == file) {
      const std::string& content = shaders->emission->files[i].content;
      if (size != nullptr) {
        *size = content.size();
      }
      return content.c_str();
    }
  }
  return nullptr;
}

const char* weft_shaders_block(const weft_shaders* shaders, size_t index) {
  if (!weft_shaders_ok(shaders) || index >= shaders->emission->programs.interface.blocks.size()) {
    return nullptr;
  }
  return shaders->emission->programs.interface.blocks[index].name.c_str();
}

size_t weft_shaders_block_size(const weft_shaders* shaders, const char* block) {
  const weft::Block* found = weft::find_block(shaders, block);
  return found != nullptr ? found->size : 0;
}

int weft_fill_block(const weft_shaders* shaders, const char* block, weft_read read, void* user,
                    void* bytes, size_t size) {
  const weft::Block* found = weft::find_block(shaders, block);
  if (found == nullptr || bytes == nullptr || size < found->size) {
    return 0;
  }
  const int* const done = weft::guarded([&]() -> const int* {
    static const int yes = 1;
    return weft::fill(*shaders, *found, read, user, static_cast<unsigned char*>(bytes)) ? &yes
                                                                                        : nullptr;
  });
  return done != nullptr ? 1 : 0;
}

}  // extern "C"
