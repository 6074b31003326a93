#include <algorithm>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "composer/typing/operator_hints.h"
#include "composer/typing/type_inference.h"
#include "fragments/model/call_arguments.h"
#include "fragments/model/specificity.h"
#include "support/hash.h"
#include "support/spelling.h"

namespace weft {
namespace {

/// Whether an `fn` port has equal parameter and result types. Without an argument it is the
/// identity.
bool passes_through(const FragmentPort& port) {
  return port.kind == FragmentPort::Kind::Fn && port.parameters.size() == 1 &&
         port.parameters.front().type.data == port.type.data &&
         port.parameters.front().type.type_variable == port.type.type_variable &&
         std::equal(port.parameters.front().type.entries.begin(),
                    port.parameters.front().type.entries.end(), port.type.entries.begin(),
                    port.type.entries.end(), [](const PatternEntry& a, const PatternEntry& b) {
                      return a.trait == b.trait && a.value == b.value && a.variable == b.variable;
                    });
}

/// More would bury the message.
constexpr std::size_t max_candidates_shown = 6;

}  // namespace

TypedValue TypeInference::type_invoke(const InvokeCall& call, const std::vector<CallId>& inputs,
                                      Stage stage, Origin origin) {
  const CallNode& node = *call.node;
  Span span = origin.span.value_or(Span{});
  std::vector<std::uint32_t> signature = call_signature(node, inputs, stage);
  // Calls with functions or stitched inputs bypass the memo.
  const bool has_function = inputs.size() > node.arguments.size() ||
                            std::any_of(inputs.begin(), inputs.end(), [this](CallId input) {
                              return values_[input.index()]->function.has_value();
                            });
  if (auto known = planned_calls_.find(signature); !has_function && known != planned_calls_.end()) {
    return finish_call(known->second, call, inputs, stage, origin);
  }
  std::vector<PlannedCall> fitting = fitting_candidates(node, inputs, stage, span);
  if (!waits_for_.empty()) {
    return {};
  }
  if (fitting.empty()) {
    report_no_overload(node, inputs, stage, span);
    return {};
  }
  const PlannedCall* chosen = choose_candidate(node, fitting, span);
  if (!chosen) {
    return {};
  }
  take_trial(chosen->fragment);
  const Fragment& fragment = library().fragments[chosen->fragment];
  const bool leaves_open = fragment.leaves_types_open && !fragment.is_graph();
  if (leaves_open && std::any_of(chosen->type_arguments.begin(), chosen->type_arguments.end(),
                                 [](DataType type) { return type.is_void(); })) {
    if (const auto known = composition_.decided_types.find(*typing_);
        known != composition_.decided_types.end()) {
      // Refused in an earlier round, or decided for an overload that no longer matches.
      if (known->second.fragment) {
        report(error_at(Code::UndecidedType, span,
                        fmt::format("the types of this call of '{}' are undetermined",
                                    library().text(node.callee)),
                        "state the type where the value is named: name: type = …"));
      }
      return {};
    }
    open_calls_.push_back({*typing_, chosen->fragment});
    meets_open_ = true;
    return {};
  }
  record(chosen->stitches);
  if (has_function || leaves_open) {
    return finish_call(*chosen, call, inputs, stage, origin);
  }
  const PlannedCall& plan = planned_calls_.emplace(std::move(signature), *chosen).first->second;
  return finish_call(plan, call, inputs, stage, origin);
}

TypedValue TypeInference::finish_call(const PlannedCall& plan, const InvokeCall& call,
                                      const std::vector<CallId>& inputs, Stage stage,
                                      const Origin& origin) {
  if (library().fragments[plan.fragment].is_graph()) {
    return type_graph_call(call, plan.fragment, stage, origin);
  }
  if (!plan.tied.empty()) {
    report(tied_products(plan, origin.span.value_or(Span{})));
    return {};
  }
  TypedValue value = emit_call(plan, inputs, stage, origin);
  return call.member && !value.is_error ? type_member({*call.member}, value, stage, origin) : value;
}

Diagnostic TypeInference::tied_products(const PlannedCall& plan, Span span) const {
  std::vector<std::pair<std::string, Span>> products;
  for (const ProductRule* rule : plan.tied) {
    const auto side = [&](ValueId value) {
      return fmt::format("{{{}: {}}}", library().text(lattice().trait(rule->trait).name),
                         library().text(lattice().value(value).name));
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

std::vector<PlannedCall> TypeInference::fitting_candidates(const CallNode& node,
                                                           const std::vector<CallId>& inputs,
                                                           Stage stage, Span span) {
  std::vector<PlannedCall> fitting;
  explains_ = false;
  const bool are_several = node.candidates.size() > 1;
  for (FragmentId candidate : node.candidates) {
    trying_ = are_several ? std::optional(candidate) : std::nullopt;
    if (auto planned = match(candidate, node, inputs, stage, span)) {
      fitting.push_back(std::move(*planned));
    }
  }
  trying_.reset();
  explains_ = true;
  return fitting;
}

const PlannedCall* TypeInference::choose_candidate(const CallNode& node,
                                                   const std::vector<PlannedCall>& fitting,
                                                   Span span) {
  auto difficulty = [](const PlannedCall& plan) {
    return std::make_tuple(plan.lossy_steps, plan.difficulty, plan.widened);
  };
  auto least = difficulty(*std::min_element(
      fitting.begin(), fitting.end(),
      [&](const auto& a, const auto& b) { return difficulty(a) < difficulty(b); }));
  std::vector<const PlannedCall*> best;
  for (const PlannedCall& plan : fitting) {
    if (difficulty(plan) == least) {
      best.push_back(&plan);
    }
  }
  auto beaten = [&](const PlannedCall* plan) {
    return std::any_of(best.begin(), best.end(), [&](const PlannedCall* other) {
      return is_more_specific(library().fragments[other->fragment],
                              library().fragments[plan->fragment], Specificity::TypesAndTraits,
                              library().data_types);
    });
  };
  std::vector<const PlannedCall*> left;
  std::copy_if(best.begin(), best.end(), std::back_inserter(left),
               [&](const PlannedCall* plan) { return !beaten(plan); });
  if (left.size() == 1) {
    return left.front();
  }
  Diagnostic diagnostic = error_at(
      Code::AmbiguousOverload, span,
      fmt::format("several fragments named '{}' fit equally well", library().text(node.callee)),
      "rename one of them, or make it demand more than the other");
  for (const PlannedCall* plan : left.empty() ? best : left) {
    diagnostic.notes.push_back({"this one fits", library().fragments[plan->fragment].span});
  }
  report(std::move(diagnostic));
  return nullptr;
}

std::vector<std::uint32_t> TypeInference::call_signature(const CallNode& node,
                                                         const std::vector<CallId>& inputs,
                                                         Stage stage) const {
  std::vector<std::uint32_t> words{node.callee.index(), static_cast<std::uint32_t>(stage),
                                   environment_.index()};
  words.reserve(3 + 4 * inputs.size());
  for (std::size_t i = 0; i < node.arguments.size(); ++i) {
    const TypedValue& value = *values_[inputs[i].index()];
    if (value.function) {
      continue;  // such calls bypass the memo
    }
    const auto& name = node.arguments[i].name;
    auto rate = static_cast<std::uint32_t>(graph_.evaluations[value.evaluation].natural_rate);
    words.push_back((name ? name->index() + 1 : 0) * 2 + (node.arguments[i].is_parameter ? 1 : 0));
    words.push_back(value.type.index());
    words.push_back(value.made_in ? value.made_in->index() + 1 : 0);
    words.push_back(rate << 3 | (value.has_stated_kind ? 4U : 0U) | (value.is_literal ? 2U : 0U) |
                    (value.is_color ? 1U : 0U));
  }
  return words;
}

std::size_t TypeInference::SignatureHash::operator()(
    const std::vector<std::uint32_t>& words) const noexcept {
  return static_cast<std::size_t>(hash_numbers(words));
}

std::pair<int, int> TypeInference::distance_to(const Fragment& candidate, const CallNode& node,
                                               const std::vector<CallId>& inputs) const {
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
    const TypedValue& value = *values_[inputs[i].index()];
    if (port->kind != FragmentPort::Kind::Value || value.function) {
      misplaced += (port->kind == FragmentPort::Kind::Value) == value.function.has_value() ? 1 : 0;
      continue;
    }
    // A literal adapts to its port; only its shape can be wrong.
    const Demand demand = declared_demand(port->type, value);
    degrees += value.is_literal ? 1 : compatibility(type_of_value(value), demand, lattice());
  }
  for (std::size_t port = 0; port < candidate.listed_port_count(); ++port) {
    const FragmentPort& open = candidate.ports[port];
    const bool may_be_open =
        open.default_value || is_stitchable(open, node.is_stitched, lattice(), library().names);
    misplaced += is_given[port] || may_be_open ? 0 : 1;
  }
  return {misplaced, -degrees};
}

void TypeInference::report_no_overload(const CallNode& node, const std::vector<CallId>& inputs,
                                       Stage stage, Span span) {
  std::vector<Mismatch> reasons;
  std::vector<FragmentId> wrong_inside;  // an argument of theirs has reported errors inside
  std::vector<FragmentId> unexplained;
  for (FragmentId candidate : node.candidates) {
    trying_ = node.candidates.size() > 1 ? std::optional(candidate) : std::nullopt;
    auto planned = match(candidate, node, inputs, stage, span);
    trying_.reset();
    if (planned) {
      return;
    }
    if (planned.error().diagnostics.empty()) {
      const auto report = first_report(candidate);
      (report ? wrong_inside : unexplained).push_back(candidate);
      planned.error().diagnostics.push_back(
          report ? *report : error(Code::NoOverload, "its arguments have errors"));
    }
    reasons.push_back(std::move(planned.error()));
  }
  const std::vector<FragmentId>& but_for_reports =
      wrong_inside.empty() ? unexplained : wrong_inside;
  if (but_for_reports.size() == 1) {
    take_trial(but_for_reports.front());  // it would match but for the reported errors
    return;
  }
  if (reasons.size() == 1) {
    for (const Diagnostic& diagnostic : reasons.front().diagnostics) {
      report(diagnostic);
    }
    return;
  }
  if (auto misspelt = misspelt_port(node, reasons)) {
    report(std::move(*misspelt));
    return;
  }
  std::string arguments;
  for (std::size_t i = 0; i < node.arguments.size(); ++i) {
    const TypedValue& value = *values_[inputs[i].index()];
    arguments +=
        (arguments.empty() ? "" : ", ") +
        (value.function ? std::string("a function") : library().type_name(type_of_value(value)));
  }
  Diagnostic diagnostic =
      error_at(Code::NoOverload, span,
               fmt::format("no '{}' takes ({})", library().text(node.callee), arguments));
  std::vector<std::size_t> order(reasons.size());
  std::iota(order.begin(), order.end(), 0);
  // Nearest first, then in order of declaration.
  using Place = std::tuple<std::pair<int, int>, std::uint32_t, std::uint32_t>;
  std::vector<Place> places;
  for (FragmentId candidate : node.candidates) {
    const Fragment& fragment = library().fragments[candidate];
    places.emplace_back(distance_to(fragment, node, inputs), fragment.span.file.index(),
                        fragment.span.begin);
  }
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return places[a] < places[b]; });
  // Then the value itself is at fault, not the candidate.
  Diagnostic& nearest = reasons[order.front()].diagnostics.front();
  if (nearest.code == Code::AnchoredValue) {
    report(std::move(nearest));
    return;
  }
  if (node.is_operator && node.arguments.size() == 2) {
    const TypedValue& first = *values_[inputs[0].index()];
    const TypedValue& second = *values_[inputs[1].index()];
    if (!first.function && !second.function) {
      diagnostic.hint = operand_hint(library(), library().text(node.callee),
                                     type_of_value(first).data(), type_of_value(second).data());
    }
    if (!diagnostic.hint.empty()) {
      // Notes about each candidate would add nothing.
      const Fragment& example = library().fragments[node.candidates[order.front()]];
      for (std::size_t i = 0; i < 2 && example.ports.size() == 2; ++i) {
        diagnostic.notes.push_back(
            {fmt::format("'{}' is {}", library().text(example.ports[i].name),
                         library().type_name(type_of_value(i == 0 ? first : second).data()))});
      }
      report(std::move(diagnostic));
      return;
    }
  }
  for (std::size_t i = 0; i < order.size() && i < max_candidates_shown; ++i) {
    const Diagnostic& reason = reasons[order[i]].diagnostics.front();
    diagnostic.notes.push_back({"this one does not fit: " + reason.message,
                                library().fragments[node.candidates[order[i]]].span});
    // With a single argument the message already describes the value.
    bool repeats_value = reason.code == Code::NoConversion && inputs.size() == 1;
    for (std::size_t note = repeats_value ? 1 : 0; note < reason.notes.size(); ++note) {
      diagnostic.notes.push_back({reason.notes[note].text});
    }
  }
  if (order.size() > max_candidates_shown) {
    diagnostic.notes.push_back(
        {fmt::format("{} more do not fit either", order.size() - max_candidates_shown)});
  }
  report(std::move(diagnostic));
}

TypeInference::Matched<PlannedCall> TypeInference::match(FragmentId candidate, const CallNode& node,
                                                         const std::vector<CallId>& inputs,
                                                         Stage stage, Span span) {
  auto site = collect_ports(candidate, node, inputs, stage, span);
  if (!site) {
    return tl::unexpected(std::move(site.error()));
  }
  return solve(*site);
}

TypeInference::Matched<TypeInference::CallSite> TypeInference::collect_ports(
    FragmentId candidate, const CallNode& node, const std::vector<CallId>& inputs, Stage stage,
    Span span) {
  const Fragment& fragment = library().fragments[candidate];
  const std::string_view name = library().text(fragment.name);
  CallSite site{candidate, fragment, {}, {}, {}, stage, span};
  site.values.resize(fragment.ports.size());
  site.arguments.resize(fragment.ports.size());
  site.spans.resize(fragment.ports.size(), span);
  std::vector<bool> given(fragment.ports.size(), false);
  const std::size_t listed_ports = fragment.listed_port_count();
  Mismatch mismatch;
  for (std::size_t i = 0; i < node.arguments.size(); ++i) {
    const CallArgument& argument = node.arguments[i];
    const FragmentPort* at = port_of_argument(fragment, node, i);
    const std::size_t port = at != nullptr ? static_cast<std::size_t>(at - fragment.ports.data())
                                           : fragment.ports.size();
    if (!explains_ && (port >= fragment.ports.size() || given[port])) {
      return tl::unexpected(Mismatch{});
    }
    if (port >= fragment.ports.size() && argument.name && !argument.is_parameter) {
      std::vector<std::string_view> names;
      for (const FragmentPort& p : fragment.ports) {
        names.push_back(library().text(p.name));
      }
      std::string_view wrong = library().text(*argument.name);
      mismatch.diagnostics.push_back(
          error_at(Code::UnknownPort, argument.name_span.value_or(argument.span),
                   fmt::format("'{}' has no port '{}'", name, wrong), spelling_hint(wrong, names)));
      continue;
    }
    if (port >= fragment.ports.size() || given[port]) {
      mismatch.diagnostics.push_back(
          error_at(Code::WrongArguments, argument.span,
                   port >= fragment.ports.size()
                       ? fmt::format("'{}' takes {} {}, but {} are given", name, listed_ports,
                                     listed_ports == 1 ? "value" : "values", node.arguments.size())
                       : fmt::format("port '{}' of '{}' is given twice",
                                     library().text(fragment.ports[port].name), name)));
      continue;
    }
    given[port] = true;
    site.values[port] = *values_[inputs[i].index()];
    site.arguments[port] = static_cast<std::uint32_t>(i);
    site.spans[port] = argument.span;
  }
  // A cheap test first: always while candidates are filtered, and before explaining one of several
  // with function ports. A single candidate gets all of its errors reported.
  const bool has_function_ports =
      std::any_of(fragment.ports.begin(), fragment.ports.end(),
                  [](const FragmentPort& port) { return port.kind != FragmentPort::Kind::Value; });
  if (!explains_ || (trying_ && has_function_ports && mismatch.diagnostics.empty())) {
    if (auto fits = may_fit(site, given); !fits) {
      return tl::unexpected(std::move(fits.error()));
    }
  }
  for (std::size_t i = 0; i < listed_ports; ++i) {
    const FragmentPort& port = fragment.ports[i];
    if (!given[i] && is_stitchable(port, node.is_stitched, lattice(), library().names)) {
      const std::vector<CallId> listed(
          inputs.begin() + static_cast<std::ptrdiff_t>(node.arguments.size()), inputs.end());
      if (auto stitched = stitch(candidate, static_cast<std::uint32_t>(i), node, listed, stage,
                                 span, mismatch, site.stitches)) {
        site.values[i] = std::move(*stitched);
        given[i] = true;
      }
      continue;
    }
    const bool is_leaf = !fragment.is_graph();
    if (!given[i] && !port.default_value && !(is_leaf && passes_through(port))) {
      Diagnostic diagnostic =
          error_at(Code::OpenInput, span,
                   fmt::format("port '{}' of '{}' has neither a value nor a default",
                               library().text(port.name), name));
      diagnostic.node = name;
      diagnostic.port = library().text(port.name);
      diagnostic.notes.push_back({"the port is declared here", port.span});
      mismatch.diagnostics.push_back(std::move(diagnostic));
    }
  }
  if (!mismatch.diagnostics.empty()) {
    return tl::unexpected(std::move(mismatch));
  }
  std::vector<std::optional<ClosureId>> closures(fragment.ports.size());
  bool has_functions = false;
  for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
    const bool is_function = fragment.ports[i].kind != FragmentPort::Kind::Value;
    if (const auto& adapts = fragment.ports[i].adapts) {
      closures[i] = closures[adapts->port];  // listed ports precede adapters
      site.spans[i] = site.spans[adapts->port];
      continue;
    }
    if (is_function) {
      if (given[i]) {
        closures[i] = site.values[i].function;
      } else if (fragment.ports[i].default_value) {
        closures[i] =
            elaborator_.default_function(*fragment.ports[i].default_value, {stage, environment_});
      }
      has_functions = true;
      continue;
    }
    if (given[i] && !site.values[i].function) {
      continue;
    }
    if (!given[i] && !fragment.ports[i].default_value) {
      return tl::unexpected(Mismatch{});  // waits for its possible sources
    }
    // Another overload takes a function here; this one takes the argument's value.
    CallId call = given[i] ? elaborator_.evaluate(*site.values[i].function)
                           : elaborator_.expand_expression(*fragment.ports[i].default_value,
                                                           {stage, environment_});
    if (!require(call) || values_[call.index()]->is_error) {
      return tl::unexpected(Mismatch{});
    }
    site.values[i] = *values_[call.index()];
    site.arguments[i].reset();
  }
  if (has_functions) {
    for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
      if (fragment.ports[i].kind != FragmentPort::Kind::Value) {
        site.arguments[i].reset();
      }
    }
    Mismatch wrong;
    const bool is_graph = fragment.is_graph();
    if (is_graph ? !try_functions(site, closures, wrong) : !type_functions(site, closures, wrong)) {
      return tl::unexpected(std::move(wrong));
    }
  }
  return site;
}

TypeInference::Matched<void> TypeInference::may_fit(const CallSite& site,
                                                    const std::vector<bool>& given) {
  for (std::size_t i = 0; i < site.fragment.ports.size(); ++i) {
    const FragmentPort& port = site.fragment.ports[i];
    if (given[i] && site.values[i].function) {
      if (auto wrong = elaborator_.misfit(*site.values[i].function, port, site.spans[i])) {
        return tl::unexpected(explains_ ? Mismatch{{std::move(*wrong)}} : Mismatch{});
      }
      continue;
    }
    const bool is_decided =
        given[i] && port.kind == FragmentPort::Kind::Value && !port.type.type_variable &&
        std::none_of(port.type.entries.begin(), port.type.entries.end(),
                     [](const PatternEntry& entry) { return entry.variable.has_value(); });
    if (!is_decided) {
      continue;
    }
    const Demand demand = substitute(port.type, {}, lattice());
    if (!find_link(site.values[i], demand, site.stage)) {
      return tl::unexpected(explains_ ? mismatch_at(site, i, demand) : Mismatch{});
    }
  }
  return {};
}

}  // namespace weft
