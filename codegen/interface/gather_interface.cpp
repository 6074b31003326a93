#include "codegen/interface/gather_interface.h"

#include <algorithm>

#include "codegen/interface/finish_interface.h"
#include "codegen/interface/function_interface.h"
#include "codegen/interface/interface_blocks.h"
#include "codegen/interface/interface_reads.h"
#include "codegen/interface/provided_types.h"
#include "codegen/interface/sampler_states.h"
#include "composer/evaluations/plan_demands.h"
#include "composer/evaluations/plan_parameters.h"
#include "fragments/model/setting_values.h"
#include "support/check.h"

namespace weft {
namespace {

/// The word of a provision in a block.
std::string stored_as(Provision provision) {
  return provision == Provision::Push     ? "push"
         : provision == Provision::Buffer ? "buffer"
                                          : "uniform";
}

class Gatherer {
 public:
  Gatherer(const Library& library, const PlacedPlan& placed, const StageSlices& slices,
           const StageNames& wishes, Namer& names, DataTypeTable& types)
      : library_(library),
        plan_(placed.plan),
        uniform_results_(placed.uniform_results),
        profile_(library.profiles[placed.plan.profile]),
        material_(library.materials[placed.plan.material]),
        slices_(slices),
        wishes_(wishes),
        names_(names),
        types_(types),
        blocks_(library, profile_, types, gathered_.interface.stored_structs) {}

  Result<GatheredInterface> run() {
    gathered_.reads.features.resize(library_.features.size());
    gathered_.reads.parameters.resize(parameter_count(library_, plan_));
    gathered_.reads.interpolations.resize(plan_.evaluations.size());
    gathered_.reads.results.resize(plan_.evaluations.size());
    if (profile_.as_functions) {
      begin_functions(library_, material_, interface(), names_);
    }
    ReadSets sets = read_sets(library_, plan_, slices_);
    if (profile_.last_stage() == Stage::Thread) {
      begin_threads(sets);
      // Before all that depends on the material, as explanations number them.
      blocks_.bindings().take_states(state_count(library_, plan_));
    }
    for (const ProvidedFeature* provided : in_declared_order(profile_)) {
      const StageUse& use = sets.features[provided->feature.index()];
      if (is_used(use) || keeps_place(*provided)) {
        add_feature(*provided, use);
      }
    }
    blocks_.reserve_parameters(material_.parameters.size());
    for (std::uint32_t i = 0; i < material_.parameters.size(); ++i) {
      const bool is_of_host = sets.of_host[i] && !is_used(sets.parameters[i]);
      if (is_used(sets.parameters[i]) || (keeps_place(material_.parameters[i]) && !is_of_host)) {
        add_parameter(i, sets.parameters[i]);
      }
    }
    add_results();
    add_live_literals(sets);
    add_outputs();
    add_varyings();
    if (!errors_.empty()) {
      return failed(std::move(errors_));
    }
    finish_interface(library_, profile_, blocks_, names_, gathered_);
    if (auto error = check_push_size(library_, profile_, interface())) {
      errors_.push_back(std::move(*error));
      return failed(std::move(errors_));
    }
    return std::move(gathered_);
  }

 private:
  Interface& interface() { return gathered_.interface; }

  void refuse(std::string what, Span span, std::string hint = {}) {
    errors_.push_back(error_at(Code::Unsupported, span, std::move(what), std::move(hint)));
  }

  // Whether the value keeps its place in a block even if this material does not read it: a host
  // fills the view's block once for all materials, and a material's block once for all profiles.
  bool keeps_place(const ProvidedFeature& provided) {
    const bool in_block = provided.provision == Provision::Uniform ||
                          provided.provision == Provision::Push ||
                          provided.provision == Provision::Buffer;
    const std::optional<DataType> type = sized_type(provided, library_, types_);
    return in_block && type && !type->is_texture() && blocks_.can_store(*type);
  }

  bool keeps_place(const MaterialParameter& parameter) {
    const DataType type = parameter.type.data();
    return parameter.kind == ParameterKind::Plain && !type.is_texture() && blocks_.can_store(type);
  }

