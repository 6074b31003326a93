#include "composer/typing/type_inference.h"

#include <algorithm>
#include <utility>

#include "composer/typing/apply_links.h"
#include "composer/typing/reached_calls.h"
#include "composer/typing/several_results.h"
#include "composer/typing/type_call.h"
#include "composer/typing/type_graphs.h"

namespace weft {
namespace {

/// What an attempt that did not wait has found.
TypedCall finished(CallTyping&& typing, TypedValue value) {
  TypedCall typed = std::move(typing.found);
  typed.value = std::move(value);
  typed.requested = typing.requests.requested();
  typed.rejected = typing.requests.rejected();
  if (typed.value.is_error && typing.requests.meets_open()) {
    // Errors found without the type may vanish once it is known.
    typed.value.is_open = true;
    typed.reports.clear();
    typed.shows_path = false;
  }
  return typed;
}

}  // namespace

TypeInference::TypeInference(const Composition& composition, Elaborator& elaborator,
                             const ConversionSet& conversions, ConversionCache& cache,
                             const OpenTypes& open_types, std::vector<std::size_t> chain_choices)
    : facts_(composition.library, composition.profile),
      chain_choices_(std::move(chain_choices)),
      values_(composition.library, composition.material),
      links_(elaborator, composition.library, facts_.known, values_, cache),
      demands_(composition.library),
      solver_(composition.library.relations, composition.library.data_types),
      context_{composition, facts_,  conversions, open_types, calls_,  chain_choices_,
               elaborator,  values_, links_,      demands_,   solver_, planned_} {}

const TypedValue& TypeInference::value(CallId root) {
  roots_.push_back(root);
  std::vector<CallId> stack{root};
  while (!stack.empty()) {
    const CallId id = stack.back();
    const std::vector<CallId> waits_for =
        calls_.find(id) != nullptr ? std::vector<CallId>() : attempt(id);
    if (waits_for.empty()) {
      stack.pop_back();
      continue;
    }
    const auto cycle = std::find_if(waits_for.begin(), waits_for.end(), [this](CallId call) {
      return waiting_.find(call) != waiting_.end();
    });
    if (cycle != waits_for.end()) {
      break_cycle(id, *cycle, stack);
    } else {
      stack.insert(stack.end(), waits_for.rbegin(), waits_for.rend());
    }
  }
  return calls_.value(root);
}

std::vector<CallId> TypeInference::attempt(CallId id) {
  Call call = context_.call(id);  // a copy: typing may append calls
  std::vector<CallId> missing;
  std::copy_if(call.inputs.begin(), call.inputs.end(), std::back_inserter(missing),
               [this](CallId input) { return calls_.find(input) == nullptr; });
  if (!missing.empty()) {
    waiting_.try_emplace(id);
    return missing;
  }
  CallTyping typing(context_, id, {call.stage, call.environment}, std::move(call.origin));
  TypedValue value = type_call(typing, call);
  if (typing.requests.is_waiting()) {
    waiting_.insert_or_assign(id, typing.expands);
    return typing.requests.waits_for();
  }
  waiting_.erase(id);
  calls_.add(id, finished(std::move(typing), std::move(value)));
  return {};
}

void TypeInference::break_cycle(CallId id, CallId waits_for, const std::vector<CallId>& stack) {
  std::vector<CallId> cycle;
  std::vector<FragmentId> graphs;
  for (auto at = std::find(stack.begin(), stack.end(), waits_for); at != stack.end(); ++at) {
    if (const auto waiting = waiting_.find(*at); waiting != waiting_.end()) {
      cycle.push_back(*at);
      if (waiting->second) {
        graphs.push_back(*waiting->second);
      }
    }
  }
  TypedCall typed;
  typed.requested = {waits_for};
  typed.reports.push_back(explain_cycle(context_, cycle, graphs));
  calls_.add(id, std::move(typed));
}

TypedValue TypeInference::convert(const OutputDemand& output, Stage stage) {
  const TypedValue given = value(output.call);
  for (;;) {
    CallTyping typing(context_, std::nullopt, stage, {});
    TypedValue converted;
    if (auto several = explain_several_values(context_, given, std::nullopt)) {
      typing.report(std::move(*several));
    } else {
      converted = weft::convert(typing, given, output.demand, output.consumer, "", output.span);
    }
    if (!typing.requests.is_waiting()) {
      calls_.add(std::nullopt, finished(std::move(typing), converted));
      return converted;
    }
    for (const CallId call : typing.requests.waits_for()) {
      value(call);
    }
  }
}

std::vector<CallId> TypeInference::needed_roots() const {
  std::vector<CallId> needed = roots_;
  for (const TypedCalls::Entry& entry : calls_.entries()) {
    if (!entry.call) {
      needed.insert(needed.end(), entry.typed.requested.begin(), entry.typed.requested.end());
    }
  }
  return needed;
}

TypedGraph TypeInference::take_graph() {
  const std::vector<bool> is_rejected = rejected_calls(context_.elaborator, calls_, needed_roots());
  TypedGraph graph = std::move(values_.graph());
  std::vector<bool> is_kept;  // per stitch: whether a call that is not rejected made the decision
  std::vector<StitchDecision> stitches;
  for (const TypedCalls::Entry& entry : calls_.entries()) {
    const bool is_needed = !entry.call || !is_rejected[entry.call->index()];
    for (ConvertedLink link : entry.typed.links) {
      link.is_tried = !is_needed;
      graph.links.push_back(std::move(link));
    }
    for (const StitchDecision& decision : entry.typed.stitches) {
      const auto known = std::find(stitches.begin(), stitches.end(), decision);
      const auto at = static_cast<std::size_t>(known - stitches.begin());
      if (known == stitches.end()) {
        stitches.push_back(decision);
        is_kept.push_back(false);
      }
      is_kept[at] = is_kept[at] || is_needed;
    }
  }
  for (std::size_t i = 0; i < stitches.size(); ++i) {
    if (is_kept[i]) {
      graph.stitches.push_back(std::move(stitches[i]));
    }
  }
  return graph;
}

std::vector<CollectedReport> TypeInference::reports() const {
  std::vector<CollectedReport> all;
  for (const Diagnostic& open : context_.open_types.reports) {
    all.push_back({open, std::nullopt});
  }
  for (CollectedReport& report : collect_reports(context_.elaborator, calls_, needed_roots())) {
    all.push_back(std::move(report));
  }
  return all;
}

}  // namespace weft
