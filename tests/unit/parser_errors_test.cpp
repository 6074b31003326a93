// The errors that users meet first. Each case is one error with all its messages; the second table
// shows that several errors in one file are all found, without spurious ones.

#include <fmt/format.h>

#include "fragments/syntax/parser.h"
#include "tests/support/catch.h"

namespace weft::testing::parser_errors_test {
namespace {

/// `line:column message | hint`, notes in brackets, one error per line.
std::string errors_of(const std::string& text) {
  Sources sources;
  Interner names;
  FileId file = sources.add(SourceFile("t", text));
  ParsedModule parsed = parse_module(file, sources[file], names);
  std::string result;
  for (const Diagnostic& diagnostic : parsed.diagnostics) {
    Position at = sources[file].position(diagnostic.span->begin);
    result += fmt::format("{}:{} {}", at.line, at.column, diagnostic.message);
    for (const Note& note : diagnostic.notes) {
      result += note.span
                    ? fmt::format(" [{}:{} {}]", sources[file].position(note.span->begin).line,
                                  sources[file].position(note.span->begin).column, note.text)
                    : fmt::format(" [{}]", note.text);
    }
    result += (diagnostic.hint.empty() ? "" : " | ") + diagnostic.hint + "\n";
  }
  return result;
}

struct Case {
  std::string text;
  std::string expected;
};

void check(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    INFO(c.text);
    CHECK(errors_of(c.text) == c.expected);
  }
}

/// A statement in a body, and a binding in a material: it is at 2:1.
std::string in_body(const std::string& text) {
  return "fragment f(x: float) -> float {\n" + text + "\nreturn x;\n}";
}
std::string in_material(const std::string& text) {
  return "material m {\n" + text + "\noutput color;\n}";
}

TEST_CASE("malformed declarations are reported with hints") {
  check({
      {"import \"core\"\nimport \"x\";", "1:14 expected ';' after the import, found 'import'\n"},
      {"import core;",
       "1:8 expected the file to import, as a string, found 'core' | written: import \"core\"; or: "
       "import \"./other.weft\";\n"},
      {"fragmnt f() -> float {}",
       "1:1 expected a declaration, found 'fragmnt' | did you mean 'fragment'?\n"},
      {"float f(float x) { return x; }",
       "1:1 expected a declaration, found 'float' | a function is written: fragment "
       "f(x: float) -> float { … }\n"},
      {"void main() { x = 1; }",
       "1:1 expected a declaration, found 'void' | there is no main function: a material declares "
       "the outputs\n"},
      {"uniform float x;",
       "1:1 expected a declaration, found 'uniform' | a material has parameters (param name: "
       "type;); a profile declares what the host provides and demands\n"},
      {"#version 450\nimport \"core\";",
       "1:1 there is no preprocessor, so '#version' means nothing\n"},
      {"import \"core\";\n}", "2:1 expected a declaration, found '}' | this '}' closes nothing\n"},
      {"fragment f(vec3 x) -> float {}",
       "1:17 expected ':' and the type of the port, found 'x' | a port is written: "
       "x: vec3\n"},
      {"fragment f(in vec3 x) -> float {}",
       "1:15 expected ':' and the type of the port, found 'vec3' | a port is "
       "written: x: vec3\n"},
      {"fragment f(x: float) { return x; }",
       "1:22 expected '->' and what it results in, found '{' | written: "
       "fragment f(x: float) -> float { return x; }\n"},
      {"fragment f(x: float -> float {}",
       "1:21 expected ',' or ')', found '->' [1:11 '(' was opened here]\n"},
      {"fragment f(x: float) -> float;", "1:30 expected the body, '{' or 'native', found ';'\n"},
      {"profile p { provide a.b as attribute 4294967295u; }",
       "1:38 expected the location of the attribute, an integer, found '4294967295u'\n"},
      {"fragment f(x: float) -> float dificulty 1 {}",
       "1:31 expected a clause or the body, found 'dificulty' | did you mean "
       "'difficulty'?\n"},
      {"fragment for(x: float) -> float {}",
       "1:10 expected the name of the fragment, found the reserved word 'for'\n"},
      {"fragment f(x: float {use normal}) -> float {}",
       "1:26 expected ':' and the trait's value, found 'normal' | written: {use: normal, basis: "
       "world}\n"},
      {"fragment f(x: float {use normal}) -> float { y = ; }",
       "1:26 expected ':' and the trait's value, found 'normal' | written: {use: normal, basis: "
       "world}\n"
       "1:50 expected an expression after '=', found ';'\n"},
      {"fragment f(x: float {use: }) -> float {}",
       "1:27 expected a value of the trait, found '}'\n"},
      {"trait use { color vector }",
       "1:19 expected ',' or '}', found 'vector' [1:11 '{' was opened here]\n"},
      {"struct S { x: float; }",
       "1:13 expected the name of the member, found ':' | the type comes first: float x;\n"},
      {"struct S { float {unit: metre}[3] d; }",
       "1:31 expected the name of the member, found '[' | the size goes before the traits: "
       "float[4] {unit: metre} lengths;\n"},
      {"struct S { float a, b; }",
       "1:19 expected ';' after the member, found ',' | declare each member separately\n"},
      {"feature a.b: float;",
       "1:19 expected 'at' and the rate of the feature, found ';' | written: feature "
       "frame.time: float at frame;\n"},
      {"profile p { demand c: float4; }",
       "1:13 expected 'provide', 'block', 'vertex demand', 'fragment demand', 'thread demand', "
       "'set' "
       "or '}' in the profile, "
       "found 'demand' | say "
       "of which stage: fragment demand color: …;\n"},
      {"profile p { set x = 1; }",
       "1:19 expected the value of the setting, a name or a number, found '=' | written "
       "without '=': set interpolants 32;\n"},
      {"profile p { provide a; }",
       "1:22 expected 'as' and its source, found ';' | written: provide surface.uv as attribute "
       "2;\n"},
      {"fragment f() -> t native metal \"\"\"x\"\"\"",
       "1:26 expected 'glsl' or 'hlsl' after 'native', found 'metal'\n"},
  });
}

TEST_CASE("malformed statements are reported with hints") {
  check({
      {in_body("float y = x"),
       "2:12 expected ';' after the declaration, found the reserved word 'return'\n"},
      {in_body("y = ;"), "2:5 expected an expression after '=', found ';'\n"},
      {in_body("y = (1 + 2;"), "2:11 expected ')', found ';' [2:5 '(' was opened here]\n"},
      {in_body("y = f(1, 2;"), "2:11 expected ',' or ')', found ';' [2:6 '(' was opened here]\n"},
      {in_body("if (x = 1) y = 2;"),
       "2:7 expected ')', found '=' [2:4 '(' was opened here] | write '==' for a comparison\n"},
      {in_body("if x > 1 { y = 2; }"), "2:4 expected '(' and the condition, found 'x'\n"},
      {in_body("else y = 2;"),
       "2:1 expected a statement, found the reserved word 'else' | this 'else' has no 'if' right "
       "before it\n"},
      {in_body("for (int i = 0, i < 3; ++i) {}"),
       "2:15 expected ';' after the loop initializer, found ',' | written: for (int i = 0; i < n; "
       "++i)\n"},
      {in_body("for (;;) {}"),
       "2:6 expected the loop initializer, found ';' | written: for (int i = 0; i < n; ++i)\n"},
      {in_body("if (x > 1.0) float a, b;"),
       "2:21 expected ';' after the declaration, found ',' | declare each local in a separate "
       "statement\n"},
      {in_body("float[2] a, b;"),
       "2:11 expected ';' after the declaration, found ',' | declare each local in a separate "
       "statement\n"},
      {in_body("float a, 2.0;"), "2:10 expected the name of the local, found '2.0'\n"},
      {in_body("float a = 1.0, b = 2.0"),
       "2:23 expected ';' after the declaration, found the reserved word 'return'\n"},
      {in_body("discard;"),
       "2:1 expected a statement, found 'discard' | there is no discard statement; write in the "
       "material: output coverage = …;\n"},
      {in_body("const float = 1.0;"), "2:13 expected the name of the local, found '='\n"},
      {in_body("float3 {use: normal} n = x;"),
       "2:8 expected the name of the local, found '{' | locals in bodies carry no traits; write "
       "the data type alone\n"},
      {in_body("y &&= b;"),
       "2:5 expected an expression after '&&', found '=' | there is no '&&='; write: a = a && b\n"},
      {in_body("y + = 2;"),
       "2:5 expected an expression after '+', found '=' | an assignment is written without a "
       "space: "
       "+=\n"},
      {in_body("y = {1, 2};"),
       "2:5 expected an expression after '=', found '{' | construct a value with the name of its "
       "type: float3(a, b, c)\n"},
      {in_body("float2 y = (1, 2);"),
       "2:14 expected ')', found ',' [2:12 '(' was opened here] | construct a vector with the name "
       "of its type: float2(a, b)\n"},
      {in_body("y = a[1, 2];"),
       "2:8 expected ']', found ',' [2:6 '[' was opened here] | each dimension has its own "
       "brackets: a[i][j]\n"},
      {in_body("y = float[](1.0);"),
       "2:11 expected an expression after '[', found ']' | state the number of elements: "
       "float[2](a, b)\n"},
      {in_body("y = a ^^ b;"),
       "2:8 expected an expression after '^', found '^' | write '!=' for the exclusive or of two "
       "bools\n"},
      {in_body("y = 1 @ 2;"),
       "2:7 the character '@' means nothing here | Weft has no attributes or decorators\n"},
  });
}

TEST_CASE("malformed bindings are reported with hints") {
  check({
      {in_material("a = 5\nb = 3;"), "2:6 expected ';' after the binding, found 'b'\n"},
      {in_material("vec3 x = y;"),
       "2:6 expected '=' or ':' after 'vec3', found 'x' | a binding with a type is written: x: "
       "vec3 = …;\n"},
      {in_material("x += 1;"),
       "2:3 expected '=' or ':' after 'x', found '+=' | a name is bound once; bind a new name to "
       "the new value\n"},
      {in_material("x.y = 1;"),
       "2:2 expected '=' or ':' after 'x', found '.' | a binding names a whole value, not a part "
       "of one\n"},
      {in_material("output = x;"),
       "2:8 expected the name of the output, found '=' | an output has a name: output color = "
       "…;\n"},
      {in_material("output a.b;"),
       "2:8 expected the name of an output | an output has a name: output color = …;\n"},
      {in_material("return x;"),
       "2:1 expected a binding or '}' in the material, found the reserved word 'return' | a result "
       "is written: output color = …;\n"},
      {in_material("if (a) { b = 1; }"),
       "2:1 expected a binding or '}' in the material, found the reserved word 'if' | statements "
       "are only allowed in fragment bodies; here, select with: condition ? a : b\n"},
      {in_material("discard;"),
       "2:1 expected a binding or '}' in the material, found 'discard' | there is no discard "
       "statement; write: output coverage = …;\n"},
      {in_material("uniform float x;"),
       "2:1 expected a binding or '}' in the material, found 'uniform' | a parameter is written: "
       "param name: type = …;\n"},
      {in_material("param float x;"),
       "2:13 expected ':' and the type of the parameter, found 'x' | written: param x: float;\n"},
      {in_material("param x float;"),
       "2:9 expected ':' and the type of the parameter, found 'float' | written: param x: "
       "float;\n"},
      {in_material("y = a ? b;"),
       "2:10 expected ':' and the value for false, found ';' [2:7 the '?' is here]\n"},
      {in_material("y = if (a) b;"),
       "2:5 expected an expression after '=', found the reserved word 'if' | choose between two "
       "values with: condition ? a : b\n"},
      {in_material("y = f(a = 1);"),
       "2:9 expected ',' or ')', found '=' [2:6 '(' was opened here] | a named argument is written "
       "'name: value', a comparison '=='\n"},
      {in_material("stitch { stitch { a = 1; } }"),
       "2:10 expected a binding, found 'stitch' | stitch blocks do not nest\n"},
  });
}

TEST_CASE("all syntax errors of a file are found, and no others") {
  check({
      {"material m {\n    a = 1;\n\nmaterial n {\n    b = ;\n}\n",
       "2:11 expected '}', found 'material' [1:12 '{' was opened here]\n5:9 expected an expression "
       "after '=', found ';'\n"},
      {"fragment f(x: float) -> float {\n    if (x) {\n        y = 1;\n    return y;\n\nimport "
       "\"a\";\n",
       "4:14 expected '}', found 'import' [2:12 '{' was opened here]\n"},
      {"fragment f(x float) -> float {\n    y = ;\n    z = 1 +;\n}\nfragment g() -> float { return "
       "}\n",
       "1:14 expected ':' and the type of the port, found 'float' | a port is written: x: float\n"
       "2:9 expected an expression after '=', found ';'\n3:12 expected an expression after '+', "
       "found ';'\n"
       "5:31 expected ';' after 'return', found '}'\n"},
      {"graph g(x: float) -> float {\n    r = loop 2 with (s: float = 0) { s = ; t = 1 +; u = 2; "
       "};\n    output ;\n}\n",
       "2:42 expected an expression after '=', found ';'\n2:51 expected an expression after '+', "
       "found ';'\n"
       "3:12 expected an expression after 'output', found ';'\n"},
      {"material m {\n    b = (1 + 3\n    c = 4 +;\n}\n",
       "3:5 expected ')', found 'c' [2:9 '(' was opened here]\n3:12 expected an expression after "
       "'+', found ';'\n"},
      {"fragment f(x: float) -> float {\n    if (x > 0.5 { return 1; } else return ;;\n    y = 1 "
       "+;\n}\n",
       "2:17 expected ')', found '{' [2:8 '(' was opened here]\n2:44 expected a statement, found "
       "';' | remove this ';'\n3:12 expected an expression after '+', found ';'\n"},
  });
}

TEST_CASE("a file reports at most 100 syntax errors") {
  std::string text = "material m {\n";
  for (int i = 0; i < 1000; ++i) {
    text += "x = ;\n";
  }
  std::string errors = errors_of(text + "}\n");
  CHECK(std::count(errors.begin(), errors.end(), '\n') == 100);
  CHECK_THAT(errors, contains("101:5 expected an expression after '=', found ';' [too many errors: "
                              "the rest of the file was not parsed]"));
}

}  // namespace
}  // namespace weft::testing::parser_errors_test
