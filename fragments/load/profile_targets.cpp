#include "fragments/load/profile_targets.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "fragments/model/simulation.h"
#include "fragments/model/thread_grid.h"
#include "support/spelling.h"

namespace weft {
namespace {

constexpr std::uint32_t most_storage_index = 63;

bool is_storage(TargetKind target) {
  return target == TargetKind::Image || target == TargetKind::Buffer;
}

TargetKind target_of(const std::optional<syntax::DemandTarget>& target) {
  using Kind = syntax::DemandTarget::Kind;
  if (!target) {
    return TargetKind::None;
  }
  switch (target->kind) {
    case Kind::Target:
      return TargetKind::Color;
    case Kind::Depth:
      return TargetKind::Depth;
    case Kind::Clip:
      return TargetKind::Clip;
    case Kind::Discard:
      return TargetKind::Discard;
    case Kind::Image:
      return TargetKind::Image;
    case Kind::Buffer:
      return TargetKind::Buffer;
  }
  return TargetKind::None;
}

/// What is wrong with the stage of a demand, or nothing.
std::string_view problem_of_stage(const ProfileDemand& demand) {
  const bool is_thread = demand.stage == Stage::Thread;
  if (is_thread && (demand.is_invariant || demand.is_flat)) {
    return "a thread demand is neither invariant nor flat: nothing is interpolated";
  }
  if (demand.target == TargetKind::None) {
    return "";
  }
  if (is_thread) {
    return is_storage(demand.target) ? "" : "a thread demand is written to an image or a buffer";
  }
  if (is_storage(demand.target)) {
    return "only a thread demand can be written to an image or a buffer";
  }
  const bool in_vertex = demand.target == TargetKind::Clip;
  if ((demand.stage == Stage::Vertex) == in_vertex) {
    return "";
  }
  return in_vertex ? "only a vertex demand can be the clip position"
                   : "only a fragment demand can be a target, the depth or the coverage";
}

/// What a demand with this target is, if its type is another.
std::string_view wanted_type(const ProfileDemand& demand) {
  const DataType type = demand.type.data;
  switch (demand.target) {
    case TargetKind::None:
      return type.is_plain() ? "" : "a scalar, vector or matrix";
    case TargetKind::Color:
    case TargetKind::Image:
    case TargetKind::Buffer:
      return type.is_scalar_or_vector() && type.scalar_kind() != Scalar::Bool
                 ? ""
                 : "a scalar or vector of numbers";
    case TargetKind::Depth:
      return type == float_type ? "" : "a float";
    case TargetKind::Clip:
      return type == float4_type ? "" : "a float4";
    case TargetKind::Discard:
      return type == bool_type ? "" : "a bool";
    case TargetKind::State:
      break;  // not a profile's
  }
  return "";
}

void check_index(LoadState& state, const syntax::DemandItem& item, const ProfileDemand& demand) {
  if (demand.target == TargetKind::Color && demand.target_index > 7) {
    state.report(error_at(Code::OutOfRange, item.span, "targets are numbered from 0 to 7"));
  }
  if (is_storage(demand.target) && demand.target_index > most_storage_index) {
    state.report(
        error_at(Code::OutOfRange, item.span,
                 fmt::format("images and buffers are numbered from 0 to {}", most_storage_index)));
  }
}

std::string_view plural_name(Scalar kind) {
  constexpr auto names = std::to_array<std::string_view>({"bools", "ints", "uints", "floats"});
  return names[static_cast<std::size_t>(kind)];
}

void resolve_format(LoadState& state, const syntax::DemandItem& item, ProfileDemand& demand) {
  const auto& stated = item.target->format;
  demand.format = exact_image_format(demand.type.data);
  if (!stated) {
    return;
  }
  const std::string_view name = state.text(stated->name);
  const std::optional<ImageFormat> format = find_image_format(name);
  if (!format) {
    std::vector<std::string_view> names;
    for (const ImageFormat& one : image_formats()) {
      names.push_back(one.name);
    }
    const std::string near = spelling_hint(name, names);
    state.report(
        error_at(Code::BadDeclaration, stated->span, fmt::format("unknown image format '{}'", name),
                 near.empty() ? fmt::format("numbers are kept unchanged by {}", demand.format->name)
                              : near));
    return;
  }
  const DataType type = demand.type.data;
  const int components = type.component_count();
  std::string problem;
  if (format->kind != type.scalar_kind()) {
    problem = fmt::format("the format {} holds {}, but the demand is of {}", name,
                          plural_name(format->kind), plural_name(type.scalar_kind()));
  } else if (format->components < components) {
    problem = fmt::format("the format {} holds {} component{}, but the demand has {}", name,
                          format->components, format->components == 1 ? "" : "s", components);
  }
  if (!problem.empty()) {
    state.report(error_at(Code::BadDeclaration, stated->span, std::move(problem),
                          fmt::format("{} holds it", demand.format->name)));
    return;
  }
  demand.format = *format;
}

/// Builds the checks of one profile with demands per thread.
class ThreadCheck {
 public:
  ThreadCheck(LoadState& state, const Profile& profile) : state_(state), profile_(profile) {}

