#include <algorithm>

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
      : library_(library), fragments_(library.fragments.size()) {
    close();
  }

  FeatureSet of(const Graph& graph) const {
    FeatureSet set;
    for (const GraphNode& node : graph.nodes) {
      if (const auto* read = std::get_if<FeatureNode>(&node.kind)) {
        set.insert(read->feature);
      } else if (const auto* call = std::get_if<CallNode>(&node.kind)) {
        for (FragmentId candidate : call->candidates) {
          set.insert(fragments_[candidate.index()]);
          add_defaults(library_.fragments[candidate], *call, set);
        }
      }
    }
    return set;
  }

 private:
  /// Adds the features of the defaults that the call uses.
  void add_defaults(const Fragment& fragment, const CallNode& call, FeatureSet& set) const {
    for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
      const FragmentPort& port = fragment.ports[i];
      auto is_passed = [&](std::size_t position) {
        const auto& name = call.arguments[position].name;
        return name ? *name == port.name : position == i;
      };
      bool passed = false;
      for (std::size_t position = 0; position < call.arguments.size(); ++position) {
        passed = passed || is_passed(position);
      }
      if (!passed && port.default_value) {
        for (const GraphNode& node : port.default_value->nodes) {
          if (const auto* read = std::get_if<FeatureNode>(&node.kind)) {
            set.insert(read->feature);
          }
        }
      }
    }
  }

  FeatureSet own(const Fragment& fragment) const {
    FeatureSet set;
    for (FeatureId feature : fragment.declared_features) {
      set.insert(feature);
    }
    for (const BodyInstance& instance : fragment.instances()) {
      for (FeatureId feature : instance.body.features) {
        set.insert(feature);
      }
    }
    if (fragment.graph()) {
      set.insert(of(*fragment.graph()));
    }
    return set;
  }

  /// Iterates to a fixed point. Sets only grow, so it terminates; graphs rarely nest more than a
  /// few levels, so it takes few passes.
  void close() {
    bool changed = true;
    while (changed) {
      changed = false;
      for (std::size_t i = 0; i < fragments_.size(); ++i) {
        FeatureSet set = own(library_.fragments[FragmentId(i)]);
        if (set != fragments_[i]) {
          fragments_[i] = std::move(set);
          changed = true;
        }
      }
    }
  }

  const Library& library_;
  std::vector<FeatureSet> fragments_;
};

class CycleFinder {
 public:
  /// Checks the library's definitions, with those of the profile, if given, in their place.
  CycleFinder(LoadState& state, const FeatureUse& use, const Profile* profile)
      : state_(state),
        profile_(profile),
        inner_(state.library.features.size()),
        depth_(state.library.features.size(), 0),
        progress_(state.library.features.size(), Progress::Waiting) {
    for (std::size_t i = 0; i < inner_.size(); ++i) {
      const ProvidedFeature* provided = profile ? profile->find(FeatureId(i)) : nullptr;
      const auto& definition =
          provided ? provided->definition : state.library.features[FeatureId(i)].definition;
      if (definition) {
        inner_[i] = use.of(*definition).ids();
      }
    }
  }

  void run() {
    for (std::size_t i = 0; i < inner_.size(); ++i) {
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
  std::vector<std::vector<FeatureId>> inner_;
  std::vector<std::uint32_t> depth_;
  std::vector<Progress> progress_;
};

}  // namespace

void check_feature_cycles(LoadState& state) {
  CycleFinder(state, FeatureUse(state.library), nullptr).run();
}

void check_profile_cycles(LoadState& state) {
  std::optional<FeatureUse> use;  // scans every fragment: made only if needed
  for (std::size_t i = 0; i < state.library.profiles.size(); ++i) {
    const Profile& profile = state.library.profiles[ProfileId(i)];
    const bool defines = std::any_of(
        profile.provided.begin(), profile.provided.end(),
        [](const ProvidedFeature& provided) { return provided.definition.has_value(); });
    if (defines) {
      if (!use) {
        use.emplace(state.library);
      }
      CycleFinder(state, *use, &profile).run();
    }
  }
}

}  // namespace weft
