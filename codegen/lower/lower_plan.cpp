#include "codegen/lower/lower_plan.h"

#include <algorithm>

#include "codegen/interface/gather_interface.h"
#include "codegen/interface/layout.h"
#include "codegen/interface/stage_slice.h"
#include "codegen/ir/host_words.h"
#include "codegen/ir/used_structs.h"
#include "codegen/lower/line_names.h"
#include "codegen/lower/lower_stage.h"
#include "fragments/model/setting_values.h"
#include "support/hash.h"
#include "support/index_table.h"

namespace weft {
namespace {

class NameSet {
 public:
  void insert(const std::string& name) {
    table_.insert(hash_text(name), static_cast<std::uint32_t>(names_.size()));
    names_.emplace_back(name);
  }
  bool contains(const std::string& name) const {
    return table_.find(hash_text(name), [&](std::uint32_t i) { return names_[i] == name; })
        .has_value();
  }

 private:
  std::vector<std::string_view> names_;  // may repeat
  IndexTable table_;
};

// Member names in the interface's structs and blocks. GLSL does not allow a type name there.
NameSet interface_members(const Interface& interface) {
  NameSet names;
  for (const Block& block : interface.blocks) {
    for (const BlockMember& member : block.members) {
      names.insert(member.name);
    }
  }
  for (const VertexAttribute& attribute : interface.attributes) {
    names.insert(attribute.name);
  }
  for (const VaryingSlot& slot : interface.varying_slots) {
    names.insert(slot.name);
  }
  for (const TargetOutput& target : interface.targets) {
    names.insert(target.name);
  }
  return names;
}

// Names each struct, and the functions that construct values of it.
void name_structs(const Library& library, Programs& programs, Namer& names) {
  if (programs.types.struct_count() == 0) {
    return;
  }
  const std::vector<StoredStruct>& stored = programs.interface.stored_structs;
  const std::vector<bool> is_of_host = structs_of_host(programs);
  const std::string& prefix = programs.interface.name_prefix;
  const auto avoided = interface_members(programs.interface);
  for (std::uint32_t i = 0; i < programs.types.struct_count(); ++i) {
    const StoredStruct* note = find_stored(stored, DataType::structure(i));
    const bool is_made = i >= library.data_types.struct_count();
    const DataType declared = is_made ? note->declared : DataType::structure(i);
    std::string wish(library.text(programs.types.structure(declared).name));
    wish.insert(0, is_made ? "Stored" : "");
    const std::string own = prefix + wish;
    if (!is_of_host[i]) {
      wish = own;
    }
    std::string name = names.unique(wish);
    // The structs also appear in generated headers.
    while (avoided.contains(name) || host_words().is_taken(name)) {
      name = names.unique(wish);
    }
    programs.struct_makers.push_back(
        is_made ? std::string() : names.unique("make_" + (is_of_host[i] ? own : name)));
    const bool is_stored_otherwise =
        std::any_of(stored.begin(), stored.end(), [i](const StoredStruct& one) {
          return one.declared.index() == i && one.stored != one.declared;
        });
    programs.struct_loaders.push_back(
        is_stored_otherwise ? names.unique("load_" + (is_of_host[i] ? own : name)) : std::string());
    programs.struct_names.push_back(std::move(name));
  }
}

void name_struct_members(const Library& library, Programs& programs) {
  Namer structs;
  for (const std::string& name : programs.struct_names) {
    structs.unique(name);
  }
  for (std::uint32_t i = 0; i < programs.types.struct_count(); ++i) {
    const StructType& type = programs.types.structure(DataType::structure(i));
    const StoredStruct* note =
        find_stored(programs.interface.stored_structs, DataType::structure(i));
    Namer members(&structs);
    std::vector<std::string>& member_names = programs.member_names.emplace_back();
    for (std::size_t j = 0; j < type.members.size(); ++j) {
      const bool is_padding = note != nullptr && !note->sources[j];
      member_names.push_back(is_padding ? std::string()
                                        : members.unique(library.text(type.members[j].name)));
    }
    // Padding members get the remaining names.
    std::uint32_t number = 0;
    for (std::string& member : member_names) {
      if (member.empty()) {
        member = members.unique(std::string(padding_prefix) + std::to_string(number++));
      }
    }
  }
}

}  // namespace

Result<Programs> lower_plan(const Library& library, const PlacedPlan& placed,
                            LoweredLeaves* leaves) {
  const StageSlices slices = slice_stages(library, placed.plan);
  Programs programs;
  programs.types = library.data_types;
  Namer names;
  StageNames wishes;
  for (std::size_t stage = 0; stage < wishes.of.size(); ++stage) {
    wishes.of[stage] = suggest_names(library, placed.plan, slices.of[stage]);
  }
  auto gathered = gather_interface(library, placed, slices, wishes, names, programs.types);
  if (!gathered) {
    return failed(std::move(gathered.error()));
  }
  programs.interface = std::move(gathered->interface);
  name_structs(library, programs, names);
  name_struct_members(library, programs);
  const LoweringInput input = {
      library,         placed.plan,
      gathered->reads, programs.interface,
      programs.types,  names,
      leaves,          find_medium_values(library, placed.plan, slices[Stage::Fragment])};
  const Profile& profile = library.profiles[placed.plan.profile];
  programs.has_float16 =
      !input.medium.empty() && setting_word(library, profile, "medium_type") == "float16";
  const auto lowered = [&](Stage stage) {
    return lower_stage(input, stage, slices[stage], wishes[stage]);
  };
  if (programs.interface.threads) {
    programs.thread_size =
        gathered->reads.features[library.find_feature(thread_size_path)->index()];
    programs.thread = lowered(Stage::Thread);
    return programs;
  }
  programs.vertex = lowered(Stage::Vertex);
  if (slices.has_fragment) {
    programs.fragment = lowered(Stage::Fragment);
  }
  return programs;
}

}  // namespace weft