  void add_feature(const ProvidedFeature& provided, const StageUse& use) {
    const Feature& feature = library_.features[provided.feature];
    const std::string path(library_.text(feature.path));
    const std::optional<DataType> type = sized_type(provided, library_, types_);
    if (!type) {
      refuse("the profile states no capacity for `" + path + "`", provided.span,
             "state how many elements it has at most: provide " + path + " as " +
                 stored_as(provided.provision) + " [capacity: 16];");
      return;
    }
    std::optional<Symbol>& read = gathered_.reads.features[provided.feature.index()];
    const ValueSource source = {provided.feature, std::nullopt};
    const bool is_input =
        provided.provision == Provision::Attribute || provided.provision == Provision::Builtin;
    if (is_input && profile_.as_functions) {
      read = add_function_input(library_, interface(), use[0] ? Stage::Vertex : Stage::Fragment,
                                provided.feature, *type);
    } else if (provided.provision == Provision::Attribute) {
      add_attribute(provided, feature, *type);
      read = Symbol{SymbolKind::Attribute,
                    static_cast<std::uint32_t>(interface().attributes.size() - 1), 0, *type};
    } else if (provided.provision == Provision::Builtin) {
      read = builtin_symbol(path);
      if (!read) {
        refuse("`" + path + "` is not known as a built-in of the targets", provided.span);
      }
    } else if (type->is_texture()) {
      const std::uint32_t set = blocks_.set_of(feature.rate);
      read = add_texture(as_name(path), feature.type, feature.meta, set, source, use);
    } else if (!blocks_.add(provided, *type, source, use)) {
      refuse("a `" + library_.type_name(*type) + "` such as `" + path + "` cannot be in a block",
             provided.span);
    }
  }

  // Interpolated features become inputs, in path order like all features.
  void add_function_inputs() {
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const Evaluation& evaluation = plan_.evaluations[EvaluationId(i)];
      if (slices_[Stage::Fragment].uses[i] == 0 ||
          !std::holds_alternative<InterpolateEvaluation>(evaluation.kind)) {
        continue;
      }
      const Evaluation& source = plan_.evaluations[evaluation.inputs[0]];
      if (const auto* feature = std::get_if<FeatureEvaluation>(&source.kind)) {
        gathered_.reads.interpolations[i] =
            add_function_input(library_, interface(), Stage::Fragment, feature->feature,
                               plan_.types[source.type].data());
      } else {
        refuse("functions to include take interpolated features, not what is computed per vertex",
               evaluation.origin.span.value_or(profile_.span));
      }
    }
    sort_function_inputs(library_, profile_, gathered_);
  }

  void add_attribute(const ProvidedFeature& provided, const Feature& feature, DataType type) {
    if (!type.is_plain() || type.scalar_kind() == Scalar::Bool) {
      refuse("a `" + library_.type_name(type) + "` cannot be a vertex attribute", provided.span);
    }
    interface().attributes.push_back({std::string(library_.text(feature.member)),
                                      semantic_of(library_, feature), type, provided.location,
                                      provided.per_instance, provided.feature});
  }

  void add_parameter(std::uint32_t position, const StageUse& use) {
    const MaterialParameter& parameter = material_.parameters[position];
    const DataType type = parameter.type.data();
    const ValueSource source = {std::nullopt, position};
    const bool is_static =
        position < plan_.static_values.size() && plan_.static_values[position].has_value();
    if (is_static) {
      return;
    }
    std::optional<Symbol>& read = gathered_.reads.parameters[position];
    if (type.is_texture()) {
      read = add_texture(library_.text(parameter.name), parameter.type, parameter.meta,
                         blocks_.set_of(Rate::Material), source, use);
    } else if (parameter.kind == ParameterKind::Spec && type.is_scalar()) {
      auto& constants = interface().spec_constants;
      const auto index = static_cast<std::uint32_t>(constants.size());
      const std::optional<Constant>& given = plan_.defaults[position];
      const std::uint32_t bits = given && !given->bits.empty() ? given->bits[0] : 0;
      constants.push_back(
          {std::string(library_.text(parameter.name)), type, index, bits, position, use});
      read = Symbol{SymbolKind::SpecConstant, index, 0, type};
    } else if (!blocks_.add_parameter(library_.text(parameter.name), type, source, use)) {
      refuse("a `" + library_.type_name(type) + "` cannot be a parameter that the host sets",
             parameter.span);
    }
  }

  // They come and go: last, so that nothing else moves.
  void add_live_literals(const ReadSets& sets) {
    const auto declared = static_cast<std::uint32_t>(material_.parameters.size());
    for (std::uint32_t i = declared; i < sets.parameters.size(); ++i) {
      const LiveLiteral& literal = plan_.live_literals[i - declared];
      const StageUse& use = sets.parameters[i];
      if (is_used(use) &&
          !blocks_.add_parameter(literal.name, literal.type, {std::nullopt, i}, use)) {
        refuse("a live `" + library_.type_name(literal.type) + "` cannot be in a block",
               literal.place);
      }
    }
  }

