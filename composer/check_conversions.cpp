#include "composer/check_conversions.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "composer/compared_values.h"
#include "composer/conversion_fingerprints.h"
#include "composer/sampled_features.h"
#include "conversions/search.h"

namespace weft {
namespace {

class ConversionChecker {
 public:
  ConversionChecker(const Composer& composer, const ConversionCheckOptions& options)
      : library_(composer.library()),
        set_(composer.conversion_set()),
        table_(set_.table),
        options_(options),
        fingerprints_(library_, set_, options.seed, options.samples) {
    for (std::size_t i = 0; i < library_.features.size(); ++i) {
      all_features_.insert(FeatureId(i));
    }
  }

  ConversionChecks run() {
    std::vector<ConversionId> order;  // by name: messages do not depend on declarations
    for (std::size_t i = 0; i < table_.size(); ++i) {
      order.emplace_back(i);
    }
    std::sort(order.begin(), order.end(),
              [this](ConversionId a, ConversionId b) { return table_.rank(a) < table_.rank(b); });
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (std::size_t k = i + 1; k < order.size(); ++k) {
        if (concerns(order[i]) || concerns(order[k])) {
          check_pair(order[i], order[k]);
        }
      }
    }
    for (const PreferenceDecl& declared : library_.preferences) {
      bool is_claim = declared.kind != PreferenceDecl::Kind::Prefer;
      if (is_claim && (!options_.only || declared.span.file == *options_.only)) {
        check_declaration(declared);
      }
    }
    for (const auto& [id, report] : exchange_reports_) {
      if (report.others > 0) {
        checks_.diagnostics[report.diagnostic].notes.push_back(
            {fmt::format("the same holds of '{}' and {} more", name(id), report.others)});
      }
    }
    normalise(checks_.diagnostics);
    return std::move(checks_);
  }

 private:
  using Steps = std::vector<ConversionId>;

  const Fragment& fragment(ConversionId id) const {
    return library_.fragments[FragmentId(table_[id].fragment)];
  }
  bool concerns(ConversionId id) const {
    return !options_.only || fragment(id).span.file == *options_.only;
  }
  const std::string& name(ConversionId id) const { return table_[id].name; }
  std::string trait_name(TraitId trait) const {
    return std::string(library_.text(library_.lattice.trait(trait).name));
  }

  /// The least type that both conversions take, if any.
  std::optional<SemanticType> common_input(const ConversionRule& a, const ConversionRule& b) const {
    if (a.input.data != b.input.data) {
      return std::nullopt;
    }
    SemanticType type = type_of(a.input, library_.lattice);
    for (const DemandEntry& entry : b.input.entries) {
      auto own = type.value(entry.trait, library_.lattice);
      if (!own || library_.lattice.is_within(entry.value, *own)) {
        type.set(entry.trait, entry.value, library_.lattice);
      } else if (!library_.lattice.is_within(*own, entry.value)) {
        return std::nullopt;
      }
    }
    return type;
  }

  void check_pair(ConversionId a, ConversionId b) {
    if ((leads_back(table_[a], table_[b]) && leads_back(table_[b], table_[a])) ||
        is_declared_inverse(a, b) || is_declared_inverse(b, a)) {
      check_round_trip(a, b);
    }
    if (table_.independent(a, b) && a != b) {
      auto type = common_input(table_[a], table_[b]);
      bool changes_nothing = type && apply(table_[a], *type, library_.lattice) == *type;
      if (type && !changes_nothing) {
        check_exchange(a, b, *type);
      }
      return;
    }
    check_alike(a, b);
    check_alike(b, a);
  }

  /// What `there` makes of the least that it takes is taken by `back`, which gives the same again.
  bool leads_back(const ConversionRule& there, const ConversionRule& back) const {
    if (there.lossy || back.lossy ||
        there.output_data.value_or(there.input.data) != back.input.data ||
        back.output_data.value_or(back.input.data) != there.input.data) {
      return false;
    }
    SemanticType start = type_of(there.input, library_.lattice);
    SemanticType made = apply(there, start, library_.lattice);
    return made != start && applies(back, made, library_.lattice) &&
           satisfies(apply(back, made, library_.lattice), demand_without_guarantees(there.input),
                     library_.lattice);
  }

  bool is_declared_inverse(ConversionId of, ConversionId inverse) const {
    const std::optional<NameId>& named = fragment(of).inverse;
    return named && *named == fragment(inverse).name &&
           table_[of].output_data.value_or(table_[of].input.data) == table_[inverse].input.data;
  }

