// Cases beyond the acceptance rows: conditions, defaults, lost traits, preferences in depth,
// failures and bounds.

#include <string>
#include <vector>

#include "conversions/memo.h"
#include "conversions/search/advice_limits.h"
#include "tests/support/catch.h"
#include "tests/support/registry.h"

namespace weft::testing::conversion_search_test {

namespace {

using namespace weft;

}  // namespace

TEST_CASE("conversions: a condition is evaluated on the source", "[conversions]") {
  // Dropping the encoding would void the condition, and is cheaper, but is not permitted (row D8).
  const Registry r(R"(
trait encoding { linear, srgb }
conversion decode: float3 {encoding: srgb} -> {encoding: linear} 2
conversion forget: float3 -> float3 0.5 drops encoding
conversion widen: float3 -> float4 1
)");
  CHECK(r.summary(r.find("type:float3,encoding:srgb", "type:float3,encoding?:linear")) ==
        "2: decode");
  CHECK(r.summary(r.find("type:float3", "type:float3,encoding?:linear")) == "0: ");
  CHECK(r.summary(r.find("type:float3", "type:float4,encoding?:linear")) == "1: widen");
}

TEST_CASE("conversions: inputs may have conditional traits", "[conversions]") {
  const Registry r(R"(
trait encoding { linear, srgb }
conversion decode: float3 {encoding: srgb} -> {encoding: linear} 2
conversion luminance: float3 {encoding?: linear} -> float 1
)");
  CHECK(r.summary(r.find("type:float3", "type:float")) == "1: luminance");
  CHECK(r.summary(r.find("type:float3,encoding:linear", "type:float")) == "1: luminance");
  CHECK(r.summary(r.find("type:float3,encoding:srgb", "type:float")) == "3: decode, luminance");
}

TEST_CASE("conversions: defaults count as stated", "[conversions]") {
  const Registry r(R"(
trait alpha default opaque { opaque, straight, premultiplied }
conversion add_alpha: float4 {alpha: opaque} -> {alpha: straight} 1
conversion multiply: float4 {alpha: straight} -> {alpha: premultiplied} 1
conversion flatten: float4 {alpha: premultiplied} -> {alpha: opaque} 1 lossy
)");
  CHECK(r.summary(r.find("type:float4", "type:float4,alpha:premultiplied")) ==
        "2: add_alpha, multiply");
  CHECK(r.summary(r.find("type:float4", "type:float4,alpha:opaque")) == "0: ");
  CHECK(r.summary(r.find("type:float4", "type:float4,alpha?:straight")) == "1: add_alpha");
  ConversionAnswer back = r.find("type:float4,alpha:straight", "type:float4,alpha:opaque");
  CHECK(r.summary(back) == "2: multiply, flatten");
  CHECK(back.chains.at(0).lossy_steps == 1);
  CHECK(r.text(back.chains.at(0).result) == "type:float4");
}

TEST_CASE("conversions: data types that no conversion connects", "[conversions]") {
  const Registry r(R"(
trait use { color, place }
conversion widen: float3 {use: color} -> float4 1
conversion split: float4 {use: place} -> float2 1
conversion tint: float {use: color} -> {use: place} 1
)");
  const auto may_convert = [&r](const char* from, const char* to) {
    return r.table().may_convert(r.type(from).data(), r.type(to).data());
  };
  CHECK(may_convert("type:float3", "type:float4"));
  CHECK(may_convert("type:float2", "type:float3"));  // by widen and split, if a chain had its use
  CHECK(may_convert("type:float", "type:float"));
  CHECK(may_convert("type:int", "type:int"));
  CHECK_FALSE(may_convert("type:float", "type:float3"));
  CHECK_FALSE(may_convert("type:float4", "type:int"));
}

TEST_CASE("conversions: a lossy step outweighs any difficulty", "[conversions]") {
  const Registry r(R"(
trait range { wide, narrow, middle }
conversion clip: float {range: wide} -> {range: narrow} 0.001 lossy
conversion first: float {range: wide} -> {range: middle} 1000
conversion second: float {range: middle} -> {range: narrow} 1000
)");
  CHECK(r.summary(r.find("type:float,range:wide", "type:float,range:narrow")) ==
        "2000: first, second");
}

TEST_CASE("conversions: at equal difficulty the chain that loses the fewest meanings is chosen",
          "[conversions]") {
  const Registry r(R"(
trait basis { model, world }
trait use { position }
conversion careless: float3 {basis: model} -> {basis: world} 1 drops use
conversion careful: float3 {basis: model} -> {basis: world} 1
)");
  CHECK(r.summary(r.find("type:float3,basis:model,use:position", "type:float3,basis:world")) ==
        "1: careful");
  // Without a meaning to lose, the two are tied.
  CHECK(r.find("type:float3,basis:model", "type:float3,basis:world").ambiguous_count == 2);
}

TEST_CASE("conversions: a meaning is never added", "[conversions]") {
  const Registry r(R"(
trait basis { model, world }
conversion odd: float3 -> float4 {basis: world} 1
)");
  CHECK(r.text(r.find("type:float3", "type:float4").chains.at(0).result) == "type:float4");
  CHECK(r.find("type:float3", "type:float4,basis:world").failure ==
        ConversionFailure::MissingMeaning);
  CHECK(r.summary(r.find("type:float3,basis:model", "type:float4,basis:world")) == "1: odd");
}

TEST_CASE("conversions: different orders of dependent steps are different chains",
          "[conversions]") {
  // Either order gives a unit vector in view space, but only a declaration makes them equal.
  const std::string text = R"(
trait basis { world, view }
guarantee norm { unit }
conversion rotate: float3 {basis: world} -> {basis: view} 1 keeps norm
conversion normalise: float3 -> {norm: unit} 1
)";
  const Registry silent(text);
  const char* from = "type:float3,basis:world";
  const char* to = "type:float3,basis:view,norm:unit";
  CHECK(silent.summary(silent.find(from, to)) == "2: normalise, rotate | 2: rotate, normalise");
  const Registry declared(text + "commutes rotate normalise\n");
  ConversionAnswer answer = declared.find(from, to);
  CHECK(declared.summary(answer) == "2: normalise, rotate");
  CHECK(answer.equals.size() == 1);
}

