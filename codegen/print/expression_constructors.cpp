// The constructors of ExpressionPrinter. GLSL and HLSL agree on vectors of several parts. HLSL
// builds matrices from rows, splats scalars with swizzles, and has brace lists instead of array
// constructors.

#include "codegen/print/expression_printer.h"
#include "codegen/print/stored_values.h"
#include "support/check.h"

namespace weft {

namespace {

int components_of(DataType type) { return type.is_plain() ? type.component_count() : 1; }

}  // namespace

// Whether the constructor prints as a suffix: the first components of a longer vector, or (HLSL)
// `.xxx`.
bool ExpressionPrinter::is_part_of_vector(const BodyExpr& from) const {
  if (from.argument_count != 1 || !from.type.is_scalar_or_vector()) {
    return false;
  }
  const BodyExpr& source = expr(argument(from, 0));
  if (!source.type.is_scalar_or_vector() || source.type.scalar_kind() != from.type.scalar_kind()) {
    return false;
  }
  if (source.type.is_vector()) {
    return source.type.rows() > from.type.rows();
  }
  return !is_glsl() && from.type.is_vector() && source.op != Operation::Literal;
}

void ExpressionPrinter::print_initial(BodyExprId id) {
  const BodyExpr& from = expr(id);
  const bool is_list = from.op == Operation::Construct &&
                       (from.type.is_array() || from.type.is_struct()) &&
                       !(from.argument_count == 1 &&
                         loads_stored(scope_.programs, from.type, argument_type(from, 0)));
  if (is_glsl() || !is_list) {
    print(id);
    return;
  }
  if (from.argument_count == 0) {
    zero(from.type);
    return;
  }
  out_ += "{ ";
  for (std::uint32_t i = 0; i < from.argument_count; ++i) {
    out_ += i == 0 ? "" : ", ";
    print_initial(argument(from, i));
  }
  out_ += " }";
}

void ExpressionPrinter::construct(const BodyExpr& from, Precedence at_least) {
  if (from.argument_count == 0) {
    zero(from.type);
  } else if (from.argument_count == 1 && from.type.is_struct() &&
             loads_stored(scope_.programs, from.type, argument_type(from, 0))) {
    add_loaders(helpers_, from.type, scope_.programs);
    call(scope_.programs.struct_loaders[from.type.index()], from);
  } else if (from.type.is_scalar_or_vector()) {
    construct_vector(from, at_least);
  } else if (from.type.is_matrix()) {
    construct_matrix(from, at_least);
  } else if (from.type.is_array()) {
    construct_array(from);
  } else if (is_glsl()) {
    call(scope_.programs.struct_names[from.type.index()], from);
  } else {
    helper_call(Helper::MakeStruct, from.type, scope_.programs.struct_makers[from.type.index()],
                from);
  }
}

// Recurses only on nested struct declarations.
void ExpressionPrinter::zero(DataType type) {
  if (type.is_scalar()) {
    constexpr std::string_view zeros[] = {"false", "0", "0u", "0.0"};
    out_ += zeros[static_cast<int>(type.scalar_kind())];
    return;
  }
  if (type.is_plain()) {
    const DataType scalar = DataType::scalar(type.scalar_kind());
    if (is_glsl()) {
      out_ += type_name(type);
      out_ += '(';
      zero(scalar);
      out_ += ')';
    } else {
      out_ += '(';
      out_ += type_name(type);
      out_ += ')';
      zero(scalar);
    }
    return;
  }
  std::string name;
  const bool is_struct = type.is_struct();
  if (is_struct) {
    name = scope_.programs.struct_names[type.index()];
  } else {
    append_declaration(name, scope_.programs, type, "", scope_.dialect);
    name.erase(name.find(' '), 1);
  }
  out_ += is_glsl() ? name + "(" : "{ ";
  const std::size_t count = is_struct ? scope_.programs.types.structure(type).members.size()
                                      : scope_.programs.types.array(type).size;
  for (std::size_t i = 0; i < count; ++i) {
    out_ += i == 0 ? "" : ", ";
    zero(is_struct ? scope_.programs.types.structure(type).members[i].type
                   : scope_.programs.types.array(type).element);
  }
  out_ += is_glsl() ? ")" : " }";
}

// The argument truncated to its first components.
void ExpressionPrinter::first_components(BodyExprId id, int count) {
  const DataType type = expr(id).type;
  if (!type.is_vector() || type.rows() <= count) {
    print(id);
    return;
  }
  print(id, Precedence::Postfix);
  out_ += std::string_view(".xyzw").substr(0, static_cast<std::size_t>(count) + 1);
}

void ExpressionPrinter::construct_vector(const BodyExpr& from, Precedence at_least) {
  const DataType source = argument_type(from, 0);
  const bool is_single = from.argument_count == 1 && source.is_scalar_or_vector();
  if (is_single && source == from.type) {
    print(argument(from, 0), at_least);
    return;
  }
  if (is_single && source.is_scalar() && from.type.is_vector() && !is_glsl()) {
    if (source.scalar_kind() == from.type.scalar_kind()) {  // a literal; other splats are suffixes
      out_ += type_name(from.type);
      out_ += '(';
      for (int i = 0; i < from.type.rows(); ++i) {
        out_ += i == 0 ? "" : ", ";
        print(argument(from, 0));
      }
      out_ += ')';
      return;
    }
    out_ += type_name(DataType::scalar(from.type.scalar_kind()));
    out_ += '(';
    print(argument(from, 0));
    out_ += ')';
    out_ += std::string_view(".xxxx").substr(0, static_cast<std::size_t>(from.type.rows()) + 1);
    return;
  }
  out_ += type_name(from.type);
  out_ += '(';
  int missing = from.type.rows();
  for (std::uint32_t i = 0; i < from.argument_count && missing > 0; ++i) {
    out_ += i == 0 ? "" : ", ";
    first_components(argument(from, i), missing);
    missing -= components_of(argument_type(from, i));
  }
  out_ += ')';
}

void ExpressionPrinter::construct_matrix(const BodyExpr& from, Precedence at_least) {
  const DataType source = argument_type(from, 0);
  if (from.argument_count == 1 && source == from.type) {
    print(argument(from, 0), at_least);
    return;
  }
  if (is_glsl()) {
    call(type_name(from.type), from);
    return;
  }
  if (from.argument_count == 1 && source.is_matrix() && source.rows() >= from.type.rows() &&
      source.columns() >= from.type.columns()) {
    const bool wraps = at_least > Precedence::Prefix;
    out_ += wraps ? "((" : "(";
    out_ += type_name(from.type);
    out_ += ')';
    print(argument(from, 0), Precedence::Postfix);
    out_ += wraps ? ")" : "";
    return;
  }
  if (from.argument_count == 1) {
    matrix_cells(from);
    return;
  }
  // HLSL constructors take rows, so construct the transpose and transpose it back.
  out_ += "transpose(";
  out_ += type_name(DataType::matrix(from.type.columns(), from.type.rows()));
  out_ += '(';
  arguments_of(from, 0);
  out_ += "))";
}

// A matrix with a scalar on its diagonal, or one enlarged with the identity, cell by cell in row
// order.
void ExpressionPrinter::matrix_cells(const BodyExpr& from) {
  const DataType source = argument_type(from, 0);
  out_ += type_name(from.type);
  out_ += '(';
  for (int row = 0; row < from.type.rows(); ++row) {
    for (int column = 0; column < from.type.columns(); ++column) {
      out_ += row + column == 0 ? "" : ", ";
      if (source.is_matrix() && row < source.rows() && column < source.columns()) {
        print(argument(from, 0), Precedence::Postfix);
        out_ += '[';
        out_ += "0123"[row];
        out_ += "][";
        out_ += "0123"[column];
        out_ += ']';
      } else if (source.is_scalar() && row == column) {
        print(argument(from, 0));
      } else {
        out_ += row == column ? "1.0" : "0.0";
      }
    }
  }
  out_ += ')';
}

void ExpressionPrinter::construct_array(const BodyExpr& from) {
  WEFT_CHECK(is_glsl(), "HLSL makes arrays in declarations only");
  std::string name;
  append_declaration(name, scope_.programs, from.type, "", scope_.dialect);
  name.erase(name.find(' '), 1);
  call(name, from);
}

}  // namespace weft
