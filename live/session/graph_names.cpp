#include "live/session/graph_names.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fragments/syntax/lexer.h"
#include "live/session/edit_rules.h"
#include "live/session/graph_expression.h"
#include "live/session/graph_pieces.h"
#include "live/session/graph_shapes.h"
#include "support/json.h"
#include "support/spelling.h"

namespace weft::live {
namespace {

const std::string& text_of(const Json& json, const char* member) {
  return json.find(member)->get_ref<const std::string&>();
}

class NameChecker {
 public:
  Diagnostics check(Json& document) {
    check_lines(document, 0);
    std::map<std::string, int, std::less<>> count;
    std::size_t index = 0;
    for (Json& each : document["declarations"]) {
      const std::string position = fmt::format("declarations/{}", index++);
      if (each["kind"] == "text") {
        const std::uint32_t place = places_.add(0, "", position);
        check_lines(each, place);
        if (!is_other_declaration(text_of(each, "text"))) {
          wrong(Code::SyntaxError, place,
                "the text is not one declaration, or is a material or graph");
        }
        continue;
      }
      const std::string& name = text_of(each, "name");
      const int number = ++count[name];
      check_graph(each, number > 1 ? fmt::format("{}~{}", name, number) : name, number);
    }
    return std::move(errors_);
  }

 private:
  struct Reference {
    std::string name;
    std::uint32_t place;
  };

  void wrong(Code code, std::uint32_t place, std::string message, std::string hint = {}) {
    if (errors_.size() < most_graph_errors) {
      errors_.push_back(edit_error(code, places_.node(place), places_.port(place),
                                   std::move(message), std::move(hint)));
    }
  }

  void check_name(std::uint32_t place, const std::string& name) {
    if (!is_name(name)) {
      wrong(Code::BadDeclaration, place,
            is_reserved_word(name) ? fmt::format("'{}' is a reserved word", name)
                                   : fmt::format("'{}' is not a name", name));
    }
  }

  void check_type(const Json& json, std::uint32_t place) {
    const auto type = json.find("type");
    if (type == json.end() || good_types_.contains(type->get_ref<const std::string&>())) {
      return;
    }
    const auto& text = type->get_ref<const std::string&>();
    if (is_type(text)) {
      good_types_.insert(text);
    } else {
      wrong(Code::SyntaxError, place, fmt::format("'{}' is not a type", text));
    }
  }

  void check_lines(const Json& json, std::uint32_t place) {
    for (const char* const member : {"before", "end"}) {
      const auto lines = json.find(member);
      for (std::size_t i = 0; lines != json.end() && i < lines->size(); ++i) {
        const auto& line = (*lines)[i].get_ref<const std::string&>();
        if (!line.empty() && !is_comment(line, false)) {
          wrong(Code::SyntaxError, place, fmt::format("'{}' is not a comment", line));
        }
      }
    }
    const auto data = json.find("data");
    if (const auto after = json.find("after"); after != json.end()) {
      const auto& text = after->get_ref<const std::string&>();
      const bool is_one_line = !text.starts_with("/*");
      if (!is_comment(text, is_one_line) || text.find("//@") != std::string::npos ||
          (data != json.end() && !text.starts_with("//"))) {
        wrong(Code::SyntaxError, place,
              fmt::format("'{}' cannot be the comment at the end of the line", text));
      }
    }
    if (data != json.end()) {
      const auto& text = data->get_ref<const std::string&>();
      const bool is_padded = text.empty() || text.front() == ' ' || text.back() == ' ';
      if (is_padded || text.find("//@") != std::string::npos || !is_comment("//@ " + text, true)) {
        wrong(Code::WrongArguments, place,
              "an editor's data are one line without '//@', or left out");
      }
    }
  }

  void check_id(const Json& json, std::uint32_t place, const std::string& expected) {
    const auto id = json.find("id");
    if (id != json.end() && *id != expected) {
      wrong(Code::WrongArguments, place,
            fmt::format("the id is '{}' and not '{}'", expected, text_of(json, "id")),
            "ids are made of names; they may be left out");
    }
  }

  void check_graph(Json& graph, const std::string& id, int number) {
    id_ = id;
    values_.clear();
    outputs_.clear();
    read_.clear();
    const std::uint32_t place = places_.add(0, "", id);
    const bool is_material = graph["kind"] == "material";
    check_lines(graph, place);
    check_name(place, text_of(graph, "name"));
    check_id(graph, place, id);
    if (number > 1 && is_material) {
      wrong(Code::DuplicateName, place,
            fmt::format("there are several '{}'", text_of(graph, "name")));
    }
    if (!is_material) {
      const auto ports = ports_in(text_of(graph, "signature"));
      if (!ports) {
        wrong(Code::SyntaxError, place, "the text is not what follows the name of a graph",
              "written: (x: float) -> float");
        return;
      }
      for (const std::string& port : *ports) {
        values_.emplace(port, place);
      }
    }
    std::vector<std::pair<Json*, std::uint32_t>> items;
    collect_items(graph["nodes"], place, is_material, items);
    for (const auto& [item, at] : items) {
      check_item(*item, at);
    }
    check_cycles();
  }

