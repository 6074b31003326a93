#include "tests/property/random_material.h"

#include <vector>

#include <fmt/format.h>

namespace weft::testing {
namespace {

const char* const material_head = R"(
import "core";
feature rig.turn: float3x3 at object;
feature rig.shift: float3 at frame;
feature rig.weight: float at view;
feature mesh.tone: float at vertex;
feature rig.palette: float3[] at frame;
feature rig.tints: float3[] at frame;
feature rig.lamp: float3 at frame;
feature rig.tint: float3 at frame;
fragment plain(a: float3) -> float3 { return a; }
fragment as_world(p: float3 {use: position, basis: world}) -> float3 { return p; }
fragment as_world_direction(n: float3 {use: normal, basis: world, norm: unit}) -> float3 { return n; }
fragment sum_of(a: float3, b: float3) -> float3 { return a + b; }
fragment less(a: float3, b: float3) -> float3 { return a - 0.5 * b; }
fragment turned(a: float3) -> float3 { return rig.turn * a; }
fragment placed(a: float3) -> float3 { return rig.turn * a + rig.shift; }
fragment scaled(a: float3, s: float) -> float3 { return a * s; }
fragment blended(a: float3, b: float3, s: float) -> float3 { return mix(a, b, s); }
fragment blended_here(a: float3, b: float3) -> float3 { return mix(a, b, rig.weight); }
fragment crossed(a: float3, b: float3) -> float3 { return cross(a, b); }
fragment chosen(a: float3, b: float3, s: float) -> float3 { if (s > 0.5) { return a; } return b; }
fragment stepped(a: float3) -> float3 { float3 sum = 0.0 * a; for (int i = 0; i < 3; ++i) { sum += a * 0.3; } return sum; }
fragment length_of(a: float3) -> float { return length(a); }
fragment part_of(a: float3, b: float3) -> float { return dot(a, b); }
fragment first_of(a: float3) -> float { return a.x; }
fragment component_of(a: float3, i: int) -> float { return a[i]; }
fragment one_of(a: float, b: float, i: int) -> float { return float[2](a, b)[i]; }
fragment unit_of(a: float3) -> float3 { return a / (length(a) + 0.5); }
fragment split(a: float3) -> (low: float3, high: float3) { low = a * 0.5; high = max(a, 0.0); }
fragment swapped(a: float3) -> float3 { return a.zxy; }
fragment shaded(a: float3, b: float3, s: float) -> float3
{
    float rough = s * s + 0.25;
    float3 scale = b * (0.5 / rough);
    float facing = dot(a, b) / (rough + 1.0);
    return a * rough + scale * saturate(facing);
}
fragment ramped(a: float3, s: float) -> float3
{
    float step = (s + 0.5) * 0.25;
    float3 sum = 0.5 * a;
    for (int i = 0; i < 3; ++i) {
        sum += (a * step) * (0.1 * float(i));
    }
    return sum;
}
fragment wound(a: float3, s: float) -> float3
{
    float3 first = a * 0.25;
    s = s * s * 0.5 + 0.125;
    for (int i = 0; i < 2; ++i) {
        a = (rig.turn * a) * 0.5 + rig.shift * s;
        a.xy += first.yz * 0.25;
        s *= 0.5;
    }
    return a + s * 0.25;
}
fragment shares(a: float3, s: float) -> (near: float3, far: float3)
{
    float most = s * s + 1.5;
    near = a * (0.5 / most);
    far = a / most - near;
}
fragment apart(a: float3, b: float3, s: float) -> float3
{ return max(a * 0.6, b * 0.6) + (a.x + 0.125 < b.x ? cos(b) : (a - b) * s); }
fragment doubled(a: float3, s: float) -> float3
{
    float3 p = a.zxy * s;
    return 0.5 * apart(p, p, s) + apart(0.25 * a, 0.25 * a, 0.5);
}
fragment carved(a: float3, s: float) -> float3
{
    float3 p = (rig.turn * a) * 0.5 + rig.shift;
    float along = dot(p, rig.shift) * rig.weight;
    return sin(p * (0.5 + s * s)) * 0.5 + a * along;
}
fragment woven(a: float3, b: float3) -> float3
{
    float3 low = mix(a, b, rig.weight);
    float3 sum = 0.25 * low;
    if (low.x > 0.0) { sum += cos(rig.turn * (a * 0.5 - b)); }
    for (int i = 0; i < 2; ++i) { sum += sin(a * rig.weight + 0.5) * (0.1 * float(i)); }
    return sum * low.y;
}
fragment parted(a: float3, b: float3, s: float) -> (straight: float3, bent: float3, mixed: float3)
{
    float3 moved = rig.turn * a;
    straight = moved * 0.5 + rig.shift;
    bent = b / (length(b) + 0.5);
    if (s > 0.25) { bent += 0.1 * b.yzx; }
    mixed = straight * 0.25 - bent * (s + 0.5);
}
fragment dyed(a: float3, s: float) -> (even: float3, odd: float3)
{
    float3 p = rig.turn * a - s;
    even = p * 0.5;
    odd = abs(p.zxy + a * s);
}
fragment between(low: float3, high: float3, s: float) -> float3
{
    float3 most = max(low * 0.6, high * 0.6);
    // Equal values must not be on the edge: interpolation rounds.
    if (low.x + 0.125 < high.x) { most = most * s + 0.25; }
    return 0.5 * (carved(low, s) - carved(high, s)) + most + (low - high) * s;
}
struct Layers { float3 low; float3 high; }
fragment layers_of(a: float3, s: float) -> Layers
{
    float3 low = unit_of(blended(a, a.yzx, s));
    return Layers(low, low.zxy * s);
}
fragment layered(a: float3, b: float3, s: float) -> float3
{
    Layers at = layers_of(a, s);
    return at.low * (0.5 * b) + at.high * sin(b) + at.low.x * 0.25;
}
fragment low_of(at: Layers, b: float3) -> float3 { return at.low * sin(b) + at.low.zxy * 0.25; }
fragment lowered(a: float3, b: float3, s: float) -> float3
{
    Layers at = layers_of(a, s);
    if (b.x > 0.5) { at = layers_of(b, 0.25); }
    return at.low * 0.5 + b * layers_of(b, s).low.x;
}
fragment swayed(p: float3) -> float3 {use: direction, basis: model}
{
    float most = sin(rig.weight) * 0.25 + 0.5;
    return p.zxy * most + rig.shift * (most * rig.weight);
}
fragment bounded(a: float3) -> float3 { return saturate(a * 0.25 + 0.5); }
fragment place_of(a: float) -> int { return int(a * 5.0); }
fragment gathered(each: eval(rig.lamp, rig.tint) -> float3) -> float3
{
    float3 sum = float3(0.0);
    for (int i = 0; i < 3; ++i) {
        sum += 0.3 * each with (rig.lamp: rig.palette[i], rig.tint: rig.tints[i]);
    }
    return sum;
}
fragment summed(of: fn(at: int) -> float3) -> float3 { return 0.5 * of(0) + 0.5 * of(3); }
fragment smoothed(of: fn(at: float3) -> float3, p: float3) -> float3 { return 0.5 * of(p) + 0.5 * of(p.yzx + 0.25); }
fragment around(each: eval(rig.tint) -> float3) -> float3
{
    float3 sum = each with (rig.tint: float3(0.25, 0.5, 0.75));
    for (int i = 0; i < 2; ++i) {
        sum += 0.5 * each with (rig.tint: 0.25 * float(i) - 0.5 * surface.position);
    }
    return 0.5 * sum;
}
fragment both(of: fn(s: float) -> float3, s: float) -> float3 { return 0.5 * of(s) - 0.25 * of(s + 0.5); }
fragment ends(of: fn(s: float) -> float3) -> (first: float3, last: float3) { first = of(0.0); last = of(1.0) * of(0.5); }
fragment blurred(of: fn(at: float3) -> float3, p: float3, s: float) -> float3
{
    float width = 0.25 / (s * s + 1.0);
    float3 moved = (rig.turn * p) * 0.5 + rig.shift;
    float3 sum = 0.5 * of(moved);
    for (int i = 0; i < 2; ++i) { sum += of(p * width + rig.shift * (rig.weight * 0.5)) * (width * float(i)); }
    return 0.5 * sum;
}
fragment weighed(s: float, by: fn(s: float) -> float3, b: float3, of: fn(at: float3, s: float) -> float3) -> float3
{
    float low = s * s * 0.5 + 0.125;
    float3 way = b * (0.5 / low + 1.0) * 0.125;
    float3 given = by(low + rig.weight * 0.25);
    if (given.x > low * 0.5 - 0.25) { given *= saturate(low); }
    return given * 0.5 + way * 0.25 * of(way, low);
}
fragment lit(b: float3, each: eval(rig.lamp, rig.tint) -> float3, s: float) -> float3
{
    float most = rig.weight * rig.weight + 0.5;
    float3 way = b * (0.25 / most);
    float3 tint = rig.turn * rig.shift + s;
    return 0.5 * (each with (rig.lamp: way + rig.shift * most, rig.tint: tint)) +
           0.25 * (each with (rig.lamp: b, rig.tint: tint.yzx * most));
}
fragment spans(of: fn(s: float) -> float3, b: float3, s: float) -> (near: float3, far: float3)
{
    float most = s * s + 1.5;
    near = of(0.5 / most) * b;
    far = b / most - 0.5 * near;
}
profile rig {
    provide surface.position as attribute 0;
    provide surface.normal as attribute 1;
    provide surface.uv as attribute 2;
    provide mesh.tone as attribute 5;
    provide rig, object, view as uniform;
    provide rig.palette, rig.tints as buffer [capacity: 4];
    set vertices VERTICES;
    set fragments 1000;
    vertex demand position: float4 {use: position, basis: clip} as clip invariant = surface.position + swayed(float3(surface.position));
    fragment demand color: float3 as target 0;
    fragment demand extra: float3 as target 1;
}
)";

class Writer {
 public:
  explicit Writer(Random& random) : random_(random) {}

