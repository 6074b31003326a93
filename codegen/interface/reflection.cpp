#include "codegen/interface/reflection.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "codegen/interface/layout.h"
#include "codegen/interface/stage_slice.h"
#include "codegen/ir/used_structs.h"
#include "composer/evaluations/plan_demands.h"
#include "composer/evaluations/plan_parameters.h"
#include "fragments/model/metadata_range.h"
#include "support/json_writer.h"

#ifndef WEFT_VERSION
#define WEFT_VERSION "unknown"
#endif

namespace weft {
namespace {

class Reflecting {
 public:
  Reflecting(const Library& library, const PlacedPlan& placed, const Programs& programs)
      : library_(library),
        plan_(placed.plan),
        uniform_results_(placed.uniform_results),
        profile_(library.profiles[placed.plan.profile]),
        material_(library.materials[placed.plan.material]),
        programs_(programs) {}

  Reflection run() {
    const Interface& all = programs_.interface;
    out_.generator = "Weft " WEFT_VERSION;
    out_.material = text(material_.name);
    out_.profile = text(profile_.name);
    out_.has_fragment = programs_.fragment.has_value();
    out_.threads = all.threads;
    out_.combined_samplers = all.combined_samplers;
    out_.writes_depth = all.writes_depth;
    out_.clip = all.clip;
    out_.discards = programs_.fragment && writes_coverage(*programs_.fragment);
    for (const VertexAttribute& attribute : all.attributes) {
      out_.attributes.push_back({path(attribute.feature), attribute.name, attribute.semantic,
                                 type_name(attribute.type), attribute.location,
                                 attribute.per_instance});
      out_.features.push_back(out_.attributes.back().feature);
    }
    for (const Varying& varying : all.varyings) {
      out_.varyings.push_back({varying.name, type_name(varying.stored), varying.location,
                               varying.component, type_name(all.varying_slots[varying.slot].type),
                               varying.is_flat});
    }
    add_uniform_program();
    for (const Block& block : all.blocks) {
      add_block(block);
    }
    for (const TextureBinding& texture : all.textures) {
      add_texture(texture);
    }
    for (const SamplerBinding& sampler : all.samplers) {
      out_.samplers.push_back(
          {sampler.name, sampler.state, sampler.set, sampler.binding, sampler.used});
    }
    add_targets();
    add_storage();
    add_states();
    if (all.functions) {
      add_functions();
    }
    add_parameters();
    add_structs();
    add_read_features();
    add_invalidations();
    std::sort(out_.features.begin(), out_.features.end());
    out_.features.erase(std::unique(out_.features.begin(), out_.features.end()),
                        out_.features.end());
    return std::move(out_);
  }

 private:
  std::string text(NameId name) const { return std::string(library_.text(name)); }
  std::string path(FeatureId feature) const { return text(library_.features[feature].path); }
  std::string type_name(DataType type) const { return programs_.types.text(type, library_.names); }
  std::string traits(const SemanticType& type) const {
    return type_text(type, library_.lattice, library_.data_types, library_.names);
  }

  static bool writes_coverage(const Program& program) {
    return std::any_of(program.symbols.begin(), program.symbols.end(),
                       [](const Symbol& symbol) { return symbol.kind == SymbolKind::Coverage; });
  }

  void add_block(const Block& block) {
    ReflectedBlock reflected{block.name,
                             block.instance,
                             block.kind,
                             block.rate,
                             block.set,
                             block.binding,
                             block.size,
                             block.used,
                             {},
                             !block.rows.empty(),
                             has_hlsl_rows(block) ? row_size : 0};
    for (const BlockMember& member : block.members) {
      ReflectedMember one;
      one.name = member.name;
      if (member.source.feature) {
        one.feature = path(*member.source.feature);
      } else if (member.source.result) {
        one.result = result_at_[member.source.result->index()];
      } else {
        one.parameter = parameter_name(library_, plan_, *member.source.parameter);
        one.default_value = plan_.defaults[*member.source.parameter];
      }
      one.type = type_name(member.type);
      one.stored = stored_name(programs_, member.stored);
      one.members = members_of(member.stored);
      one.offset = member.offset;
      one.size = member.size;
      one.array_stride = member.array_stride;
      one.matrix_stride = member.matrix_stride;
      reflected.members.push_back(std::move(one));
    }
    out_.blocks.push_back(std::move(reflected));
  }

