#include "composer/elaborate/function_misfit.h"

#include <fmt/format.h>

#include "composer/elaborate/forwarded_functions.h"
#include "composer/elaborate/function_hints.h"
#include "composer/elaborate/function_signature.h"

namespace weft {
namespace {

/// For a port that takes a value or an expression.
std::optional<Diagnostic> function_for_value(const Expansion& state, NodePlace place,
                                             const FragmentPort& port,
                                             std::optional<Span> argument) {
  const Library& library = state.library();
  const GraphNode& node = state.instances.node(place);
  const auto* lambda = std::get_if<LambdaNode>(&node.kind);
  const bool is_forwarded = forwarded_function(state, place).has_value();
  if (lambda == nullptr && !std::holds_alternative<FunctionNode>(node.kind) && !is_forwarded) {
    return std::nullopt;
  }
  if (lambda != nullptr && port.kind == FragmentPort::Kind::Eval) {
    return error_at(
        Code::TypeMismatch, node.span,
        fmt::format("port '{}' takes an expression, not a function", library.text(port.name)),
        expression_hint(library, *state.instances[place.instance].graph, *lambda, port));
  }
  return error_at(Code::TypeMismatch, is_forwarded && argument ? *argument : node.span,
                  fmt::format("port '{}' takes a value, not a function", library.text(port.name)),
                  "call it");
}

}  // namespace

std::optional<Diagnostic> misfit(const Expansion& state, ClosureId closure,
                                 const FragmentPort& port, std::optional<Span> argument) {
  const NodePlace place = state.closures[closure];
  if (port.kind != FragmentPort::Kind::Fn) {
    return function_for_value(state, place, port, argument);
  }
  const Library& library = state.library();
  const GraphNode& node = state.instances.node(place);
  const std::size_t wanted = port.parameters.size();
  if (const std::optional<Forwarded> forwarded = forwarded_function(state, place)) {
    return forwarded->port->parameters.size() == wanted
               ? std::nullopt
               : std::optional(cannot_stand_for(library, *forwarded->port, port,
                                                argument.value_or(node.span)));
  }
  const auto* lambda = std::get_if<LambdaNode>(&node.kind);
  if (lambda != nullptr && lambda->parameters.size() != wanted) {
    return error_at(
        Code::WrongArguments, node.span,
        fmt::format("port '{}' calls its function with {} argument{}, but this one takes {}",
                    library.text(port.name), wanted, wanted == 1 ? "" : "s",
                    lambda->parameters.size()));
  }
  const auto* call = std::get_if<CallNode>(&node.kind);
  const bool is_value = call != nullptr
                            ? leaves_too_few_open(library, *call, wanted)
                            : lambda == nullptr && !std::holds_alternative<FunctionNode>(node.kind);
  if (is_value) {
    return error_at(Code::TypeMismatch, argument.value_or(node.span),
                    fmt::format("port '{}' takes a function, not a value", library.text(port.name)),
                    lambda_hint(library, *state.instances[place.instance].graph, node, port));
  }
  return std::nullopt;
}

}  // namespace weft