TEST_CASE("conversions: equalities apply inside longer chains and to costlier ones",
          "[conversions]") {
  const std::string text = R"(
trait t { a, b, c, d, e }
trait u { one, two }
conversion ab: float {t: a} -> {t: b} 1
conversion bd: float {t: b} -> {t: d} 1
conversion ac: float {t: a} -> {t: c} 1
conversion cd: float {t: c} -> {t: d} 1
conversion ad: float {t: a} -> {t: d} 5
conversion de: float {t: d} -> {t: e} 1
conversion other: float {u: one} -> {u: two} 1
)";
  const char* from = "type:float,t:a,u:one";
  const char* to = "type:float,t:e,u:two";
  const Registry silent(text);
  CHECK(silent.find(from, to).ambiguous_count == 2);
  const Registry declared(text + "equals ad ab bd\nequals ad ac cd\n");
  ConversionAnswer answer = declared.find(from, to);
  CHECK(declared.summary(answer) == "4: ab, bd, de, other");
  CHECK(answer.equals.size() == 1);
  // Half of the declaration does not make them equal.
  const Registry half(text + "equals ad ab bd\n");
  CHECK(half.find(from, to).ambiguous_count == 2);
}

TEST_CASE("conversions: contradictory preferences resolve nothing", "[conversions]") {
  const std::string text = R"(
trait t { a, b }
conversion x: float {t: a} -> {t: b} 1
conversion y: float {t: a} -> {t: b} 1
conversion z: float {t: a} -> {t: b} 1
prefer x over y
prefer y over x
)";
  const Registry two(text);
  CHECK(two.find("type:float,t:a", "type:float,t:b").ambiguous_count == 3);
  const Registry all(text + "prefer x over z\n");
  ConversionAnswer answer = all.find("type:float,t:a", "type:float,t:b");
  CHECK(all.summary(answer) == "1: x | 1: y");
  REQUIRE(answer.refused.size() == 1);
  CHECK(answer.refused[0].reason == Refusal::Preference);
}

