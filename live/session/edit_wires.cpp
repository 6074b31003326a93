#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "live/session/edit_rules.h"
#include "live/session/number_places.h"

namespace weft::live {
namespace {

using Value = std::variant<std::string, std::vector<double>>;

Diagnostic cannot(Code code, std::string_view node, std::string_view port, std::string message,
                  std::string hint = {}) {
  return edit_error(code, node, port, std::move(message), std::move(hint));
}

/// The splice that gives a port an expression: in the place of what it reads, or as a further
/// argument.
Splice put(const DocumentText& document, const PortPlace& place, std::string_view text) {
  if (place.operand) {
    return replace_operand(document, *place.operand, text);
  }
  const syntax::Expr& expr = document.module().exprs[*place.call];
  const auto& call = std::get<syntax::CallExpr>(expr.kind);
  const bool is_next =
      *place.argument == call.arguments.size() &&
      std::none_of(call.arguments.begin(), call.arguments.end(),
                   [](const syntax::Argument& argument) { return argument.name.has_value(); });
  const std::string named =
      is_next || place.name.empty() ? std::string(text) : fmt::format("{}: {}", place.name, text);
  if (call.arguments.empty()) {
    return {expr.span.end - 1, expr.span.end - 1, named};
  }
  const std::uint32_t end = document.module().exprs[call.arguments.back().value].span.end;
  return {end, end, ", " + named};
}

/// The one door for values: of literals, expressions and defaults.
Result<Splices> put_value(const EditContext& context, const PortPlace& port, const Value& value,
                          NumberForm form, std::string_view id, std::string_view port_name) {
  const DocumentText& document = context.document;
  auto text = value_text(value, id, port_name, form);
  if (!text) {
    return failed(std::move(text.error()));
  }
  if (port.operand) {
    if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
      if (auto splices = replace_numbers(document, *port.operand, *numbers, form)) {
        return std::move(*splices);
      }
    }
    // `0.5 as {…}` keeps what it states when its number changes.
    const syntax::ExprId inner = unwrapped(document.module(), port.operand->expr);
    const bool is_ascribed = inner != port.operand->expr && is_literal(document.module(), inner);
    if (is_ascribed) {
      return Splices{replace_operand(document, Operand{inner, true}, *text)};
    }
  }
  return Splices{put(document, port, *text)};
}

Result<PlannedEdit> planned(Result<Splices> splices) {
  if (!splices) {
    return failed(std::move(splices.error()));
  }
  return PlannedEdit{std::move(*splices)};
}

}  // namespace

Result<PlannedEdit> plan(const EditContext& context, const Connect& edit) {
  const DocumentText& document = context.document;
  const auto target = find_node(document, context.names, edit.node);
  if (!target) {
    return failed(target.error());
  }
  auto source = find_node(document, context.names, edit.from);
  if (!source) {
    source.error().front().port = edit.port;
    return failed(source.error());
  }
  const DocumentNode& from = document.nodes()[source->node];
  const DocumentNode& to = document.nodes()[target->node];
  if (source->graph != target->graph) {
    return failed(cannot(Code::WrongArguments, edit.node, edit.port,
                         fmt::format("'{}' is in another graph than '{}'", edit.from, edit.node),
                         "give the graph a port, and connect that"));
  }
  if (source->is_nested()) {
    return failed(cannot(Code::WrongArguments, edit.node, edit.port,
                         fmt::format("'{}' is part of an expression and has no name", edit.from),
                         "extract it first"));
  }
  if (from.kind == NodeKind::Output) {
    return failed(cannot(Code::WrongArguments, edit.node, edit.port,
                         fmt::format("'{}' is an output, which nothing can read", edit.from),
                         "connect what the output reads"));
  }
  if (to.kind == NodeKind::Parameter || to.kind == NodeKind::Port) {
    return failed(cannot(Code::WrongArguments, edit.node, edit.port,
                         fmt::format("'{}' is given from outside and reads no node", edit.node)));
  }
  if (!edit.member.empty()) {
    Diagnostics errors = check_expression("x." + edit.member, edit.node, edit.port);
    if (!errors.empty()) {
      return failed(std::move(errors));
    }
  }
  for (const NameId name : bound_in(document.module(), *to.value)) {
    if (document.spelling(name) == from.name) {
      return failed(
          cannot(Code::DuplicateName, edit.node, edit.port,
                 fmt::format("'{}' means something else inside '{}'", from.name, edit.node),
                 "rename one of them first"));
    }
  }
  auto port = find_port(context, *target, edit.node, edit.port);
  if (!port) {
    return failed(std::move(port.error()));
  }
  Diagnostics errors = check_cycle(context, target->node, {source->node}, edit.node, edit.port);
  if (!errors.empty()) {
    return failed(std::move(errors));
  }
  const std::string text =
      fmt::format("{}{}{}", from.name, edit.member.empty() ? "" : ".", edit.member);
  if (to.is_shorthand && !target->is_nested() && edit.port.empty()) {
    if (text == to.name) {
      return PlannedEdit{};
    }
    return PlannedEdit{{{to.name_span.end, to.name_span.end, " = " + text}}};
  }
  return PlannedEdit{{put(document, *port, text)}};
}

