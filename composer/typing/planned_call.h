#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "composer/elaborate/elaborate.h"
#include "composer/evaluations/typed_graph.h"
#include "composer/typing/meeting.h"
#include "conversions/memo.h"
#include "conversions/table/conversion_set.h"
#include "support/hash.h"
#include "support/inline_vector.h"

namespace weft {

/// The consumer of a value, as named in diagnostics.
struct Consumer {
  /// A consumer that is not a node and has no name.
  Consumer(const char* of_messages) : words(of_messages) {}
  Consumer(std::string of_messages, std::string name)
      : words(std::move(of_messages)), node(std::move(name)) {}

  std::string words;  ///< for messages: `output 'color'`
  std::string node;   ///< for structured data: `color`; may be empty
};

/// The conversion chain between a value and its consumer's demand.
struct PlannedLink {
  std::vector<ConversionId> steps;
  std::vector<std::vector<ConversionId>> equals;  ///< alternative chains declared equal to `steps`
  int lossy_steps = 0;
  std::int64_t difficulty = 0;
  SemanticType result;
  bool takes_demand = false;  ///< the value is a literal and becomes a constant of type `result`
  /// The environment of the steps, where it differs from the link's.
  std::optional<EnvironmentId> environment = std::nullopt;
};

/// One port of a chosen overload.
struct PlannedPort {
  std::optional<std::uint32_t> argument;  ///< position among the call's arguments
  TypedValue
      default_value;  ///< without an argument: the default or the function's result, unconverted
  PlannedLink link;
  std::optional<DataType> spread_to;  ///< set when a scalar is splatted to a vector
  EnvironmentId environment =
      no_environment;  ///< of its conversions; for function ports, the environment inside
};

struct BodyDemand;

/// What a plan depends on of a port's default.
struct PlannedDefault {
  SemanticType type;
  Rate rate;
  std::uint32_t kind;     ///< as kind_of_value() says
  bool is_anchored_here;  ///< made in the environment of the call, in a frame that features define

  friend bool operator==(const PlannedDefault&, const PlannedDefault&) = default;
};

struct PlannedCall {
  FragmentId fragment;
  std::vector<DataType> type_arguments;
  std::vector<PlannedPort> ports;
  std::vector<SemanticType> results;
  int lossy_steps = 0;
  std::int64_t difficulty = 0;
  std::vector<LostMeaning> lost;  ///< meanings that operands state and the result lacks
  std::uint32_t function_level = 0;
  UnreadFeatures unread = {};                 ///< as in CallSite
  std::vector<StitchDecision> stitches = {};  ///< for its open ports
  int widened = 0;                            ///< number of literals that change their data type
  /// Product rules for which the operands convert at the same cost. An error if this plan is
  /// chosen.
  std::vector<const ProductRule*> tied = {};
  CallIds requested = {};  ///< calls whose values the plan takes besides the arguments
  CallIds rejected = {};   ///< calls that only other candidates asked for
  /// Of a candidate that takes functions: what its variables stand for.
  std::optional<Bindings> bindings = {};
  /// Of a plan for all compositions: per port with a default, what each takes from its own
  /// (shared_plans.h).
  std::vector<std::pair<std::uint32_t, PlannedDefault>> defaults = {};
};

/// What a leaf's body says about every call of it with the same types. The lists belong to the
/// library and to the memo of demands.
struct LeafFacts {
  const std::vector<FeatureId>* features;  ///< that the body reads
  const std::vector<BodyDemand>* demands;
  bool takes_derivative;  ///< itself, or a leaf that it calls
};

/// What all calls of a plan without functions share in one composition.
struct CallFacts {
  std::optional<std::string> fault;  ///< why its body cannot be made; nothing else is set then
  std::optional<LeafFacts> leaf;
  InlineVector<TypeId, 2> results = {};
};

/// A plan, and the facts about it once a call has asked.
struct KnownCall {
  std::shared_ptr<const PlannedCall> plan;
  std::optional<CallFacts> facts = std::nullopt;
};

/// Memo of overload resolution in one composition: calls of equal signatures have equal plans.
/// Never iterated.
using CallSignature = InlineVector<std::uint32_t, 24>;
struct CallSignatureHash {
  std::size_t operator()(const CallSignature& words) const noexcept {
    return static_cast<std::size_t>(hash_numbers(words));
  }
};
using PlannedCalls = std::unordered_map<CallSignature, KnownCall, CallSignatureHash>;

/// Prefix of the note that states the demand when no conversion meets it.
inline constexpr std::string_view demand_note_begin = "what is demanded is ";

}  // namespace weft
