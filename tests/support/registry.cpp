#include "tests/support/registry.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "support/check.h"

namespace weft::testing {
namespace {

std::vector<std::string> tokens_of(std::string_view text) {
  std::vector<std::string> tokens;
  auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  for (std::size_t i = 0; i < text.size();) {
    if (std::isspace(static_cast<unsigned char>(text[i])) != 0) {
      ++i;
    } else if (is_word(text[i])) {
      std::size_t begin = i;
      while (i < text.size() && is_word(text[i])) {
        ++i;
      }
      tokens.emplace_back(text.substr(begin, i - begin));
    } else {
      std::size_t length = text.substr(i, 2) == "->" ? 2 : 1;
      tokens.emplace_back(text.substr(i, length));
      i += length;
    }
  }
  return tokens;
}

std::vector<std::string> declarations_of(std::string_view text) {
  std::vector<std::string> all;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line(text.substr(at, end - at));
    at = end + 1;
    if (line.find_first_not_of(' ') == std::string::npos) {
      continue;
    }
    if (line.front() == ' ' && !all.empty()) {
      all.back() += line;
    } else {
      all.push_back(line);
    }
  }
  return all;
}

}  // namespace

class Registry::Reader {
 public:
  Reader(Registry& registry, std::string_view text) : to_(registry), tokens_(tokens_of(text)) {}

  /// Parses traits first, then conversions, then the statements about conversions.
  int pass() const {
    if (is("trait") || is("guarantee")) {
      return 0;
    }
    return is("conversion") ? 1 : 2;
  }

  void declare() {
    std::string keyword = take();
    if (keyword == "trait" || keyword == "guarantee") {
      trait(keyword == "trait" ? TraitKind::Meaning : TraitKind::Guarantee);
    } else if (keyword == "conversion") {
      conversion();
    } else if (keyword == "prefer") {
      prefer();
    } else if (keyword == "commutes") {
      ConversionId a = to_.conversion(take());
      to_.table_.commute(a, to_.conversion(take()));
    } else {
      WEFT_CHECK(keyword == "equals", "an unknown declaration in a test registry");
      ConversionEquality equality{to_.conversion(take()), {}};
      while (!at_end()) {
        equality.parts.push_back(to_.conversion(take()));
      }
      to_.table_.equal(std::move(equality));
    }
    WEFT_CHECK(at_end(), "a declaration of a test registry goes on after its end");
  }

  /// Parses `float3 {use: normal}` or, canonically, `type:float3,use:normal`.
  Demand canonical() {
    Demand demand;
    while (!at_end()) {
      if (take_if("type")) {
        expect(":");
        demand.data = data_type(take());
      } else {
        demand.entries.push_back(entry());
      }
      take_if(",");
    }
    sort(demand);
    return demand;
  }

 private:
  bool at_end() const { return at_ == tokens_.size(); }
  bool is(std::string_view token) const { return !at_end() && tokens_[at_] == token; }
  std::string take() {
    WEFT_CHECK(!at_end(), "a declaration of a test registry ends too early");
    return tokens_[at_++];
  }
  bool take_if(std::string_view token) {
    bool found = is(token);
    at_ += found ? 1 : 0;
    return found;
  }
  void expect(std::string_view token) {
    WEFT_CHECK(take_if(token), "a declaration of a test registry lacks punctuation");
  }

  static DataType data_type(const std::string& name) {
    auto found = find_data_type(name);
    WEFT_CHECK(found.has_value(), "an unknown data type in a test registry");
    return *found;
  }
  static void sort(Demand& demand) { std::sort(demand.entries.begin(), demand.entries.end()); }

  TraitId trait_named(const std::string& name) const {
    auto known = to_.names_.find(name);
    auto found = known ? to_.lattice_.find_trait(*known) : std::nullopt;
    WEFT_CHECK(found.has_value(), "an unknown trait in a test registry");
    return *found;
  }
  ValueId value_named(TraitId trait, const std::string& name) const {
    auto known = to_.names_.find(name);
    auto found = known ? to_.lattice_.find_value(trait, *known) : std::nullopt;
    WEFT_CHECK(found.has_value(), "an unknown value in a test registry");
    return *found;
  }

  void trait(TraitKind kind) {
    Trait trait{to_.names_.intern(take()), kind, std::nullopt, {}, {}};
    TraitId id = to_.lattice_.add_trait(trait);
    std::string default_value = take_if("default") ? take() : "";
    std::vector<ValueId> parents;
    std::optional<ValueId> last;
    expect("{");
    for (bool open = true; open;) {
      if (take_if("{")) {
        parents.push_back(*last);
      } else if (take_if("}")) {
        open = !parents.empty();
        if (open) {
          parents.pop_back();
        }
      } else if (!take_if(",")) {
        std::optional<ValueId> parent;
        if (!parents.empty()) {
          parent = parents.back();
        }
        last = to_.lattice_.add_value({to_.names_.intern(take()), id, parent, {}});
      }
    }
    if (!default_value.empty()) {
      to_.lattice_.set_default(id, value_named(id, default_value));
    }
  }

  DemandEntry entry() {
    TraitId trait = trait_named(take());
    bool conditional = take_if("?");
    expect(":");
    return {trait, value_named(trait, take()), conditional};
  }