Result<PlannedEdit> plan(const EditContext& context, const Disconnect& edit) {
  const DocumentText& document = context.document;
  const syntax::Module& module = document.module();
  const auto target = find_node(document, context.names, edit.node);
  if (!target) {
    return failed(target.error());
  }
  auto port = find_port(context, *target, edit.node, edit.port);
  if (!port) {
    return failed(std::move(port.error()));
  }
  if (!port->call || !port->operand || !port->argument) {
    return failed(cannot(Code::WrongArguments, edit.node, edit.port,
                         port->call ? "the port is open already"
                                    : fmt::format("'{}' cannot do without this operand", edit.node),
                         port->call ? "" : "set a value, or remove the node"));
  }
  const auto& arguments = std::get<syntax::CallExpr>(module.exprs[*port->call].kind).arguments;
  const auto* callee = std::get_if<syntax::NameExpr>(
      &module.exprs[std::get<syntax::CallExpr>(module.exprs[*port->call].kind).callee].kind);
  const std::size_t removed = *port->argument;
  const auto begin_of = [&](std::size_t i) {
    return arguments[i].name ? arguments[i].name->span.begin
                             : module.exprs[arguments[i].value].span.begin;
  };
  const auto end_of = [&](std::size_t i) { return module.exprs[arguments[i].value].span.end; };
  Splices splices;
  if (removed > 0) {
    splices.push_back({end_of(removed - 1), end_of(removed), ""});
  } else {
    splices.push_back({begin_of(0), arguments.size() > 1 ? begin_of(1) : end_of(0), ""});
  }
  // The positional arguments after it need names.
  std::vector<std::vector<std::string>> overloads;
  for (std::size_t i = removed + 1; i < arguments.size() && !arguments[i].name; ++i) {
    if (overloads.empty() && callee != nullptr) {
      overloads = ports_of(context, document.spelling(callee->name));
    }
    std::string name;
    for (const std::vector<std::string>& ports : overloads) {
      if (ports.size() >= arguments.size()) {
        if (!name.empty() && name != ports[i]) {
          name.clear();
          break;
        }
        name = ports[i];
      }
    }
    if (name.empty()) {
      return failed(cannot(Code::WrongArguments, edit.node, edit.port,
                           fmt::format("argument {} would need the name of its port, which is not "
                                       "known or differs between overloads",
                                       i)));
    }
    splices.push_back({begin_of(i), begin_of(i), name + ": "});
  }
  return PlannedEdit{std::move(splices)};
}

Result<PlannedEdit> plan(const EditContext& context, const SetValue& edit) {
  const DocumentText& document = context.document;
  const auto target = find_node(document, context.names, edit.node);
  if (!target) {
    return failed(target.error());
  }
  const DocumentNode& node = document.nodes()[target->node];
  if (node.kind == NodeKind::Parameter && edit.port.empty() && !target->is_nested()) {
    return plan(context, SetParameter{edit.node, edit.value});
  }
  auto port = find_port(context, *target, edit.node, edit.port);
  if (!port) {
    return failed(std::move(port.error()));
  }
  if (!port->operand && !port->call) {
    return failed(cannot(Code::WrongArguments, edit.node, edit.port,
                         fmt::format("'{}' is a port of the graph and has no value", edit.node),
                         "edit the signature as text"));
  }
  if (const auto* text = std::get_if<std::string>(&edit.value)) {
    Diagnostics errors = check_expression(*text, edit.node, edit.port);
    if (errors.empty()) {
      errors = check_cycle(context, target->node, nodes_read_by(context, target->graph, *text),
                           edit.node, edit.port);
    }
    if (!errors.empty()) {
      return failed(std::move(errors));
    }
  }
  if (node.is_shorthand && !target->is_nested() && edit.port.empty()) {
    auto text = value_text(edit.value, edit.node, edit.port);
    if (!text) {
      return failed(std::move(text.error()));
    }
    return PlannedEdit{{{node.name_span.end, node.name_span.end, " = " + *text}}};
  }
  return planned(
      put_value(context, *port, edit.value, form_of_port(context, *port), edit.node, edit.port));
}

