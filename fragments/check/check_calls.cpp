#include "fragments/check/check_calls.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "fragments/check/check_constructors.h"
#include "fragments/check/check_intrinsics.h"
#include "fragments/check/check_leaf_call.h"
#include "fragments/check/check_operators.h"
#include "fragments/check/check_types.h"
#include "fragments/model/call_arguments.h"
#include "fragments/model/intrinsics.h"
#include "fragments/syntax/foreign_names.h"

namespace weft {
namespace {

using Arguments = std::vector<CheckedArgument>;

bool has_error(const Arguments& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const CheckedArgument& argument) {
    return argument.value.is_error() && !argument.value.function;
  });
}

bool has_function(const Arguments& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const CheckedArgument& argument) {
    return argument.value.function.has_value();
  });
}

/// Marks function arguments as taken: the leaf accepts them or reports why not.
void take_functions(CheckContext& context, const Arguments& arguments) {
  for (const CheckedArgument& argument : arguments) {
    if (argument.value.function) {
      context.functions[*argument.value.function].is_taken = true;
    }
  }
}

bool has_names(const Arguments& arguments) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [](const CheckedArgument& argument) { return argument.name.has_value(); });
}

std::vector<DataType> types_of(const Arguments& arguments) {
  std::vector<DataType> types;
  types.reserve(arguments.size());
  for (const CheckedArgument& argument : arguments) {
    types.push_back(argument.value.type);
  }
  return types;
}

// --- Calls of ports ---

/// The arguments of an `fn` port in parameter order, with gaps for missing ones. Reports arguments
/// that match no parameter and returns nothing then.
std::optional<std::vector<std::optional<CheckedValue>>> parameters_of(CheckContext& context,
                                                                      const FragmentPort& port,
                                                                      const Arguments& arguments) {
  const std::string_view name = context.text(port.name);
  const BoundArguments bound = bind_arguments(port.parameters, labels_of(arguments));
  if (!bound.errors.empty()) {
    const BindingError& error = bound.errors.front();
    const CheckedArgument& argument = arguments[error.argument];
    switch (error.kind) {
      case BindingError::Kind::UnknownName:
        context.report(
            Code::UnknownPort, argument.name->span,
            fmt::format("'{}' has no parameter '{}'", name, context.text(argument.name->name)));
        break;
      case BindingError::Kind::TooMany:
        context.report(Code::WrongArguments, argument.value.span,
                       fmt::format("'{}' takes {} arguments, not {}", name, port.parameters.size(),
                                   arguments.size()));
        break;
      case BindingError::Kind::BoundTwice:
        context.report(Code::WrongArguments, argument.value.span,
                       fmt::format("parameter '{}' of '{}' is given twice",
                                   context.text(port.parameters[*error.port].name), name));
        break;
    }
    return std::nullopt;
  }
  std::vector<std::optional<CheckedValue>> given(port.parameters.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (const auto argument = bound.argument_of_port[i]) {
      given[i] = arguments[*argument].value;
    }
  }
  return given;
}

/// A partially applied function port, which a leaf may take.
CheckedValue partly_called(CheckContext& context, std::uint32_t index,
                           std::vector<std::optional<CheckedValue>> given, Span span) {
  const FragmentPort& port = context.signature->ports[index];
  const auto missing = std::find(given.begin(), given.end(), std::nullopt) - given.begin();
  return context.add_function(
      index, std::move(given), span,
      error_at(Code::WrongArguments, span,
               fmt::format("the argument '{}' of '{}' is missing",
                           context.text(port.parameters[static_cast<std::size_t>(missing)].name),
                           context.text(port.name))));
}

CheckedValue add_port_call(CheckContext& context, std::uint32_t port,
                           std::vector<FeatureId> injected,
                           const std::vector<BodyExprId>& arguments, Span span) {
  auto index = static_cast<std::uint32_t>(context.body.port_calls.size());
  context.body.port_calls.push_back({port, std::move(injected)});
  DataType type = context.type_of(context.signature->ports[port].type);
  return context.add(Operation::PortCall, type, index, arguments, span);
}