  std::vector<DemandEntry> entries() {
    std::vector<DemandEntry> all;
    if (take_if("{")) {
      while (!take_if("}")) {
        all.push_back(entry());
        take_if(",");
      }
    }
    return all;
  }

  void conversion() {
    ConversionRule rule;
    rule.name = take();
    expect(":");
    rule.input.data = data_type(take());
    rule.input.entries = entries();
    sort(rule.input);
    expect("->");
    if (find_data_type(tokens_[at_])) {
      DataType result = data_type(take());
      if (result != rule.input.data) {
        rule.output_data = result;
      }
    }
    for (const DemandEntry& set : entries()) {
      rule.sets.push_back({set.trait, set.value});
    }
    rule.difficulty = std::llround(std::strtod(take().c_str(), nullptr) * 1000);
    clauses(rule);
    std::string name = rule.name;
    to_.conversions_.try_emplace(name, to_.table_.add(std::move(rule)));
  }

  void clauses(ConversionRule& rule) {
    while (!at_end()) {
      std::string clause = take();
      if (clause == "lossy") {
        rule.lossy = true;
        continue;
      }
      do {
        std::string name = take();
        if (clause == "extracts") {
          rule.features.insert(feature(name));
        } else if (clause == "keeps") {
          rule.keeps.push_back(trait_named(name));
        } else {
          WEFT_CHECK(clause == "drops", "an unknown clause in a test registry");
          rule.drops.push_back(trait_named(name));
        }
      } while (take_if(","));
    }
  }

  FeatureId feature(const std::string& name) {
    auto [at, is_new] = to_.feature_ids_.try_emplace(name, FeatureId(to_.feature_names_.size()));
    if (is_new) {
      to_.feature_names_.push_back(name);
    }
    return at->second;
  }

  void prefer() {
    ConversionId better = to_.conversion(take());
    expect("over");
    ConversionPreference preference{better, to_.conversion(take()), {}};
    if (take_if("for")) {
      for (const DemandEntry& only : entries()) {
        preference.only_for.push_back({only.trait, only.value});
      }
    }
    to_.table_.prefer(std::move(preference));
  }

  Registry& to_;
  std::vector<std::string> tokens_;
  std::size_t at_ = 0;
};

Registry::Registry(std::string_view text) {
  const std::vector<std::string> declarations = declarations_of(text);
  for (int pass = 0; pass < 3; ++pass) {
    for (const std::string& declaration : declarations) {
      Reader reader(*this, declaration);
      if (reader.pass() == pass) {
        reader.declare();
      }
    }
  }
  lattice_.freeze();
  table_.freeze(lattice_);
}

ConversionId Registry::conversion(const std::string& name) const {
  auto at = conversions_.find(name);
  WEFT_CHECK(at != conversions_.end(), "an unknown conversion in a test registry");
  return at->second;
}

Demand Registry::demand(std::string_view text) const {
  return Reader(const_cast<Registry&>(*this), text).canonical();  // only looks up names
}

FeatureSet Registry::features(std::string_view list) const {
  FeatureSet set;
  for (const std::string& token : tokens_of(list)) {
    auto at = feature_ids_.find(token);
    if (at != feature_ids_.end()) {
      set.insert(at->second);
    }
  }
  return set;
}

FeatureSet Registry::all_features() const {
  FeatureSet set;
  for (std::size_t i = 0; i < feature_names_.size(); ++i) {
    set.insert(FeatureId(i));
  }
  return set;
}

FeatureSet Registry::all_features_but(std::string_view list) const {
  FeatureSet set = all_features();
  for (FeatureId id : features(list).ids()) {
    set.erase(id);
  }
  return set;
}

ConversionAnswer Registry::find(std::string_view from, std::string_view to) const {
  return find(from, to, all_features());
}

ConversionAnswer Registry::find(std::string_view from, std::string_view to,
                                const FeatureSet& available, const SearchOptions& options) const {
  return find_conversion(table_, lattice_, type(from), demand(to), available, options);
}

std::string Registry::text(const SemanticType& type) const {
  return type_text(type, lattice_, DataTypeTable{}, names_);
}

std::string Registry::text(const FeatureSet& features) const {
  std::vector<std::string> all;
  for (FeatureId id : features.ids()) {
    all.push_back(feature_names_[id.index()]);
  }
  std::sort(all.begin(), all.end());
  std::string joined;
  for (const std::string& name : all) {
    joined += (joined.empty() ? "" : ", ") + name;
  }
  return joined;
}

std::string Registry::steps(const Chain& chain) const {
  std::string joined;
  for (ConversionId step : chain.steps) {
    joined += (joined.empty() ? "" : ", ") + table_[step].name;
  }
  return joined;
}

std::string Registry::summary(const ConversionAnswer& answer) const {
  if (!answer.possible) {
    return answer.hit_limit ? "limit" : "impossible";
  }
  std::string all;
  for (const Chain& chain : answer.chains) {
    all += (all.empty() ? "" : " | ") + difficulty_text(chain.difficulty) + ": " + steps(chain);
  }
  return all;
}

}  // namespace weft::testing
