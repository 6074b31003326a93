#include <algorithm>

#include "fragments/syntax/print_syntax_printer.h"
#include "support/overloaded.h"

namespace weft {
namespace {

constexpr std::size_t trait_width = 100;

}  // namespace

/// The end of the part of a declaration that is printed in one go.
std::uint32_t SyntaxPrinter::head_end(const syntax::Declaration& declaration) {
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

void SyntaxPrinter::print_declaration(const syntax::Declaration& declaration) {
  std::uint32_t end = declaration.span.end;
  begin_item(declaration.span.begin, head_end(declaration), &declaration.doc);
  declaration_begin_ = out_.size();
  auto line = [this](std::string_view text) { out_ += text; };
  std::visit(
      Overloaded{
          [&](const syntax::ImportDecl& decl) { line("import " + string_text(decl.path) + ";"); },
          [&](const syntax::TraitDecl& decl) {
            std::string head = decl.is_guarantee ? "guarantee " : "trait ";
            head += text(decl.name) +
                    (decl.default_value ? " default " + text(*decl.default_value) : "") +
                    (decl.distinct ? " distinct" : "");
            print_traits(head, decl.values, end);
          },
          [&](const syntax::ExtendDecl& decl) {
            print_traits("extend " + path_text(decl.path), decl.values, end);
          },
          [&](const syntax::FeatureDecl& decl) {
            Pieces pieces;
            pieces.text("feature " + path_text(decl.path) + ": ");
            add_type(decl.type, pieces);
            pieces.text(" at " + text(decl.rate));
            if (!decl.anchors.empty()) {
              pieces.text(" anchored " + paths_text(decl.anchors));
            }
            if (decl.definition) {
              pieces.text(" = ").expr(*decl.definition);
            }
            print(std::move(pieces.text(";")));
          },
          [&](const syntax::StructDecl& decl) { print_struct(decl, end); },
          [&](const syntax::FragmentDecl& decl) {
            print_leaf("fragment", decl.signature, decl.body, decl.natives);
          },
          [&](const syntax::ConversionDecl& decl) {
            print_leaf("conversion", decl.signature, decl.body, decl.natives);
          },
          [&](const syntax::GraphDecl& decl) { print_graph(decl, end); },
          [&](const syntax::MaterialDecl& decl) { print_material(decl, end); },
          [&](const syntax::ProfileDecl& decl) { print_profile(decl, end); },
          [&](const syntax::PreferDecl& decl) {
            line("prefer " + text(decl.preferred) + " over " + text(decl.over) +
                 (decl.target ? " for " + traits_text(*decl.target) : "") + ";");
          },
          [&](const syntax::ProductDecl& decl) {
            line("product " + traits_text(decl.left) + (decl.is_quotient ? " / " : " * ") +
                 traits_text(decl.right) + " -> " + traits_text(decl.result) + ";");
          },
          [&](const syntax::BoundDecl& decl) {
            Pieces pieces;
            pieces.text("bound " + text(decl.name) + ":");
            for (std::size_t i = 0; i < decl.types.size(); ++i) {
              pieces.text(i == 0 ? " " : ", ");
              add_type(decl.types[i], pieces);
            }
            print(std::move(pieces.text(";")));
          },
          [&](const syntax::CommutesDecl& decl) {
            line(text(decl.first) + " commutes with " + text(decl.second) + ";");
          },
          [&](const syntax::EqualsDecl& decl) {
            std::string steps;
            for (const syntax::Identifier& step : decl.steps) {
              steps += (steps.empty() ? " equals " : " then ") + text(step);
            }
            line(text(decl.whole) + steps + ";");
          },
      },
      declaration.kind);
  end_line(end);
}

std::string SyntaxPrinter::trait_value_head(const syntax::TraitTreeNode& value) const {
  return text(value.name) + (value.anchor ? " anchored " + path_text(*value.anchor) : "");
}

/// `a { b, c { d } }` recurses as deep as trait values may be nested, see max_trait_nesting.
std::string SyntaxPrinter::trait_value_text(const syntax::TraitTreeNode& value) const {
  return trait_value_head(value) +
         (value.children.empty() ? "" : " " + trait_values_text(value.children));
}

std::string SyntaxPrinter::trait_values_text(
    const std::vector<syntax::TraitTreeNode>& values) const {
  std::string result;
  for (const syntax::TraitTreeNode& value : values) {
    result += result.empty() ? "{ " : ", ";
    result += trait_value_text(value);
  }
  return values.empty() ? "{}" : result + " }";
}

void SyntaxPrinter::print_traits(const std::string& head,
                                 const std::vector<syntax::TraitTreeNode>& values,
                                 std::uint32_t end) {
  std::string whole = head + " " + trait_values_text(values);
  if (values.empty() || (whole.size() <= trait_width && !comments_.any_before(end))) {
    out_ += whole;
    return;
  }
  out_ += head + " ";
  open_block();
  for (const syntax::TraitTreeNode& value : values) {
    print_trait_value(value);
  }
  close_block(end);
}

void SyntaxPrinter::print_trait_value(const syntax::TraitTreeNode& value) {
  std::uint32_t end = trait_value_end(value);
  begin_item(value.name.span.begin, value.name.span.begin);
  std::string whole = trait_value_text(value);
  bool is_long = !value.children.empty() &&
                 (level_ * 4 + whole.size() > trait_width || comments_.any_before(end));
  indent();
  if (is_long) {
    out_ += trait_value_head(value) + " ";
    open_block();
    for (const syntax::TraitTreeNode& child : value.children) {
      print_trait_value(child);
    }
    close_block(end);
  } else {
    out_ += whole;
  }
  out_ += ',';
  end_line(end);
}

/// The offset after the `}`. The tree does not record it, so the source text is searched.
std::uint32_t SyntaxPrinter::trait_value_end(const syntax::TraitTreeNode& value) const {
  const syntax::TraitTreeNode* last = &value;
  std::size_t braces = 0;
  while (!last->children.empty()) {
    last = &last->children.back();
    ++braces;
  }
  return comments_.behind_braces(last->anchor ? last->anchor->span.end : last->name.span.end,
                                 braces);
}

void SyntaxPrinter::print_struct(const syntax::StructDecl& decl, std::uint32_t end) {
  out_ += "struct " + text(decl.name) + " ";
  open_block();
  for (const syntax::StructMemberDecl& member : decl.members) {
    begin_item(member.type.span.begin, member.name.span.end);
    indent();
    Pieces pieces;
    add_type(member.type, pieces);
    print(std::move(pieces.text(" " + text(member.name) + ";")));
    end_line(member.name.span.end);
  }
  close_block(end);
}

/// A body of one plain statement stays on one line if the author wrote it so, which keeps lists of
/// small fragments readable.
bool SyntaxPrinter::is_short_body(syntax::StmtId id) const {
  const syntax::Stmt& body = module_.stmts[id];
  const auto& statements = std::get<syntax::BlockStmt>(body.kind).statements;
  auto is_plain = [this](syntax::StmtId inner) {
    const auto& kind = module_.stmts[inner].kind;
    return std::holds_alternative<syntax::ReturnStmt>(kind) ||
           std::holds_alternative<syntax::AssignStmt>(kind);
  };
  return comments_.on_one_line(body.span.begin, body.span.end) && statements.size() <= 1 &&
         std::all_of(statements.begin(), statements.end(), is_plain) &&
         !comments_.any_within(body.span.begin, body.span.end);
}

void SyntaxPrinter::print_leaf(std::string_view word, const syntax::Signature& signature,
                               std::optional<syntax::StmtId> body,
                               const std::vector<syntax::NativeBody>& natives) {
  bool is_short = body && is_short_body(*body);
  bool on_one_line =
      is_short && comments_.on_one_line(signature.span.end, module_.stmts[*body].span.begin);
  print_signature(word, signature,
                  on_one_line && comments_.on_one_line(signature.span.begin, signature.span.end));
  if (is_short) {
    out_ += on_one_line ? " {" : "\n{";
    for (syntax::StmtId id : std::get<syntax::BlockStmt>(module_.stmts[*body].kind).statements) {
      print(Pieces().text(" ").stmt(id).text(" "));
    }
    out_ += '}';
  } else if (body) {
    out_ += '\n';
    print(Pieces().stmt(*body));
  }
  for (const syntax::NativeBody& native : natives) {
    out_ += '\n';
    while (comments_.any_before(native.text_span.begin)) {
      print_comment_line(comments_.take(), true);
    }
    out_ += "native " + text(native.language) + " \"\"\"" + native.text + "\"\"\"";
  }
}

void SyntaxPrinter::print_graph(const syntax::GraphDecl& graph, std::uint32_t end) {
  print_signature("graph", graph.signature, false);
  out_ += '\n';
  open_block();
  for (syntax::BindingId id : graph.bindings) {
    print(Pieces().binding(id, Piece::Kind::BindingLine));
  }
  close_block(end);
}

void SyntaxPrinter::print_material(const syntax::MaterialDecl& material, std::uint32_t end) {
  out_ += "material " + text(material.name) + " ";
  open_block();
  for (const auto& item : material.items) {
    if (const auto* parameter = std::get_if<syntax::ParameterDecl>(&item)) {
      print_parameter(*parameter);
    } else {
      print(Pieces().binding(std::get<syntax::BindingId>(item), Piece::Kind::BindingLine));
    }
  }
  close_block(end);
}

void SyntaxPrinter::print_parameter(const syntax::ParameterDecl& parameter) {
  constexpr std::string_view kinds[] = {"param ", "static param ", "spec param "};
  begin_item(parameter.span.begin, parameter.span.end, &parameter.doc);
  indent();
  Pieces pieces;
  pieces.text(kinds[static_cast<std::size_t>(parameter.kind)]).text(text(parameter.name) + ": ");
  add_type(parameter.type, pieces);
  if (parameter.default_value) {
    pieces.text(" = ").expr(*parameter.default_value);
  }
  add_meta(parameter.meta, pieces);
  print(std::move(pieces.text(";")));
  end_line(parameter.span.end);
}

}  // namespace weft
