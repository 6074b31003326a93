#include "composer/typing/type_functions.h"

#include <algorithm>

#include <fmt/format.h>

#include "composer/evaluations/plan_functions.h"
#include "composer/evaluations/unread_injections.h"
#include "composer/typing/declared_types.h"
#include "composer/typing/injected_features.h"
#include "fragments/model/signature_types.h"

namespace weft {
namespace {

std::size_t parameter_count(const FragmentPort& port) {
  return port.kind == FragmentPort::Kind::Fn ? port.parameters.size() : port.injected.size();
}

/// Derives a parameter's type. Its variables take the types of an earlier plan of the call, else
/// those of the values at the first ports that mention them. Nothing if no port does. The parameter
/// has only declared guarantees: a leaf may give the function any value of a type variable.
std::optional<SemanticType> parameter_type(const TypingContext& in, const CallSite& site,
                                           const TypePattern& pattern) {
  SemanticType type(pattern.data);
  const auto value_at = [&](std::size_t i) -> const SemanticType* {
    const bool is_value =
        site.fragment.ports[i].kind == FragmentPort::Kind::Value && !site.values[i].is_error;
    return is_value ? &in.type_of(site.values[i]) : nullptr;
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
    if ((!found && !is_fixed) || !relate_types(in.library().data_types, site.fragment, known) ||
        !known[wanted]) {
      return std::nullopt;
    }
    const bool is_settled = site.settled && site.settled->types[wanted];
    type = is_settled ? *site.settled->types[wanted]
           : is_fixed ? SemanticType()
                      : *value_at(*found);
    type.set_data(*known[wanted]);
    type.lose_guarantees(in.lattice());
  }
  for (const PatternEntry& entry : pattern.entries) {
    if (!entry.variable) {
      type.set(entry.trait, *entry.value, in.lattice());
      continue;
    }
    if (site.settled && site.settled->trait_values[*entry.variable]) {
      type.set(entry.trait, *site.settled->trait_values[*entry.variable], in.lattice());
      continue;
    }
    for (std::size_t i = 0; i < site.fragment.ports.size(); ++i) {
      const std::vector<PatternEntry>& others = site.fragment.ports[i].type.entries;
      const bool shares = std::any_of(others.begin(), others.end(), [&](const PatternEntry& other) {
        return other.variable == entry.variable && other.trait == entry.trait;
      });
      const SemanticType* found = shares ? value_at(i) : nullptr;
      const auto stated = found ? found->value(entry.trait, in.lattice()) : std::nullopt;
      if (stated) {
        type.set(entry.trait, *stated, in.lattice());
        break;
      }
    }
  }
  return type;
}

/// Adds the cost of converting a function's result to its port's declared type, and for a function
/// that a graph forwards, of converting its parameters.
void count_conversion(const TypingContext& in, CallSite& site, CallId root) {
  // The result of a forwarded function crosses several ports, and so do its parameters.
  std::vector<CallId> open{root};
  while (!open.empty()) {
    const Call& declared = in.call(open.back());
    open.pop_back();
    const auto* declare = std::get_if<DeclareCall>(&declared.kind);
    const TypedValue* given =
        declare != nullptr ? in.calls.find_value(declared.inputs.front()) : nullptr;
    if (given == nullptr || given->is_error || given->function) {
      continue;
    }
    if (const auto link = in.links.find(
            *given,
            declared_demand(in, *declare->pattern, declare->variable.value_or(in.data_of(*given))),
            {site.at.stage, declared.environment})) {
      site.lossy_steps += link->lossy_steps;
      site.difficulty += link->difficulty;
      site.widened += link->takes_demand && in.data_of(*given) != link->result.data() ? 1 : 0;
    }
    if (declare->handed_on && declared.inputs.size() > 1) {
      open.insert(open.end(), declared.inputs.begin(), declared.inputs.end());
    }
  }
}

/// Explains the first array port whose value is no array or has the wrong length.
std::optional<Diagnostic> explain_no_array(const TypingContext& in, const CallSite& site) {
  for (std::size_t i = 0; i < site.fragment.ports.size(); ++i) {
    const FragmentPort& port = site.fragment.ports[i];
    const auto& variable = port.type.type_variable;
    if (!variable || port.kind != FragmentPort::Kind::Value || site.values[i].is_error) {
      continue;
    }
    KnownTypes known(site.fragment.type_parameters.size());
    known[*variable] = in.data_of(site.values[i]);
    if (relate_types(in.library().data_types, site.fragment, known)) {
      continue;
    }
    Diagnostic diagnostic =
        error_at(Code::ValuesDisagree, site.span,
                 fmt::format("'{}' takes {} at '{}'", in.library().text(site.fragment.name),
                             in.library().text(site.fragment.type_parameters[*variable].name),
                             in.library().text(port.name)));
    diagnostic.notes.push_back({fmt::format("'{}' is {}", in.library().text(port.name),
                                            in.library().type_name(in.data_of(site.values[i]))),
                                site.spans[i]});
    return diagnostic;
  }
  return std::nullopt;
}

/// Expands the function at a port with parameters of these rates, and returns its root. An empty
/// mismatch: something is not typed yet.
Matched<CallId> call_function(const TypingContext& in, const CallSite& site, std::uint32_t index,
                              std::optional<ClosureId> closure, const std::vector<Rate>& rates,
                              const Requests& requests) {
  const FragmentPort& port = site.fragment.ports[index];
  FunctionUse use{&port,
                  {},
                  site.function_level,
                  site.at.stage,
                  written_at(in, site, index).span,
                  site.passed[index],
                  site.id};
  if (port.adapts) {
    use.fragment.reset();
    use.adapted = {site.id, &site.fragment.ports[port.adapts->port], site.at.environment};
  }
  for (std::uint32_t i = 0; i < parameter_count(port); ++i) {
    const bool is_fn = port.kind == FragmentPort::Kind::Fn;
    std::string name(in.library().text(is_fn ? port.parameters[i].name
                                             : in.library().features[port.injected[i]].path));
    const auto type = is_fn ? parameter_type(in, site, port.parameters[i].type)
                            : std::optional(in.library().features[port.injected[i]].type);
    if (!type) {
      std::optional<Diagnostic> no_array = explain_no_array(in, site);
      return tl::unexpected(Mismatch{
          {no_array ? std::move(*no_array)
                    : error_at(Code::ValuesDisagree, site.span,
                               fmt::format("the type of parameter '{}' of '{}' is undetermined",
                                           name, in.library().text(port.name)),
                               "give the port that shares its type variable a value")}});
    }
    const Rate rate = i < rates.size() ? rates[i] : Rate::Constant;
    std::replace(name.begin(), name.end(), '.', '_');
    use.values.push_back(in.elaborator.bound({site.function_level, i, *type, rate}, site.at.stage,
                                             {std::move(name), std::nullopt}));
  }
  if (requests.is_waiting()) {
    return tl::unexpected(Mismatch{});
  }
  return closure ? in.elaborator.call_function(*closure, use) : in.elaborator.pass_through(use);
}

/// Explains that a leaf calls a function that takes derivatives in non-uniform control flow, if it
/// does.
std::optional<Diagnostic> explain_divergence(const TypingContext& in, const CallSite& site,
                                             std::uint32_t port, const LeafFlow& leaf,
                                             const std::vector<Rate>& rates, Requests& requests) {
  const Body& body = *leaf.body;
  const BodyFlow& flow = *leaf.flow;
  const EvaluationId result = site.values[port].evaluation;
  if (!in.graph().derivative_levels[result.index()].test(site.function_level)) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < flow.port_calls.size(); ++i) {
    const Rate rate =
        body.port_calls[i].port == port
            ? rate_of_flow(in, site, flow.port_calls[i].conditions, body.features, rates, requests)
            : Rate::Constant;
    if (!is_single(rate)) {
      const WrittenFunction written = written_at(in, site, port);
      Diagnostic diagnostic = error_at(
          Code::DivergentDerivative, written.span,
          fmt::format("'{}' takes a derivative, but '{}' calls it in non-uniform control flow",
                      derivative_below(in, result, site.function_level),
                      in.library().text(site.fragment.name)),
          "sample_lod takes an explicit level and works everywhere");
      diagnostic.notes.push_back(
          {fmt::format("it is called here, under a condition that varies per {}", rate_name(rate)),
           body.exprs[flow.port_calls[i].call].span});
      note_hand_overs(in.library(), written, diagnostic);
      return diagnostic;
    }
  }
  return std::nullopt;
}

bool is_function_port(const Fragment& fragment, std::size_t port) {
  return fragment.ports[port].kind != FragmentPort::Kind::Value;
}

/// The functions of a leaf in one round of the iteration.
struct TypedFunctions {
  std::vector<Rate> rates;                   ///< per port: of the results
  std::vector<std::optional<CallId>> roots;  ///< per port
};

/// The result of a round: whether a rate has risen, and the levels of the functions around.
struct FunctionRound {
  bool has_risen = false;
  FunctionLevels around = {};
};

/// Types the functions once, with parameters of the rates that follow from the last round.
Matched<FunctionRound> type_round(const TypingContext& in, CallSite& site,
                                  const std::vector<std::optional<ClosureId>>& closures,
                                  const CalledFlows& flows, TypedFunctions& functions,
                                  Requests& requests) {
  FunctionRound round;
  for (std::uint32_t i = 0; i < site.fragment.ports.size(); ++i) {
    if (!is_function_port(site.fragment, i)) {
      continue;
    }
    const std::vector<Rate> given = parameter_rates(in, site, i, flows, functions.rates, requests);
    const auto root = call_function(in, site, i, closures[i], given, requests);
    if (!root) {
      return tl::unexpected(root.error());
    }
    const TypedValue* result = requests.require(*root);
    if (result == nullptr) {
      return tl::unexpected(Mismatch{});
    }
    site.values[i] = *result;
    if (result->is_error) {
      return tl::unexpected(Mismatch{});
    }
    site.environments[i] = in.call(*root).environment;
    functions.roots[i] = *root;
    round.around |= in.graph().levels[result->evaluation.index()];
    round.around.reset(site.function_level);
    const Rate rate = join(functions.rates[i], in.values.rate_of(*result));
    round.has_risen = round.has_risen || rate != functions.rates[i];
    functions.rates[i] = rate;
  }
  return round;
}

/// Checks typed functions and counts the cost of their conversions.
Matched<void> finish_functions(const TypingContext& in, CallSite& site, const LeafFlow& leaf,
                               const TypedFunctions& functions, Requests& requests) {
  Mismatch mismatch;
  for (std::uint32_t i = 0; i < site.fragment.ports.size(); ++i) {
    if (!is_function_port(site.fragment, i)) {
      continue;
    }
    if (mismatch.diagnostics.empty()) {
      if (auto diverges = explain_divergence(in, site, i, leaf, functions.rates, requests)) {
        mismatch.diagnostics.push_back(std::move(*diverges));
      }
    }
    count_conversion(in, site, *functions.roots[i]);
  }
  return mismatch.diagnostics.empty() ? Matched<void>() : tl::unexpected(std::move(mismatch));
}

}  // namespace

