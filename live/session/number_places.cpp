#include "live/session/number_places.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "live/session/edit_rules.h"
#include "support/float_bits.h"

namespace weft::live {
namespace {

using Form = NumberPlace::Form;

constexpr double greatest_int = 2147483647.0;

/// A color literal with these components, as bytes; empty if one does not fit.
std::string color_text(const std::vector<double>& numbers) {
  std::string text = "#";
  for (const double number : numbers) {
    if (!(number >= 0.0 && number <= 1.0)) {
      return {};
    }
    text += fmt::format("{:02x}", static_cast<int>(std::lround(number * 255.0)));
  }
  return text;
}

std::optional<NumberPlace> number_at(const syntax::Module& module, syntax::ExprId id) {
  const syntax::Expr& expr = module.exprs[id];
  const auto* unary = std::get_if<syntax::UnaryExpr>(&expr.kind);
  if (unary != nullptr && unary->op != syntax::UnaryOperator::Negate) {
    return std::nullopt;
  }
  const auto* literal =
      std::get_if<syntax::NumberExpr>(&module.exprs[unary != nullptr ? unary->operand : id].kind);
  if (literal == nullptr) {
    return std::nullopt;
  }
  const Form form = literal->kind == syntax::NumberKind::Float ? Form::Float
                    : literal->kind == syntax::NumberKind::Int ? Form::Int
                                                               : Form::Uint;
  return NumberPlace{expr.span, form};
}

/// The minus before an expression or before the parentheses around it.
const syntax::Expr* minus_before(const syntax::Module& module, syntax::ExprId id) {
  for (std::size_t i = id.index() + 1; i < module.exprs.size(); ++i) {
    const syntax::Expr& user = module.exprs[syntax::ExprId(i)];  // users follow what they use
    const auto* paren = std::get_if<syntax::ParenExpr>(&user.kind);
    const auto* unary = std::get_if<syntax::UnaryExpr>(&user.kind);
    if (paren != nullptr && paren->inner == id) {
      id = syntax::ExprId(i);
    } else if (unary != nullptr && unary->operand == id) {
      return unary->op == syntax::UnaryOperator::Negate ? &user : nullptr;
    }
  }
  return nullptr;
}

/// A number that is an operand itself.
std::optional<NumberPlace> number_operand(const syntax::Module& module, syntax::ExprId id) {
  auto place = number_at(module, id);
  if (const syntax::Expr* minus = minus_before(module, id); place && minus != nullptr) {
    if (std::holds_alternative<syntax::UnaryExpr>(module.exprs[id].kind)) {
      return std::nullopt;
    }
    place->span = minus->span;
    place->is_negated = true;
  }
  return place;
}

}  // namespace

std::optional<std::vector<NumberPlace>> numbers_at(const DocumentText& document,
                                                   const Operand& slot) {
  const syntax::Module& module = document.module();
  const syntax::ExprId id = unwrapped(module, slot.expr);
  const syntax::Expr& expr = module.exprs[id];
  if (const auto* color = std::get_if<syntax::ColorExpr>(&expr.kind)) {
    return std::vector{
        NumberPlace{expr.span, color->has_alpha ? Form::ColorWithAlpha : Form::Color}};
  }
  if (!is_literal(module, id)) {
    return std::nullopt;
  }
  std::vector<NumberPlace> places;
  const auto* call = std::get_if<syntax::CallExpr>(&expr.kind);
  for (std::size_t i = 0; i < (call != nullptr ? call->arguments.size() : 1); ++i) {
    const auto place =
        call != nullptr ? number_at(module, call->arguments[i].value) : number_operand(module, id);
    if (!place) {
      return std::nullopt;
    }
    places.push_back(*place);
  }
  return places;
}

std::optional<Splices> replace_numbers(const DocumentText& document, const Operand& slot,
                                       const std::vector<double>& numbers, NumberForm form) {
  const syntax::Module& module = document.module();
  const syntax::ExprId id = unwrapped(module, slot.expr);
  const syntax::Expr& expr = module.exprs[id];
  const auto form_of = [&](syntax::ExprId number) {
    const auto* unary = std::get_if<syntax::UnaryExpr>(&module.exprs[number].kind);
    const auto& kind = module.exprs[unary != nullptr ? unary->operand : number].kind;
    const auto* literal = std::get_if<syntax::NumberExpr>(&kind);
    if (form != NumberForm::Float || literal == nullptr) {
      return form;
    }
    return literal->kind == syntax::NumberKind::Float ? NumberForm::Float
           : literal->kind == syntax::NumberKind::Int ? NumberForm::Int
                                                      : NumberForm::Uint;
  };
  if (const auto* color = std::get_if<syntax::ColorExpr>(&expr.kind)) {
    const std::string text = color_text(numbers);
    if (text.empty() || numbers.size() != (color->has_alpha ? 4U : 3U)) {
      return std::nullopt;
    }
    return Splices{{expr.span.begin, expr.span.end, text}};
  }
  if (!is_literal(module, id)) {
    return std::nullopt;
  }
  if (const auto* call = std::get_if<syntax::CallExpr>(&expr.kind)) {
    if (call->arguments.size() != numbers.size()) {
      return std::nullopt;
    }
    Splices splices;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const syntax::ExprId argument = call->arguments[i].value;
      const Span span = module.exprs[argument].span;
      std::string text = number_text(numbers[i], form_of(argument));
      if (document.text(span) != text) {
        splices.push_back({span.begin, span.end, std::move(text)});
      }
    }
    return splices;
  }
  if (numbers.size() != 1) {
    return std::nullopt;
  }
  const Operand inner{id, slot.is_delimited || id != slot.expr};
  return Splices{replace_operand(document, inner, number_text(numbers[0], form_of(id)))};
}

std::optional<std::vector<std::uint32_t>> words_at(const NumberPlace& place,
                                                   const double* numbers) {
  std::vector<std::uint32_t> words;
  for (std::size_t i = 0; i < place.count(); ++i) {
    if (place.is_negated && std::signbit(numbers[i])) {
      return std::nullopt;  // two signs are an operation
    }
    const double number = place.is_negated ? -numbers[i] : numbers[i];
    switch (place.form) {
      case Form::Float:
        words.push_back(float_bits(static_cast<float>(number)));
        break;
      case Form::Int:
        if (number != std::floor(number) || std::abs(number) > greatest_int) {
          return std::nullopt;
        }
        words.push_back(static_cast<std::uint32_t>(static_cast<std::int32_t>(number)));
        break;
      case Form::Uint:
        return std::nullopt;  // it becomes an int
      case Form::Color:
      case Form::ColorWithAlpha:
        words.push_back(float_bits(static_cast<float>(std::lround(number * 255.0)) / 255.0F));
        break;
    }
  }
  return words;
}

std::optional<Operand> value_slot(const EditContext& context, const NodeId& node,
                                  const std::string& port) {
  const auto target = find_node(context.document, context.names, node);
  if (!target) {
    return std::nullopt;
  }
  const DocumentNode& found = context.document.nodes()[target->node];
  if (found.kind == NodeKind::Port) {
    return std::nullopt;
  }
  if (found.kind == NodeKind::Parameter) {
    return port.empty() && !target->is_nested() ? target->operand : std::nullopt;
  }
  const auto place = find_port(context, *target, node, port);
  return place ? place->operand : std::nullopt;
}

}  // namespace weft::live