  std::string run() {
    std::string text = material_head;
    // Few vertices, as many as fragments, or more.
    const char* const counts[] = {"10", "900", "5000"};
    text.replace(text.find("VERTICES"), 8, counts[random_.below(3)]);
    text +=
        "material m {\n    param tint: float3 = float3(0.3, 0.6, 0.9);\n    param gain: float = "
        "0.75;\n";
    vectors_ = {"plain(surface.position)",
                "plain(surface.normal)",
                "float3(surface.uv, 0.5)",
                "tint",
                "rig.shift",
                "float3(0.25, 0.5, 1.0)",
                "world_place",
                "world_turn",
                "chosen_colour"};
    scalars_ = {"gain", "rig.weight", "surface.uv.x", "0.5", "mesh.tone"};
    text += "    world_place = as_world(surface.position);\n";
    text += "    world_turn = as_world_direction(surface.normal);\n";
    text += "    chosen_place = place_of(surface.uv.x);\n";
    text += "    chosen_colour = plain(rig.palette[chosen_place]);\n";
    const std::size_t count = 2 + random_.below(12);
    for (std::size_t i = 0; i < count; ++i) {
      text += fmt::format("    v{} = {};\n", i, call(i));
    }
    text += fmt::format("    output color = bounded({});\n    output extra = bounded({});\n}}\n",
                        vectors_.back(), vector());
    return text;
  }