std::uint32_t highest_level(const FunctionLevels& levels) {
  std::uint32_t level = greatest_function_level;
  while (level > 0 && !levels.test(level)) {
    --level;
  }
  return level;
}

std::string derivative_below(const TypingContext& in, EvaluationId root, std::uint32_t level) {
  EvaluationId at = root;
  for (;;) {
    const Evaluation& evaluation = in.graph().evaluations[at];
    auto below =
        std::find_if(evaluation.inputs.begin(), evaluation.inputs.end(), [&](EvaluationId input) {
          return in.graph().derivative_levels[input.index()].test(level);
        });
    if (below == evaluation.inputs.end()) {
      const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
      return leaf ? std::string(in.library().text(in.library().fragments[leaf->fragment].name))
                  : std::string();
    }
    at = *below;
  }
}

Diagnostic nested_too_deep(Span span) {
  return error_at(
      Code::Recursion, span,
      fmt::format("loops and functions are nested deeper than {} levels", greatest_function_level));
}

Matched<void> try_functions(const TypingContext& in, CallSite& site,
                            const std::vector<std::optional<ClosureId>>& closures,
                            Requests& requests) {
  const Fragment& fragment = site.fragment;
  site.function_level = in.elaborator.environments()[site.at.environment].level + 1;
  if (site.function_level > greatest_function_level) {
    return tl::unexpected(Mismatch{{nested_too_deep(site.span)}});
  }
  site.environments.assign(fragment.ports.size(), site.at.environment);
  Mismatch mismatch;
  bool is_ready = true;
  for (std::uint32_t i = 0; i < fragment.ports.size(); ++i) {
    if (!is_function_port(fragment, i)) {
      continue;
    }
    const auto root = call_function(in, site, i, closures[i], {}, requests);
    const TypedValue* result = root ? requests.require(*root) : nullptr;
    if (result == nullptr || result->is_error) {
      if (!root) {
        mismatch.diagnostics.insert(mismatch.diagnostics.end(), root.error().diagnostics.begin(),
                                    root.error().diagnostics.end());
      }
      is_ready = false;
      continue;
    }
    site.values[i] = *result;
    site.environments[i] = in.call(*root).environment;
    count_conversion(in, site, *root);
  }
  return is_ready ? Matched<void>() : tl::unexpected(std::move(mismatch));
}