  Demand demand_without_guarantees(Demand demand) const {
    demand.entries.erase(std::remove_if(demand.entries.begin(), demand.entries.end(),
                                        [this](const DemandEntry& entry) {
                                          return library_.lattice.trait(entry.trait).kind ==
                                                 TraitKind::Guarantee;
                                        }),
                         demand.entries.end());
    return demand;
  }

  /// On what either makes: values outside of that need not come back (a packing has patterns that
  /// mean nothing).
  void check_round_trip(ConversionId a, ConversionId b) {
    Check check = begin("round trip", {a, b}, checks_.round_trips);
    if (check.is_known) {
      return;
    }
    for (auto [first, second] : {std::pair(a, b), std::pair(b, a)}) {
      for (int i = 0; i < options_.samples; ++i) {
        SampleSource source(options_.seed + static_cast<std::uint64_t>(i));
        SampledFeatures features(library_, set_, source);
        auto start = sample(type_of(table_[first].input, library_.lattice), source);
        auto made = start ? step(first, *start, features) : std::nullopt;
        auto back = made ? step(second, *made, features) : std::nullopt;
        auto again = back ? step(first, *back, features) : std::nullopt;
        if (!again) {
          continue;
        }
        count(check);
        if (!agree(*made, *again)) {
          Diagnostic diagnostic =
              error_at(Code::NoRoundTrip, fragment(a).span,
                       fmt::format("'{}' and '{}' do not undo each other", name(a), name(b)),
                       "mend one of them, or say that one is 'lossy'");
          diagnostic.notes.push_back({fmt::format("'{}' is here", name(b)), fragment(b).span});
          diagnostic.notes.push_back(
              {fmt::format("'{}' makes {} of {}, but {} of what '{}' makes of that (seed {})",
                           name(first), value_text(*made), value_text(*start), value_text(*again),
                           name(second), options_.seed)});
          checks_.diagnostics.push_back(std::move(diagnostic));
          return;
        }
      }
    }
    pass(check);
  }

  void check_exchange(ConversionId a, ConversionId b, const SemanticType& type) {
    auto refuted = differ("exchange", {a, b}, {b, a}, type, checks_.exchanges);
    if (!refuted) {
      return;
    }
    // What does not say what it works for is at odds with many: one of them shows it.
    for (ConversionId id : {a, b}) {
      if (const auto known = exchange_reports_.find(id);
          concerns(id) && known != exchange_reports_.end()) {
        ++known->second.others;
        return;
      }
    }
    for (ConversionId id : {a, b}) {
      if (concerns(id)) {
        exchange_reports_[id] = {checks_.diagnostics.size(), 0};
      }
    }
    Diagnostic diagnostic =
        error_at(Code::OrderMatters, fragment(a).span,
                 fmt::format("it matters whether '{}' comes before '{}' or after, though neither "
                             "mentions what the other changes",
                             name(a), name(b)),
                 fmt::format("{} in the input of '{}', or {} in that of '{}'", unnamed(a), name(b),
                             unnamed(b), name(a)));
    diagnostic.notes.push_back({fmt::format("'{}' is here", name(b)), fragment(b).span});
    diagnostic.notes.push_back({*refuted});
    checks_.diagnostics.push_back(std::move(diagnostic));
  }

  /// Whether it changes meanings, and none that the other one mentions.
  bool changes_unmentioned(const ConversionRule& changing, const ConversionRule& works) const {
    bool changes = false;
    for (const TraitEntry& set : changing.sets) {
      const bool is_meaning = library_.lattice.trait(set.trait).kind == TraitKind::Meaning;
      const auto mentions = [&](const auto& entry) { return entry.trait == set.trait; };
      if (std::any_of(works.input.entries.begin(), works.input.entries.end(), mentions) ||
          std::any_of(works.sets.begin(), works.sets.end(), mentions) ||
          std::find(works.drops.begin(), works.drops.end(), set.trait) != works.drops.end()) {
        return false;
      }
      changes = changes || is_meaning;
    }
    return changes && changing.drops.empty();
  }

