#include "conversions/checks/check_conversions.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "conversions/checks/compared_values.h"
#include "conversions/checks/conversion_claims.h"
#include "conversions/checks/conversion_fingerprints.h"
#include "conversions/checks/conversion_trials.h"
#include "conversions/checks/scaling_body.h"
#include "conversions/search/search.h"
#include "conversions/table/compiled_table.h"

namespace weft {
namespace {

class ConversionChecker {
 public:
  ConversionChecker(const Library& library, const ConversionSet& conversions,
                    FeatureDefinitions& definitions, const ConversionCheckOptions& options)
      : library_(library),
        set_(conversions),
        table_(set_.table),
        options_(options),
        trials_(library_, set_, definitions, options.seed, options.samples),
        fingerprints_(library_, set_, options.seed, options.samples) {
    for (std::size_t i = 0; i < library_.features.size(); ++i) {
      all_features_.insert(FeatureId(i));
    }
    const Slots& slots = table_.compiled().slots;
    for (std::size_t i = 0; i < table_.size(); ++i) {
      const ConversionRule& rule = table_[ConversionId(i)];
      const SemanticType start = type_of(rule.input, library_.lattice);
      const SemanticType made = apply(rule, start, library_.lattice);
      Known& known = known_.emplace_back();
      known.changes = made != start;
      const BodyInstance* instance =
          fragment(ConversionId(i)).find_instance(set_.type_arguments[i]);
      known.is_scaling = instance != nullptr && is_scaling(instance->body);
      known.start.resize(slots.count());
      known.made.resize(slots.count());
      slots.encode(start, slots.foreign_data(0), known.start.data());
      slots.encode(made, slots.foreign_data(0), known.made.data());
    }
  }

  ConversionChecks run() {
    std::vector<ConversionId>
        order;  // by name, so that messages do not depend on the order of declarations
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
            {fmt::format("the same applies to '{}' and {} more", name(id), report.others)});
      }
    }
    normalize(checks_.diagnostics);
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
  /// Of two conflicting conversions, blames the one in the checked file: the other may be shipped
  /// and was right before.
  ConversionId blamed(ConversionId first, ConversionId second) const {
    return concerns(first) || !concerns(second) ? first : second;
  }
  std::string trait_name(TraitId trait) const {
    return std::string(library_.text(library_.lattice.trait(trait).name));
  }

  /// Facts about each conversion, computed once.
  struct Known {
    std::vector<Coordinate> start;  ///< the least specific type that it accepts
    std::vector<Coordinate> made;   ///< the type that it turns `start` into
    bool changes = false;           ///< whether these differ
    bool is_scaling = false;        ///< see is_scaling()
  };

  /// Whether common_input() returns a type.
  bool have_common_input(ConversionId a, ConversionId b) const {
    const CompiledTable& compiled = table_.compiled();
    const std::vector<Coordinate>& own = known_[a.index()].start;
    const auto checks = compiled.rules.checks(table_.rank(b));
    return std::all_of(checks.begin(), checks.end(), [&](const CoordinateCheck& check) {
      const Coordinate at = own[check.slot];
      return at == 0 || check.meets(at) ||
             (check.begin >= at && check.begin < compiled.slots.subtree_end(check.slot, at));
    });
  }

  DataType made_by(ConversionId id) const {
    return table_[id].output_data.value_or(table_[id].input.data);
  }

  void check_pair(ConversionId a, ConversionId b) {
    if ((leads_back(a, b) && leads_back(b, a)) || is_declared_inverse(a, b) ||
        is_declared_inverse(b, a)) {
      check_round_trip(a, b);
    }
    if (table_.independent(a, b)) {
      if (!have_common_input(a, b)) {
        return;
      }
      // Proven to commute, so no need to try. Unit libraries consist of these.
      if (known_[a.index()].is_scaling && known_[b.index()].is_scaling) {
        ++checks_.exchanges;
        return;
      }
      auto type = common_input(table_[a], table_[b], library_.lattice);
      bool changes_nothing = type && apply(table_[a], *type, library_.lattice) == *type;
      if (type && !changes_nothing) {
        check_exchange(a, b, *type);
      }
      return;
    }
    check_alike(a, b);
    check_alike(b, a);
  }

  /// Whether `second` accepts what `first` makes of the least specific type it takes, and restores
  /// that type.
  bool leads_back(ConversionId first, ConversionId second) const {
    const ConversionRule& there = table_[first];
    const ConversionRule& back = table_[second];
    if (there.lossy || back.lossy || !known_[first.index()].changes ||
        made_by(second) != there.input.data ||
        !table_.compiled().rules.matches(table_.rank(second), known_[first.index()].made.data())) {
      return false;
    }
    const SemanticType start = type_of(there.input, library_.lattice);
    const SemanticType made = apply(there, start, library_.lattice);
    return satisfies(apply(back, made, library_.lattice), demand_without_guarantees(there.input),
                     library_.lattice);
  }

