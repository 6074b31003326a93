#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fragments/library/load_passes.h"

namespace weft {
namespace {

/// What a conversion makes of whatever it takes.
auto effect(const Fragment& fragment) {
  std::vector<TraitId> drops = fragment.drops;
  std::vector<TraitId> keeps = fragment.keeps;
  std::sort(drops.begin(), drops.end());
  std::sort(keeps.begin(), keeps.end());
  return std::make_tuple(fragment.output_data, fragment.sets, std::move(drops), std::move(keeps));
}

/// Whether `wide` takes everything that `narrow` takes. Without variables: those stand for one
/// value each.
bool takes_all_of(const TypePattern& wide, const TypePattern& narrow, const Lattice& lattice) {
  if (wide.type_variable || narrow.type_variable || wide.data != narrow.data) {
    return false;
  }
  return std::all_of(wide.entries.begin(), wide.entries.end(), [&](const PatternEntry& entry) {
    const auto at =
        std::find_if(narrow.entries.begin(), narrow.entries.end(),
                     [&entry](const PatternEntry& other) { return other.trait == entry.trait; });
    if (entry.variable || at == narrow.entries.end()) {
      return false;
    }
    return !at->variable && (entry.conditional || !at->conditional) &&
           lattice.is_within(*at->value, *entry.value);
  });
}

/// Whether it needs nothing of the host that the other does not need.
bool needs_no_more(const Fragment& fragment, const Fragment& other) {
  const auto features = [](const Fragment& of) {
    FeatureSet all;
    for (FeatureId feature :
         of.instances.empty() ? of.declared_features : of.instances.front().body.features) {
      all.insert(feature);
    }
    return all;
  };
  return features(fragment).is_subset_of(features(other));
}

class ConversionPairs {
 public:
  explicit ConversionPairs(LoadState& state) : state_(state) {}

  void run() {
    std::map<decltype(effect(std::declval<const Fragment&>())), std::vector<FragmentId>> by_effect;
    for (std::size_t i = 0; i < library().fragments.size(); ++i) {
      const Fragment& fragment = library().fragments[FragmentId(i)];
      if (fragment.kind == FragmentKind::Conversion && fragment.ports.size() == 1) {
        by_effect[effect(fragment)].push_back(FragmentId(i));
      }
    }
    for (const auto& [made, conversions] : by_effect) {
      for (std::size_t i = 0; i < conversions.size(); ++i) {
        for (std::size_t k = i + 1; k < conversions.size(); ++k) {
          check(conversions[i], conversions[k]);
        }
      }
    }
  }

 private:
  const Library& library() const { return state_.library; }

  void check(FragmentId one, FragmentId other) {
    const Fragment& a = library().fragments[one];
    const Fragment& b = library().fragments[other];
    const bool a_takes_b =
        takes_all_of(a.ports.front().type, b.ports.front().type, library().lattice);
    const bool b_takes_a =
        takes_all_of(b.ports.front().type, a.ports.front().type, library().lattice);
    if ((!a_takes_b && !b_takes_a) || is_settled(one, other)) {
      return;
    }
    const auto cost = [](const Fragment& of) { return std::make_pair(of.is_lossy, of.difficulty); };
    const bool a_is_no_dearer = cost(a) <= cost(b) && needs_no_more(a, b);
    const bool b_is_no_dearer = cost(b) <= cost(a) && needs_no_more(b, a);
    if (a_takes_b && b_takes_a && a_is_no_dearer && b_is_no_dearer) {
      report_duplicate(a, b);
    } else if (a_takes_b && a_is_no_dearer) {
      report_dominated(b, a);
    } else if (b_takes_a && b_is_no_dearer) {
      report_dominated(a, b);
    }
  }

  /// The author has said what holds between them.
  bool is_settled(FragmentId a, FragmentId b) const {
    return std::any_of(library().preferences.begin(), library().preferences.end(),
                       [&](const PreferenceDecl& declared) {
                         const auto& named = declared.fragments;
                         return std::find(named.begin(), named.end(), a) != named.end() &&
                                std::find(named.begin(), named.end(), b) != named.end();
                       });
  }

  void report_duplicate(const Fragment& a, const Fragment& b) {
    const bool a_is_first = std::make_pair(a.span.file.index(), a.span.begin) <
                            std::make_pair(b.span.file.index(), b.span.begin);
    const Fragment& first = a_is_first ? a : b;
    const Fragment& second = a_is_first ? b : a;
    Diagnostic diagnostic = error_at(
        Code::DuplicateConversion, second.span,
        fmt::format("conversion '{}' takes and makes the same as '{}', at the same difficulty",
                    state_.text(second.name), state_.text(first.name)),
        fmt::format("leave one out, or say what holds: `prefer {0} over {1};` or `{0} equals {1};`",
                    state_.text(first.name), state_.text(second.name)));
    diagnostic.severity = Severity::Warning;
    diagnostic.notes.push_back({fmt::format("'{}' is here", state_.text(first.name)), first.span});
    state_.report(std::move(diagnostic));
  }

  void report_dominated(const Fragment& never, const Fragment& always) {
    if (!dominated_.insert(never.name).second) {
      return;  // one reason is enough
    }
    Diagnostic diagnostic = error_at(Code::DominatedConversion, never.span,
                                     fmt::format("conversion '{}' is never taken: '{}' takes all "
                                                 "that it takes, makes the same and is no harder",
                                                 state_.text(never.name), state_.text(always.name)),
                                     "leave it out, or make it easier");
    diagnostic.severity = Severity::Warning;
    diagnostic.notes.push_back(
        {fmt::format("'{}' is here", state_.text(always.name)), always.span});
    state_.report(std::move(diagnostic));
  }

  LoadState& state_;
  std::set<NameId> dominated_;
};

}  // namespace

void check_conversion_pairs(LoadState& state) { ConversionPairs(state).run(); }

}  // namespace weft