  /// Beyond exchanges: `works` does not mention what `changing` changes, but one of them makes or
  /// loses what the other needs (another data type, a guarantee). A value that is converted before
  /// it has to be what the search makes of one that is converted after it.
  void check_alike(ConversionId works, ConversionId changing) {
    const ConversionRule& rule = table_[works];
    const ConversionRule& change = table_[changing];
    const auto type = works != changing && !change.lossy && changes_unmentioned(change, rule)
                          ? common_input(rule, change)
                          : std::nullopt;
    const SemanticType before =
        type ? apply(change, *type, library_.lattice) : SemanticType(DataType());
    if (!type || !applies(rule, before, library_.lattice)) {
      return;
    }
    const SemanticType wanted = apply(rule, before, library_.lattice);
    Demand demand = demand_of(wanted);
    for (const TraitEntry& set : change.sets) {  // defaults too, which a type does not show
      const auto value = wanted.value(set.trait, library_.lattice);
      const bool is_shown =
          std::any_of(demand.entries.begin(), demand.entries.end(),
                      [&](const DemandEntry& entry) { return entry.trait == set.trait; });
      if (value && !is_shown && library_.lattice.trait(set.trait).kind == TraitKind::Meaning) {
        demand.entries.push_back({set.trait, *value, false});
      }
    }
    std::sort(demand.entries.begin(), demand.entries.end());
    const ConversionAnswer answer =
        find_conversion(table_, library_.lattice, apply(rule, *type, library_.lattice), demand,
                        all_features_, search_options);
    if (!answer.decided() || answer.chains.front().steps.empty() ||
        answer.chains.front().lossy_steps > 0) {
      return;  // nothing says what it should be
    }
    const Steps& on = answer.chains.front().steps;
    Steps after{works};
    after.insert(after.end(), on.begin(), on.end());
    const auto refuted = differ("alike", {changing, works}, after, *type, checks_.alike);
    if (!refuted) {
      return;
    }
    if (const auto known = exchange_reports_.find(works); known != exchange_reports_.end()) {
      ++known->second.others;
      return;
    }
    exchange_reports_[works] = {checks_.diagnostics.size(), 0};
    Diagnostic diagnostic = error_at(
        Code::OrderMatters, fragment(works).span,
        fmt::format("'{}' does not mention what '{}' changes, but does not work alike for it",
                    name(works), name(changing)),
        fmt::format("{} in the input of '{}'", unnamed(changing), name(works)));
    diagnostic.notes.push_back(
        {fmt::format("'{}' is here", name(changing)), fragment(changing).span});
    diagnostic.notes.push_back({*refuted});
    checks_.diagnostics.push_back(std::move(diagnostic));
  }

  /// What the other conversion has to speak of.
  std::string unnamed(ConversionId changing) const {
    std::string text;
    for (const TraitEntry& entry : table_[changing].sets) {
      text += fmt::format("{}'{}'", text.empty() ? "name " : ", ", trait_name(entry.trait));
    }
    for (TraitId trait : table_[changing].drops) {
      text += fmt::format("{}'{}'", text.empty() ? "name " : ", ", trait_name(trait));
    }
    return text;
  }

  void check_declaration(const PreferenceDecl& declared) {
    Steps ids;
    for (FragmentId wanted : declared.fragments) {
      for (std::size_t i = 0; i < table_.size(); ++i) {
        if (table_[ConversionId(i)].fragment == wanted.index()) {
          ids.emplace_back(i);
          break;
        }
      }
    }
    if (ids.size() != declared.fragments.size()) {
      return;
    }
    Steps first = {ids.front()};
    Steps second(ids.begin() + 1, ids.end());
    std::optional<SemanticType> type = type_of(table_[ids.front()].input, library_.lattice);
    bool is_equality = declared.kind == PreferenceDecl::Kind::Equals;
    if (!is_equality) {
      first = ids;
      second = {ids[1], ids[0]};
      type = common_input(table_[ids[0]], table_[ids[1]]);
    }
    auto refuted = type ? differ(is_equality ? "equals" : "commutes", first, second, *type,
                                 checks_.declarations)
                        : std::nullopt;
    if (refuted) {
      Diagnostic diagnostic = error_at(
          Code::FalseDeclaration, declared.span,
          is_equality ? fmt::format("'{}' does not equal {}", name(ids.front()), chain_text(second))
                      : fmt::format("'{}' does not commute with '{}'", name(ids[0]), name(ids[1])));
      diagnostic.notes.push_back({*refuted});
      checks_.diagnostics.push_back(std::move(diagnostic));
    }
  }

  std::string chain_text(const Steps& steps) const {
    std::string text;
    for (ConversionId id : steps) {
      text += fmt::format("{}'{}'", text.empty() ? "" : " then ", name(id));
    }
    return text;
  }

