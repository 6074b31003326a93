#include "tests/property/body_expressions.h"

#include <iterator>

namespace weft::testing {

std::string text_of(const Type& type) {
  constexpr const char* names[] = {"bool", "int", "uint", "float"};
  if (type.structure != nullptr) {
    return type.structure;
  }
  std::string text = names[static_cast<int>(type.kind)];
  if (type.is_matrix()) {
    return text + std::to_string(type.rows) + "x" + std::to_string(type.columns);
  }
  return type.rows == 1 ? text : text + std::to_string(type.rows);
}

Type ExpressionGenerator::any_type() {
  Type type;
  type.kind = static_cast<Kind>(below(4));
  const std::size_t form = below(8);
  if (form < 4) {
    type.rows = between(2, 4);
  } else if (form == 4) {
    type.kind = Kind::Float;
    type.rows = between(2, 4);
    type.columns = between(2, 4);
  } else if (form == 5) {
    type.size = between(1, 5);
    type.rows = between(1, 3);
  }
  return type;
}

// Constant indices are in range; other ints are arbitrary, since out-of-range indices are clamped
// to the first or last element.
std::string ExpressionGenerator::index(int size) {
  if (!chance(3)) {
    return std::to_string(below(static_cast<std::size_t>(size)));
  }
  return chance(3) ? "int(u)" : infix("i", chance(2) ? "-" : "^", std::to_string(between(0, 9)));
}

std::string ExpressionGenerator::quarter() {
  constexpr const char* parts[] = {".0", ".25", ".5", ".75"};
  return std::to_string(between(0, 15)) + parts[below(4)];
}

std::string ExpressionGenerator::literal(Kind kind) {
  switch (kind) {
    case Kind::Bool:
      return chance(2) ? "true" : "false";
    case Kind::Int: {
      constexpr const char* special[] = {
          "2147483647", "(-2147483647 - 1)", "-1", "0", "-7", "65536", "31", "32"};
      return chance(2) ? special[below(std::size(special))] : std::to_string(between(-9, 99));
    }
    case Kind::Uint: {
      constexpr const char* special[] = {"4294967295u", "2147483648u", "0u", "33u", "65535u"};
      return chance(2) ? special[below(std::size(special))] : std::to_string(between(0, 99)) + "u";
    }
    case Kind::Float:
      return chance(3) ? "-" + quarter() : quarter();
  }
  return "0";
}

// Reads a variable of the type, or a part of one.
std::string ExpressionGenerator::read(const Type& type) {
  std::vector<std::string> found;
  for (const Variable& variable : variables_) {
    const Type& have = variable.type;
    if (have == type) {
      found.push_back(variable.name);
      continue;
    }
    if (have.size != 0) {
      Type element = have;
      element.size = 0;
      if (element == type) {
        found.push_back(variable.name + "[" + index(have.size) + "]");
      }
    } else if (have.structure != nullptr) {
      if (std::string(have.structure) == "Half") {
        found.push_back(type == Type{Kind::Float}    ? variable.name + ".sample"
                        : type == Type{Kind::Int, 3} ? variable.name + ".texture"
                        : type == Type{Kind::Bool}   ? variable.name + ".filter"
                                                     : "");
      } else {
        found.push_back(type == Type{Kind::Uint} ? variable.name + ".input[" + index(3) + "]"
                        : type == Type{Kind::Float, 2, 3} ? variable.name + ".matrix"
                        : type == Type{Kind::Float}
                            ? variable.name + ".matrix[" + index(3) + "][" + index(2) + "]"
                        : type == Type{Kind::Float, 2} ? variable.name + ".matrix[" + index(3) + "]"
                                                       : "");
      }
      if (found.back().empty()) {
        found.pop_back();
      }
    } else if (have.is_matrix()) {
      if (type == Type{Kind::Float, have.rows}) {
        found.push_back(variable.name + "[" + index(have.columns) + "]");
      } else if (type == Type{Kind::Float}) {
        found.push_back(variable.name + "[" + index(have.columns) + "][" + index(have.rows) + "]");
      }
    } else if (have.kind == type.kind && have.rows > 1 && !type.is_matrix() && type.is_plain()) {
      std::string swizzle;
      for (int i = 0; i < type.rows; ++i) {
        swizzle += "xyzw"[below(static_cast<std::size_t>(have.rows))];
      }
      found.push_back(variable.name + "." + swizzle);
    }
  }
  return found.empty() ? "" : found[below(found.size())];
}

// Floats are multiples of a quarter between -16 and 16.
std::string ExpressionGenerator::leaf(const Type& type) {
  if (!is_constant_ && !chance(3)) {
    std::string found = read(type);
    if (!found.empty()) {
      return found;
    }
  }
  if (type.structure != nullptr) {
    return std::string(type.structure) == "Half"
               ? "Half(" + leaf({Kind::Float}) + ", " + leaf({Kind::Int, 3}) + ", " +
                     leaf({Kind::Bool}) + ")"
               : leaf_of_buffer();
  }
  if (type.rows == 1) {
    return literal(type.kind);
  }
  if (!type.is_matrix() && chance(2)) {
    return text_of(type) + "(" + leaf(type.scalar()) + ")";
  }
  std::string text = text_of(type) + "(";
  const int parts = type.is_matrix() ? type.columns : type.rows;
  const Type part = type.is_matrix() ? Type{Kind::Float, type.rows} : type.scalar();
  if (type.is_matrix() && chance(4)) {
    return text + leaf({Kind::Float}) + ")";
  }
  for (int i = 0; i < parts; ++i) {
    text += (i == 0 ? "" : ", ") + leaf(part);
  }
  return text + ")";
}

std::string ExpressionGenerator::leaf_of_buffer() {
  for (const Variable& variable : variables_) {
    if (!is_constant_ && variable.type.structure != nullptr &&
        std::string(variable.type.structure) == "Buffer") {
      return variable.name;
    }
  }
  // No variable of the type: construct one.
  return "Buffer(" + leaf({Kind::Int, 1, 1, 0, "Half"}) + ", " + leaf({Kind::Float, 2, 3}) +
         ", uint[3](" + literal(Kind::Uint) + ", " + leaf({Kind::Uint}) + ", 7u))";
}

// An expression of any depth, reduced to the range of leaves.
std::string ExpressionGenerator::value(const Type& type, int depth) {
  if (type.kind == Kind::Float && type.is_plain() && !type.is_matrix()) {
    return chance(3) ? leaf(type) : call(type, depth);
  }
  return expression(type, depth);
}

bool ExpressionGenerator::is_in_scope(const Argument& argument) const {
  return argument.variables <= variables_.size() &&
         variables_[argument.variables - 1].name == argument.last;
}

// Arguments contain calls, so unlimited ones would double with each level.
constexpr std::size_t longest_argument = 100;

std::string ExpressionGenerator::call(const Type& type, int depth) {
  if (!repeats_calls_) {
    return "fold(" + expression(type, depth) + ")";
  }
  std::string text;
  if (!is_constant_ && !arguments_.empty() && chance(4)) {
    const Argument& earlier = arguments_[below(arguments_.size())];
    text = earlier.type == type && is_in_scope(earlier) ? earlier.text : "";
  }
  if (text.empty()) {
    text = expression(type, depth);
    if (text.size() < longest_argument) {
      arguments_.push_back({type, text, variables_.size(), variables_.back().name});
    }
  }
  if (type.rows == 1 && chance(4)) {
    return "ends(" + text + ")" + (chance(2) ? ".low" : ".high");
  }
  return "fold(" + text + ")";
}

std::string ExpressionGenerator::expression(const Type& type, int depth) {
  if (depth <= 0 || !type.is_plain() || chance(7)) {
    return leaf(type);
  }
  if (allows_constants_ && !is_constant_ && chance(10)) {
    is_constant_ = true;
    std::string text = expression(type, depth);
    is_constant_ = false;
    return text;
  }
  if (chance(8)) {
    return "(" + value({Kind::Bool}, depth - 1) + " ? " + value(type, depth - 1) + " : " +
           value(type, depth - 1) + ")";
  }
  if (type.is_matrix()) {
    return matrix(type, depth);
  }
  switch (type.kind) {
    case Kind::Bool:
      return truth(type, depth);
    case Kind::Int:
    case Kind::Uint:
      return integer(type, depth);
    case Kind::Float:
      return number(type, depth);
  }
  return leaf(type);
}

std::string ExpressionGenerator::infix(const std::string& a, const char* op, const std::string& b) {
  return "(" + a + " " + op + " " + b + ")";
}

std::string ExpressionGenerator::matrix(const Type& type, int depth) {
  const Type transposed = {Kind::Float, type.columns, type.rows};
  switch (below(4)) {
    case 0:
      return "transpose(" + leaf(transposed) + ")";
    case 1: {  // truncated from another shape
      const Type other = {Kind::Float, between(type.rows, 4), between(type.columns, 4)};
      return text_of(type) + "(" + leaf(other) + ")";
    }
    case 2: {
      std::string text = text_of(type) + "(";
      for (int i = 0; i < type.columns; ++i) {
        text += (i == 0 ? "" : ", ") + value({Kind::Float, type.rows}, depth - 1);
      }
      return text + ")";
    }
    default:
      return "(- " + leaf(type) + ")";
  }
}

std::string ExpressionGenerator::truth(const Type& type, int depth) {
  constexpr const char* compare[] = {"<", "<=", ">", ">=", "==", "!="};
  constexpr const char* functions[] = {"lessThan",         "lessThanEqual", "greaterThan",
                                       "greaterThanEqual", "equal",         "notEqual"};
  const Kind kind = static_cast<Kind>(1 + below(3));
  if (type.rows > 1) {
    switch (below(3)) {
      case 0:
        return text_of(type) + "(" + leaf({kind, type.rows}) + ")";
      default:
        return std::string(functions[below(6)]) + "(" + value({kind, type.rows}, depth - 1) + ", " +
               value({kind, type.rows}, depth - 1) + ")";
    }
  }
  switch (below(8)) {
    case 0:
      return infix(expression(type, depth - 1), chance(2) ? "&&" : "||",
                   expression(type, depth - 1));
    case 1:
      return "(!" + expression(type, depth - 1) + ")";
    case 2:
      return std::string(chance(2) ? "any(" : "all(") +
             expression({Kind::Bool, between(2, 4)}, depth - 1) + ")";
    case 3: {
      const Type whole = chance(3)   ? Type{Kind::Int, 1, 1, 0, "Half"}
                         : chance(3) ? Type{Kind::Int, 1, 1, 0, "Buffer"}
                         : chance(2) ? Type{Kind::Float, between(2, 4), between(2, 4)}
                                     : Type{static_cast<Kind>(below(4)), between(2, 4)};
      return infix(leaf(whole), chance(2) ? "==" : "!=", leaf(whole));
    }
    case 4:
      return "bool(" + leaf({kind}) + ")";
    case 5:
      return infix(expression(type, depth - 1),
                   chance(2) ? "==" : "!=", expression(type, depth - 1));
    default:
      return infix(value({kind}, depth - 1), compare[below(6)], value({kind}, depth - 1));
  }
}

std::string ExpressionGenerator::integer(const Type& type, int depth) {
  constexpr const char* operators[] = {"+", "-", "*", "&", "|", "^", "/", "%", "<<", ">>"};
  switch (below(6)) {
    case 0: {
      const Type from = {static_cast<Kind>(below(4)), type.rows};
      // Negative floats cannot be converted to uint.
      return from.kind == Kind::Float ? text_of(type) + "(abs(" + leaf(from) + "))"
                                      : text_of(type) + "(" + expression(from, depth - 1) + ")";
    }
    case 1:
      return std::string("(") + (chance(2) ? "- " : "~") + expression(type, depth - 1) + ")";
    case 2:
      return std::string(chance(2) ? "min(" : "max(") + expression(type, depth - 1) + ", " +
             expression(type, depth - 1) + ")";
    case 3:
      return type.kind == Kind::Int && chance(2)
                 ? "sign(" + expression(type, depth - 1) + ")"
                 : "clamp(" + expression(type, depth - 1) + ", " + text_of(type) + "(3), " +
                       text_of(type) + "(77))";
    default: {
      const bool spreads = type.rows > 1 && chance(3);
      return infix(expression(type, depth - 1), operators[below(10)],
                   spreads ? text_of(type) + "(" + expression(type.scalar(), depth - 1) + ")"
                           : expression(type, depth - 1));
    }
  }
}

std::string ExpressionGenerator::number(const Type& type, int depth) {
  switch (below(11)) {
    case 0:
    case 1:
      return infix(value(type, depth - 1), chance(2) ? "+" : "-", value(type, depth - 1));
    case 2:
      return infix(value(type, depth - 1), "*", value(chance(2) ? type : type.scalar(), depth - 1));
    case 3: {
      constexpr const char* names[] = {"floor", "ceil", "abs", "sign", "trunc", "round"};
      return std::string(names[below(6)]) + "(" + value(type, depth - 1) + ")";
    }
    case 4:
      return std::string(chance(2) ? "min(" : "max(") + value(type, depth - 1) + ", " +
             value(type, depth - 1) + ")";
    case 5:
      return chance(2) ? "step(" + value(type, depth - 1) + ", " + value(type, depth - 1) + ")"
                       : "mix(" + value(type, depth - 1) + ", " + value(type, depth - 1) +
                             (chance(2) ? ", 0.25)" : ", 0.5)");
    case 6:
      return "clamp(" + value(type, depth - 1) + ", -3.5, 9.25)";
    case 7: {
      const Type from = {static_cast<Kind>(below(3)), type.rows};
      return from.kind == Kind::Bool ? text_of(type) + "(" + expression(from, depth - 1) + ")"
                                     : text_of(type) + "(" + expression(from, depth - 1) + " & " +
                                           text_of(from) + "(15))";
    }
    case 8: {  // products with matrices
      const int other = between(2, 4);
      if (type.rows == 1) {
        const Type vector = {Kind::Float, other};
        return chance(3) && other < 4
                   ? "determinant(" + leaf({Kind::Float, other, other}) + ")"
                   : "dot(" + value(vector, depth - 1) + ", " + value(vector, depth - 1) + ")";
      }
      const std::string vector = value({Kind::Float, other}, depth - 1);
      const Type same = {Kind::Float, type.rows, other};
      switch (below(5)) {
        case 3:
          return infix(leaf(same), chance(2) ? "+" : "-", leaf(same)) + "[" + index(other) + "]";
        case 4:
          return infix(leaf(same), "*", chance(2) ? "0.5" : leaf({Kind::Float})) + "[" +
                 index(other) + "]";
        case 0:
          return infix(leaf(same), "*", vector);
        case 1:
          return infix(vector, "*", leaf({Kind::Float, other, type.rows}));
        default:
          return infix(leaf({Kind::Float, type.rows, 3}), "*", leaf({Kind::Float, 3, other})) +
                 "[" + index(other) + "]";
      }
    }
    case 9:
      if (type.rows == 3) {
        return "cross(" + value(type, depth - 1) + ", " + value(type, depth - 1) + ")";
      }
      return "mod(" + value(type, depth - 1) + ", 4.0)";
    default:
      return "(- " + value(type, depth - 1) + ")";
  }
}

}  // namespace weft::testing