 private:
  std::string vector() {
    // Prefers recent values, so that graphs are deep.
    const std::size_t size = vectors_.size();
    return vectors_[random_.chance(2) ? size - 1 - random_.below(std::min<std::size_t>(size, 4))
                                      : random_.below(size)];
  }
  std::string scalar() { return scalars_[random_.below(scalars_.size())]; }

  /// Combines values per element with uniform ones, or not.
  std::string per_element(const std::string& a, const std::string& b) {
    const std::string forms[] = {
        fmt::format("turned({})", a),
        fmt::format("unit_of(placed(sum_of({}, {})))", a, b),
        fmt::format("scaled(crossed({}, {}), length_of({}))", a, b, a),
        fmt::format("blended({}, {}, {})", a, vector(), scalar()),
        fmt::format("less(scaled({}, rig.weight), turned({}))", b, vector()),
        fmt::format("sum_of(bounded({}), {})", b, a),
        fmt::format("shaded({}, {}, {})", vector(), b, scalar()),
        fmt::format("less(ramped({}, {}), {})", a, scalar(), b),
        fmt::format("less(wound({}, {}), {})", a, scalar(), b),
        fmt::format("less({}, {})", between(a, scalar()), b),
        fmt::format("layered({}, {}, {})", vector(), b, scalar()),
        fmt::format("less({}, doubled({}, {}))", b, a, scalar()),
        fmt::format("less({}, lowered({}, {}, {}))", b, a, vector(), scalar()),
        fmt::format("low_of(layers_of({}, {}), {})", a, scalar(), b),
        fmt::format("apart({}, {}, {})", a, random_.chance(4) ? b : a, scalar()),
    };
    return forms[random_.below(std::size(forms))];
  }

