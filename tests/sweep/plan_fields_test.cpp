// The plan checker covers every field: each is damaged at every place where it occurs, and the
// damage is found. The field lists do not compile when a struct gets another field.

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "composer/verification/verify_plan.h"
#include "support/diagnostic.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/rig_source.h"

namespace weft::testing::plan_fields_test {

namespace {

struct FieldsOf {
  std::string type;
  std::string names;  ///< separated by ", "
};

// With another number of fields, the structured bindings do not compile.
#define WEFT_FIELDS(Type, ...)                                       \
  FieldsOf {                                                         \
#Type, [](const Type* whole_of) -> const char* {                   \
      if (whole_of != nullptr) {                                       \
        [[maybe_unused]] const auto& [__VA_ARGS__] = *whole_of;        \
      }                                                           \
      return #__VA_ARGS__;                                        \
    }(nullptr) \
  }

const std::vector<FieldsOf>& all_fields() {
  static const std::vector<FieldsOf> all = {
      WEFT_FIELDS(PlacedPlan, plan, rates, interpolated, uniform_results, placement),
      WEFT_FIELDS(Plan, material, profile, evaluations, outputs, types, static_values, needs,
                  functions, stitches, stated_types, warnings, defaults, live_literals),
      WEFT_FIELDS(Evaluation, kind, inputs, stage, natural_rate, type, origin),
      WEFT_FIELDS(Origin, name, span),
      WEFT_FIELDS(ConstantEvaluation, value, live),
      WEFT_FIELDS(Constant, type, bits),
      WEFT_FIELDS(FeatureEvaluation, feature),
      WEFT_FIELDS(ParameterEvaluation, parameter),
      WEFT_FIELDS(InterpolateEvaluation, is_flat),
      WEFT_FIELDS(BoundEvaluation, level, parameter, type, rate),
      WEFT_FIELDS(LeafEvaluation, fragment, type_arguments, function_level, special),
      WEFT_FIELDS(Specialization, unread, part),
      WEFT_FIELDS(LeafPartKey, value, below, unread_results),
      WEFT_FIELDS(LoopEvaluation, function_level, states),
      WEFT_FIELDS(MapEvaluation, function_level, size),
      WEFT_FIELDS(ResultEvaluation, result),
      WEFT_FIELDS(OperationEvaluation, op, payload),
      WEFT_FIELDS(StateEvaluation, state),
      WEFT_FIELDS(PlanFunctions, functions, levels, first),
      WEFT_FIELDS(PlanFunction, leaf, port, level, results, body, captures),
      WEFT_FIELDS(StitchDecision, consumer, port, chosen, difficulty, refused, span),
      WEFT_FIELDS(StitchSource, kind, binding, result, feature),
      WEFT_FIELDS(RefusedStitch, source, reason, type, difficulty),
      WEFT_FIELDS(StatedType, value, type, is_round_trip),
      WEFT_FIELDS(DemandedOutput, demand, value),
      WEFT_FIELDS(Placement, runs, budget, naive_cost, cost, is_proven, moved),
      WEFT_FIELDS(RunCounts, vertices, fragments),
      WEFT_FIELDS(MovedEvaluation, evaluation, operations, was_there),
      WEFT_FIELDS(Diagnostic, code, severity, message, span, node, port, notes, hint),
      WEFT_FIELDS(Note, text, span),
  };
  return all;
}
static_assert(std::variant_size_v<EvaluationKind> == 12, "a new kind needs a list of its fields");
static_assert(std::is_empty_v<UniformEvaluation>, "it needs a list of its fields");

/// Damages a field at one place; false if there are fewer places.
using Damage = std::function<bool(PlacedPlan&, std::size_t place)>;

struct FieldDamage {
  std::string field;  ///< `Struct.field`
  Damage damage;
};

/// `all(plan, use)` calls `use` for every object that has the field; `change(object, plan)` damages
/// it.
template <typename All, typename Change>
FieldDamage damage_of(std::string field, All all, Change change) {
  return {std::move(field), [=](PlacedPlan& plan, std::size_t place) {
            std::size_t at = 0;
            bool is_done = false;
            all(plan, [&](auto& object) {
              if (at++ == place) {
                change(object, plan);
                is_done = true;
              }
            });
            return is_done;
          }};
}

const auto whole = [](PlacedPlan& p, auto use) { use(p); };
const auto evaluations = [](PlacedPlan& p, auto use) {
  for (Evaluation& each : p.plan.evaluations) {
    use(each);
  }
};
const auto functions = [](PlacedPlan& p, auto use) {
  for (PlanFunction& each : p.plan.functions.functions) {
    use(each);
  }
};
const auto stitches = [](PlacedPlan& p, auto use) {
  for (StitchDecision& each : p.plan.stitches) {
    use(each);
  }
};
const auto refused = [](PlacedPlan& p, auto use) {
  for (StitchDecision& each : p.plan.stitches) {
    for (RefusedStitch& other : each.refused) {
      use(other);
    }
  }
};
const auto stated = [](PlacedPlan& p, auto use) {
  for (StatedType& each : p.plan.stated_types) {
    use(each);
  }
};
const auto outputs = [](PlacedPlan& p, auto use) {
  for (DemandedOutput& each : p.plan.outputs) {
    use(each);
  }
};
const auto warnings = [](PlacedPlan& p, auto use) {
  for (Diagnostic& each : p.plan.warnings) {
    use(each);
  }
};
const auto placement = [](PlacedPlan& p, auto use) { use(*p.placement); };
const auto moved = [](PlacedPlan& p, auto use) {
  for (MovedEvaluation& each : p.placement->moved) {
    use(each);
  }
};

const auto parts = [](PlacedPlan& p, auto use) {
  for (Evaluation& each : p.plan.evaluations) {
    if (auto* leaf = std::get_if<LeafEvaluation>(&each.kind); leaf && leaf->special.part) {
      auto part = std::make_shared<LeafPart>(*leaf->special.part);
      use(*part);
      leaf->special.part = std::move(part);
    }
  }
};
template <typename Kind>
auto kinds() {
  return [](PlacedPlan& p, auto use) {
    for (Evaluation& each : p.plan.evaluations) {
      if (Kind* kind = std::get_if<Kind>(&each.kind)) {
        use(*kind);
      }
    }
  };
}

Rate other_rate(Rate rate) {
  return rate == Rate::Fragment ? Rate::Vertex : rate == Rate::Vertex ? Rate::Draw : Rate::Fragment;
}
template <typename T>
Id<T> next_of(Id<T> id, std::size_t count) {
  return Id<T>((id.index() + 1) % count);
}
TypeId other_type(PlacedPlan& p, TypeId type) {
  const SemanticType& now = p.plan.types[type];
  return p.plan.types.intern(SemanticType(now.data() == bool_type ? int_type : bool_type));
}
EvaluationId other_value(const PlacedPlan& p, EvaluationId id) {
  return next_of(id, p.plan.evaluations.size());
}
template <typename T>
void change_list(std::vector<T>& list, T more) {
  if (list.empty()) {
    list.push_back(more);
  } else {
    list.pop_back();
  }
}

const std::vector<FieldDamage>& damages() {
  static const std::vector<FieldDamage> all = {
      damage_of("PlacedPlan.rates", whole, [](auto& p, auto&) { p.rates.pop_back(); }),
      {"PlacedPlan.rates",
       [](PlacedPlan& p, std::size_t place) {
         if (place >= p.rates.size()) {
           return false;
         }
         p.rates[place] = other_rate(p.rates[place]);
         return true;
       }},
      damage_of("PlacedPlan.interpolated", whole,
                [](auto& p, auto&) { change_list(p.interpolated, EvaluationId(0)); }),
      damage_of("PlacedPlan.uniform_results", whole,
                [](auto& p, auto&) { change_list(p.uniform_results, EvaluationId(0)); }),
      {"PlacedPlan.uniform_results",
       [](PlacedPlan& p, std::size_t place) {
         if (place >= p.uniform_results.size()) {
           return false;
         }
         p.uniform_results[place] = other_value(p, p.uniform_results[place]);
         return true;
       }},
      damage_of("PlacedPlan.placement", whole, [](auto& p, auto&) { p.placement.reset(); }),
      damage_of("Plan.material", whole,
                [](auto& p, auto&) { p.plan.material = MaterialId(p.plan.material.index() + 1); }),
      damage_of("Plan.profile", whole,
                [](auto& p, auto&) {
                  p.plan.profile =
                      ProfileId(p.plan.profile.index() == 0 ? 1 : p.plan.profile.index() - 1);
                }),
      damage_of("Plan.outputs", whole, [](auto& p, auto&) { p.plan.outputs.pop_back(); }),
      {"Plan.static_values",
       [](PlacedPlan& p, std::size_t place) {
         if (place >= p.plan.static_values.size()) {
           return false;
         }
         auto& value = p.plan.static_values[place];
         value = value ? std::nullopt : std::optional(Constant{float_type, {0}});
         return true;
       }},
      {"Plan.defaults",
       [](PlacedPlan& p, std::size_t place) {
         if (place >= p.plan.defaults.size()) {
           return false;
         }
         auto& value = p.plan.defaults[place];
         value = value ? std::nullopt : std::optional(Constant{float_type, {0}});
         return true;
       }},
      damage_of("Plan.live_literals", whole,
                [](auto& p, auto&) { p.plan.live_literals.push_back(LiveLiteral{Span{}}); }),
      damage_of("Plan.defaults", whole,
                [](auto& p, auto&) { p.plan.defaults.emplace_back(std::nullopt); }),
      {"Plan.needs",
       [](PlacedPlan& p, std::size_t place) {
         if (place >= p.plan.needs.size()) {
           return false;
         }
         FeatureSet one;
         one.insert(FeatureId(0));
         p.plan.needs[place] = p.plan.needs[place] == one ? FeatureSet() : one;
         return true;
       }},
      damage_of("Plan.stitches", stitches, [](auto&, auto& p) { p.plan.stitches.pop_back(); }),
      damage_of("Plan.stated_types", stated,
                [](auto& each, auto& p) { p.plan.stated_types.push_back(each); }),
      damage_of("Plan.warnings", warnings, [](auto&, auto& p) { p.plan.warnings.clear(); }),
      damage_of("Evaluation.kind", evaluations,
                [](auto& e, auto&) {
                  const Constant value{bool_type, {1}};
                  e.kind = ConstantEvaluation{value};
                }),
      damage_of("Evaluation.inputs", evaluations,
                [](auto& e, auto&) {
                  if (e.inputs.empty()) {
                    e.inputs.emplace_back(0);
                  } else {
                    e.inputs.pop_back();
                  }
                }),
      damage_of("Evaluation.stage", evaluations,
                [](auto& e, auto&) {
                  e.stage = e.stage == Stage::Host ? Stage::Vertex : Stage::Host;
                }),
      damage_of("Evaluation.stage", evaluations,
                [](auto& e, auto&) {
                  e.stage = e.stage == Stage::Fragment ? Stage::Vertex : Stage::Fragment;
                }),
      damage_of("Evaluation.natural_rate", evaluations,
                [](auto& e, auto&) { e.natural_rate = other_rate(e.natural_rate); }),
      damage_of("Evaluation.natural_rate", evaluations,
                [](auto& e, auto& p) {
                  e.natural_rate = e.natural_rate == Rate::Frame ? Rate::Object : Rate::Frame;
                  const auto at = static_cast<std::size_t>(&e - &p.plan.evaluations[EvaluationId(0)]);
                  p.rates[at] = e.natural_rate;
                }),
      damage_of("Evaluation.type", evaluations,
                [](auto& e, auto& p) { e.type = other_type(p, e.type); }),
      damage_of("Origin.name", evaluations, [](auto& e, auto&) { e.origin.name += "_damaged"; }),
      damage_of("Origin.span", evaluations,
                [](auto& e, auto&) {
                  Span span = e.origin.span.value_or(Span{});
                  span.end += 1'000'000;
                  e.origin.span = span;
                }),
      damage_of("ConstantEvaluation.value", kinds<ConstantEvaluation>(),
                [](auto& k, auto&) { k.value = Constant{int_type, {0x12345}}; }),
      damage_of("Constant.type", kinds<ConstantEvaluation>(),
                [](auto& k, auto&) {
                  k.value.type = k.value.type == uint_type ? int_type : uint_type;
                }),
      damage_of("Constant.bits", kinds<ConstantEvaluation>(),
                [](auto& k, auto&) { k.value.bits[0] ^= 1U; }),
      damage_of("FeatureEvaluation.feature", kinds<FeatureEvaluation>(),
                [](auto& k, auto&) {
                  k.feature = FeatureId(k.feature.index() == 0 ? 1 : k.feature.index() - 1);
                }),
      damage_of("ParameterEvaluation.parameter", kinds<ParameterEvaluation>(),
                [](auto& k, auto&) { k.parameter ^= 1U; }),
      damage_of("InterpolateEvaluation.is_flat", kinds<InterpolateEvaluation>(),
                [](auto& k, auto&) { k.is_flat = !k.is_flat; }),
      damage_of("BoundEvaluation.level", kinds<BoundEvaluation>(),
                [](auto& k, auto&) { ++k.level; }),
      damage_of("BoundEvaluation.parameter", kinds<BoundEvaluation>(),
                [](auto& k, auto&) { k.parameter += 7; }),
      damage_of("BoundEvaluation.type", kinds<BoundEvaluation>(),
                [](auto& k, auto& p) { k.type = other_type(p, k.type); }),
      damage_of("BoundEvaluation.rate", kinds<BoundEvaluation>(),
                [](auto& k, auto&) { k.rate = other_rate(k.rate); }),
      damage_of("LeafEvaluation.fragment", kinds<LeafEvaluation>(),
                [](auto& k, auto&) {
                  k.fragment = FragmentId(k.fragment.index() == 0 ? 1 : k.fragment.index() - 1);
                }),
      damage_of("LeafEvaluation.type_arguments", kinds<LeafEvaluation>(),
                [](auto& k, auto&) { change_list(k.type_arguments, bool_type); }),
      damage_of("LeafEvaluation.function_level", kinds<LeafEvaluation>(),
                [](auto& k, auto&) { ++k.function_level; }),
      damage_of("Specialization.unread", kinds<LeafEvaluation>(),
                [](auto& k, auto&) { change_list(k.special.unread, UnreadFeature{0, 0}); }),
      damage_of("Specialization.part", kinds<LeafEvaluation>(),
                [](auto& k, auto&) {
                  auto other = std::make_shared<LeafPart>();
                  other->value = BodyExprId(0);
                  const bool is_part = k.special.part != nullptr;
                  k.special.part = is_part ? nullptr : std::move(other);
                }),
      damage_of("LeafPartKey.value", parts,
                [](auto& k, auto&) {
                  k.value = k.value ? std::nullopt : std::optional(BodyExprId(0));
                }),
      damage_of("LeafPartKey.below", parts,
                [](auto& k, auto&) { change_list(k.below, BodyExprId(0)); }),
      damage_of("LeafPartKey.unread_results", parts,
                [](auto& k, auto&) { change_list(k.unread_results, 0U); }),
      damage_of("LoopEvaluation.function_level", kinds<LoopEvaluation>(),
                [](auto& k, auto&) { ++k.function_level; }),
      damage_of("LoopEvaluation.states", kinds<LoopEvaluation>(),
                [](auto& k, auto&) { k.states[0] = NameId(k.states[0].index() + 1); }),
      damage_of("MapEvaluation.function_level", kinds<MapEvaluation>(),
                [](auto& k, auto&) { ++k.function_level; }),
      damage_of("MapEvaluation.size", kinds<MapEvaluation>(), [](auto& k, auto&) { ++k.size; }),
      damage_of("ResultEvaluation.result", kinds<ResultEvaluation>(),
                [](auto& k, auto&) { k.result ^= 1U; }),
      damage_of("OperationEvaluation.op", kinds<OperationEvaluation>(),
                [](auto& k, auto&) {
                  k.op = k.op == Operation::Construct ? Operation::Swizzle : Operation::Construct;
                }),
      damage_of("OperationEvaluation.payload", kinds<OperationEvaluation>(),
                [](auto& k, auto&) { k.payload ^= 1U; }),
      damage_of("PlanFunctions.functions", functions,
                [](auto& f, auto& p) {
                  const PlanFunction copy = f;
                  p.plan.functions.functions.add(PlanFunction(copy));
                }),
      {"PlanFunctions.levels",
       [](PlacedPlan& p, std::size_t place) {
         if (place >= p.plan.functions.levels.size()) {
           return false;
         }
         p.plan.functions.levels[place].flip(1);
         return true;
       }},
      {"PlanFunctions.first",
       [](PlacedPlan& p, std::size_t place) {
         if (place >= p.plan.functions.first.size()) {
           return false;
         }
         auto& first = p.plan.functions.first[place];
         first = first ? std::nullopt : std::optional(PlanFunctionId(0));
         return true;
       }},
      damage_of("PlanFunction.leaf", functions,
                [](auto& f, auto& p) { f.leaf = other_value(p, f.leaf); }),
      damage_of("PlanFunction.port", functions, [](auto& f, auto&) { ++f.port; }),
      damage_of("PlanFunction.level", functions, [](auto& f, auto&) { ++f.level; }),
      damage_of("PlanFunction.results", functions,
                [](auto& f, auto& p) { f.results[0] = other_value(p, f.results[0]); }),
      damage_of("PlanFunction.body", functions,
                [](auto& f, auto&) { change_list(f.body, EvaluationId(0)); }),
      damage_of("PlanFunction.captures", functions,
                [](auto& f, auto&) { change_list(f.captures, EvaluationId(0)); }),
      damage_of("StitchDecision.consumer", stitches,
                [](auto& s, auto&) { s.consumer = FragmentId(s.consumer.index() + 1); }),
      damage_of("StitchDecision.port", stitches, [](auto& s, auto&) { ++s.port; }),
      damage_of("StitchDecision.difficulty", stitches, [](auto& s, auto&) { ++s.difficulty; }),
      damage_of("StitchDecision.refused", stitches,
                [](auto& s, auto&) { change_list(s.refused, RefusedStitch{}); }),
      damage_of("StitchDecision.span", stitches, [](auto& s, auto&) { ++s.span.end; }),
      damage_of("StitchDecision.chosen", stitches,
                [](auto& s, auto&) { s.chosen = StitchSource{}; s.chosen.result = 9; }),
      damage_of("StitchSource.kind", stitches,
                [](auto& s, auto&) {
                  s.chosen.kind = s.chosen.kind == StitchSource::Kind::Default
                                      ? StitchSource::Kind::Feature
                                      : StitchSource::Kind::Default;
                }),
      damage_of("StitchSource.binding", stitches,
                [](auto& s, auto&) {
                  s.chosen.binding =
                      s.chosen.binding ? std::nullopt : std::optional(NameId(0));
                }),
      damage_of("StitchSource.result", stitches, [](auto& s, auto&) { ++s.chosen.result; }),
      damage_of("StitchSource.feature", stitches,
                [](auto& s, auto&) {
                  s.chosen.feature = s.chosen.feature ? std::nullopt : std::optional(FeatureId(0));
                }),
      damage_of("RefusedStitch.source", refused, [](auto& r, auto&) { ++r.source.result; }),
      damage_of("RefusedStitch.reason", refused,
                [](auto& r, auto&) {
                  r.reason = r.reason == RefusedStitch::Reason::Dearer
                                 ? RefusedStitch::Reason::NotUsable
                                 : RefusedStitch::Reason::Dearer;
                }),
      damage_of("RefusedStitch.type", refused,
                [](auto& r, auto&) { r.type = r.type ? std::nullopt : std::optional(TypeId(0)); }),
      damage_of("RefusedStitch.difficulty", refused, [](auto& r, auto&) { ++r.difficulty; }),
      damage_of("StatedType.value", stated,
                [](auto& s, auto& p) {
                  s.value = EvaluationId(p.plan.evaluations.size());
                }),
      damage_of("StatedType.type", stated,
                [](auto& s, auto& p) { s.type = other_type(p, s.type); }),
      damage_of("StatedType.is_round_trip", stated,
                [](auto& s, auto&) { s.is_round_trip = !s.is_round_trip; }),
      damage_of("DemandedOutput.demand", outputs, [](auto& o, auto&) { ++o.demand; }),
      damage_of("DemandedOutput.value", outputs,
                [](auto& o, auto& p) { o.value = other_value(p, o.value); }),
      damage_of("Placement.budget", placement,
                [](auto& made, auto&) { made.budget = made.budget.value_or(99) + 1; }),
      damage_of("Placement.naive_cost", placement, [](auto& made, auto&) { ++made.naive_cost; }),
      damage_of("Placement.cost", placement, [](auto& made, auto&) { made.cost = made.naive_cost + 1; }),
      damage_of("Placement.moved", moved,
                [](auto& each, auto& p) {
                  auto& list = p.placement->moved;  // two values of the naive plan may be one
                  const EvaluationId id = each.evaluation;
                  list.erase(std::remove_if(list.begin(), list.end(),
                                            [id](const auto& one) { return one.evaluation == id; }),
                             list.end());
                }),
      damage_of("RunCounts.vertices", placement, [](auto& made, auto&) { ++made.runs.vertices; }),
      damage_of("RunCounts.fragments", placement, [](auto& made, auto&) { ++made.runs.fragments; }),
      damage_of("MovedEvaluation.evaluation", moved,
                [](auto& each, auto&) { each.evaluation = EvaluationId(0); }),
      damage_of("MovedEvaluation.operations", moved, [](auto& each, auto&) { each.operations += 77; }),
      damage_of("MovedEvaluation.was_there", moved,
                [](auto& each, auto&) { each.was_there = !each.was_there; }),
      damage_of("Diagnostic.code", warnings,
                [](auto& w, auto&) {
                  w.code = w.code == Code::PlanFault ? Code::UnknownProfile : Code::PlanFault;
                }),
      damage_of("Diagnostic.severity", warnings,
                [](auto& w, auto&) { w.severity = Severity::Error; }),
      damage_of("Diagnostic.message", warnings, [](auto& w, auto&) { w.message += "."; }),
      damage_of("Diagnostic.span", warnings, [](auto& w, auto&) { w.span = Span{FileId(0), 1, 9999}; }),
      damage_of("Diagnostic.node", warnings, [](auto& w, auto&) { w.node += "x"; }),
      damage_of("Diagnostic.port", warnings, [](auto& w, auto&) { w.port += "x"; }),
      damage_of("Diagnostic.notes", warnings, [](auto& w, auto&) { w.notes.push_back({"x", {}}); }),
      damage_of("Diagnostic.hint", warnings, [](auto& w, auto&) { w.hint += "x"; }),
      damage_of("Note.text", warnings, [](auto& w, auto&) { w.notes.insert(w.notes.begin(), {"x", {}}); }),
  };
  return all;
}

/// Fields that consist of other fields here, or that are never printed, with the reason.
const std::map<std::string, std::string>& exempt() {
  static const std::map<std::string, std::string> all = {
      {"PlacedPlan.plan", "Plan"},
      {"Plan.evaluations", "Evaluation"},
      {"Plan.types", "read through the ids of evaluations"},
      {"Plan.functions", "PlanFunctions"},
      {"ConstantEvaluation.live", "empty in plans"},
      {"Evaluation.origin", "Origin"},
      {"LeafEvaluation.special", "Specialization"},
      {"Placement.runs", "RunCounts"},
      {"Placement.is_proven", "with a budget only another search can tell"},
      {"StateEvaluation.state", "in plans of threads: simulation_plan_test.cpp"},
      {"Note.span", "compared with the text, by the same function"},
  };
  return all;
}

const std::string source = rig_source + std::string(R"(
profile smooth: base_mesh {
    fragment demand v: float3 {use: normal, basis: world, norm: unit} as target 0;
    fragment demand w: float3 {use: position, basis: world} as target 1;
    fragment demand sum: float3 {use: position, basis: world} as target 2;
    fragment demand turned: float3 as target 3;
    fragment demand stitched: float3 as target 4;
    fragment demand held: float3 as target 5 flat;
    fragment demand raw: float3 as target 6;
    provide rig.count as uniform;
    provide rig.palette, rig.other as buffer [capacity: 4];
}
fragment halves(v: float3) -> (low: float3, high: float3) { low = v * 0.5; high = v + low; }
fragment bent(p: float3, s: float) -> (near: float3, far: float3) { near = p * (s * s + 1.5); far = p.zxy / (s * s); }
fragment along(n: float3 {use: normal, basis: world}) -> float3 { return n; }
fragment around(field: fn(at: float3) -> float3, place: float3) -> float3 { return field(place) + field(place.yzx); }
fragment under(value: eval(frame.time, frame.exposure) -> float) -> float {
    return value with (frame.time: frame.time * 2.0, frame.exposure: frame.exposure * 0.5);
}
material m {
    static param is_plain: bool = false;
    param tint: float3 {use: position, basis: model} = float3(1.0);
    param axis: float3 = float3(0.0, 1.0, 0.0);
    param steps: int = 3;
    output v = surface.normal;
    output sum = sum_of(between(rig.at, surface.position));
    output w = surface.position + (tint - surface.position) * 0.5;
    place: float3 = surface.position;
    parts = halves(axis * frame.time);
    path = loop steps with (a: float3 = place, b: float3 = parts.low) {
        a = a + b;
        b = b + parts.high;
    };
    output turned = around((at) => mix(at, path.a, axis.y), path.b) * (is_plain ? axis : parts.low);
    stitch {
        n = along();
    }
    output stitched = n;
    output raw = place * bent(place, axis.x).far * under(sin(frame.time) * surface.position.x);
    output held = normalize(place) * (noise(parts.low) as {use: vector}).x;
}
)");

std::set<std::string> listed_fields() {
  std::set<std::string> fields;
  for (const FieldsOf& each : all_fields()) {
    std::string name;
    for (const char letter : each.names + ",") {
      if (letter == ',') {
        fields.insert(each.type + "." + name);
        name.clear();
      } else if (letter != ' ') {
        name += letter;
      }
    }
  }
  return fields;
}

}  // namespace