CheckedValue check_fn_call(CheckContext& context, std::uint32_t index, const Arguments& arguments,
                           Span span) {
  const FragmentPort& port = context.signature->ports[index];
  auto values = parameters_of(context, port, arguments);
  if (!values) {
    return context.erroneous(span);
  }
  std::vector<BodyExprId> ids;
  bool fine = true;
  bool is_whole = true;
  for (std::size_t i = 0; i < values->size(); ++i) {
    if (!(*values)[i]) {
      is_whole = false;
      continue;
    }
    CheckedValue& value = *(*values)[i];
    const ValueRole what("argument '{}' of '{}'", context.text(port.parameters[i].name),
                         context.text(port.name));
    fine = convert(context, value, context.type_of(port.parameters[i].type), what) && fine;
    if (fine) {
      ids.push_back(*value.expr);
    }
  }
  if (!fine) {
    return context.erroneous(span);
  }
  return is_whole ? add_port_call(context, index, {}, ids, span)
                  : partly_called(context, index, std::move(*values), span);
}

CheckedValue check_called_port(CheckContext& context, std::uint32_t index,
                               const Arguments& arguments, Span span) {
  const FragmentPort& port = context.signature->ports[index];
  std::string_view name = context.text(port.name);
  switch (port.kind) {
    case FragmentPort::Kind::Fn:
      return check_fn_call(context, index, arguments, span);
    case FragmentPort::Kind::Eval:
      if (arguments.empty()) {
        return check_eval_call(context, index, {}, span);
      }
      return context.fail(Code::WrongArguments, span,
                          fmt::format("'{}' is an expression and takes no arguments", name),
                          fmt::format("inject features: {} with (…)", name));
    case FragmentPort::Kind::Value:
      break;
  }
  return context.fail(Code::TypeMismatch, span,
                      fmt::format("'{}' is a value and cannot be called", name));
}

/// Whether a fragment that does not ship hides an intrinsic of its name. `fragments` is then
/// without the others. A body that calls the name of its own fragment means the intrinsic.
bool calls_own(const CheckContext& context, NameId name, std::vector<FragmentId>& fragments,
               const Arguments& arguments) {
  const auto hiding = context.library.hidden_intrinsics.find(name);
  if (hiding == context.library.hidden_intrinsics.end() || context.is_constant()) {
    return false;
  }
  std::vector<FragmentId> own;
  for (const FragmentId id : hiding->second) {
    const Span place = context.library.fragments[id].span;
    if (context.library.visible_files.sees(context.file(), place.file) &&
        !(context.signature != nullptr && context.signature->span == place)) {
      own.push_back(id);
    }
  }
  if (own.empty() || !fits_some_leaf(context, own, arguments)) {
    return false;
  }
  fragments = std::move(own);
  return true;
}

/// The candidates for a misspelled function: intrinsics, types, ports and leaves.
std::vector<std::string_view> names_of_functions(const CheckContext& context) {
  std::vector<std::string_view> candidates = intrinsic_spellings();
  for (DataType type : members_of(TypeBound::Plain)) {
    candidates.push_back(data_type_name(type));
  }
  const DataTypeTable& table = context.library.data_types;
  for (std::uint32_t i = 0; i < table.struct_count(); ++i) {
    candidates.push_back(context.text(table.structure(DataType::structure(i)).name));
  }
  if (context.signature != nullptr) {
    for (const FragmentPort& port : context.signature->ports) {
      if (port.kind == FragmentPort::Kind::Fn) {
        candidates.push_back(context.text(port.name));
      }
    }
    for (const Fragment& fragment : context.library.fragments) {
      if (std::holds_alternative<LeafFragment>(fragment.definition) ||
          (context.calls_conversions && fragment.is_conversion())) {
        candidates.push_back(context.text(fragment.name));
      }
    }
  }
  return candidates;
}

CheckedValue fail_callee(CheckContext& context, const syntax::Identifier& callee) {
  std::string_view text = context.text(callee.name);
  if (context.library.conversions_by_name.count(callee.name) != 0) {
    return context.fail(
        Code::UnknownFragment, callee.span,
        fmt::format("'{}' is a conversion: conversions are inserted by the search and never called",
                    text));
  }
  std::string hint = foreign_function_hint(text);
  return context.fail(
      Code::UnknownFragment, callee.span, fmt::format("unknown function '{}'", text),
      hint.empty() ? context.spelling_hint(text, [&context] { return names_of_functions(context); })
                   : hint);
}

}  // namespace

