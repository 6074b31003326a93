#include "composer/typing/meaning_hints.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "fragments/model/lookups.h"

namespace weft {
namespace {

constexpr std::size_t max_choices = 12;

std::string ascription(const Library& library, TraitId trait, ValueId value) {
  const Lattice& lattice = library.lattice;
  return fmt::format("`(…) as {{{}: {}}}`", library.text(lattice.trait(trait).name),
                     library.text(lattice.value(value).name));
}

/// Returns the source with every other demanded meaning added, so that only this one is in
/// question.
SemanticType completed(const SemanticType& source, const Demand& decided, TraitId trait,
                       const Lattice& lattice) {
  SemanticType complete = source;
  for (const DemandEntry& entry : decided.entries) {
    const bool is_stated =
        std::any_of(source.entries().begin(), source.entries().end(),
                    [&entry](const TraitEntry& stated) { return stated.trait == entry.trait; });
    if (entry.trait != trait && !is_stated &&
        lattice.trait(entry.trait).kind == TraitKind::Meaning) {
      complete.set(entry.trait, entry.value, lattice);
    }
  }
  return complete;
}

}  // namespace

std::string fate_of(const ConversionTable& table, const Lattice& lattice,
                    const SemanticType& source, const Demand& decided,
                    const FeatureSet& available) {
  SearchOptions quick;
  quick.max_advice = 0;
  quick.max_types = 10'000;
  const ConversionAnswer answer =
      find_conversion(table, lattice, source, decided, available, quick);
  if (!answer.decided()) {
    return {};
  }
  std::string steps;
  for (const ConversionId step : answer.chains.front().steps) {
    steps += (steps.empty() ? "goes through " : ", ") + table[step].name;
  }
  return steps.empty() ? "is taken as it is" : steps;
}

std::string unstated_meaning_hint(const Library& library, const ConversionTable& table,
                                  const SemanticType& source, const Demand& decided,
                                  const FeatureSet& available, TraitId trait) {
  const Lattice& lattice = library.lattice;
  const auto demanded =
      std::find_if(decided.entries.begin(), decided.entries.end(),
                   [trait](const DemandEntry& entry) { return entry.trait == trait; });
  if (demanded == decided.entries.end()) {
    return {};
  }
  SemanticType choice = completed(source, decided, trait, lattice);
  std::vector<std::pair<std::string, std::string>> choices;  // what to write, what it means
  for (std::size_t i = 0; i < lattice.values().size(); ++i) {
    const ValueId value(i);
    const bool is_narrower = value != demanded->value && lattice.is_within(value, demanded->value);
    if (lattice.value(value).trait != trait || is_narrower) {
      continue;
    }
    choice.set(trait, value, lattice);
    if (std::string fate = fate_of(table, lattice, choice, decided, available); !fate.empty()) {
      choices.emplace_back(ascription(library, trait, value), std::move(fate));
    }
  }
  if (choices.size() < 2) {
    return choices.empty() ? std::string()
                           : fmt::format("if you know it, write {}", choices.front().first);
  }
  std::sort(choices.begin(), choices.end());
  std::string text;
  for (std::size_t i = 0; i < choices.size() && i < max_choices; ++i) {
    text += fmt::format("{}{}, which {}", text.empty() ? "" : "; ", choices[i].first,
                        choices[i].second);
  }
  if (choices.size() > max_choices) {
    text += fmt::format("; and {} more", choices.size() - max_choices);
  }
  return "if you know what it is, write one of " + text;
}

std::string lost_meaning_hint(const Library& library, const ConversionTable& table,
                              const SemanticType& source, const Demand& decided,
                              const FeatureSet& available, TraitId trait,
                              const std::vector<ValueId>& stated) {
  SemanticType assumed = completed(source, decided, trait, library.lattice);
  std::vector<std::string> choices;
  for (const ValueId value : stated) {
    assumed.set(trait, value, library.lattice);
    if (!fate_of(table, library.lattice, assumed, decided, available).empty()) {
      choices.push_back(ascription(library, trait, value));
    }
  }
  if (choices.empty()) {
    return unstated_meaning_hint(library, table, source, decided, available, trait);
  }
  std::sort(choices.begin(), choices.end());
  choices.erase(std::unique(choices.begin(), choices.end()), choices.end());
  if (choices.size() == 1) {
    return "if it is still what the operand stated, say so: " + choices.front();
  }
  std::string text;
  for (const std::string& choice : choices) {
    text += (text.empty() ? "" : ", ") + choice;
  }
  return "the operands stated different things: if one still holds, say which of " + text;
}

std::string other_use_hint(const Library& library, const SemanticType& source,
                           const Demand& decided, TraitId trait) {
  const Lattice& lattice = library.lattice;
  const auto direction = find_value(library, trait, "direction");
  const auto normal = find_value(library, trait, "normal");
  const auto stated = source.stated(trait);
  const auto demanded =
      std::find_if(decided.entries.begin(), decided.entries.end(),
                   [trait](const DemandEntry& entry) { return entry.trait == trait; });
  if (!direction || !normal || !stated || demanded == decided.entries.end()) {
    return {};
  }
  const auto is_direction = [&](ValueId value) {
    return value != *normal && lattice.is_within(value, *direction);
  };
  const bool is_pair = (is_direction(*stated) && demanded->value == *normal) ||
                       (*stated == *normal && is_direction(demanded->value));
  if (!is_pair || library.text(lattice.trait(trait).name) != "use") {
    return {};
  }
  return fmt::format(
      "normals and directions transform differently under non-uniform scale, so neither converts "
      "to the other; if this is a {}, write {}",
      library.text(lattice.value(demanded->value).name),
      ascription(library, trait, demanded->value));
}

std::string other_size_hint(const Library& library, const ConversionTable& table,
                            const SemanticType& source, const Demand& decided,
                            const FeatureSet& available) {
  const int rows = decided.data.is_vector() ? decided.data.rows() : 0;
  if (rows != 3 && rows != 4) {
    return {};
  }
  Demand other = decided;
  other.data = DataType::vector(decided.data.scalar_kind(), 7 - rows);
  const std::string fate = fate_of(table, library.lattice, source, other, available);
  return fate.empty() ? std::string()
                      : fmt::format("ask for {}: the value {}", library.type_name(other), fate);
}

std::string plain_number_hint(const Library& library, const ConversionTable& table,
                              const SemanticType& source, const Demand& demand,
                              const FeatureSet& available, TraitId unit) {
  const auto radian = find_value(library, unit, "radian");
  const bool is_angle = std::any_of(
      demand.entries.begin(), demand.entries.end(),
      [&](const DemandEntry& entry) { return entry.trait == unit && entry.value == radian; });
  const SemanticType plain(source.data());
  const Demand decided = decide_conditions(demand, plain, library.lattice);
  const bool helps = is_angle && source.data().is_scalar_or_vector() &&
                     !fate_of(table, library.lattice, plain, decided, available).empty();
  return helps ? fmt::format("for the number alone, without its unit, write {}(…)",
                             library.type_name(source.data()))
               : std::string();
}

std::string component_hint(const Library& library, const ConversionTable& table,
                           const SemanticType& source, const Demand& decided, TraitId trait) {
  const auto stated = source.stated(trait);
  const auto demanded =
      std::find_if(decided.entries.begin(), decided.entries.end(),
                   [trait](const DemandEntry& entry) { return entry.trait == trait; });
  if (!source.data().is_scalar() || !stated || demanded == decided.entries.end()) {
    return {};
  }
  const auto takes_stated = [&](const DemandEntry& entry) {
    return entry.trait == trait && library.lattice.is_within(*stated, entry.value);
  };
  const auto sets_demanded = [&](const TraitEntry& entry) {
    return entry.trait == trait && library.lattice.is_within(entry.value, demanded->value);
  };
  for (std::size_t i = 0; i < table.size(); ++i) {
    const ConversionRule& rule = table[ConversionId(i)];
    if (rule.input.data.is_vector() &&
        std::any_of(rule.input.entries.begin(), rule.input.entries.end(), takes_stated) &&
        std::any_of(rule.sets.begin(), rule.sets.end(), sets_demanded)) {
      return fmt::format(
          "a component keeps the '{0}' of the whole: convert that first, `whole: {1} {{{0}: {2}}} "
          "= …`, and read its component",
          library.text(library.lattice.trait(trait).name), library.type_name(rule.input.data),
          library.text(library.lattice.value(demanded->value).name));
    }
  }
  return {};
}

std::string kept_meanings(const Library& library, const SemanticType& source,
                          const Demand& decided) {
  const Lattice& lattice = library.lattice;
  std::string text;
  for (const DemandEntry& entry : decided.entries) {
    const auto value = source.value(entry.trait, lattice);
    if (!value || !lattice.is_within(*value, entry.value)) {
      return {};
    }
    text += fmt::format("{}{}: {}", text.empty() ? " as {" : ", ",
                        library.text(lattice.trait(entry.trait).name),
                        library.text(lattice.value(*value).name));
  }
  return text.empty() ? text : text + "}";
}

}  // namespace weft
