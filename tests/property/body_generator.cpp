#include "tests/property/body_generator.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include "tests/property/body_expressions.h"

namespace weft::testing {

const char* const body_preamble = R"(
struct Half {
    float sample;
    int3 texture;
    bool filter;
}
struct Buffer {
    Half half;
    float2x3 matrix;
    uint[3] input;
}
/// Any small multiple of a quarter, as one in 0 … 15.75.
fragment fold<T: floating>(x: T) -> T { return floor(fract(x * 0.0625) * 64.0) * 0.25; }
/// Powers of two: compilers of C may contract a product and a sum, which rounds otherwise.
fragment ends(x: float) -> (low: float, high: float) { low = fold(x * 0.5); high = fold(x * 4.0); }
)";

namespace {

// Names that the target languages or the printers reserve, but Weft does not.
constexpr const char* evil_names[] = {
    "texture", "half",   "input",  "output",         "sample_",   "filter",          "buffer",
    "main",    "smooth", "common", "loaded_element", "gl_x",      "out_value",       "a__b",
    "lerp2",   "matrix", "fixed",  "line",           "point",     "assigned_column", "discard_",
    "layout",  "shared", "active", "made_value",     "row_major", "equal_so_far",    "superp"};

class BodyGenerator : private ExpressionGenerator {
 public:
  BodyGenerator(Random& random, const std::string& name, bool repeats_calls)
      : ExpressionGenerator(random, repeats_calls), name_(name) {}

  std::string run() {
    variables_ = {{"i", {Kind::Int}, true}, {"u", {Kind::Uint}, true}, {"x", {Kind::Float}, true}};
    out_ = "fragment " + name_ + "(i: int, u: uint, x: float) -> uint\n{\n    uint h = u;\n";
    statements(1, 5 + below(6));
    for (const Variable& variable : variables_) {
      mix_in(1, variable);
    }
    return out_ + "    return h;\n}\n";
  }

 private:
  void line(int level, const std::string& text) {
    out_ += std::string(static_cast<std::size_t>(level) * 4, ' ') + text + "\n";
  }

  // --- Statements ---

  void statements(int level, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      statement(level);
    }
  }

  void block(int level, const std::string& head) {
    line(level, head + " {");
    const std::size_t outer = variables_.size();
    statements(level + 1, 1 + below(3));
    variables_.resize(outer);
    line(level, "}");
  }

  // Mesa's compilers make some valid modules wrong whose branches depend on constants.
  std::string condition() {
    return without_constants([&] { return value({Kind::Bool}, 2); });
  }

  void statement(int level) {
    switch (below(level > 3 ? 6 : 12)) {
      case 0:
      case 1:
      case 2:
        declare(level);
        return;
      case 3:
      case 4:
        assign(level);
        return;
      case 5:
        if (variables_.size() > 3) {
          mix_in(level, variables_[below(variables_.size())]);
        }
        return;
      case 6:
      case 7: {
        block(level, "if (" + condition() + ")");
        while (chance(2)) {
          block(level, "else if (" + condition() + ")");
        }
        if (chance(2)) {
          block(level, "else");
        }
        return;
      }
      case 8:
      case 9:
        loop(level);
        return;
      case 10:
        if (loops_ > 0 && chance(2)) {
          line(level, "if (" + condition() + ")");
          line(level + 1, chance(2) ? "break;" : "continue;");
        } else {
          line(level, "if (" + condition() + ")");
          line(level + 1, "return " + value({Kind::Uint}, 2) + ";");
        }
        return;
      default:
        declare(level);
        return;
    }
  }

  void loop(int level) {
    const std::string counter = new_name();
    const std::size_t outer = variables_.size();
    ++loops_;
    if (chance(3)) {
      line(level, "int " + counter + " = 0;");
      line(level, "while (" + counter + " < " + std::to_string(between(1, 4)) + ") {");
      line(level + 1, "++" + counter + ";");
    } else {
      const char* const down[] = {" = 3; ", " >= 0; --"};
      const bool is_down = chance(3);
      line(level, "for (int " + counter + (is_down ? down[0] : " = 0; ") + counter +
                      (is_down ? down[1] : " < " + std::to_string(between(1, 4)) + "; ++") +
                      counter + ") {");
    }
    variables_.push_back({counter, {Kind::Int}, false});
    statements(level + 1, 1 + below(3));
    variables_.resize(outer);
    --loops_;
    line(level, "}");
  }

  std::string new_name() {
    const std::string base = evil_names[below(std::size(evil_names))];
    std::string name = base;
    for (int number = 2; std::find(taken_.begin(), taken_.end(), name) != taken_.end(); ++number) {
      name = base + (base.back() == '_' ? "" : "_") + std::to_string(number);
    }
    taken_.push_back(name);
    return name;
  }

  void declare(int level) {
    const Type type = chance(8)   ? Type{Kind::Int, 1, 1, 0, "Half"}
                      : chance(9) ? Type{Kind::Int, 1, 1, 0, "Buffer"}
                                  : any_type();
    const std::string name = new_name();
    const std::string sizes = type.size != 0 ? "[" + std::to_string(type.size) + "]" : "";
    std::string text = text_of(type) + " " + name + sizes;
    if (!chance(6) && type.size == 0) {
      text += " = " + value(type, 3);
    }
    line(level, text + ";");
    variables_.push_back({name, type, true});
  }