  // Results in the order of the uniform program.
  void add_results() {
    if (uniform_results_.empty()) {
      return;
    }
    std::vector<StageUse> used(plan_.evaluations.size());
    std::vector<std::string_view> names(plan_.evaluations.size());
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const Evaluation& evaluation = plan_.evaluations[EvaluationId(i)];
      if (std::holds_alternative<UniformEvaluation>(evaluation.kind)) {
        const std::size_t result = evaluation.inputs[0].index();
        for (const Stage stage : {Stage::Thread, Stage::Fragment, Stage::Vertex}) {
          if (slices_[stage].uses[i] != 0) {
            used[result][static_cast<std::size_t>(stage)] = true;
            names[result] = names[result].empty() ? wishes_[stage][i] : names[result];
          }
        }
      }
    }
    for (const EvaluationId result : uniform_results_) {
      const Evaluation& evaluation = plan_.evaluations[result];
      const StageUse& use = used[result.index()];
      DataType type = plan_.types[evaluation.type].data();
      if (const auto* map = std::get_if<MapEvaluation>(&evaluation.kind)) {
        type = types_.array_of(types_.array(type).element, map->size);
      }
      const ValueSource source = {std::nullopt, std::nullopt, result};
      const bool is_stored =
          !is_used(use) ||
          blocks_.add_result(names[result.index()], evaluation.natural_rate, type, source, use);
      if (!is_stored) {
        refuse("a `" + library_.type_name(type) + "` cannot be in a block",
               evaluation.origin.span.value_or(profile_.span));
      }
    }
  }

  Symbol add_texture(std::string_view name, const SemanticType& type, const MetaData& meta,
                     std::uint32_t set, const ValueSource& source, const StageUse& use) {
    TextureBinding texture;
    texture.name = std::string(name);
    texture.type = type.data();
    texture.set = set;
    texture.srgb_view = is_srgb_encoded(library_, type) &&
                        setting_word(library_, profile_, "textures") != "raw_srgb";
    texture.source = source;
    texture.used = use;
    texture.sampler = sampler_for(sampler_state_of(library_, type.data(), meta), set, use);
    interface().textures.push_back(texture);
    return {SymbolKind::Texture, static_cast<std::uint32_t>(interface().textures.size() - 1), 0,
            type.data()};
  }

  std::uint32_t sampler_for(const SamplerState& state, std::uint32_t set, const StageUse& use) {
    std::vector<SamplerBinding>& samplers = interface().samplers;
    auto found =
        std::find_if(samplers.begin(), samplers.end(),
                     [&state](const SamplerBinding& sampler) { return sampler.state == state; });
    if (found == samplers.end()) {
      found = samplers.insert(samplers.end(), {{}, state, set, 0, {}});
    }
    join(found->used, use);
    return static_cast<std::uint32_t>(found - samplers.begin());
  }

  void add_outputs() {
    for (const DemandedOutput& output : plan_.outputs) {
      const ProfileDemand& demand = demand_of(library_, plan_, output);
      if (!has_effect(profile_, plan_, demand, output)) {
        continue;
      }
      if (profile_.as_functions) {
        const DataType type = plan_.types[plan_.evaluations[output.value].type].data();
        function_of(interface(), demand.stage)
            .outputs.push_back(
                {std::string(library_.text(demand.name)), type, std::nullopt, output.demand});
        continue;
      }
      if (demand.target == TargetKind::Color) {
        const DataType type = plan_.types[plan_.evaluations[output.value].type].data();
        if (!type.is_scalar_or_vector() || type.scalar_kind() == Scalar::Bool) {
          refuse("a colour target cannot hold a `" + library_.type_name(type) + "`", demand.span);
        }
        interface().targets.push_back(
            {std::string(library_.text(demand.name)), type, demand.target_index, demand.srgb_view});
      }
      if (demand.target == TargetKind::Image || demand.target == TargetKind::Buffer) {
        add_storage(output, demand.format, demand.target_index);
      } else if (demand.target == TargetKind::State) {
        add_state(output);
      }
      interface().invariant_position = interface().invariant_position ||
                                       (demand.target == TargetKind::Clip && demand.is_invariant);
      interface().writes_depth = interface().writes_depth || demand.target == TargetKind::Depth;
    }
  }

  // Threads at the edge read how many there are, whether the material does or not.
  void begin_threads(ReadSets& sets) {
    interface().threads = thread_grid(library_, profile_);
    const auto size = library_.find_feature(thread_size_path);
    WEFT_CHECK(size.has_value(), "a compute profile without thread.size");
    sets.features[size->index()][static_cast<std::size_t>(Stage::Thread)] = true;
  }

