#include "tests/property/conversion_random_registry.h"

#include <algorithm>

#include "tests/support/seed.h"

namespace weft::testing {
namespace {

class RegistryMaker {
 public:
  explicit RegistryMaker(std::uint64_t start) : random_(start) {}

  RandomRegistry make() {
    RandomRegistry made;
    is_tidy_ = !random_.chance(4);
    std::size_t traits = (is_tidy_ ? 2 : 1) + random_.below(is_tidy_ ? 3 : 4);
    for (std::size_t i = 0; i < traits; ++i) {
      made.traits.push_back(trait());
    }
    data_types_ = is_tidy_ ? 1 + random_.below(5) / 4 : 1 + random_.below(3);
    std::size_t rules = is_tidy_ ? 4 + random_.below(17) : 1 + random_.below(10);
    for (std::size_t i = 0; i < rules; ++i) {
      made.rules.push_back(rule(made));
    }
    for (const RandomTrait& trait : made.traits) {
      bool states = !random_.chance(trait.is_guarantee ? 2 : is_tidy_ ? 40 : 6);
      made.source.push_back(states ? value(trait) : absent);
    }
    made.source.push_back(number(data_types_));
    made.demand_data = number(data_types_);
    for (std::size_t i = 0; i < traits; ++i) {
      if (!random_.chance(is_tidy_ ? 4 : 2)) {
        made.demand.push_back(
            {static_cast<int>(i), other_value(made.traits[i], made.source[i]), random_.chance(8)});
      }
    }
    for (int feature = 0; feature < 4; ++feature) {
      if (!random_.chance(5)) {
        made.available.insert(feature);
      }
    }
    return made;
  }

 private:
  int number(std::size_t bound) { return static_cast<int>(random_.below(bound)); }
  int value(const RandomTrait& trait) { return number(trait.parents.size()); }

  /// Usually a different value: demands that are already satisfied test little.
  int other_value(const RandomTrait& trait, int than) {
    int first = value(trait);
    return first == than ? value(trait) : first;
  }

  RandomTrait trait() {
    RandomTrait made;
    made.is_guarantee = random_.chance(is_tidy_ ? 6 : 4);
    std::size_t values = (is_tidy_ ? 2 : 1) + random_.below(3);
    for (std::size_t i = 0; i < values; ++i) {
      made.parents.push_back(i > 0 && random_.chance(3) ? number(i) : absent);
    }
    if (!made.is_guarantee && random_.chance(4)) {
      made.default_value = value(made);
    }
    return made;
  }

  RandomRule rule(const RandomRegistry& registry) {
    RandomRule made;
    made.from_data = number(data_types_);
    made.to_data = random_.chance(8) ? number(data_types_) : made.from_data;
    if (is_tidy_) {
      change_one(registry, made);
    } else {
      change_any(registry, made);
    }
    while (random_.chance(is_tidy_ ? 8 : 4)) {
      made.features.insert(number(4));
    }
    made.difficulty = 1 + number(is_tidy_ ? 2 : 3);
    made.lossy = random_.chance(12);
    return made;
  }

  /// Makes a conversion like real ones: it changes one trait and sometimes another, which yields
  /// chains of several steps and independent steps.
  void change_one(const RandomRegistry& registry, RandomRule& made) {
    int about = number(registry.traits.size());
    for (std::size_t i = 0; i < registry.traits.size(); ++i) {
      const RandomTrait& trait = registry.traits[i];
      int id = static_cast<int>(i);
      bool is_about = id == about || random_.chance(16);
      if (is_about && !random_.chance(trait.is_guarantee ? 2 : 20)) {
        made.input.push_back({id, value(trait), random_.chance(12)});
      }
      if (is_about && !random_.chance(12)) {
        made.sets.push_back({id, value(trait), false});
      } else if (trait.is_guarantee && !random_.chance(4)) {
        made.keeps.insert(id);
      } else if (is_about && !trait.is_guarantee) {
        made.drops.insert(id);
      }
    }
  }

