#include "fragments/model/trait_order.h"

#include <algorithm>

#include "support/text_table.h"

namespace weft {
namespace {

/// Formats each entry as `name: value`. `mark`: the suffix of a name.
template <typename Entry, typename Mark>
std::vector<std::string> statements(const Library& library, const std::vector<Entry>& entries,
                                    const TraitOrder& order, const char* between, Mark mark) {
  std::vector<std::string> parts;
  for (TraitId trait : order) {
    for (const Entry& entry : entries) {
      if (entry.trait == trait) {
        parts.push_back(std::string(library.text(library.lattice.trait(trait).name)) + mark(entry) +
                        between +
                        std::string(library.text(library.lattice.value(entry.value).name)));
      }
    }
  }
  return parts;
}

std::string unmarked(const TraitEntry&) { return {}; }

std::string braced(const std::string& before, const std::vector<std::string>& parts) {
  return parts.empty() ? before : before + " {" + joined(parts) + "}";
}

}  // namespace

TraitOrder traits_by_name(const Library& library) { return traits_as_named(library, {}); }

TraitOrder traits_as_named(const Library& library, const std::vector<std::string_view>& texts) {
  TraitOrder order;
  const auto add = [&order](TraitId trait) {
    if (std::find(order.begin(), order.end(), trait) == order.end()) {
      order.push_back(trait);
    }
  };
  for (std::string_view text : texts) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find_first_of(",:? \t", at), text.size());
      const auto name = library.names.find(text.substr(at, end - at));
      if (const auto trait = name ? library.lattice.find_trait(*name) : std::nullopt) {
        add(*trait);
      }
      // Skips the value, which may have the name of a trait.
      const std::size_t comma = std::min(text.find(',', end), text.size());
      at = std::min(text.find_first_not_of(", \t", comma), text.size());
    }
  }
  std::vector<TraitId> all;
  all.reserve(library.lattice.traits().size());
  for (std::size_t i = 0; i < library.lattice.traits().size(); ++i) {
    all.emplace_back(i);
  }
  std::sort(all.begin(), all.end(), [&library](TraitId a, TraitId b) {
    return library.text(library.lattice.trait(a).name) <
           library.text(library.lattice.trait(b).name);
  });
  for (TraitId trait : all) {
    add(trait);
  }
  return order;
}

std::string type_text(const Library& library, const SemanticType& type, const TraitOrder& order) {
  std::string text = "type:" + library.type_name(type.data());
  for (const std::string& part : statements(library, type.entries(), order, ":", unmarked)) {
    text += "," + part;
  }
  return text;
}

std::string type_source(const Library& library, const SemanticType& type, const TraitOrder& order) {
  return braced(library.type_name(type.data()),
                statements(library, type.entries(), order, ": ", unmarked));
}

std::string demand_source(const Library& library, const Demand& demand, const TraitOrder& order) {
  return braced(library.type_name(demand.data),
                statements(library, demand.entries, order, ": ", [](const DemandEntry& entry) {
                  return std::string(entry.conditional ? "?" : "");
                }));
}

std::string traits_source(const Library& library, const std::vector<TraitEntry>& entries,
                          const TraitOrder& order) {
  return "{" + joined(statements(library, entries, order, ": ", unmarked)) + "}";
}

}  // namespace weft
