#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "fragments/syntax/characters.h"
#include "fragments/syntax/parser.h"
#include "live/session/edit_rules.h"
#include "live/session/graph_json.h"

namespace weft::live {
namespace {

constexpr std::string_view data_mark = "//@";

/// What follows a statement on its line, if that is blank or a line comment.
Span rest_of_line(const DocumentText& document, const Span& statement) {
  return {statement.file, statement.end, line_end(document.text(), statement.end)};
}

/// Where the editor's data of a node begin; nothing if it has none.
std::optional<std::uint32_t> data_begin(const DocumentText& document, const DocumentNode& node) {
  const std::string_view rest = document.text(rest_of_line(document, node.statement));
  const std::size_t comment = rest.find_first_not_of(" \t");
  if (comment == std::string_view::npos || !rest.substr(comment).starts_with("//")) {
    return std::nullopt;
  }
  const std::size_t mark = rest.find(data_mark, comment);
  if (mark == std::string_view::npos) {
    return std::nullopt;
  }
  return node.statement.end + static_cast<std::uint32_t>(mark);
}

/// Parses what an edit brings as a whole file. The errors have no places: they are about text that
/// is not in the document.
Result<ParsedModule> parse_piece(const std::string& text, Interner& names, std::string_view what,
                                 std::string_view node) {
  const SourceFile source("edit", text);
  ParsedModule parsed = parse_module(FileId(0), source, names);
  if (!has_errors(parsed.diagnostics)) {
    return parsed;
  }
  Diagnostics errors;
  for (const Diagnostic& each : parsed.diagnostics) {
    errors.push_back(
        edit_error(each.code, node, "", fmt::format("{}: {}", what, each.message), each.hint));
  }
  return failed(std::move(errors));
}

/// Text is inserted on lines of its own, so that a line comment at its end hides nothing.
std::string_view trimmed(std::string_view text) {
  constexpr std::string_view spaces = " \t\r\n";
  const std::size_t begin = std::min(text.find_first_not_of(spaces), text.size());
  return text.substr(begin, text.find_last_not_of(spaces) + 1 - begin);
}

const syntax::Identifier* callable_name(const syntax::Declaration& declaration) {
  if (const auto* graph = std::get_if<syntax::GraphDecl>(&declaration.kind)) {
    return &graph->signature.name;
  }
  const auto* leaf = std::get_if<syntax::FragmentDecl>(&declaration.kind);
  return leaf != nullptr ? &leaf->signature.name : nullptr;
}

/// `duplicate-name` if a declaration would change what a name means, of a material, type or
/// fragment. Overloads add a meaning.
Diagnostics check_added_name(const EditContext& context, const syntax::Declaration& declaration,
                             const Interner& names, std::map<std::string_view, bool>& added) {
  if (const auto* material = std::get_if<syntax::MaterialDecl>(&declaration.kind)) {
    const std::string_view name = names.text(material->name.name);
    return context.document.find_graph(name)
               ? Diagnostics{edit_error(Code::DuplicateName, name, "",
                                        fmt::format("the document has '{}' already", name))}
               : Diagnostics();
  }
  const auto* type = std::get_if<syntax::StructDecl>(&declaration.kind);
  const syntax::Identifier* callable = type != nullptr ? &type->name : callable_name(declaration);
  if (callable == nullptr) {
    return {};
  }
  const std::string_view name = names.text(callable->name);
  const auto [known, is_new] = added.emplace(name, type != nullptr);
  std::string message;
  if (!is_new && (known->second || type != nullptr)) {
    message = fmt::format("'{}' is declared twice", name);
  } else if (is_type(context, name)) {
    message = fmt::format("'{}' exists already, as a data type", name);
  } else if (type != nullptr && !ports_of(context, name).empty()) {
    message = fmt::format("'{}' exists already", name);
  }
  if (!message.empty()) {
    return {edit_error(Code::DuplicateName, name, "", std::move(message), "choose another name")};
  }
  return check_calls_stay(context, name, name);
}

}  // namespace

Result<std::string> added_line(const EditContext& context, std::uint32_t graph,
                               const AddNode& edit) {
  const NodeId id = edit.graph + "/" + edit.name;
  Diagnostics errors = check_new_name(context, graph, edit.name, false, id);
  if (errors.empty()) {
    errors = check_expression(edit.expression, id, "");
  }
  if (!errors.empty()) {
    return failed(std::move(errors));
  }
  return edit.name + " = " + edit.expression + ";";
}

Result<PlannedEdit> plan(const EditContext& context, const AddNode& edit) {
  const auto graph = find_graph(context.document, context.names, edit.graph);
  if (!graph) {
    return failed(graph.error());
  }
  const auto line = added_line(context, *graph, edit);
  if (!line) {
    return failed(line.error());
  }
  return PlannedEdit{{add_line(context.document, *graph, *line, false)}};
}

Result<PlannedEdit> plan(const EditContext& context, const AddOutput& edit) {
  const auto graph = find_graph(context.document, context.names, edit.graph);
  if (!graph) {
    return failed(graph.error());
  }
  const NodeId id = fmt::format("{}/out:{}", edit.graph, edit.name);
  Diagnostics errors;
  const bool is_single = edit.name.empty() && !context.document.graphs()[*graph].is_material;
  if (!is_single) {
    errors = check_new_name(context, *graph, edit.name, true, id);
  }
  if (errors.empty() && (is_single || !edit.expression.empty())) {
    errors = check_expression(edit.expression, id, "");
  }
  if (!errors.empty()) {
    return failed(std::move(errors));
  }
  const std::string line = is_single ? fmt::format("output {};", edit.expression)
                           : edit.expression.empty()
                               ? fmt::format("output {};", edit.name)
                               : fmt::format("output {} = {};", edit.name, edit.expression);
  return PlannedEdit{{add_line(context.document, *graph, line, true)}};
}

Result<PlannedEdit> plan(const EditContext& context, const AddParameter& edit) {
  const auto graph = find_graph(context.document, context.names, edit.graph);
  if (!graph) {
    return failed(graph.error());
  }
  if (!context.document.graphs()[*graph].is_material) {
    return failed(edit_error(Code::BadDeclaration, edit.graph, "",
                             "a graph has ports in the place of parameters",
                             "edit its signature as text"));
  }
  Interner names;
  const std::string_view declaration = trimmed(edit.declaration);
  const auto parsed = parse_piece(fmt::format("material m {{\n{}\n}}", declaration), names,
                                  "the parameter", edit.graph);
  if (!parsed) {
    return failed(parsed.error());
  }
  const auto* material =
      parsed->module.declarations.size() == 1
          ? std::get_if<syntax::MaterialDecl>(&parsed->module.declarations.front().kind)
          : nullptr;
  const auto* parameter = material != nullptr && material->items.size() == 1
                              ? std::get_if<syntax::ParameterDecl>(&material->items.front())
                              : nullptr;
  if (parameter == nullptr) {
    return failed(edit_error(Code::SyntaxError, edit.graph, "",
                             fmt::format("'{}' is not one parameter", declaration),
                             "written: param wear: float = 0.5;"));
  }
  const std::string_view name = names.text(parameter->name.name);
  Diagnostics errors =
      check_new_name(context, *graph, name, false, fmt::format("{}/{}", edit.graph, name));
  if (!errors.empty()) {
    return failed(std::move(errors));
  }
  return PlannedEdit{{add_line(context.document, *graph, declaration, false, true)}};
}

Result<PlannedEdit> plan(const EditContext& context, const AddDeclaration& edit) {
  const DocumentText& document = context.document;
  Interner names;
  const std::string_view added = trimmed(edit.text);
  const auto parsed = parse_piece(std::string(added), names, "the declaration", "");
  if (!parsed) {
    return failed(parsed.error());
  }
  bool are_materials = !parsed->module.declarations.empty();
  std::map<std::string_view, bool> names_added;  // whether it is a type
  for (const syntax::Declaration& declaration : parsed->module.declarations) {
    are_materials = are_materials && std::holds_alternative<syntax::MaterialDecl>(declaration.kind);
    Diagnostics errors = check_added_name(context, declaration, names, names_added);
    if (!errors.empty()) {
      return failed(std::move(errors));
    }
  }
  const std::string_view text = document.text();
  const std::string_view line_break = line_break_of(text);
  std::optional<std::uint32_t> end;  // of what it comes after
  for (const syntax::Declaration& declaration : document.module().declarations) {
    if (are_materials || !std::holds_alternative<syntax::MaterialDecl>(declaration.kind)) {
      end = std::max(end.value_or(0), declaration.span.end);
    }
  }
  if (!end) {
    return PlannedEdit{{{0, 0,
                         fmt::format("{}{}{}", added, line_break,
                                     text.empty() ? std::string_view() : line_break)}}};
  }
  const std::uint32_t place = line_end(text, *end);
  return PlannedEdit{{{place, place,
                       fmt::format("{0}{0}{1}{2}", line_break, added,
                                   place == text.size() ? line_break : std::string_view())}}};
}

Result<PlannedEdit> plan(const EditContext& context, const RemoveNode& edit) {
  const DocumentText& document = context.document;
  const auto found = find_node(document, context.names, edit.node);
  if (!found) {
    return failed(found.error());
  }
  const DocumentNode& node = document.nodes()[found->node];
  if (found->is_nested() || node.kind == NodeKind::Port) {
    return failed(edit_error(
        Code::WrongArguments, edit.node, "",
        found->is_nested() ? fmt::format("'{}' is part of an expression, which needs it", edit.node)
                           : fmt::format("'{}' is a port of the graph", edit.node),
        found->is_nested() ? "disconnect it, or set a value" : "edit the signature as text"));
  }
  Splice removed = remove_lines(document, node.statement);
  // The documentation of a parameter goes with it.
  const std::string_view text = document.text();
  while (node.kind == NodeKind::Parameter && removed.begin < node.statement.begin &&
         removed.begin > 1) {
    std::uint32_t line = removed.begin - 1;  // in the line break before
    line -= line > 0 && text[line] == '\n' && text[line - 1] == '\r' ? 1 : 0;
    while (line > 0 && !is_line_end(text[line - 1])) {
      --line;
    }
    std::string_view before = text.substr(line, line_end(text, line) - line);
    before.remove_prefix(std::min(before.find_first_not_of(" \t"), before.size()));
    if (!before.starts_with("///")) {
      break;
    }
    removed.begin = line;
  }
  return PlannedEdit{{removed}};
}

std::string_view editor_data(const DocumentText& document, const DocumentNode& node) {
  const std::optional<std::uint32_t> begin = data_begin(document, node);
  if (!begin) {
    return {};
  }
  return trimmed(
      document.text({node.statement.file, *begin + static_cast<std::uint32_t>(data_mark.size()),
                     line_end(document.text(), *begin)}));
}

Result<PlannedEdit> plan(const EditContext& context, const SetEditorData& edit) {
  const DocumentText& document = context.document;
  const auto found = find_node(document, context.names, edit.node);
  if (!found) {
    return failed(found.error());
  }
  const DocumentNode& node = document.nodes()[found->node];
  if (found->is_nested() || node.kind == NodeKind::Port) {
    return failed(
        edit_error(Code::WrongArguments, edit.node, "",
                   fmt::format("'{}' has no line of its own for an editor's data", edit.node),
                   "keep them with the node around it"));
  }
  const std::string_view data = trimmed(edit.data);
  if (std::any_of(data.begin(), data.end(), is_control) ||
      data.find(data_mark) != std::string_view::npos) {
    return failed(edit_error(Code::WrongArguments, edit.node, "",
                             "an editor's data are one line without control characters or '//@'"));
  }
  const std::string_view text = document.text();
  const std::uint32_t end = line_end(text, node.statement.end);
  if (const std::optional<std::uint32_t> begin = data_begin(document, node)) {
    std::uint32_t from = *begin;
    while (data.empty() && (text[from - 1] == ' ' || text[from - 1] == '\t')) {
      --from;
    }
    return PlannedEdit{
        {{from, end, data.empty() ? std::string() : fmt::format("{} {}", data_mark, data)}}};
  }
  if (data.empty()) {
    return PlannedEdit{};
  }
  const std::string_view rest = document.text(rest_of_line(document, node.statement));
  const std::size_t first = rest.find_first_not_of(" \t");
  if (first == std::string_view::npos || rest.substr(first).starts_with("//")) {
    return PlannedEdit{
        {{end, end,
          fmt::format("{}{} {}", first == std::string_view::npos ? "  " : " ", data_mark, data)}}};
  }
  // Other text follows on the line: it gets a line of its own.
  return PlannedEdit{{{node.statement.end, node.statement.end,
                       fmt::format("  {} {}{}{}", data_mark, data, line_break_of(text),
                                   indentation_at(text, node.statement.begin))}}};
}

Result<PlannedEdit> plan(const EditContext& context, const SetText& edit) {
  constexpr std::size_t greatest = 64U << 20U;
  if (edit.text.size() > greatest) {
    return failed(edit_error(Code::OutOfRange, "", "", "the text is larger than 64 MiB"));
  }
  return PlannedEdit{difference(context.document.text(), edit.text)};
}

Result<PlannedEdit> plan(const EditContext& context, const SetDocument& edit) {
  const auto text = graph_text(edit.json);
  if (!text) {
    return failed(text.error());
  }
  return PlannedEdit{difference(context.document.text(), *text)};
}

}  // namespace weft::live
