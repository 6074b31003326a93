#include <fmt/format.h>

#include "fragments/syntax/number_literal.h"
#include "fragments/syntax/print_syntax_printer.h"

namespace weft {
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

}  // namespace

std::string SyntaxPrinter::type_text(const syntax::TypeRef& type) {
  Pieces pieces;
  add_type(type, pieces);
  return rendered(std::move(pieces));
}

/// Recurses into the parameters of functions, see max_function_nesting.
std::string SyntaxPrinter::port_text(const syntax::Port& port) {
  std::string result = text(port.name) + ": ";
  if (const auto* value = std::get_if<syntax::ValuePort>(&port.kind)) {
    constexpr std::string_view restrictions[] = {"", "uniform ", "constant "};
    result += restrictions[static_cast<std::size_t>(value->restriction)];
    result += type_text(value->type);
  } else if (const auto* function = std::get_if<syntax::FnPort>(&port.kind)) {
    result +=
        fmt::format("fn({}) -> {}", ports_text(function->parameters), type_text(function->result));
  } else if (const auto* eval = std::get_if<syntax::EvalPort>(&port.kind)) {
    std::string features;
    for (const syntax::EvalPort::Feature& feature : eval->features) {
      features += (features.empty() ? "" : ", ") + path_text(feature.path) +
                  (feature.keeps_frame ? " keeps frame" : "");
    }
    result += fmt::format("eval({}) -> {}", features, type_text(eval->result));
  }
  Pieces pieces;
  if (port.default_value) {
    pieces.text(" = ").expr(*port.default_value);
  }
  add_meta(port.meta, pieces);
  return result + rendered(std::move(pieces));
}

std::string SyntaxPrinter::ports_text(const std::vector<syntax::Port>& ports) {
  std::string result;
  for (const syntax::Port& port : ports) {
    result += result.empty() ? "" : ", ";
    result += doc_lines(port.doc) + port_text(port);
  }
  return result;
}

/// Documentation of a function type's parameter: takes separate lines even inside a line.
std::string SyntaxPrinter::doc_lines(std::string_view doc) const {
  std::string result;
  if (doc.empty()) {
    return result;
  }
  result = "\n" + std::string((level_ + 1) * 4, ' ') + "/// ";
  for (char c : doc) {
    result += c;
    if (c == '\n') {
      result += std::string((level_ + 1) * 4, ' ') + "/// ";
    }
  }
  return result + "\n" + std::string((level_ + 1) * 4, ' ');
}

std::string SyntaxPrinter::result_text(const syntax::ResultDecl& result) {
  if (const auto* traits = std::get_if<syntax::Traits>(&result)) {
    return traits_text(*traits);
  }
  if (const auto* type = std::get_if<syntax::TypeRef>(&result)) {
    return type_text(*type);
  }
  std::string list;
  for (const syntax::NamedResult& named : std::get<std::vector<syntax::NamedResult>>(result)) {
    list += (list.empty() ? "" : ", ") + text(named.name) + ": " + type_text(named.type);
  }
  return "(" + list + ")";
}

std::string SyntaxPrinter::clause_text(const syntax::Clause& clause) const {
  if (const auto* difficulty = std::get_if<syntax::DifficultyClause>(&clause)) {
    return "difficulty " + spell_real(difficulty->value);
  }
  if (const auto* operations = std::get_if<syntax::OperationsClause>(&clause)) {
    return "operations " + spell_real(operations->count);
  }
  if (const auto* list = std::get_if<syntax::TraitListClause>(&clause)) {
    std::string_view word = list->kind == syntax::TraitListClause::Kind::Drops ? "drops" : "keeps";
    return fmt::format("{} {{{}}}", word, names_text(list->traits));
  }
  if (const auto* law = std::get_if<syntax::LawClause>(&clause)) {
    return "law " + text(law->law);
  }
  if (const auto* inverse = std::get_if<syntax::InverseClause>(&clause)) {
    return "inverse " + text(inverse->conversion);
  }
  if (const auto* extracts = std::get_if<syntax::ExtractsClause>(&clause)) {
    return fmt::format("extracts ({})", paths_text(extracts->features));
  }
  if (const auto* from = std::get_if<syntax::FromClause>(&clause)) {
    return fmt::format("from ({})", names_text(from->ports));
  }
  if (const auto* where = std::get_if<syntax::WhereClause>(&clause)) {
    return fmt::format("where {}({})", text(where->relation), names_text(where->ports));
  }
  if (std::holds_alternative<syntax::LossyClause>(clause)) {
    return "lossy";
  }
  return std::holds_alternative<syntax::FieldClause>(clause) ? "field" : "flat";
}

