#include "composer/typing/explain_clashes.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "composer/typing/explain_link.h"
#include "composer/typing/operator_hints.h"
#include "support/spelling.h"

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

/// Notes which other port's value, through a shared trait variable or type parameter, fixed the
/// demand that the value at `port` does not meet.
void note_who_decided(const TypingContext& in, const CallSite& site, std::size_t port,
                      const Demand& demand, Diagnostic& diagnostic) {
  const TypePattern& pattern = site.fragment.ports[port].type;
  const auto value_of = [&](std::size_t at, TraitId trait) {
    return site.values[at].function || site.values[at].is_literal
               ? std::nullopt
               : in.type_of(site.values[at]).value(trait, in.lattice());
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
              ? fmt::format("'?{}'",
                            in.library().text(site.fragment.trait_variables[*tie->variable]))
              : "that";
      std::string text =
          fmt::format("port '{}' decides {}: its value is {}", in.library().text(decides.name),
                      what, in.library().type_name(in.type_of(site.values[other])));
      if (std::find(told.begin(), told.end(), text) == told.end()) {
        diagnostic.notes.push_back({text, written_at(in, site, other).span});
        told.push_back(std::move(text));
      }
      break;
    }
  }
}

}  // namespace

Mismatch mismatch_at(const TypingContext& in, const CallSite& site, std::size_t port,
                     CallContext at, const Demand& demand) {
  if (!site.explains) {
    return {};
  }
  const FragmentPort& declared = site.fragment.ports[port];
  const std::string name(in.library().text(site.fragment.name));
  const WrittenFunction written = written_at(in, site, port);
  Diagnostic failure =
      explain_failure(in, at, site.values[port], demand, {fmt::format("'{}'", name), name},
                      std::string(in.library().text(declared.name)), written.span);
  for (Note& note : failure.notes) {
    if (note.text.starts_with(demand_note_begin)) {
      note.span = declared.span;
    }
  }
  note_who_decided(in, site, port, demand, failure);
  note_hand_overs(in.library(), written, failure);
  return {{std::move(failure)}};
}

Diagnostic sides_disagree(const TypingContext& in, const CallIds& inputs, Diagnostic failure) {
  if (failure.code != Code::NoConversion) {
    return failure;
  }
  failure.message = "the two branches of '? :' have no common type";
  failure.notes.clear();
  failure.node.clear();
  const char* const names[] = {"the first", "the second"};
  for (std::size_t side = 0; side < 2; ++side) {
    const TypedValue& value = in.calls.value(inputs[side + 1]);
    const SemanticType& type = in.type_of(value);
    // Equal expressions are one call, which has the position of the first.
    std::optional<Span> span = in.elaborator.calls()[inputs[side + 1]].origin.span;
    const bool is_here = span && failure.span && span->file == failure.span->file &&
                         failure.span->begin <= span->begin && span->end <= failure.span->end;
    failure.notes.push_back(
        {fmt::format("{} is {}", names[side],
                     value.is_literal ? "a literal " + in.library().type_name(type.data())
                                      : in.library().type_name(type)),
         is_here ? span : std::nullopt});
  }
  const DataType first = in.data_of(in.calls.value(inputs[1]));
  const DataType second = in.data_of(in.calls.value(inputs[2]));
  if (first != second) {
    const bool is_spread = first.scalar_kind() == second.scalar_kind() &&
                           first.is_scalar_or_vector() && second.is_scalar_or_vector() &&
                           first.is_scalar() != second.is_scalar();
    failure.hint = is_spread
                       ? fmt::format("splat the {}: {}(…)",
                                     in.library().type_name(first.is_scalar() ? first : second),
                                     in.library().type_name(first.is_scalar() ? second : first))
                       : operand_hint(in.library(), "", first, second);
  }
  return failure;
}

std::optional<Diagnostic> misspelt_port(const Library& library, const CallNode& node,
                                        const std::vector<Mismatch>& reasons) {
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
      for (const FragmentPort& port : library.fragments[candidate].ports) {
        names.insert(library.text(port.name));
      }
    }
    const std::string_view wrong = library.text(*argument.name);
    return error_at(Code::UnknownPort, *argument.name_span,
                    fmt::format("no '{}' has a port '{}'", library.text(node.callee), wrong),
                    spelling_hint(wrong, {names.begin(), names.end()}));
  }
  return std::nullopt;
}

}  // namespace weft
