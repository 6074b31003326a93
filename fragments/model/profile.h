#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fragments/model/feature.h"
#include "fragments/model/graph.h"
#include "fragments/model/simulation.h"
#include "fragments/types/image_format.h"
#include "fragments/types/pattern.h"
#include "fragments/types/stage.h"
#include "support/interner.h"
#include "support/source.h"

namespace weft {

enum class Provision { Attribute, Uniform, Push, Buffer, Builtin, Definition };

struct ProvidedFeature {
  FeatureId feature;
  Provision provision = Provision::Uniform;
  std::uint32_t location = 0;  ///< attributes
  bool per_instance = false;   ///< attributes
  std::uint32_t capacity = 0;  ///< elements of array features; 0: not stated
  Span span;
  /// Position within its block: counts all provisions of the profile, the base's first, in order of
  /// declaration.
  std::uint32_t order = 0;
  std::optional<std::uint32_t> block = {};  ///< index into Profile::blocks, if a block lists it
  /// Provision::Definition: its definition in terms of other features. If it is known per vertex or
  /// instance it is computed there, and the fragment stage sees it interpolated, like an attribute.
  std::optional<Graph> definition = {};
  /// Provision::Definition: computed in each fragment, whatever the feature's rate. The vertex
  /// stage does not have it then.
  bool is_per_fragment = false;
  /// Of a projection whose host has another clip space: its value in Weft's, in terms of the
  /// host's; else null.
  std::shared_ptr<const Graph> adapted = {};
};

/// State: of a simulation. Profiles do not demand it, but say how states are stored
/// (state_storage.h).
enum class TargetKind { None, Color, Depth, Clip, Discard, Image, Buffer, State };

struct ProfileDemand {
  Stage stage = Stage::Fragment;
  NameId name = NameId(0);
  Demand type;
  TargetKind target = TargetKind::None;
  std::uint32_t target_index = 0;          ///< of images and buffers: the binding
  std::optional<ImageFormat> format = {};  ///< of images
  bool is_invariant = false;
  bool is_flat = false;
  /// `set targets srgb_views`: the render target's view encodes, and `type` demands linear values.
  bool srgb_view = false;
  /// Its ports are the profile's preceding demands, by position, with the values bound to them.
  std::optional<Graph> default_value;
  Span span;
  std::string doc;
};

/// `block Camera at set 0 binding 0 { view.from_world; frame.time; }`: a block that the host fills,
/// laid out as the profile's author asks. Its members are the features that refer to it
/// (ProvidedFeature).
struct ProfileBlock {
  NameId name = NameId(0);
  bool is_push = false;
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  Span span;
};

/// `set NAME value;`
struct ProfileSetting {
  NameId name;
  std::variant<double, NameId> value;
  Span span;
};

struct Profile;
using ProfileId = Id<Profile>;
/// A profile with its bases merged in; on conflicts the derived profile wins.
struct Profile {
  NameId name = NameId(0);
  /// Sorted by feature path; whole namespaces are expanded to their features without a definition.
  std::vector<ProvidedFeature> provided;
  std::optional<Provision> parameters_as;  ///< `provide material as uniform`
  std::vector<ProfileBlock> blocks;        ///< in order of declaration, bases first
  std::vector<ProfileDemand> demands;      ///< in order of declaration, bases first
  std::vector<ProfileSetting> settings;    ///< sorted by name
  /// Of compute profiles: how they store the states of simulations, if they do.
  std::optional<StateStorage> states = {};
  /// Emit functions to include in other shaders instead of whole stages.
  bool as_functions = false;
  Span span;
  std::string doc;

  const ProvidedFeature* find(FeatureId feature) const;
  /// The stage of the elements that the demands are about: threads of a compute profile, which may
  /// store states and demand nothing, else fragments.
  Stage last_stage() const;
};

}  // namespace weft