  /// A leaf that is often given one value twice.
  std::string between(const std::string& low, const std::string& s) {
    return fmt::format("between({}, {}, {})", low, random_.chance(3) ? near_vector() : low, s);
  }

  /// Prefers directly interpolated values, so that many of their readers can move.
  std::string near_vector() { return random_.chance(3) ? vector() : vectors_[random_.below(3)]; }

  /// Combines a function's vector and scalar parameters with captured values.
  std::string of_parameter(const std::string& a, const std::string& s) {
    const std::string forms[] = {
        fmt::format("sum_of({}, {})", a, near_vector()),
        fmt::format("less(turned({}), scaled({}, {}))", a, near_vector(), s),
        fmt::format("blended({}, {}, {})", near_vector(), a, scalar()),
        fmt::format("scaled(placed({}), {})", near_vector(), s),
        fmt::format("blended({}, {}, {})", near_vector(), near_vector(), s),
        fmt::format("unit_of(sum_of({}, {}))", a, near_vector()),
        fmt::format("less({}, split({}).low)", a, near_vector()),
        fmt::format("shaded({}, {}, {})", a, near_vector(), s),
        fmt::format("woven({}, carved({}, {}))", near_vector(), near_vector(), s),
        fmt::format("less(shares({}, {}).near, {})", near_vector(), scalar(), a),
        fmt::format("sum_of({}, {})", between(a, s), near_vector()),
        fmt::format("layered({}, {}, {})", near_vector(), a, scalar()),
        fmt::format("wound({}, {})", a, s),
    };
    return forms[random_.below(std::size(forms))];
  }

  /// A loop over two states, whose steps may add loop-invariant values to them or multiply them.
  std::string loop() {
    const std::string steps[] = {
        fmt::format("sum_of(sum, scaled({}, weight))", near_vector()),
        fmt::format("less({}, sum)", near_vector()),
        fmt::format("sum_of(scaled(sum, weight), {})", near_vector()),
        fmt::format("blended_here(sum, summed((at) => sum_of(sum, {})))", near_vector()),
    };
    const std::string weights[] = {"weight * 0.5", "weight + mesh.tone", "first_of(sum)"};
    return fmt::format(
        "loop {} with (sum: float3 = {}, weight: float = {}) {{\n        sum = {};\n        "
        "weight = {};\n    }}",
        random_.below(4), near_vector(), scalar(), steps[random_.below(std::size(steps))],
        weights[random_.below(std::size(weights))]);
  }

