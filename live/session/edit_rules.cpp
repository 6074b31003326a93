#include "live/session/edit_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "fragments/syntax/lexer.h"
#include "fragments/syntax/parser.h"
#include "support/spelling.h"

namespace weft::live {

Diagnostic edit_error(Code code, std::string_view node, std::string_view port, std::string message,
                      std::string hint) {
  Diagnostic diagnostic = error(code, std::move(message), std::move(hint));
  diagnostic.node = std::string(node);
  diagnostic.port = std::string(port);
  return diagnostic;
}

Diagnostics check_expression(std::string_view text, std::string_view node, std::string_view port) {
  Interner names;
  const SourceFile source("edit", std::string(text));
  Diagnostics errors = parse_expression(FileId(0), source, names).diagnostics;
  const bool may_have_line_comment = text.find("//") != std::string_view::npos;
  if (errors.empty() && may_have_line_comment) {
    for (const Comment& comment : lex(FileId(0), source, names).comments) {
      if (errors.empty() && comment.kind != Comment::Kind::Block) {
        errors.push_back(error(Code::SyntaxError, "a line comment would hide what follows it",
                               "write /* … */, or edit the text"));
      }
    }
  }
  for (Diagnostic& each : errors) {
    each.message = fmt::format("'{}' is not an expression: {}", text, each.message);
    each.span = std::nullopt;
    each.notes.clear();
    each.node = std::string(node);
    each.port = std::string(port);
  }
  return errors;
}

bool is_primary_text(std::string_view text) {
  Interner names;
  const SourceFile source("edit", std::string(text));
  const ParsedExpression parsed = parse_expression(FileId(0), source, names);
  return parsed.expr && is_primary(parsed.module, *parsed.expr);
}

namespace {

/// A literal of a type without fractions; empty if it does not have the number.
std::string whole_text(double number, NumberForm form) {
  constexpr double greatest_int = 2147483647.0;
  constexpr double greatest_uint = 4294967295.0;
  if (form == NumberForm::Bool) {
    return number == 0.0 ? "false" : number == 1.0 ? "true" : "";
  }
  if (form == NumberForm::Float || number != std::floor(number)) {
    return {};
  }
  if (std::abs(number) <= greatest_int && (form == NumberForm::Int || number >= 0.0)) {
    return fmt::format("{}", static_cast<std::int64_t>(number));
  }
  if (form == NumberForm::Int && number == -greatest_int - 1.0) {
    return "(-2147483647 - 1)";  // a literal has no sign
  }
  return form == NumberForm::Uint && number > 0.0 && number <= greatest_uint
             ? fmt::format("{}u", static_cast<std::int64_t>(number))
             : "";
}

}  // namespace

std::string number_text(double number, NumberForm form) {
  if (std::string whole = whole_text(number, form); !whole.empty()) {
    return whole;
  }
  std::string text = fmt::format("{}", static_cast<float>(number));
  if (text.find_first_of(".e") == std::string::npos) {
    text += ".0";
  }
  return text;
}

Result<std::string> value_text(const std::variant<std::string, std::vector<double>>& value,
                               std::string_view node, std::string_view port, NumberForm form) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    Diagnostics errors = check_expression(*text, node, port);
    if (!errors.empty()) {
      return failed(std::move(errors));
    }
    return *text;
  }
  const auto& numbers = std::get<std::vector<double>>(value);
  if (numbers.empty() || numbers.size() > 4) {
    return failed(edit_error(Code::WrongArguments, node, port,
                             fmt::format("{} numbers make no value", numbers.size()),
                             "give one to four numbers, or the text of an expression"));
  }
  std::string text;
  for (const double number : numbers) {
    if (!(std::abs(number) <= static_cast<double>(std::numeric_limits<float>::max()))) {
      return failed(edit_error(
          Code::OutOfRange, node, port,
          fmt::format("{} cannot be the value of '{}'", number, port.empty() ? node : port),
          "values are finite floats"));
    }
    text += (text.empty() ? "" : ", ") + number_text(number, form);
  }
  constexpr std::array<std::string_view, 4> scalars = {"float", "int", "uint", "bool"};
  return numbers.size() == 1 ? text
                             : fmt::format("{}{}({})", scalars[static_cast<std::size_t>(form)],
                                           numbers.size(), text);
}