  void add_storage(const DemandedOutput& output, const std::optional<ImageFormat>& format,
                   std::uint32_t binding) {
    const ProfileDemand& demand = demand_of(library_, plan_, output);
    const DataType type = stored_state(plan_.types[plan_.evaluations[output.value].type].data());
    StorageOutput storage;
    storage.name = std::string(library_.text(demand.name));
    storage.type = type;
    storage.format = format;
    storage.stored =
        DataType::vector(type.scalar_kind(), format.value_or(exact_image_format(type)).components);
    storage.set = storage_set(library_, profile_);
    storage.binding = binding;
    storage.demand = output.demand;
    interface().storage.push_back(std::move(storage));
  }

  // A state is read from one resource and written to another, at the next binding.
  void add_state(const DemandedOutput& output) {
    const auto index = static_cast<std::uint32_t>(interface().states.size());
    const std::uint32_t binding = blocks_.bindings().state(index);
    const DataType type = plan_.types[plan_.evaluations[output.value].type].data();
    add_storage(output, profile_.states->format(type), binding + 1);
    StorageOutput& written = interface().storage.back();
    written.state = index;
    PreviousState state;
    state.name = written.name;
    state.type = type;
    state.stored = written.stored;
    state.format = written.format;
    state.set = written.set;
    state.binding = binding;
    for (const Evaluation& evaluation : plan_.evaluations) {
      const auto* read = std::get_if<StateEvaluation>(&evaluation.kind);
      state.is_read = state.is_read || (read != nullptr && read->state == index);
    }
    interface().states.push_back(std::move(state));
  }

  std::string varying_name(const Evaluation& interpolation, std::string_view wish) const {
    const Evaluation& source = plan_.evaluations[interpolation.inputs[0]];
    if (!interpolation.origin.name.empty()) {
      return interpolation.origin.name;
    }
    if (!source.origin.name.empty()) {
      return source.origin.name;
    }
    const auto* feature = std::get_if<FeatureEvaluation>(&source.kind);
    return feature != nullptr
               ? std::string(library_.text(library_.features[feature->feature].member))
               : std::string(wish);
  }

  void add_varyings() {
    if (profile_.as_functions) {
      add_function_inputs();
      return;
    }
    // Per evaluation of the vertex stage: its varying, smooth and flat.
    std::vector<std::array<std::optional<std::uint32_t>, 2>> known(plan_.evaluations.size());
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const Evaluation& evaluation = plan_.evaluations[EvaluationId(i)];
      const auto* interpolate = std::get_if<InterpolateEvaluation>(&evaluation.kind);
      if (interpolate == nullptr || slices_[Stage::Fragment].uses[i] == 0) {
        continue;
      }
      const EvaluationId source = evaluation.inputs[0];
      const DataType type = plan_.types[plan_.evaluations[source].type].data();
      if (!type.is_plain()) {
        refuse("a `" + library_.type_name(type) + "` cannot be interpolated",
               evaluation.origin.span.value_or(
                   plan_.evaluations[source].origin.span.value_or(profile_.span)),
               "compute it per fragment, or give its parts a feature each");
        continue;
      }
      const DataType stored = without_bools(type);
      const bool is_flat = interpolate->is_flat || stored.is_integral();
      std::optional<std::uint32_t>& index = known[source.index()][is_flat ? 1 : 0];
      if (!index) {
        index = static_cast<std::uint32_t>(interface().varyings.size());
        interface().varyings.push_back({varying_name(evaluation, wishes_[Stage::Fragment][i]), type,
                                        stored, 0, is_flat, source});
      }
      gathered_.reads.interpolations[i] = Symbol{SymbolKind::VaryingIn, *index, 0, stored};
    }
  }

  const Library& library_;
  const Plan& plan_;
  const std::vector<EvaluationId>& uniform_results_;
  const Profile& profile_;
  const Material& material_;
  const StageSlices& slices_;
  const StageNames& wishes_;
  Namer& names_;
  DataTypeTable& types_;
  GatheredInterface gathered_;
  InterfaceBlocks blocks_;
  Diagnostics errors_;
};

}  // namespace

Result<GatheredInterface> gather_interface(const Library& library, const PlacedPlan& placed,
                                           const StageSlices& slices, const StageNames& wishes,
                                           Namer& names, DataTypeTable& types) {
  return Gatherer(library, placed, slices, wishes, names, types).run();
}

}  // namespace weft
