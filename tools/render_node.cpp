#include "tools/render_node.h"

#include <string_view>

#include <fmt/format.h>

#include "fragments/load/disk_reader.h"
#include "live/session/preview.h"
#include "tools/choice.h"
#include "tools/load_input.h"

namespace weft::tools {
namespace {

/// The library of a preview with the reader that it loads from.
struct Loaded {
  DiskReader reader;
  live::SessionLibrary library;

  Loaded(const std::string& path, const LoadOptions& options) : library(path, reader, options) {}
};

/// `base.n`, `out:color`, `base/1/0.a` as a node of a material and its port.
live::PreviewPoint point_of(std::string_view material, std::string_view words) {
  const std::size_t dot = words.find('.');
  return {fmt::format("{}/{}", material, words.substr(0, dot)),
          dot == std::string_view::npos ? std::string() : std::string(words.substr(dot + 1))};
}

}  // namespace

std::optional<Drawing> compose_node(const RenderOptions& options, const PictureDescription& picture,
                                    Report& report) {
  std::optional<Library> own =
      accept(Input(options.input, std::make_shared<const NotingReader>(report.files_read())).load(),
             report);
  if (!own) {
    return std::nullopt;
  }
  const auto material = choose_material(*own, options.choice, report);
  if (!material) {
    return std::nullopt;
  }
  const SourceFile& declared = own->sources[own->materials[*material].span.file];
  if (own->materials[*material].span.file != own->root_file) {
    report.add(error(Code::Unsupported,
                     fmt::format("the material '{}' is declared in the imported file '{}', and a "
                                 "node is shown in the file that declares its material",
                                 own->text(own->materials[*material].name), declared.path()),
                     fmt::format("weft render {} --node {}", declared.path(), *options.node)));
    return std::nullopt;
  }
  auto values = read_parameter_values(*own, own->materials[*material], picture.parameter_values);
  if (!values) {
    report.add(values.error(), own->sources);
    return std::nullopt;
  }
  auto features = read_named_values(*own, picture.feature_values);
  if (!features) {
    report.add(features.error(), own->sources);
    return std::nullopt;
  }
  const SourceFile& source = own->sources[own->root_file];
  const live::DocumentText document(source.path(), std::string(source.text()));
  live::OutputRequest request;
  request.profile = options.choice.profile.value_or(std::string(default_profile));
  request.values = *values;
  request.placement = placement_of(options.choice.placement);
  request.preview = point_of(own->text(own->materials[*material].name), *options.node);

  const auto loaded = std::make_shared<Loaded>(source.path(), load_options(options.input.imports));
  live::SessionLibrary& shown = loaded->library;
  auto preview = live::plan_preview(shown, document, live::NodeNames(), request);
  // Reports and editors name a node with its material.
  const std::string whole = fmt::format("{}/", own->text(own->materials[*material].name));
  if (!preview && options.node->starts_with(whole)) {
    request.preview = point_of(own->text(own->materials[*material].name),
                               std::string_view(*options.node).substr(whole.size()));
    preview = live::plan_preview(shown, document, live::NodeNames(), request);
  }
  if (!preview) {
    report.add(preview.error(), own->sources);
    return std::nullopt;
  }
  shown.load(preview->text);
  request.material = preview->material;
  Diagnostics remarks;
  auto placed = live::compose_plan(shown, request, live::document_of(*preview, document), remarks);
  if (!placed) {
    report.add(placed.error(), own->sources);
    return std::nullopt;
  }
  report.result()["node"] = request.preview->node;
  report.result()["port"] = request.preview->port;
  report.result()["type"] = preview->type;
  return Drawing{loaded, &shown.library(), std::move(*values), std::move(*features),
                 std::move(*placed)};
}

}  // namespace weft::tools
