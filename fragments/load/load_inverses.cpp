#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "fragments/load/load_passes.h"

namespace weft {
namespace {

/// Whether a conversion can undo another one, judged by types alone.
class Inverse {
 public:
  Inverse(const LoadState& state, const Fragment& there, const Fragment& back)
      : state_(state),
        library_(state.library),
        there_(there),
        back_(back),
        taken_(there.ports.front().type),
        taken_back_(back.ports.front().type) {}

  /// Returns the reason if it cannot.
  std::optional<std::string> refutation() const {
    if (there_.effect()->is_lossy) {
      return "a lossy conversion has no inverse";
    }
    if (auto reason = of_data("takes", taken_back_, made(there_))) {
      return reason;
    }
    if (auto reason = of_data("makes", made(back_), taken_)) {
      return reason;
    }
    auto reason =
        first_of(taken_back_, [this](const PatternEntry& entry) { return untaken(entry); });
    return reason
               ? reason
               : first_of(taken_, [this](const PatternEntry& entry) { return unrestored(entry); });
  }

 private:
  static TypePattern made(const Fragment& conversion) {
    TypePattern pattern = conversion.ports.front().type;
    if (conversion.effect()->output_data) {
      pattern.type_variable.reset();
      pattern.data = *conversion.effect()->output_data;
    }
    return pattern;
  }

  // Type variables are bound per use, so they refute nothing.
  std::optional<std::string> of_data(std::string_view verb, const TypePattern& own,
                                     const TypePattern& wanted) const {
    if (own.type_variable || wanted.type_variable || own.data == wanted.data) {
      return std::nullopt;
    }
    return fmt::format("it {} {}, not {}", verb, library_.type_name(own.data),
                       library_.type_name(wanted.data));
  }

  // Only fixed meanings refute: guarantees may be lost, and conditional entries and variables match
  // many values.
  template <typename Reason>
  std::optional<std::string> first_of(const TypePattern& pattern, Reason reason) const {
    for (const PatternEntry& entry : pattern.entries) {
      const bool is_meaning = library_.lattice.trait(entry.trait).kind == TraitKind::Meaning;
      if (is_meaning && entry.value && !entry.conditional) {
        if (auto found = reason(entry)) {
          return found;
        }
      }
    }
    return std::nullopt;
  }

  /// A demand of the way back that the way there does not satisfy.
  std::optional<std::string> untaken(const PatternEntry& demanded) const {
    if (drops(there_, demanded.trait)) {
      return fmt::format("it takes {}, which '{}' drops", text(demanded.trait, *demanded.value),
                         name(there_));
    }
    const auto value = after(there_, taken_, demanded.trait);
    if (!value || library_.lattice.is_within(*value, *demanded.value)) {
      return std::nullopt;
    }
    return fmt::format("it takes {}, not {}", text(demanded.trait, *demanded.value),
                       text(demanded.trait, *value));
  }

  /// A value that the way there took and the way back does not restore.
  std::optional<std::string> unrestored(const PatternEntry& taken) const {
    if (drops(back_, taken.trait)) {
      return fmt::format("it drops '{}'", state_.text(library_.lattice.trait(taken.trait).name));
    }
    const auto set_back = set_by(back_, taken.trait);
    const auto value = set_back ? set_back : after(there_, taken_, taken.trait);
    if (!value || library_.lattice.is_within(*value, *taken.value)) {
      return std::nullopt;
    }
    return fmt::format("it {} {}, {} {}", set_back ? "makes" : "leaves", text(taken.trait, *value),
                       set_back ? "not" : "which was", text(taken.trait, *taken.value));
  }

  static bool drops(const Fragment& conversion, TraitId trait) {
    const auto& drops = conversion.drops;
    return std::find(drops.begin(), drops.end(), trait) != drops.end();
  }

  static std::optional<ValueId> set_by(const Fragment& conversion, TraitId trait) {
    const std::vector<TraitEntry>& sets = conversion.effect()->sets;
    const auto at = std::find_if(sets.begin(), sets.end(),
                                 [trait](const TraitEntry& entry) { return entry.trait == trait; });
    return at != sets.end() ? std::optional(at->value) : std::nullopt;
  }

  /// The value after the conversion, if its declaration determines it.
  static std::optional<ValueId> after(const Fragment& conversion, const TypePattern& input,
                                      TraitId trait) {
    if (const auto value = set_by(conversion, trait)) {
      return value;
    }
    const auto at =
        std::find_if(input.entries.begin(), input.entries.end(),
                     [trait](const PatternEntry& entry) { return entry.trait == trait; });
    return at != input.entries.end() && !at->conditional ? at->value : std::nullopt;
  }

  std::string text(TraitId trait, ValueId value) const {
    return fmt::format("'{}: {}'", state_.text(library_.lattice.trait(trait).name),
                       state_.text(library_.lattice.value(value).name));
  }
  std::string_view name(const Fragment& fragment) const { return state_.text(fragment.name); }

  const LoadState& state_;
  const Library& library_;
  const Fragment& there_;
  const Fragment& back_;
  const TypePattern& taken_;
  const TypePattern& taken_back_;
};

}  // namespace

void check_inverses(LoadState& state) {
  for (const FragmentSource& source : state.fragment_sources) {
    for (const syntax::Clause& clause : source.signature->clauses) {
      const auto* inverse = std::get_if<syntax::InverseClause>(&clause);
      if (inverse == nullptr) {
        continue;
      }
      const auto there = state.library.find_conversion(source.signature->name.name);
      const auto back = state.library.find_conversion(inverse->conversion.name);
      if (!there || !back) {
        continue;
      }
      const Fragment& of = state.library.fragments[*there];
      const Fragment& named = state.library.fragments[*back];
      const auto reason = Inverse(state, of, named).refutation();
      if (!reason) {
        continue;
      }
      Diagnostic diagnostic =
          error_at(Code::BadConversion, inverse->conversion.span,
                   fmt::format("'{}' does not undo '{}': {}", state.text(named.name),
                               state.text(of.name), *reason),
                   "name the conversion that undoes it, or omit 'inverse'");
      diagnostic.notes.push_back({fmt::format("'{}' is here", state.text(named.name)), named.span});
      state.report(std::move(diagnostic));
    }
  }
}

}  // namespace weft
