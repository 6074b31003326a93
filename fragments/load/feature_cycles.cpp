#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "fragments/load/load_passes.h"

namespace weft {
namespace {

constexpr std::uint32_t deepest_definition = 64;

/// The features that a graph or a leaf reads, including those of called fragments. All overloads of
/// a call count, since overloads are not resolved yet.
class FeatureUse {
 public:
  explicit FeatureUse(const Library& library)
      : library_(library), fragments_(library.fragments.size()), defaults_(fragments_.size()) {
    for (std::size_t i = 0; i < defaults_.size(); ++i) {
      defaults_[i] = defaults_of(library.fragments[FragmentId(i)]);
    }
    close();
  }

  FeatureSet of(const Graph& graph) const {
    Use use = use_of(graph);
    for (const FragmentId called : use.called) {
      use.features.insert(fragments_[called.index()]);
    }
    return std::move(use.features);
  }

 private:
  /// The features that a graph reads directly or through defaults of its calls, and the fragments
  /// that it calls, sorted, without duplicates.
  struct Use {
    FeatureSet features;
    std::vector<FragmentId> called;
  };
  /// The features that a port's default reads, if there are any.
  struct Default {
    std::size_t port;
    FeatureSet features;
  };

  static FeatureSet read_by(const Graph& graph) {
    FeatureSet set;
    for (const GraphNode& node : graph.nodes) {
      if (const auto* read = std::get_if<FeatureNode>(&node.kind)) {
        set.insert(read->feature);
      }
    }
    return set;
  }

  static std::vector<Default> defaults_of(const Fragment& fragment) {
    std::vector<Default> defaults;
    for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
      if (const auto& value = fragment.ports[i].default_value) {
        FeatureSet features = read_by(*value);
        if (!features.empty()) {
          defaults.push_back({i, std::move(features)});
        }
      }
    }
    return defaults;
  }

  /// Adds the features of the defaults that the call uses.
  void add_defaults(FragmentId candidate, const CallNode& call, FeatureSet& set) const {
    for (const Default& value : defaults_[candidate.index()]) {
      const NameId port = library_.fragments[candidate].ports[value.port].name;
      bool passed = false;
      for (std::size_t position = 0; position < call.arguments.size(); ++position) {
        const auto& name = call.arguments[position].name;
        passed = passed || (name ? *name == port : position == value.port);
      }
      if (!passed) {
        set.insert(value.features);
      }
    }
  }

  Use use_of(const Graph& graph) const {
    Use use{read_by(graph), {}};
    for (const GraphNode& node : graph.nodes) {
      if (const auto* call = std::get_if<CallNode>(&node.kind)) {
        for (const FragmentId candidate : call->candidates) {
          use.called.push_back(candidate);
          add_defaults(candidate, *call, use.features);
        }
      }
    }
    std::sort(use.called.begin(), use.called.end());
    use.called.erase(std::unique(use.called.begin(), use.called.end()), use.called.end());
    return use;
  }

  /// Iterates to a fixed point. Sets only grow, so it terminates; graphs rarely nest more than a
  /// few levels, so it takes few passes.
  void close() {
    std::vector<std::pair<std::size_t, std::vector<FragmentId>>> callers;
    for (std::size_t i = 0; i < fragments_.size(); ++i) {
      const Fragment& fragment = library_.fragments[FragmentId(i)];
      FeatureSet& set = fragments_[i];
      for (const FeatureId feature : fragment.declared_features) {
        set.insert(feature);
      }
      for (const BodyInstance& instance : fragment.instances()) {
        for (const FeatureId feature : instance.body.features) {
          set.insert(feature);
        }
      }
      if (fragment.graph()) {
        Use use = use_of(*fragment.graph());
        set.insert(use.features);
        callers.emplace_back(i, std::move(use.called));
      }
    }
    bool changed = true;
    while (changed) {
      changed = false;
      for (const auto& [caller, called] : callers) {
        const FeatureSet before = fragments_[caller];
        for (const FragmentId each : called) {
          fragments_[caller].insert(fragments_[each.index()]);
        }
        changed = changed || fragments_[caller] != before;
      }
    }
  }

  const Library& library_;
  std::vector<FeatureSet> fragments_;
  std::vector<std::vector<Default>> defaults_;  // per fragment
};

/// Per feature, the features that its definition reads.
using InnerFeatures = std::vector<std::vector<FeatureId>>;

InnerFeatures inner_of_library(const Library& library, const FeatureUse& use) {
  InnerFeatures inner(library.features.size());
  for (std::size_t i = 0; i < inner.size(); ++i) {
    if (const auto& definition = library.features[FeatureId(i)].definition) {
      inner[i] = use.of(*definition).ids();
    }
  }
  return inner;
}

/// The same where the profile's definitions stand for those of the library. What a profile provides
/// without a definition reads nothing.
InnerFeatures with_profile(InnerFeatures inner, const FeatureUse& use, const Profile& profile) {
  for (const ProvidedFeature& provided : profile.provided) {
    if (profile.find(provided.feature) == &provided) {  // of two for one feature the first counts
      inner[provided.feature.index()] =
          provided.definition ? use.of(*provided.definition).ids() : std::vector<FeatureId>();
    }
  }
  return inner;
}

class CycleFinder {
 public:
  /// Checks the definitions that read `inner`, which are those of the library, with those of the
  /// profile, if given, in their place.
  CycleFinder(LoadState& state, const Profile* profile, InnerFeatures inner)
      : state_(state),
        profile_(profile),
        inner_(std::move(inner)),
        depth_(state.library.features.size(), 0),
        progress_(state.library.features.size(), Progress::Waiting) {}