  /// What was seen if the chains give different values; counts one if anything could be compared.
  std::optional<std::string> differ(std::string_view kind, const Steps& first, const Steps& second,
                                    const SemanticType& type, std::size_t& total) {
    Steps all = first;
    all.insert(all.end(), second.begin(), second.end());
    Check check = begin(kind, all, total);
    if (check.is_known) {
      return std::nullopt;
    }
    for (int i = 0; i < options_.samples; ++i) {
      SampleSource source(options_.seed + static_cast<std::uint64_t>(i));
      SampledFeatures features(library_, set_, source);
      auto start = sample(type, source);
      auto one = start ? walk(first, *start, features) : std::nullopt;
      auto other = start ? walk(second, *start, features) : std::nullopt;
      if (!one || !other) {
        continue;
      }
      count(check);
      if (!agree(*one, *other)) {
        return fmt::format("of {}, {} makes {}, {} makes {} (seed {})", value_text(*start),
                           chain_text(first), value_text(*one), chain_text(second),
                           value_text(*other), options_.seed);
      }
    }
    pass(check);
    return std::nullopt;
  }

  /// A check that begins; `total` counts those of its kind that compared anything.
  struct Check {
    ContentHash hash;  ///< with a memory
    std::size_t* total = nullptr;
    bool is_counted = false;
    bool is_known = false;
  };

  Check begin(std::string_view kind, const Steps& steps, std::size_t& total) {
    Check check{{}, &total};
    if (options_.memory != nullptr) {
      check.hash = fingerprints_.of_check(kind, steps);
      const bool compared = options_.memory->holds(outcome(check, true));
      check.is_known = compared || options_.memory->holds(outcome(check, false));
      total += compared ? 1 : 0;
    }
    ++(check.is_known ? checks_.remembered : checks_.tried);
    return check;
  }

  void count(Check& check) {
    *check.total += check.is_counted ? 0 : 1;
    check.is_counted = true;
  }

  void pass(const Check& check) {
    if (options_.memory != nullptr) {
      options_.memory->add(outcome(check, check.is_counted));
    }
  }

  /// Passed with values that were compared, or because there were none.
  static ContentHash outcome(const Check& check, bool compared) {
    ContentHasher hash;
    hash.add(check.hash);
    hash.add(static_cast<std::uint64_t>(compared));
    return hash.result();
  }

  std::optional<Constant> sample(const SemanticType& type, SampleSource& source) const {
    return source.value(type.data(), is_of_unit_length(library_, type));
  }

  std::optional<Constant> walk(const Steps& steps, Constant value, SampledFeatures& features) {
    for (ConversionId id : steps) {
      auto next = step(id, value, features);
      if (!next) {
        return std::nullopt;
      }
      value = std::move(*next);
    }
    return value;
  }

  std::optional<Constant> step(ConversionId id, const Constant& value, SampledFeatures& features) {
    const ConversionRule& rule = table_[id];
    const std::vector<DataType>& type_arguments = set_.type_arguments[id.index()];
    const BodyInstance* instance = fragment(id).find_instance(type_arguments);
    if (instance == nullptr || value.type != rule.input.data) {
      return std::nullopt;
    }
    std::vector<Constant> inputs{value};
    for (FeatureId feature : instance->body.features) {
      auto known = features.value(feature);
      if (!known) {
        return std::nullopt;
      }
      inputs.push_back(std::move(*known));
    }
    return call_leaf(library_, FragmentId(rule.fragment), type_arguments, inputs,
                     rule.output_data.value_or(rule.input.data));
  }

  /// What was said of a conversion that may not be exchanged with others.
  struct ExchangeReport {
    std::size_t diagnostic = 0;
    std::size_t others = 0;
  };

  /// What is beyond says nothing.
  static constexpr SearchOptions search_options{
      .max_types = 10'000, .max_chains = 64, .max_advice = 0};

  const Library& library_;
  FeatureSet all_features_;
  const ConversionSet& set_;
  const ConversionTable& table_;
  const ConversionCheckOptions& options_;
  ConversionFingerprints fingerprints_;
  ConversionChecks checks_;
  std::map<ConversionId, ExchangeReport> exchange_reports_;
};

}  // namespace

ConversionChecks check_conversions(const Composer& composer,
                                   const ConversionCheckOptions& options) {
  return ConversionChecker(composer, options).run();
}

}  // namespace weft
