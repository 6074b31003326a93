#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fragments/load/load_passes.h"

namespace weft {
namespace {

/// The effect of a conversion, independent of its input.
auto effect(const Fragment& fragment) {
  std::vector<TraitId> drops = fragment.drops;
  std::vector<TraitId> keeps = fragment.keeps;
  std::sort(drops.begin(), drops.end());
  std::sort(keeps.begin(), keeps.end());
  return std::make_tuple(fragment.effect()->output_data, fragment.effect()->sets, std::move(drops),
                         std::move(keeps));
}

/// Whether `wide` accepts everything that `narrow` accepts. Variables make it false, since each is
/// bound to one type or value per use.
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

/// Whether it needs no feature of the host beyond those that the other needs.
bool needs_no_more(const Fragment& fragment, const Fragment& other) {
  const auto features = [](const Fragment& of) {
    FeatureSet all;
    for (FeatureId feature :
         of.instances().empty() ? of.declared_features : of.instances().front().body.features) {
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
      if (fragment.is_conversion() && fragment.ports.size() == 1) {
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
  static auto cost(const Fragment& of) {
    return std::make_pair(of.effect()->is_lossy, of.effect()->difficulty);
  }

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
    const bool a_is_no_dearer = cost(a) <= cost(b) && needs_no_more(a, b);
    const bool b_is_no_dearer = cost(b) <= cost(a) && needs_no_more(b, a);
    if (a_takes_b && b_takes_a && a_is_no_dearer && b_is_no_dearer) {
      comes_after(one, other) ? report_duplicate(b, a) : report_duplicate(a, b);
    } else if (a_takes_b && a_is_no_dearer) {
      report_dominated(b, a, comes_after(one, other));
    } else if (b_takes_a && b_is_no_dearer) {
      report_dominated(a, b, comes_after(other, one));
    }
  }

  /// Decides which of two came first, so the report blames the other: an imported file was fine
  /// without its importer, and the root file is the one the author can fix.
  bool comes_after(FragmentId later, FragmentId earlier) const {
    const auto place = [this](FragmentId id) {
      const Span& span = library().fragments[id].span;
      // Imported modules come before those that import them.
      const auto module = state_.fragment_sources[id.index()].module - state_.modules.data();
      return std::make_tuple(span.file == library().root_file, module, span.begin);
    };
    return place(earlier) < place(later);
  }

  /// Whether the author has declared how the two relate.
  bool is_settled(FragmentId a, FragmentId b) const {
    return std::any_of(library().preferences.begin(), library().preferences.end(),
                       [&](const PreferenceDecl& declared) {
                         const auto& named = declared.fragments;
                         return std::find(named.begin(), named.end(), a) != named.end() &&
                                std::find(named.begin(), named.end(), b) != named.end();
                       });
  }

  void report_duplicate(const Fragment& first, const Fragment& second) {
    Diagnostic diagnostic =
        error_at(Code::DuplicateConversion, second.span,
                 fmt::format("conversion '{}' has the same input, output and difficulty as '{}'",
                             state_.text(second.name), state_.text(first.name)),
                 fmt::format("remove one, or declare `prefer {0} over {1};` or `{0} equals {1};`",
                             state_.text(first.name), state_.text(second.name)));
    diagnostic.severity = Severity::Warning;
    diagnostic.notes.push_back({fmt::format("'{}' is here", state_.text(first.name)), first.span});
    state_.report(std::move(diagnostic));
  }

  /// `is_new`: the dominating conversion came later.
  void report_dominated(const Fragment& never, const Fragment& always, bool is_new) {
    if (!dominated_.insert(never.name).second) {
      return;  // one reason is enough
    }
    const std::string_view never_name = state_.text(never.name);
    const std::string_view always_name = state_.text(always.name);
    Diagnostic diagnostic =
        cost(never) == cost(always)
            ? error_at(Code::DominatedConversion, never.span,
                       fmt::format("conversion '{}' is as hard as '{}', which accepts every input "
                                   "of it and gives the same output: neither is preferred",
                                   never_name, always_name),
                       fmt::format("remove it, lower its difficulty, or declare `prefer {0} over "
                                   "{1};` or `{0} equals {1};`",
                                   never_name, always_name))
        : is_new && never.span.file != always.span.file
            ? error_at(Code::DominatedConversion, always.span,
                       fmt::format("conversion '{}' accepts every input of '{}', gives the same "
                                   "output and is no harder, so '{}' is never used",
                                   always_name, never_name, never_name),
                       fmt::format("narrow its input, raise its difficulty, or declare that it is "
                                   "intended: `prefer {} over {};`",
                                   always_name, never_name))
            : error_at(Code::DominatedConversion, never.span,
                       fmt::format("conversion '{}' is never used: '{}' accepts every input of it, "
                                   "gives the same output and is no harder",
                                   never_name, always_name),
                       "remove it, or lower its difficulty");
    const Fragment& other = diagnostic.span == never.span ? always : never;
    diagnostic.severity = Severity::Warning;
    diagnostic.notes.push_back({fmt::format("'{}' is here", state_.text(other.name)), other.span});
    state_.report(std::move(diagnostic));
  }

  LoadState& state_;
  std::set<NameId> dominated_;
};

}  // namespace

void check_conversion_pairs(LoadState& state) { ConversionPairs(state).run(); }

}  // namespace weft