TEST_CASE(
    "conversions: cyclic preferences resolve nothing, a preference for a value resolves both sides",
    "[conversions]") {
  const std::string three =
      "trait t { one, two }\n"
      "conversion a: float {t: one} -> {t: two} 1\n"
      "conversion b: float {t: one} -> {t: two} 1\n"
      "conversion c: float {t: one} -> {t: two} 1\n";
  const auto summary = [&three](const std::string& preferences) {
    const Registry r(three + preferences);
    return r.summary(r.find("type:float,t:one", "type:float,t:two"));
  };
  const std::string all = "1: a | 1: b | 1: c";
  CHECK(summary("prefer a over b\nprefer b over c\nprefer c over a\n") == all);
  CHECK(summary("prefer a over c\nprefer c over b\nprefer b over a\n") == all);
  CHECK(summary("prefer a over b\nprefer b over c\n") == "1: a");
  const std::string rest = "prefer b over a\nprefer b over c for {t: ";
  CHECK(summary(rest + "one}\n") == "1: b");  // of the source
  CHECK(summary(rest + "two}\n") == "1: b");  // of the result
}

TEST_CASE("conversions: applying a single step gives the type that the search reports",
          "[conversions]") {
  const Registry r(R"(
trait basis { model, world }
trait unit { metre, foot }
guarantee norm { one }
conversion turn: float3 {basis: model} -> {basis: world} 1 keeps norm drops unit
)");
  const std::string from = "type:float3,basis:model,unit:metre,norm:one";
  const ConversionAnswer answer = r.find(from, "type:float3,basis:world");
  REQUIRE(answer.decided());
  const Chain& chain = answer.chains.front();
  const SemanticType made = apply(r.table()[chain.steps.front()], r.type(from), r.lattice());
  CHECK(made == chain.result);
  CHECK(r.text(made) == "type:float3,basis:world,norm:one");
}

TEST_CASE("conversions: ambiguities are counted exactly and listed partially", "[conversions]") {
  std::string text = "trait t { v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12 }\n";
  for (int i = 0; i < 12; ++i) {
    for (const char* name : {"a", "b", "c"}) {
      text += "conversion " + std::string(name) + std::to_string(i) + ": float {t: v" +
              std::to_string(i) + "} -> {t: v" + std::to_string(i + 1) + "} 1\n";
    }
  }
  const Registry r(text);
  ConversionAnswer answer = r.find("type:float,t:v0", "type:float,t:v12");
  CHECK(answer.chains.size() == 8);
  CHECK(answer.ambiguous_count == 531441);  // 3 to the power of 12
  CHECK_FALSE(answer.hit_limit);
  CHECK(r.find("type:float,t:v0", "type:float,t:v3").ambiguous_count == 27);
  // With a declaration the count could differ, and so many chains are not enumerated.
  const Registry declared(text + "prefer a0 over b0\n");
  CHECK(declared.find("type:float,t:v0", "type:float,t:v12").hit_limit);
  CHECK(declared.find("type:float,t:v0", "type:float,t:v3").ambiguous_count == 18);
  // Exactly as many chains as the bound are enumerated.
  const auto bounded = [&declared](std::size_t most) {
    SearchOptions options;
    options.max_chains = most;
    return declared.find("type:float,t:v0", "type:float,t:v3", {}, options);
  };
  CHECK_FALSE(bounded(27).hit_limit);
  const ConversionAnswer passed = bounded(26);
  CHECK(passed.hit_limit);
  CHECK(passed.possible);
  CHECK(passed.failure == ConversionFailure::SearchLimit);
  CHECK_THAT(limit_text(passed), contains("chains that are equally good"));
}

TEST_CASE("conversions: a match is exact if the source states no more than the demand",
          "[conversions]") {
  const Registry r("trait t { a, b }\ntrait u { c, d }\n");
  const char* const both = "type:float,t:a,u:c";
  CHECK(r.find(both, both).exact);
  CHECK_FALSE(r.find(both, "type:float,t:a").exact);
  CHECK_FALSE(r.find(both, "type:float,u:c").exact);
  CHECK_FALSE(r.find(both, "type:float").exact);
  CHECK(r.find("type:float", "type:float").exact);
}

TEST_CASE("conversions: advice with the fewest missing features comes first", "[conversions]") {
  const Registry r(R"(
trait t { a, b, c, d }
conversion ab: float {t: a} -> {t: b} 1 extracts f
conversion bd: float {t: b} -> {t: d} 1 extracts g
conversion ac: float {t: a} -> {t: c} 9 extracts h
conversion cd: float {t: c} -> {t: d} 9 extracts h
conversion ad: float {t: a} -> {t: d} 99 extracts k
)");
  ConversionAnswer answer = r.find("type:float,t:a", "type:float,t:d", FeatureSet{});
  REQUIRE(answer.would_succeed_with.size() == 2);
  CHECK(r.text(answer.would_succeed_with[0]) == "h");
  CHECK(r.text(answer.would_succeed_with[1]) == "k");
  answer = r.find("type:float,t:a", "type:float,t:d", r.features("f"));
  REQUIRE(answer.would_succeed_with.size() == 3);
  CHECK(r.text(answer.would_succeed_with[0]) == "g");
}