  void run() {
    for (std::size_t i = 0; i < progress_.size(); ++i) {
      visit(FeatureId(i));
    }
  }

 private:
  enum class Progress { Waiting, Begun, Done };
  struct Frame {
    FeatureId feature;
    std::size_t next = 0;
  };

  void visit(FeatureId root) {
    if (progress_[root.index()] != Progress::Waiting) {
      return;
    }
    std::vector<Frame> stack{{root}};
    progress_[root.index()] = Progress::Begun;
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const std::vector<FeatureId>& inner = inner_[frame.feature.index()];
      if (frame.next == inner.size()) {
        finish(frame.feature);
        stack.pop_back();
        continue;
      }
      FeatureId next = inner[frame.next++];
      if (progress_[next.index()] == Progress::Begun) {
        report(stack, next);
      } else if (progress_[next.index()] == Progress::Waiting) {
        progress_[next.index()] = Progress::Begun;
        stack.push_back({next});
      }
    }
  }

  void finish(FeatureId feature) {
    std::uint32_t deepest = 0;
    for (FeatureId inner : inner_[feature.index()]) {
      deepest = std::max(deepest, depth_[inner.index()]);
    }
    bool is_derived = state_.library.features[feature].definition.has_value();
    depth_[feature.index()] = is_derived ? deepest + 1 : 0;
    progress_[feature.index()] = Progress::Done;
    if (!profile_ && depth_[feature.index()] == deepest_definition + 1) {
      state_.report(error_at(
          Code::NestingTooDeep, state_.library.features[feature].span,
          fmt::format("'{}' depends on more than {} feature definitions",
                      state_.text(state_.library.features[feature].path), deepest_definition)));
    }
  }

  void report(const std::vector<Frame>& stack, FeatureId first) {
    std::size_t begin = 0;
    while (stack[begin].feature != first) {
      ++begin;
    }
    const Feature& feature = state_.library.features[first];
    const ProvidedFeature* provided = nullptr;  // a definition of the profile in the cycle
    for (std::size_t i = begin; profile_ && !provided && i < stack.size(); ++i) {
      const ProvidedFeature* candidate = profile_->find(stack[i].feature);
      provided = candidate && candidate->definition ? candidate : nullptr;
    }
    if (profile_ && !provided) {
      return;  // a cycle of the library, already reported
    }
    std::string cycle;
    std::vector<Note> notes;
    for (std::size_t i = begin; i < stack.size(); ++i) {
      const Feature& member = state_.library.features[stack[i].feature];
      const ProvidedFeature* own = profile_ ? profile_->find(stack[i].feature) : nullptr;
      cycle += fmt::format("{} -> ", state_.text(member.path));
      if (i > begin) {
        notes.push_back({fmt::format("'{}' is defined here", state_.text(member.path)),
                         own ? own->span : member.span});
      }
    }
    cycle += state_.text(feature.path);
    Diagnostic diagnostic = error_at(Code::FeatureCycle, provided ? provided->span : feature.span,
                                     fmt::format("feature definitions form a cycle: {}", cycle));
    diagnostic.notes = std::move(notes);
    state_.report(std::move(diagnostic));
  }

  LoadState& state_;
  const Profile* profile_;
  InnerFeatures inner_;
  std::vector<std::uint32_t> depth_;
  std::vector<Progress> progress_;
};

}  // namespace

void check_feature_cycles(LoadState& state) {
  CycleFinder(state, nullptr, inner_of_library(state.library, FeatureUse(state.library))).run();
}

void check_profile_cycles(LoadState& state) {
  std::optional<FeatureUse> use;  // scans every fragment: made only if needed
  InnerFeatures inner;            // likewise
  for (std::size_t i = 0; i < state.library.profiles.size(); ++i) {
    const Profile& profile = state.library.profiles[ProfileId(i)];
    const bool defines = std::any_of(
        profile.provided.begin(), profile.provided.end(),
        [](const ProvidedFeature& provided) { return provided.definition.has_value(); });
    if (defines) {
      if (!use) {
        use.emplace(state.library);
        inner = inner_of_library(state.library, *use);
      }
      CycleFinder(state, &profile, with_profile(inner, *use, profile)).run();
    }
  }
}

}  // namespace weft