  /// A leaf that takes a function, inside of another function.
  std::string split_in_function() {
    const std::string forms[] = {
        fmt::format("both((s) => blurred((p) => {}, {}, s), {})", of_parameter("p", "s"),
                    near_vector(), scalar()),
        fmt::format("both((s) => blurred((p) => {}, float3(s), {}), {})", of_parameter("p", "p.y"),
                    scalar(), scalar()),
        fmt::format("summed((at) => blurred((p) => less(p, {}), rig.palette[at], {}))",
                    per_element("rig.palette[at]", "rig.tints[at]"), scalar()),
        fmt::format("gathered(blurred((p) => sum_of(p, {}), rig.tint, {}))",
                    per_element("rig.lamp", "rig.tint"), scalar()),
        fmt::format("gathered(weighed({}, (s) => scaled(rig.lamp, s), {}, (at, s) => {}))",
                    scalar(), near_vector(), of_parameter("at", "s")),
        fmt::format("around(lit({}, {}, {}))", near_vector(),
                    of_parameter("rig.lamp", "rig.tint.x"), scalar()),
    };
    return forms[random_.below(std::size(forms))];
  }

  /// An index may lie outside.
  std::string component() {
    const int place = static_cast<int>(random_.below(9)) - 3;
    const std::string forms[] = {
        fmt::format("first_of({})", vector()),
        fmt::format("component_of({}, {})", vector(), place),
        fmt::format("component_of({}, place_of(gain) - {})", vector(), 2 + random_.below(4)),
        fmt::format("one_of({}, {}, {})", scalar(), scalar(), place),
        fmt::format("one_of({}, {}, place_of(gain) - 2)", scalar(), scalar()),
    };
    return forms[random_.below(std::size(forms))];
  }

