#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "fragments/load/load_passes.h"
#include "fragments/model/call_arguments.h"

namespace weft {
namespace {

constexpr std::uint32_t deepest_definition = 64;

/// The features that a graph or a leaf reads, including those of called fragments. All overloads of
/// a call count, since overloads are not resolved yet.
class FeatureUse {
 public:
  /// `seen_from`: calls do not take overloads that neither their own file nor this one sees. What
  /// that file defines has its types, for which its own calls were enough.
  FeatureUse(const Library& library, std::optional<FileId> seen_from)
      : library_(library),
        seen_from_(seen_from),
        fragments_(library.fragments.size()),
        defaults_(fragments_.size()) {
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

  std::vector<FragmentId> may_be_called(const std::vector<FragmentId>& candidates,
                                        const Outsiders& outsiders) const {
    const CandidateTiers tiers = tiers_of(candidates, outsiders.count);
    std::vector<FragmentId> called(tiers.seen.begin(), tiers.seen.end());
    std::copy_if(tiers.others.begin(), tiers.others.end(), std::back_inserter(called),
                 [this](FragmentId candidate) {
                   return !seen_from_ || library_.visible_files.sees(
                                             *seen_from_, library_.fragments[candidate].span.file);
                 });
    return called;
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
        for (const FragmentId candidate : may_be_called(call->candidates, call->outsiders)) {
          use.called.push_back(candidate);
          add_defaults(candidate, *call, use.features);
        }
      } else if (const auto* function = std::get_if<FunctionNode>(&node.kind)) {
        const std::vector<FragmentId> named =
            may_be_called(function->candidates, function->outsiders);
        use.called.insert(use.called.end(), named.begin(), named.end());
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
  std::optional<FileId> seen_from_;
  std::vector<FeatureSet> fragments_;
  std::vector<std::vector<Default>> defaults_;  // per fragment
};

/// The features that definitions read.
class DefinitionReads {
 public:
  /// `is_exact`: leaves out overloads that the file of a definition does not see, which takes a
  /// scan of all fragments per file with definitions instead of one.
  DefinitionReads(const Library& library, bool is_exact) : library_(library), is_exact_(is_exact) {}

  std::vector<FeatureId> of(const Graph& definition, Span where) {
    const std::optional<FileId> file = is_exact_ ? std::optional(where.file) : std::nullopt;
    return by_file_.try_emplace(file, library_, file).first->second.of(definition).ids();
  }

 private:
  const Library& library_;
  bool is_exact_;
  std::map<std::optional<FileId>, FeatureUse> by_file_;
};

/// Per feature, the features that its definition reads.
using InnerFeatures = std::vector<std::vector<FeatureId>>;

InnerFeatures inner_of_library(const Library& library, DefinitionReads& reads) {
  InnerFeatures inner(library.features.size());
  for (std::size_t i = 0; i < inner.size(); ++i) {
    const Feature& feature = library.features[FeatureId(i)];
    if (feature.definition) {
      inner[i] = reads.of(*feature.definition, feature.span);
    }
  }
  return inner;
}

/// The same where the profile's definitions stand for those of the library. What a profile provides
/// without a definition reads nothing.
InnerFeatures with_profile(InnerFeatures inner, DefinitionReads& reads, const Profile& profile) {
  for (const ProvidedFeature& provided : profile.provided) {
    if (profile.find(provided.feature) == &provided) {  // of two for one feature the first counts
      inner[provided.feature.index()] = provided.definition
                                            ? reads.of(*provided.definition, provided.span)
                                            : std::vector<FeatureId>();
    }
  }
  return inner;
}

class CycleFinder {
 public:
  /// Checks the definitions that read `inner`, which are those of the library, with those of the
  /// profile, if given, in their place.
  CycleFinder(const LoadState& state, const Profile* profile, InnerFeatures inner)
      : state_(state),
        profile_(profile),
        inner_(std::move(inner)),
        depth_(state.library.features.size(), 0),
        progress_(state.library.features.size(), Progress::Waiting) {}

  std::vector<Diagnostic> run() {
    for (std::size_t i = 0; i < progress_.size(); ++i) {
      visit(FeatureId(i));
    }
    return std::move(found_);
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
      found_.push_back(error_at(
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
    found_.push_back(std::move(diagnostic));
  }

  const LoadState& state_;
  const Profile* profile_;
  InnerFeatures inner_;
  std::vector<std::uint32_t> depth_;
  std::vector<Progress> progress_;
  std::vector<Diagnostic> found_;
};

std::vector<Diagnostic> cycles_of_library(const LoadState& state, bool is_exact) {
  DefinitionReads reads(state.library, is_exact);
  return CycleFinder(state, nullptr, inner_of_library(state.library, reads)).run();
}

std::vector<Diagnostic> cycles_of_profiles(const LoadState& state, bool is_exact) {
  DefinitionReads reads(state.library, is_exact);
  std::optional<InnerFeatures> inner;  // scans every fragment: made only if needed
  std::vector<Diagnostic> found;
  for (std::size_t i = 0; i < state.library.profiles.size(); ++i) {
    const Profile& profile = state.library.profiles[ProfileId(i)];
    const bool defines = std::any_of(
        profile.provided.begin(), profile.provided.end(),
        [](const ProvidedFeature& provided) { return provided.definition.has_value(); });
    if (defines) {
      if (!inner) {
        inner = inner_of_library(state.library, reads);
      }
      std::vector<Diagnostic> of_profile =
          CycleFinder(state, &profile, with_profile(*inner, reads, profile)).run();
      std::move(of_profile.begin(), of_profile.end(), std::back_inserter(found));
    }
  }
  return found;
}

/// Reports what `find` finds with exact reads. It is asked for them only if there is something
/// without.
template <typename Find>
void report_cycles(LoadState& state, Find find) {
  if (!find(state, false).empty()) {
    for (Diagnostic& cycle : find(state, true)) {
      state.report(std::move(cycle));
    }
  }
}

}  // namespace

void check_feature_cycles(LoadState& state) { report_cycles(state, cycles_of_library); }

void check_profile_cycles(LoadState& state) { report_cycles(state, cycles_of_profiles); }

}  // namespace weft
