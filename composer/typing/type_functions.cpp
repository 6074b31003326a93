#include <algorithm>

#include <fmt/format.h>

#include "composer/evaluations/plan_functions.h"
#include "composer/evaluations/unread_injections.h"
#include "composer/typing/type_inference.h"
#include "fragments/model/body_flow.h"

// The parts of TypeInference about function arguments of leaves, and loops.
namespace weft {
namespace {

/// Returns the highest level in the set, 0 if empty.
std::uint32_t highest_level(const FunctionLevels& levels) {
  std::uint32_t level = greatest_function_level;
  while (level > 0 && !levels.test(level)) {
    --level;
  }
  return level;
}

std::size_t parameter_count(const FragmentPort& port) {
  return port.kind == FragmentPort::Kind::Fn ? port.parameters.size() : port.injected.size();
}

}  // namespace

/// Derives a parameter's type from the values at other ports: each variable takes its value from
/// the first port that mentions it. Nothing if no port does.
std::optional<SemanticType> TypeInference::parameter_type(const CallSite& site,
                                                          const TypePattern& pattern) const {
  SemanticType type(pattern.data);
  const auto value_at = [&](std::size_t i) -> const SemanticType* {
    const bool is_value =
        site.fragment.ports[i].kind == FragmentPort::Kind::Value && !site.values[i].is_error;
    return is_value ? &type_of_value(site.values[i]) : nullptr;
  };
  if (pattern.type_variable) {
    const std::uint32_t wanted = *pattern.type_variable;
    const std::uint32_t element = element_parameter(site.fragment, wanted);
    // Prefer the first port of that very type to the first port of arrays or elements of it.
    std::optional<std::size_t> found;
    bool is_same = false;
    KnownTypes known(site.fragment.type_parameters.size());
    for (std::size_t i = 0; i < site.fragment.ports.size(); ++i) {
      const auto& variable = site.fragment.ports[i].type.type_variable;
      if (!variable || !value_at(i)) {
        continue;
      }
      known[*variable] = known[*variable].value_or(value_at(i)->data());
      const bool is_related = element_parameter(site.fragment, *variable) == element;
      if ((!found && is_related) || (!is_same && variable == wanted)) {
        found = i;
        is_same = variable == wanted;
      }
    }
    const bool is_fixed = site.fragment.type_parameters[element].fixed.has_value();
    if ((!found && !is_fixed) || !relate_types(library().data_types, site.fragment, known) ||
        !known[wanted]) {
      return std::nullopt;
    }
    type = is_fixed ? SemanticType() : *value_at(*found);
    type.set_data(*known[wanted]);
  }
  for (const PatternEntry& entry : pattern.entries) {
    if (!entry.variable) {
      type.set(entry.trait, *entry.value, lattice());
      continue;
    }
    for (std::size_t i = 0; i < site.fragment.ports.size(); ++i) {
      const std::vector<PatternEntry>& others = site.fragment.ports[i].type.entries;
      const bool shares = std::any_of(others.begin(), others.end(), [&](const PatternEntry& other) {
        return other.variable == entry.variable && other.trait == entry.trait;
      });
      const SemanticType* found = shares ? value_at(i) : nullptr;
      const auto stated = found ? found->value(entry.trait, lattice()) : std::nullopt;
      if (stated) {
        type.set(entry.trait, *stated, lattice());
        break;
      }
    }
  }
  return type;
}

/// Returns the rate of a value computed from these ports and features. Functions have the rates
/// given.
Rate TypeInference::rate_of_flow(const CallSite& site, const FlowSet& flow,
                                 const std::vector<FeatureId>& features,
                                 const std::vector<Rate>& function_rates) {
  Rate rate = Rate::Constant;
  for (std::size_t i = 0; i < flow.ports.size() && i < site.values.size(); ++i) {
    if (!flow.ports[i]) {
      continue;
    }
    const bool is_value = site.fragment.ports[i].kind == FragmentPort::Kind::Value;
    rate = join(rate, is_value ? graph_.evaluations[site.values[i].evaluation].natural_rate
                               : function_rates[i]);
  }
  for (std::size_t i = 0; i < flow.features.size(); ++i) {
    if (flow.features[i]) {
      const CallId pulled = elaborator_.feature(features[i], {site.stage, environment_}, site.span);
      if (require(pulled) && !values_[pulled.index()]->is_error) {
        rate = join(rate, graph_.evaluations[values_[pulled.index()]->evaluation].natural_rate);
      }
    }
  }
  return rate;
}

void TypeInference::count_conversion(CallSite& site, CallId root) {
  // The result of a forwarded function crosses several ports, and so do its parameters.
  std::vector<CallId> open{root};
  while (!open.empty()) {
    const Call& declared = elaborator_.calls()[open.back()];
    open.pop_back();
    const auto* declare = std::get_if<DeclareCall>(&declared.kind);
    const auto& given =
        declare != nullptr ? values_[declared.inputs.front().index()] : std::nullopt;
    if (!given || given->is_error || given->function) {
      continue;
    }
    const EnvironmentId here = std::exchange(environment_, declared.environment);
    if (const auto link =
            find_link(*given, declared_demand(*declare->pattern, *given), site.stage)) {
      site.lossy_steps += link->lossy_steps;
      site.difficulty += link->difficulty;
      site.widened +=
          link->takes_demand && type_of_value(*given).data() != link->result.data() ? 1 : 0;
    }
    environment_ = here;
    if (declare->handed_on && declared.inputs.size() > 1) {
      open.insert(open.end(), declared.inputs.begin(), declared.inputs.end());
    }
  }
}

bool TypeInference::try_functions(CallSite& site,
                                  const std::vector<std::optional<ClosureId>>& closures,
                                  Mismatch& mismatch) {
  const Fragment& fragment = site.fragment;
  site.function_level = elaborator_.environment(environment_).level + 1;
  if (site.function_level > greatest_function_level) {
    mismatch.diagnostics.push_back(
        error_at(Code::Recursion, site.span,
                 fmt::format("loops and functions are nested deeper than {} levels",
                             greatest_function_level)));
    return false;
  }
  site.environments.assign(fragment.ports.size(), environment_);
  bool is_ready = true;
  for (std::uint32_t i = 0; i < fragment.ports.size(); ++i) {
    if (fragment.ports[i].kind == FragmentPort::Kind::Value) {
      continue;
    }
    const auto root = call_function(site, i, closures[i], {}, mismatch);
    if (!root || !require(*root) || values_[root->index()]->is_error) {
      is_ready = false;
      continue;
    }
    site.values[i] = *values_[root->index()];
    site.environments[i] = elaborator_.calls()[*root].environment;
    count_conversion(site, *root);
  }
  return is_ready;
}

bool TypeInference::type_functions(CallSite& site,
                                   const std::vector<std::optional<ClosureId>>& closures,
                                   Mismatch& mismatch) {
  const Fragment& fragment = site.fragment;
  if (fragment.instances().empty() && fragment.natives().empty()) {
    return false;  // its body has errors, already reported
  }
  if (fragment.instances().empty()) {
    mismatch.diagnostics.push_back(
        error_at(Code::Unsupported, fragment.span,
                 fmt::format("'{}' takes a function, which native code cannot call",
                             library().text(fragment.name))));
    return false;
  }
  std::optional<UnreadFeatures> unavailable = unavailable_injections(site);
  if (!unavailable) {
    return false;
  }
  site.unread = std::move(*unavailable);
  UnreadFeatures never_read = injections_without(fragment, [](UnreadFeature) { return false; });
  const LeafFlow whole = flow_of(site, {});
  UnreadFeatures dropped = site.unread;
  LeafFlow less = dropped.empty() ? whole : flow_of(site, dropped);
  site.function_level = elaborator_.environment(environment_).level + 1;
  site.environments.assign(fragment.ports.size(), environment_);
  std::vector<Rate> rates(fragment.ports.size(), Rate::Constant);
  std::vector<std::optional<CallId>> roots(fragment.ports.size());
  // Functions that receive their own results vary with them: iterate the rates to a fixed point.
  // They only rise in a short lattice, so this ends.
  for (;;) {
    if (site.function_level > greatest_function_level) {
      mismatch.diagnostics.push_back(
          error_at(Code::Recursion, site.span,
                   fmt::format("loops and functions are nested deeper than {} levels",
                               greatest_function_level)));
      return false;
    }
    FunctionLevels around;
    bool has_risen = false;
    for (std::uint32_t i = 0; i < fragment.ports.size(); ++i) {
      if (fragment.ports[i].kind == FragmentPort::Kind::Value) {
        continue;
      }
      const std::vector<Rate> given = parameter_rates(site, i, whole, less, rates);
      const auto root = call_function(site, i, closures[i], given, mismatch);
      if (!root || !require(*root)) {
        return false;
      }
      site.values[i] = *values_[root->index()];
      if (site.values[i].is_error) {
        return false;
      }
      site.environments[i] = elaborator_.calls()[*root].environment;
      roots[i] = *root;
      const EvaluationId result = site.values[i].evaluation;
      around |= graph_.levels[result.index()];
      around.reset(site.function_level);
      const Rate rate = join(rates[i], graph_.evaluations[result].natural_rate);
      has_risen = has_risen || rate != rates[i];
      rates[i] = rate;
    }
    if (take_read_injections(site, never_read, dropped)) {
      less = flow_of(site, dropped);
      continue;
    }
    // A function that reads no parameter of an enclosing function belongs outside it: lower the
    // level, so that equal functions get equal levels.
    const std::uint32_t level = highest_level(around) + 1;
    if (level < site.function_level) {
      site.function_level = level;
    } else if (!has_risen) {
      bool is_fine = true;
      if (const UnreadFeatures unread = unread_injections(site); unread != dropped) {
        less = flow_of(site, unread);
      }
      for (std::uint32_t i = 0; i < fragment.ports.size(); ++i) {
        const bool is_function = fragment.ports[i].kind != FragmentPort::Kind::Value;
        is_fine = is_fine && (!is_function || check_divergence(site, i, less, rates, mismatch));
        if (is_function) {
          count_conversion(site, *roots[i]);
        }
      }
      return is_fine;
    }
  }
}

bool TypeInference::check_divergence(const CallSite& site, std::uint32_t port, const LeafFlow& leaf,
                                     const std::vector<Rate>& rates, Mismatch& mismatch) {
  const Body& body = *leaf.body;
  const BodyFlow& flow = leaf.flow;
  const EvaluationId result = site.values[port].evaluation;
  if (!graph_.derivative_levels[result.index()].test(site.function_level)) {
    return true;
  }
  for (std::size_t i = 0; i < flow.port_calls.size(); ++i) {
    const Rate rate = body.port_calls[i].port == port
                          ? rate_of_flow(site, flow.port_calls[i].conditions, body.features, rates)
                          : Rate::Constant;
    if (!is_single(rate)) {
      Diagnostic diagnostic = error_at(
          Code::DivergentDerivative, site.spans[port],
          fmt::format("'{}' takes a derivative, but '{}' calls it in non-uniform control flow",
                      compared_below(result, site.function_level),
                      library().text(site.fragment.name)),
          "sample_lod takes an explicit level and works everywhere");
      diagnostic.notes.push_back(
          {fmt::format("it is called here, under a condition that varies per {}", rate_name(rate)),
           body.exprs[flow.port_calls[i].call].span});
      mismatch.diagnostics.push_back(std::move(diagnostic));
      return false;
    }
  }
  return true;
}

/// Returns the name of the first leaf below that takes a derivative inside the function.
std::string TypeInference::compared_below(EvaluationId root, std::uint32_t level) const {
  EvaluationId at = root;
  for (;;) {
    const Evaluation& evaluation = graph_.evaluations[at];
    auto below = std::find_if(
        evaluation.inputs.begin(), evaluation.inputs.end(),
        [&](EvaluationId input) { return graph_.derivative_levels[input.index()].test(level); });
    if (below == evaluation.inputs.end()) {
      const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
      return leaf ? std::string(library().text(library().fragments[leaf->fragment].name))
                  : std::string();
    }
    at = *below;
  }
}

/// Reports the first array port whose value is no array or has the wrong length.
std::optional<Diagnostic> TypeInference::explain_no_array(const CallSite& site) const {
  for (std::size_t i = 0; i < site.fragment.ports.size(); ++i) {
    const FragmentPort& port = site.fragment.ports[i];
    const auto& variable = port.type.type_variable;
    if (!variable || port.kind != FragmentPort::Kind::Value || site.values[i].is_error) {
      continue;
    }
    KnownTypes known(site.fragment.type_parameters.size());
    known[*variable] = type_of_value(site.values[i]).data();
    if (relate_types(library().data_types, site.fragment, known)) {
      continue;
    }
    Diagnostic diagnostic =
        error_at(Code::ValuesDisagree, site.span,
                 fmt::format("'{}' takes {} at '{}'", library().text(site.fragment.name),
                             library().text(site.fragment.type_parameters[*variable].name),
                             library().text(port.name)));
    diagnostic.notes.push_back(
        {fmt::format("'{}' is {}", library().text(port.name),
                     library().type_name(type_of_value(site.values[i]).data())),
         site.spans[i]});
    return diagnostic;
  }
  return std::nullopt;
}

std::optional<CallId> TypeInference::call_function(const CallSite& site, std::uint32_t index,
                                                   std::optional<ClosureId> closure,
                                                   const std::vector<Rate>& rates,
                                                   Mismatch& mismatch) {
  const FragmentPort& port = site.fragment.ports[index];
  FunctionUse use{&port, {}, site.function_level, site.stage, site.spans[index], site.spans[index]};
  if (port.adapts) {
    use.adapted = {&site.fragment.ports[port.adapts->port], environment_};
  }
  for (std::uint32_t i = 0; i < parameter_count(port); ++i) {
    const bool is_fn = port.kind == FragmentPort::Kind::Fn;
    std::string name(library().text(is_fn ? port.parameters[i].name
                                          : library().features[port.injected[i]].path));
    const auto type = is_fn ? parameter_type(site, port.parameters[i].type)
                            : std::optional(library().features[port.injected[i]].type);
    if (!type) {
      std::optional<Diagnostic> no_array = explain_no_array(site);
      mismatch.diagnostics.push_back(
          no_array ? std::move(*no_array)
                   : error_at(Code::ValuesDisagree, site.span,
                              fmt::format("the type of parameter '{}' of '{}' is undetermined",
                                          name, library().text(port.name)),
                              "give the port that shares its type variable a value"));
      return std::nullopt;
    }
    const Rate rate = i < rates.size() ? rates[i] : Rate::Constant;
    std::replace(name.begin(), name.end(), '.', '_');
    use.values.push_back(elaborator_.bound({site.function_level, i, *type, rate}, site.stage,
                                           {std::move(name), std::nullopt}));
  }
  if (!waits_for_.empty()) {
    return std::nullopt;
  }
  return closure ? elaborator_.call_function(*closure, use) : elaborator_.pass_through(use);
}

/// States have their declared types in every step. A state that varies may make others vary in the
/// next step, so rates are iterated to a fixed point.
TypedValue TypeInference::type_loop(const LoopCall& call, const std::vector<TypedValue>& inputs,
                                    Stage stage, Origin origin) {
  const Span span = origin.span.value_or(Span{});
  const DataType count = type_of_value(inputs[0]).data();
  if (count != DataType::scalar(Scalar::Int) && count != DataType::scalar(Scalar::Uint)) {
    report(error_at(Code::TypeMismatch, span,
                    fmt::format("the number of steps of a loop is an int, not {}",
                                library().type_name(count))));
    return {};
  }
  const std::size_t size = call.node->states.size();
  for (std::size_t i = 0; i < size; ++i) {
    if (type_of_value(inputs[i + 1]).data().is_texture()) {
      report(error_at(Code::TextureChoice, span,
                      fmt::format("state '{}' of the loop cannot hold a texture: a texture cannot "
                                  "be selected at run time",
                                  library().text(call.node->states[i].name)),
                      "sample each and select among the results"));
      return {};
    }
  }
  std::vector<Rate> rates(size, graph_.evaluations[inputs[0].evaluation].natural_rate);
  for (std::size_t i = 0; i < size; ++i) {
    rates[i] = join(rates[i], graph_.evaluations[inputs[i + 1].evaluation].natural_rate);
  }
  std::uint32_t level = elaborator_.environment(environment_).level + 1;
  if (level > greatest_function_level) {
    report(error_at(Code::Recursion, span,
                    fmt::format("loops and functions are nested deeper than {} levels",
                                greatest_function_level)));
    return {};
  }
  std::vector<EvaluationId> nexts;
  for (;;) {
    std::vector<CallId> states;
    for (std::uint32_t i = 0; i < size; ++i) {
      const std::string name(library().text(call.node->states[i].name));
      states.push_back(elaborator_.bound({level, i, type_of_value(inputs[i + 1]), rates[i]}, stage,
                                         {name, std::nullopt}));
    }
    bool is_ready = true;
    const std::vector<CallId> steps = elaborator_.loop_step(call, states, level, stage);
    for (CallId next : steps) {
      is_ready = require(next) && is_ready;
    }
    if (!is_ready) {
      return {};
    }
    nexts.clear();
    FunctionLevels around;
    bool has_risen = false;
    for (std::size_t i = 0; i < size; ++i) {
      const TypedValue& next = *values_[steps[i].index()];
      if (next.is_error) {
        return {};
      }
      const Rate rate = join(rates[i], graph_.evaluations[next.evaluation].natural_rate);
      has_risen = has_risen || rate != rates[i];
      rates[i] = rate;
      around |= graph_.levels[next.evaluation.index()];
      around.reset(level);
      nexts.push_back(next.evaluation);
    }
    const std::uint32_t outside = highest_level(around) + 1;
    if (outside < level) {
      level = outside;
    } else if (!has_risen) {
      break;
    }
  }
  const Rate counted = graph_.evaluations[inputs[0].evaluation].natural_rate;
  for (EvaluationId next : nexts) {
    if (!is_single(counted) && graph_.derivative_levels[next.index()].test(level)) {
      report(error_at(
          Code::DivergentDerivative, span,
          fmt::format("'{}' takes a derivative, but the number of steps of this loop varies per {}",
                      compared_below(next, level), rate_name(counted)),
          "sample_lod takes an explicit level and works everywhere"));
      return {};
    }
  }
  LoopEvaluation loop{level, {}};
  std::vector<EvaluationId> all;
  std::vector<TypeId> types;
  for (const TypedValue& input : inputs) {
    all.push_back(input.evaluation);
  }
  for (std::size_t i = 0; i < size; ++i) {
    loop.states.push_back(call.node->states[i].name);
    types.push_back(inputs[i + 1].type);
  }
  all.insert(all.end(), nexts.begin(), nexts.end());
  TypedValue value = made(
      add(std::move(loop), std::move(all), stage, Rate::Constant, types.front(), std::move(origin)),
      types.front());
  value.results = std::move(types);
  return value;
}

}  // namespace weft