TEST_CASE("conversions: the nearest reachable type is reported", "[conversions]") {
  const Registry r(R"(
trait basis { model, world }
trait encoding { srgb, linear, pq }
conversion decode: float3 {encoding: srgb} -> {encoding: linear} 2
conversion shorten: float3 -> float2 1
)");
  ConversionAnswer answer =
      r.find("type:float3,basis:model,encoding:srgb", "type:float3,basis:world,encoding:linear");
  CHECK(answer.failure == ConversionFailure::Unreachable);
  CHECK(r.text(answer.nearest.value()) == "type:float3,basis:model,encoding:linear");
}

TEST_CASE("conversions: among types that match equally the most compatible is nearest",
          "[conversions]") {
  // `bare` is cheaper, but loses a demanded meaning.
  const Registry r(R"(
trait basis { model, world, view }
trait encoding { srgb, linear }
conversion bare: float3 {basis: model, encoding: srgb} -> {encoding: linear} 1 drops basis
conversion whole: float3 {encoding: srgb} -> {encoding: linear} 2
)");
  const ConversionAnswer answer =
      r.find("type:float3,basis:model,encoding:srgb", "type:float3,basis:world,encoding:linear");
  CHECK(r.text(answer.nearest.value()) == "type:float3,basis:model,encoding:linear");
  CHECK(answer.nearest_is_proven);
}

TEST_CASE("conversions: incomplete advice is marked as such", "[conversions]") {
  // A chain of types; the step that would help is at its end, and so is the nearest type.
  std::string text = "trait t {";
  for (int i = 0; i <= 20; ++i) {
    text += " v" + std::to_string(i) + ",";
  }
  text += " goal }\ntrait u { low, high, highest }\n";
  for (int i = 0; i < 20; ++i) {
    const std::string at = std::to_string(i);
    text += "conversion step" + at + ": float {t: v" + at + "} -> {t: v" + std::to_string(i + 1) +
            "} 1\n";
  }
  text += "conversion raise: float {t: v20, u: low} -> {u: high} 1\n";
  text += "conversion arrive: float {t: v20} -> {t: goal} 1 extracts f\n";
  const Registry r(text);
  const auto ask = [&r](const std::string& to, std::size_t most) {
    SearchOptions options;
    options.max_advice = most;
    return r.find("type:float,t:v0,u:low", to, {}, options);
  };
  const ConversionAnswer all = ask("type:float,t:goal,u:high", 4096);
  CHECK(r.text(all.nearest.value()) == "type:float,t:v20,u:high");
  CHECK(all.would_succeed_with.size() == 1);
  CHECK(all.nearest_is_proven);
  CHECK(all.would_succeed_is_proven);
  CHECK(advice_limits(all).empty());
  const ConversionAnswer some = ask("type:float,t:goal,u:high", 8);
  CHECK(r.text(some.nearest.value()) == "type:float,t:v0,u:low");
  CHECK(some.would_succeed_with.empty());
  CHECK_FALSE(some.nearest_is_proven);
  CHECK_FALSE(some.would_succeed_is_proven);
  REQUIRE(advice_limits(some).size() == 2);
  CHECK_THAT(advice_limits(some)[0], contains("a nearer one may exist"));
  CHECK_THAT(advice_limits(some)[1], contains("there may be others"));
  ConversionAnswer found;
  found.would_succeed_with = {FeatureSet()};
  found.would_succeed_is_proven = false;
  REQUIRE(advice_limits(found).size() == 1);
  CHECK_THAT(advice_limits(found)[0], contains("other features may work too"));
  // If all values but an unreachable one are satisfied, the nearest type is proven.
  const ConversionAnswer never = ask("type:float,t:v8,u:highest", 10);
  CHECK(r.text(never.nearest.value()) == "type:float,t:v8,u:low");
  CHECK(never.nearest_is_proven);
}

