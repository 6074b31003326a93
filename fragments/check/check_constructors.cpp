#include "fragments/check/check_constructors.h"

#include <string>
#include <utility>

#include <fmt/format.h>

namespace weft {
namespace {

using Arguments = std::vector<CheckedArgument>;

CheckedValue construct(CheckContext& context, DataType type, const Arguments& arguments,
                       Span span) {
  std::vector<BodyExprId> ids;
  ids.reserve(arguments.size());
  for (const CheckedArgument& argument : arguments) {
    ids.push_back(*argument.value.expr);
  }
  return context.add(Operation::Construct, type, 0, ids, span);
}

/// Converts a scalar or vector to another component kind.
void convert_kind(CheckContext& context, CheckedValue& value, Scalar kind) {
  DataType type = DataType::vector(kind, value.type.rows());
  if (is_convertible(context, value, type)) {
    convert(context, value, type, "an argument");
  } else {
    value = context.add(Operation::Construct, type, 0, {*value.expr}, value.span);
  }
}

std::string types_of(const CheckContext& context, const Arguments& arguments) {
  std::string out;
  for (const CheckedArgument& argument : arguments) {
    out += fmt::format("{}{}", out.empty() ? "" : ", ", context.type_name(argument.value.type));
  }
  return out;
}

CheckedValue refuse(CheckContext& context, DataType type, const Arguments& arguments, Span span,
                    std::string_view wants, std::string hint = {}) {
  return context.fail(Code::WrongArguments, span,
                      fmt::format("{} is constructed from {}, not ({})", context.type_name(type),
                                  wants, types_of(context, arguments)),
                      std::move(hint));
}

CheckedValue make_scalar(CheckContext& context, DataType type, Arguments& arguments, Span span) {
  if (arguments.size() == 1 && arguments[0].value.type.is_scalar()) {
    CheckedValue value = arguments[0].value;
    convert_kind(context, value, type.scalar_kind());
    value.span = span;
    value.is_literal = false;  // its author has chosen the component kind
    return value;
  }
  bool is_vector = arguments.size() == 1 && arguments[0].value.type.is_vector();
  return refuse(context, type, arguments, span, "one scalar",
                is_vector ? "take a component of the vector: v.x" : "");
}

/// Truncates a vector to its first components.
CheckedValue shortened(CheckContext& context, const CheckedValue& value, int size) {
  constexpr int first[] = {0, 1, 2, 3};
  return context.add(Operation::Swizzle, DataType::vector(value.type.scalar_kind(), size),
                     pack_swizzle(first, size), {*value.expr}, value.span);
}

CheckedValue make_vector(CheckContext& context, DataType type, Arguments& arguments, Span span) {
  int count = 0;
  bool are_components = true;
  for (const CheckedArgument& argument : arguments) {
    are_components = are_components && argument.value.type.is_scalar_or_vector();
    // Saturating count: more components than any vector has are wrong, however many there are.
    count = count > 16 ? count : count + argument.value.type.component_count();
  }
  bool is_shortened = arguments.size() == 1 && count > type.rows();
  bool is_splat = arguments.size() == 1 && count == 1;
  if (!are_components || (count != type.rows() && !is_shortened && !is_splat)) {
    return refuse(context, type, arguments, span,
                  fmt::format("{} components, one scalar or a longer vector", type.rows()));
  }
  if (is_shortened) {
    arguments[0].value = shortened(context, arguments[0].value, type.rows());
  }
  for (CheckedArgument& argument : arguments) {
    convert_kind(context, argument.value, type.scalar_kind());
  }
  if (arguments.size() == 1 && arguments[0].value.type == type) {
    CheckedValue same = arguments[0].value;
    same.span = span;
    return same;
  }
  return construct(context, type, arguments, span);
}

/// Whether scalars and vectors, of which some are vectors, fill columns one after the other.
bool fill_columns(DataType column, const Arguments& arguments) {
  int filled = 0;
  bool has_vector = false;
  for (const CheckedArgument& argument : arguments) {
    const DataType type = argument.value.type;
    if (!type.is_scalar_or_vector() || filled + type.rows() > column.rows()) {
      return false;
    }
    has_vector = has_vector || type.is_vector();
    filled = (filled + type.rows()) % column.rows();
  }
  return has_vector && filled == 0;
}

/// Joins scalars and short vectors that fill columns, as in `float4x4(a.xyz, 0.0, …)`: each column
/// becomes one argument. Leaves arguments alone that do not, and scalars only.
void gather_columns(CheckContext& context, DataType column, Arguments& arguments) {
  if (!fill_columns(column, arguments)) {
    return;
  }
  Arguments columns;
  Arguments open;
  int filled = 0;
  for (const CheckedArgument& argument : arguments) {
    open.push_back(argument);
    filled += argument.value.type.rows();
    if (filled == column.rows()) {
      const Span span{argument.value.span.file, open.front().value.span.begin,
                      argument.value.span.end};
      columns.push_back({std::nullopt, make_vector(context, column, open, span)});
      open.clear();
      filled = 0;
    }
  }
  arguments = std::move(columns);
}

/// How to write a matrix that is larger than `from`, as GLSL fills it.
std::string columns_hint(const CheckContext& context, DataType type, DataType from) {
  std::string columns;
  for (int i = 0; i < type.columns(); ++i) {
    std::string column;
    int row = 0;
    if (i < from.columns()) {
      column = fmt::format("m[{}]", i);
      row = from.rows();
    }
    for (; row < type.rows(); ++row) {
      column += fmt::format("{}{}", column.empty() ? "" : ", ", row == i ? "1.0" : "0.0");
    }
    columns += fmt::format("{}{}({})", columns.empty() ? "" : ", ",
                           context.type_name(DataType::vector(Scalar::Float, type.rows())), column);
  }
  return fmt::format("by columns: {}({})", context.type_name(type), columns);
}

CheckedValue make_matrix(CheckContext& context, DataType type, Arguments& arguments, Span span) {
  DataType column = DataType::vector(Scalar::Float, type.rows());
  auto count = static_cast<int>(arguments.size());
  if (count == 1 && arguments[0].value.type.is_matrix()) {
    DataType from = arguments[0].value.type;
    if (from.rows() >= type.rows() && from.columns() >= type.columns()) {
      return construct(context, type, arguments, span);
    }
    return context.fail(Code::WrongArguments, span,
                        fmt::format("{} cannot be made from the smaller {}",
                                    context.type_name(type), context.type_name(from)),
                        columns_hint(context, type, from));
  }
  gather_columns(context, column, arguments);
  count = static_cast<int>(arguments.size());
  bool all_scalars = true;
  bool all_columns = true;
  for (const CheckedArgument& argument : arguments) {
    all_scalars = all_scalars && argument.value.type.is_scalar();
    all_columns = all_columns && argument.value.type == column;
  }
  bool fits = (all_columns && count == type.columns()) ||
              (all_scalars && (count == 1 || count == type.rows() * type.columns()));
  if (!fits) {
    return refuse(
        context, type, arguments, span,
        fmt::format("{} columns of type {}, {} scalars or one scalar for its diagonal",
                    type.columns(), context.type_name(column), type.rows() * type.columns()),
        count == 1 && arguments[0].value.type == float4_type && type.rows() * type.columns() == 4
            ? "by columns: float2x2(v.xy, v.zw)"
            : "");
  }
  for (CheckedArgument& argument : arguments) {
    convert_kind(context, argument.value, Scalar::Float);
  }
  return construct(context, type, arguments, span);
}

CheckedValue make_struct(CheckContext& context, DataType type, Arguments& arguments, Span span) {
  const StructType& declared = context.library.data_types.structure(type);
  if (arguments.size() != declared.members.size()) {
    return context.fail(
        Code::WrongArguments, span,
        fmt::format("struct '{}' has {} members, not {}", context.text(declared.name),
                    declared.members.size(), arguments.size()));
  }
  bool fine = true;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const ValueRole what("member '{}'", context.text(declared.members[i].name));
    fine = convert(context, arguments[i].value, declared.members[i].type, what) && fine;
  }
  return fine ? construct(context, type, arguments, span) : context.erroneous(span);
}

CheckedValue make_array(CheckContext& context, DataType type, Arguments& arguments, Span span) {
  ArrayType array = context.library.data_types.array(type);
  if (!array.open_length.is_void() && arguments.size() != 1) {
    return context.fail(
        Code::WrongArguments, span,
        fmt::format("the elements of {} cannot be listed: its length is decided per call",
                    context.type_name(type)),
        fmt::format("write {}(x) to fill it with one value, or assign the elements in a loop",
                    context.type_name(type)));
  }
  if (array.open_length.is_void() && arguments.size() != array.size) {
    return context.fail(Code::WrongArguments, span,
                        fmt::format("{} has {} elements, not {}", context.type_name(type),
                                    array.size, arguments.size()));
  }
  bool fine = true;
  for (CheckedArgument& argument : arguments) {
    fine = convert(context, argument.value, array.element, "an element") && fine;
  }
  return fine ? construct(context, type, arguments, span) : context.erroneous(span);
}

}  // namespace

