#include "tests/property/quantity_meaning.h"

#include <algorithm>
#include <cmath>

namespace weft::testing::quantities {

namespace {

using State = Quantity::State;

Quantity known(Kind kind, const Vector& value) { return {State::Known, kind, value}; }

Quantity undecided(Kind kind) { return {State::Undecided, kind, {}}; }

bool is_plain(Kind kind) { return kind == Kind::Plain || kind == Kind::Plain3; }

/// Combines two quantities of different kinds. If only one of them has a use, the result has none,
/// and is still a legal plain factor. Two different uses, or two different kinds of unit,
/// contradict each other.
Quantity unlike(Kind a, Kind b) {
  if (is_vector(a) != is_vector(b) || is_plain(a) || is_plain(b)) {
    return undecided(is_vector(a) || is_vector(b) ? Kind::Plain3 : Kind::Plain);
  }
  return {};
}

Vector widened(Kind kind, const Vector& v) {
  return is_vector(kind) ? v : Vector{v[0], v[0], v[0]};
}

Quantity sum(Kind a, const Vector& x, Kind b, const Vector& y, double sign) {
  const Vector value = sum_of(widened(a, x), widened(b, y), sign);
  if (a == Kind::Position && b == Kind::Direction) {
    return known(a, value);
  }
  if (a == Kind::Direction && b == Kind::Position && sign > 0.0) {
    return known(b, value);
  }
  if (a == Kind::Position && b == Kind::Position) {
    return sign < 0.0 ? known(Kind::Direction, value) : undecided(a);
  }
  if (a == b) {
    return known(a, value);
  }
  if (is_plain(a) && is_plain(b)) {
    return known(Kind::Plain3, value);
  }
  if (a == Kind::Color && is_plain(b)) {  // an offset of linear light
    return known(a, value);
  }
  if (b == Kind::Color && is_plain(a)) {
    return known(b, value);
  }
  if (is_plain(a) || is_plain(b)) {  // the offset is in the other operand's form
    return undecided(is_plain(a) ? b : a);
  }
  return unlike(a, b);
}

Quantity product(Kind a, const Vector& x, Kind b, const Vector& y) {
  const Vector p = widened(a, x);
  const Vector q = widened(b, y);
  const Vector value = {p[0] * q[0], p[1] * q[1], p[2] * q[2]};
  if (a == Kind::Color && b == Kind::Color) {
    return known(a, value);
  }
  if (!is_plain(a) && !is_plain(b)) {
    // No product rule applies, so Weft drops the trait with a note. A vector times a length keeps
    // its use and gains a unit.
    const bool is_scaled = is_vector(a) != is_vector(b);
    return undecided(is_scaled ? (is_vector(a) ? a : b)
                               : (is_vector(a) ? Kind::Plain3 : Kind::Plain));
  }
  const Kind kind = is_plain(a) ? b : a;
  const Kind factor = is_plain(a) ? a : b;
  if (is_plain(kind)) {
    return known(is_vector(a) || is_vector(b) ? Kind::Plain3 : Kind::Plain, value);
  }
  if (kind == Kind::Position || (has_basis(kind) && factor == Kind::Plain3)) {
    return undecided(kind);  // depends on the origin, or the axes, of the form
  }
  if (!is_vector(kind) && factor == Kind::Plain3) {
    return undecided(kind);  // three lengths are not a kind of this test
  }
  return known(kind, value);
}

Quantity mixed(const Quantity& a, const Quantity& b, const Quantity& t) {
  if (t.kind != Kind::Plain) {  // a port without traits accepts any
    const Quantity result = mixed(a, b, known(Kind::Plain, {}));
    return result.state == State::None ? result : undecided(result.kind);
  }
  if (is_plain(a.kind) && is_plain(b.kind)) {
    return known(is_vector(a.kind) || is_vector(b.kind) ? Kind::Plain3 : Kind::Plain,
                 sum_of(scaled_by(widened(a.kind, a.value), 1.0 - t.value[0]),
                        widened(b.kind, b.value), t.value[0]));
  }
  if (a.kind != b.kind) {
    return unlike(a.kind, b.kind);
  }
  return known(a.kind, sum_of(scaled_by(a.value, 1.0 - t.value[0]), b.value, t.value[0]));
}

Quantity combined(const Node& node, const std::vector<Quantity>& of) {
  const Kind a = of[0].kind;
  const Kind b = of.size() > 1 ? of[1].kind : Kind::Plain;
  const Vector& x = of[0].value;
  const Vector y = of.size() > 1 ? of[1].value : Vector{};
  switch (node.op) {
    case Op::Source:
      return {};
    case Op::Add:
    case Op::Subtract:
      return sum(a, x, b, y, node.op == Op::Add ? 1.0 : -1.0);
    case Op::Multiply:
      return product(a, x, b, y);
    case Op::Mix:
      return mixed(of[0], of[1], of[2]);
    case Op::Maximum:
      if (a != b || is_vector(a)) {
        return a == b ? undecided(a) : unlike(a, b);
      }
      return known(a, {std::fmax(x[0], y[0]), 0, 0});
    case Op::Choose: {
      if (of[2].kind != of[3].kind) {
        return unlike(of[2].kind, of[3].kind);
      }
      if (is_vector(a) || is_vector(b)) {  // component by component
        return undecided(of[2].kind);
      }
      if (a != b) {
        return a == Kind::Plain || b == Kind::Plain ? undecided(of[2].kind) : Quantity{};
      }
      return known(of[2].kind, x[0] < y[0] ? of[2].value : of[3].value);
    }
    case Op::Sine:
      if (a == Kind::Normal || a == Kind::Color) {  // they state no unit
        return undecided(Kind::Plain3);
      }
      if (a != Kind::Angle && !is_plain(a)) {
        return {};
      }
      return known(a == Kind::Angle ? Kind::Plain : a,
                   {std::sin(x[0]), std::sin(x[1]), std::sin(x[2])});
    case Op::Function:
      if (is_plain(node.kind) && is_vector(node.kind) == is_vector(a)) {
        return undecided(node.kind);  // a port without traits accepts any
      }
      if (a != node.kind) {
        return {};
      }
      if (const Quantity result = mixed(of[0], of[1], of[2]); result.kind == node.kind) {
        return result;
      }
      return {};
  }
  return {};
}

Quantity meaning_of_node(const Node& node, const std::vector<Quantity>& values) {
  if (node.op == Op::Source) {
    return known(node.kind, meant(node.kind, node.form, node.numbers));
  }
  std::vector<Quantity> operands;
  State state = State::Known;
  for (const std::size_t operand : node.operands) {
    operands.push_back(values[operand]);
    state = std::min(state, values[operand].state);
  }
  if (state == State::None) {
    return {};
  }
  Quantity result = combined(node, operands);
  if (state == State::Undecided) {
    result.state = State::Undecided;
  }
  return result;
}

}  // namespace

Quantity meaning_of(const Program& program) {
  std::vector<Quantity> values;
  for (const Node& node : program.nodes) {
    values.push_back(meaning_of_node(node, values));
  }
  return values.back();
}

}  // namespace weft::testing::quantities