  std::string call(std::size_t index) {
    const std::string name = fmt::format("v{}", index);
    const std::size_t drawn = random_.below(50);
    // Functions, and calls with several results, more often.
    const std::size_t kind = drawn < 42 ? drawn : drawn < 47 ? drawn - 21 : drawn == 47 ? 29 : 26;
    if (kind == 0) {
      scalars_.push_back(name);
      return fmt::format("length_of({})", vector());
    }
    if (kind == 1) {
      scalars_.push_back(name);
      return fmt::format("part_of({}, unit_of({}))", vector(), vector());
    }
    if (kind == 2) {
      const std::string text = component();
      scalars_.push_back(name);
      return text;
    }
    if (kind == 3) {
      const std::string text = fmt::format("split({})", vector());
      vectors_.push_back(name + ".low");
      vectors_.push_back(name + ".high");
      return text;
    }
    if (kind == 26 && random_.chance(2)) {
      const std::string text = fmt::format("parted({}, {}, {})", near_vector(), vector(), scalar());
      const char* const results[] = {".straight", ".bent", ".mixed"};
      vectors_.push_back(name + results[random_.below(3)]);
      vectors_.push_back(name + results[random_.below(3)]);
      return text;
    }
    if (kind == 26) {
      const std::string text = fmt::format("shares({}, {})", vector(), scalar());
      vectors_.push_back(name + ".near");
      vectors_.push_back(name + ".far");
      return text;
    }
    if (kind == 29) {
      const std::string text = fmt::format("dyed({}, {})", near_vector(), scalar());
      vectors_.push_back(name + ".even");
      vectors_.push_back(name + ".odd");
      return text;
    }
    if (kind == 21) {
      const std::string text = fmt::format("ends((s) => {})", of_parameter("float3(s)", "s"));
      vectors_.push_back(name + ".first");
      vectors_.push_back(name + ".last");
      return text;
    }
    if (kind == 37) {
      const std::string text = fmt::format("spans((s) => {}, {}, {})",
                                           of_parameter("float3(s)", "s"), near_vector(), scalar());
      vectors_.push_back(name + ".near");
      vectors_.push_back(name + ".far");
      return text;
    }
    if (kind == 22) {
      const std::string text = loop();
      vectors_.push_back(name + ".sum");
      scalars_.push_back(name + ".weight");
      return text;
    }
    std::string text;
    switch (kind) {
      case 4:
        text = fmt::format("sum_of({}, {})", vector(), vector());
        break;
      case 5:
        text = fmt::format("less({}, {})", vector(), vector());
        break;
      case 6:
      case 7:
        text = fmt::format("turned({})", vector());
        break;
      case 8:
        text = fmt::format("placed({})", vector());
        break;
      case 9:
        text = fmt::format("scaled({}, {})", vector(), scalar());
        break;
      case 10:
        text = fmt::format("blended({}, {}, {})", vector(), vector(), scalar());
        break;
      case 11:
        text = fmt::format("blended_here({}, {})", vector(), vector());
        break;
      case 12:
        text = fmt::format("unit_of(crossed({}, {}))", vector(), vector());
        break;
      case 13:
        text = fmt::format("chosen({}, {}, rig.weight)", vector(), vector());
        break;
      case 14:
        text = fmt::format("stepped({})", vector());
        break;
      case 15:
        text = fmt::format("unit_of({})", vector());
        break;
      case 16:
        text = fmt::format("swapped({})", vector());
        break;
      case 17:
        text = fmt::format("gathered({})", per_element("rig.lamp", "rig.tint"));
        break;
      case 18:
        text = fmt::format("summed((at) => {})", per_element("rig.palette[at]", "rig.tints[at]"));
        break;
      case 23:
        text = fmt::format("smoothed((p) => {}, {})", of_parameter("p", "p.x"), vector());
        break;
      case 24:
        text = fmt::format("around({})", of_parameter("rig.tint", "rig.tint.x"));
        break;
      case 25:  // nested functions
        if (random_.chance(2)) {
          text = fmt::format("both((s) => sum_of(both((t) => {}, {}), {}), {})",
                             of_parameter("float3(t)", random_.chance(2) ? "t" : "s"),
                             random_.chance(2) ? "s" : scalar(), of_parameter("float3(s)", "s"),
                             scalar());
          break;
        }
        text = fmt::format("summed((at) => smoothed((p) => less(scaled({}, {}), {}), {}))",
                           random_.chance(2) ? "p" : vector(), scalar(),
                           per_element("rig.palette[at]", "rig.tints[at]"), vector());
        break;
      case 27:
        text = fmt::format("shaded({}, {}, {})", vector(), vector(), scalar());
        break;
      case 28:
        text = fmt::format("ramped({}, {})", vector(), scalar());
        break;
      case 30:
      case 31:
        text = fmt::format("carved({}, {})", near_vector(), scalar());
        break;
      case 32:
      case 33:
        text = fmt::format("woven({}, {})", near_vector(), near_vector());
        break;
      case 34:
      case 35:
        text = between(near_vector(), scalar());
        break;
      case 36:
        text = random_.chance(2)
                   ? fmt::format("doubled({}, {})", near_vector(), scalar())
                   : fmt::format("lowered({}, {}, {})", near_vector(), vector(), scalar());
        break;
      case 38:
        text = fmt::format("blurred((p) => {}, {}, {})", of_parameter("p", "p.x"), near_vector(),
                           scalar());
        break;
      case 39:
        text = fmt::format("weighed({}, (s) => {}, {}, (at, s) => {})", scalar(),
                           of_parameter("float3(s)", "s"), near_vector(), of_parameter("at", "s"));
        break;
      case 40:
        text = fmt::format("lit({}, {}, {})", near_vector(),
                           random_.chance(2) ? of_parameter("rig.tint", scalar())
                                             : of_parameter("rig.lamp", "rig.tint.x"),
                           scalar());
        break;
      case 41:
        text = split_in_function();
        break;
      case 19:
        text = per_element("chosen_colour", "rig.tints[chosen_place]");
        break;
      default:
        text = fmt::format("rig.weight > 0.25 ? {} : {}", vector(), vector());
        break;
    }
    vectors_.push_back(name);
    return text;
  }

  Random& random_;
  std::vector<std::string> vectors_;
  std::vector<std::string> scalars_;
};

}  // namespace

std::string random_material(Random& random) { return Writer(random).run(); }

}  // namespace weft::testing
