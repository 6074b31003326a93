#include "fragments/syntax/print_syntax.h"

#include <fmt/format.h>

#include "fragments/syntax/parser.h"
#include "tests/property/syntax_dump.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"
#include "tests/support/text_diff.h"

namespace weft::testing::print_syntax_test {
namespace {

struct Printed {
  std::string text;
  std::string dump;
};

Printed printed(const std::string& text) {
  Sources sources;
  Interner names;
  FileId file = sources.add(SourceFile("t", text));
  ParsedModule parsed = parse_module(file, sources[file], names);
  INFO(render_text(parsed.diagnostics, sources));
  REQUIRE(parsed.diagnostics.empty());
  return {print_module(parsed.module, sources[file], names), dump_syntax(parsed.module, names)};
}

/// Printing keeps the tree, and is idempotent.
std::string settled(const std::string& text) {
  Printed first = printed(text);
  Printed second = printed(first.text);
  CHECK(text_diff(first.dump, second.dump) == "");
  CHECK(text_diff(first.text, second.text) == "");
  return first.text;
}

std::size_t count(std::string_view text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string_view::npos;
       at = text.find(what, at + what.size())) {
    ++found;
  }
  return found;
}

TEST_CASE("formatting the samples keeps their trees and is idempotent") {
  for (const char* name : {"gbuffer", "pbr", "triplanar"}) {
    std::string text =
        read_file(repository_root() / "tests/fuzz/corpus/parser" / fmt::format("{}.weft", name));
    CHECK(settled(text).size() > 1000);
    CHECK(count(settled(text), "///") == count(text, "///"));
    CHECK(count(settled(text), "//") == count(text, "//"));
  }
}

TEST_CASE("a body on one line stays there, whatever comment follows it") {
  const std::string line =
      "fragment plane_distance(p: float3, n: float3 = float3(0.0, 1.0, 0.0), height: float = 0.0) "
      "-> float { return dot(p, n) - height; }";
  for (const char* comment : {"", "  // one", "  /* one */", "  /* one\n   two */"}) {
    INFO(comment);
    CHECK(settled(line + comment + "\n") == line + comment + "\n");
  }
}

TEST_CASE("every declaration has one layout") {
  struct Case {
    std::string text;
    std::string_view expected;
  };
  Case cases[] = {
      {"", ""},
      {"import\"core\" ;", "import \"core\";\n"},
      {"trait a{b{c},d}", "trait a { b { c }, d }\n"},
      {"feature a.b:float at draw=c*2.0;", "feature a.b: float at draw = c * 2.0;\n"},
      {"struct S{float3 a;float b;}", "struct S {\n    float3 a;\n    float b;\n}\n"},
      {"fragment f(x:float)->float{y=1;return x;}",
       "fragment f(x: float) -> float\n{\n    y = 1;\n    return x;\n}\n"},
      {"fragment f()->float{float a=1.0,b; // two\nfloat c,d[3]; return a;}",
       "fragment f() -> float\n{\n    float a = 1.0;\n    float b;  // two\n    float c;\n    "
       "float d[3];\n    return a;\n}\n"},
      {"fragment f(x:float)->float{return x;}", "fragment f(x: float) -> float { return x; }\n"},
      {"fragment f(x: float,\n ) -> float\n{ return x; }",
       "fragment f(x: float) -> float\n{ return x; }\n"},
      {"fragment f(/// Doc.\nx: float) -> float {}",
       "fragment f(\n    // Doc.\n    x: float,\n) -> float {}\n"},
      {"fragment f(\n/// Doc.\nx: float) -> float {}",
       "fragment f(\n    /// Doc.\n    x: float,\n) -> float {}\n"},
      {"material m{param p:float=1[min:0,max:1];x=1;output x;}",
       "material m {\n    param p: float = 1 [min: 0, max: 1];\n    x = 1;\n    output x;\n}\n"},
      {"fragment f()->t{if(a)return;else if(b){c();}else d();for(int i=0;i<3;i++)x+=1;}",
       "fragment f() -> t\n{\n    if (a)\n        return;\n    else if (b) {\n        c();\n    } "
       "else\n        d();\n"
       "    for (int i = 0; i < 3; ++i)\n        x += 1;\n}\n"},
      {"graph g()->t{a=loop 2 with(s:t=0){s=1;};b=loop 2 with(s:t=0){s=1;u=2;};}",
       "graph g() -> t\n{\n    a = loop 2 with (s: t = 0) { s = 1; };\n    b = loop 2 with (s: t = "
       "0) {\n        s = 1;\n"
       "        u = 2;\n    };\n}\n"},
      {"a commutes with b;a equals b then c;prefer a over b for{c:d};",
       "a commutes with b;\na equals b then c;\nprefer a over b for {c: d};\n"},
      {"import \"a\";\n\n\n\nimport \"b\";\nimport \"c\";",
       "import \"a\";\n\nimport \"b\";\nimport \"c\";\n"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    CHECK(settled(c.text) == c.expected);
  }
}

TEST_CASE("expressions print with normalized spacing") {
  struct Case {
    std::string_view text;
    std::string_view expected;
  };
  Case cases[] = {
      {"a+b*-c", "a + b * -c"},
      {"- -a", "- -a"},
      {"-+a", "-+a"},
      {"f( a:1 , b )[ 0 ] . x", "f(a: 1, b)[0].x"},
      {"0x1F+1.50f+.5+1e-3", "0x1F + 1.50f + .5 + 1e-3"},
      {"5 .x", "5 .x"},
      {"#3A6EA5", "#3a6ea5"},
      {"a?b:c as{d:?e,f?:g}", "a ? b : c as {d: ?e, f?: g}"},
      {"v with(a.b:c,d:e)", "v with (a.b: c, d: e)"},
      {"(p,q)=>p", "(p, q) => p"},
      {"\"\\\"\\\\\\n\\t\"", "\"\\\"\\\\\\n\\t\""},
  };
  for (const Case& c : cases) {
    CHECK(settled(fmt::format("material m {{ x = {}; }}", c.text)) ==
          fmt::format("material m {{\n    x = {};\n}}\n", c.expected));
  }
}

TEST_CASE("expressions without source text print their values") {
  Sources sources;
  Interner names;
  FileId file = sources.add(SourceFile("t", "f(0x10, 1., 2.5f, 7u)"));
  ParsedExpression parsed = parse_expression(file, sources[file], names);
  REQUIRE(parsed.expr);
  CHECK(print_expression(parsed.module, *parsed.expr, names) == "f(16, 1.0, 2.5, 7u)");
}

TEST_CASE("comments are kept") {
  std::string text = R"(// head

import "a"; // behind
/* block */ import "b"; /* two */ // three
/// Doc.
// plain
/// Doc 2.
fragment f( // open
    // before x
    x: float, // behind x
    /// Doc of y.
    y: fn(/* in */
        /// Inner doc.
        at: float) -> float /* late */,
    // dangling
) -> float /* before the body */
{ // begin
    float z = x /* mid */ + y; // behind z

    /// no doc
    if (z > 1 /* condition */) // then
        z = 2; // behind then
    else // else
        z = 3;
    // end
} // behind f
material m {
    v = loop 3 with (s: float = 0) { // in the loop
        s = s + 1; // step
        // last
    }; // behind the loop
    stitch { a = 3; // stitched
    }
    /// dangling doc
}
trait use { a, // is a
    b { c } }
// foot
)";
  std::string expected = R"(// head

import "a";  // behind
/* block */
import "b";  /* two */  // three

// plain
/// Doc.
/// Doc 2.
fragment f(
    // open
    // before x
    x: float,  // behind x
    /* in */
    /// Doc of y.
    y: fn(
        /// Inner doc.
        at: float) -> float,  /* late */
    // dangling
) -> float
{
    /* before the body */
    // begin
    /* mid */
    float z = x + y;  // behind z

    /// no doc
    if (z > 1)
        /* condition */
        // then
        z = 2;  // behind then
    else
        // else
        z = 3;
    // end
}  // behind f

material m {
    v = loop 3 with (s: float = 0) {
        // in the loop
        s = s + 1;  // step
        // last
    };  // behind the loop
    stitch {
        a = 3;  // stitched
    }
    /// dangling doc
}

trait use {
    a,  // is a
    b { c },
}
// foot
)";
  CHECK(text_diff(expected, settled(text)) == "");
}