TEST_CASE("conversions: exceeding the search limit is an error, never a worse answer",
          "[conversions]") {
  // 2^10 types of equal cost must be visited; the bound cannot anticipate the last step.
  std::string text;
  std::string from = "type:float";
  std::string all;
  for (int i = 0; i < 10; ++i) {
    std::string t = "t" + std::to_string(i);
    text += "trait " + t + " { off, on }\n";
    text += "conversion on" + std::to_string(i) + ": float {" + t + ": off} -> {" + t + ": on} 1\n";
    from += "," + t + ":off";
    all += (all.empty() ? "" : ", ") + t + ": on";
  }
  const Registry r(text + "conversion finish: float {" + all + "} -> float2 1\n");
  SearchOptions options;
  CHECK(r.find(from, "type:float2", {}, options).chains.size() == 1);
  options.max_types = 100;
  ConversionAnswer answer = r.find(from, "type:float2", {}, options);
  CHECK(answer.hit_limit);
  CHECK_FALSE(answer.possible);
  CHECK(answer.failure == ConversionFailure::SearchLimit);
  CHECK(limit_text(answer) == std::to_string(answer.types_visited) + " types");
}

TEST_CASE("conversions: cycles terminate, unknown data types are unreachable", "[conversions]") {
  const Registry r(R"(
trait t { a, b }
conversion there: float {t: a} -> {t: b} 1
conversion back: float {t: b} -> {t: a} 1
)");
  CHECK(r.find("type:float3,t:a", "type:float4,t:a").failure == ConversionFailure::Unreachable);
  CHECK(r.find("type:float3,t:a", "type:float3,t:b").failure == ConversionFailure::Unreachable);
  CHECK(r.summary(r.find("type:float,t:b", "type:float,t:a")) == "1: back");
  const Registry empty("trait t { a, b }\n");
  CHECK(empty.summary(empty.find("type:float,t:a", "type:float,t:b")) == "impossible");
  CHECK(empty.summary(empty.find("type:float,t:a", "type:float")) == "0: ");
}

TEST_CASE("conversions: the cache returns and keeps the same answers", "[conversions]") {
  const Registry r(R"(
trait t { a, b, c }
conversion ab: float {t: a} -> {t: b} 1 extracts f
conversion bc: float {t: b} -> {t: c} 1
)");
  ConversionCache cache(r.table(), r.lattice());
  ConversionMemo memo(cache);
  TypeInterner types;
  TypeId a = types.intern(r.type("type:float,t:a"));
  const ConversionAnswer& with = memo.find(a, types, r.demand("type:float,t:c"), r.all_features());
  const ConversionAnswer& without = memo.find(a, types, r.demand("type:float,t:c"), {});
  CHECK(r.summary(with) == "2: ab, bc");
  CHECK(r.summary(without) == "impossible");
  CHECK(&memo.find(a, types, r.demand("type:float,t:c"), r.all_features()) == &with);
  CHECK(memo.size() == 2);
  // One source has an answer for each demand.
  const std::vector<std::string> demands = {"type:float,t:a", "type:float,t:b", "type:float,t:c",
                                            "type:float"};
  for (int i = 0; i < 2; ++i) {
    for (const std::string& demand : demands) {
      INFO(demand);
      CHECK(r.summary(memo.find(a, types, r.demand(demand), r.all_features())) ==
            r.summary(r.find("type:float,t:a", demand)));
    }
  }
  CHECK(memo.size() == 5);
  // Another composition queries with its own ids and gets a cache hit.
  ConversionMemo other(cache);
  TypeInterner others;
  others.intern(r.type("type:float,t:b"));
  CHECK(&other.find(others.intern(r.type("type:float,t:a")), others, r.demand("type:float,t:c"),
                    r.all_features()) == &with);
  CHECK(cache.size() == 5);
}

TEST_CASE("conversions: without advice a failed search reports only the failure", "[conversions]") {
  const Registry r(R"(
trait t { a, b, c }
conversion ab: float {t: a} -> {t: b} 1
conversion bc: float {t: b} -> {t: c} 1 extracts f
)");
  SearchOptions quiet;
  quiet.max_advice = 0;
  const ConversionAnswer advised = r.find("type:float,t:a", "type:float,t:c", {});
  const ConversionAnswer answer = r.find("type:float,t:a", "type:float,t:c", {}, quiet);
  CHECK(advised.failure == ConversionFailure::MissingFeatures);
  CHECK(advised.nearest.has_value());
  CHECK(answer.failure == ConversionFailure::Unreachable);
  CHECK(!answer.nearest.has_value());
  CHECK(answer.would_succeed_with.empty());
  CHECK(!answer.possible);
}