  void collect_items(Json& nodes, std::uint32_t graph, bool is_material,
                     std::vector<std::pair<Json*, std::uint32_t>>& into, bool is_stitched = false) {
    for (Json& item : nodes) {
      const std::string& kind = text_of(item, "kind");
      const std::uint32_t place =
          kind == "stitch" ? graph : places_.add(graph, "", item_id(id_, item));
      check_lines(item, place);
      if (kind == "stitch") {
        if (is_stitched) {
          wrong(Code::SyntaxError, place, "stitch blocks do not nest");
        } else {
          collect_items(item["nodes"], graph, is_material, into, true);
        }
        continue;
      }
      if (kind == "parameter" && (!is_material || is_stitched)) {
        wrong(Code::BadDeclaration, place,
              is_material ? "a parameter is not part of a stitch block"
                          : "a graph has ports in the place of parameters");
      }
      check_id(item, place, item_id(id_, item));
      into.emplace_back(&item, place);
      if (!item.contains("name")) {
        if (is_material || !item.contains("value")) {
          wrong(Code::WrongArguments, place, "an output without a name has a value, in a graph");
        }
        continue;
      }
      check_name(place, text_of(item, "name"));
      if (!(kind == "output" ? outputs_ : values_).emplace(text_of(item, "name"), place).second) {
        wrong(Code::DuplicateName, place,
              fmt::format("'{}' has several nodes '{}'", id_, text_of(item, "name")));
      }
    }
  }

  void check_item(Json& item, std::uint32_t place) {
    const std::string& kind = text_of(item, "kind");
    check_type(item, place);
    if (const auto variant = item.find("variant");
        variant != item.end() && *variant != "static" && *variant != "spec") {
      wrong(Code::WrongArguments, place, "the variant of a parameter is static or spec");
    }
    if (const auto meta = item.find("meta"); meta != item.end()) {
      for (Json& entry : *meta) {
        check_name(place, text_of(entry, "name"));
        std::vector<Reference> ignored;
        check_expression(entry["value"], places_.add(place, text_of(entry, "name")), ignored);
      }
    }
    std::vector<Reference> read;
    if (item.contains("value")) {
      check_expression(item["value"], place, read);
    } else if (kind == "output" && item.contains("name")) {
      check_reference({text_of(item, "name"), place});
    }
    if (kind == "value") {
      read_[text_of(item, "name")] = std::move(read);
    }
  }

  void check_reference(const Reference& reference) {
    if (!values_.contains(reference.name)) {
      std::vector<std::string_view> known;
      known.reserve(values_.size());
      for (const auto& [name, place] : values_) {
        known.push_back(name);
      }
      wrong(Code::UnknownName, reference.place,
            fmt::format("'{}' has no node '{}'", id_, reference.name),
            spelling_.hint(reference.name, [&] { return known; }));
    }
  }

  struct Visit {
    GraphOperand operand;
    std::uint32_t place;
    std::size_t bound;
  };

  void check_expression(Json& root, std::uint32_t place, std::vector<Reference>& read) {
    std::vector<Visit> open{{{&root, any_level, ""}, place, 0}};
    bound_.clear();
    while (!open.empty()) {
      const Visit visit = std::move(open.back());
      open.pop_back();
      bound_.resize(visit.bound);
      Json& expr = *visit.operand.expr;
      const std::size_t errors = errors_.size();
      check_form(expr, visit.place, read);
      if (errors_.size() != errors) {
        continue;
      }
      if (parentheses_of(expr, visit.operand.level) <
          needed_parentheses(expr, visit.operand.level)) {
        wrong(Code::SyntaxError, visit.place, "the expression needs parentheses there",
              "leave out the member 'parentheses'");
      }
      const std::size_t outside = bound_.size();
      const std::size_t states = expr.contains("loop") ? 1 + expr["states"].size() : 0;
      bind_names(expr, visit.place);
      std::vector<GraphOperand> operands = operands_of(expr);
      for (std::size_t i = 0; i < operands.size(); ++i) {
        const std::uint32_t inner = places_.add(visit.place, operands[i].label);
        open.push_back({std::move(operands[i]), inner, i < states ? outside : bound_.size()});
      }
    }
  }

  void bind_names(Json& expr, std::uint32_t place) {
    if (expr.contains("function")) {
      for (const Json& name : expr["function"]) {
        bind(name.get<std::string>(), place);
      }
    } else if (expr.contains("loop")) {
      for (const Json& state : expr["states"]) {
        bind(text_of(state, "name"), place);
        check_type(state, place);
      }
      bind_items(expr["bindings"], place, false);
      check_lines(expr, place);
    }
  }

  void bind(const std::string& name, std::uint32_t place) {
    check_name(place, name);
    bound_.push_back(name);
  }