  void run() {
    const auto of_threads =
        std::find_if(profile_.demands.begin(), profile_.demands.end(),
                     [](const ProfileDemand& demand) { return demand.stage == Stage::Thread; });
    const bool has_demand = of_threads != profile_.demands.end();
    const Span span = has_demand ? of_threads->span : setting_span("states");
    for (const ProfileDemand& demand : profile_.demands) {
      if (demand.stage != Stage::Thread) {
        report(span,
               has_demand ? fmt::format("profile '{}' demands '{}' per thread and '{}' per {}",
                                        name(), state_.text(of_threads->name),
                                        state_.text(demand.name), stage_name(demand.stage))
                          : fmt::format("profile '{}' stores states and demands '{}' per {}",
                                        name(), state_.text(demand.name), stage_name(demand.stage)),
               "a compute profile has threads alone: demand it in a profile of its own",
               demand.span);
        return;
      }
    }
    if (profile_.as_functions) {
      report(span, "a profile of functions has no threads");
      return;
    }
    check_provided();
    check_workgroup();
    check_size();
    check_states();
  }

 private:
  std::string_view name() const { return state_.text(profile_.name); }

  void report(Span span, std::string message, std::string hint = {},
              std::optional<Span> other = std::nullopt) {
    Diagnostic diagnostic =
        error_at(Code::BadDeclaration, span, std::move(message), std::move(hint));
    if (other) {
      diagnostic.notes.push_back({"the other is here", other});
    }
    state_.report(std::move(diagnostic));
  }

  void check_provided() {
    for (const ProvidedFeature& provided : profile_.provided) {
      const Feature& feature = state_.library.features[provided.feature];
      const std::string_view path = state_.text(feature.path);
      if (provided.provision == Provision::Attribute) {
        report(provided.span,
               fmt::format("'{}' is provided as an attribute, but threads have no vertices", path),
               fmt::format("provide {} = …;", path));
      } else if (provided.provision == Provision::Builtin &&
                 !has_features_of(Stage::Thread, feature.rate)) {
        report(
            provided.span,
            fmt::format("'{}' is built in per {}, not per thread", path, rate_name(feature.rate)),
            fmt::format("provide {} = …;", path));
      }
    }
  }

  void check_workgroup() {
    const ThreadGrid grid = thread_grid(state_.library, profile_);
    constexpr std::string_view axes = "xyz";
    for (std::uint32_t axis = grid.dimensions; axis < 3; ++axis) {
      if (grid.workgroup[axis] != 1) {
        report(setting_span(fmt::format("workgroup_{}", axes[axis])),
               fmt::format("the workgroup is {} threads along {}, but there {} {} dimension{}",
                           grid.workgroup[axis], axes[axis], grid.dimensions == 1 ? "is" : "are",
                           grid.dimensions, grid.dimensions == 1 ? "" : "s"),
               fmt::format("set dimensions {};", axis + 1));
        return;
      }
    }
    const std::uint32_t threads = grid.workgroup[0] * grid.workgroup[1] * grid.workgroup[2];
    if (threads > most_threads_of_workgroup) {
      state_.report(error_at(
          Code::OutOfRange, profile_.span,
          fmt::format("a workgroup of {} × {} × {} is {} threads, but devices have at most {}",
                      grid.workgroup[0], grid.workgroup[1], grid.workgroup[2], threads,
                      most_threads_of_workgroup)));
    }
  }

  Span setting_span(std::string_view name) const {
    for (const ProfileSetting& setting : profile_.settings) {
      if (state_.text(setting.name) == name) {
        return setting.span;
      }
    }
    return profile_.span;
  }