CheckedValue check_call(CheckContext& context, const syntax::Identifier& callee,
                        std::vector<CheckedArgument> arguments, Span span) {
  std::string_view text = context.text(callee.name);
  if (context.scopes.find(callee.name)) {
    return context.fail(Code::TypeMismatch, callee.span,
                        fmt::format("'{}' is a local and cannot be called", text));
  }
  if (auto port = context.find_port(callee.name)) {
    return check_called_port(context, *port, arguments, span);
  }
  if (auto type = find_type(context, callee.name)) {
    return check_constructor(context, *type, std::move(arguments), span);
  }
  auto intrinsic = find_intrinsic(text);
  if (intrinsic == Intrinsic::Atan && arguments.size() == 2) {
    intrinsic = Intrinsic::Atan2;  // GLSL has one name for both
  }
  std::vector<FragmentId> fragments = context.library.find_fragments(callee.name);
  if (context.calls_conversions && fragments.empty()) {
    if (const auto conversion = context.library.find_conversion(callee.name)) {
      fragments.push_back(*conversion);
    }
  }
  if (fragments.empty() && text == "not" && arguments.size() == 1 && !arguments[0].name) {
    return check_unary(context, syntax::UnaryOperator::Not, arguments[0].value, span);
  }
  if (!intrinsic && fragments.empty()) {
    return fail_callee(context, callee);
  }
  if (!fragments.empty()) {
    take_functions(context, arguments);
  }
  if (has_error(arguments) || (fragments.empty() && has_function(arguments))) {
    return context.erroneous(span);
  }
  if (intrinsic && calls_own(context, callee.name, fragments, arguments)) {
    return check_leaf_call(context, callee, {fragments, 0}, std::move(arguments), span);
  }
  if (intrinsic && !has_names(arguments) && !has_function(arguments)) {
    if (auto call = resolve_intrinsic(*intrinsic, types_of(arguments))) {
      return check_intrinsic(context, callee, *intrinsic, *call, std::move(arguments), span);
    }
  }
  bool leaf_may_fit = !fragments.empty() && !context.is_constant();
  if (intrinsic && has_names(arguments) && !leaf_may_fit) {
    return context.fail(Code::WrongArguments, span,
                        fmt::format("'{}' takes positional arguments only", text));
  }
  if (intrinsic && !has_function(arguments) &&
      (!leaf_may_fit || !fits_some_leaf(context, fragments, arguments))) {
    return fail_intrinsic(context, callee, *intrinsic, arguments, span);
  }
  const Outsiders outsiders = prefer_visible(context.library, context.file(), fragments);
  return check_leaf_call(context, callee, {fragments, outsiders.count}, std::move(arguments), span);
}

CheckedValue check_eval_call(CheckContext& context, std::uint32_t index,
                             std::vector<CheckedInjection> injections, Span span) {
  const FragmentPort& port = context.signature->ports[index];
  std::vector<FeatureId> injected;
  std::vector<BodyExprId> ids;
  bool fine = true;
  for (CheckedInjection& injection : injections) {
    const Feature& feature = context.library.features[injection.feature];
    std::string_view path = context.text(feature.path);
    bool is_listed = std::find(port.injected.begin(), port.injected.end(), injection.feature) !=
                     port.injected.end();
    bool is_repeated =
        std::find(injected.begin(), injected.end(), injection.feature) != injected.end();
    if (!is_listed || is_repeated) {
      context.report(Code::WrongArguments, injection.span,
                     is_repeated ? fmt::format("'{}' is injected twice", path)
                                 : fmt::format("port '{}' is not evaluated under '{}'",
                                               context.text(port.name), path),
                     is_repeated ? "" : fmt::format("list it in the signature: eval({}, …)", path));
      fine = false;
      continue;
    }
    fine = convert(context, injection.value, feature.type.data(), {"feature '{}'", path}) && fine;
    injected.push_back(injection.feature);
    if (fine) {
      ids.push_back(*injection.value.expr);
    }
  }
  if (!fine) {
    return context.erroneous(span);
  }
  // A feature that is not injected here keeps its value around the fragment, which the body
  // extracts. So every call passes all features that the port lists, in that order.
  std::vector<BodyExprId> all;
  for (FeatureId feature : port.injected) {
    auto at = std::find(injected.begin(), injected.end(), feature);
    all.push_back(at != injected.end() ? ids[static_cast<std::size_t>(at - injected.begin())]
                                       : *context.add_feature(feature, span).expr);
  }
  return add_port_call(context, index, port.injected, all, span);
}

}  // namespace weft
