// Reading one statement again gives what reading the whole text gives.

#include "fragments/syntax/reparse.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "fragments/syntax/print_syntax.h"
#include "live/session/document_text.h"
#include "tests/property/syntax_dump.h"
#include "tests/property/syntax_generator.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"
#include "tests/support/text_diff.h"

namespace weft::testing::reparse_test {
namespace {

/// The text with some statements on the line of the one before.
std::string with_joined_lines(std::string text, Random& random) {
  std::size_t begin = 0;  // of a line
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    if (line.ends_with(';') && line.find("//") == std::string_view::npos && random.chance(3)) {
      text[end] = ' ';
    }
    begin = end + 1;
  }
  return text;
}

/// Graphs and materials come last, so that most changes are in statements that can be read alone.
std::string random_text(Random& random) {
  Interner names;
  syntax::Module module = SyntaxGenerator(random, names).module();
  const auto rank = [](const syntax::Declaration& declaration) {
    return std::holds_alternative<syntax::MaterialDecl>(declaration.kind) ? 2
           : std::holds_alternative<syntax::GraphDecl>(declaration.kind)  ? 1
                                                                          : 0;
  };
  std::stable_sort(module.declarations.begin(), module.declarations.end(),
                   [&](const auto& left, const auto& right) { return rank(left) < rank(right); });
  return with_joined_lines(print_module(module, SourceFile("", ""), names), random);
}

Span random_span(const syntax::Module& module, Random& random) {
  return module.exprs[syntax::ExprId(random.below(module.exprs.size()))].span;
}

/// Of a material, if there is one.
Span span_to_replace(const syntax::Module& module, Random& random) {
  std::vector<Span> spans;
  for (const syntax::Declaration& declaration : module.declarations) {
    if (std::holds_alternative<syntax::MaterialDecl>(declaration.kind)) {
      for (const syntax::Expr& expr : module.exprs) {
        if (declaration.span.begin < expr.span.begin && expr.span.end < declaration.span.end) {
          spans.push_back(expr.span);
        }
      }
    }
  }
  return spans.empty() || random.chance(4) ? random_span(module, random)
                                           : spans[random.below(spans.size())];
}

struct Edited {
  std::string text;
  TextChange change;
};

/// Half of the changes put another expression in the place of one.
Edited random_edit(const std::string& text, const syntax::Module& module, Random& random) {
  constexpr std::string_view pieces[] = {"",
                                         ";",
                                         "{",
                                         "}",
                                         "(",
                                         ")",
                                         "\"",
                                         "/*",
                                         "*/",
                                         "//",
                                         "///",
                                         "\n",
                                         "a = 1;",
                                         "=",
                                         "output a",
                                         "stitch { b = 1; }",
                                         "param p",
                                         "= #12",
                                         "0x1f",
                                         "1e39",
                                         "/* one */",
                                         " ",
                                         "[",
                                         "static",
                                         "\nmaterial m {",
                                         "ä",
                                         "\xff",
                                         "a.b",
                                         "-",
                                         "// end\n",
                                         "\r\n",
                                         "with (a.b: 1)",
                                         "; //",
                                         "1; //"};
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string piece;
  if (!module.exprs.empty() && random.chance(2)) {
    const Span replaced = span_to_replace(module, random);
    const Span by = random_span(module, random);
    begin = replaced.begin;
    end = replaced.end;
    piece = text.substr(by.begin, by.end - by.begin);
  } else {
    begin = static_cast<std::uint32_t>(random.below(text.size() + 1));
    end = std::min(begin + static_cast<std::uint32_t>(random.below(6)),
                   static_cast<std::uint32_t>(text.size()));
    piece = pieces[random.below(std::size(pieces))];
  }
  return {text.substr(0, begin) + piece + text.substr(end),
          {begin, end, begin + static_cast<std::uint32_t>(piece.size())}};
}

TEST_CASE("reading one statement again gives the tree of the whole text") {
  Random random(seed());
  std::size_t changes = 0;
  std::size_t read_alone = 0;
  for (std::size_t i = 0; i < scaled(1000); ++i) {
    Interner names;
    std::string text = random_text(random);
    ParsedModule now = parse_module(FileId(0), SourceFile("random", text), names);
    REQUIRE(now.diagnostics.empty());
    for (int k = 0; k < 20; ++k) {
      Edited edited = random_edit(text, now.module, random);
      INFO("case " << i << ", change " << k << " of seed " << seed() << "\n"
                   << text << "\n----\n"
                   << edited.text);
      const SourceFile source("random", edited.text);
      ParsedModule whole = parse_module(FileId(0), source, names);
      auto alone = reparse_module(now, source, edited.change, names);
      ++changes;
      if (alone) {
        ++read_alone;
        REQUIRE(whole.diagnostics.empty());
        REQUIRE(alone->diagnostics.empty());
        REQUIRE(text_diff(dump_with_spans(whole.module, names),
                          dump_with_spans(alone->module, names)) == "");
      }
      if (whole.diagnostics.empty()) {
        text = std::move(edited.text);
        now = alone ? std::move(*alone) : std::move(whole);
      }
    }
  }
  INFO(read_alone << " of " << changes);
  CHECK(read_alone * 20 > changes);
}

std::string dump_of(const live::DocumentText& document) {
  std::string dump;
  for (const live::DocumentGraph& graph : document.graphs()) {
    dump += fmt::format("{} {} {} {}-{} {}-{} {} {} {}\n", graph.is_material, graph.name, graph.key,
                        graph.name_span.begin, graph.name_span.end, graph.declaration.begin,
                        graph.declaration.end,
                        graph.signature != nullptr ? graph.signature->span.begin : 0,
                        graph.first_node, graph.node_count);
  }
  for (const live::DocumentNode& node : document.nodes()) {
    const bool is_output = node.kind == live::NodeKind::Output;
    dump +=
        fmt::format("{} {} {} {}-{} {}-{} {}-{} {} {} {}{} {}\n", static_cast<int>(node.kind),
                    node.graph, node.name, node.name_span.begin, node.name_span.end,
                    node.statement.begin, node.statement.end, node.type_span.begin,
                    node.type_span.end, node.value ? node.value->index() + 1 : 0,
                    node.binding ? node.binding->index() + 1 : 0, node.is_shorthand,
                    node.is_stitched, document.find_node(node.graph, node.name, is_output).value());
  }
  return dump;
}

TEST_CASE("reading one statement again gives the nodes of the whole text") {
  Random random(seed());
  for (std::size_t i = 0; i < scaled(300); ++i) {
    auto now = std::make_unique<live::DocumentText>("random", random_text(random));
    for (int k = 0; k < 20; ++k) {
      const std::string text(now->text());
      const Edited edited = random_edit(text, now->module(), random);
      INFO("case " << i << ", change " << k << " of seed " << seed() << "\n"
                   << text << "\n----\n"
                   << edited.text);
      auto next = std::make_unique<live::DocumentText>(*now, edited.text, edited.change,
                                                       now->share_names());
      const live::DocumentText whole("random", edited.text);
      REQUIRE(text_diff(dump_of(whole), dump_of(*next)) == "");
      if (next->diagnostics().empty()) {
        now = std::move(next);
      }
    }
  }
}

TEST_CASE("a text that had errors is read whole") {
  Interner names;
  const std::string text = "material m {\n    a = ;\n    output color = 1;\n}\n";
  const ParsedModule former = parse_module(FileId(0), SourceFile("faulty", text), names);
  REQUIRE(former.diagnostics.size() == 1);
  std::string now = text;
  const auto at = static_cast<std::uint32_t>(now.find('1'));
  now[at] = '2';
  CHECK_FALSE(reparse_module(former, SourceFile("faulty", now), {at, at + 1, at + 1}, names));
}

}  // namespace
}  // namespace weft::testing::reparse_test
