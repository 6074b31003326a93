#include "codegen/host/profile_section.h"

#include <algorithm>

#include <fmt/format.h>

#include "codegen/host/c_blocks.h"
#include "codegen/host/c_tables.h"
#include "codegen/host/cpp_blocks.h"
#include "codegen/host/cpp_mathematics.h"
#include "codegen/host/header_tables.h"
#include "codegen/interface/profile_interface.h"
#include "codegen/ir/host_words.h"
#include "codegen/ir/used_structs.h"
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
      : library_(library), name_(library.text(profile.name)) {
    section_.programs = std::move(programs);
    members_.emplace(section_.programs);
    reflection_ = reflect_profile(library, profile, section_.programs);
    const UsedStructs used = used_structs();
    for (const std::uint32_t index : used.indices()) {
      structs_.push_back(index);
      if (index < library.data_types.struct_count()) {
        section_.structs.emplace(index,
                                 ProfileSection::Struct{section_.programs.struct_names[index],
                                                        members_->of_struct(index)});
      }
    }
  }

  ProfileSection in_cpp() {
    const Programs& programs = section_.programs;
    const CppBlockScope scope{library_, programs, programs.types, *members_, no_defaults_};
    Namer names;
    reserve_host_words(names);
    for (const std::uint32_t index : structs_) {
      names.unique(programs.struct_names[index]);
    }
    for (const std::string_view name : header_table_names()) {
      names.unique(name);
    }
    std::string text = structs_.empty() ? std::string()
                                        : fmt::format("\nusing {0}::is_equal;\nusing {0}::store;\n",
                                                      cpp_namespace);
    for (const std::uint32_t index : structs_) {
      text += cpp_struct(scope, index);
    }
    for (std::uint32_t i = 0; i < programs.interface.blocks.size(); ++i) {
      section_.blocks.push_back(names.unique(programs.interface.blocks[i].name));
      text += cpp_block(scope, i, section_.blocks[i]);
    }
    text += cpp_host_tables(programs, reflection_);
    section_.scope = fmt::format("hosts::{}::", name_);
    return guarded(fmt::format("namespace {0}::hosts::{1} {{\n{2}\n}}  // namespace "
                               "{0}::hosts::{1}\n\nnamespace weft_hosts = {0}::hosts;\n",
                               cpp_namespace, name_, text),
                   "");
  }

  ProfileSection in_c() {
    const Programs& programs = section_.programs;
    CNames names("weft_hosts_" + std::string(name_));
    reserve_c_table_names(names);
    CTypes types(programs, programs.types, *members_, names);
    const CBlockScope scope{library_, programs, *members_, no_defaults_, types};
    std::string text;
    for (std::uint32_t i = 0; i < programs.interface.blocks.size(); ++i) {
      const std::string& name = programs.interface.blocks[i].name;
      const CBlockNames own{names.unique(name), names.unique(name + "_default"), {}};
      section_.blocks.push_back(name);
      text += c_block(scope, i, own);
    }
    for (const std::uint32_t index : structs_) {
      types.name(DataType::structure(index));
    }
    text = types.definitions() + text + c_host_tables(programs, reflection_, names);
    section_.scope = names.stem() + "_";
    return guarded(text, "_C");
  }

 private:
  UsedStructs used_structs() const {
    UsedStructs used(section_.programs.types);
    for (const Block& block : section_.programs.interface.blocks) {
      used.add(block);
    }
    return used;
  }

  ProfileSection guarded(const std::string& text, std::string_view language) {
    ContentHasher hasher;
    hasher.add(text);
    const std::string guard = fmt::format("WEFT_HOSTS_{}{}_H", name_, language);
    section_.text = fmt::format(
        "// What the host fills for all materials of the profile {0}.\n"
        "#ifndef {1}\n#define {1} {2:#010x}\n{3}\n"
        "#elif {1} != {2:#010x}\n"
        "#error \"this header and one before it were made for different states of the profile "
        "{0}: make both anew\"\n#endif\n",
        name_, guard, static_cast<std::uint32_t>(hasher.result().low), text);
    return std::move(section_);
  }

  const Library& library_;
  std::string_view name_;
  const ParameterDefaults no_defaults_;
  Reflection reflection_;
  std::optional<HostMemberNames> members_;
  std::vector<std::uint32_t> structs_;  // in declaration order
  ProfileSection section_;
};

}  // namespace

std::optional<std::string> ProfileSection::find(const Block& block) const {
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Block& own = programs.interface.blocks[i];
    const bool is_it =
        own.kind == block.kind && own.set == block.set && own.binding == block.binding &&
        std::equal(own.members.begin(), own.members.end(), block.members.begin(),
                   block.members.end(), [](const BlockMember& a, const BlockMember& b) {
                     return a.source == b.source && a.name == b.name && a.offset == b.offset;
                   });
    if (is_it) {
      return scope + blocks[i];
    }
  }
  return std::nullopt;
}

std::optional<std::string> ProfileSection::find(std::uint32_t index,
                                                const std::vector<std::string>& members) const {
  const auto known = structs.find(index);
  return known != structs.end() && known->second.members == members
             ? std::optional(scope + known->second.name)
             : std::nullopt;
}

Result<ProfileSection> profile_section(const Library& library, const Profile& profile,
                                       HeaderLanguage language) {
  auto programs = profile_interface(library, profile);
  if (!programs) {
    return failed(std::move(programs.error()));
  }
  SectionPrinter printer(library, profile, std::move(*programs));
  return language == HeaderLanguage::Cpp ? printer.in_cpp() : printer.in_c();
}

}  // namespace weft
