#include "live/session/graph_expression_json.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "live/session/graph_expression.h"
#include "support/check.h"
#include "support/json.h"
#include "support/overloaded.h"

namespace weft::live {
namespace {

using syntax::ExprId;

std::string_view spelling(syntax::UnaryOperator op) {
  constexpr auto spellings = std::to_array<std::string_view>({"-", "!", "+", "~"});
  return spellings[static_cast<std::size_t>(op)];
}

std::string_view spelling(syntax::BinaryOperator op) {
  constexpr auto spellings =
      std::to_array<std::string_view>({"*", "/", "%", "+", "-", "<<", ">>", "<", "<=", ">",
                                       ">=", "==", "!=", "&", "^", "|", "&&", "||"});
  return spellings[static_cast<std::size_t>(op)];
}

class ExpressionWriter {
 public:
  ExpressionWriter(const DocumentText& document, const GraphLines& lines, std::uint32_t graph)
      : document_(document), lines_(lines), graph_(graph) {}

  Json written(ExprId root) {
    Json json;
    std::vector<Visit> open{{root, &json, 0}};
    bound_.clear();
    while (!open.empty()) {
      const Visit visit = open.back();
      open.pop_back();
      bound_.resize(visit.bound, NameId(0));
      write(visit, open);
    }
    drop_needed_parentheses({&json, any_level, {}});
    return json;
  }

 private:
  /// An expression to be written, and where; how many names are bound around it.
  struct Visit {
    ExprId expr;
    Json* into;
    std::size_t bound;
  };

  std::string text(Span span) const { return std::string(document_.text(span)); }
  std::string name(const syntax::Identifier& identifier) const {
    return std::string(document_.spelling(identifier.name));
  }

  void write(const Visit& visit, std::vector<Visit>& open) {
    const syntax::Module& module = document_.module();
    ExprId id = visit.expr;
    std::uint32_t pairs = 0;
    while (const auto* paren = std::get_if<syntax::ParenExpr>(&module.exprs[id].kind)) {
      id = paren->inner;
      ++pairs;
    }
    Json& json = *visit.into;
    json = Json::object();
    const std::size_t first = open.size();
    std::visit(Overloaded{[&](const auto& kind) { write(kind, id, json, open); },
                          [](const syntax::ParenExpr&) {}},
               module.exprs[id].kind);
    json["parentheses"] = pairs;
    // All members are there, so places inside stay where they are.
    place(json, open, first);
  }

  void write(const syntax::NameExpr& expr, ExprId, Json& json, std::vector<Visit>&) {
    const std::string_view spelled = document_.spelling(expr.name);
    const bool is_bound = std::find(bound_.begin(), bound_.end(), expr.name) != bound_.end();
    const char* const form = is_bound                                      ? "local"
                             : document_.find_node(graph_, spelled, false) ? "node"
                                                                           : "name";
    json[form] = spelled;
  }
  void write(const syntax::NumberExpr&, ExprId id, Json& json, std::vector<Visit>&) {
    json["number"] = text(document_.module().exprs[id].span);
  }
  void write(const syntax::BoolExpr& expr, ExprId, Json& json, std::vector<Visit>&) {
    json["bool"] = expr.value;
  }
  void write(const syntax::StringExpr& expr, ExprId, Json& json, std::vector<Visit>&) {
    json["string"] = expr.value;
  }
  void write(const syntax::ColorExpr&, ExprId id, Json& json, std::vector<Visit>&) {
    json["color"] = text(document_.module().exprs[id].span);
  }
  void write(const syntax::UnaryExpr& expr, ExprId, Json& json, std::vector<Visit>& open) {
    write_operator(spelling(expr.op), {expr.operand}, json, open);
  }
  void write(const syntax::BinaryExpr& expr, ExprId, Json& json, std::vector<Visit>& open) {
    write_operator(spelling(expr.op), {expr.left, expr.right}, json, open);
  }
  void write(const syntax::SelectExpr& expr, ExprId, Json& json, std::vector<Visit>& open) {
    write_operator("?:", {expr.condition, expr.if_true, expr.if_false}, json, open);
  }
  void write(const syntax::AscribeExpr& expr, ExprId, Json& json, std::vector<Visit>& open) {
    json["as"] = text(expr.traits.span);
    json["of"] = nullptr;
    open.push_back({expr.operand, nullptr, bound_.size()});
  }
  void write(const syntax::MemberExpr& expr, ExprId, Json& json, std::vector<Visit>& open) {
    json["member"] = name(expr.member);
    json["of"] = nullptr;
    open.push_back({expr.object, nullptr, bound_.size()});
  }
  void write(const syntax::IndexExpr& expr, ExprId, Json& json, std::vector<Visit>& open) {
    json["index"] = nullptr;
    json["of"] = nullptr;
    open.push_back({expr.object, nullptr, bound_.size()});
    open.push_back({expr.index, nullptr, bound_.size()});
  }
  void write(const syntax::CallExpr& expr, ExprId, Json& json, std::vector<Visit>& open) {
    const auto* callee = std::get_if<syntax::NameExpr>(&document_.module().exprs[expr.callee].kind);
    if (callee != nullptr) {
      json["call"] = document_.spelling(callee->name);
    } else {
      json["apply"] = nullptr;
      open.push_back({expr.callee, nullptr, bound_.size()});
    }
    json["arguments"] = Json::array();
    for (const syntax::Argument& argument : expr.arguments) {
      Json one;
      if (argument.name) {
        one["port"] = name(*argument.name);
      }
      one["value"] = nullptr;
      json["arguments"].push_back(std::move(one));
      open.push_back({argument.value, nullptr, bound_.size()});
    }
  }
  void write(const syntax::WithExpr& expr, ExprId, Json& json, std::vector<Visit>& open) {
    json["with"] = Json::array();
    json["of"] = nullptr;
    open.push_back({expr.operand, nullptr, bound_.size()});
    for (const syntax::Injection& injection : expr.injections) {
      Json one;
      one["feature"] = text(injection.feature.span);
      one["value"] = nullptr;
      if (injection.keeps_frame) {
        one["keeps_frame"] = true;
      }
      json["with"].push_back(std::move(one));
      open.push_back({injection.value, nullptr, bound_.size()});
    }
  }
  void write(const syntax::LambdaExpr& expr, ExprId, Json& json, std::vector<Visit>& open) {
    json["function"] = Json::array();
    json["body"] = nullptr;
    for (const syntax::Identifier& parameter : expr.parameters) {
      json["function"].push_back(name(parameter));
      bound_.push_back(parameter.name);
    }
    open.push_back({expr.body, nullptr, bound_.size()});
  }
  void write(const syntax::LoopExpr& expr, ExprId id, Json& json, std::vector<Visit>& open) {
    json["loop"] = nullptr;
    open.push_back({expr.count, nullptr, bound_.size()});
    json["states"] = Json::array();
    json["bindings"] = Json::array();
    const std::size_t outside = bound_.size();
    std::uint32_t at = document_.module().exprs[expr.count].span.end;
    for (const syntax::LoopState& state : expr.states) {
      Json one;
      one["name"] = name(state.name);
      one["type"] = text(state.type.span);
      one["value"] = nullptr;
      json["states"].push_back(std::move(one));
      open.push_back({state.initial, nullptr, outside});
      at = document_.module().exprs[state.initial].span.end;
      bound_.push_back(state.name.name);
    }
    at = lines_.after_brace(at);
    const std::size_t values = open.size();
    add_loop_bindings(json["bindings"], expr.bindings, at, open);
    for (std::size_t i = values; i < open.size(); ++i) {
      open[i].bound = bound_.size();
    }
    lines_.add_between(at, document_.module().exprs[id].span.end - 1, json["bindings"].empty(),
                       json, "end");
  }