TEST_CASE("plan fields: every field has a damage or a reason for none") {
  std::set<std::string> known;
  for (const FieldDamage& each : damages()) {
    known.insert(each.field);
  }
  for (const auto& [field, reason] : exempt()) {
    known.insert(field);
  }
  CHECK(known == listed_fields());
}

TEST_CASE("plan fields: every damaged field is detected") {
  Composed naive = compose_text(source, "smooth");
  Composed placed = compose_text(source, "smooth", PlacementOptions{});
  INFO(naive.errors() << placed.errors());
  REQUIRE(naive.plan);
  REQUIRE(placed.plan);
  // The material is well-formed: its warning is synthetic.
  for (Composed* each : {&naive, &placed}) {
    each->plan->plan.warnings.push_back({Code::UnknownProfile, Severity::Warning, "a warning"});
  }
  for (const PlanFault& fault : verify_plan(placed.library(), naive.plan->plan, *placed.plan)) {
    FAIL_CHECK("%" << fault.evaluation.index() << " " << plan_rule_name(fault.rule) << ": "
                   << fault.text);
  }
  const auto& made = placed.plan->plan.evaluations;
  CHECK(std::any_of(made.begin(), made.end(), [&](const Evaluation& each) {  // an unmoved one
    return std::holds_alternative<InterpolateEvaluation>(each.kind) &&
           std::holds_alternative<FeatureEvaluation>(made[each.inputs[0]].kind);
  }));
  std::map<std::string, std::size_t> places;
  for (const FieldDamage& each : damages()) {
    PlacedPlan damaged = *placed.plan;
    places[each.field];
    for (std::size_t place = 0; each.damage(damaged, place); ++place) {
      ++places[each.field];
      INFO(each.field << " at place " << place);
      CHECK_FALSE(verify_plan(placed.library(), naive.plan->plan, damaged).empty());
      damaged = *placed.plan;
    }
  }
  for (const auto& [field, count] : places) {
    INFO(field);
    CHECK(count > 0);
  }
}

}  // namespace weft::testing::plan_fields_test
