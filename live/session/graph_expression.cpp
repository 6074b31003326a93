#include "live/session/graph_expression.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "support/json.h"

namespace weft::live {
namespace {

// How tightly expressions bind. Binary operators have C's precedences, 1 to 10.
constexpr int function_level = -1;
constexpr int select_level = 0;
constexpr int unary_level = 20;
constexpr int primary_level = 100;

int binary_level(std::string_view spelling) {
  constexpr auto levels = std::to_array<std::pair<std::string_view, int>>({{"*", 10},
                                                                           {"/", 10},
                                                                           {"%", 10},
                                                                           {"+", 9},
                                                                           {"-", 9},
                                                                           {"<<", 8},
                                                                           {">>", 8},
                                                                           {"<", 7},
                                                                           {"<=", 7},
                                                                           {">", 7},
                                                                           {">=", 7},
                                                                           {"==", 6},
                                                                           {"!=", 6},
                                                                           {"&", 5},
                                                                           {"^", 4},
                                                                           {"|", 3},
                                                                           {"&&", 2},
                                                                           {"||", 1}});
  const auto* const found = std::find_if(std::begin(levels), std::end(levels),
                                         [&](const auto& each) { return each.first == spelling; });
  return found != std::end(levels) ? found->second : primary_level;
}

bool has_pairs(const Json& expr) {
  const auto pairs = expr.find("parentheses");
  return pairs != expr.end() && pairs->get<std::uint32_t>() > 0;
}

bool is_selection(const Json& expr) {
  return has_form(expr, "operator") && expr["operands"].size() == 3;
}

int level_of(const Json& expr) {
  if (has_form(expr, "as")) {
    return any_level;
  }
  if (has_form(expr, "function")) {
    return function_level;
  }
  if (!has_form(expr, "operator")) {
    return primary_level;
  }
  if (!is_selection(expr)) {
    return expr["operands"].size() == 1
               ? unary_level
               : binary_level(expr["operator"].get_ref<const std::string&>());
  }
  // A function at the end of a selection takes what follows for its own.
  const Json* last = &expr;
  while (is_selection(*last) && (last == &expr || !has_pairs(*last))) {
    last = &(*last)["operands"][2];
  }
  return has_form(*last, "function") && !has_pairs(*last) ? function_level : select_level;
}

void add_arguments(Json& expr, std::vector<GraphOperand>& into) {
  for (Json& argument : expr["arguments"]) {
    const auto port = argument.find("port");
    into.push_back(
        {&argument["value"], any_level,
         port != argument.end() ? port->get<std::string>() : std::to_string(into.size())});
  }
}

void add_operands(Json& expr, std::vector<GraphOperand>& into) {
  Json& operands = expr["operands"];
  if (operands.size() == 1) {
    into.push_back({&operands[0], unary_level, "0"});
  } else if (operands.size() == 3) {
    into.push_back({&operands[0], select_level + 1, "0"});
    into.push_back({&operands[1], any_level, "1"});
    into.push_back({&operands[2], function_level, "2"});
  } else {
    const int level = binary_level(expr["operator"].get_ref<const std::string&>());
    into.push_back({&operands[0], level, "0"});
    into.push_back({&operands[1], level + 1, "1"});
  }
}

}  // namespace

bool has_form(const Json& expr, const char* form) { return expr.contains(form); }

std::vector<GraphOperand> operands_of(Json& expr) {
  std::vector<GraphOperand> found;
  if (has_form(expr, "operator")) {
    add_operands(expr, found);
  } else if (has_form(expr, "call")) {
    add_arguments(expr, found);
  } else if (has_form(expr, "apply")) {
    found.push_back({&expr["apply"], primary_level, "0"});
    add_arguments(expr, found);
  } else if (has_form(expr, "member")) {
    found.push_back({&expr["of"], primary_level, "0"});
  } else if (has_form(expr, "index")) {
    found.push_back({&expr["of"], primary_level, "0"});
    found.push_back({&expr["index"], any_level, "1"});
  } else if (has_form(expr, "as")) {
    found.push_back({&expr["of"], select_level, "0"});
  } else if (has_form(expr, "with")) {
    found.push_back({&expr["of"], primary_level, "0"});
    for (Json& injection : expr["with"]) {
      found.push_back({&injection["value"], any_level, std::to_string(found.size())});
    }
  } else if (has_form(expr, "function")) {
    found.push_back({&expr["body"], any_level, "0"});
  } else if (has_form(expr, "loop")) {
    found.push_back({&expr["loop"], primary_level, "0"});
    for (Json& state : expr["states"]) {
      found.push_back({&state["value"], any_level, std::to_string(found.size())});
    }
    for (Json& binding : expr["bindings"]) {
      for (GraphOperand& value : values_of(binding)) {
        found.push_back({value.expr, any_level, std::to_string(found.size())});
      }
    }
  }
  return found;
}

std::vector<GraphOperand> values_of(Json& item) {
  std::vector<GraphOperand> found;
  if (item["kind"] == "stitch") {
    for (Json& node : item["nodes"]) {
      for (GraphOperand& value : values_of(node)) {  // stitch blocks do not nest
        found.push_back(std::move(value));
      }
    }
  } else if (item.contains("value")) {
    found.push_back({&item["value"], any_level, ""});
  }
  return found;
}

std::uint32_t needed_parentheses(const Json& expr, int level) {
  return level_of(expr) < level ? 1 : 0;
}

std::uint32_t parentheses_of(const Json& expr, int level) {
  const auto pairs = expr.find("parentheses");
  return pairs != expr.end() ? pairs->get<std::uint32_t>() : needed_parentheses(expr, level);
}

std::string json_text(const Json& json) {
  struct Open {
    Json::const_iterator next, end;
    bool is_object;
  };
  std::string text;
  std::vector<Open> open;
  const Json* value = &json;
  for (;;) {
    if (value != nullptr && value->is_structured()) {
      text += value->is_object() ? '{' : '[';
      open.push_back({value->begin(), value->end(), value->is_object()});
    } else if (value != nullptr) {
      text += value->dump(-1, ' ', false, Json::error_handler_t::replace);
    }
    while (!open.empty() && open.back().next == open.back().end) {
      text += open.back().is_object ? '}' : ']';
      open.pop_back();
    }
    if (open.empty()) {
      return text;
    }
    Open& in = open.back();
    text += text.back() == '{' || text.back() == '[' ? "" : ",";
    if (in.is_object) {
      text += Json(in.next.key()).dump(-1, ' ', false, Json::error_handler_t::replace) + ":";
    }
    value = &*in.next;
    ++in.next;
  }
}

}  // namespace weft::live
