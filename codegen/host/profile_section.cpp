#include "codegen/host/profile_section.h"

#include <algorithm>

#include <fmt/format.h>

#include "codegen/host/c_blocks.h"
#include "codegen/host/header_tables.h"
#include "codegen/interface/profile_interface.h"
#include "codegen/ir/host_words.h"
#include "support/content_hash.h"

namespace weft {
namespace {

/// The part of a reflection that the tables of a profile's interface show. Members of blocks are
/// left out.
Reflection reflect_profile(const Library& library, const Profile& profile,
                           const Programs& programs) {
  Reflection reflection;
  const auto type_name = [&](DataType type) { return programs.types.text(type, library.names); };
  for (const Block& block : programs.interface.blocks) {
    reflection.blocks.push_back({block.name,
                                 block.instance,
                                 block.kind,
                                 block.rate,
                                 block.set,
                                 block.binding,
                                 block.size,
                                 {true, true},
                                 {},
                                 false});
  }
  for (const VertexAttribute& attribute : programs.interface.attributes) {
    reflection.attributes.push_back(
        {std::string(library.text(library.features[attribute.feature].path)), attribute.name,
         attribute.semantic, type_name(attribute.type), attribute.location,
         attribute.per_instance});
  }
  for (const TargetOutput& target : programs.interface.targets) {
    const auto demand =
        std::find_if(profile.demands.begin(), profile.demands.end(), [&](const auto& one) {
          return one.target == TargetKind::Color && one.target_index == target.index;
        });
    reflection.targets.push_back(
        {target.name, type_name(target.type),
         demand_text(demand->type, library.lattice, library.data_types, library.names),
         target.index, target.srgb_view});
  }
  return reflection;
}

class SectionPrinter {
 public:
  SectionPrinter(const Library& library, const Profile& profile, Programs programs)
      : library_(library),
        name_(library.text(profile.name)),
        namespace_("weft_hosts::" + host_namespace(name_)),
        reflection_(reflect_profile(library, profile, programs)),
        members_(programs),
        names_("weft_hosts_" + std::string(name_)) {
    section_.programs = std::move(programs);
  }

  ProfileSection run() {
    const Programs& programs = section_.programs;
    reserve_table_names(names_);
    CTypes types(programs, programs.types, members_, names_);
    const ParameterDefaults no_defaults;
    const CBlockScope scope{library_, programs, members_, no_defaults, types};
    std::string blocks;
    for (std::uint32_t i = 0; i < programs.interface.blocks.size(); ++i) {
      const std::string& name = programs.interface.blocks[i].name;
      section_.blocks.push_back({{names_.unique(name), names_.unique(name + "_default"), {}}, {}});
      blocks += c_block(scope, i, section_.blocks[i].in_c);
    }
    const std::string in_c = types.definitions() + blocks;
    const std::string in_cpp = in_namespace(cpp_text(types.structs()));
    add_arrays(types.arrays());
    HeaderTables tables = profile_tables(programs, reflection_, names_);
    section_.tables =
        fmt::format("\n#ifndef WEFT_HOSTS_{0}_TABLES\n#define WEFT_HOSTS_{0}_TABLES{1}{2}#endif\n",
                    name_, tables.in_c, in_namespace(tables.in_cpp));
    if (!section_.blocks.empty()) {
      guard(in_c + in_cpp);
    }
    return std::move(section_);
  }

 private:
  /// Names the structs and blocks in the namespace, and prints their declarations.
  std::string cpp_text(const std::vector<std::pair<std::uint32_t, std::string>>& structs) {
    Namer short_names(&host_words());
    for (const std::string_view name : namespace_names()) {
      short_names.unique(name);
    }
    std::string text;
    for (const auto& [index, name] : structs) {
      text += fmt::format("using {} = {};\n",
                          short_names.unique(section_.programs.struct_names[index]), name);
      if (index < library_.data_types.struct_count()) {
        section_.structs.emplace(index, ProfileSection::Struct{name, members_.of_struct(index)});
      }
    }
    for (std::size_t i = 0; i < section_.blocks.size(); ++i) {
      ProfileSection::BlockNames& names = section_.blocks[i];
      const std::string name = short_names.unique(section_.programs.interface.blocks[i].name);
      names.in_cpp = fmt::format("{}::{}", namespace_, name);
      text += cpp_block(name, names.in_c.type, names.in_c.defaults);
    }
    return text;
  }

  // Without the tables' indices of arrays, which a material's table does not share.
  void add_arrays(const std::vector<std::pair<DataType, std::string>>& arrays) {
    for (const auto& [type, name] : arrays) {
      ProfileSection::Array array{type, {}, name};
      for (; array.innermost.is_array();
           array.innermost = section_.programs.types.array(array.innermost).element) {
        array.sizes.insert(array.sizes.begin(),
                           section_.programs.types.array(array.innermost).size);
      }
      if (!array.innermost.is_struct() ||
          array.innermost.index() < library_.data_types.struct_count()) {
        section_.arrays.push_back(std::move(array));
      }
    }
  }

  std::string in_namespace(const std::string& text) const {
    return fmt::format("\n#ifdef __cplusplus\nnamespace {0} {{\n{1}}}  // namespace {0}\n#endif\n",
                       namespace_, text);
  }

  void guard(const std::string& text) {
    ContentHasher hasher;
    hasher.add(text);
    hasher.add(section_.tables);
    section_.text = fmt::format(
        "// What the host fills for all materials of the profile {0}.\n"
        "#ifndef WEFT_HOSTS_{0}_H\n#define WEFT_HOSTS_{0}_H {1:#010x}\n{2}"
        "#elif WEFT_HOSTS_{0}_H != {1:#010x}\n"
        "#error \"this header and one before it were generated from different versions of the "
        "profile {0}: generate both again\"\n#endif\n",
        name_, static_cast<std::uint32_t>(hasher.result().low), text);
  }

  const Library& library_;
  std::string_view name_;
  std::string namespace_;
  Reflection reflection_;
  HostMemberNames members_;
  CNames names_;
  ProfileSection section_;
};

}  // namespace

const ProfileSection::BlockNames* ProfileSection::find(const Block& block) const {
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Block& own = programs.interface.blocks[i];
    const bool is_it =
        own.kind == block.kind && own.set == block.set && own.binding == block.binding &&
        std::equal(own.members.begin(), own.members.end(), block.members.begin(),
                   block.members.end(), [](const BlockMember& a, const BlockMember& b) {
                     return a.source == b.source && a.name == b.name && a.offset == b.offset;
                   });
    if (is_it) {
      return &blocks[i];
    }
  }
  return nullptr;
}

std::optional<std::string> ProfileSection::find(std::uint32_t index,
                                                const std::vector<std::string>& members) const {
  const auto known = structs.find(index);
  return known != structs.end() && known->second.members == members
             ? std::optional(known->second.name)
             : std::nullopt;
}

Result<ProfileSection> profile_section(const Library& library, const Profile& profile) {
  auto programs = profile_interface(library, profile);
  if (!programs) {
    return failed(std::move(programs.error()));
  }
  return SectionPrinter(library, profile, std::move(*programs)).run();
}

}  // namespace weft
