// The typing rules, one table each.

#include "composer/typing/type_rules.h"

#include "composer/typing/meeting.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace weft::testing::type_rules_test {

namespace {

using namespace weft;

struct Core {
  LoadedLibrary loaded;
  KnownTraits known;

  Core() : loaded(load()), known(loaded.library) {}
  static LoadedLibrary load() {
    LoadOptions options;
    options.shipped_directories = {(repository_root() / "shaders").string()};
    return load_text("test.weft", "import \"core\";", DiskReader(), options);
  }
  const Library& library() const { return loaded.library; }
  SemanticType type(const std::string& text) const {
    auto demand = parse_type_text("type:" + text, library().lattice, library().names);
    return type_of(*demand, library().lattice);
  }
  std::string text(const SemanticType& type) const {
    return type_text(type, library().lattice, library().data_types, library().names).substr(5);
  }
};

}  // namespace

TEST_CASE("swizzles keep the traits that still hold", "[types]") {
  Core core;
  struct Case {
    const char* object;
    const char* letters;
    const char* expected;
  };
  const Case cases[] = {
      {"float4,use:reflectance,encoding:srgb", "rgb", "float3,use:reflectance,encoding:srgb"},
      {"float4,use:reflectance,encoding:srgb", "xyzw", "float4,use:reflectance,encoding:srgb"},
      {"float4,use:reflectance,encoding:srgb", "a", "float"},
      {"float4,use:reflectance,encoding:srgb", "r", "float,encoding:srgb"},
      {"float4,use:reflectance,encoding:srgb", "bgr", "float3,encoding:srgb"},
      {"float3,use:normal,basis:world,norm:unit", "xyz", "float3,use:normal,basis:world"},
      {"float3,use:position,basis:world,unit:metre", "xz", "float2,unit:metre"},
      {"float,unit:second", "xx", "float2,unit:second"},
  };
  for (const Case& c : cases) {
    INFO(c.object << " ." << c.letters);
    SemanticType object = core.type(c.object);
    auto swizzle = parse_swizzle(c.letters, object.data().rows());
    REQUIRE(swizzle);
    CHECK(core.text(swizzled_type(object, *swizzle, core.library().lattice, core.known)) ==
          c.expected);
  }
}

TEST_CASE("invalid swizzles are rejected", "[types]") {
  for (const char* letters : {"", "xyzwx", "xr", "z", "q", "v", "X"}) {
    INFO(letters);
    CHECK_FALSE(parse_swizzle(letters, 2));
  }
}

TEST_CASE("operands agree on their common traits", "[types]") {
  Core core;
  struct Case {
    MeetRule rule;
    std::vector<const char*> operands;
    const char* agreed;
    std::size_t disagreements;
    std::size_t lost;
  };
  const Case cases[] = {
      {MeetRule::Same,
       {"float3,use:reflectance,encoding:linear", "float3,use:reflectance,encoding:linear"},
       "float3,use:reflectance,encoding:linear",
       0,
       0},
      {MeetRule::Same, {"float3,use:reflectance", "float3,use:radiance"}, "float3,use:color", 0, 0},
      {MeetRule::Same, {"float3,use:normal", "float3,use:tangent"}, "float3,use:vector", 0, 0},
      {MeetRule::Same, {"float3,use:normal", "float3,use:position"}, "float3", 1, 0},
      {MeetRule::Same,
       {"float3,basis:world,use:normal", "float3,use:normal"},
       "float3,use:normal",
       0,
       1},
      {MeetRule::Same,
       {"float3,packing:unorm", "float3"},
       "float3",
       1,
       0},  // a default counts as stated
      {MeetRule::Same,
       {"float3,norm:unit", "float3,norm:unit"},
       "float3",
       0,
       0},  // guarantees never meet
      {MeetRule::Product,
       {"float3,use:position,unit:metre", "float"},
       "float3,use:position,unit:metre",
       0,
       0},
      {MeetRule::Product,
       {"float,unit:second", "float3,use:position"},
       "float3,use:position,unit:second",
       0,
       0},  // use and unit are decided separately
      {MeetRule::Product,
       {"float3,use:reflectance,encoding:linear", "float3,use:radiance,encoding:linear"},
       "float3,use:radiance,encoding:linear",
       0,
       0},
      {MeetRule::Product,
       {"float3,basis:world,unit:metre", "float3,basis:view,unit:metre"},
       "float3",
       1,
       1},  // the square of a unit has no rule
      {MeetRule::Product,
       {"float3,use:normal,basis:world", "float3"},
       "float3,use:normal,basis:world",
       0,
       0},
      {MeetRule::Product, {"float3,use:normal", "float3,use:normal"}, "float3", 0, 1},
      {MeetRule::Product, {"float,unit:metre", "float,unit:metre"}, "float", 0, 1},
      {MeetRule::Quotient, {"float3,use:radiance", "float"}, "float3,use:radiance", 0, 0},
      {MeetRule::Quotient, {"float", "float3,use:radiance"}, "float3", 0, 1},
      {MeetRule::Quotient, {"float", "float,unit:second"}, "float", 0, 1},
      {MeetRule::Quotient, {"float,unit:metre", "float,unit:inch"}, "float", 1, 0},
      {MeetRule::Sum, {"float2,use:texcoord", "float2"}, "float2,use:texcoord", 0, 0},
      {MeetRule::Sum,
       {"float3,use:position,basis:world,unit:metre", "float3"},
       "float3,use:position,basis:world",
       0,
       1},
      {MeetRule::Sum, {"float,unit:metre", "float,unit:inch"}, "float", 1, 0},
      {MeetRule::Same, {"float,unit:metre", "float,unit:length"}, "float", 1, 0},
      {MeetRule::Product, {"float,unit:second", "float"}, "float,unit:second", 0, 0},
  };
  for (const Case& c : cases) {
    std::vector<SemanticType> operands;
    for (const char* text : c.operands) {
      INFO(text);
      operands.push_back(core.type(text));
    }
    INFO(c.operands[0] << " and " << c.operands[1]);
    Meeting meeting =
        meet(operands, c.rule, core.library().lattice, core.known, core.library().products);
    SemanticType agreed(*broadcast({operands[0].data(), operands[1].data()}));
    for (const TraitEntry& entry : meeting.agreed) {
      agreed.set(entry.trait, entry.value, core.library().lattice);
    }
    CHECK(core.text(agreed) == c.agreed);
    CHECK(meeting.disagreements.size() == c.disagreements);
    CHECK(meeting.lost.size() == c.lost);
  }
}

TEST_CASE("scalars broadcast to vectors of their scalar type", "[types]") {
  CHECK(broadcast({float_type, float3_type}) == float3_type);
  CHECK(broadcast({float3_type, float_type, float3_type}) == float3_type);
  CHECK(broadcast({float_type, float_type}) == float_type);
  CHECK_FALSE(broadcast({float2_type, float3_type}));
  CHECK_FALSE(broadcast({int_type, float3_type}));
}

}  // namespace weft::testing::type_rules_test