  void assign(int level) {
    std::vector<const Variable*> writable;
    for (const Variable& variable : variables_) {
      if (variable.is_writable) {
        writable.push_back(&variable);
      }
    }
    if (writable.empty()) {
      declare(level);
      return;
    }
    const Variable chosen = *writable[below(writable.size())];
    std::string target = chosen.name;
    Type type = chosen.type;
    while (true) {
      if (type.size != 0) {
        target += "[" + index(type.size) + "]";
        type.size = 0;
      } else if (type.structure != nullptr) {
        const bool is_half = std::string(type.structure) == "Half";
        const std::size_t member = below(3);
        constexpr const char* half[] = {".sample", ".texture", ".filter"};
        constexpr const char* buffer[] = {".half", ".matrix", ".input"};
        const Type half_types[] = {{Kind::Float}, {Kind::Int, 3}, {Kind::Bool}};
        const Type buffer_types[] = {
            {Kind::Int, 1, 1, 0, "Half"}, {Kind::Float, 2, 3}, {Kind::Uint, 1, 1, 3}};
        if (chance(4)) {
          break;
        }
        target += is_half ? half[member] : buffer[member];
        type = is_half ? half_types[member] : buffer_types[member];
      } else if (type.is_matrix() && chance(2)) {
        target += "[" + index(type.columns) + "]";
        type = {Kind::Float, type.rows};
      } else if (type.rows > 1 && !type.is_matrix() && chance(2)) {
        if (chance(2)) {
          target += "[" + index(type.rows) + "]";
          type = type.scalar();
        } else {
          const int count = between(1, type.rows);
          std::string letters = "xyzw";
          letters.resize(static_cast<std::size_t>(type.rows));
          std::string swizzle;
          for (int i = 0; i < count; ++i) {
            const std::size_t at = below(letters.size());
            swizzle += letters[at];
            letters.erase(at, 1);
          }
          target += "." + swizzle;
          type.rows = count;
        }
        break;
      } else {
        break;
      }
    }
    const bool is_integral = type.kind == Kind::Int || type.kind == Kind::Uint;
    constexpr const char* operators[] = {"+=", "-=", "*="};
    if (type.is_plain() && is_integral && chance(2)) {
      line(level, target + " " + operators[below(3)] + " " +
                      value(chance(2) ? type : type.scalar(), 2) + ";");
    } else if (type.is_plain() && is_integral && type.rows == 1 && chance(3)) {
      line(level, (chance(2) ? "++" : "--") + target + ";");
    } else {
      line(level, target + " = " + value(type, 3) + ";");
    }
  }

  // Mixes all components of a variable into the result.
  void mix_in(int level, const Variable& variable) {
    mix_in_value(level, variable.name, variable.type);
  }

  void mix_in_value(int level, const std::string& path, Type type) {
    if (type.size != 0) {
      const int size = type.size;
      type.size = 0;
      for (int i = 0; i < size; ++i) {
        mix_in_value(level, path + "[" + std::to_string(i) + "]", type);
      }
    } else if (type.structure != nullptr && std::string(type.structure) == "Half") {
      mix_in_value(level, path + ".sample", {Kind::Float});
      mix_in_value(level, path + ".texture", {Kind::Int, 3});
      mix_in_value(level, path + ".filter", {Kind::Bool});
    } else if (type.structure != nullptr) {
      mix_in_value(level, path + ".half", {Kind::Int, 1, 1, 0, "Half"});
      mix_in_value(level, path + ".matrix", {Kind::Float, 2, 3});
      mix_in_value(level, path + ".input", {Kind::Uint, 1, 1, 3});
    } else if (type.is_matrix()) {
      for (int i = 0; i < type.columns; ++i) {
        mix_in_value(level, path + "[" + std::to_string(i) + "]", {Kind::Float, type.rows});
      }
    } else {
      for (int i = 0; i < type.rows; ++i) {
        const std::string part = type.rows == 1 ? path : path + "." + "xyzw"[i];
        const std::string number = type.kind == Kind::Float  ? "uint(int(" + part + " * 4.0))"
                                   : type.kind == Kind::Bool ? "(" + part + " ? 3u : 5u)"
                                                             : "uint(" + part + ")";
        line(level, "h = h * 31u + " + number + ";");
      }
    }
  }

  std::string name_;
  std::string out_;
  std::vector<std::string> taken_;
  int loops_ = 0;
};

}  // namespace

std::string random_body(Random& random, const std::string& name) {
  return BodyGenerator(random, name, false).run();
}

std::string random_body_with_repeated_calls(Random& random, const std::string& name) {
  return BodyGenerator(random, name, true).run();
}

std::string random_body_material(Random& random, const std::string& name) {
  std::string source = body_preamble;
  std::string calls;
  std::string sum;
  constexpr std::size_t bodies = 6;
  for (std::size_t j = 0; j < bodies; ++j) {
    const std::string number = std::to_string(j);
    source += random_body(random, "probe_" + number);
    calls += "    r" + number + " = probe_" + number + "(i, u, x);\n";
    sum = j == 0 ? "r0" : "mixed_in(" + sum + ", r" + number + ")";
  }
  return source +
         "fragment mixed_in(a: uint, b: uint) -> uint { return a * 31u + b; }\n"
         "fragment shown(u: uint, by: float3) -> float4 { return float4(by, float(u & 255u)); }\n"
         "fragment clip(p: float3) -> float4 { return float4(p, 1.0); }\n"
         "feature surface.position: float3 at vertex;\n"
         "material " +
         name +
         " {\n    param i: int = 3;\n    param u: uint = 7u;\n"
         "    param x: float = 1.5;\n" +
         calls + "    output color = shown(" + sum +
         ", surface.position);\n}\n"
         "profile host {\n    provide surface.position as attribute 0;\n"
         "    vertex demand position: float4 as clip = clip(surface.position);\n"
         "    fragment demand color: float4 as target 0;\n}\n";
}

}  // namespace weft::testing
