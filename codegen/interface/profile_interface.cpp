#include "codegen/interface/profile_interface.h"

#include <algorithm>

#include "codegen/interface/interface_blocks.h"
#include "codegen/interface/interface_reads.h"
#include "codegen/interface/layout.h"
#include "codegen/interface/provided_types.h"
#include "codegen/ir/host_words.h"
#include "codegen/ir/used_structs.h"

namespace weft {
namespace {

class ProfileInterface {
 public:
  ProfileInterface(const Library& library, const Profile& profile)
      : library_(library), profile_(profile) {
    programs_.types = library.data_types;
  }

  Result<Programs> run() {
    add_blocks();
    if (auto error = check_push_size(library_, profile_, programs_.interface)) {
      return failed(std::move(*error));
    }
    name_structs();
    if (!profile_.as_functions) {
      add_attributes();
      add_targets();
    }
    return std::move(programs_);
  }

 private:
  // Parameters are in the block of the rate Material unless the profile sets otherwise.
  bool is_in_block_of_host(const ProvidedFeature& provided) const {
    switch (provided.provision) {
      case Provision::Uniform:
        return provided.block || library_.features[provided.feature].rate != Rate::Material;
      case Provision::Push:
        return profile_.parameters_as != Provision::Push;
      case Provision::Buffer:
        return true;
      case Provision::Attribute:
      case Provision::Builtin:
      case Provision::Definition:
        return false;
    }
    return false;
  }

  void add_blocks() {
    InterfaceBlocks blocks(library_, profile_, programs_.types, programs_.interface.stored_structs);
    for (const ProvidedFeature* provided : in_declared_order(profile_)) {
      const auto type = sized_type(*provided, library_, programs_.types);
      if (is_in_block_of_host(*provided) && type && !type->is_texture()) {
        blocks.add(*provided, *type, {provided->feature, std::nullopt}, {true, true});
      }
    }
    std::vector<std::optional<Symbol>> features(library_.features.size());
    std::vector<std::optional<Symbol>> none;
    Namer names(&host_words());
    blocks.finish(programs_.interface.blocks, features, none, none, names, {});
  }

  // Names the structs stored in blocks; the others stay unnamed.
  void name_structs() {
    UsedStructs used(programs_.types);
    Namer names(&host_words());
    for (const Block& block : programs_.interface.blocks) {
      names.unique(block.name);
      used.add(block);
    }
    programs_.struct_names.resize(programs_.types.struct_count());
    programs_.member_names.resize(programs_.types.struct_count());
    for (const std::uint32_t index : used.indices()) {
      const DataType type = DataType::structure(index);
      const StoredStruct* stored = find_stored(programs_.interface.stored_structs, type);
      const bool is_made = index >= library_.data_types.struct_count();
      const DataType declared = is_made ? stored->declared : type;
      programs_.struct_names[index] =
          names.unique((is_made ? "Stored" : "") +
                       std::string(library_.text(programs_.types.structure(declared).name)));
      name_members(index, stored);
    }
  }

  void name_members(std::uint32_t index, const StoredStruct* stored) {
    const auto& members = programs_.types.structure(DataType::structure(index)).members;
    Namer names;
    std::vector<std::string>& given = programs_.member_names[index];
    given.resize(members.size());
    for (const bool is_padding : {false, true}) {
      std::uint32_t paddings = 0;
      for (std::size_t i = 0; i < members.size(); ++i) {
        if ((stored != nullptr && !stored->sources[i]) == is_padding) {
          given[i] =
              names.unique(is_padding ? std::string(padding_prefix) + std::to_string(paddings++)
                                      : std::string(library_.text(members[i].name)));
        }
      }
    }
  }

  void add_attributes() {
    Namer names;
    for (const ProvidedFeature* provided : in_declared_order(profile_)) {
      const Feature& feature = library_.features[provided->feature];
      const DataType type = feature.type.data();
      if (provided->provision == Provision::Attribute && type.is_plain()) {
        programs_.interface.attributes.push_back(
            {names.unique(std::string(library_.text(feature.member))),
             semantic_of(library_, feature), type, provided->location, provided->per_instance,
             provided->feature});
      }
    }
    std::stable_sort(
        programs_.interface.attributes.begin(), programs_.interface.attributes.end(),
        [](const VertexAttribute& a, const VertexAttribute& b) { return a.location < b.location; });
  }

  void add_targets() {
    for (const ProfileDemand& demand : profile_.demands) {
      if (demand.target == TargetKind::Color) {
        programs_.interface.targets.push_back({std::string(library_.text(demand.name)),
                                               demand.type.data, demand.target_index,
                                               demand.srgb_view});
      }
    }
    std::stable_sort(
        programs_.interface.targets.begin(), programs_.interface.targets.end(),
        [](const TargetOutput& a, const TargetOutput& b) { return a.index < b.index; });
  }

  const Library& library_;
  const Profile& profile_;
  Programs programs_;
};

}  // namespace

Result<Programs> profile_interface(const Library& library, const Profile& profile) {
  return ProfileInterface(library, profile).run();
}

}  // namespace weft
