#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "fragments/syntax/print_syntax.h"
#include "live/session/edit_rules.h"
#include "live/session/graph_expression.h"
#include "live/session/graph_json.h"
#include "live/session/graph_names.h"
#include "live/session/graph_shapes.h"
#include "live/session/read_json.h"
#include "support/json.h"

namespace weft::live {
namespace {

std::string string_token(std::string_view value) {
  std::string text = "\"";
  for (const char c : value) {
    if (c == '\n') {
      text += "\\n";
    } else if (c == '\t') {
      text += "\\t";
    } else {
      text += c == '"' || c == '\\' ? "\\" : "";
      text += c;
    }
  }
  return text + '"';
}

/// Spells out a document from a stack of what is still to come. Layout is the formatter's.
class TextWriter {
 public:
  std::string written(Json& document) {
    for (Json& each : document["declarations"]) {
      declare(each);
    }
    lines(document, "end");
    return std::move(text_);
  }

 private:
  using Piece = std::variant<std::string, GraphOperand>;

  static std::string text_of(const Json& json, const char* member) {
    const auto found = json.find(member);
    return found != json.end() ? found->get<std::string>() : std::string();
  }

  void lines(const Json& json, const char* member) { text_ += lines_text(json, member); }

  static std::string lines_text(const Json& json, const char* member) {
    std::string text;
    if (const auto found = json.find(member); found != json.end()) {
      for (const Json& line : *found) {
        text += line.get_ref<const std::string&>() + "\n";
      }
    }
    return text;
  }

  static std::string line_end(const Json& json) {
    const std::string comment = text_of(json, "after");
    const std::string data = text_of(json, "data");
    return (comment.empty() ? "" : " " + comment) + (data.empty() ? "" : " //@ " + data) + "\n";
  }

  void declare(Json& json) {
    lines(json, "before");
    const auto& kind = json["kind"].get_ref<const std::string&>();
    if (kind == "text") {
      text_ += text_of(json, "text");
    } else {
      text_ +=
          fmt::format("{} {}{}\n{{\n", kind, text_of(json, "name"), text_of(json, "signature"));
      for (Json& item : json["nodes"]) {
        std::vector<Piece> pieces;
        add_item(item, pieces);
        spell(std::move(pieces));
      }
      lines(json, "end");
      text_ += "}";
    }
    text_ += line_end(json);
  }

  static void add_item(Json& item, std::vector<Piece>& into) {
    const auto& kind = item["kind"].get_ref<const std::string&>();
    std::string head = lines_text(item, "before");
    if (kind == "stitch") {
      into.emplace_back(head + "stitch {\n");
      for (Json& node : item["nodes"]) {
        add_item(node, into);  // stitch blocks do not nest
      }
      into.emplace_back(lines_text(item, "end") + "}" + line_end(item));
      return;
    }
    if (kind == "parameter") {
      const std::string variant = text_of(item, "variant");
      head += variant + (variant.empty() ? "param " : " param ");
    } else if (kind == "output") {
      head += "output ";
    }
    head += text_of(item, "name");
    if (item.contains("type")) {
      head += ": " + text_of(item, "type");
    }
    head += item.contains("value") && item.contains("name") ? " = " : "";
    into.emplace_back(std::move(head));
    for (GraphOperand& value : values_of(item)) {
      into.emplace_back(std::move(value));
    }
    if (const auto meta = item.find("meta"); meta != item.end() && !meta->empty()) {
      std::string_view separator = " [";
      for (Json& entry : *meta) {
        into.emplace_back(fmt::format("{}{}: ", separator, text_of(entry, "name")));
        into.emplace_back(GraphOperand{&entry["value"], any_level, {}});
        separator = ", ";
      }
      into.emplace_back("]");
    }
    into.emplace_back(";" + line_end(item));
  }

  void spell(std::vector<Piece> pieces) {
    std::vector<Piece> open(std::make_move_iterator(pieces.rbegin()),
                            std::make_move_iterator(pieces.rend()));
    while (!open.empty()) {
      const Piece piece = std::move(open.back());
      open.pop_back();
      if (const auto* text = std::get_if<std::string>(&piece)) {
        text_ += *text;
        continue;
      }
      const auto& operand = std::get<GraphOperand>(piece);
      std::vector<Piece> inner;
      const std::uint32_t pairs = parentheses_of(*operand.expr, operand.level);
      inner.emplace_back(std::string(pairs, '('));
      add_expression(*operand.expr, inner);
      inner.emplace_back(std::string(pairs, ')'));
      open.insert(open.end(), std::make_move_iterator(inner.rbegin()),
                  std::make_move_iterator(inner.rend()));
    }
  }

