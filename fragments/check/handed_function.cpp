#include "fragments/check/handed_function.h"

#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "fragments/model/function_text.h"

namespace weft {
namespace {

DataType data_of(const TypePattern& pattern, const std::vector<DataType>& type_arguments) {
  return pattern.type_variable ? type_arguments[*pattern.type_variable] : pattern.data;
}

/// The parameters that have no argument yet.
std::vector<const FragmentPort*> open_parameters(const FragmentPort& port,
                                                 const UncalledPort& function) {
  std::vector<const FragmentPort*> open;
  open.reserve(port.parameters.size());
  for (std::size_t i = 0; i < port.parameters.size(); ++i) {
    if (!function.given[i]) {
      open.push_back(&port.parameters[i]);
    }
  }
  return open;
}

/// Whether a pattern states a value for some trait that does not satisfy the wanted one.
bool opposes(const Lattice& lattice, const TypePattern& arrives, const TypePattern& wanted) {
  for (const PatternEntry& want : wanted.entries) {
    for (const PatternEntry& given : arrives.entries) {
      if (given.trait == want.trait && given.value && want.value &&
          !lattice.is_within(*given.value, *want.value)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

bool opposes_function(const CheckContext& context, const Fit& fit, std::size_t port,
                      const CheckedValue& argument) {
  const Lattice& lattice = context.library.lattice;
  const FragmentPort& wanted = context.library.fragments[fit.fragment].ports[port];
  const UncalledPort& function = context.functions[*argument.function];
  const FragmentPort& own = context.signature->ports[function.port];
  const std::vector<const FragmentPort*> open = open_parameters(own, function);
  bool is_opposed = opposes(lattice, own.type, wanted.type);
  for (std::size_t i = 0; i < open.size(); ++i) {
    is_opposed = is_opposed || opposes(lattice, wanted.parameters[i].type, open[i]->type);
  }
  return is_opposed;
}

std::optional<Misfit> refuse_function(const CheckContext& context, const Fit& fit, std::size_t port,
                                      const CheckedValue& argument) {
  const Fragment& leaf = context.library.fragments[fit.fragment];
  const FragmentPort& wanted = leaf.ports[port];
  const UncalledPort& function = context.functions[*argument.function];
  const FragmentPort& own = context.signature->ports[function.port];
  const std::vector<const FragmentPort*> open = open_parameters(own, function);
  const auto refuse = [&](const std::string& reason) {
    const Library& library = context.library;
    return Misfit{
        Code::TypeMismatch, argument.span,
        fmt::format("'{}' is {}, which cannot be passed as '{}' of '{}', {}: {}",
                    context.text(own.name), function_text(library, own), context.text(wanted.name),
                    context.text(leaf.name), function_text(library, wanted), reason)};
  };
  if (open.size() != wanted.parameters.size()) {
    return refuse(fmt::format("it is called with {} arguments, but takes {} here",
                              wanted.parameters.size(), open.size()));
  }
  const auto differ = [](DataType a, DataType b) {
    return a != b && !a.is_void() && !b.is_void();  // void types are reported at their declaration
  };
  for (std::size_t i = 0; i < open.size(); ++i) {
    const FragmentPort& given = wanted.parameters[i];
    const DataType given_type = data_of(given.type, fit.type_arguments);
    const DataType own_type = context.type_of(open[i]->type);
    if (differ(given_type, own_type)) {
      return refuse(fmt::format("'{}' is {} there, but {} here", context.text(given.name),
                                context.type_name(given_type), context.type_name(own_type)));
    }
  }
  const DataType result = data_of(wanted.type, fit.type_arguments);
  if (differ(argument.type, result)) {
    return refuse(fmt::format("it must return {}, but returns {}", context.type_name(result),
                              context.type_name(argument.type)));
  }
  return std::nullopt;
}

bool keeps_restriction(const CheckContext& context, BodyExprId value, PortRestriction restriction) {
  if (restriction == PortRestriction::None) {
    return true;
  }
  std::vector<BodyExprId> open{value};
  while (!open.empty()) {
    const BodyExpr& expr = context.body.exprs[open.back()];
    open.pop_back();
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      open.push_back(context.body.argument(expr, i));
    }
    const bool is_known = expr.op != Operation::Local && expr.op != Operation::Feature &&
                          expr.op != Operation::Call && expr.op != Operation::PortCall &&
                          expr.op != Operation::Intrinsic;
    const bool is_port = expr.op == Operation::Port;
    const PortRestriction own =
        is_port ? context.signature->ports[expr.payload].restriction : PortRestriction::Constant;
    const bool is_enough = own == PortRestriction::Constant || own == restriction;
    if (!is_known || !is_enough) {
      return false;
    }
  }
  return true;
}

BodyExprId add_handed(CheckContext& context, const CheckedValue& argument) {
  const UncalledPort& function = context.functions[*argument.function];
  std::vector<std::uint32_t> positions;
  std::vector<BodyExprId> ids;
  for (std::uint32_t i = 0; i < function.given.size(); ++i) {
    if (function.given[i]) {
      positions.push_back(i);
      ids.push_back(*function.given[i]->expr);
    }
  }
  const auto index = static_cast<std::uint32_t>(context.body.port_calls.size());
  context.body.port_calls.push_back({function.port, {}, std::move(positions)});
  return *context.add(Operation::PortCall, argument.type, index, ids, argument.span).expr;
}

}  // namespace weft
