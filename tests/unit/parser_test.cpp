#include "fragments/syntax/parser.h"

#include <fmt/format.h>

#include "tests/support/catch.h"

namespace weft::testing::parser_test {
namespace {

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) {
    result += text;
  }
  return result;
}

/// `line:column message` of each error, one per line, with ` | hint` if there is one.
std::string errors_of(const std::string& text) {
  Sources sources;
  Interner names;
  FileId file = sources.add(SourceFile("t", text));
  ParsedModule parsed = parse_module(file, sources[file], names);
  std::string result;
  for (const Diagnostic& diagnostic : parsed.diagnostics) {
    Position at = sources[file].position(diagnostic.span->begin);
    result += fmt::format("{}:{} {}{}{}\n", at.line, at.column, diagnostic.message,
                          diagnostic.hint.empty() ? "" : " | ", diagnostic.hint);
  }
  return result;
}

/// The expression with every operation in brackets, which shows its structure.
std::string shape(const std::string& text) {
  Sources sources;
  Interner names;
  FileId file = sources.add(SourceFile("t", text));
  ParsedExpression parsed = parse_expression(file, sources[file], names);
  if (!parsed.expr) {
    return "error: " + parsed.diagnostics.front().message;
  }
  // Operands precede their users, so one pass over the store suffices.
  std::vector<std::string> texts;
  for (const syntax::Expr& expr : parsed.module.exprs) {
    auto of = [&texts](syntax::ExprId id) { return texts.at(id.index()); };
    std::string out;
    if (const auto* unary = std::get_if<syntax::UnaryExpr>(&expr.kind)) {
      out = fmt::format("[u{} {}]", static_cast<int>(unary->op), of(unary->operand));
    } else if (const auto* binary = std::get_if<syntax::BinaryExpr>(&expr.kind)) {
      out = fmt::format("[{} b{} {}]", of(binary->left), static_cast<int>(binary->op),
                        of(binary->right));
    } else if (const auto* select = std::get_if<syntax::SelectExpr>(&expr.kind)) {
      out = fmt::format("[{} ? {} : {}]", of(select->condition), of(select->if_true),
                        of(select->if_false));
    } else if (const auto* ascribe = std::get_if<syntax::AscribeExpr>(&expr.kind)) {
      out = fmt::format("[{} as]", of(ascribe->operand));
    } else if (const auto* with = std::get_if<syntax::WithExpr>(&expr.kind)) {
      out = fmt::format("[{} with {}]", of(with->operand), of(with->injections.front().value));
    } else if (const auto* member = std::get_if<syntax::MemberExpr>(&expr.kind)) {
      out = fmt::format("[{} .]", of(member->object));
    } else if (const auto* index = std::get_if<syntax::IndexExpr>(&expr.kind)) {
      out = fmt::format("[{} at {}]", of(index->object), of(index->index));
    } else if (const auto* call = std::get_if<syntax::CallExpr>(&expr.kind)) {
      out = "[" + of(call->callee) + " of";
      for (const syntax::Argument& argument : call->arguments) {
        out += (argument.name ? " :" : " ") + of(argument.value);
      }
      out += "]";
    } else if (const auto* lambda = std::get_if<syntax::LambdaExpr>(&expr.kind)) {
      out = fmt::format("[{} => {}]", lambda->parameters.size(), of(lambda->body));
    } else if (const auto* loop = std::get_if<syntax::LoopExpr>(&expr.kind)) {
      out = fmt::format("[loop {} {}]", loop->states.size(), loop->bindings.size());
    } else if (const auto* paren = std::get_if<syntax::ParenExpr>(&expr.kind)) {
      out = fmt::format("({})", of(paren->inner));
    } else {
      out = std::string(sources[file].text(expr.span));
    }
    texts.push_back(out);
  }
  return texts.at(parsed.expr->index());
}

