#include "composer/typing/open_types.h"

#include <utility>

#include <fmt/format.h>

#include "composer/typing/open_system.h"
#include "fragments/solver/explain_types.h"

// Forward typing skips what depends on open types. Then OpenSystem states everything known about
// them as relations for the solver, from producers and consumers, and typing restarts with the
// solution.
namespace weft {
namespace {

struct OpenCall {
  CallId call;
  FragmentId fragment;  ///< its single result has an open type parameter as its type
};

std::vector<OpenCall> find_open_calls(const TypedCalls& calls) {
  std::vector<OpenCall> open;
  for (const TypedCall& entry : calls.all()) {
    if (entry.findings().open_overload) {
      open.push_back({*entry.call, *entry.findings().open_overload});
    }
  }
  return open;
}

Diagnostic explain_conflict(const TypingContext& in, const OpenSystem& system, CallId refused,
                            const std::vector<StatedId>& relations) {
  const Call& call = in.call(refused);
  const NameId callee = std::get<InvokeCall>(call.kind).node->callee;
  Diagnostic diagnostic =
      error_at(Code::ValuesDisagree, call.origin.span.value_or(Span{}),
               fmt::format("the consumers of this '{}' demand different data types",
                           in.library().text(callee)),
               "call it once for each");
  diagnostic.notes = system.notes(relations);
  return diagnostic;
}

Diagnostics explain_undecided(const TypingContext& in, const OpenSystem& system,
                              const std::vector<OpenCall>& open_calls) {
  Diagnostics reports;
  for (const OpenCall& open : open_calls) {
    const Fragment& fragment = in.library().fragments[open.fragment];
    const std::vector<TypeVar>& parameters = system.parameters_of(open.call);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (system.solver().decided(parameters[i])) {
        continue;
      }
      const TypeSet& left = system.solver().allowed(parameters[i]);
      Diagnostic diagnostic =
          error_at(Code::UndecidedType, in.call(open.call).origin.span.value_or(Span{}),
                   fmt::format("'{}' is undetermined in this call of '{}'",
                               in.library().text(fragment.type_parameters[i].name),
                               in.library().text(fragment.name)),
                   fmt::format("state the type where the value gets a name: name: {} = {}(…)",
                               fragment.type_parameters[i].is_length
                                   ? "float[4]"
                                   : in.library().type_name(left.first().value_or(float_type)),
                               in.library().text(fragment.name)));
      diagnostic.notes.push_back(
          {fmt::format("it may be {}", left.text(in.library().data_types, in.library().names))});
      for (Note& note : system.notes(explain_set(system.solver(), parameters[i]).relations)) {
        if (note.span != diagnostic.span) {
          diagnostic.notes.push_back(std::move(note));
        }
      }
      append(reports, std::move(diagnostic));
      break;
    }
  }
  return reports;
}

}  // namespace

bool decide_open_types(const TypingContext& in, const std::vector<OutputDemand>& outputs,
                       OpenTypes& open) {
  const std::vector<OpenCall> open_calls = find_open_calls(in.calls);
  if (open_calls.empty()) {
    return false;
  }
  OpenSystem system(in);
  system.state(outputs);
  if (!system.solve()) {
    const TypeReasons reasons = explain_contradiction(system.solver());
    const CallId refused = system.first_call(reasons.relations);
    append(open.reports, explain_conflict(in, system, refused, reasons.relations));
    // The others may be fine without it.
    open.decided.insert_or_assign(refused, DecidedTypes{std::nullopt, {}});
    return true;
  }
  bool decides = false;
  for (const OpenCall& one : open_calls) {
    const std::vector<TypeVar>& parameters = system.parameters_of(one.call);
    std::vector<DataType> types;
    for (TypeVar parameter : parameters) {
      if (const auto type = system.solver().decided(parameter)) {
        types.push_back(*type);
      }
    }
    if (types.size() == parameters.size()) {
      const DecidedTypes decided{one.fragment, std::move(types)};
      decides = open.decided.emplace(one.call, decided).second || decides;
    }
  }
  if (!decides) {
    for (Diagnostic& undecided : explain_undecided(in, system, open_calls)) {
      append(open.reports, std::move(undecided));
    }
  }
  return decides;
}

}  // namespace weft