TEST_CASE("conversions: independent traits are searched separately", "[conversions]") {
  // Each of `traits` traits needs `steps` steps: one chain, through (steps + 1)^traits types. The
  // detour costs more.
  struct Row {
    int traits;
    int steps;
  };
  for (const Row& row : {Row{10, 2}, Row{5, 10}, Row{30, 8}}) {
    std::string text = "guarantee kept { yes }\ntrait other { a, b }\n";
    std::string from = "type:float,other:a";
    std::string to = "type:float";
    for (int i = 0; i < row.traits; ++i) {
      const std::string t = "t" + std::to_string(i);
      text += "trait " + t + " { v0";
      for (int k = 1; k <= row.steps; ++k) {
        text += ", v" + std::to_string(k);
      }
      text += " }\n";
      for (int k = 0; k < row.steps; ++k) {
        const std::string step = std::to_string(k);
        const std::string next = std::to_string(k + 1);
        text += "conversion s" + std::to_string(i) + "_" + step + ": float {" + t + ": v" + step +
                "} -> {" + t + ": v" + next + "} 1\n";
        text += "conversion back" + std::to_string(i) + "_" + step + ": float {" + t + ": v" +
                next + "} -> {" + t + ": v" + step + "} 1\n";
      }
      from += "," + t + ":v0";
      to += "," + t + ":v" + std::to_string(row.steps);
    }
    // These lead away from the demand, or do not help.
    const Registry r(text +
                     "conversion away: float {t0: v0} -> float2 1\n"
                     "conversion aside: float {other: a, t0: v1, t1: v1} -> {other: b} 1\n");
    const ConversionAnswer answer = r.find(from, to);
    INFO(row.traits << " traits of " << row.steps << " steps");
    REQUIRE(answer.decided());
    CHECK(answer.chains.front().steps.size() ==
          static_cast<std::size_t>(row.traits) * static_cast<std::size_t>(row.steps));
    CHECK(answer.chains.front().difficulty == 1000 * row.traits * row.steps);
    CHECK(answer.types_visited < 1000);
    if (row.steps == 2) {  // few enough types for one search over all traits
      SearchOptions whole;
      whole.split_after = SIZE_MAX;
      const ConversionAnswer slow = r.find(from, to, {}, whole);
      CHECK_FALSE(slow.hit_limit);
      CHECK(r.summary(slow) == r.summary(answer));
    }
  }
}

TEST_CASE("conversions: ambiguities of independent parts are counted and combined",
          "[conversions]") {
  // Two alternatives for each of eight traits, one of which a preference settles.
  std::string text;
  std::string from = "type:float";
  std::string to = "type:float";
  for (int i = 0; i < 8; ++i) {
    const std::string t = "t" + std::to_string(i);
    text += "trait " + t + " { v0, v1, v2 }\n";
    for (const char* way : {"a", "b"}) {
      const std::string name = way + std::to_string(i);
      text += "conversion " + name + ": float {" + t + ": v0} -> {" + t + ": v1} 1\n";
    }
    text += "conversion on" + std::to_string(i) + ": float {" + t + ": v1} -> {" + t + ": v2} 1\n";
    from += "," + t + ":v0";
    to += "," + t + ":v2";
  }
  const auto ask = [&](const std::string& more, std::size_t split_after) {
    const Registry r(text + more);
    SearchOptions options;
    options.split_after = split_after;
    const ConversionAnswer answer = r.find(from, to, {}, options);
    return r.summary(answer) + " of " + std::to_string(answer.ambiguous_count);
  };
  CHECK(ask("", 0) == ask("", SIZE_MAX));
  CHECK(ask("", 0).find(" of 256") != std::string::npos);
  std::string settled;
  for (int i = 0; i < 8; ++i) {
    settled += "prefer b" + std::to_string(i) + " over a" + std::to_string(i) + "\n";
  }
  CHECK(ask(settled, 0) == ask(settled, SIZE_MAX));
  CHECK(ask(settled, 0).find("b0, b1, ") != std::string::npos);
}

}  // namespace weft::testing::conversion_search_test