/// Prints no line end: the body follows.
void SyntaxPrinter::print_signature(std::string_view word, const syntax::Signature& signature,
                                    bool on_one_line) {
  std::string head = fmt::format("{} {}", word, text(signature.name));
  std::string parameters;
  for (const syntax::TypeParameter& parameter : signature.type_parameters) {
    parameters += (parameters.empty() ? "<" : ", ") + text(parameter.name);
    parameters += parameter.bound ? ": " + text(*parameter.bound) : "";
  }
  head += parameters + (parameters.empty() ? "(" : ">(");
  std::string tail = ") -> " + result_text(signature.result);
  std::string clauses;
  for (const syntax::Clause& clause : signature.clauses) {
    clauses += (clauses.empty() ? "" : " ") + clause_text(clause);
  }
  std::uint32_t end = signature.span.end;
  bool on_lines =
      has_docs(signature.ports) || (!signature.ports.empty() && comments_.any_before(end));
  if (!on_lines) {
    std::string ports = ports_text(signature.ports);
    on_lines = !on_one_line && !signature.ports.empty() &&
               head.size() + ports.size() + tail.size() > signature_width;
    out_ += on_lines ? "" : head + ports + tail;
    head += on_lines ? "" : ports;
  }
  std::size_t width = on_lines ? tail.size() : head.size() + tail.size();
  if (on_lines) {
    out_ += head + "\n";
    print_port_lines(signature.ports, end);
    out_ += tail;
  }
  if (!clauses.empty()) {
    bool fits = on_one_line || width + 1 + clauses.size() <= signature_width;
    out_ += (fits ? " " : "\n    ") + clauses;
  }
}

void SyntaxPrinter::print_port_lines(const std::vector<syntax::Port>& ports, std::uint32_t end) {
  ++level_;
  first_in_block_ = true;
  for (const syntax::Port& port : ports) {
    begin_item(port.span.begin, port.span.end, &port.doc);
    indent();
    out_ += port_text(port) + ",";
    end_line(port.span.end);
  }
  print_inner_comments(end);
  --level_;
}

void SyntaxPrinter::print_profile(const syntax::ProfileDecl& profile, std::uint32_t end) {
  out_ += "profile " + text(profile.name) + (profile.base ? ": " + text(*profile.base) : "") +
          (profile.as_functions ? " as functions " : " ");
  open_block();
  for (const auto& item : profile.items) {
    if (const auto* provide = std::get_if<syntax::ProvideItem>(&item)) {
      print_provide(*provide);
    } else if (const auto* demand = std::get_if<syntax::DemandItem>(&item)) {
      print_demand(*demand);
    } else if (const auto* block = std::get_if<syntax::BlockItem>(&item)) {
      print_profile_block(*block);
    } else {
      print_setting(std::get<syntax::SettingItem>(item));
    }
  }
  close_block(end);
}

void SyntaxPrinter::print_provide(const syntax::ProvideItem& item) {
  constexpr std::string_view kinds[] = {"attribute", "uniform", "push", "buffer", "builtin"};
  begin_item(item.span.begin, item.span.end);
  indent();
  Pieces pieces;
  if (item.definition) {
    pieces.text(fmt::format("provide {} = ", paths_text(item.features))).expr(*item.definition);
    print(std::move(pieces.text(";")));
    end_line(item.span.end);
    return;
  }
  pieces.text(fmt::format("provide {} as {}", paths_text(item.features),
                          kinds[static_cast<std::size_t>(item.kind)]));
  if (item.attribute) {
    pieces.text(fmt::format(" {}{}", *item.attribute, item.per_instance ? " instance" : ""));
  }
  add_meta(item.meta, pieces);
  print(std::move(pieces.text(";")));
  end_line(item.span.end);
}

void SyntaxPrinter::print_demand(const syntax::DemandItem& item) {
  constexpr std::string_view targets[] = {" as target ", " as depth", " as clip", " as discard"};
  begin_item(item.span.begin, item.span.end, &item.doc);
  indent();
  Pieces pieces;
  pieces.text(
      fmt::format("{} demand {}: ", item.vertex_stage ? "vertex" : "fragment", text(item.name)));
  add_type(item.type, pieces);
  if (item.target) {
    pieces.text(targets[static_cast<std::size_t>(item.target->kind)]);
    pieces.text(item.target->kind == syntax::DemandTarget::Kind::Target
                    ? fmt::to_string(item.target->index)
                    : "");
  }
  pieces.text(item.is_invariant ? " invariant" : "").text(item.is_flat ? " flat" : "");
  if (item.default_value) {
    pieces.text(" = ").expr(*item.default_value);
  }
  print(std::move(pieces.text(";")));
  end_line(item.span.end);
}

void SyntaxPrinter::print_profile_block(const syntax::BlockItem& item) {
  begin_item(item.span.begin, item.head_end);
  indent();
  out_ += fmt::format("block {} {} ", text(item.name),
                      item.is_push ? std::string("as push")
                                   : fmt::format("at set {} binding {}", item.set, item.binding));
  open_block();
  for (const syntax::BlockMemberItem& member : item.members) {
    const Span span = member.span;
    begin_item(span.begin, span.end);
    indent();
    Pieces pieces;
    pieces.text(paths_text({member.feature}));
    add_meta(member.meta, pieces);
    print(std::move(pieces.text(";")));
    end_line(span.end);
  }
  close_block(item.span.end);
  end_line(item.span.end);
}

void SyntaxPrinter::print_setting(const syntax::SettingItem& item) {
  begin_item(item.span.begin, item.span.end);
  indent();
  const auto* name = std::get_if<syntax::Identifier>(&item.value);
  out_ += "set " + text(item.name) + " " +
          (name != nullptr ? text(*name) : spell_real(std::get<double>(item.value))) + ";";
  end_line(item.span.end);
}

}  // namespace weft
