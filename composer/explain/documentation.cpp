#include "composer/explain/documentation.h"

#include <algorithm>
#include <array>
#include <utility>

#include "composer/explain/graph_dump.h"
#include "composer/explain/listing.h"
#include "support/text_table.h"

namespace weft {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

/// A list of listing.h, and what one of its declarations is called.
struct ListedKind {
  const char* list;
  const char* kind;
};
constexpr std::array<ListedKind, 8> listed_kinds = {{
    {"fragments", "fragment"},
    {"conversions", "conversion"},
    {"traits", "trait"},
    {"structs", "struct"},
    {"bounds", "bound"},
    {"features", "feature"},
    {"profiles", "profile"},
    {"materials", "material"},
}};

bool reads_value(const Fragment& conversion, const TraitValue& value, ValueId id) {
  const std::vector<PatternEntry>& entries = conversion.ports.front().type.entries;
  return std::any_of(entries.begin(), entries.end(), [&](const PatternEntry& entry) {
    return entry.trait == value.trait && entry.value == id;
  });
}

bool sets_value(const Fragment& conversion, const TraitValue& value, ValueId id) {
  const std::vector<TraitEntry>& sets = conversion.effect()->sets;
  return std::find(sets.begin(), sets.end(), TraitEntry{value.trait, id}) != sets.end();
}

/// The names of the conversions that `is_wanted` accepts, sorted.
template <typename Wanted>
std::string conversion_names(const Library& library, Wanted is_wanted) {
  std::vector<std::string> names;
  for (const Fragment& fragment : library.fragments) {
    if (fragment.is_conversion() && is_wanted(fragment)) {
      names.emplace_back(library.text(fragment.name));
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return joined(names);
}

std::string path_of(const Library& library, const TraitValue& value) {
  std::string path(library.text(value.name));
  for (std::optional<ValueId> parent = value.parent; parent;
       parent = library.lattice.value(*parent).parent) {
    path = std::string(library.text(library.lattice.value(*parent).name)) + "." + path;
  }
  return path;
}

void add_trait_values(const Library& library, std::string_view name,
                      std::vector<Documentation>& found) {
  for (std::size_t i = 0; i < library.lattice.values().size(); ++i) {
    const ValueId id(i);
    const TraitValue& value = library.lattice.value(id);
    const std::string path = path_of(library, value);
    const Trait& trait = library.lattice.trait(value.trait);
    const std::string_view trait_name = library.text(trait.name);
    // Drop the trait from `use.radiance` and `use.color.radiance`.
    const bool has_trait = name.size() > trait_name.size() && name.starts_with(trait_name) &&
                           name[trait_name.size()] == '.';
    const std::string_view wanted = has_trait ? name.substr(trait_name.size() + 1) : name;
    if (library.text(value.name) != wanted && path != wanted && path != name) {
      continue;
    }
    Facts facts;
    const auto add = [&facts](const char* fact, std::string names) {
      if (!names.empty()) {
        facts.emplace_back(fact, std::move(names));
      }
    };
    add("conversions to it", conversion_names(library, [&](const Fragment& conversion) {
          return sets_value(conversion, value, id);
        }));
    add("conversions from it", conversion_names(library, [&](const Fragment& conversion) {
          return reads_value(conversion, value, id);
        }));
    found.push_back({"trait value", std::string(trait_name) + ": " + path, std::move(facts),
                     trait.doc, place_text(library, value.span)});
  }
}

/// `light`, for the features `light.*`.
void add_feature_space(const Library& library, std::string_view name,
                       std::vector<Documentation>& found) {
  Facts facts;
  for (const ListedDeclaration& feature : list_declarations(library, "features")) {
    if (feature.name.size() > name.size() && feature.name.starts_with(name) &&
        feature.name[name.size()] == '.') {
      facts.emplace_back(feature.name, feature.members.back().cell);
    }
  }
  if (!facts.empty()) {
    found.push_back({"features", std::string(name) + ".*", std::move(facts), "", std::nullopt});
  }
}

/// Fragments and conversions have their signature in the title, the others only facts.
Documentation documentation_of(std::string kind, const ListedDeclaration& listed) {
  Documentation made{std::move(kind), listed.name, {}, listed.doc, listed.source};
  for (const ListedDeclaration::Member& member : listed.members) {
    if (member.key == "signature") {
      made.title += member.cell;
    } else if (member.key == "kind" && made.kind == "fragment") {
      made.kind = member.cell == "graph" ? "graph" : "fragment";
    } else if (!member.cell.empty() && member.cell != "-") {  // "-": a trait without default
      made.facts.emplace_back(member.key, member.cell);
    }
  }
  return made;
}

}  // namespace

std::vector<Documentation> find_documentation(const Library& library, std::string_view name) {
  std::vector<Documentation> found;
  for (const ListedKind& kind : listed_kinds) {
    for (const ListedDeclaration& listed : list_declarations(library, kind.list)) {
      if (listed.name == name) {
        found.push_back(documentation_of(kind.kind, listed));
      }
    }
    if (std::string_view(kind.list) == "traits") {
      add_trait_values(library, name, found);
    } else if (std::string_view(kind.list) == "features") {
      add_feature_space(library, name, found);
    }
  }
  return found;
}

std::vector<std::string> documented_names(const Library& library) {
  std::vector<std::string> names;
  for (const ListedKind& kind : listed_kinds) {
    for (ListedDeclaration& listed : list_declarations(library, kind.list)) {
      names.push_back(std::move(listed.name));
    }
  }
  for (const TraitValue& value : library.lattice.values()) {
    names.push_back(path_of(library, value));
  }
  for (const Feature& feature : library.features) {
    const std::string_view path = library.text(feature.path);
    names.emplace_back(path.substr(0, path.find('.')));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace weft