  static void add_expression(Json& expr, std::vector<Piece>& into) {
    std::vector<GraphOperand> operands = operands_of(expr);
    const auto operand = [&](std::size_t i) { into.emplace_back(std::move(operands[i])); };
    const auto text = [&](std::string spelled) { into.emplace_back(std::move(spelled)); };
    for (const char* const member : {"node", "local", "number", "color"}) {
      if (expr.contains(member)) {
        text(text_of(expr, member));
        return;
      }
    }
    if (expr.contains("bool")) {
      text(expr["bool"].get<bool>() ? "true" : "false");
    } else if (expr.contains("string")) {
      text(string_token(text_of(expr, "string")));
    } else if (expr.contains("operator")) {
      add_operator(text_of(expr, "operator"), operands, into);
    } else if (expr.contains("call") || expr.contains("apply")) {
      const std::size_t first = expr.contains("apply") ? 1 : 0;
      if (first == 1) {
        operand(0);
      }
      text(text_of(expr, first == 1 ? "" : "call") + "(");
      const Json& arguments = expr["arguments"];
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string port = text_of(arguments[i], "port");
        text((i > 0 ? ", " : "") + port + (port.empty() ? "" : ": "));
        operand(first + i);
      }
      text(")");
    } else if (expr.contains("member")) {
      operand(0);
      text(" ." + text_of(expr, "member"));
    } else if (expr.contains("index")) {
      operand(0);
      text("[");
      operand(1);
      text("]");
    } else if (expr.contains("as")) {
      operand(0);
      text(" as " + text_of(expr, "as"));
    } else if (expr.contains("with")) {
      add_injections(expr, operands, into);
    } else if (expr.contains("function")) {
      text(fmt::format("({}) => ",
                       fmt::join(expr["function"].get<std::vector<std::string>>(), ", ")));
      operand(0);
    } else if (expr.contains("loop")) {
      add_loop(expr, operands, into);
    } else {
      text(text_of(expr, "name"));
    }
  }

  static void add_operator(const std::string& spelled, std::vector<GraphOperand>& operands,
                           std::vector<Piece>& into) {
    const bool is_selection = operands.size() == 3;
    into.emplace_back(operands.size() == 1 ? spelled + " " : std::string());
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (i > 0) {
        into.emplace_back(fmt::format(" {} ", !is_selection ? spelled : i == 1 ? "?" : ":"));
      }
      into.emplace_back(std::move(operands[i]));
    }
  }

  static void add_injections(const Json& expr, std::vector<GraphOperand>& operands,
                             std::vector<Piece>& into) {
    into.emplace_back(std::move(operands[0]));
    std::string separator = " with (";
    const Json& injections = expr["with"];
    for (std::size_t i = 0; i < injections.size(); ++i) {
      into.emplace_back(separator + text_of(injections[i], "feature") + ": ");
      into.emplace_back(std::move(operands[i + 1]));
      separator = injections[i].contains("keeps_frame") ? " keeps frame, " : ", ";
    }
    into.emplace_back(separator.substr(0, separator.size() - 2) + ")");
  }

  static void add_loop(Json& expr, std::vector<GraphOperand>& operands, std::vector<Piece>& into) {
    into.emplace_back("loop ");
    into.emplace_back(std::move(operands[0]));
    into.emplace_back(" with (");
    const Json& states = expr["states"];
    for (std::size_t i = 0; i < states.size(); ++i) {
      into.emplace_back(fmt::format("{}{}: {} = ", i > 0 ? ", " : "", text_of(states[i], "name"),
                                    text_of(states[i], "type")));
      into.emplace_back(std::move(operands[i + 1]));
    }
    into.emplace_back(") {\n");
    for (Json& item : expr["bindings"]) {
      add_item(item, into);
    }
    into.emplace_back(lines_text(expr, "end") + "}");
  }

  std::string text_;
};

}  // namespace

/// As deep as expressions of 20,000 operators.
constexpr std::size_t greatest_nesting = 50'000;

Result<std::string> graph_text(std::string_view json) {
  auto parsed = read_json(json, greatest_nesting);
  if (!parsed) {
    return failed(error(Code::SyntaxError, "the document is " + parsed.error()));
  }
  Json& document = *parsed;
  Diagnostics errors = check_shapes(document);
  if (errors.empty()) {
    errors = check_names(document);
  }
  if (!errors.empty()) {
    return failed(std::move(errors));
  }
  const DocumentText text("json", TextWriter().written(document));
  if (!has_errors(text.diagnostics())) {
    return print_module(text.module(), text.source(), text.identifiers());
  }
  const NodeNames names;
  for (const Diagnostic& each : text.diagnostics()) {
    errors.push_back(edit_error(each.code, each.span ? id_at(text, names, *each.span) : NodeId(),
                                "", fmt::format("the text would not parse: {}", each.message),
                                each.hint));
  }
  return failed(std::move(errors));
}

}  // namespace weft::live
