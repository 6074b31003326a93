#include "tests/property/quantity_program.h"

#include <utility>

#include <fmt/format.h>

namespace weft::testing::quantities {

namespace {

Node some_source(Kind kind, Random& random) {
  Node node;
  node.kind = kind;
  node.form = some_form(random);
  for (double& each : node.numbers) {
    each = kind == Kind::Color ? random.between(0.1, 0.9) : random.between(-2.0, 2.0);
  }
  return node;
}

class Generator {
 public:
  explicit Generator(Random& random) : random_(random) {}

  Program run() {
    constexpr std::array kinds = {Kind::Position, Kind::Direction, Kind::Normal,
                                  Kind::Color,    Kind::Length,    Kind::Angle};
    program_.demanded = kinds[random_.below(kinds.size())];
    program_.form = some_form(random_);
    program_.form.encoding = 0;
    make(program_.demanded, 3);
    return std::move(program_);
  }

 private:
  std::size_t add(Op op, std::vector<std::size_t> operands) {
    Node node;
    node.op = op;
    node.operands = std::move(operands);
    program_.nodes.push_back(std::move(node));
    return program_.nodes.size() - 1;
  }

  std::size_t source(Kind kind) {
    program_.nodes.push_back(some_source(kind, random_));
    return program_.nodes.size() - 1;
  }

  /// Makes a well-typed value of at most 4^depth nodes, recursing `depth` levels.
  std::size_t make(Kind kind, int depth) {
    if (depth == 0 || kind == Kind::Plain || kind == Kind::Plain3) {
      if (kind == Kind::Plain && depth > 0 && random_.chance(3)) {
        return add(Op::Sine, {make(Kind::Angle, depth - 1)});
      }
      return source(kind);
    }
    const auto part = [&](Kind of) { return make(of, depth - 1); };
    const auto pair = [&](Op op, Kind a, Kind b) {
      const std::size_t first = part(a);
      const std::size_t second = part(b);
      return add(op, {first, second});
    };
    switch (random_.below(8)) {
      case 0:
        return source(kind);
      case 1:
        return kind == Kind::Position    ? pair(Op::Add, kind, Kind::Direction)
               : kind == Kind::Direction ? pair(Op::Subtract, Kind::Position, Kind::Position)
                                         : pair(Op::Add, kind, kind);
      case 2:
        return kind == Kind::Position ? pair(Op::Add, kind, Kind::Direction)
                                      : pair(Op::Multiply, kind, Kind::Plain);
      case 3:
        return kind == Kind::Color                              ? pair(Op::Multiply, kind, kind)
               : kind == Kind::Length || kind == Kind::Angle    ? pair(Op::Maximum, kind, kind)
               : kind == Kind::Position || kind == Kind::Normal ? source(kind)
                                                                : pair(Op::Subtract, kind, kind);
      case 4: {
        const std::size_t a = part(kind);
        const std::size_t b = part(kind);
        return add(Op::Mix, {a, b, part(Kind::Plain)});
      }
      case 5: {
        const Kind compared = random_.chance(2) ? Kind::Length : Kind::Angle;
        const std::size_t a = part(compared);
        const std::size_t b = part(compared);
        const std::size_t c = part(kind);
        return add(Op::Choose, {a, b, c, part(kind)});
      }
      default: {  // x => mix(x, b, t)
        const std::size_t x = part(kind);
        const std::size_t b = part(kind);
        const std::size_t at = add(Op::Function, {x, b, part(Kind::Plain)});
        Node& node = program_.nodes[at];
        node.kind = kind;
        node.form = some_form(random_);
        node.outer = some_form(random_);
        node.is_handed_on = random_.chance(2);
        node.is_handed_by_body = random_.chance(2);
        return at;
      }
    }
  }

  Random& random_;
  Program program_;
};

}  // namespace

Program random_program(Random& random) { return Generator(random).run(); }

void spoil(Program& program, Random& random) {
  const std::size_t at = random.below(program.nodes.size());
  Node& node = program.nodes[at];
  if (node.op == Op::Function && random.chance(2)) {
    node.kind = all_kinds[random.below(all_kinds.size())];
    return;
  }
  // In a third of the cases the same kind in another form, which a conversion can repair.
  const bool keeps_kind = node.op == Op::Source && random.chance(3);
  node = some_source(keeps_kind ? node.kind : all_kinds[random.below(all_kinds.size())], random);
}

std::string text_of(const Program& program) {
  std::vector<std::string> spelled;
  std::string declarations;
  std::string parameters;
  for (std::size_t i = 0; i < program.nodes.size(); ++i) {
    const Node& node = program.nodes[i];
    const auto operand = [&](std::size_t j) -> const std::string& {
      return spelled[node.operands[j]];
    };
    std::string text;
    switch (node.op) {
      case Op::Source:
        text = fmt::format("p{}", i);
        parameters += fmt::format("    param {}: {};\n", text, type_text(node.kind, node.form));
        break;
      case Op::Add:
        text = fmt::format("({} + {})", operand(0), operand(1));
        break;
      case Op::Subtract:
        text = fmt::format("({} - {})", operand(0), operand(1));
        break;
      case Op::Multiply:
        text = fmt::format("({} * {})", operand(0), operand(1));
        break;
      case Op::Mix:
        text = fmt::format("mix({}, {}, {})", operand(0), operand(1), operand(2));
        break;
      case Op::Maximum:
        text = fmt::format("max({}, {})", operand(0), operand(1));
        break;
      case Op::Choose:
        text = fmt::format("({} < {} ? {} : {})", operand(0), operand(1), operand(2), operand(3));
        break;
      case Op::Sine:
        text = fmt::format("sin({})", operand(0));
        break;
      case Op::Function: {
        const std::string type = type_text(node.kind, node.form);
        declarations += fmt::format(
            "fragment apply{0}(f: fn(x: {1}) -> {1}, x: {1}) -> {1} {{ return f(x); }}\n", i, type);
        if (node.is_handed_on && node.is_handed_by_body) {
          declarations += fmt::format(
              "fragment hand{0}(f: fn(x: {1}) -> {1}, x: {2}) -> {2} {{ return apply{0}(f, x); "
              "}}\n",
              i, type_text(node.kind, node.outer), type);
        } else if (node.is_handed_on) {
          declarations += fmt::format(
              "graph hand{0}(f: fn(x: {1}) -> {1}, x: {1}) -> {1} {{ output apply{0}(f, x); }}\n",
              i, type_text(node.kind, node.outer));
        }
        text =
            fmt::format("{}{}((x{}) => mix(x{}, {}, {}), {})", node.is_handed_on ? "hand" : "apply",
                        i, i, i, operand(1), operand(2), operand(0));
        break;
      }
    }
    spelled.push_back(std::move(text));
  }
  return fmt::format(R"(
{}profile here {{
    provide object as uniform;
    provide view as uniform;
    provide material as uniform;
    vertex demand position: float4 {{use: position, basis: clip}} as clip = nowhere();
    fragment demand c: {} as target 0;
}}
fragment nowhere() -> float4 {{use: position, basis: clip}} {{ return float4(0.0); }}
material m {{
{}    output c = {};
}}
)",
                     declarations, type_text(program.demanded, program.form), parameters,
                     spelled.back());
}

}  // namespace weft::testing::quantities