Diagnostics check_name(std::string_view name, std::string_view node) {
  if (is_name(name)) {
    return {};
  }
  return {edit_error(Code::BadDeclaration, node, "",
                     is_reserved_word(name) ? fmt::format("'{}' is a reserved word", name)
                                            : fmt::format("'{}' is not a name", name),
                     "names are letters, digits and _, and do not begin with a digit")};
}

Diagnostics check_new_name(const EditContext& context, const NewName& name) {
  Diagnostics errors = check_name(name.name, name.node);
  if (!errors.empty()) {
    return errors;
  }
  if (name.is_taken) {
    return {edit_error(Code::DuplicateName, name.node, "",
                       fmt::format("'{}' has a node '{}' already",
                                   context.document.graphs()[name.graph].name, name.name))};
  }
  if (!name.is_output && context.fragments.is_feature_space(name.name)) {
    return {
        edit_error(Code::HiddenNamespace, name.node, "",
                   fmt::format("a node '{}' would hide the features {}.…", name.name, name.name))};
  }
  if (name.passed_by) {
    const NodeId reader = id_of(context.document, context.names, *name.passed_by);
    const std::string message =
        ports_of(context, name.name).empty()
            ? fmt::format("'{}' names the value '{}' of an enum, and would read the node instead",
                          reader, name.name)
            : fmt::format("'{}' passes the fragment '{}', and would pass the node instead", reader,
                          name.name);
    return {edit_error(Code::DuplicateName, name.node, "", message, "choose another name")};
  }
  return {};
}

Diagnostics check_new_name(const EditContext& context, std::uint32_t graph, std::string_view name,
                           bool is_output, std::string_view node) {
  const bool is_taken = context.document.find_node(graph, name, is_output).has_value();
  const auto passed_by = is_output ? std::nullopt : node_that_passes(context, graph, name);
  return check_new_name(context, {graph, name, node, is_output, is_taken, passed_by});
}

std::vector<const syntax::Signature*> signatures_of(const DocumentText& document,
                                                    std::string_view fragment) {
  std::vector<const syntax::Signature*> found;
  for (const syntax::Declaration& declaration : document.module().declarations) {
    const syntax::Signature* signature = signature_of(declaration);
    if (signature != nullptr && document.spelling(signature->name.name) == fragment) {
      found.push_back(signature);
    }
  }
  return found;
}

std::vector<std::vector<std::string>> ports_of(const EditContext& context,
                                               std::string_view fragment) {
  const DocumentText& document = context.document;
  std::vector<std::vector<std::string>> found;
  for (const syntax::Signature* signature : signatures_of(document, fragment)) {
    std::vector<std::string>& names = found.emplace_back();
    for (const syntax::Port& port : signature->ports) {
      names.emplace_back(document.spelling(port.name.name));
    }
  }
  for (std::vector<std::string>& ports : context.fragments.ports(fragment)) {
    if (std::find(found.begin(), found.end(), ports) == found.end()) {
      found.push_back(std::move(ports));
    }
  }
  return found;
}

std::vector<std::uint32_t> nodes_read_by(const EditContext& context, std::uint32_t graph,
                                         std::string_view expression) {
  Interner names;
  const SourceFile source("edit", std::string(expression));
  const ParsedExpression parsed = parse_expression(FileId(0), source, names);
  std::vector<std::uint32_t> read;
  if (parsed.expr) {
    for (const NameUse& use : names_in(parsed.module, *parsed.expr)) {
      if (const auto node = context.document.find_node(graph, names.text(use.name), false)) {
        read.push_back(*node);
      }
    }
  }
  return read;
}