  void add_uniform_program() {
    read_by_host_.assign(parameter_count(library_, plan_), false);
    if (uniform_results_.empty()) {
      return;
    }
    std::vector<std::pair<const Block*, const BlockMember*>> members(plan_.evaluations.size());
    for (const Block& block : programs_.interface.blocks) {
      for (const BlockMember& member : block.members) {
        if (member.source.result) {
          members[member.source.result->index()] = {&block, &member};
        }
      }
    }
    result_at_.resize(plan_.evaluations.size());
    std::vector<std::size_t> seen(plan_.evaluations.size(), 0);
    for (const EvaluationId result : uniform_results_) {
      const auto& [block, member] = members[result.index()];
      if (member == nullptr) {
        continue;  // the result feeds an output without effect
      }
      ReflectedResult one;
      one.name = member->name;
      one.block = block->name;
      one.type = type_name(member->type);
      one.rate = plan_.evaluations[result].natural_rate;
      for (const FeatureId feature : plan_.needs[result.index()].ids()) {
        one.features.push_back(path(feature));
        out_.features.push_back(one.features.back());
      }
      std::sort(one.features.begin(), one.features.end());
      for (const std::uint32_t parameter : parameters_below(result, seen)) {
        one.parameters.emplace_back(parameter_name(library_, plan_, parameter));
        read_by_host_[parameter] = true;
      }
      result_at_[result.index()] = static_cast<std::uint32_t>(out_.uniform_program.size());
      out_.uniform_program.push_back(std::move(one));
    }
  }

  // The parameters that `result` depends on, in declaration order. `seen` marks visits with
  // result-specific numbers, so it need not be cleared between results; results must come in
  // ascending order.
  std::set<std::uint32_t> parameters_below(EvaluationId result,
                                           std::vector<std::size_t>& seen) const {
    const std::size_t round = result.index() + 1;
    std::set<std::uint32_t> found;
    std::vector<EvaluationId> open{result};
    while (!open.empty()) {
      const EvaluationId id = open.back();
      open.pop_back();
      if (std::exchange(seen[id.index()], round) == round) {
        continue;
      }
      const Evaluation& evaluation = plan_.evaluations[id];
      if (const auto* parameter = std::get_if<ParameterEvaluation>(&evaluation.kind)) {
        found.insert(parameter->parameter);
      }
      open.insert(open.end(), evaluation.inputs.begin(), evaluation.inputs.end());
    }
    return found;
  }

  // Recursion is bounded by StorageTypes.
  std::vector<ReflectedMember> members_of(DataType stored) const {
    std::vector<ReflectedMember> members;
    const DataType element = programs_.types.innermost(stored);
    if (!element.is_struct()) {
      return members;
    }
    const StoredStruct* form = find_stored(programs_.interface.stored_structs, element);
    const StructType& declared = programs_.types.structure(form->declared);
    const StructType& structure = programs_.types.structure(element);
    const std::vector<std::uint32_t> offsets = member_offsets(element, programs_.types);
    for (std::size_t i = 0; i < form->sources.size(); ++i) {
      if (!form->sources[i]) {
        continue;
      }
      const DataType type = structure.members[i].type;
      ReflectedMember one;
      one.name = programs_.member_names[element.index()][i];
      one.type = type_name(declared.members[*form->sources[i]].type);
      one.stored = stored_name(programs_, type);
      one.offset = offsets[i];
      one.size = static_cast<std::uint32_t>(stored_size(type, programs_.types));
      if (type.is_array()) {
        one.array_stride = static_cast<std::uint32_t>(
            stored_size(programs_.types.array(type).element, programs_.types));
      }
      one.matrix_stride = programs_.types.innermost(type).is_matrix() ? row_size : 0;
      one.members = members_of(type);
      members.push_back(std::move(one));
    }
    return members;
  }

  void add_texture(const TextureBinding& texture) {
    ReflectedTexture one;
    one.name = texture.name;
    if (texture.source.feature) {
      one.feature = path(*texture.source.feature);
      one.traits = traits(library_.features[*texture.source.feature].type);
      out_.features.push_back(one.feature);
    } else {
      const MaterialParameter& parameter = material_.parameters[*texture.source.parameter];
      one.parameter = text(parameter.name);
      one.traits = traits(parameter.type);
    }
    one.type = type_name(texture.type);
    one.sampler = programs_.interface.samplers[texture.sampler].name;
    one.set = texture.set;
    one.binding = texture.binding;
    one.srgb_view = texture.srgb_view;
    one.stages = texture.used;
    out_.textures.push_back(std::move(one));
  }

  void add_functions() {
    for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
      const StageFunction& function =
          (*programs_.interface.functions)[static_cast<std::size_t>(stage)];
      if (function.outputs.empty()) {
        continue;
      }
      ReflectedFunction one{function.name, stage, {}, {}};
      for (const FunctionMember& member : function.inputs) {
        one.inputs.push_back({member.name, type_name(member.type), path(*member.feature)});
        out_.features.push_back(one.inputs.back().feature);
      }
      for (const FunctionMember& member : function.outputs) {
        one.outputs.push_back({member.name, type_name(member.type), {}});
      }
      out_.functions.push_back(std::move(one));
    }
  }

