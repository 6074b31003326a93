#include "codegen/host/host_program.h"

#include "codegen/interface/stage_slice.h"
#include "codegen/ir/host_words.h"
#include "codegen/lower/lower_stage.h"
#include "composer/evaluations/plan_parameters.h"

namespace weft {
namespace {

class Lowering {
 public:
  Lowering(const Library& library, const PlacedPlan& placed, const Programs& programs)
      : library_(library), plan_(placed.plan), programs_(programs), names_(&host_words()) {
    host_.types = programs.types;
    for (const std::string& name : programs.struct_names) {
      names_.unique(name);
    }
  }

  HostProgram run() {
    add_inputs();
    for (std::uint32_t i = 0; i < programs_.interface.blocks.size(); ++i) {
      const Block& block = programs_.interface.blocks[i];
      std::vector<EvaluationId> results;
      for (const BlockMember& member : block.members) {
        if (member.source.result) {
          results.push_back(*member.source.result);
        }
        // Also storing a parameter as another type, as bools are, takes functions.
        host_.computes = host_.computes || member.source.result ||
                         (member.source.parameter &&
                          (!member.type.is_scalar_or_vector() || member.stored != member.type));
      }
      if (results.empty() && !is_of_material(block)) {
        continue;
      }
      const LoweringInput input = {library_,    plan_, reads_, programs_.interface,
                                   host_.types, names_};
      host_.functions.push_back({i, lower_host(input, slice_host(library_, plan_, results), i)});
    }
    return std::move(host_);
  }

 private:
  // Features by path, then parameters in declaration order, as in blocks.
  void add_inputs() {
    const Profile& profile = library_.profiles[plan_.profile];
    std::vector<bool> features(library_.features.size(), false);
    std::vector<bool> parameters(parameter_count(library_, plan_), false);
    for (const Evaluation& evaluation : plan_.evaluations) {
      if (evaluation.stage != Stage::Host) {
        continue;
      }
      if (const auto* map = std::get_if<MapEvaluation>(&evaluation.kind)) {
        sized(plan_.types[evaluation.type].data(), map->size);  // lowering looks the type up
      }
      if (const auto* feature = std::get_if<FeatureEvaluation>(&evaluation.kind)) {
        features[feature->feature.index()] = true;
      } else if (const auto* parameter = std::get_if<ParameterEvaluation>(&evaluation.kind)) {
        parameters[parameter->parameter] = !is_static(parameter->parameter);
      }
    }
    for (const Block& block : programs_.interface.blocks) {
      for (const BlockMember& member : block.members) {
        if (member.source.parameter) {
          parameters[*member.source.parameter] = true;
        }
      }
    }
    reads_.features.resize(features.size());
    reads_.parameters.resize(parameters.size());
    reads_.interpolations.resize(plan_.evaluations.size());
    reads_.results.resize(plan_.evaluations.size());
    Namer members(&member_words());
    for (const ProvidedFeature& provided : profile.provided) {
      if (features[provided.feature.index()]) {
        const Feature& feature = library_.features[provided.feature];
        reads_.features[provided.feature.index()] =
            add(members.unique(library_.text(feature.path)),
                sized(feature.type.data(), provided.capacity), {provided.feature, std::nullopt});
      }
    }
    for (std::uint32_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i]) {
        reads_.parameters[i] = add(members.unique(parameter_name(library_, plan_, i)),
                                   parameter_data(library_, plan_, i), {std::nullopt, i});
      }
    }
  }

  bool is_static(std::uint32_t parameter) const {
    return parameter < plan_.static_values.size() && plan_.static_values[parameter].has_value();
  }

  DataType sized(DataType type, std::uint32_t capacity) {
    if (!type.is_array() || host_.types.array(type).size != 0) {
      return type;
    }
    const DataType element = host_.types.array(type).element;
    return host_.types.array_of(element, capacity);
  }

  Symbol add(std::string name, DataType type, const ValueSource& source) {
    host_.inputs.push_back({std::move(name), type, source});
    return {SymbolKind::HostInput, static_cast<std::uint32_t>(host_.inputs.size() - 1), 0, type};
  }

  const Library& library_;
  const Plan& plan_;
  const Programs& programs_;
  HostProgram host_;
  InterfaceReads reads_;
  Namer names_;
};

}  // namespace

HostProgram lower_uniform_program(const Library& library, const PlacedPlan& placed,
                                  const Programs& programs) {
  return Lowering(library, placed, programs).run();
}

}  // namespace weft
