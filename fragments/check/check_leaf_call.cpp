#include "fragments/check/check_leaf_call.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "fragments/check/check_defaults.h"
#include "fragments/check/handed_function.h"
#include "fragments/check/leaf_fit.h"
#include "fragments/model/call_arguments.h"
#include "fragments/model/lookups.h"

namespace weft {
namespace {

using Arguments = std::vector<CheckedArgument>;

std::uint32_t call_index(CheckContext& context, BodyCall call) {
  std::vector<BodyCall>& calls = context.body.calls;
  auto at = std::find(calls.begin(), calls.end(), call);
  if (at == calls.end()) {
    at = calls.insert(calls.end(), std::move(call));
  }
  return static_cast<std::uint32_t>(at - calls.begin());
}

CheckedValue add_call(CheckContext& context, Fit fit, Arguments& arguments, Span span) {
  const Fragment& fragment = context.library.fragments[fit.fragment];
  std::vector<BodyExprId> ids;
  bool fine = true;
  const bool hands_on = std::any_of(
      arguments.begin(), arguments.end(),
      [](const CheckedArgument& argument) { return argument.value.function.has_value(); });
  for (std::size_t port = 0; port < fragment.ports.size(); ++port) {
    DataType type = port_type(fragment, fit, port);
    const ValueRole what("port '{}' of '{}'", context.text(fragment.ports[port].name),
                         context.text(fragment.name));
    CheckedValue value;
    if (fit.argument_of_port[port]) {
      value = arguments[*fit.argument_of_port[port]].value;
      if (value.function) {
        ids.push_back(add_handed(context, value));
        continue;
      }
      fine = convert_filling(context, value, type, what) && fine;
    } else {
      value = check_default_of(context, fit.fragment, static_cast<std::uint32_t>(port), type, span);
      fine = !value.is_error() && fine;
    }
    const bool is_constant = fragment.ports[port].restriction == PortRestriction::Constant;
    if (fine && hands_on &&
        !keeps_restriction(context, *value.expr, fragment.ports[port].restriction)) {
      context.report(
          Code::RateTooHigh, value.span,
          fmt::format("{} is {}, but this argument is not known to be", what.text(),
                      is_constant ? "constant" : "uniform"),
          fmt::format(
              "pass a literal, or declare the port {} here, where a call forwards a function",
              is_constant ? "constant" : "uniform or constant"));
      fine = false;
    }
    if (fine) {
      ids.push_back(*value.expr);
    }
  }
  if (!fine) {
    return context.erroneous(span);
  }
  std::vector<DataType> results = result_types(fragment, fit.type_arguments);
  if (std::any_of(results.begin(), results.end(), [](DataType type) { return type.is_void(); })) {
    return context.erroneous(span);  // its type error is reported at its declaration
  }
  DataType type;
  if (results.size() == 1) {
    type = results.front();
    results.clear();
  }
  std::uint32_t index =
      call_index(context, {fit.fragment, std::move(fit.type_arguments), std::move(results)});
  CheckedValue value = context.add(Operation::Call, type, index, ids, span);
  if (fragment.has_named_results) {
    value.callee = fit.fragment;
  }
  return value;
}

CheckedValue fail_overloads(CheckContext& context, Code code, const syntax::Identifier& callee,
                            const std::vector<FragmentId>& fragments, const Arguments& arguments) {
  std::string types;
  for (const CheckedArgument& argument : arguments) {
    types += fmt::format("{}{}", types.empty() ? "" : ", ", context.type_name(argument.value.type));
  }
  bool none = code == Code::NoOverload;
  Diagnostic diagnostic = error_at(
      code, callee.span,
      none ? fmt::format("no '{}' takes ({})", context.text(callee.name), types)
           : fmt::format(
                 "the call of '{}' with ({}) is ambiguous: several fragments fit equally well",
                 context.text(callee.name), types),
      none ? "" : "overloads in bodies are chosen by data types alone: rename one of them");
  constexpr std::size_t most_notes = 8;
  for (std::size_t i = 0; i < fragments.size() && i < most_notes; ++i) {
    const Fragment& fragment = context.library.fragments[fragments[i]];
    diagnostic.notes.push_back({signature_text(context, fragment), fragment.span});
  }
  if (fragments.size() > most_notes) {
    diagnostic.notes.push_back({fmt::format("and {} more", fragments.size() - most_notes)});
  }
  context.diagnostics.push_back(std::move(diagnostic));
  return context.erroneous(callee.span);
}

/// What matching the arguments with some fragments found.
struct Matches {
  std::vector<Fit> fits;
  std::optional<Misfit> misfit;  ///< of the last that does not fit
  bool follows_error = false;    ///< some fit is uncertain
};

void match_leaves(const CheckContext& context, std::span<const FragmentId> fragments,
                  const Arguments& arguments, Span span, Matches& found) {
  for (const FragmentId id : fragments) {
    auto fit = match_leaf(context, id, arguments, span);
    if (!fit) {
      found.misfit = fit.error();
      continue;
    }
    found.follows_error = found.follows_error || fit->follows_error;
    found.fits.push_back(std::move(*fit));
  }
}

}  // namespace

bool fits_some_leaf(const CheckContext& context, const std::vector<FragmentId>& fragments,
                    const std::vector<CheckedArgument>& arguments) {
  return std::any_of(fragments.begin(), fragments.end(), [&](FragmentId id) {
    return match_leaf(context, id, arguments, {}).has_value();
  });
}

CheckedValue check_leaf_call(CheckContext& context, const syntax::Identifier& callee,
                             CallableFragments fragments, std::vector<CheckedArgument> arguments,
                             Span span) {
  if (context.is_constant()) {
    return context.fail(Code::NotConstant, callee.span,
                        fmt::format("'{}' is a fragment: a constant can call only intrinsics",
                                    context.text(callee.name)));
  }
  const CandidateTiers tiers = tiers_of(fragments.all, fragments.outsiders);
  Matches found;
  match_leaves(context, tiers.seen, arguments, span, found);
  if (found.fits.empty()) {
    match_leaves(context, tiers.others, arguments, span, found);
  }
  if (found.follows_error) {
    return context.erroneous(span);  // reported where the leaf is declared
  }
  std::vector<Fit> best = best_of(context, std::move(found.fits));
  if (best.size() == 1) {
    return add_call(context, std::move(best.front()), arguments, span);
  }
  if (best.empty() && fragments.all.size() == 1) {
    return context.fail(found.misfit->code, found.misfit->span, found.misfit->message,
                        found.misfit->hint);
  }
  std::vector<FragmentId> candidates = fragments.all;
  if (!best.empty()) {
    candidates.clear();
    for (const Fit& fit : best) {
      candidates.push_back(fit.fragment);
    }
  }
  return fail_overloads(context, best.empty() ? Code::NoOverload : Code::AmbiguousOverload, callee,
                        candidates, arguments);
}

}  // namespace weft