  void add_targets() {
    for (const TargetOutput& target : programs_.interface.targets) {
      ReflectedTarget one{target.name, type_name(target.type), {}, target.index, target.srgb_view};
      for (const DemandedOutput& output : plan_.outputs) {
        const ProfileDemand& demand = demand_of(library_, plan_, output);
        if (demand.target == TargetKind::Color && demand.target_index == target.index) {
          one.traits = traits(plan_.types[plan_.evaluations[output.value].type]);
        }
      }
      out_.targets.push_back(std::move(one));
    }
  }

  void add_storage() {
    for (const StorageOutput& storage : programs_.interface.storage) {
      ReflectedStorage& one = out_.storage.emplace_back();
      one.name = text(demand_at(profile_, material_, storage.demand).name);
      describe_storage(storage, storage.demand, one);
    }
  }

  void add_states() {
    const Interface& all = programs_.interface;
    for (const PreviousState& state : all.states) {
      const StorageOutput& written = all.storage[state.storage];
      ReflectedState& one = out_.states.emplace_back();
      one.name = state.name;
      describe_storage(state, written.demand, one);
      one.written = written.resource;
      one.is_read = state.is_read;
    }
  }

  /// `storage`: a StorageOutput or PreviousState; `demand`: of the output that writes it.
  template <typename Storage>
  void describe_storage(const Storage& storage, std::uint32_t demand, ReflectedStorage& into) {
    into.resource = storage.resource;
    into.type = type_name(storage.type);
    into.traits = traits_of_output(demand);
    into.stored = type_name(storage.stored);
    into.format = storage.format ? std::string(storage.format->name) : std::string();
    into.stride = 4 * static_cast<std::uint32_t>(storage.stored.component_count());
    into.set = storage.set;
    into.binding = storage.binding;
  }

  std::string traits_of_output(std::uint32_t demand) const {
    for (const DemandedOutput& output : plan_.outputs) {
      if (output.demand == demand) {
        return traits(plan_.types[plan_.evaluations[output.value].type]);
      }
    }
    return {};
  }

  void add_parameters() {
    const std::vector<bool> used = used_parameters();
    std::vector<std::optional<std::uint32_t>> constant_ids(used.size());
    for (const SpecConstant& constant : programs_.interface.spec_constants) {
      constant_ids[constant.parameter] = constant.constant_id;
    }
    for (std::uint32_t i = 0; i < material_.parameters.size(); ++i) {
      const MaterialParameter& parameter = material_.parameters[i];
      ReflectedParameter one;
      one.name = text(parameter.name);
      one.type = type_name(parameter.type.data());
      one.traits = traits(parameter.type);
      one.kind = parameter.kind == ParameterKind::Plain    ? "plain"
                 : parameter.kind == ParameterKind::Static ? "static"
                                                           : "spec";
      one.used = used[i];
      one.constant_id = constant_ids[i];
      one.default_value = plan_.defaults[i];
      for (const MetaValue& meta : parameter.meta) {
        one.meta.emplace_back(text(meta.name), meta_json(meta));
        if (const auto* choices = std::get_if<std::vector<EnumChoice>>(&meta.value)) {
          for (const EnumChoice& choice : *choices) {
            one.choices.emplace_back(text(choice.name), choice.value);
          }
        }
      }
      one.doc = parameter.doc;
      out_.parameters.push_back(std::move(one));
    }
    for (auto i = static_cast<std::uint32_t>(material_.parameters.size()); i < used.size(); ++i) {
      if (used[i]) {
        ReflectedParameter one;
        one.name = parameter_name(library_, plan_, i);
        one.type = type_name(parameter_data(library_, plan_, i));
        one.traits = traits(SemanticType(parameter_data(library_, plan_, i)));
        one.kind = "literal";
        one.used = true;
        one.default_value = plan_.defaults[i];
        out_.parameters.push_back(std::move(one));
      }
    }
  }

  // Adds the structs in the types of parameters and block members.
  void add_structs() {
    UsedStructs used(library_.data_types);
    for (const MaterialParameter& parameter : material_.parameters) {
      used.add(parameter.type.data());
    }
    for (const Block& block : programs_.interface.blocks) {
      for (const BlockMember& member : block.members) {
        if (member.source.feature) {
          used.add(library_.features[*member.source.feature].type.data());
        }
      }
    }
    for (const std::uint32_t index : used.indices()) {
      const StructType& structure = library_.data_types.structure(DataType::structure(index));
      ReflectedStruct one{text(structure.name), {}};
      one.members.reserve(structure.members.size());
      for (const StructMember& member : structure.members) {
        one.members.push_back(
            {text(member.name), type_name(member.type), traits(SemanticType(member))});
      }
      out_.structs.push_back(std::move(one));
    }
  }