  bool is_declared_inverse(ConversionId of, ConversionId inverse) const {
    const std::optional<NameId>& named = fragment(of).effect()->inverse;
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

  /// Checked on values that the other conversion makes. Other values need not round-trip: a packing
  /// has bit patterns without a meaning.
  void check_round_trip(ConversionId a, ConversionId b) {
    Check check = begin("round trip", {a, b}, checks_.round_trips);
    if (check.is_known) {
      return;
    }
    for (auto [first, second] : {std::pair(a, b), std::pair(b, a)}) {
      const auto start = trials_.start_of(type_of(table_[first].input, library_.lattice));
      for (int i = 0; i < options_.samples; ++i) {
        const auto made = trials_.walk({first}, start, i);
        const auto again = trials_.walk({first, second, first}, start, i);
        if (!made || !again) {
          continue;
        }
        count(check);
        if (!agree(*made, *again)) {
          const ConversionId own = blamed(a, b);
          const ConversionId other = own == a ? b : a;
          Diagnostic diagnostic =
              error_at(Code::NoRoundTrip, fragment(own).span,
                       fmt::format("'{}' and '{}' do not undo each other", name(a), name(b)),
                       concerns(other) ? "fix one of them, or declare one 'lossy'"
                                       : fmt::format("fix '{}', or declare it 'lossy'", name(own)));
          diagnostic.notes.push_back(
              {fmt::format("'{}' is here", name(other)), fragment(other).span});
          diagnostic.notes.push_back({fmt::format(
              "'{0}' maps {2} to {1}, but '{4}' followed by '{0}' maps that to {3} (seed {5})",
              name(first), value_text(*made), value_text(*trials_.value(start, i)),
              value_text(*again), name(second), options_.seed)});
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
    // A conversion that is missing a trait conflicts with many others; report it once.
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
    const ConversionId own = blamed(a, b);
    const ConversionId other = own == a ? b : a;
    std::string hint = fmt::format("{} in the input of '{}'", unnamed(other), name(own));
    if (concerns(other)) {
      hint = fmt::format("{} in the input of '{}', or {} in that of '{}'", unnamed(own),
                         name(other), unnamed(other), name(own));
    }
    Diagnostic diagnostic = error_at(
        Code::OrderMatters, fragment(own).span,
        fmt::format(
            "'{}' and '{}' do not commute, but neither mentions the traits the other changes",
            name(own), name(other)),
        std::move(hint));
    diagnostic.notes.push_back({fmt::format("'{}' is here", name(other)), fragment(other).span});
    diagnostic.notes.push_back({*refuted});
    checks_.diagnostics.push_back(std::move(diagnostic));
  }

  /// Whether `changing` changes meanings, and none that `works` mentions.
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
  /// loses what the other needs (a data type, a guarantee). Then `changing`, `works` must give the
  /// same value as `works` followed by the chain that the search finds from there. Where that chain
  /// is `changing` alone, the search never chooses between the two orders: a link that needs both
  /// is reported as ambiguous (docs/decisions/0042).
  void check_alike(ConversionId works, ConversionId changing) {
    if (!have_common_input(works, changing)) {
      return;
    }
    const ConversionRule& rule = table_[works];
    const ConversionRule& change = table_[changing];
    const auto type = works != changing && !change.lossy && changes_unmentioned(change, rule)
                          ? common_input(rule, change, library_.lattice)
                          : std::nullopt;
    const SemanticType before =
        type ? apply(change, *type, library_.lattice) : SemanticType(DataType());
    if (!type || !applies(rule, before, library_.lattice)) {
      return;
    }
    const SemanticType wanted = apply(rule, before, library_.lattice);
    Demand demand = demand_of(wanted);
    for (const TraitEntry& set : change.sets) {  // includes defaults, which a type does not show
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
      return;  // there is nothing to compare with
    }
    const Steps& on = answer.chains.front().steps;
    Steps after{works};
    after.insert(after.end(), on.begin(), on.end());
    const auto refuted = differ("alike", {changing, works}, after, *type, checks_.alike);
    const bool is_order_only =
        on.size() == 1 && table_[on.front()].fragment == table_[changing].fragment;
    if (!refuted || is_order_only) {
      return;
    }
    const ConversionId own = blamed(works, changing);
    const ConversionId other = own == works ? changing : works;
    if (const auto known = exchange_reports_.find(own); known != exchange_reports_.end()) {
      ++known->second.others;
      return;
    }
    exchange_reports_[own] = {checks_.diagnostics.size(), 0};
    Diagnostic diagnostic = error_at(
        Code::OrderMatters, fragment(own).span,
        fmt::format("'{}' does not mention the traits '{}' changes, but its result depends on them",
                    name(works), name(changing)),
        own == works ? fmt::format("{} in the input of '{}'", unnamed(changing), name(works))
                     : fmt::format("mend '{0}' and what leads on from '{1}', or let '{0}' take "
                                   "only what '{1}' does not take",
                                   name(changing), name(works)));
    diagnostic.notes.push_back({fmt::format("'{}' is here", name(other)), fragment(other).span});
    diagnostic.notes.push_back({*refuted});
    checks_.diagnostics.push_back(std::move(diagnostic));
  }

  /// Suggests the traits that the other conversion has to mention.
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
    const bool is_equality = declared.kind == PreferenceDecl::Kind::Equals;
    for (const ConversionClaim& claim : claims_of(declared, table_, library_.lattice)) {
      const auto refuted = differ(is_equality ? "equals" : "commutes", claim.first, claim.second,
                                  claim.type, checks_.declarations);
      if (!refuted) {
        continue;
      }
      const ConversionId own = claim.first.front();
      const bool is_generic = !fragment(own).type_parameters.empty();
      const std::string which =
          is_generic ? " for " + library_.type_name(claim.type.data()) : std::string();
      Diagnostic diagnostic = error_at(
          Code::FalseDeclaration, declared.span,
          is_equality
              ? fmt::format("'{}' does not equal {}{}", name(own), chain_text(claim.second), which)
              : fmt::format("'{}' does not commute with '{}'{}", name(own),
                            name(claim.second.front()), which));
      diagnostic.notes.push_back({*refuted});
      checks_.diagnostics.push_back(std::move(diagnostic));
      return;  // one instance suffices
    }
  }

  std::string chain_text(const Steps& steps) const {
    std::string text;
    for (ConversionId id : steps) {
      text += fmt::format("{}'{}'", text.empty() ? "" : " then ", name(id));
    }
    return text;
  }

  /// Returns a note if the chains give different values. Increments `total` if any values could be
  /// compared.
  std::optional<std::string> differ(std::string_view kind, const Steps& first, const Steps& second,
                                    const SemanticType& type, std::size_t& total) {
    Steps all = first;
    all.insert(all.end(), second.begin(), second.end());
    Check check = begin(kind, all, total);
    if (check.is_known) {
      return std::nullopt;
    }
    const auto start = trials_.start_of(type);
    for (int i = 0; i < options_.samples; ++i) {
      const auto one = trials_.walk(first, start, i);
      const auto other = trials_.walk(second, start, i);
      if (!one || !other) {
        continue;
      }
      count(check);
      if (!agree(*one, *other)) {
        return fmt::format("of {}, {} makes {}, {} makes {} (seed {})",
                           value_text(*trials_.value(start, i)), chain_text(first),
                           value_text(*one), chain_text(second), value_text(*other), options_.seed);
      }
    }
    pass(check);
    return std::nullopt;
  }

  /// A check in progress. `total` counts the checks of its kind that compared values.
  struct Check {
    ContentHash hash;  ///< set if there is a memory
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

  /// The memo key of a passed check, which differs for checks that could not compare any values.
  static ContentHash outcome(const Check& check, bool compared) {
    ContentHasher hash;
    hash.add(check.hash);
    hash.add(static_cast<std::uint64_t>(compared));
    return hash.result();
  }

  /// The report about a conversion that does not commute with others.
  struct ExchangeReport {
    std::size_t diagnostic = 0;
    std::size_t others = 0;
  };

  /// Searches beyond these limits are inconclusive.
  static constexpr SearchOptions search_options{
      .max_types = 10'000, .max_chains = 64, .max_advice = 0};

  const Library& library_;
  FeatureSet all_features_;
  const ConversionSet& set_;
  const ConversionTable& table_;
  std::vector<Known> known_;  // per conversion
  const ConversionCheckOptions& options_;
  ConversionTrials trials_;
  ConversionFingerprints fingerprints_;
  ConversionChecks checks_;
  std::map<ConversionId, ExchangeReport> exchange_reports_;
};

}  // namespace

ConversionChecks check_conversions(const Library& library, const ConversionSet& conversions,
                                   FeatureDefinitions& definitions,
                                   const ConversionCheckOptions& options) {
  return ConversionChecker(library, conversions, definitions, options).run();
}

}  // namespace weft