Result<PlannedEdit> plan(const EditContext& context, const SetParameter& edit) {
  const DocumentText& document = context.document;
  const auto target = find_node(document, context.names, edit.node);
  if (!target) {
    return failed(target.error());
  }
  const DocumentNode& node = document.nodes()[target->node];
  if (node.kind != NodeKind::Parameter || target->is_nested()) {
    return failed(cannot(Code::UnknownParameter, edit.node, "",
                         fmt::format("'{}' is not a parameter", edit.node)));
  }
  const auto* removes = std::get_if<std::string>(&edit.value);
  if (removes != nullptr && removes->empty()) {
    if (!node.value) {
      return PlannedEdit{};
    }
    return PlannedEdit{{{node.type_span.end, document.module().exprs[*node.value].span.end, ""}}};
  }
  PortPlace place;
  place.operand = target->operand;
  const NumberForm form = form_of_parameter(document, node);
  if (place.operand) {
    return planned(put_value(context, place, edit.value, form, edit.node, ""));
  }
  auto text = value_text(edit.value, edit.node, "", form);
  if (!text) {
    return failed(std::move(text.error()));
  }
  return PlannedEdit{{{node.type_span.end, node.type_span.end, " = " + *text}}};
}

Result<PlannedEdit> plan(const EditContext& context, const ReplaceFragment& edit) {
  const DocumentText& document = context.document;
  const auto target = find_node(document, context.names, edit.node);
  if (!target) {
    return failed(target.error());
  }
  Diagnostics errors = check_expression(edit.fragment + "()", edit.node, "");
  const syntax::Module& module = document.module();
  std::optional<syntax::ExprId> id;
  if (target->operand) {
    id = unwrapped(module, target->operand->expr);
    while (const auto* with = std::get_if<syntax::WithExpr>(&module.exprs[*id].kind)) {
      id = unwrapped(module, with->operand);
    }
  }
  const auto* call = id ? std::get_if<syntax::CallExpr>(&module.exprs[*id].kind) : nullptr;
  if (errors.empty() && call == nullptr) {
    errors.push_back(cannot(Code::WrongArguments, edit.node, "",
                            fmt::format("'{}' does not call a fragment", edit.node),
                            "set its value instead"));
  }
  if (!errors.empty()) {
    return failed(std::move(errors));
  }
  const Span span = module.exprs[call->callee].span;
  return PlannedEdit{{{span.begin, span.end, edit.fragment}}};
}

Result<PlannedEdit> plan(const EditContext& context, const InsertOnWire& edit) {
  const DocumentText& document = context.document;
  const auto target = find_node(document, context.names, edit.node);
  if (!target) {
    return failed(target.error());
  }
  auto port = find_port(context, *target, edit.node, edit.port);
  if (!port) {
    return failed(std::move(port.error()));
  }
  const DocumentNode& node = document.nodes()[target->node];
  Diagnostics errors = check_new_name(context, target->graph, edit.name, false, edit.node);
  if (errors.empty()) {
    errors = check_expression(edit.fragment + "()", edit.node, edit.port);
  }
  if (errors.empty() && !edit.input.empty()) {
    errors = check_expression(fmt::format("f({}: 0)", edit.input), edit.node, edit.port);
  }
  if (errors.empty() &&
      (!port->operand || node.kind == NodeKind::Parameter || node.kind == NodeKind::Port)) {
    errors.push_back(cannot(Code::WrongArguments, edit.node, edit.port,
                            "nothing is connected there, so there is no wire"));
  }
  if (errors.empty()) {
    errors = check_movable(context, target->node, port->operand->expr, edit.node, edit.port);
  }
  if (!errors.empty()) {
    return failed(std::move(errors));
  }
  const std::string wire(document.text(document.module().exprs[port->operand->expr].span));
  const std::string line = fmt::format("{} = {}({}{}{});", edit.name, edit.fragment, edit.input,
                                       edit.input.empty() ? "" : ": ", wire);
  PlannedEdit result{{line_before(document, node.statement, line)}};
  if (node.is_shorthand && !target->is_nested()) {
    result.splices.push_back({node.name_span.end, node.name_span.end, " = " + edit.name});
  } else {
    result.splices.push_back(put(document, *port, edit.name));
  }
  return result;
}

}  // namespace weft::live