TEST_CASE("comments among arguments stay with them") {
  const std::string text = R"(fragment f(a: float3, b: float3, /* unused */ t: float) -> float3 {
    float3 keys[3] = float3[3](
        float3(0.0, 0.0, 0.5),  // deep
        float3(0.0, 0.5, 1.0), // shallow
        float3(0.9, 0.8, 0.6)   // sand
    );
    float3 c = a * 2.0 // key
        + b; // fill
    return mix(c, keys[1], /* weight: */ 0.5 /* half */);
}
material m {
    lit = shade(saturate(#ff0000), // hot
        // the cold one
        tint: #00ff00 /* green */, /* blend */ 0.5 * /* much */ 2); // behind
    x = f(a, g(/* none */), // why
      b) + h(1, /* one */ 2 /* two */) - k( // empty
      );
    v = loop 3 with (s: float = mix(0, // from
       1, 0.5)) { s = s + max(1, // least
       s); t = /* only */ s; };
    y = p(1, // first
      2) + /* then */ 3 // three
      * q(4, /* five */ 5);
    z = map((x) => mix(x, // inner
       1), 2);
    w = f(loop 2 with (s: float = 0.0) { /* in */ }, 1);
    u = f(/* a */ 5.0, x) * x
        // the mean, by steps
        * mean(() => loop 3 with (s: float = 1.0, t: float = 2.0) { s = s + x; t = t + s; });
    q = loop 2 with (s: float = /* first */ loop 3 with (t: float = 1.0) { t = 2.0; r = t; }) { s = 1.0; };
    o = f(g(/* inner */ 1) + /* outer */ 2, 3);
}
)";
  const std::string expected = R"(fragment f(
    a: float3,
    b: float3,
    /* unused */
    t: float,
) -> float3
{
    float3 keys[3] = float3[3](
        float3(0.0, 0.0, 0.5),  // deep
        float3(0.0, 0.5, 1.0),  // shallow
        float3(0.9, 0.8, 0.6)  // sand
    );
    // key
    float3 c = a * 2.0 + b;  // fill
    return mix(c, keys[1], /* weight: */ 0.5 /* half */);
}

