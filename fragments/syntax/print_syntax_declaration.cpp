#include <algorithm>

#include "fragments/syntax/print_syntax_printer.h"
#include "support/overloaded.h"

namespace weft::printing {
namespace {

constexpr std::size_t trait_width = 100;

std::string trait_value_text(const SyntaxPrinter& printer, const syntax::TraitTreeNode& value);

/// The end of the part of a declaration that is printed in one go.
std::uint32_t head_end(const syntax::Declaration& declaration) {
  std::uint32_t end = declaration.span.end;
  auto of_values = [end](const std::vector<syntax::TraitTreeNode>& values) {
    return values.empty() ? end : values.front().name.span.begin;
  };
  auto of_signature = [](const syntax::Signature& signature) { return signature.name.span.end; };
  return std::visit(
      Overloaded{[&](const syntax::TraitDecl& decl) { return of_values(decl.values); },
                 [&](const syntax::ExtendDecl& decl) { return of_values(decl.values); },
                 [](const syntax::StructDecl& decl) { return decl.name.span.end; },
                 [&](const syntax::FragmentDecl& decl) { return of_signature(decl.signature); },
                 [&](const syntax::ConversionDecl& decl) { return of_signature(decl.signature); },
                 [&](const syntax::GraphDecl& decl) { return of_signature(decl.signature); },
                 [](const syntax::MaterialDecl& decl) { return decl.name.span.end; },
                 [](const syntax::ProfileDecl& decl) {
                   return decl.base ? decl.base->span.end : decl.name.span.end;
                 },
                 [end](const auto&) { return end; }},
      declaration.kind);
}

std::string precision_text(const SyntaxPrinter& printer,
                           const std::optional<syntax::Identifier>& precision) {
  return precision ? " precision " + printer.text(*precision) : "";
}

std::string trait_value_head(const SyntaxPrinter& printer, const syntax::TraitTreeNode& value) {
  return printer.text(value.name) +
         (value.anchor ? " anchored " + path_text(printer, *value.anchor) : "") +
         precision_text(printer, value.precision);
}

std::string trait_values_text(const SyntaxPrinter& printer,
                              const std::vector<syntax::TraitTreeNode>& values) {
  std::string result;
  for (const syntax::TraitTreeNode& value : values) {
    result += result.empty() ? "{ " : ", ";
    result += trait_value_text(printer, value);
  }
  return values.empty() ? "{}" : result + " }";
}

/// `a { b, c { d } }` recurses as deep as trait values may be nested, see max_trait_nesting.
std::string trait_value_text(const SyntaxPrinter& printer, const syntax::TraitTreeNode& value) {
  return trait_value_head(printer, value) +
         (value.children.empty() ? "" : " " + trait_values_text(printer, value.children));
}

/// The offset after the `}`. The tree does not record it, so the source text is searched.
std::uint32_t trait_value_end(const SyntaxPrinter& printer, const syntax::TraitTreeNode& value) {
  const syntax::TraitTreeNode* last = &value;
  std::size_t braces = 0;
  while (!last->children.empty()) {
    last = &last->children.back();
    ++braces;
  }
  const Span& head = last->precision ? last->precision->span
                     : last->anchor  ? last->anchor->span
                                     : last->name.span;
  return printer.lines.comments().behind_braces(head.end, braces);
}

void print_trait_value(SyntaxPrinter& printer, const syntax::TraitTreeNode& value) {
  std::uint32_t end = trait_value_end(printer, value);
  printer.lines.begin_item(value.name.span.begin, value.name.span.begin);
  std::string whole = trait_value_text(printer, value);
  bool is_long =
      !value.children.empty() && (printer.lines.level() * 4 + whole.size() > trait_width ||
                                  printer.lines.comments().any_before(end));
  printer.lines.indent();
  if (is_long) {
    printer.lines.write(trait_value_head(printer, value) + " ");
    printer.lines.open_block();
    for (const syntax::TraitTreeNode& child : value.children) {
      print_trait_value(printer, child);
    }
    printer.lines.close_block(end);
  } else {
    printer.lines.write(whole);
  }
  printer.lines.write(",");
  printer.lines.end_line(end);
}

void print_traits(SyntaxPrinter& printer, const std::string& head,
                  const std::vector<syntax::TraitTreeNode>& values, std::uint32_t end) {
  std::string whole = head + " " + trait_values_text(printer, values);
  if (values.empty() ||
      (whole.size() <= trait_width && !printer.lines.comments().any_before(end))) {
    printer.lines.write(whole);
    return;
  }
  printer.lines.write(head + " ");
  printer.lines.open_block();
  for (const syntax::TraitTreeNode& value : values) {
    print_trait_value(printer, value);
  }
  printer.lines.close_block(end);
}

void print_extend(SyntaxPrinter& printer, const syntax::ExtendDecl& decl, std::uint32_t end) {
  const std::string head =
      "extend " + path_text(printer, decl.path) + precision_text(printer, decl.precision);
  if (decl.precision && decl.values.empty()) {
    printer.lines.write(head + ";");
  } else {
    print_traits(printer, head, decl.values, end);
  }
}

void print_struct(SyntaxPrinter& printer, const syntax::StructDecl& decl, std::uint32_t end) {
  printer.lines.write("struct " + printer.text(decl.name) + " ");
  printer.lines.open_block();
  for (const syntax::StructMemberDecl& member : decl.members) {
    printer.lines.begin_item(member.type.span.begin, member.name.span.end);
    printer.lines.indent();
    Pieces pieces;
    add_type(printer, member.type, pieces);
    print(printer, std::move(pieces.text(" " + printer.text(member.name) + ";")));
    printer.lines.end_line(member.name.span.end);
  }
  printer.lines.close_block(end);
}

/// A body of one plain statement stays on one line if the author wrote it so, which keeps lists of
/// small fragments readable.
bool is_short_body(const SyntaxPrinter& printer, syntax::StmtId id) {
  const syntax::Stmt& body = printer.module.stmts[id];
  const auto& statements = std::get<syntax::BlockStmt>(body.kind).statements;
  auto is_plain = [&printer](syntax::StmtId inner) {
    const auto& kind = printer.module.stmts[inner].kind;
    return std::holds_alternative<syntax::ReturnStmt>(kind) ||
           std::holds_alternative<syntax::AssignStmt>(kind);
  };
  return printer.lines.comments().on_one_line(body.span.begin, body.span.end) &&
         statements.size() <= 1 && std::all_of(statements.begin(), statements.end(), is_plain) &&
         !printer.lines.comments().any_within(body.span.begin, body.span.end);
}

void print_leaf(SyntaxPrinter& printer, std::string_view word, const syntax::Signature& signature,
                std::optional<syntax::StmtId> body,
                const std::vector<syntax::NativeBody>& natives) {
  bool is_short = body && is_short_body(printer, *body);
  bool on_one_line = is_short && printer.lines.comments().on_one_line(
                                     signature.span.end, printer.module.stmts[*body].span.begin);
  print_signature(printer, word, signature,
                  on_one_line && printer.lines.comments().on_one_line(signature.span.begin,
                                                                      signature.span.end));
  if (is_short) {
    printer.lines.write(on_one_line ? " {" : "\n{");
    for (syntax::StmtId id :
         std::get<syntax::BlockStmt>(printer.module.stmts[*body].kind).statements) {
      print(printer, Pieces().text(" ").stmt(id).text(" "));
    }
    printer.lines.write("}");
  } else if (body) {
    printer.lines.write("\n");
    print(printer, Pieces().stmt(*body));
  }
  for (const syntax::NativeBody& native : natives) {
    printer.lines.write("\n");
    printer.lines.print_comments_before(native.text_span.begin);
    printer.lines.write("native " + printer.text(native.language) + " \"\"\"" + native.text +
                        "\"\"\"");
  }
}

void print_graph(SyntaxPrinter& printer, const syntax::GraphDecl& graph, std::uint32_t end) {
  print_signature(printer, "graph", graph.signature, false);
  printer.lines.write("\n");
  printer.lines.open_block();
  for (syntax::BindingId id : graph.bindings) {
    print(printer, Pieces().binding(id, Piece::Kind::BindingLine));
  }
  printer.lines.close_block(end);
}

void print_parameter(SyntaxPrinter& printer, const syntax::ParameterDecl& parameter) {
  constexpr std::string_view kinds[] = {"param ", "static param ", "spec param "};
  printer.lines.begin_item(parameter.span.begin, parameter.span.end, &parameter.doc);
  printer.lines.indent();
  Pieces pieces;
  pieces.text(kinds[static_cast<std::size_t>(parameter.kind)])
      .text(printer.text(parameter.name) + ": ");
  add_type(printer, parameter.type, pieces);
  if (parameter.default_value) {
    pieces.text(" = ").expr(*parameter.default_value);
  }
  add_meta(printer, parameter.meta, pieces);
  print(printer, std::move(pieces.text(";")));
  printer.lines.end_line(parameter.span.end);
}

void print_material(SyntaxPrinter& printer, const syntax::MaterialDecl& material,
                    std::uint32_t end) {
  printer.lines.write("material " + printer.text(material.name) + " ");
  printer.lines.open_block();
  for (const auto& item : material.items) {
    if (const auto* parameter = std::get_if<syntax::ParameterDecl>(&item)) {
      print_parameter(printer, *parameter);
    } else {
      print(printer, Pieces().binding(std::get<syntax::BindingId>(item), Piece::Kind::BindingLine));
    }
  }
  printer.lines.close_block(end);
}

}  // namespace

std::size_t print_declaration(SyntaxPrinter& printer, const syntax::Declaration& declaration) {
  std::uint32_t end = declaration.span.end;
  printer.lines.begin_item(declaration.span.begin, head_end(declaration), &declaration.doc);
  const std::size_t begin = printer.lines.size();
  auto line = [&printer](std::string_view text) { printer.lines.write(text); };
  std::visit(
      Overloaded{
          [&](const syntax::ImportDecl& decl) { line("import " + string_text(decl.path) + ";"); },
          [&](const syntax::TraitDecl& decl) {
            std::string head = decl.is_guarantee ? "guarantee " : "trait ";
            head += printer.text(decl.name) +
                    (decl.default_value ? " default " + printer.text(*decl.default_value) : "") +
                    (decl.distinct ? " distinct" : "");
            print_traits(printer, head, decl.values, end);
          },
          [&](const syntax::ExtendDecl& decl) { print_extend(printer, decl, end); },
          [&](const syntax::FeatureDecl& decl) {
            Pieces pieces;
            pieces.text("feature " + path_text(printer, decl.path) + ": ");
            add_type(printer, decl.type, pieces);
            pieces.text(" at " + printer.text(decl.rate));
            if (!decl.anchors.empty()) {
              pieces.text(" anchored " + paths_text(printer, decl.anchors));
            }
            if (decl.definition) {
              pieces.text(" = ").expr(*decl.definition);
            }
            add_meta(printer, decl.meta, pieces);
            print(printer, std::move(pieces.text(";")));
          },
          [&](const syntax::StructDecl& decl) { print_struct(printer, decl, end); },
          [&](const syntax::FragmentDecl& decl) {
            print_leaf(printer, "fragment", decl.signature, decl.body, decl.natives);
          },
          [&](const syntax::ConversionDecl& decl) {
            print_leaf(printer, "conversion", decl.signature, decl.body, decl.natives);
          },
          [&](const syntax::GraphDecl& decl) { print_graph(printer, decl, end); },
          [&](const syntax::MaterialDecl& decl) { print_material(printer, decl, end); },
          [&](const syntax::ProfileDecl& decl) { print_profile(printer, decl, end); },
          [&](const syntax::PreferDecl& decl) {
            line("prefer " + printer.text(decl.preferred) + " over " + printer.text(decl.over) +
                 (decl.target ? " for " + traits_text(printer, *decl.target) : "") + ";");
          },
          [&](const syntax::ProductDecl& decl) {
            line("product " + traits_text(printer, decl.left) + (decl.is_quotient ? " / " : " * ") +
                 traits_text(printer, decl.right) + " -> " + traits_text(printer, decl.result) +
                 ";");
          },
          [&](const syntax::BoundDecl& decl) {
            Pieces pieces;
            pieces.text("bound " + printer.text(decl.name) + ":");
            for (std::size_t i = 0; i < decl.types.size(); ++i) {
              pieces.text(i == 0 ? " " : ", ");
              add_type(printer, decl.types[i], pieces);
            }
            print(printer, std::move(pieces.text(";")));
          },
          [&](const syntax::CommutesDecl& decl) {
            line(printer.text(decl.first) + " commutes with " + printer.text(decl.second) + ";");
          },
          [&](const syntax::EqualsDecl& decl) {
            std::string steps;
            for (const syntax::Identifier& step : decl.steps) {
              steps += (steps.empty() ? " equals " : " then ") + printer.text(step);
            }
            line(printer.text(decl.whole) + steps + ";");
          },
      },
      declaration.kind);
  printer.lines.end_line(end);
  return begin;
}

}  // namespace weft::printing