  /// Workgroups are whole, so that threads at the edge have to know where the outputs end.
  void check_size() {
    const auto feature = state_.library.find_feature(thread_size_path);
    const ProvidedFeature* size = feature ? profile_.find(*feature) : nullptr;
    if (size == nullptr) {
      report(profile_.span,
             fmt::format("profile '{}' does not provide '{}', how many threads there are", name(),
                         thread_size_path),
             fmt::format("provide {} as builtin, the size of the first image, or as push",
                         thread_size_path));
      return;
    }
    const ThreadGrid grid = thread_grid(state_.library, profile_);
    const bool sizes_by_states =
        profile_.states && (profile_.states->as_images || grid.dimensions == 1);
    const bool has_sized =
        sizes_by_states ||
        std::any_of(profile_.demands.begin(), profile_.demands.end(),
                    [&grid](const ProfileDemand& demand) {
                      return demand.target == TargetKind::Image ||
                             (demand.target == TargetKind::Buffer && grid.dimensions == 1);
                    });
    if (state_.library.features[*feature].type.data() != DataType::vector(Scalar::Int, 3)) {
      report(size->span, fmt::format("'{}' is an int3", thread_size_path));
    } else if (size->provision == Provision::Definition) {
      report(size->span, fmt::format("'{}' is given by the host, not computed", thread_size_path));
    } else if (size->provision == Provision::Builtin && !has_sized) {
      report(size->span,
             fmt::format("'{}' is built in where there is an image, or a buffer of one dimension",
                         thread_size_path),
             fmt::format("provide {} as push;", thread_size_path));
    }
  }

  /// A dispatch has to know whether it starts the simulations.
  void check_states() {
    if (!profile_.states) {
      return;
    }
    const auto feature = state_.library.find_feature(simulation_starts_path);
    const ProvidedFeature* starts = feature ? profile_.find(*feature) : nullptr;
    if (starts == nullptr) {
      report(setting_span("states"),
             fmt::format("profile '{}' stores states, but does not provide '{}'", name(),
                         simulation_starts_path),
             fmt::format("provide {} as push, or as uniform", simulation_starts_path));
    }
    if (!profile_.states->as_images && profile_.states->is_half) {
      report(setting_span("state_format"), "buffers store states exactly",
             "set states images, or leave out state_format");
    }
  }

  LoadState& state_;
  const Profile& profile_;
};

}  // namespace

void resolve_target(LoadState& state, const syntax::DemandItem& item, ProfileDemand& demand) {
  demand.target = target_of(item.target);
  demand.target_index = item.target ? item.target->index : 0;
  if (const std::string_view problem = problem_of_stage(demand); !problem.empty()) {
    state.report(error_at(Code::BadDeclaration, item.name.span, std::string(problem)));
    return;
  }
  check_index(state, item, demand);
  if (const std::string_view wanted = wanted_type(demand); !wanted.empty()) {
    state.report(
        error_at(Code::BadDeclaration, item.type.span, fmt::format("this demand is {}", wanted)));
  } else if (demand.target == TargetKind::Image) {
    resolve_format(state, item, demand);
  }
}

void check_targets(LoadState& state, const Profile& profile) {
  for (std::size_t i = 0; i < profile.demands.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const ProfileDemand& demand = profile.demands[i];
      const ProfileDemand& other = profile.demands[j];
      // Images and buffers are numbered together: the number is their binding.
      const bool is_same_kind =
          demand.target == other.target || (is_storage(demand.target) && is_storage(other.target));
      if (demand.target != TargetKind::None && is_same_kind &&
          demand.target_index == other.target_index) {
        Diagnostic diagnostic =
            error_at(Code::BadDeclaration, demand.span,
                     fmt::format("'{}' and '{}' are demanded for the same target",
                                 state.text(other.name), state.text(demand.name)));
        diagnostic.notes.push_back({"the other is here", other.span});
        state.report(std::move(diagnostic));
      }
    }
  }
}

void check_clip(LoadState& state, const Profile& profile) {
  const auto has = [&profile](const auto& is_one) {
    return std::any_of(profile.demands.begin(), profile.demands.end(), is_one);
  };
  const bool has_vertices =
      has([](const ProfileDemand& demand) { return demand.stage == Stage::Vertex; });
  const bool has_clip =
      has([](const ProfileDemand& demand) { return demand.target == TargetKind::Clip; });
  const bool draws = has([](const ProfileDemand& demand) {
    return demand.stage == Stage::Fragment &&
           (demand.target == TargetKind::Color || demand.target == TargetKind::Depth);
  });
  if (profile.as_functions || !has_vertices || has_clip || !draws) {
    return;
  }
  Diagnostic warning =
      error_at(Code::BadDeclaration, profile.span,
               fmt::format("profile '{}' has targets, but demands no position: nothing is drawn",
                           state.text(profile.name)),
               "write 'as clip' behind the type of a demand: vertex demand position: float4 "
               "{use: position, basis: clip} as clip;");
  warning.severity = Severity::Warning;
  state.report(std::move(warning));
}

void check_threads(LoadState& state, const Profile& profile) {
  if (profile.last_stage() == Stage::Thread) {
    ThreadCheck(state, profile).run();
  }
}

}  // namespace weft
