#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "composer/typing/operator_hints.h"
#include "composer/typing/type_inference.h"
#include "support/spelling.h"

// The part of TypeInference that reports which values conflict when several together decide each
// one's demand.
namespace weft {
namespace {

/// Returns the pattern's entry for a trait, or null.
const PatternEntry* entry_for(const TypePattern& pattern, TraitId trait) {
  const auto at = std::find_if(pattern.entries.begin(), pattern.entries.end(),
                               [trait](const PatternEntry& entry) { return entry.trait == trait; });
  return at == pattern.entries.end() ? nullptr : &*at;
}

/// Whether two ports of a signature must agree on a trait: they share a trait variable, or, if the
/// first does not mention the trait, a type parameter.
bool are_tied(const TypePattern& port, const TypePattern& other, TraitId trait) {
  if (const PatternEntry* entry = entry_for(port, trait)) {
    const PatternEntry* of_other = entry_for(other, trait);
    return entry->variable && of_other != nullptr && of_other->variable == entry->variable;
  }
  return port.type_variable && other.type_variable == port.type_variable;
}

}  // namespace

void TypeInference::note_who_decided(const CallSite& site, std::size_t port, const Demand& demand,
                                     Diagnostic& diagnostic) const {
  const TypePattern& pattern = site.fragment.ports[port].type;
  const auto value_of = [&](std::size_t at, TraitId trait) {
    return site.values[at].function || site.values[at].is_literal
               ? std::nullopt
               : type_of_value(site.values[at]).value(trait, lattice());
  };
  std::vector<std::string> told;
  for (const DemandEntry& entry : demand.entries) {
    if (value_of(port, entry.trait) == entry.value) {
      continue;
    }
    for (std::size_t other = 0; other < site.fragment.ports.size(); ++other) {
      const FragmentPort& decides = site.fragment.ports[other];
      if (other == port || !are_tied(pattern, decides.type, entry.trait) ||
          value_of(other, entry.trait) != entry.value) {
        continue;
      }
      const PatternEntry* tie = entry_for(pattern, entry.trait);
      const std::string what =
          tie != nullptr
              ? fmt::format("'?{}'", library().text(site.fragment.trait_variables[*tie->variable]))
              : "that";
      std::string text =
          fmt::format("port '{}' decides {}: its value is {}", library().text(decides.name), what,
                      library().type_name(type_of_value(site.values[other])));
      if (std::find(told.begin(), told.end(), text) == told.end()) {
        diagnostic.notes.push_back({text, site.spans[other]});
        told.push_back(std::move(text));
      }
      break;
    }
  }
}

Diagnostic TypeInference::sides_disagree(const std::vector<CallId>& inputs,
                                         Diagnostic failure) const {
  if (failure.code != Code::NoConversion) {
    return failure;
  }
  failure.message = "the two branches of '? :' have no common type";
  failure.notes.clear();
  failure.node.clear();
  const char* const names[] = {"the first", "the second"};
  for (std::size_t side = 0; side < 2; ++side) {
    const TypedValue& value = *values_[inputs[side + 1].index()];
    const SemanticType& type = type_of_value(value);
    // Equal expressions are one call, which has the position of the first.
    std::optional<Span> span = elaborator_.calls()[inputs[side + 1]].origin.span;
    const bool is_here = span && failure.span && span->file == failure.span->file &&
                         failure.span->begin <= span->begin && span->end <= failure.span->end;
    failure.notes.push_back(
        {fmt::format("{} is {}", names[side],
                     value.is_literal ? "a literal " + library().type_name(type.data())
                                      : library().type_name(type)),
         is_here ? span : std::nullopt});
  }
  const DataType first = type_of_value(*values_[inputs[1].index()]).data();
  const DataType second = type_of_value(*values_[inputs[2].index()]).data();
  if (first != second) {
    const bool is_spread = first.scalar_kind() == second.scalar_kind() &&
                           first.is_scalar_or_vector() && second.is_scalar_or_vector() &&
                           first.is_scalar() != second.is_scalar();
    failure.hint = is_spread ? fmt::format("splat the {}: {}(…)",
                                           library().type_name(first.is_scalar() ? first : second),
                                           library().type_name(first.is_scalar() ? second : first))
                             : operand_hint(library(), "", first, second);
  }
  return failure;
}

std::optional<Diagnostic> TypeInference::misspelt_port(const CallNode& node,
                                                       const std::vector<Mismatch>& reasons) const {
  for (const CallArgument& argument : node.arguments) {
    if (!argument.name || !argument.name_span || argument.is_parameter) {
      continue;
    }
    const bool all_lack_it =
        std::all_of(reasons.begin(), reasons.end(), [&](const Mismatch& reason) {
          return std::any_of(reason.diagnostics.begin(), reason.diagnostics.end(),
                             [&](const Diagnostic& one) {
                               return one.code == Code::UnknownPort && one.span &&
                                      one.span->begin == argument.name_span->begin;
                             });
        });
    if (!all_lack_it) {
      continue;
    }
    std::set<std::string_view> names;
    for (const FragmentId candidate : node.candidates) {
      for (const FragmentPort& port : library().fragments[candidate].ports) {
        names.insert(library().text(port.name));
      }
    }
    const std::string_view wrong = library().text(*argument.name);
    return error_at(Code::UnknownPort, *argument.name_span,
                    fmt::format("no '{}' has a port '{}'", library().text(node.callee), wrong),
                    spelling_hint(wrong, {names.begin(), names.end()}));
  }
  return std::nullopt;
}

}  // namespace weft