Matched<void> type_functions(const TypingContext& in, CallSite& site,
                             const std::vector<std::optional<ClosureId>>& closures,
                             Requests& requests) {
  const Fragment& fragment = site.fragment;
  if (fragment.instances().empty() && fragment.natives().empty()) {
    return tl::unexpected(Mismatch{});  // its body has errors, already reported
  }
  if (fragment.instances().empty()) {
    return tl::unexpected(
        Mismatch{{error_at(Code::Unsupported, fragment.span,
                           fmt::format("'{}' takes a function, which native code cannot call",
                                       in.library().text(fragment.name)))}});
  }
  std::optional<UnreadFeatures> unavailable = unavailable_injections(in, site, requests);
  if (!unavailable) {
    return tl::unexpected(Mismatch{});
  }
  site.unread = std::move(*unavailable);
  UnreadFeatures never_read = injections_without(fragment, [](UnreadFeature) { return false; });
  const LeafFlow whole = flow_of(in, site, {});
  UnreadFeatures dropped = site.unread;
  LeafFlow less = dropped.empty() ? whole : flow_of(in, site, dropped);
  site.function_level = in.elaborator.environments()[site.at.environment].level + 1;
  site.environments.assign(fragment.ports.size(), site.at.environment);
  TypedFunctions functions;
  functions.rates.resize(fragment.ports.size(), Rate::Constant);
  functions.roots.resize(fragment.ports.size());
  // Rates only rise in a short lattice, so this ends.
  for (;;) {
    if (site.function_level > greatest_function_level) {
      return tl::unexpected(Mismatch{{nested_too_deep(site.span)}});
    }
    const auto round = type_round(in, site, closures, {whole, less}, functions, requests);
    if (!round) {
      return tl::unexpected(round.error());
    }
    if (take_read_injections(in, site, never_read, dropped)) {
      less = flow_of(in, site, dropped);
      continue;
    }
    // A function that reads no parameter of an enclosing function belongs outside it: lower the
    // level, so that equal functions get equal levels.
    const std::uint32_t level = highest_level(round->around) + 1;
    if (level < site.function_level) {
      site.function_level = level;
    } else if (!round->has_risen) {
      if (const UnreadFeatures unread = unread_injections(in, site); unread != dropped) {
        less = flow_of(in, site, unread);
      }
      return finish_functions(in, site, less, functions, requests);
    }
  }
}

}  // namespace weft