  void add_loop_bindings(Json& items, const std::vector<syntax::BindingId>& ids, std::uint32_t& at,
                         std::vector<Visit>& open) {
    for (const syntax::BindingId id : ids) {
      const syntax::Binding& binding = document_.module().bindings[id];
      Json item;
      if (const auto* stitch = std::get_if<syntax::StitchBinding>(&binding.kind)) {
        item["kind"] = "stitch";
        item["nodes"] = Json::array();
        std::uint32_t inner = lines_.after_brace(binding.span.begin);
        add_loop_bindings(item["nodes"], stitch->bindings, inner, open);
        lines_.add_between(inner, binding.span.end - 1, item["nodes"].empty(), item, "end");
      } else {
        const auto& value = std::get<syntax::ValueBinding>(binding.kind);
        item["kind"] = "value";
        item["name"] = name(value.name);
        if (value.type) {
          item["type"] = text(value.type->span);
        }
        item["value"] = nullptr;
        bound_.push_back(value.name.name);
        open.push_back({value.value, nullptr, 0});
      }
      lines_.add_item(items, std::move(item), binding.span, false, at);
    }
  }

  void write_operator(std::string_view spelled, const std::vector<ExprId>& operands, Json& json,
                      std::vector<Visit>& open) {
    json["operator"] = spelled;
    json["operands"] = Json::array();
    for (const ExprId operand : operands) {
      json["operands"].push_back(nullptr);
      open.push_back({operand, nullptr, bound_.size()});
    }
  }

  /// Operands have been noted in the order of operands_of().
  static void place(Json& json, std::vector<Visit>& open, std::size_t first) {
    const std::vector<GraphOperand> operands = operands_of(json);
    WEFT_CHECK(operands.size() == open.size() - first,
               "the operands of an expression are not those of its JSON");
    for (std::size_t i = 0; i < operands.size(); ++i) {
      open[first + i].into = operands[i].expr;
    }
  }

  /// The text has them wherever an operator needs them.
  static void drop_needed_parentheses(GraphOperand whole) {
    std::vector<GraphOperand> open{std::move(whole)};
    while (!open.empty()) {
      const GraphOperand operand = std::move(open.back());
      open.pop_back();
      Json& expr = *operand.expr;
      if (expr["parentheses"] == needed_parentheses(expr, operand.level)) {
        expr.erase("parentheses");
      }
      for (GraphOperand& inner : operands_of(expr)) {
        open.push_back(std::move(inner));
      }
    }
  }

  const DocumentText& document_;
  const GraphLines& lines_;
  std::uint32_t graph_;
  std::vector<NameId> bound_;
};

}  // namespace

Json expression_json(const DocumentText& document, const GraphLines& lines, std::uint32_t graph,
                     syntax::ExprId expr) {
  return ExpressionWriter(document, lines, graph).written(expr);
}

}  // namespace weft::live
