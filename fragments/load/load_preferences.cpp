#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "fragments/load/load_passes.h"
#include "fragments/load/resolve_type.h"
#include "support/spelling.h"

namespace weft {
namespace {

class PreferenceDeclarer {
 public:
  explicit PreferenceDeclarer(LoadState& state) : state_(state) {}

  void operator()(const syntax::PreferDecl& decl, Span span) {
    PreferenceDecl preference{PreferenceDecl::Kind::Prefer, {}, {}, span};
    bool good = add(preference, decl.preferred);
    good = add(preference, decl.over) && good;
    if (decl.target) {
      auto target = resolve_entries(state_, *decl.target, "'for'");
      good = good && target;
      preference.target = target.value_or(std::vector<TraitEntry>());
    }
    finish(std::move(preference), decl.over, good);
  }
  void operator()(const syntax::CommutesDecl& decl, Span span) {
    PreferenceDecl preference{PreferenceDecl::Kind::Commutes, {}, {}, span};
    bool good = add(preference, decl.first);
    good = add(preference, decl.second) && good;
    finish(std::move(preference), decl.second, good);
  }
  void operator()(const syntax::EqualsDecl& decl, Span span) {
    PreferenceDecl preference{PreferenceDecl::Kind::Equals, {}, {}, span};
    bool good = add(preference, decl.whole);
    for (const syntax::Identifier& step : decl.steps) {
      good = add(preference, step) && good;
    }
    if (good && decl.steps.size() > 1) {
      state_.library.preferences.push_back(std::move(preference));
    } else {
      finish(std::move(preference), decl.whole, good);
    }
  }

  void report_unknown(const syntax::Identifier& name) {
    state_.report_made([&] {
      return error_at(Code::UnknownName, name.span,
                      fmt::format("unknown conversion '{}'", state_.text(name.name)),
                      state_.spelling.hint(state_.text(name.name), [this] {
                        std::vector<std::string_view> known;
                        for (const Fragment& fragment : state_.library.fragments) {
                          if (fragment.is_conversion()) {
                            known.push_back(state_.text(fragment.name));
                          }
                        }
                        return known;
                      }));
    });
  }

 private:
  bool add(PreferenceDecl& preference, const syntax::Identifier& name) {
    auto found = state_.library.find_conversion(name.name);
    if (found) {
      preference.fragments.push_back(*found);
    } else {
      report_unknown(name);
    }
    return found.has_value();
  }

  void finish(PreferenceDecl preference, const syntax::Identifier& last, bool good) {
    if (good && preference.fragments.front() == preference.fragments.back()) {
      state_.report(error_at(Code::BadDeclaration, last.span,
                             fmt::format("'{}' appears on both sides", state_.text(last.name))));
    } else if (good) {
      state_.library.preferences.push_back(std::move(preference));
    }
  }

  LoadState& state_;
};

}  // namespace

void declare_preferences(LoadState& state) {
  PreferenceDeclarer declarer(state);
  for (const auto& source : declarations_of<syntax::PreferDecl>(state)) {
    declarer(*source.kind, source.declaration->span);
  }
  for (const auto& source : declarations_of<syntax::CommutesDecl>(state)) {
    declarer(*source.kind, source.declaration->span);
  }
  for (const auto& source : declarations_of<syntax::EqualsDecl>(state)) {
    declarer(*source.kind, source.declaration->span);
  }
  // Sorted, so the order does not depend on positions in the text.
  std::stable_sort(state.library.preferences.begin(), state.library.preferences.end(),
                   [](const PreferenceDecl& left, const PreferenceDecl& right) {
                     return std::tie(left.kind, left.fragments, left.target) <
                            std::tie(right.kind, right.fragments, right.target);
                   });
  for (const FragmentSource& source : state.fragment_sources) {
    for (const syntax::Clause& clause : source.signature->clauses) {
      const auto* inverse = std::get_if<syntax::InverseClause>(&clause);
      if (inverse && !state.library.find_conversion(inverse->conversion.name)) {
        declarer.report_unknown(inverse->conversion);
      }
    }
  }
}

}  // namespace weft
