#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "composer/explain/explanation.h"
#include "composer/explain/explanation_json.h"
#include "composer/explain/missing_value.h"
#include "live/service/base64.h"
#include "live/service/method_table.h"
#include "live/service/missing_modules.h"
#include "live/service/output_shapes.h"
#include "live/session/edit_json.h"
#include "support/json.h"

// Outputs: what is watched, its files and values, and why they are as they are.

namespace weft::live {
namespace {

constexpr MessageMember material_member = {"material", MemberKind::String, true, {}};
constexpr MessageMember profile_member = {"profile", MemberKind::String, false, "default: forward"};
constexpr MessageMember output_member = {"output", MemberKind::Integer, true, "of graph/watch"};

bool has(const Json& params, const char* name) {
  const auto found = params.find(name);
  return found != params.end() && !found->is_null();
}

/// `compiles`: whether composing waits for its modules.
OutputRequest request_of(const Json& params, bool compiles = true) {
  OutputRequest request;
  request.material = string_param(params, "material");
  request.profile = string_param(params, "profile", "forward");
  request.options.glsl = flag_param(params, "glsl");
  request.options.hlsl = flag_param(params, "hlsl");
  request.options.spirv = flag_param(params, "modules");
  request.options.only_wanted_modules = request.options.glsl || request.options.hlsl;
  request.options.only_known_modules = !compiles;
  request.options.reflection = flag_param(params, "reflection");
  request.options.header = flag_param(params, "header");
  if (has(params, "node")) {
    request.preview = PreviewPoint{string_param(params, "node"), string_param(params, "port")};
  }
  return request;
}

Json file_json(const EmittedFile& file) {
  const bool is_module = file.suffix.ends_with(".spv");
  return Json{{"suffix", file.suffix},
              {is_module ? "base64" : "text",
               is_module ? base64_of(std::as_bytes(std::span(file.content))) : file.content}};
}

std::string output_json(const OutputState& state, std::uint64_t version) {
  Json json;
  json["version"] = version;
  json["is_current"] = state.is_current;
  json["stem"] = state.good != nullptr ? state.good->stem : std::string();
  json["files"] = Json::array();
  json["stages"] = Json::array();
  json["blocks"] = Json::array();
  if (state.good != nullptr) {
    for (const EmittedFile& file : state.good->files) {
      json["files"].push_back(file_json(file));
    }
    for (const auto& [suffix, hash] : state.good->stages) {
      json["stages"].push_back(
          Json{{"suffix", suffix}, {"hash", fmt::format("{:016x}{:016x}", hash.high, hash.low)}});
    }
  }
  for (const BlockContents& block : state.blocks) {
    json["blocks"].push_back(Json{{"name", block.name},
                                  {"set", block.set},
                                  {"binding", block.binding},
                                  {"base64", base64_of(block.bytes)}});
  }
  json["diagnostics"] = Json::parse(diagnostics_json(state.diagnostics));
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

RpcError no_output(const Json& params) {
  return {RpcCode::InvalidParams,
          fmt::format("no output {} is watched", params["output"].get<std::uint64_t>())};
}

/// The output that `params` name; nothing for numbers that no output has.
std::optional<OutputId> output_id(const Json& params) {
  const auto id = params["output"].get<std::uint64_t>();
  return id <= 0xffffffffU ? std::optional(static_cast<OutputId>(id)) : std::nullopt;
}

RpcAnswer watch(const DocumentWork& work, const Json& params) {
  if (has(params, "material") == has(params, "node")) {
    return tl::unexpected(
        RpcError{RpcCode::InvalidParams, "give either 'material' or the 'node' of a preview"});
  }
  std::optional<OutputId>& id = work.progress.output;
  if (!id) {
    id = work.document.watch(work.client, request_of(params, work.makers.modules == nullptr));
  }
  const OutputState* const output = work.session().output(*id);
  if (output == nullptr) {
    return tl::unexpected(
        RpcError{RpcCode::RequestFailed, "the output was forgotten while it was compiled"});
  }
  if (!is_whole(work, *id)) {
    return "";
  }
  std::string json = output_json(*output, work.session().version());
  json.replace(0, 1, fmt::format(R"({{"output":{},)", *id));
  return json;
}

RpcAnswer unwatch(const DocumentWork& work, const Json& params) {
  const auto output = output_id(params);
  return output && work.document.unwatch(work.client, *output) ? RpcAnswer("{}")
                                                               : tl::unexpected(no_output(params));
}

RpcAnswer generate(const DocumentWork& work, const Json& params) {
  const auto output = output_id(params);
  const OutputState* const found = output ? work.session().output(*output) : nullptr;
  if (found == nullptr) {
    return tl::unexpected(no_output(params));
  }
  return is_whole(work, *output) ? output_json(*found, work.session().version()) : "";
}

/// The library to compose with what `params` name.
SessionLibrary& library_of(const LoadedDocument& loaded, const Json& params) {
  return loaded.library.for_profile(request_of(params).profile);
}

/// The placed plan of what `params` name, without placement if `is_naive`. `library` is that of
/// library_of().
tl::expected<PlacedPlan, RpcError> plan_of(SessionLibrary& library, const LoadedDocument& loaded,
                                           const Json& params, bool is_naive) {
  OutputRequest request = request_of(params);
  request.placement.is_on = !is_naive;
  Diagnostics remarks;
  auto placed = compose_plan(library, request, loaded.document, remarks);
  if (!placed) {
    return tl::unexpected(
        failed_request("the material does not compose",
                       node_diagnostics(placed.error(), loaded.document, loaded.names,
                                        library.library().sources)));
  }
  return std::move(*placed);
}

RpcAnswer reflect(const QuestionWork& work, const Json& params) {
  const LoadedDocument loaded = work.copy.loaded();
  SessionLibrary& library = library_of(loaded, params);
  auto placed = plan_of(library, loaded, params, false);
  if (!placed) {
    return tl::unexpected(std::move(placed.error()));
  }
  EmitOptions options;
  options.reflection = true;
  const auto emission = emit(library.library(), *placed, options);
  if (!emission) {
    return tl::unexpected(
        failed_request("the material cannot be emitted",
                       node_diagnostics(emission.error(), loaded.document, loaded.names)));
  }
  return with_version(*emission->find("json"), loaded.version);
}

RpcAnswer explained(const QuestionWork& work, const Json& params) {
  const LoadedDocument loaded = work.copy.loaded();
  SessionLibrary& composed = library_of(loaded, params);
  const auto placed = plan_of(composed, loaded, params, false);
  if (!placed) {
    return tl::unexpected(placed.error());
  }
  const auto naive = plan_of(composed, loaded, params, true);
  if (!naive) {
    return tl::unexpected(naive.error());
  }
  const Library& library = composed.library();
  const std::string name = string_param(params, "name");
  if (!name.empty()) {
    const auto names = explainable_names(library, placed->plan);
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      return tl::unexpected(RpcError{RpcCode::InvalidParams,
                                     explain_missing_value(library, placed->plan, name).message});
    }
  }
  const Explanation story = explain(composed.composer(), *naive, *placed,
                                    name.empty() ? std::nullopt : std::optional(name));
  return with_version(
      explanation_json(library, story).dump(-1, ' ', false, Json::error_handler_t::replace),
      loaded.version);
}

}  // namespace

std::vector<Method> output_methods() {
  return {
      {"graph/watch",
       "Composes an output now and at every change: a material for a profile, or a port as a "
       "picture.",
       {document_member,
        {"material", MemberKind::String, false, {}},
        profile_member,
        {"node", MemberKind::String, false, "instead of `material`: preview this node"},
        {"port", MemberKind::String, false, "of the node; default: its value"},
        {"glsl", MemberKind::Boolean, false, {}},
        {"hlsl", MemberKind::Boolean, false, {}},
        {"modules", MemberKind::Boolean, false, "validated SPIR-V of the languages, or of both"},
        {"reflection", MemberKind::Boolean, false, {}},
        {"header", MemberKind::Boolean, false, "C header for the host"}},
       watched_output_shape,
       watch},
      {"graph/unwatch", "Forgets an output.", {document_member, output_member}, {}, unwatch},
      {"graph/generate",
       "The files and values of an output as they are now.",
       {document_member, output_member},
       current_output_shape,
       generate,
       {.only_asks = true}},
      {"graph/reflect",
       "The interface of a material: blocks, textures, parameters, dependencies.",
       {document_member, material_member, profile_member},
       reflection_shape,
       reflect,
       {.only_asks = true}},
      {"graph/explain",
       "The chains on wires and what was refused, the rate of each value and why, what moved.",
       {document_member,
        material_member,
        profile_member,
        {"name", MemberKind::String, false, "only of values and outputs of this name"}},
       explanation_shape,
       explained,
       {.only_asks = true}},
  };
}

}  // namespace weft::live
