#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "composer/explain/explanation.h"
#include "composer/explain/explanation_json.h"
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

const OutputState* find_output(const Session& session, const Json& params) {
  const auto id = params["output"].get<std::uint64_t>();
  return id <= 0xffffffffU ? session.output(static_cast<OutputId>(id)) : nullptr;
}

RpcAnswer watch(ServiceState& state, const Json& params) {
  const auto session = session_of(state, params);
  if (!session) {
    return tl::unexpected(session.error());
  }
  if (has(params, "material") == has(params, "node")) {
    return tl::unexpected(
        RpcError{RpcCode::InvalidParams, "give either 'material' or the 'node' of a preview"});
  }
  std::optional<OutputId>& id = state.progress->output;
  if (!id) {
    id = (*session)->watch(request_of(params, state.modules == nullptr));
    state.documents.find(string_param(params, "document"))->second.outputs.push_back(*id);
  }
  const OutputState* const output = (*session)->output(*id);
  if (output == nullptr) {
    return tl::unexpected(
        RpcError{RpcCode::RequestFailed, "the output was forgotten while it was compiled"});
  }
  if (!is_whole(state, **session, *id)) {
    return "";
  }
  std::string json = output_json(*output, (*session)->version());
  json.replace(0, 1, fmt::format(R"({{"output":{},)", *id));
  return json;
}

/// Forgets the output of a request to watch that is cancelled: nobody knows its number.
void forget_watched(ServiceState& state, const Json& params, const RequestProgress& progress) {
  const auto document = state.documents.find(string_param(params, "document"));
  if (const auto id = progress.output; id && document != state.documents.end()) {
    std::erase(document->second.outputs, *id);
    document->second.session->unwatch(*id);
  }
}

RpcAnswer unwatch(ServiceState& state, const Json& params) {
  const auto session = session_of(state, params);
  if (!session) {
    return tl::unexpected(session.error());
  }
  const auto output = params["output"].get<std::uint64_t>();
  std::vector<OutputId>& own =
      state.documents.find(string_param(params, "document"))->second.outputs;
  const auto found = std::find(own.begin(), own.end(), output);
  if (found == own.end()) {
    return tl::unexpected(no_output(params));
  }
  (*session)->unwatch(*found);
  own.erase(found);
  return "{}";
}

RpcAnswer generate(ServiceState& state, const Json& params) {
  const auto session = session_of(state, params);
  if (!session) {
    return tl::unexpected(session.error());
  }
  const OutputState* found = find_output(**session, params);
  if (found == nullptr) {
    return tl::unexpected(no_output(params));
  }
  return is_whole(state, **session, params["output"].get<OutputId>())
             ? output_json(*found, (*session)->version())
             : "";
}

/// The placed plan of what `params` name, without placement if `is_naive`.
tl::expected<PlacedPlan, RpcError> plan_of(Session& session, const Json& params, bool is_naive) {
  SessionLibrary& library = session.loaded();
  OutputRequest request = request_of(params);
  request.placement.is_on = !is_naive;
  Diagnostics remarks;
  auto placed = compose_plan(library, request, session.document(), remarks);
  if (!placed) {
    return tl::unexpected(
        failed_request("the material does not compose",
                       node_diagnostics(placed.error(), session.document(), session.names(),
                                        library.library().sources)));
  }
  return std::move(*placed);
}

RpcAnswer reflect(ServiceState& state, const Json& params) {
  const auto session = session_of(state, params);
  if (!session) {
    return tl::unexpected(session.error());
  }
  auto placed = plan_of(**session, params, false);
  if (!placed) {
    return tl::unexpected(std::move(placed.error()));
  }
  EmitOptions options;
  options.reflection = true;
  const auto emission = emit((*session)->loaded().library(), *placed, options);
  if (!emission) {
    return tl::unexpected(failed_request(
        "the material cannot be emitted",
        node_diagnostics(emission.error(), (*session)->document(), (*session)->names())));
  }
  return *emission->find("json");
}

RpcAnswer explained(ServiceState& state, const Json& params) {
  const auto session = session_of(state, params);
  if (!session) {
    return tl::unexpected(session.error());
  }
  const auto placed = plan_of(**session, params, false);
  if (!placed) {
    return tl::unexpected(placed.error());
  }
  const auto naive = plan_of(**session, params, true);
  if (!naive) {
    return tl::unexpected(naive.error());
  }
  SessionLibrary& library = (*session)->loaded();
  const std::string name = string_param(params, "name");
  if (!name.empty()) {
    const auto names = explainable_names(library.library(), placed->plan);
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      return tl::unexpected(
          RpcError{RpcCode::InvalidParams, fmt::format("the plan has no value named '{}'", name)});
    }
  }
  const Explanation story = explain(library.composer(), *naive, *placed,
                                    name.empty() ? std::nullopt : std::optional(name));
  return explanation_json(library.library(), story)
      .dump(-1, ' ', false, Json::error_handler_t::replace);
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
       watch,
       false,
       false,
       {},
       forget_watched},
      {"graph/unwatch", "Forgets an output.", {document_member, output_member}, {}, unwatch},
      {"graph/generate",
       "The files and values of an output as they are now.",
       {document_member, output_member},
       current_output_shape,
       generate,
       true},
      {"graph/reflect",
       "The interface of a material: blocks, textures, parameters, dependencies.",
       {document_member, material_member, profile_member},
       reflection_shape,
       reflect,
       true},
      {"graph/explain",
       "The chains on wires and what was refused, the rate of each value and why, what moved.",
       {document_member,
        material_member,
        profile_member,
        {"name", MemberKind::String, false, "only of values and outputs of this name"}},
       explanation_shape,
       explained,
       true},
  };
}

}  // namespace weft::live