  void change_any(const RandomRegistry& registry, RandomRule& made) {
    for (std::size_t i = 0; i < registry.traits.size(); ++i) {
      const RandomTrait& trait = registry.traits[i];
      int id = static_cast<int>(i);
      if (random_.chance(2)) {
        made.input.push_back({id, value(trait), random_.chance(6)});
      }
      if (random_.chance(3)) {
        made.sets.push_back({id, value(trait), false});
      } else if (trait.is_guarantee && random_.chance(2)) {
        made.keeps.insert(id);
      } else if (!trait.is_guarantee && random_.chance(10)) {
        made.drops.insert(id);
      }
    }
  }

  Random random_;
  std::size_t data_types_ = 1;
  bool is_tidy_ = true;
};

std::string entry_text(const RandomEntry& entry, const char* separator) {
  return "t" + std::to_string(entry.trait) + (entry.conditional ? "?" : "") + separator + "v" +
         std::to_string(entry.value);
}

std::string braces(const std::vector<RandomEntry>& entries) {
  std::string text;
  for (const RandomEntry& entry : entries) {
    text += (text.empty() ? "{" : ", ") + entry_text(entry, ": ");
  }
  return text.empty() ? "" : text + "}";
}

std::string clause(const char* keyword, const char* prefix, const std::set<int>& names) {
  std::string text;
  for (int name : names) {
    text +=
        (text.empty() ? std::string(" ") + keyword + " " : ", ") + prefix + std::to_string(name);
  }
  return text;
}

void write_tree(const RandomTrait& trait, int parent, std::string& text) {
  bool first = true;
  for (std::size_t i = 0; i < trait.parents.size(); ++i) {
    if (trait.parents[i] == parent) {
      text += (first ? "" : ", ") + std::string("v") + std::to_string(i);
      first = false;
      bool has_children = std::find(trait.parents.begin(), trait.parents.end(),
                                    static_cast<int>(i)) != trait.parents.end();
      if (has_children) {
        text += " { ";
        write_tree(trait, static_cast<int>(i), text);
        text += " }";
      }
    }
  }
}

}  // namespace

RandomRegistry make_random_registry(std::uint64_t seed) { return RegistryMaker(seed).make(); }

std::vector<std::string> declarations(const RandomRegistry& registry) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < registry.traits.size(); ++i) {
    const RandomTrait& trait = registry.traits[i];
    std::string line = (trait.is_guarantee ? "guarantee t" : "trait t") + std::to_string(i);
    if (trait.default_value != absent) {
      line += " default v" + std::to_string(trait.default_value);
    }
    line += " { ";
    write_tree(trait, absent, line);
    lines.push_back(line + " }\n");
  }
  for (std::size_t i = 0; i < registry.rules.size(); ++i) {
    const RandomRule& rule = registry.rules[i];
    lines.push_back("conversion c" + std::to_string(i) + ": " +
                    data_names[static_cast<std::size_t>(rule.from_data)] + " " +
                    braces(rule.input) + " -> " +
                    data_names[static_cast<std::size_t>(rule.to_data)] + " " + braces(rule.sets) +
                    " " + std::to_string(rule.difficulty) + clause("extracts", "f", rule.features) +
                    clause("keeps", "t", rule.keeps) + clause("drops", "t", rule.drops) +
                    (rule.lossy ? " lossy" : "") + "\n");
  }
  return lines;
}

std::string source_text(const RandomRegistry& registry) {
  std::string text =
      std::string("type:") + data_names[static_cast<std::size_t>(registry.source.back())];
  for (std::size_t i = 0; i + 1 < registry.source.size(); ++i) {
    if (registry.source[i] != absent) {
      text += "," + entry_text({static_cast<int>(i), registry.source[i], false}, ":");
    }
  }
  return text;
}

std::string demand_text(const RandomRegistry& registry) {
  std::string text =
      std::string("type:") + data_names[static_cast<std::size_t>(registry.demand_data)];
  for (const RandomEntry& entry : registry.demand) {
    text += "," + entry_text(entry, ":");
  }
  return text;
}

std::string features_text(const std::set<int>& features) {
  std::string text;
  for (int feature : features) {
    text += " f" + std::to_string(feature);
  }
  return text;
}

}  // namespace weft::testing
