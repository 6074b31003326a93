#include <algorithm>

#include "composer/evaluations/plan_functions.h"
#include "composer/evaluations/unread_injections.h"
#include "composer/typing/type_inference.h"
#include "fragments/model/body_flow.h"
#include "fragments/model/lookups.h"

// The parts of TypeInference about features that leaves inject and no function reads: their values,
// and whatever only these need, are dropped.
namespace weft {
namespace {

bool contains(const UnreadFeatures& unread, UnreadFeature feature) {
  return std::binary_search(unread.begin(), unread.end(), feature);
}

}  // namespace

/// Returns injected features whose values depend on features that are missing here. They are
/// assumed unread; if something reads one after all, the missing features are reported.
std::optional<UnreadFeatures> TypeInference::unavailable_injections(const CallSite& site) {
  const Body& body = site.fragment.instances().front().body;
  const bool injects = std::any_of(site.fragment.ports.begin(), site.fragment.ports.end(),
                                   [](const FragmentPort& port) { return !port.injected.empty(); });
  if (!injects) {
    return UnreadFeatures();
  }
  const CallContext here{site.stage, environment_};
  std::vector<bool> is_missing;
  bool is_ready = true;
  for (const FeatureId feature : body.features) {
    // An available feature may still be erroneous: derived from, or injected with, a missing one.
    const auto call = elaborator_.is_available(feature, here)
                          ? std::optional(elaborator_.feature(feature, here, site.span))
                          : std::nullopt;
    is_ready = (!call || look_at(*call)) && is_ready;
    is_missing.push_back(!call || (is_ready && values_[call->index()]->is_error));
  }
  if (!is_ready) {
    return std::nullopt;
  }
  if (std::find(is_missing.begin(), is_missing.end(), true) == is_missing.end()) {
    return UnreadFeatures();
  }
  const BodyFlow flow = find_flow(library(), body, site.fragment.ports.size());
  const auto is_known = [&](UnreadFeature injected) {
    for (std::size_t i = 0; i < flow.port_calls.size(); ++i) {
      const std::vector<bool>& from = flow.port_calls[i].arguments[injected.position].features;
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

/// Returns the injections that the call's functions do not read, before conversion of their
/// results.
UnreadFeatures TypeInference::unread_injections(const CallSite& site) const {
  std::vector<std::vector<bool>> read(site.fragment.ports.size());
  for (std::size_t port = 0; port < read.size(); ++port) {
    const std::size_t count = site.fragment.ports[port].injected.size();
    if (count != 0) {
      read[port] = find_read_parameters(library(), graph_.evaluations, graph_.levels,
                                        {site.values[port].evaluation}, site.function_level, count);
    }
  }
  return injections_without(site.fragment, [&](UnreadFeature injected) {
    return read[injected.port][injected.position];
  });
}

/// The same including the conversions of the results, which are inside the functions and may read
/// injected features. The features that these conversions read have been typed.
UnreadFeatures TypeInference::unread_injections(const PlannedCall& plan, Stage stage) {
  const Fragment& fragment = library().fragments[plan.fragment];
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
      const FragmentId conversion(conversions_.table[step].fragment);
      for (const FeatureId feature :
           extracted_features(library(), conversion, conversions_.type_arguments[step.index()])) {
        if (!elaborator_.is_available(feature, inside)) {
          continue;  // in a chain that is not used
        }
        const std::size_t pulled = elaborator_.feature(feature, inside, std::nullopt).index();
        if (pulled < values_.size() && values_[pulled] && !values_[pulled]->is_error) {
          roots.push_back(values_[pulled]->evaluation);
        }
      }
    }
    read[port] = find_read_parameters(library(), graph_.evaluations, graph_.levels,
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

/// Returns whether something reads one of `dropped`. If so, takes what is read out of site.unread,
/// and drops only what no round has read (`never_read`).
bool TypeInference::take_read_injections(CallSite& site, UnreadFeatures& never_read,
                                         UnreadFeatures& dropped) const {
  const UnreadFeatures unread = unread_injections(site);
  const auto is_read = [&](UnreadFeature injected) { return !contains(unread, injected); };
  std::erase_if(never_read, is_read);
  if (std::none_of(dropped.begin(), dropped.end(), is_read)) {
    return false;
  }
  std::erase_if(site.unread, is_read);
  dropped = never_read;
  return true;
}

TypeInference::LeafFlow TypeInference::flow_of(const CallSite& site,
                                               const UnreadFeatures& unread) const {
  const Fragment& leaf = site.fragment;
  const Body* body = find_body(library(), site.id, leaf.instances().front().type_arguments, unread);
  return {body, find_flow(library(), *body, leaf.ports.size())};
}

/// Returns the rates of the arguments with which the leaf calls a port. `less`: the flow of the
/// leaf without unread injections, which has no data on these; `whole` has.
std::vector<Rate> TypeInference::parameter_rates(const CallSite& site, std::uint32_t port,
                                                 const LeafFlow& whole, const LeafFlow& less,
                                                 const std::vector<Rate>& function_rates) {
  const FragmentPort& called = site.fragment.ports[port];
  const bool is_fn = called.kind == FragmentPort::Kind::Fn;
  std::vector<Rate> rates(is_fn ? called.parameters.size() : called.injected.size(),
                          Rate::Constant);
  const auto join_rates = [&](const LeafFlow& leaf, const std::vector<bool>& is_wanted) {
    std::vector<bool> is_passed(rates.size(), false);
    for (std::size_t i = 0; i < leaf.body->port_calls.size(); ++i) {
      const PortCall& call = leaf.body->port_calls[i];
      for (std::size_t j = 0; call.port == port && j < leaf.flow.port_calls[i].arguments.size();
           ++j) {
        const std::size_t parameter = parameter_of(called, call, j);
        is_passed[parameter] = true;
        if (is_wanted[parameter]) {
          rates[parameter] =
              join(rates[parameter], rate_of_flow(site, leaf.flow.port_calls[i].arguments[j],
                                                  leaf.body->features, function_rates));
        }
      }
    }
    return is_passed;
  };
  std::vector<bool> is_left = join_rates(less, std::vector<bool>(rates.size(), true));
  for (std::uint32_t i = 0; i < is_left.size(); ++i) {
    is_left[i] = !is_left[i] && !contains(site.unread, {port, i});
  }
  join_rates(whole, is_left);
  return rates;
}

}  // namespace weft