TEST_CASE("operators bind as in C") {
  struct Case {
    std::string text;
    std::string_view expected;
  };
  Case cases[] = {
      {"a + b * c", "[a b3 [b b0 c]]"},
      {"a - b - c", "[[a b4 b] b4 c]"},
      {"a < b == c < d", "[[a b7 b] b11 [c b7 d]]"},
      {"a || b && c | d ^ e & f == g < h << i + j * k",
       "[a b17 [b b16 [c b15 [d b14 [e b13 [f b11 [g b7 [h b5 [i b3 [j b0 k]]]]]]]]]]"},
      {"-a.b * !c(d)", "[[u0 [a .]] b0 [u1 [c of d]]]"},
      {"- -a", "[u0 [u0 a]]"},
      {"--1", "[u0 [u0 1]]"},
      {"a ? b : c ? d : e", "[a ? b : [c ? d : e]]"},
      {"a ? b ? c : d : e", "[a ? [b ? c : d] : e]"},
      {"a + b ? c : d + e", "[[a b3 b] ? c : [d b3 e]]"},
      {"a * b as {t: v}", "[[a b0 b] as]"},
      {"a ? b : c as {t: v}", "[[a ? b : c] as]"},
      {"a ? b as {t: v} : c", "[a ? [b as] : c]"},
      {"a * (b as {t: v})", "[a b0 ([b as])]"},
      {"k.w * f with (s.uv: p.yz) + c", "[[[k .] b0 [f with [p .]]] b3 c]"},
      {"f with (a: b).x", "[[f with b] .]"},
      {"f(a: 1, b)", "[f of :1 b]"},
      {"f(a ? b : c)", "[f of [a ? b : c]]"},
      {"a[i][j].x", "[[[a at i] at j] .]"},
      {"f((p, q) => p + q, (r) => r as {t: v})", "[f of [2 => [p b3 q]] [1 => [r as]]]"},
      {"() => 1", "[0 => 1]"},
      {"c ? (p) => p : (q) => q", "[c ? [1 => p] : [1 => q]]"},
      {"(a)", "(a)"},
      {"loop 2 with (s: float = 0) { s = s + 1; }.s", "[[loop 1 1] .]"},
      {"loop n with (s: float[2] = x, t: int = 0) { stitch { s = f(); } t = 1; }", "[loop 2 2]"},
      {"loop n with (s: float = x, t: int = 0,) { t = 1; }", "[loop 2 1]"},
      {"loop + with + as", "[[loop b3 with] b3 as]"},
      {"#3a6ea5", "#3a6ea5"},
      {"", "error: expected an expression, found the end of the file"},
      {"a b", "error: expected the end of the expression, found 'b'"},
      {"a +", "error: expected an expression after '+', found the end of the file"},
      {"--a", "error: expected an expression, found '--'"},
      {"1 + (p) => p", "error: expected an operand, found '('"},
      {"a as {}", "error: expected the name of a trait, found '}'"},
      {"a[loop 2 with (s: t = 0) {}]", "[a at [loop 1 0]]"},
      {"loop 2 with (s: t[loop 2 with (s: t = 0) {}] = 0) {}",
       "error: expected the size of an array, found 'loop'"},
      {"loop 2.0 with (s: t = 0) {}", "error: the step count of a loop is an integer"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    CHECK(shape(c.text) == c.expected);
  }
}

TEST_CASE("chains have no length limit") {
  std::size_t n = 100000;
  for (const std::string& text :
       {"a" + repeated(" + a", n), "a" + repeated(".b", n), "a" + repeated("[0]", n),
        "f" + repeated("()", n), "f(a" + repeated(", a", n) + ")",
        "a" + repeated(" with (s: b)", n)}) {
    Sources sources;
    Interner names;
    FileId file = sources.add(SourceFile("t", text));
    ParsedExpression parsed = parse_expression(file, sources[file], names);
    CHECK(parsed.diagnostics.empty());
    CHECK(parsed.expr->index() + 1 == parsed.module.exprs.size());
    CHECK(parsed.module.exprs.size() > n);
  }
}

TEST_CASE("excessive nesting is reported once at the limit") {
  struct Case {
    std::string text;
    std::size_t column;
    std::size_t limit;
  };
  std::size_t n = 100000;
  Case cases[] = {
      {"material m { x = " + repeated("(", n) + "1" + repeated(")", n) + "; }", 218, 200},
      {"material m { x = " + repeated("(", n), 218, 200},
      {"material m { x = " + repeated("-", n) + "1; }", 218, 200},
      {"material m { x = " + repeated("!", n) + "a; }", 218, 200},
      {"material m { x = " + repeated("a ? b : ", n) + "1; }", 18 + 200 * 8 + 2, 200},
      {"material m { x = " + repeated("a ? ", n) + "1; }", 18 + 200 * 4 + 2, 200},
      {"material m { x = " + repeated("f(", n) + "1; }", 18 + 200 * 2 + 1, 200},
      {"material m { x = " + repeated("a[", n) + "1; }", 18 + 200 * 2 + 1, 200},
      {"material m { x = " + repeated("() => ", n) + "1; }", 18 + 200 * 6, 200},
      {"material m { x = a" + repeated(" with (b: c", n) + "; }", 20 + 200 * 11, 200},
      {"material m { x: " + repeated("a[", n) + "1; }", 17 + 201 * 2 + 1, 200},
      {"material m { x = " + repeated("loop 2 with (s: t = 0) { s = ", n) + "1; }",
       18 + 200 * 29 + 12, 200},
      {"fragment f(x: t) -> t " + repeated("{", n) + repeated("}", n), 223, 200},
      {"fragment f(x: t) -> t {" + repeated("if (x) ", n) + "return; }", 24 + 199 * 7, 200},
      {"fragment f(x: t) -> t {" + repeated("if (x) y(); else ", n) + "return; }", 24 + 199 * 17,
       200},
      {"fragment f(x: t) -> t {" + repeated("while (x) ", n) + "return; }", 24 + 199 * 10, 200},
      {"trait t " + repeated("{a ", n) + repeated("}", n), 9 + 64 * 3, 64},
      {"fragment f(" + repeated("x: fn(", n), 12 + 16 * 6 + 3, 16},
  };
  for (const Case& c : cases) {
    INFO(c.text.substr(0, 60));
    std::string expected = fmt::format(
        "1:{} this is nested more than {} levels deep | name the inner parts separately\n",
        c.column, c.limit);
    CHECK(errors_of(c.text) == expected);
  }
  // Up to the limit there is no error, and parsing continues normally after it.
  CHECK(errors_of("material m { x = " + repeated("(", 200) + "1" + repeated(")", 200) + "; }") ==
        "");
  CHECK(errors_of("material m { x = " + repeated("(", 999) + "1" + repeated(")", 999) +
                  "; }\nmaterial n { y = ; }")
            .find("\n2:18 expected an expression after '=', found ';'\n") != std::string::npos);
}

TEST_CASE("documentation attaches to the next declaration") {
  std::string text =
      "/// Of the file's first\r\n/// declaration.\r\nfragment f(\r\n    /// Of x.\r\n    x: "
      "float, /// no doc\r\n"
      "    y: float,\r\n) -> float { /// no doc\r\n    return x; }\r\n"
      "material m {\n/// Of p.\n// between\nstatic param p: float;\n/// of nothing\n}\n"
      "profile q {\n    /// Of c.\n    fragment demand c: float;\n}\n//// no doc\nimport \"x\";";
  Sources sources;
  Interner names;
  FileId file = sources.add(SourceFile("t", text));
  ParsedModule parsed = parse_module(file, sources[file], names);
  REQUIRE(parsed.diagnostics.empty());
  const auto& declarations = parsed.module.declarations;
  REQUIRE(declarations.size() == 4);
  CHECK(declarations[0].doc == "Of the file's first\ndeclaration.");
  const auto& fragment = std::get<syntax::FragmentDecl>(declarations[0].kind);
  CHECK(fragment.signature.ports[0].doc == "Of x.");
  CHECK(fragment.signature.ports[1].doc == "");
  const auto& material = std::get<syntax::MaterialDecl>(declarations[1].kind);
  CHECK(std::get<syntax::ParameterDecl>(material.items[0]).doc == "Of p.");
  const auto& profile = std::get<syntax::ProfileDecl>(declarations[2].kind);
  CHECK(std::get<syntax::DemandItem>(profile.items[0]).doc == "Of c.");
  CHECK(declarations[3].doc == "");
}

TEST_CASE("constructs that need lookahead parse") {
  for (const char* text : {
           "",
           "// nothing but a comment",
           "graph g(x: float) -> float { r: float = x; output r; }",
           "graph g(x: float) -> float[2] {use: color} { r: float = x; output r; }",
           "graph g(x: float) -> float {use: color} difficulty 1 { output x; }",
           "fragment f(x: float) -> float {}",
           "fragment f(x: float[2] [min: 0], y: float = a[0] [min: 0]) -> float { float[2] z = x; "
           "z[0] = y; x with (a: b); }",
           "conversion c(x: float) -> {} drops {n} { loop n with (s: t = 0) {}; }",
           "fragment f(x: uniform, y: uniform uniform, z: fn, w: fn() -> fn, v: eval) -> float { "
           "i++; ++i; float loop; }",
           "material m { param = 1; static = 2; param param: param; spec param spec: spec; stitch "
           "= 3; stitch {} }",
           "native commutes with native; trait equals then; prefer trait over trait for {a: b};",
           "fragment f(x: float) -> t native glsl \"\"\"{\"\"\" native commutes with x;",
           "profile p { provide material, fragment as push; set demand 1; vertex demand demand: t "
           "as clip invariant flat = 1; }",
           "struct S { float3 {use: normal} n; float[2] w; };",
           "trait t default d { a { b, c, }, d, }",
       }) {
    INFO(text);
    CHECK(errors_of(text) == "");
  }
}

}  // namespace
}  // namespace weft::testing::parser_test
