#include <fmt/format.h>

#include "fragments/syntax/number_literal.h"
#include "fragments/syntax/print_syntax_printer.h"
#include "fragments/syntax/print_syntax_wrap.h"

namespace weft::printing {
namespace {

/// Longer signatures get a line for each port.
constexpr std::size_t signature_width = 140;

bool has_docs(const std::vector<syntax::Port>& ports) {
  for (const syntax::Port& port : ports) {
    if (!port.doc.empty()) {
      return true;
    }
  }
  return false;
}

std::string port_text(SyntaxPrinter& printer, const syntax::Port& port);

std::string type_text(SyntaxPrinter& printer, const syntax::TypeRef& type) {
  Pieces pieces;
  add_type(printer, type, pieces);
  return rendered(printer, std::move(pieces));
}

/// Documentation of a function type's parameter: takes separate lines even inside a line.
std::string doc_lines(const SyntaxPrinter& printer, std::string_view doc) {
  std::string result;
  if (doc.empty()) {
    return result;
  }
  result = "\n" + std::string((printer.lines.level() + 1) * 4, ' ') + "/// ";
  for (char c : doc) {
    result += c;
    if (c == '\n') {
      result += std::string((printer.lines.level() + 1) * 4, ' ') + "/// ";
    }
  }
  return result + "\n" + std::string((printer.lines.level() + 1) * 4, ' ');
}

std::string ports_text(SyntaxPrinter& printer, const std::vector<syntax::Port>& ports) {
  std::string result;
  for (const syntax::Port& port : ports) {
    result += result.empty() ? "" : ", ";
    result += doc_lines(printer, port.doc) + port_text(printer, port);
  }
  return result;
}

/// Recurses into the parameters of functions, see max_function_nesting.
std::string port_text(SyntaxPrinter& printer, const syntax::Port& port) {
  std::string result = printer.text(port.name) + ": ";
  if (const auto* value = std::get_if<syntax::ValuePort>(&port.kind)) {
    constexpr std::string_view restrictions[] = {"", "uniform ", "constant "};
    result += restrictions[static_cast<std::size_t>(value->restriction)];
    result += type_text(printer, value->type);
  } else if (const auto* function = std::get_if<syntax::FnPort>(&port.kind)) {
    result += fmt::format("fn({}) -> {}", ports_text(printer, function->parameters),
                          type_text(printer, function->result));
  } else if (const auto* eval = std::get_if<syntax::EvalPort>(&port.kind)) {
    std::string features;
    for (const syntax::EvalPort::Feature& feature : eval->features) {
      features += (features.empty() ? "" : ", ") + path_text(printer, feature.path) +
                  (feature.keeps_frame ? " keeps frame" : "");
    }
    result += fmt::format("eval({}) -> {}", features, type_text(printer, eval->result));
  }
  Pieces pieces;
  if (port.default_value) {
    pieces.text(" = ").expr(*port.default_value);
  }
  add_meta(printer, port.meta, pieces);
  return result + rendered(printer, std::move(pieces));
}

std::string result_text(SyntaxPrinter& printer, const syntax::ResultDecl& result) {
  if (const auto* traits = std::get_if<syntax::Traits>(&result)) {
    return traits_text(printer, *traits);
  }
  if (const auto* type = std::get_if<syntax::TypeRef>(&result)) {
    return type_text(printer, *type);
  }
  std::string list;
  for (const syntax::NamedResult& named : std::get<std::vector<syntax::NamedResult>>(result)) {
    list += (list.empty() ? "" : ", ") + printer.text(named.name) + ": " +
            type_text(printer, named.type);
  }
  return "(" + list + ")";
}

std::string clause_text(const SyntaxPrinter& printer, const syntax::Clause& clause) {
  if (const auto* difficulty = std::get_if<syntax::DifficultyClause>(&clause)) {
    return "difficulty " + spell_real(difficulty->value);
  }
  if (const auto* operations = std::get_if<syntax::OperationsClause>(&clause)) {
    return "operations " + spell_real(operations->count);
  }
  if (const auto* list = std::get_if<syntax::TraitListClause>(&clause)) {
    std::string_view word = list->kind == syntax::TraitListClause::Kind::Drops ? "drops" : "keeps";
    return fmt::format("{} {{{}}}", word, names_text(printer, list->traits));
  }
  if (const auto* law = std::get_if<syntax::LawClause>(&clause)) {
    return "law " + printer.text(law->law);
  }
  if (const auto* inverse = std::get_if<syntax::InverseClause>(&clause)) {
    return "inverse " + printer.text(inverse->conversion);
  }
  if (const auto* extracts = std::get_if<syntax::ExtractsClause>(&clause)) {
    return fmt::format("extracts ({})", paths_text(printer, extracts->features));
  }
  if (const auto* from = std::get_if<syntax::FromClause>(&clause)) {
    return fmt::format("from ({})", names_text(printer, from->ports));
  }
  if (const auto* where = std::get_if<syntax::WhereClause>(&clause)) {
    return fmt::format("where {}({})", printer.text(where->relation),
                       names_text(printer, where->ports));
  }
  if (std::holds_alternative<syntax::LossyClause>(clause)) {
    return "lossy";
  }
  if (std::holds_alternative<syntax::UniformClause>(clause)) {
    return "uniform";
  }
  return std::holds_alternative<syntax::FieldClause>(clause) ? "field" : "flat";
}

void print_port_lines(SyntaxPrinter& printer, const std::vector<syntax::Port>& ports,
                      std::uint32_t end) {
  printer.lines.enter();
  for (const syntax::Port& port : ports) {
    printer.lines.begin_item(port.span.begin, port.span.end, &port.doc);
    printer.lines.indent();
    printer.lines.write(port_text(printer, port) + ",");
    printer.lines.end_line(port.span.end, end);
  }
  printer.lines.print_inner_comments(0, end);
  printer.lines.leave();
}

}  // namespace

void print_signature(SyntaxPrinter& printer, std::string_view word,
                     const syntax::Signature& signature, bool on_one_line) {
  std::string head = fmt::format("{} {}", word, printer.text(signature.name));
  std::string parameters;
  for (const syntax::TypeParameter& parameter : signature.type_parameters) {
    parameters += (parameters.empty() ? "<" : ", ") + printer.text(parameter.name);
    parameters += parameter.bound ? ": " + printer.text(*parameter.bound) : "";
  }
  head += parameters + (parameters.empty() ? "(" : ">(");
  std::string tail = ") -> " + result_text(printer, signature.result);
  std::string clauses;
  for (const syntax::Clause& clause : signature.clauses) {
    clauses += (clauses.empty() ? "" : " ") + clause_text(printer, clause);
  }
  std::uint32_t end = signature.span.end;
  bool on_lines = has_docs(signature.ports) ||
                  (!signature.ports.empty() && printer.lines.comments().any_before(end));
  if (!on_lines) {
    std::string ports = ports_text(printer, signature.ports);
    // Calls in defaults are places to break a line that is longer than others may be.
    const bool has_calls = ports.find_first_of(wrap::marks) != std::string::npos;
    const std::size_t columns = head.size() + wrap::without_marks(ports).size() + tail.size();
    on_lines = !on_one_line && !signature.ports.empty() &&
               columns > (has_calls ? wrap::width : signature_width);
    printer.lines.write(on_lines ? "" : head + ports + tail);
    head += on_lines ? "" : ports;
  }
  std::size_t width = on_lines ? tail.size() : head.size() + tail.size();
  if (on_lines) {
    printer.lines.write(head + "\n");
    print_port_lines(printer, signature.ports, end);
    printer.lines.write(tail);
  }
  if (!clauses.empty()) {
    bool fits = on_one_line || width + 1 + clauses.size() <= signature_width;
    printer.lines.write((fits ? " " : "\n    ") + clauses);
  }
}

}  // namespace weft::printing
