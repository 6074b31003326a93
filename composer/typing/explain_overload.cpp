#include "composer/typing/explain_overload.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "composer/typing/bind_ports.h"
#include "composer/typing/declared_types.h"
#include "composer/typing/explain_clashes.h"
#include "composer/typing/operator_hints.h"
#include "fragments/model/call_arguments.h"

namespace weft {
namespace {

/// More would bury the message.
constexpr std::size_t max_candidates_shown = 6;

/// How far the arguments are from a candidate's ports: first the number of arguments without a port
/// or ports without a value, then the negated sum of type compatibility. Smaller is nearer.
std::pair<int, int> distance_to(const TypingContext& in, const InvokedCall& invoked,
                                const Fragment& candidate) {
  const CallNode& node = invoked.node;
  int misplaced = 0;
  int degrees = 0;
  std::vector<bool> is_given(candidate.ports.size(), false);
  for (std::size_t i = 0; i < node.arguments.size(); ++i) {
    const FragmentPort* port = port_of_argument(candidate, node, i);
    const auto at = port != nullptr ? port - candidate.ports.data() : 0;
    if (port == nullptr || is_given[static_cast<std::size_t>(at)]) {
      ++misplaced;
      continue;
    }
    is_given[static_cast<std::size_t>(at)] = true;
    const TypedValue& value = in.calls.value(invoked.inputs[i]);
    if (port->kind != FragmentPort::Kind::Value || value.function) {
      misplaced += (port->kind == FragmentPort::Kind::Value) == value.function.has_value() ? 1 : 0;
      continue;
    }
    // A literal adapts to its port; only its shape can be wrong.
    const Demand demand = declared_demand(in, port->type, in.data_of(value));
    degrees += value.is_literal ? 1 : compatibility(in.type_of(value), demand, in.lattice());
  }
  for (std::size_t port = 0; port < candidate.listed_port_count(); ++port) {
    const FragmentPort& open = candidate.ports[port];
    const bool may_be_open = open.default_value || is_stitchable(open, node.is_stitched,
                                                                 in.lattice(), in.library().names);
    misplaced += is_given[port] || may_be_open ? 0 : 1;
  }
  return {misplaced, -degrees};
}

/// Sorts candidates: nearest first, then in order of declaration.
void sort_by_distance(const TypingContext& in, const InvokedCall& invoked,
                      std::vector<RejectedCandidate>& rejected) {
  using Place = std::tuple<std::pair<int, int>, std::uint32_t, std::uint32_t>;
  std::vector<std::pair<Place, std::size_t>> places;
  for (std::size_t i = 0; i < rejected.size(); ++i) {
    const Fragment& fragment = in.library().fragments[rejected[i].fragment];
    places.emplace_back(
        Place(distance_to(in, invoked, fragment), fragment.span.file.index(), fragment.span.begin),
        i);
  }
  std::sort(places.begin(), places.end());
  std::vector<RejectedCandidate> sorted;
  for (const auto& [place, at] : places) {
    sorted.push_back(std::move(rejected[at]));
  }
  rejected = std::move(sorted);
}

std::string arguments_text(const TypingContext& in, const InvokedCall& invoked) {
  std::string text;
  for (std::size_t i = 0; i < invoked.node.arguments.size(); ++i) {
    const TypedValue& value = in.calls.value(invoked.inputs[i]);
    text +=
        (text.empty() ? "" : ", ") +
        (value.function ? std::string("a function") : in.library().type_name(in.type_of(value)));
  }
  return text;
}

/// For an operator between a float and the quotient of two ints.
std::string float_quotient(const TypingContext& in, const TypedValue& first,
                           const TypedValue& second) {
  const bool is_float = in.data_of(first).is_float_based();
  return is_float == in.data_of(second).is_float_based()
             ? std::string()
             : quotient_hint(in.library(), in.graph(), is_float ? second : first);
}

/// Explains an operator whose operands have incompatible shapes. False if they do not: then the
/// candidates are listed. `nearest`: the candidate nearest to the operands.
bool explain_operands(const TypingContext& in, const InvokedCall& invoked, const Fragment& nearest,
                      Diagnostic& diagnostic) {
  if (!invoked.node.is_operator || invoked.node.arguments.size() != 2) {
    return false;
  }
  const TypedValue& first = in.calls.value(invoked.inputs[0]);
  const TypedValue& second = in.calls.value(invoked.inputs[1]);
  if (!first.function && !second.function) {
    diagnostic.hint = float_quotient(in, first, second);
  }
  if (!first.function && !second.function && diagnostic.hint.empty()) {
    diagnostic.hint = operand_hint(in.library(), in.library().text(invoked.node.callee),
                                   in.data_of(first), in.data_of(second));
  }
  if (diagnostic.hint.empty()) {
    return false;
  }
  for (std::size_t i = 0; i < 2 && nearest.ports.size() == 2; ++i) {
    diagnostic.notes.push_back(
        {fmt::format("'{}' is {}", in.library().text(nearest.ports[i].name),
                     in.library().type_name(in.data_of(i == 0 ? first : second)))});
  }
  return true;
}

void list_candidates(const TypingContext& in, const InvokedCall& invoked,
                     const std::vector<RejectedCandidate>& sorted, Diagnostic& diagnostic) {
  for (std::size_t i = 0; i < sorted.size() && i < max_candidates_shown; ++i) {
    const Diagnostic& reason = sorted[i].reason.diagnostics.front();
    diagnostic.notes.push_back({"this one does not fit: " + reason.message,
                                in.library().fragments[sorted[i].fragment].span});
    // With a single argument the message already describes the value.
    const bool repeats_value = reason.code == Code::NoConversion && invoked.inputs.size() == 1;
    for (std::size_t note = repeats_value ? 1 : 0; note < reason.notes.size(); ++note) {
      diagnostic.notes.push_back({reason.notes[note].text});
    }
  }
  if (sorted.size() > max_candidates_shown) {
    diagnostic.notes.push_back(
        {fmt::format("{} more do not fit either", sorted.size() - max_candidates_shown)});
  }
}

/// Drops the candidates for other data types if others are left: `v * float4x4` has nothing to tell
/// somebody who multiplies two numbers. Returns how many it dropped. O(candidates × ports).
std::size_t drop_other_data_types(const TypingContext& in, const InvokedCall& invoked,
                                  std::vector<RejectedCandidate>& rejected) {
  const auto others = std::stable_partition(
      rejected.begin(), rejected.end(), [&](const RejectedCandidate& candidate) {
        return may_take_data(in, invoked, in.library().fragments[candidate.fragment]);
      });
  if (others == rejected.begin()) {
    return 0;
  }
  const auto dropped = static_cast<std::size_t>(rejected.end() - others);
  rejected.erase(others, rejected.end());
  return dropped;
}

/// Says that candidates were left out of the message.
void note_other_data_types(std::size_t count, std::string_view callee, Diagnostic& diagnostic) {
  if (count == 1) {
    diagnostic.notes.push_back({fmt::format("another '{}' takes other data types", callee)});
  } else if (count > 1) {
    diagnostic.notes.push_back({fmt::format("{} other '{}' take other data types", count, callee)});
  }
}

}  // namespace

Diagnostics explain_no_overload(const TypingContext& in, const InvokedCall& invoked,
                                std::vector<RejectedCandidate> rejected) {
  if (rejected.size() == 1) {
    return std::move(rejected.front().reason.diagnostics);
  }
  std::vector<Mismatch> reasons;
  for (const RejectedCandidate& candidate : rejected) {
    reasons.push_back(candidate.reason);
  }
  if (auto misspelt = misspelt_port(in.library(), invoked.node, reasons)) {
    return {std::move(*misspelt)};
  }
  sort_by_distance(in, invoked, rejected);
  // Then the value itself is at fault, not the candidate.
  Diagnostic& nearest = rejected.front().reason.diagnostics.front();
  if (nearest.code == Code::AnchoredValue) {
    return {std::move(nearest)};
  }
  const std::string_view callee = in.library().text(invoked.node.callee);
  Diagnostic diagnostic =
      error_at(Code::NoOverload, invoked.span,
               fmt::format("no '{}' takes ({})", callee, arguments_text(in, invoked)));
  if (explain_operands(in, invoked, in.library().fragments[rejected.front().fragment],
                       diagnostic)) {
    return {std::move(diagnostic)};
  }
  const std::size_t others = drop_other_data_types(in, invoked, rejected);
  if (rejected.size() == 1) {
    Diagnostics why = std::move(rejected.front().reason.diagnostics);
    note_other_data_types(others, callee, why.back());
    return why;
  }
  list_candidates(in, invoked, rejected, diagnostic);
  note_other_data_types(others, callee, diagnostic);
  return {std::move(diagnostic)};
}

Diagnostic explain_ambiguous_overload(const Library& library, const InvokedCall& invoked,
                                      const std::vector<const PlannedCall*>& equals) {
  Diagnostic diagnostic = error_at(Code::AmbiguousOverload, invoked.span,
                                   fmt::format("several fragments named '{}' fit equally well",
                                               library.text(invoked.node.callee)),
                                   "rename one of them, or make it demand more than the other");
  for (const PlannedCall* plan : equals) {
    diagnostic.notes.push_back({"this one fits", library.fragments[plan->fragment].span});
  }
  return diagnostic;
}

}  // namespace weft
