#include "composer/typing/crossing_hints.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "composer/typing/meaning_hints.h"

namespace weft {
namespace {

constexpr std::size_t most_named = 4;

/// The demanded value of a trait that the source states otherwise.
std::optional<ValueId> contradicted(const SemanticType& source, const DemandEntry& demanded,
                                    const Lattice& lattice) {
  const auto stated = source.stated(demanded.trait);
  const bool is_contradicted = stated && lattice.trait(demanded.trait).kind == TraitKind::Meaning &&
                               !lattice.is_within(*stated, demanded.value);
  return is_contradicted ? std::optional(demanded.value) : std::nullopt;
}

/// The type of a result that no variable is part of.
std::optional<SemanticType> type_of(const TypePattern& pattern, const Lattice& lattice) {
  if (pattern.type_variable) {
    return std::nullopt;
  }
  SemanticType type(pattern.data);
  for (const PatternEntry& entry : pattern.entries) {
    if (!entry.value) {
      return std::nullopt;
    }
    type.set(entry.trait, *entry.value, lattice);
  }
  return type;
}

bool takes(const Fragment& fragment, TraitId trait, ValueId value, const Lattice& lattice) {
  return std::any_of(fragment.ports.begin(), fragment.ports.end(), [&](const FragmentPort& port) {
    return std::any_of(port.type.entries.begin(), port.type.entries.end(),
                       [&](const PatternEntry& entry) {
                         return entry.trait == trait && entry.value && !entry.conditional &&
                                lattice.is_within(value, *entry.value);
                       });
  });
}

}  // namespace

bool would_any_meaning_do(const Library& library, const ConversionTable& table,
                          const SemanticType& source, const Demand& decided,
                          const FeatureSet& available) {
  SemanticType complete = source;
  for (const DemandEntry& entry : decided.entries) {
    if (library.lattice.trait(entry.trait).kind == TraitKind::Meaning) {
      complete.set(entry.trait, entry.value, library.lattice);
    }
  }
  return !fate_of(table, library.lattice, complete, decided, available).empty();
}

std::optional<TraitId> blocking_meaning(const Library& library, const ConversionTable& table,
                                        const SemanticType& source, const Demand& decided,
                                        const FeatureSet& available) {
  for (const DemandEntry& entry : decided.entries) {
    if (const auto wanted = contradicted(source, entry, library.lattice)) {
      SemanticType other = source;
      other.set(entry.trait, *wanted, library.lattice);
      if (!fate_of(table, library.lattice, other, decided, available).empty()) {
        return entry.trait;
      }
    }
  }
  return std::nullopt;
}

std::string lighting_hint(const Library& library, const SemanticType& source, const Demand& decided,
                          TraitId trait) {
  const auto stated = source.stated(trait);
  const auto demanded =
      std::find_if(decided.entries.begin(), decided.entries.end(),
                   [trait](const DemandEntry& entry) { return entry.trait == trait; });
  const auto name = [&](ValueId value) { return library.text(library.lattice.value(value).name); };
  if (!stated || demanded == decided.entries.end() || name(*stated) != "reflectance" ||
      name(demanded->value) != "display_color") {
    return {};
  }
  return "a color of a surface is lit before it is seen: write lit(diffuse(…)) of closures.weft, "
         "or "
         "sum_lights of lights.weft; or name the output albedo, which the profile unlit shows "
         "(-p unlit)";
}

std::string crossing_hint(const Library& library, const ConversionTable& table,
                          const SemanticType& source, const Demand& decided,
                          const FeatureSet& available, TraitId trait) {
  const Lattice& lattice = library.lattice;
  const auto stated = source.stated(trait);
  const auto demanded =
      std::find_if(decided.entries.begin(), decided.entries.end(),
                   [trait](const DemandEntry& entry) { return entry.trait == trait; });
  if (!stated || demanded == decided.entries.end()) {
    return {};
  }
  std::vector<std::string_view> names;
  std::map<std::string, bool> converts;  // by the name of the type
  for (const Fragment& fragment : library.fragments) {
    if (fragment.is_conversion() || fragment.results.size() != 1 ||
        !takes(fragment, trait, *stated, lattice)) {
      continue;
    }
    const auto given = type_of(fragment.results.front().type, lattice);
    if (!given || !given->stated(trait) || given->stated(trait) == stated) {
      continue;
    }
    const auto [known, is_new] = converts.try_emplace(library.type_name(*given), false);
    if (is_new) {
      known->second = !fate_of(table, lattice, *given, decided, available).empty();
    }
    if (known->second) {
      names.push_back(library.text(fragment.name));
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const std::string_view from = library.text(lattice.value(*stated).name);
  const std::string_view to = library.text(lattice.value(demanded->value).name);
  std::string hint = names.empty() ? lighting_hint(library, source, decided, trait) : std::string();
  if (!hint.empty()) {
    return hint;
  }
  for (std::size_t i = 0; i < names.size() && i < most_named; ++i) {
    hint += fmt::format("{}'{}'",
                        hint.empty() ? "pass it to a fragment that makes one of it, like " : ", ",
                        names[i]);
  }
  if (names.size() > most_named) {
    hint += fmt::format(" and {} more", names.size() - most_named);
  }
  return fmt::format("{}{}if this is no '{}' but a '{}', write `(…) as {{{}: {}}}`", hint,
                     hint.empty() ? "" : "; ", from, to, library.text(lattice.trait(trait).name),
                     to);
}

std::string display_hint(const Library& library, const SemanticType& source,
                         const Demand& decided) {
  const Lattice& lattice = library.lattice;
  const auto is_there = [&](std::string_view conversion) {
    const std::optional<NameId> name = library.names.find(conversion);
    return name && library.find_conversion(*name);
  };
  const auto demanded =
      std::find_if(decided.entries.begin(), decided.entries.end(), [&](const DemandEntry& entry) {
        return library.text(lattice.trait(entry.trait).name) == "use";
      });
  const auto color = demanded != decided.entries.end()
                         ? find_value(library, demanded->trait, "color")
                         : std::nullopt;
  if (!color || !lattice.is_within(demanded->value, *color) || !source.data().is_float_based() ||
      !source.data().is_vector() || source.data().rows() < 3) {
    return {};
  }
  const auto stated = source.stated(demanded->trait);
  const bool is_exposed = stated && library.text(lattice.value(*stated).name) == "radiance" &&
                          library.text(lattice.value(demanded->value).name) == "display_color";
  const bool is_extended = source.data().rows() == 3 && decided.data.is_vector() &&
                           decided.data.is_float_based() && decided.data.rows() == 4;
  if (is_exposed && !is_there("expose")) {
    return "the conversion of light to colors of the display comes with: import \"display\";";
  }
  return is_extended && !is_there("opaque")
             ? "the conversion to four components comes with: import \"display\";"
             : "";
}

}  // namespace weft
