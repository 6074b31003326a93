#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "live/service/base64.h"
#include "live/service/method_table.h"
#include "live/service/missing_modules.h"
#include "live/session/preview.h"
#include "support/json.h"

// Pictures of materials and ports.

namespace weft::live {
namespace {

constexpr int least_size = 1;
constexpr int most_size = 4096;
constexpr std::array<MessageMember, 5> picture_members = {{
    version_member,
    {"format", MemberKind::String, true, "png or raw"},
    {"width", MemberKind::Integer},
    {"height", MemberKind::Integer},
    {"base64", MemberKind::String, true, "the picture"},
}};
constexpr std::array<std::string_view, 3> meshes = {"sphere", "plane", "cube"};

bool is_set(const Json& params, const char* name) {
  const auto found = params.find(name);
  return found != params.end() && !found->is_null();
}

/// The sizes and words of a request; empty if nothing is wrong.
std::string fault_of(const Json& params) {
  if (is_set(params, "material") == is_set(params, "node")) {
    return "give either 'material' or 'node'";
  }
  const std::uint64_t size =
      is_set(params, "size") ? params["size"].get<std::uint64_t>() : least_size;
  if (size < least_size || size > most_size) {
    return fmt::format("'size' is from {} to {}", least_size, most_size);
  }
  if (std::find(meshes.begin(), meshes.end(), string_param(params, "mesh", meshes[0])) ==
      meshes.end()) {
    return "'mesh' is sphere, plane or cube";
  }
  const std::string format = string_param(params, "format", "png");
  return format == "png" || format == "raw" ? "" : "'format' is png or raw";
}

/// A plan with its library.
struct Drawn {
  SessionLibrary& library;
  PlacedPlan placed;
};

Result<Drawn> compose_drawn(const LoadedDocument& loaded, const OutputRequest& wanted) {
  Diagnostics remarks;
  if (!wanted.preview) {
    SessionLibrary& own = loaded.library.for_profile(wanted.profile);
    auto placed = compose_plan(own, wanted, loaded.document, remarks);
    return placed ? Result<Drawn>(Drawn{own, std::move(*placed)}) : failed(placed.error());
  }
  SessionLibrary& library = loaded.library.previews();
  const auto preview = plan_preview(library, loaded.document, loaded.names, wanted);
  if (!preview) {
    return failed(preview.error());
  }
  library.load(preview->text);
  OutputRequest shown = wanted;
  shown.material = preview->material;
  auto placed = compose_plan(library, shown, document_of(*preview, loaded.document), remarks);
  return placed ? Result<Drawn>(Drawn{library, std::move(*placed)}) : failed(placed.error());
}

OutputRequest drawn_output(const Json& params) {
  OutputRequest request;
  request.material = string_param(params, "material");
  request.profile = string_param(params, "profile", "forward");
  if (is_set(params, "node")) {
    request.preview = PreviewPoint{string_param(params, "node"), string_param(params, "port")};
  }
  return request;
}

/// The shaders of a picture. With missing modules: they are compiled elsewhere, and the request is
/// asked again.
Result<Emission> emit_drawn(const QuestionWork& work, const Drawn& drawn) {
  EmitOptions options;
  options.glsl = options.spirv = options.only_wanted_modules = options.only_known_modules = true;
  const auto emitted = [&] {
    return emit(drawn.library.library(), drawn.placed, options, {}, drawn.library.memos());
  };
  Result<Emission> emission = emitted();
  const bool is_missing = emission && !emission->missing_modules.empty();
  if (is_missing && !are_compiled_elsewhere(work.makers, work.progress,
                                            {drawn.library.modules(), emission->missing_modules})) {
    options.only_known_modules = false;
    return emitted();
  }
  return emission;
}

/// The picture that a request waited for.
RpcAnswer drawn_preview(RequestProgress& progress, const Json& params) {
  const PictureResult picture = progress.picture->result.get();
  if (!picture) {
    return tl::unexpected(RpcError{RpcCode::RequestFailed, picture.error()});
  }
  return fmt::format(R"({{"version":{},"format":"{}","width":{},"height":{},"base64":"{}"}})",
                     progress.picture->version, string_param(params, "format", "png"),
                     picture->width, picture->height, base64_of(picture->bytes));
}

RpcAnswer preview(const QuestionWork& work, const Json& params) {
  if (const std::string fault = fault_of(params); !fault.empty()) {
    return tl::unexpected(RpcError{RpcCode::InvalidParams, "graph/preview: " + fault});
  }
  if (work.makers.pictures == nullptr) {
    return tl::unexpected(
        RpcError{RpcCode::RequestFailed,
                 "this service draws no pictures: watch the node, and draw its shaders"});
  }
  const LoadedDocument loaded = work.copy.loaded();
  const auto drawn = compose_drawn(loaded, drawn_output(params));
  if (!drawn) {
    return tl::unexpected(
        failed_request("the picture does not compose",
                       node_diagnostics(drawn.error(), loaded.document, loaded.names)));
  }
  const Library& library = drawn->library.library();
  if (std::string reason =
          work.makers.pictures->why_not_drawable(library, drawn->placed.plan.profile);
      !reason.empty()) {
    return tl::unexpected(RpcError{RpcCode::RequestFailed, std::move(reason)});
  }
  const auto emission = emit_drawn(work, *drawn);
  if (!emission) {
    return tl::unexpected(RpcError{RpcCode::RequestFailed, emission.error().front().message});
  }
  if (!emission->missing_modules.empty()) {
    return "";
  }
  PictureRequest wanted{library, drawn->placed, *emission};
  wanted.size = is_set(params, "size") ? params["size"].get<int>() : wanted.size;
  wanted.mesh = string_param(params, "mesh", meshes[0]);
  wanted.time = is_set(params, "time") ? params["time"].get<float>() : 0.0F;
  wanted.is_png = string_param(params, "format", "png") == "png";
  work.progress.picture = PictureInProgress{work.makers.pictures->draw(wanted), loaded.version};
  return "";
}

}  // namespace

std::vector<Method> picture_methods() {
  return {
      {"graph/preview",
       "Draws a material, or any port of it as a picture.",
       {document_member,
        {"material", MemberKind::String, false, {}},
        {"node", MemberKind::String, false, "instead of `material`"},
        {"port", MemberKind::String, false, "of the node; default: its value"},
        {"profile", MemberKind::String, false, "default: forward"},
        {"size", MemberKind::Integer, false, "pixels of both sides; default: 256"},
        {"mesh", MemberKind::String, false, "sphere, plane or cube; default: sphere"},
        {"time", MemberKind::Number, false, "in seconds; default: 0"},
        {"format", MemberKind::String, false,
         "png, or raw: rows of RGBA, 8 bits each, from the top; default: png"}},
       {picture_members},
       preview,
       {.only_asks = true, .drawn = drawn_preview}},
  };
}

}  // namespace weft::live
