#include "composer/elaborate/same_frame.h"

#include <algorithm>

#include "composer/elaborate/graph_call.h"
#include "support/float_bits.h"

// Decides whether an injected value keeps a feature's frame: coordinates scaled by positive factors
// and shifted by a value constant per draw run along the same directions.
namespace weft {
namespace {

/// What is known of a value: Scaled means the feature scaled and shifted, Single a value constant
/// per draw.
enum class Shape : std::uint8_t { Other, Single, PositiveSingle, Scaled };

bool is_one(Shape shape) { return shape == Shape::Single || shape == Shape::PositiveSingle; }

/// For a call whose inputs are all constant per draw.
Shape joined_shapes(const std::vector<Shape>& inputs, bool keeps_sign) {
  if (!std::all_of(inputs.begin(), inputs.end(), is_one)) {
    return Shape::Other;
  }
  const bool is_positive = keeps_sign && !inputs.empty() &&
                           std::all_of(inputs.begin(), inputs.end(),
                                       [](Shape shape) { return shape == Shape::PositiveSingle; });
  return is_positive ? Shape::PositiveSingle : Shape::Single;
}

Shape of_operation(std::string_view name, const std::vector<Shape>& inputs) {
  if (inputs.size() == 1 && (name == "fract" || name == "frac")) {
    return inputs[0] == Shape::Scaled ? Shape::Scaled : joined_shapes(inputs, false);
  }
  if (inputs.size() != 2) {
    return Shape::Other;
  }
  const Shape a = inputs[0];
  const Shape b = inputs[1];
  if (name == "add" || name == "subtract") {
    const bool is_shifted =
        (a == Shape::Scaled && is_one(b)) || (name == "add" && is_one(a) && b == Shape::Scaled);
    return is_shifted ? Shape::Scaled : joined_shapes(inputs, name == "add");
  }
  if (name == "multiply" || name == "divide") {
    const bool is_scaled = (a == Shape::Scaled && b == Shape::PositiveSingle) ||
                           (name == "multiply" && a == Shape::PositiveSingle && b == Shape::Scaled);
    return is_scaled ? Shape::Scaled : joined_shapes(inputs, true);
  }
  return Shape::Other;
}

bool is_positive(const Constant& value) {
  const Scalar kind = value.type.scalar_kind();
  return value.type.is_scalar_or_vector() &&
         std::all_of(value.bits.begin(), value.bits.end(), [kind](std::uint32_t bits) {
           return kind == Scalar::Float ? float_of_bits(bits) > 0.0F
                  : kind == Scalar::Int ? static_cast<std::int32_t>(bits) > 0
                                        : kind == Scalar::Uint && bits > 0;
         });
}

bool has_positive_min(const Library& library, const MaterialParameter& parameter) {
  return std::any_of(parameter.meta.begin(), parameter.meta.end(), [&](const MetaValue& meta) {
    const double* const least = std::get_if<double>(&meta.value);
    return library.text(meta.name) == "min" && least != nullptr && *least > 0.0;
  });
}

/// Coordinates take few calls; longer computations are not proven.
constexpr std::size_t most_shapes = 256;

/// Derives the shapes of the calls below an injected value, each once.
class FrameCheck {
 public:
  FrameCheck(const Expansion& state, CallId own)
      : state_(state),
        library_(state.library()),
        material_(state.composition.material),
        calls_(state.calls),
        own_(own) {}

  /// Nothing while a graph below is not expanded.
  std::optional<Shape> shape_of(CallId root) {
    std::vector<CallId> open{root};
    while (!open.empty()) {
      if (shapes_.size() > most_shapes) {
        return Shape::Other;
      }
      const CallId id = open.back();
      if (shapes_.count(id) != 0) {
        open.pop_back();
        continue;
      }
      std::vector<Shape> inputs;
      const std::size_t before = open.size();
      const std::optional<CallIds> below = id == own_ ? CallIds() : inputs_of(id);
      if (!below) {
        return std::nullopt;
      }
      for (CallId input : *below) {
        const auto known = shapes_.find(input);
        if (known == shapes_.end()) {
          open.push_back(input);
        } else {
          inputs.push_back(known->second);
        }
      }
      if (open.size() == before) {
        shapes_.emplace(id, id == own_ ? Shape::Scaled : shape_of_call(calls_[id], inputs));
        open.pop_back();
      }
    }
    return shapes_.at(root);
  }

 private:
  /// The inputs of a call; for a graph that is typed apart, what it expands to.
  std::optional<CallIds> inputs_of(CallId id) const {
    const auto* apart = std::get_if<GraphResultCall>(&calls_[id].kind);
    if (apart == nullptr) {
      return calls_[id].inputs;
    }
    const Expanded value = result_of(state_, apart->instance, apart->result);
    return value ? std::optional(CallIds{*value}) : std::nullopt;
  }

  Shape shape_of_call(const Call& call, const std::vector<Shape>& inputs) const {
    if (const auto* literal = std::get_if<LiteralCall>(&call.kind)) {
      return is_positive(literal->value) ? Shape::PositiveSingle : Shape::Single;
    }
    if (const auto* parameter = std::get_if<ParameterCall>(&call.kind)) {
      const MaterialParameter& declared = material_.parameters[parameter->parameter];
      return has_positive_min(library_, declared) ? Shape::PositiveSingle : Shape::Single;
    }
    if (const auto* feature = std::get_if<FeatureCall>(&call.kind)) {
      return is_single(library_.features[feature->feature].rate) ? Shape::Single : Shape::Other;
    }
    if (const auto* derived = std::get_if<DeclareFeatureCall>(&call.kind)) {
      return is_single(library_.features[derived->feature].rate) ? Shape::Single : inputs[0];
    }
    if (const auto* invoke = std::get_if<InvokeCall>(&call.kind)) {
      return of_operation(library_.text(invoke->node->callee), inputs);
    }
    const bool says_types_only = std::holds_alternative<AscribeCall>(call.kind) ||
                                 std::holds_alternative<DeclareCall>(call.kind) ||
                                 std::holds_alternative<GraphResultCall>(call.kind);
    if (says_types_only && inputs.size() == 1) {
      return inputs[0];
    }
    const bool is_part = std::holds_alternative<ConstructCall>(call.kind) ||
                         std::holds_alternative<MemberCall>(call.kind);
    return is_part ? joined_shapes(inputs, true) : Shape::Other;
  }

  const Expansion& state_;
  const Library& library_;
  const Material& material_;
  const CallStore& calls_;
  CallId own_;
  std::unordered_map<CallId, Shape> shapes_;  // never iterated
};

}  // namespace

std::optional<bool> is_same_frame(const Expansion& state, FeatureId feature, CallId value,
                                  CallContext context) {
  if (state.library().features[feature].anchored.empty()) {
    return true;
  }
  // If the value is computed from the feature, the feature has been expanded.
  const std::optional<CallId> own =
      state.features.value(feature, state.narrowed.of(feature, context));
  state.calls.note_deciding_sign(value);
  if (!own) {
    return false;
  }
  const std::optional<Shape> shape = FrameCheck(state, *own).shape_of(value);
  return shape ? std::optional(*shape == Shape::Scaled) : std::nullopt;
}

}  // namespace weft
