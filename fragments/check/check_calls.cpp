#include "fragments/check/check_calls.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "fragments/check/check_constructors.h"
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

// --- Intrinsics ---

struct Usage {
  std::size_t count;
  std::string_view wants;
};

Usage usage_of(IntrinsicShape shape) {
  switch (shape) {
    case IntrinsicShape::FloatUnary:
    case IntrinsicShape::Length:
    case IntrinsicShape::FloatTest:
    case IntrinsicShape::FloatToInt:
    case IntrinsicShape::FloatToUint:
      return {1, "a float scalar or vector"};
    case IntrinsicShape::NumericUnary:
      return {1, "a float or int scalar or vector"};
    case IntrinsicShape::FloatBinary:
      return {2, "two float scalars or vectors of the same size (scalars are splatted)"};
    case IntrinsicShape::FloatSameBinary:
    case IntrinsicShape::Dot:
      return {2, "two float scalars or vectors of the same size"};
    case IntrinsicShape::NumericBinary:
      return {2, "two scalars or vectors of the same kind and size (scalars are splatted)"};
    case IntrinsicShape::FloatTernary:
      return {3, "three float scalars or vectors of the same size (scalars are splatted)"};
    case IntrinsicShape::FloatSameTernary:
      return {3, "three float scalars or vectors of the same size"};
    case IntrinsicShape::NumericTernary:
      return {3, "three scalars or vectors of the same kind and size (scalars are splatted)"};
    case IntrinsicShape::Refract:
      return {3, "two float vectors of the same size and a float"};
    case IntrinsicShape::Cross:
      return {2, "two float3 values"};
    case IntrinsicShape::Transpose:
      return {1, "a matrix"};
    case IntrinsicShape::Determinant:
    case IntrinsicShape::Inverse:
      return {1, "a square matrix"};
    case IntrinsicShape::MatrixProduct:
      return {2, "matrices, vectors and scalars whose inner dimensions match"};
    case IntrinsicShape::ArrayLength:
      return {1, "an array"};
    case IntrinsicShape::BoolReduce:
      return {1, "a bool vector"};
    case IntrinsicShape::Comparison:
      return {2, "two vectors of the same kind and size (compare scalars with operators)"};
    case IntrinsicShape::BitsToFloat:
      return {1, "an int or uint scalar or vector"};
    case IntrinsicShape::Sample:
      return {2, "a texture and float coordinates of its dimension"};
    case IntrinsicShape::SampleLod:
      return {3, "a texture, float coordinates of its dimension and a float level"};
    case IntrinsicShape::SampleGrad:
      return {4, "a texture, float coordinates of its dimension and two derivatives"};
    case IntrinsicShape::Texel:
      return {3, "a texture that is not a cube, int coordinates of its dimension and an int level"};
    case IntrinsicShape::TextureSize:
      return {2, "a texture and an int level"};
  }
  return {};
}

std::vector<DataType> types_of(const Arguments& arguments) {
  std::vector<DataType> types;
  types.reserve(arguments.size());
  for (const CheckedArgument& argument : arguments) {
    types.push_back(argument.value.type);
  }
  return types;
}

CheckedValue fail_intrinsic(CheckContext& context, const syntax::Identifier& callee,
                            Intrinsic intrinsic, const Arguments& arguments, Span span) {
  std::string types;
  for (const CheckedArgument& argument : arguments) {
    types += fmt::format("{}{}", types.empty() ? "" : ", ", context.type_name(argument.value.type));
  }
  Usage usage = usage_of(intrinsic_shape(intrinsic));
  const bool fits_count = usage.count == arguments.size();
  return context.fail(
      fits_count ? Code::TypeMismatch : Code::WrongArguments, span,
      fmt::format("'{}' takes {}, not ({})", context.text(callee.name), usage.wants, types),
      fits_count && intrinsic == Intrinsic::LengthOf
          ? "a port for arrays of any length is xs: T[N], with <N: int>"
          : "");
}

/// The number of elements of an array. Where only the call or the profile decides it, an operation.
CheckedValue check_length(CheckContext& context, const CheckedValue& array, Span span) {
  const DataType length = context.library.data_types.array(array.type).length();
  if (length == DataType::length(0)) {
    return context.add(Operation::Length, int_type, 0, {*array.expr}, span);
  }
  return context.add(length.is_open() ? Operation::Length : Operation::Literal, int_type,
                     length.index(), {}, span);
}

CheckedValue check_intrinsic(CheckContext& context, const syntax::Identifier& callee,
                             Intrinsic intrinsic, const IntrinsicCall& call, Arguments arguments,
                             Span span) {
  if (intrinsic == Intrinsic::Mul) {
    return check_binary(context, syntax::BinaryOperator::Multiply, arguments[0].value,
                        arguments[1].value, span);
  }
  if (intrinsic == Intrinsic::LengthOf) {
    return check_length(context, arguments[0].value, span);
  }
  std::vector<BodyExprId> ids;
  const ValueRole what("this argument of '{}'", context.text(callee.name));
  bool fine = true;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    CheckedValue& value = arguments[i].value;
    fine = convert_spreading(context, value, call.arguments[i], what) && fine;
    if (fine) {
      ids.push_back(*value.expr);
    }
  }
  if (!fine) {
    return context.erroneous(span);
  }
  return context.add(Operation::Intrinsic, call.result, static_cast<std::uint32_t>(intrinsic), ids,
                     span);
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
  std::vector<FragmentId> fragments = context.library.find_fragments(callee.name);
  if (context.calls_conversions && fragments.empty()) {
    if (const auto conversion = context.library.find_conversion(callee.name)) {
      fragments.push_back(*conversion);
    }
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