  // Per parameter: whether its value is a compile-time constant, or a stage or the host reads it.
  std::vector<bool> used_parameters() const {
    std::vector<bool> used = read_by_host_;
    for (std::size_t i = 0; i < std::min(used.size(), plan_.static_values.size()); ++i) {
      used[i] = used[i] || plan_.static_values[i].has_value();
    }
    mark_read(programs_.vertex, used);
    if (programs_.fragment) {
      mark_read(*programs_.fragment, used);
    }
    return used;
  }

  void mark_read(const Program& program, std::vector<bool>& used) const {
    const Interface& all = programs_.interface;
    for (const Symbol& symbol : program.symbols) {
      std::optional<std::uint32_t> parameter;
      if (symbol.kind == SymbolKind::BlockMember) {
        parameter = all.blocks[symbol.index].members[symbol.member].source.parameter;
      } else if (symbol.kind == SymbolKind::Texture) {
        parameter = all.textures[symbol.index].source.parameter;
      } else if (symbol.kind == SymbolKind::SpecConstant) {
        parameter = all.spec_constants[symbol.index].parameter;
      }
      if (parameter) {
        used[*parameter] = true;
      }
    }
  }

  // Strings and words become JSON strings, numbers JSON numbers, constants arrays of numbers, and
  // choices of `enum` objects.
  std::string meta_json(const MetaValue& meta) const {
    if (const auto* number = std::get_if<double>(&meta.value)) {
      // 0.2, not the 0.20000000298… of its float.
      const auto as_float = static_cast<float>(*number);
      const bool is_fraction =
          static_cast<double>(as_float) == *number && std::trunc(*number) != *number;
      return is_fraction ? fmt::format("{}", as_float) : fmt::format("{}", *number);
    }
    if (const auto* word = std::get_if<NameId>(&meta.value)) {
      return quoted_json(library_.text(*word));
    }
    if (const auto* string = std::get_if<std::string>(&meta.value)) {
      return quoted_json(*string);
    }
    if (const auto* choices = std::get_if<std::vector<EnumChoice>>(&meta.value)) {
      std::string json = "[";
      for (const EnumChoice& choice : *choices) {
        json += fmt::format(R"({}{{"name": {}, "value": {}, "label": {}}})",
                            json.size() > 1 ? ", " : "", quoted_json(library_.text(choice.name)),
                            choice.value, quoted_json(label_of_choice(library_.text(choice.name))));
      }
      return json + "]";
    }
    return constant_json(std::get<Constant>(meta.value), library_.data_types);
  }

  void add_invalidations() {
    for (const ProvidedFeature& provided : profile_.provided) {
      std::vector<std::string> demands;
      for (const DemandedOutput& output : plan_.outputs) {
        const ProfileDemand& demand = demand_of(library_, plan_, output);
        if (has_effect(profile_, plan_, demand, output) &&
            plan_.needs[output.value.index()].contains(provided.feature)) {
          demands.push_back(text(demand.name));
        }
      }
      if (!demands.empty()) {
        out_.invalidated_by.emplace_back(path(provided.feature), std::move(demands));
      }
    }
  }

  void add_read_features() {
    const auto look = [this](const Program& program) {
      for (const Symbol& symbol : program.symbols) {
        if (symbol.kind == SymbolKind::BlockMember) {
          const Block& block = programs_.interface.blocks[symbol.index];
          if (const auto& feature = block.members[symbol.member].source.feature) {
            out_.features.push_back(path(*feature));
          }
        } else if (symbol.kind == SymbolKind::FragCoord) {
          out_.features.push_back("surface.frag_coord");
        } else if (symbol.kind == SymbolKind::FrontFacing) {
          out_.features.push_back("surface.face_sign");
        } else if (symbol.kind == SymbolKind::VertexIndex) {
          out_.features.push_back("surface.vertex_index");
        } else if (symbol.kind == SymbolKind::InstanceIndex) {
          out_.features.push_back("instance.index");
        } else if (symbol.kind == SymbolKind::ThreadId) {
          out_.features.emplace_back(thread_id_path);
        }
      }
    };
    for (const Program* program : programs_.stages()) {
      look(*program);
    }
    if (programs_.thread_size) {
      out_.features.emplace_back(thread_size_path);
    }
  }

  const Library& library_;
  const Plan& plan_;
  const std::vector<EvaluationId>& uniform_results_;
  const Profile& profile_;
  const Material& material_;
  const Programs& programs_;
  Reflection out_;
  std::vector<bool> read_by_host_;  // per parameter
  std::vector<std::optional<std::uint32_t>>
      result_at_;  // per evaluation: position in uniform_program
};

}  // namespace

Reflection reflect(const Library& library, const PlacedPlan& placed, const Programs& programs) {
  return Reflecting(library, placed, programs).run();
}

}  // namespace weft
