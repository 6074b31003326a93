#include "composer/typing/injected_features.h"

#include <algorithm>

#include "composer/evaluations/plan_functions.h"
#include "composer/evaluations/unread_injections.h"
#include "fragments/model/lookups.h"

namespace weft {
namespace {

bool contains(const UnreadFeatures& unread, UnreadFeature feature) {
  return std::binary_search(unread.begin(), unread.end(), feature);
}

}  // namespace

std::optional<UnreadFeatures> unavailable_injections(const TypingContext& in, const CallSite& site,
                                                     Requests& requests) {
  const Body& body = site.fragment.instances().front().body;
  const bool injects = std::any_of(site.fragment.ports.begin(), site.fragment.ports.end(),
                                   [](const FragmentPort& port) { return !port.injected.empty(); });
  if (!injects) {
    return UnreadFeatures();
  }
  const CallContext here = site.at;
  std::vector<bool> is_missing;
  bool is_ready = true;
  for (const FeatureId feature : body.features) {
    // An available feature may still be erroneous: derived from, or injected with, a missing one.
    const auto call = in.elaborator.is_available(feature, here)
                          ? std::optional(in.elaborator.feature(feature, here, site.span))
                          : std::nullopt;
    const TypedValue* value = call ? requests.look_at(*call) : nullptr;
    is_ready = (!call || value != nullptr) && is_ready;
    is_missing.push_back(!call || (is_ready && value->is_error));
  }
  if (!is_ready) {
    return std::nullopt;
  }
  if (std::find(is_missing.begin(), is_missing.end(), true) == is_missing.end()) {
    return UnreadFeatures();
  }
  const BodyFlow& flow = in.shared.facts->flows.of(body, site.fragment.ports.size());
  const auto is_known = [&](UnreadFeature injected) {
    for (std::size_t i = 0; i < flow.port_calls.size(); ++i) {
      const BitSet& from = flow.port_calls[i].arguments[injected.position].features;
      for (std::size_t j = 0; body.port_calls[i].port == injected.port && j < from.size(); ++j) {
        if (from[j] && is_missing[j]) {
          return false;
        }
      }
    }
    return true;
  };
  return injections_without(site.fragment, is_known);
}

UnreadFeatures unread_injections(const TypingContext& in, const CallSite& site) {
  std::vector<std::vector<bool>> read(site.fragment.ports.size());
  for (std::size_t port = 0; port < read.size(); ++port) {
    const std::size_t count = site.fragment.ports[port].injected.size();
    if (count != 0) {
      read[port] = find_read_parameters(in.library(), in.graph().evaluations, in.graph().levels,
                                        {site.values[port].evaluation}, site.function_level, count);
    }
  }
  return injections_without(site.fragment, [&](UnreadFeature injected) {
    return read[injected.port][injected.position];
  });
}

UnreadFeatures unread_injections(const TypingContext& in, const PlannedCall& plan, Stage stage) {
  const Fragment& fragment = in.library().fragments[plan.fragment];
  std::vector<std::vector<bool>> read(fragment.ports.size());
  for (std::size_t port = 0; port < read.size(); ++port) {
    const PlannedPort& planned = plan.ports[port];
    const std::size_t count = fragment.ports[port].injected.size();
    if (count == 0) {
      continue;
    }
    std::vector<EvaluationId> roots{planned.default_value.evaluation};
    const PlannedLink& link = planned.link;
    const CallContext inside{stage, link.environment.value_or(planned.environment)};
    std::vector<ConversionId> steps = link.steps;
    for (const std::vector<ConversionId>& equal : link.equals) {
      steps.insert(steps.end(), equal.begin(), equal.end());
    }
    for (const ConversionId step : steps) {
      const FragmentId conversion(in.shared.conversions.table[step].fragment);
      for (const FeatureId feature : extracted_features(
               in.library(), conversion, in.shared.conversions.type_arguments[step.index()])) {
        if (!in.elaborator.is_available(feature, inside)) {
          continue;  // in a chain that is not used
        }
        const TypedValue* pulled =
            in.calls.find_value(in.elaborator.feature(feature, inside, std::nullopt));
        if (pulled != nullptr && !pulled->is_error) {
          roots.push_back(pulled->evaluation);
        }
      }
    }
    read[port] = find_read_parameters(in.library(), in.graph().evaluations, in.graph().levels,
                                      std::move(roots), plan.function_level, count);
  }
  const auto is_read = [&](UnreadFeature injected) {
    return read[injected.port][injected.position];
  };
  // An injection that was assumed unread is read. Its rate is unknown, so drop nothing: the missing
  // features are then requested and reported.
  const bool is_refuted = std::any_of(plan.unread.begin(), plan.unread.end(), is_read);
  return is_refuted ? UnreadFeatures() : injections_without(fragment, is_read);
}

bool take_read_injections(const TypingContext& in, CallSite& site, UnreadFeatures& never_read,
                          UnreadFeatures& dropped) {
  const UnreadFeatures unread = unread_injections(in, site);
  const auto is_read = [&](UnreadFeature injected) { return !contains(unread, injected); };
  std::erase_if(never_read, is_read);
  if (std::none_of(dropped.begin(), dropped.end(), is_read)) {
    return false;
  }
  std::erase_if(site.unread, is_read);
  dropped = never_read;
  return true;
}

LeafFlow flow_of(const TypingContext& in, const CallSite& site, const UnreadFeatures& unread) {
  const Fragment& leaf = site.fragment;
  const Body* body =
      find_body(in.library(), site.id, leaf.instances().front().type_arguments, {unread});
  return {body, &in.shared.facts->flows.of(*body, leaf.ports.size())};
}

Rate rate_of_flow(const TypingContext& in, const CallSite& site, const FlowSet& flow,
                  const std::vector<FeatureId>& features, const std::vector<Rate>& function_rates,
                  Requests& requests) {
  Rate rate = Rate::Constant;
  for (std::size_t i = 0; i < flow.ports.size() && i < site.values.size(); ++i) {
    if (!flow.ports[i]) {
      continue;
    }
    const bool is_value = site.fragment.ports[i].kind == FragmentPort::Kind::Value;
    rate = join(rate, is_value ? in.values.rate_of(site.values[i]) : function_rates[i]);
  }
  for (std::size_t i = 0; i < flow.features.size(); ++i) {
    if (flow.features[i]) {
      const TypedValue* pulled =
          requests.require(in.elaborator.feature(features[i], site.at, site.span));
      if (pulled != nullptr && !pulled->is_error) {
        rate = join(rate, in.values.rate_of(*pulled));
      }
    }
  }
  return rate;
}

std::vector<Rate> parameter_rates(const TypingContext& in, const CallSite& site, std::uint32_t port,
                                  const CalledFlows& flows, const std::vector<Rate>& function_rates,
                                  Requests& requests) {
  const FragmentPort& called = site.fragment.ports[port];
  const bool is_fn = called.kind == FragmentPort::Kind::Fn;
  std::vector<Rate> rates(is_fn ? called.parameters.size() : called.injected.size(),
                          Rate::Constant);
  const auto join_rates = [&](const LeafFlow& leaf, const std::vector<bool>& is_wanted) {
    std::vector<bool> is_passed(rates.size(), false);
    for (std::size_t i = 0; i < leaf.body->port_calls.size(); ++i) {
      const PortCall& call = leaf.body->port_calls[i];
      for (std::size_t j = 0; call.port == port && j < leaf.flow->port_calls[i].arguments.size();
           ++j) {
        const std::size_t parameter = parameter_of(called, call, j);
        is_passed[parameter] = true;
        if (is_wanted[parameter]) {
          rates[parameter] =
              join(rates[parameter], rate_of_flow(in, site, leaf.flow->port_calls[i].arguments[j],
                                                  leaf.body->features, function_rates, requests));
        }
      }
    }
    return is_passed;
  };
  std::vector<bool> is_left = join_rates(flows.less, std::vector<bool>(rates.size(), true));
  for (std::uint32_t i = 0; i < is_left.size(); ++i) {
    is_left[i] = !is_left[i] && !contains(site.unread, {port, i});
  }
  join_rates(flows.whole, is_left);
  return rates;
}

}  // namespace weft