  void bind_items(Json& items, std::uint32_t place, bool is_stitched) {
    for (Json& item : items) {
      const std::string& kind = text_of(item, "kind");
      check_lines(item, place);
      if (kind == "value") {
        bind(text_of(item, "name"), place);
        check_type(item, place);
      } else if (kind == "stitch" && !is_stitched) {
        bind_items(item["nodes"], place, true);
      } else {
        wrong(Code::SyntaxError, place, fmt::format("a loop has no {} there", kind));
      }
      if (item.contains("id") || item.contains("data")) {
        wrong(Code::WrongArguments, place, "what a loop binds has no id and no editor's data");
      }
    }
  }

  void check_form(const Json& expr, std::uint32_t place, std::vector<Reference>& read) {
    const auto is_bound = [&](const std::string& name) {
      return std::find(bound_.begin(), bound_.end(), name) != bound_.end();
    };
    const auto text = [&](const char* member) { return text_of(expr, member); };
    if (expr.contains("node")) {
      read.push_back({text("node"), place});
      check_reference(read.back());
      if (is_bound(text("node"))) {
        wrong(Code::DuplicateName, place,
              fmt::format("'{}' means something else there", text("node")));
      }
    } else if (expr.contains("local")) {
      if (!is_bound(text("local"))) {
        wrong(Code::UnknownName, place, fmt::format("nothing binds '{}' there", text("local")));
      }
    } else if (expr.contains("call")) {
      check_name(place, text("call"));
      for (const Json& argument : expr["arguments"]) {
        if (argument.contains("port")) {
          check_name(place, text_of(argument, "port"));
        }
      }
    } else if (expr.contains("name")) {
      check_name(place, text("name"));
      if (values_.contains(text("name")) || is_bound(text("name"))) {
        wrong(Code::WrongArguments, place, fmt::format("'{}' is declared", text("name")),
              "write 'node' or 'local'");
      }
    } else {
      check_other_form(expr, place);
    }
  }

  void check_other_form(const Json& expr, std::uint32_t place) {
    const auto text = [&](const char* member) { return text_of(expr, member); };
    if (expr.contains("number") && !is_token(text("number"), TokenKind::Number)) {
      wrong(Code::BadNumber, place, fmt::format("'{}' is not a number", text("number")),
            "a negative one is an operator - with an operand");
    } else if (expr.contains("color") && !is_token(text("color"), TokenKind::Color)) {
      wrong(Code::SyntaxError, place, fmt::format("'{}' is not a color", text("color")));
    } else if (expr.contains("operator") &&
               !is_operator(text("operator"), expr["operands"].size())) {
      wrong(Code::WrongArguments, place,
            fmt::format("there is no operator '{}' of {} operands", text("operator"),
                        expr["operands"].size()));
    } else if (expr.contains("member")) {
      check_name(place, text("member"));
    } else if (expr.contains("as") && !is_traits(text("as"))) {
      wrong(Code::SyntaxError, place, fmt::format("'{}' are not traits", text("as")),
            "written: {use: normal}");
    } else if (expr.contains("with")) {
      for (const Json& injection : expr["with"]) {
        if (!is_path(text_of(injection, "feature"))) {
          wrong(Code::WrongArguments, place,
                fmt::format("'{}' is not a feature", text_of(injection, "feature")));
        }
        if (injection.contains("keeps_frame") && injection["keeps_frame"] == false) {
          wrong(Code::WrongArguments, place, "'keeps_frame' is true or left out");
        }
      }
    } else if (expr.contains("loop")) {
      const Json& count = expr["loop"];
      if (!count.contains("number") && !count.contains("node") && !count.contains("local") &&
          !count.contains("name")) {
        wrong(Code::WrongArguments, place, "the number of steps is a number or a name");
      }
    }
  }

  /// Values that read themselves.
  void check_cycles() {
    enum : char { Unseen, Open, Done };
    std::map<std::string_view, char> state;
    struct Step {
      std::string_view node;
      std::size_t next;
    };
    for (const auto& [root, ignored] : read_) {
      std::vector<Step> path;
      if (state[root] == Unseen) {
        path.push_back({root, 0});
        state[root] = Open;
      }
      while (!path.empty()) {
        Step& top = path.back();
        const auto& references = read_.find(top.node)->second;
        if (top.next == references.size()) {
          state[top.node] = Done;
          path.pop_back();
          continue;
        }
        const Reference& reference = references[top.next++];
        const auto target = read_.find(reference.name);
        if (target == read_.end()) {
          continue;
        }
        if (state[target->first] == Open) {
          wrong(Code::GraphCycle, reference.place,
                fmt::format("'{}' depends on itself through '{}'", target->first, top.node));
        } else if (state[target->first] == Unseen) {
          state[target->first] = Open;
          path.push_back({target->first, 0});
        }
      }
    }
  }

  GraphPlaces places_;
  Diagnostics errors_;
  std::string id_;  ///< of the graph that is checked
  std::map<std::string, std::uint32_t, std::less<>> values_, outputs_;
  std::map<std::string, std::vector<Reference>, std::less<>> read_;  ///< by value
  std::vector<std::string> bound_;
  std::set<std::string, std::less<>> good_types_;
  SpellingBudget spelling_;
};

}  // namespace

Diagnostics check_names(Json& document) { return NameChecker().check(document); }

}  // namespace weft::live
