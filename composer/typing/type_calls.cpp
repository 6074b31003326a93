#include "composer/typing/type_calls.h"

#include <algorithm>

#include <fmt/format.h>

#include "composer/typing/emit_call.h"
#include "composer/typing/parts_of_values.h"
#include "composer/typing/resolve_overload.h"
#include "composer/typing/shared_plans.h"
#include "composer/typing/type_graphs.h"

namespace weft {
namespace {

Diagnostic tied_products(const Library& library, const PlannedCall& plan, Span span) {
  std::vector<std::pair<std::string, Span>> products;
  for (const ProductRule* rule : plan.tied) {
    const auto side = [&](ValueId value) {
      return fmt::format("{{{}: {}}}", library.text(library.lattice.trait(rule->trait).name),
                         library.text(library.lattice.value(value).name));
    };
    products.emplace_back(
        fmt::format("{} {} {}", side(rule->left), rule->is_quotient ? '/' : '*', side(rule->right)),
        rule->span);
  }
  std::sort(products.begin(), products.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  Diagnostic diagnostic = error_at(
      Code::AmbiguousConversion, span,
      fmt::format("{} products fit equally well after the operands are converted", products.size()),
      "declare the product of what the operands are, or convert them before: name: type = …");
  for (auto& [text, declared] : products) {
    diagnostic.notes.push_back({text + " is declared here", declared});
  }
  return diagnostic;
}

/// Types a call whose overload is chosen.
TypedValue finish_call(CallTyping& typing, KnownCall& known, const InvokeCall& call,
                       const CallIds& inputs) {
  const Library& library = typing.in.library();
  const PlannedCall& plan = *known.plan;
  typing.requests.accept(plan.requested);
  typing.requests.reject(plan.rejected);
  typing.found.stitches = plan.stitches;
  if (library.fragments[plan.fragment].is_graph()) {
    return type_graph_call(typing, call, plan);
  }
  if (!plan.tied.empty()) {
    typing.report(tied_products(library, plan, typing.span()));
    return {};
  }
  TypedValue value = plan.function_level == 0 ? emit_call(typing, plan, inputs, known.facts)
                                              : emit_call_with_functions(typing, plan, inputs);
  return call.member && !value.is_error ? type_member_of_call(typing, call, value) : value;
}

/// The value of a call whose arguments leave types of its overload open, and for which the
/// consumers decided none that fits.
TypedValue open_value(CallTyping& typing, const PlannedCall& plan, const InvokeCall& call) {
  const auto& decided = typing.in.open_types.decided;
  if (const auto known = decided.find(*typing.call); known != decided.end()) {
    // Refused in an earlier round, or decided for an overload that no longer matches.
    if (known->second.fragment) {
      typing.report(error_at(Code::UndecidedType, typing.span(),
                             fmt::format("the types of this call of '{}' are undetermined",
                                         typing.in.library().text(call.node->callee)),
                             "state the type where the value is named: name: type = …"));
    }
    return {};
  }
  typing.found.open_overload = plan.fragment;
  typing.requests.meet_open();
  return {};
}

/// Returns the plan of an equal call, in this composition or another. Null if there is none, and
/// while a default of that call is not typed yet, which `requests` tells then.
KnownCall* find_known(const TypingContext& in, const InvokedCall& invoked,
                      const CallSignature& signature, Requests& requests) {
  const auto known = in.planned.find(signature);
  if (known != in.planned.end()) {
    return &known->second;
  }
  auto shared = find_shared_plan(in, invoked, requests);
  return shared != nullptr && !requests.is_waiting()
             ? &in.planned.emplace(signature, KnownCall{std::move(shared)}).first->second
             : nullptr;
}

/// Records the plan of a call that may share it.
KnownCall& remember(const TypingContext& in, const InvokedCall& invoked,
                    const CallSignature& signature, PlannedCall plan) {
  return in.planned.emplace(signature, KnownCall{share_plan(in, invoked, std::move(plan))})
      .first->second;
}

}  // namespace

TypedValue type_invoke(CallTyping& typing, const InvokeCall& call, const CallIds& inputs) {
  const TypingContext& in = typing.in;
  const InvokedCall invoked{*call.node, inputs, typing.call, typing.at, typing.span()};
  const bool is_shared = is_memoized(in, invoked);
  CallSignature signature;
  if (is_shared) {
    signature = call_signature(in, invoked);
    if (KnownCall* known = find_known(in, invoked, signature, typing.requests)) {
      return finish_call(typing, *known, call, inputs);
    }
    if (typing.requests.is_waiting()) {
      return {};
    }
  }
  ResolvedOverload resolved = resolve_overload(in, invoked, typing.requests);
  for (Diagnostic& report : resolved.reports) {
    typing.report(std::move(report));
  }
  if (!resolved.plan) {
    return {};
  }
  const PlannedCall& plan = *resolved.plan;
  const Fragment& fragment = in.library().fragments[plan.fragment];
  const bool leaves_open = fragment.leaves_types_open && !fragment.is_graph();
  if (leaves_open && std::any_of(plan.type_arguments.begin(), plan.type_arguments.end(),
                                 [](DataType type) { return type.is_void(); })) {
    return open_value(typing, plan, call);
  }
  if (!is_shared || leaves_open) {
    KnownCall own{std::make_shared<const PlannedCall>(*std::move(resolved.plan))};
    return finish_call(typing, own, call, inputs);
  }
  return finish_call(typing, remember(in, invoked, signature, *std::move(resolved.plan)), call,
                     inputs);
}

}  // namespace weft
