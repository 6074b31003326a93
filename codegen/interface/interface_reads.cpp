#include "codegen/interface/interface_reads.h"

#include <algorithm>
#include <utility>

#include "composer/evaluations/plan_parameters.h"
#include "fragments/model/setting_values.h"
#include "support/capitals.h"

namespace weft {

ReadSets read_sets(const Library& library, const Plan& plan, const StageSlices& slices) {
  ReadSets sets;
  sets.features.resize(library.features.size());
  sets.parameters.resize(parameter_count(library, plan));
  sets.of_host.resize(sets.parameters.size(), false);
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const EvaluationKind& kind = plan.evaluations[EvaluationId(i)].kind;
    const bool is_of_host = plan.evaluations[EvaluationId(i)].stage == Stage::Host;
    StageUse* use = nullptr;
    if (const auto* feature = std::get_if<FeatureEvaluation>(&kind)) {
      use = &sets.features[feature->feature.index()];
    } else if (const auto* parameter = std::get_if<ParameterEvaluation>(&kind)) {
      use = &sets.parameters[parameter->parameter];
      sets.of_host[parameter->parameter] = sets.of_host[parameter->parameter] || is_of_host;
    }
    if (use != nullptr) {
      for (std::size_t stage = 0; stage < use->size(); ++stage) {
        (*use)[stage] = (*use)[stage] || slices.of[stage].uses[i] != 0;
      }
    }
  }
  return sets;
}

std::string as_name(std::string path) {
  std::replace(path.begin(), path.end(), '.', '_');
  return path;
}

std::optional<Symbol> builtin_symbol(const std::string& path) {
  if (path == "surface.frag_coord") {
    return Symbol{SymbolKind::FragCoord, 0, 0, float4_type};
  }
  if (path == "surface.face_sign") {
    return Symbol{SymbolKind::FrontFacing, 0, 0, bool_type};
  }
  if (path == "surface.vertex_index") {
    return Symbol{SymbolKind::VertexIndex, 0, 0, int_type};
  }
  if (path == thread_id_path) {
    return Symbol{SymbolKind::ThreadId, 0, 0, DataType::vector(Scalar::Int, 3)};
  }
  if (path == thread_size_path) {
    return Symbol{SymbolKind::ThreadSize, 0, 0, DataType::vector(Scalar::Int, 3)};
  }
  if (path == "instance.index") {
    return Symbol{SymbolKind::InstanceIndex, 0, 0, int_type};
  }
  return std::nullopt;
}

std::string semantic_of(const Library& library, const Feature& feature) {
  std::string semantic(library.text(feature.member));
  if (library.text(feature.space) != "surface") {
    semantic = std::string(library.text(feature.path));
  }
  semantic = in_capitals(std::move(semantic));
  std::replace(semantic.begin(), semantic.end(), '.', '_');
  // The semantics that Direct3D loaders use. A trailing digit is the semantic's index.
  if (semantic.compare(0, 2, "UV") == 0) {
    semantic.replace(0, 2, "TEXCOORD");
  }
  return semantic;
}

std::optional<Diagnostic> check_push_size(const Library& library, const Profile& profile,
                                          const Interface& interface) {
  const std::optional<double> most = setting_number(library, profile, "push_bytes");
  for (const Block& block : interface.blocks) {
    std::uint32_t end = 0;
    for (const BlockMember& member : block.members) {
      end = std::max(end, member.offset + member.size);
    }
    if (block.kind != BlockKind::Push || !most || end <= static_cast<std::uint32_t>(*most)) {
      continue;
    }
    Span span = profile.span;
    for (const ProfileBlock& declared : profile.blocks) {
      span = declared.is_push ? declared.span : span;
    }
    return error_at(Code::OutOfRange, span,
                    "the push constants take " + std::to_string(end) +
                        " bytes, but the profile says that the host has " +
                        std::to_string(static_cast<std::uint32_t>(*most)),
                    "provide some of them as uniform");
  }
  return std::nullopt;
}

}  // namespace weft
