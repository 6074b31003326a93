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

/// Adds what an attempt that did not wait has found.
void finish(TypedCalls& calls, CallTyping& typing, TypedValue value) {
  CallFindings& found = typing.found;
  found.requested = typing.requests.requested();
  found.rejected = typing.requests.rejected();
  if (value.is_error && typing.requests.meets_open()) {
    // Errors found without the type may vanish once it is known.
    value.is_open = true;
    found.reports.clear();
    found.shows_path = false;
  }
  calls.add(typing.call, std::move(value), std::move(found));
}

}  // namespace

TypeInference::TypeInference(const Composition& composition, Elaborator& elaborator,
                             const SharedAnswers& shared, const OpenTypes& open_types,
                             std::vector<std::size_t> chain_choices)
    : facts_(composition.library, composition.profile),
      chain_choices_(std::move(chain_choices)),
      values_(composition.library),
      links_(elaborator, composition.library, facts_.known, values_, shared.conversions.features,
             shared.facts->reads.of_conversions(), shared.chains),
      shared_(shared),
      solver_(composition.library.relations, composition.library.data_types),
      context_{composition, facts_,  shared_, open_types, calls_,  chain_choices_,
               elaborator,  values_, links_,  solver_,    planned_} {
  // Most calls become one evaluation. The extra eighth leaves room for conversions.
  const std::size_t calls = elaborator.calls().size();
  values_.reserve(calls + calls / 8);
}

const TypedValue& TypeInference::value(CallId root) {
  roots_.push_back(root);
  std::vector<CallId> stack{root};
  while (!stack.empty()) {
    const CallId id = stack.back();
    const CallIds waits_for = calls_.find(id) != nullptr ? CallIds() : attempt(id);
    if (waits_for.empty()) {
      stack.pop_back();
      continue;
    }
    const auto cycle = std::find_if(waits_for.begin(), waits_for.end(),
                                    [this](CallId call) { return is_waiting(call); });
    if (cycle != waits_for.end()) {
      break_cycle(id, *cycle, stack);
    } else {
      for (std::size_t i = waits_for.size(); i-- > 0;) {
        stack.push_back(waits_for[i]);
      }
    }
  }
  return calls_.value(root);
}

CallIds TypeInference::attempt(CallId id) {
  const Call& call = context_.call(id);
  CallIds missing;
  for (const CallId input : call.inputs) {
    if (calls_.find(input) == nullptr) {
      missing.push_back(input);
    }
  }
  if (!missing.empty()) {
    set_waiting(id, true);
    return missing;
  }
  CallTyping typing(context_, id, {call.stage, call.environment}, call.origin);
  TypedValue value = type_call(typing, call);
  if (typing.requests.is_waiting()) {
    set_waiting(id, true);
    if (typing.expands) {
      expands_.insert_or_assign(id, *typing.expands);
    } else {
      expands_.erase(id);
    }
    return typing.requests.waits_for();
  }
  set_waiting(id, false);
  finish(calls_, typing, std::move(value));
  return {};
}

bool TypeInference::is_waiting(CallId call) const {
  return call.index() < is_waiting_.size() && is_waiting_[call.index()] != 0;
}

void TypeInference::set_waiting(CallId call, bool waits) {
  if (call.index() >= is_waiting_.size()) {
    is_waiting_.resize(context_.elaborator.calls().size(), 0);
  }
  is_waiting_[call.index()] = waits ? 1 : 0;
}

void TypeInference::break_cycle(CallId id, CallId waits_for, const std::vector<CallId>& stack) {
  std::vector<CallId> cycle;
  std::vector<FragmentId> graphs;
  for (auto at = std::find(stack.begin(), stack.end(), waits_for); at != stack.end(); ++at) {
    if (!is_waiting(*at)) {
      continue;
    }
    cycle.push_back(*at);
    if (const auto expanded = expands_.find(*at); expanded != expands_.end()) {
      graphs.push_back(expanded->second);
    }
  }
  CallFindings found;
  found.requested = {waits_for};
  found.reports.push_back(explain_cycle(context_, cycle, graphs));
  calls_.add(id, {}, std::move(found));
}

TypedValue TypeInference::convert(const OutputDemand& output, Stage stage) {
  const TypedValue given = value(output.call);
  const Origin unnamed;
  for (;;) {
    CallTyping typing(context_, std::nullopt, stage, unnamed);
    TypedValue converted;
    if (auto several = explain_several_values(context_, given, std::nullopt)) {
      typing.report(std::move(*several));
    } else {
      converted = weft::convert(typing, given, output.demand, output.consumer, "", output.span);
    }
    if (!typing.requests.is_waiting()) {
      finish(calls_, typing, converted);
      return converted;
    }
    for (const CallId call : typing.requests.waits_for()) {
      value(call);
    }
  }
}

std::vector<CallId> TypeInference::needed_roots() const {
  std::vector<CallId> needed = roots_;
  for (const TypedCall& typed : calls_.all()) {
    if (!typed.call) {
      const CallIds& requested = typed.findings().requested;
      needed.insert(needed.end(), requested.begin(), requested.end());
    }
  }
  return needed;
}

TypedGraph TypeInference::take_graph() {
  const std::vector<bool> is_rejected = rejected_calls(context_.elaborator, calls_, needed_roots());
  TypedGraph graph = std::move(values_.graph());
  std::vector<bool> is_kept;  // per stitch: whether a call that is not rejected made the decision
  std::vector<StitchDecision> stitches;
  for (const TypedCall& typed : calls_.all()) {
    const bool is_needed = !typed.call || !is_rejected[typed.call->index()];
    for (ConvertedLink link : typed.findings().links) {
      link.is_tried = !is_needed;
      graph.links.push_back(std::move(link));
    }
    for (const StitchDecision& decision : typed.findings().stitches) {
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