material m {
    lit = shade(
        saturate(#ff0000),  // hot
        // the cold one
        tint: #00ff00,  /* green */
        /* blend */ /* much */ 0.5 * 2
    );  // behind
    x = f(
        a,
        g(/* none */),  // why
        b
    ) + h(1, /* one */ 2 /* two */) - k(
        // empty
    );
    v = loop 3 with (s: float = mix(
        0,  // from
        1,
        0.5
    )) {
        s = s + max(
            1,  // least
            s
        );
        /* only */
        t = s;
    };
    /* then */
    // three
    y = p(
        1,  // first
        2
    ) + 3 * q(4, /* five */ 5);
    z = map(
        (x) => mix(
            x,  // inner
            1
        ),
        2
    );
    w = f(
        loop 2 with (s: float = 0.0) {
            /* in */
        },
        1
    );
    // the mean, by steps
    u = f(/* a */ 5.0, x) * x * mean(() => loop 3 with (s: float = 1.0, t: float = 2.0) {
        s = s + x;
        t = t + s;
    });
    /* first */
    q = loop 2 with (s: float = loop 3 with (t: float = 1.0) {
        t = 2.0;
        r = t;
    }) { s = 1.0; };
    o = f(/* outer */ g(/* inner */ 1) + 2, 3);
}
)";
  CHECK(text_diff(expected, settled(text)) == "");
}

TEST_CASE("deep and long trees print in constant stack") {
  std::string sum = "material m {\n    x = a";
  for (int i = 0; i < 100000; ++i) {
    sum += i % 3 == 0 ? " + a" : i % 3 == 1 ? " * a.b" : " - a[0]";
  }
  sum += ";\n}\n";
  CHECK(printed(sum).text == sum);
  std::string blocks = "fragment f() -> t\n";
  for (int i = 0; i < 200; ++i) {
    blocks += "{";
  }
  CHECK(settled(blocks + std::string(200, '}')).size() > 200);
}

}  // namespace
}  // namespace weft::testing::print_syntax_test
