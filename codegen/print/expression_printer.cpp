#include "codegen/print/expression_printer.h"

#include <algorithm>

#include "codegen/interface/varying_slots.h"
#include "codegen/print/number_text.h"
#include "codegen/print/type_spelling.h"
#include "support/check.h"

namespace weft {
namespace {

Precedence tighter(Precedence precedence) {
  return static_cast<Precedence>(static_cast<int>(precedence) + 1);
}

std::optional<Precedence> precedence_of_operator(Operation op) {
  switch (op) {
    case Operation::Or:
      return Precedence::Or;
    case Operation::And:
      return Precedence::And;
    case Operation::BitOr:
      return Precedence::BitOr;
    case Operation::BitXor:
      return Precedence::BitXor;
    case Operation::BitAnd:
      return Precedence::BitAnd;
    case Operation::Equal:
    case Operation::NotEqual:
      return Precedence::Equality;
    case Operation::Less:
    case Operation::LessEqual:
    case Operation::Greater:
    case Operation::GreaterEqual:
      return Precedence::Comparison;
    case Operation::ShiftLeft:
    case Operation::ShiftRight:
      return Precedence::Shift;
    case Operation::Add:
    case Operation::Subtract:
      return Precedence::Sum;
    case Operation::Multiply:
    case Operation::Divide:
    case Operation::Remainder:
    case Operation::MatrixProduct:
      return Precedence::Product;
    default:  // the others are not infix operators
      return std::nullopt;
  }
}

bool is_suffix(Operation op) {
  return op == Operation::Member || op == Operation::Swizzle || op == Operation::Index;
}

}  // namespace

std::string_view ExpressionPrinter::infix(Operation op) {
  switch (op) {
    case Operation::Or:
      return "||";
    case Operation::And:
      return "&&";
    case Operation::BitOr:
      return "|";
    case Operation::BitXor:
      return "^";
    case Operation::BitAnd:
      return "&";
    case Operation::Equal:
      return "==";
    case Operation::NotEqual:
      return "!=";
    case Operation::Less:
      return "<";
    case Operation::LessEqual:
      return "<=";
    case Operation::Greater:
      return ">";
    case Operation::GreaterEqual:
      return ">=";
    case Operation::ShiftLeft:
      return "<<";
    case Operation::ShiftRight:
      return ">>";
    case Operation::Add:
      return "+";
    case Operation::Subtract:
      return "-";
    case Operation::Multiply:
    case Operation::MatrixProduct:
      return "*";
    case Operation::Divide:
      return "/";
    case Operation::Remainder:
      return "%";
    default:  // the others are not infix operators
      return "";
  }
}

// The table's entry for an intrinsic, or null if it is called by its own name.
const IntrinsicSpelling* ExpressionPrinter::spelling_of(const BodyExpr& from) const {
  if (from.op != Operation::Intrinsic) {
    return nullptr;
  }
  const auto& table = scope_.spelling.intrinsics;
  const auto found = std::find_if(table.begin(), table.end(), [&](const IntrinsicSpelling& one) {
    return static_cast<std::uint32_t>(one.intrinsic) == from.payload;
  });
  return found != table.end() ? &*found : nullptr;
}

// The function that the table puts in place of an operator; empty if there is none.
std::string_view ExpressionPrinter::function_of(const BodyExpr& from) const {
  switch (from.op) {
    case Operation::MatrixProduct:
      return scope_.spelling.matrix_product;
    case Operation::Multiply:
      return argument_type(from, 0).is_matrix() && argument_type(from, 1).is_matrix()
                 ? scope_.spelling.matrix_multiply
                 : std::string_view();
    case Operation::Not:
      return from.type.is_vector() ? scope_.spelling.not_of_vectors : std::string_view();
    default:  // always operators
      return {};
  }
}

std::optional<Precedence> ExpressionPrinter::infix_precedence(const BodyExpr& from) const {
  if (const IntrinsicSpelling* spelling = spelling_of(from)) {
    switch (spelling->form) {
      case IntrinsicForm::Comparison:
        return Precedence::Comparison;
      case IntrinsicForm::Equality:
        return Precedence::Equality;
      case IntrinsicForm::Call:
      case IntrinsicForm::Method:
        return std::nullopt;
    }
  }
  const std::optional<Precedence> precedence = precedence_of_operator(from.op);
  return precedence && function_of(from).empty() ? precedence : std::nullopt;
}

// Of an operator or suffix after a left operand; nothing for expressions that begin otherwise.
std::optional<Precedence> ExpressionPrinter::chain_precedence(const BodyExpr& from) const {
  return is_suffix(from.op) ? Precedence::Postfix : infix_precedence(from);
}

void ExpressionPrinter::print(BodyExprId id, Precedence at_least) {
  const std::size_t outer = steps_.size();
  for (;;) {
    const BodyExpr& from = expr(id);
    const std::optional<Precedence> precedence = chain_precedence(from);
    if (!precedence) {
      print_other(from, at_least);
      break;
    }
    const bool closes = *precedence < at_least;
    if (closes) {
      out_ += '(';
    }
    steps_.push_back({id, *precedence, closes});
    id = argument(from, 0);
    at_least = *precedence;
  }
  while (steps_.size() > outer) {
    const Step step = steps_.back();
    steps_.pop_back();
    const BodyExpr& from = expr(step.id);
    if (is_suffix(from.op)) {
      print_suffix(from);
    } else {
      print_right(from, step.precedence);
    }
    if (step.closes) {
      out_ += ')';
    }
  }
}

void ExpressionPrinter::print_right(const BodyExpr& from, Precedence precedence) {
  const IntrinsicSpelling* spelling = spelling_of(from);
  out_ += ' ';
  out_ += spelling != nullptr ? spelling->name : infix(from.op);
  out_ += ' ';
  print(argument(from, 1), tighter(precedence));
}

void ExpressionPrinter::print_suffix(const BodyExpr& from) {
  if (from.op == Operation::Index) {
    out_ += '[';
    print(argument(from, 1));
    out_ += ']';
    return;
  }
  if (from.op == Operation::Member) {
    out_ += '.';
    out_ += scope_.programs.member_names[argument_type(from, 0).index()][from.payload];
    return;
  }
  // A component of what shares a slot, `v_uv_height.xy`, is one of the slot: `v_uv_height.x`.
  std::string letters = "xyzw";
  if (is_of_shared_slot(expr(argument(from, 0)))) {
    const std::size_t dot = out_.rfind('.');
    letters = out_.substr(dot + 1);
    out_.resize(dot);
  }
  out_ += '.';
  for (int i = 0; i < swizzle_count(from.payload); ++i) {
    out_ += letters[static_cast<std::size_t>(swizzle_component(from.payload, i))];
  }
}

bool ExpressionPrinter::is_of_shared_slot(const BodyExpr& read) const {
  if (read.op != Operation::Symbol) {
    return false;
  }
  const Symbol& symbol = scope_.program.symbols[read.payload];
  const Interface& all = scope_.programs.interface;
  return (symbol.kind == SymbolKind::VaryingIn || symbol.kind == SymbolKind::VaryingOut) &&
         shares_slot(all.varyings[symbol.index], all.varying_slots);
}

void ExpressionPrinter::print_other(const BodyExpr& from, Precedence at_least) {
  if (const std::string_view function = function_of(from); !function.empty()) {
    call(function, from);
    return;
  }
  switch (from.op) {
    case Operation::Literal:
      literal(from, at_least);
      return;
    case Operation::Local:
      out_ += local_names_[from.payload];
      return;
    case Operation::Port:
      out_ += parameters_[from.payload].name;
      return;
    case Operation::Symbol:
      out_ += scope_.symbols[from.payload];
      return;
    case Operation::Negate:
      prefix("-", from, at_least);
      return;
    case Operation::Not:
      prefix("!", from, at_least);
      return;
    case Operation::BitNot:
      prefix("~", from, at_least);
      return;
    case Operation::Select:
      choice(from, at_least);
      return;
    case Operation::Construct:
      construct(from, at_least);
      return;
    case Operation::Intrinsic:
      intrinsic(from);
      return;
    case Operation::Call:
      call(scope_.program.functions[from.payload].name, from);
      return;
    default:  // unreachable for valid Programs
      WEFT_CHECK(false, "an operation that a Program cannot hold");
  }
}

void ExpressionPrinter::literal(const BodyExpr& from, Precedence at_least) {
  const bool wraps = is_negative_literal(from.type, from.payload) && at_least > Precedence::Prefix;
  out_ += wraps ? "(" : "";
  append_literal(out_, from.type, from.payload, scope_.spelling);
  out_ += wraps ? ")" : "";
}

void ExpressionPrinter::prefix(std::string_view mark, const BodyExpr& from, Precedence at_least) {
  const bool wraps = at_least > Precedence::Prefix;
  out_ += wraps ? "(" : "";
  out_ += mark;
  const BodyExpr& operand = expr(argument(from, 0));
  const bool repeats =
      operand.op == from.op ||
      (operand.op == Operation::Literal && is_negative_literal(operand.type, operand.payload));
  print(argument(from, 0), repeats ? Precedence::Postfix : Precedence::Prefix);
  out_ += wraps ? ")" : "";
}

void ExpressionPrinter::choice(const BodyExpr& from, Precedence at_least) {
  const bool wraps = at_least > Precedence::Choice;
  out_ += wraps ? "(" : "";
  print(argument(from, 0), Precedence::Or);
  out_ += " ? ";
  print(argument(from, 1), Precedence::Choice);
  out_ += " : ";
  print(argument(from, 2), Precedence::Choice);
  out_ += wraps ? ")" : "";
}

void ExpressionPrinter::construct(const BodyExpr& from, Precedence at_least) {
  switch (static_cast<ConstructForm>(from.payload)) {
    case ConstructForm::Call:
    case ConstructForm::Rows:
      if (from.type.is_texture()) {
        out_ += spelled_sampler(from.type, scope_.spelling);
      } else {
        append_type(out_, scope_.programs, from.type, scope_.spelling);
      }
      in_parentheses(from, 0);
      return;
    case ConstructForm::Cast: {
      const bool wraps = at_least > Precedence::Prefix;
      out_ += wraps ? "((" : "(";
      append_type(out_, scope_.programs, from.type, scope_.spelling);
      out_ += ')';
      print(argument(from, 0), Precedence::Postfix);
      out_ += wraps ? ")" : "";
      return;
    }
    case ConstructForm::List:
      out_ += "{ ";
      arguments_of(from, 0);
      out_ += " }";
      return;
  }
}

void ExpressionPrinter::intrinsic(const BodyExpr& from) {
  const auto which = static_cast<Intrinsic>(from.payload);
  if (which == Intrinsic::BitsToFloat) {
    call(argument_type(from, 0).scalar_kind() == Scalar::Uint ? scope_.spelling.uint_bits_to_float
                                                              : scope_.spelling.int_bits_to_float,
         from);
    return;
  }
  if (which == Intrinsic::Gather && !scope_.spelling.gathers[0].empty()) {
    const std::uint32_t component = from.argument_count - 1;
    print(argument(from, 0), Precedence::Postfix);
    out_ += '.';
    out_ += scope_.spelling.gathers[expr(argument(from, component)).payload];
    out_ += '(';
    arguments_of(from, 1, component);
    out_ += ')';
    return;
  }
  const IntrinsicSpelling* spelling = spelling_of(from);
  if (spelling == nullptr || spelling->form != IntrinsicForm::Method) {
    call(spelling == nullptr ? intrinsic_name(which) : spelling->name, from);
    return;
  }
  print(argument(from, 0), Precedence::Postfix);
  out_ += '.';
  out_ += spelling->name;
  in_parentheses(from, 1);
}

void ExpressionPrinter::arguments_of(const BodyExpr& from, std::uint32_t first) {
  arguments_of(from, first, from.argument_count);
}

void ExpressionPrinter::arguments_of(const BodyExpr& from, std::uint32_t first, std::uint32_t end) {
  for (std::uint32_t i = first; i < end; ++i) {
    out_ += i == first ? "" : ", ";
    print(argument(from, i));
  }
}

void ExpressionPrinter::call(std::string_view name, const BodyExpr& from) {
  out_ += name;
  in_parentheses(from, 0);
}

void ExpressionPrinter::in_parentheses(const BodyExpr& from, std::uint32_t first) {
  out_ += '(';
  arguments_of(from, first);
  out_ += ')';
}

}  // namespace weft