CheckedValue check_constructor(CheckContext& context, DataType type,
                               std::vector<CheckedArgument> arguments, Span span) {
  for (const CheckedArgument& argument : arguments) {
    if (argument.name) {
      return context.fail(
          Code::WrongArguments, argument.name->span,
          fmt::format("the arguments of {} cannot be named here", context.type_name(type)),
          "pass them in order");
    }
    if (argument.value.is_error()) {
      return context.erroneous(span);
    }
  }
  switch (type.kind()) {
    case DataKind::Scalar:
      return make_scalar(context, type, arguments, span);
    case DataKind::Vector:
      return make_vector(context, type, arguments, span);
    case DataKind::Matrix:
      return make_matrix(context, type, arguments, span);
    case DataKind::Struct:
      return make_struct(context, type, arguments, span);
    case DataKind::Array:
      return make_array(context, type, arguments, span);
    case DataKind::Parameter:
      return context.fail(Code::TypeMismatch, span,
                          fmt::format("a {} cannot be constructed here: its type is not known",
                                      context.type_name(type)),
                          "pass one in through a port");
    case DataKind::Void:
    case DataKind::Texture:
    case DataKind::Sampler:
    case DataKind::Length:
    case DataKind::LengthParameter:
      break;
  }
  return context.fail(Code::TypeMismatch, span,
                      fmt::format("a {} cannot be constructed in a body", context.type_name(type)),
                      "declare a port for the texture");
}

}  // namespace weft
