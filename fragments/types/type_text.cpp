#include <algorithm>

#include <fmt/format.h>

#include "fragments/types/semantic_type.h"
#include "support/spelling.h"

namespace weft {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
    text.remove_prefix(1);
  }
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
    text.remove_suffix(1);
  }
  return text;
}

template <typename Entries>
std::string entries_text(const Entries& entries, std::string_view between, const Lattice& lattice,
                         const Interner& names, auto&& mark) {
  std::string out;
  for (const auto& entry : entries) {
    out += fmt::format("{}{}{}{}{}",
                       out.empty()      ? ""
                       : between == ":" ? ","
                                        : ", ",
                       names.text(lattice.trait(entry.trait).name), mark(entry), between,
                       names.text(lattice.value(entry.value).name));
  }
  return out;
}

/// Splits at commas; empty text yields one empty part.
std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  while (true) {
    std::size_t comma = text.find(',', begin);
    parts.push_back(
        trimmed(text.substr(begin, comma == std::string_view::npos ? comma : comma - begin)));
    if (comma == std::string_view::npos) {
      return parts;
    }
    begin = comma + 1;
  }
}

std::vector<std::string_view> trait_names(const Lattice& lattice, const Interner& names) {
  std::vector<std::string_view> all;
  for (const Trait& trait : lattice.traits()) {
    all.push_back(names.text(trait.name));
  }
  return all;
}

std::vector<std::string_view> value_names(const Lattice& lattice, TraitId trait,
                                          const Interner& names) {
  std::vector<std::string_view> all;
  for (const TraitValue& value : lattice.values()) {
    if (value.trait == trait) {
      all.push_back(names.text(value.name));
    }
  }
  return all;
}

}  // namespace

std::string type_text(const SemanticType& type, const Lattice& lattice, const DataTypeTable& data,
                      const Interner& names) {
  std::string traits =
      entries_text(type.entries(), ":", lattice, names, [](const TraitEntry&) { return ""; });
  return "type:" + data.text(type.data(), names) + (traits.empty() ? "" : "," + traits);
}

std::string type_source(const SemanticType& type, const Lattice& lattice, const DataTypeTable& data,
                        const Interner& names) {
  std::string traits =
      entries_text(type.entries(), ": ", lattice, names, [](const TraitEntry&) { return ""; });
  return data.text(type.data(), names) + (traits.empty() ? "" : " {" + traits + "}");
}

std::string demand_text(const Demand& demand, const Lattice& lattice, const DataTypeTable& data,
                        const Interner& names) {
  std::string traits = entries_text(demand.entries, ":", lattice, names,
                                    [](const DemandEntry& e) { return e.conditional ? "?" : ""; });
  return "type:" + data.text(demand.data, names) + (traits.empty() ? "" : "," + traits);
}

std::string demand_source(const Demand& demand, const Lattice& lattice, const DataTypeTable& data,
                          const Interner& names) {
  std::string traits = entries_text(demand.entries, ": ", lattice, names,
                                    [](const DemandEntry& e) { return e.conditional ? "?" : ""; });
  return data.text(demand.data, names) + (traits.empty() ? "" : " {" + traits + "}");
}

namespace {

/// `type:float3,use:color` for `float3 {use: color}`, which messages print, and for `float3`.
std::string without_braces(std::string_view text) {
  text = trimmed(text);
  const std::size_t open = text.find('{');
  if (open != std::string_view::npos && text.back() == '}' &&
      text.substr(0, open).find(':') == std::string_view::npos) {
    const std::string_view traits = trimmed(text.substr(open + 1, text.size() - open - 2));
    return "type:" + std::string(trimmed(text.substr(0, open))) + (traits.empty() ? "" : ",") +
           std::string(traits);
  }
  return (find_data_type(text) ? "type:" : "") + std::string(text);
}

}  // namespace

Result<Demand> parse_type_text(std::string_view given, const Lattice& lattice,
                               const Interner& names) {
  const std::string text = without_braces(given);
  Demand demand;
  bool has_type = false;
  Diagnostics diagnostics;
  for (std::string_view part : parts_of(text)) {
    std::size_t colon = part.find(':');
    if (colon == std::string_view::npos) {
      diagnostics.push_back(error(Code::BadType,
                                  fmt::format("'{}' is not of the form name:value", part),
                                  "write a type as in type:float3,use:normal,basis:world"));
      continue;
    }
    std::string_view name = trimmed(part.substr(0, colon));
    std::string_view value = trimmed(part.substr(colon + 1));
    bool conditional = !name.empty() && name.back() == '?';
    if (conditional) {
      name = trimmed(name.substr(0, name.size() - 1));
    }
    if (name == "type") {
      auto found = find_data_type(value);
      if (has_type) {
        diagnostics.push_back(error(Code::BadType, "type is stated twice"));
      } else if (!found) {
        diagnostics.push_back(
            error(Code::UnknownType, fmt::format("unknown data type '{}'", value)));
      } else {
        demand.data = *found;
      }
      has_type = true;
      continue;
    }
    auto name_id = names.find(name);
    auto trait = name_id ? lattice.find_trait(*name_id) : std::nullopt;
    if (!trait) {
      diagnostics.push_back(error(Code::UnknownTrait, fmt::format("unknown trait '{}'", name),
                                  spelling_hint(name, trait_names(lattice, names))));
      continue;
    }
    auto value_id = names.find(value);
    auto found = value_id ? lattice.find_value(*trait, *value_id) : std::nullopt;
    if (!found) {
      diagnostics.push_back(error(Code::UnknownTrait,
                                  fmt::format("trait '{}' has no value '{}'", name, value),
                                  spelling_hint(value, value_names(lattice, *trait, names))));
      continue;
    }
    demand.entries.push_back({*trait, *found, conditional});
  }
  std::sort(demand.entries.begin(), demand.entries.end());
  for (std::size_t i = 1; i < demand.entries.size(); ++i) {
    if (demand.entries[i].trait == demand.entries[i - 1].trait) {
      diagnostics.push_back(error(
          Code::BadType, fmt::format("trait '{}' is stated twice",
                                     names.text(lattice.trait(demand.entries[i].trait).name))));
    }
  }
  if (!has_type && diagnostics.empty()) {
    diagnostics.push_back(error(Code::BadType, "the type has no data type",
                                "start with a data type, as in type:float3"));
  }
  if (!diagnostics.empty()) {
    return failed(std::move(diagnostics));
  }
  return demand;
}

}  // namespace weft