Diagnostics check_cycle(const EditContext& context, std::uint32_t node,
                        const std::vector<std::uint32_t>& read, std::string_view id,
                        std::string_view port) {
  const DocumentText& document = context.document;
  if (document.nodes()[node].kind != NodeKind::Value) {
    return {};  // nothing reads an output; parameters and ports read nothing
  }
  constexpr std::uint32_t none = 0xffffffff;
  const DocumentGraph& graph = document.graphs()[document.nodes()[node].graph];
  std::vector<std::uint32_t> reader(graph.node_count, none);  // who mentions it, seen from `node`
  std::vector<std::uint32_t> open;
  const auto visit = [&](std::uint32_t mentioned, std::uint32_t by) {
    if (reader[mentioned - graph.first_node] == none) {
      reader[mentioned - graph.first_node] = by;
      open.push_back(mentioned);
    }
  };
  for (const std::uint32_t each : read) {
    visit(each, node);
  }
  while (!open.empty() && reader[node - graph.first_node] == none) {
    const std::uint32_t current = open.back();
    open.pop_back();
    const DocumentNode& reading = document.nodes()[current];
    if (reading.kind != NodeKind::Value || !reading.value) {
      continue;
    }
    for (const NameUse& use : names_in(document.module(), *reading.value)) {
      if (const auto found =
              document.find_node(reading.graph, document.spelling(use.name), false)) {
        visit(*found, current);
      }
    }
  }
  if (reader[node - graph.first_node] == none) {
    return {};
  }
  std::string cycle(document.nodes()[node].name);
  std::uint32_t at = reader[node - graph.first_node];
  for (int i = 0; at != node && i < 8; ++i) {
    cycle = fmt::format("{} -> {}", document.nodes()[at].name, cycle);
    at = reader[at - graph.first_node];
  }
  cycle = fmt::format("{} -> {}{}", document.nodes()[node].name, at != node ? "… -> " : "", cycle);
  return {edit_error(
      Code::GraphCycle, id, port,
      fmt::format("'{}' would depend on itself: {}", document.nodes()[node].name, cycle))};
}

Diagnostics check_movable(const EditContext& context, std::uint32_t node, syntax::ExprId expr,
                          std::string_view id, std::string_view port) {
  const syntax::Module& module = context.document.module();
  const Span span = module.exprs[expr].span;
  syntax::ExprId at = *context.document.nodes()[node].value;
  while (at != expr) {
    const syntax::ExprId holder = unwrapped(module, at);
    const std::vector<Operand> operands = operands_of(module, holder);
    std::size_t i = 0;
    const auto holds = [&](const Operand& operand) {
      const Span around = module.exprs[operand.expr].span;
      return around.begin <= span.begin && span.end <= around.end;
    };
    while (i < operands.size() && !holds(operands[i])) {
      ++i;
    }
    if (i == operands.size()) {
      break;  // `expr` is what `at` wraps
    }
    const auto& kind = module.exprs[holder].kind;
    const auto* loop = std::get_if<syntax::LoopExpr>(&kind);
    const bool is_inside = std::holds_alternative<syntax::LambdaExpr>(kind) ||
                           (std::holds_alternative<syntax::WithExpr>(kind) && i == 0) ||
                           (loop != nullptr && i > loop->states.size());
    if (is_inside) {
      return {edit_error(Code::WrongArguments, id, port,
                         "an expression inside a function, a loop or 'with' cannot move out of it",
                         "edit the text")};
    }
    at = operands[i].expr;
  }
  return {};
}

Splice replace_operand(const DocumentText& document, const Operand& operand,
                       std::string_view text) {
  const Span span = document.module().exprs[operand.expr].span;
  const bool needs_parentheses = !operand.is_delimited && !is_primary_text(text);
  return {span.begin, span.end, needs_parentheses ? fmt::format("({})", text) : std::string(text)};
}

Result<PlannedEdit> plan_edit(const EditContext& context, const Edit& edit) {
  const bool is_text =
      std::holds_alternative<SetText>(edit) || std::holds_alternative<SetDocument>(edit);
  if (!is_text && has_errors(context.document.diagnostics())) {
    Diagnostic refused = edit_error(
        Code::SyntaxError, "", "", "the document's text does not parse, so its nodes are not known",
        "mend the text or undo");
    refused.notes.push_back({context.document.diagnostics().front().message,
                             context.document.diagnostics().front().span});
    return failed(std::move(refused));
  }
  auto planned = std::visit([&](const auto& each) { return plan(context, each); }, edit);
  if (planned) {
    sort_splices(planned->splices);
  }
  return planned;
}

}  // namespace weft::live
