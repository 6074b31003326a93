#include "fragments/load/host_projections.h"

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "fragments/model/call_arguments.h"
#include "fragments/model/lookups.h"
#include "fragments/model/setting_values.h"

namespace weft {
namespace {

using Matrix = std::array<float, 16>;  // column-major

/// How the host's clip space differs from Vulkan's, where y points down and depth is 0 to 1.
struct HostClip {
  bool is_y_up = false;
  bool is_depth_signed = false;  ///< -1 to 1
};

/// From the host's clip space to Vulkan's: y' = -y, z' = (z + w) / 2.
Matrix to_vulkan(const HostClip& host) {
  const float y = host.is_y_up ? -1.0F : 1.0F;
  const float scale = host.is_depth_signed ? 0.5F : 1.0F;
  const float offset = host.is_depth_signed ? 0.5F : 0.0F;
  return {1, 0, 0, 0, 0, y, 0, 0, 0, 0, scale, 0, 0, 0, offset, 1};
}

/// The inverse: y = -y', z = 2 z' - w'.
Matrix from_vulkan(const HostClip& host) {
  const float y = host.is_y_up ? -1.0F : 1.0F;
  const float scale = host.is_depth_signed ? 2.0F : 1.0F;
  const float offset = host.is_depth_signed ? -1.0F : 0.0F;
  return {1, 0, 0, 0, 0, y, 0, 0, 0, 0, scale, 0, 0, 0, offset, 1};
}

class Adapter {
 public:
  Adapter(LoadState& state, const HostClip& host)
      : library_(state.library),
        host_(host),
        multiply_(state.library.names.intern("multiply")),
        products_(state.library.find_fragments(multiply_)) {}

  bool can_multiply() const { return !products_.empty(); }

  /// What the host has, as the other side of a product with the change of convention.
  Graph adapted(FeatureId feature, bool is_to_clip, Span span) const {
    Graph graph;
    const auto add = [&](auto kind) { return graph.nodes.add({std::move(kind), {}, span}); };
    const NodeId host = add(FeatureNode{feature, true});
    ConstructNode matrix{DataType::matrix(4, 4), {}, {}};
    for (const float number : is_to_clip ? to_vulkan(host_) : from_vulkan(host_)) {
      matrix.arguments.push_back(
          add(LiteralNode{{float_type, {std::bit_cast<std::uint32_t>(number)}}}));
      matrix.spans.push_back(span);
    }
    const NodeId change = add(std::move(matrix));
    CallNode product{multiply_, products_, {}, true};
    product.outsiders = prefer_visible(library_, span.file, product.candidates);
    for (const NodeId side : is_to_clip ? std::array{change, host} : std::array{host, change}) {
      product.arguments.push_back({{}, side, span});
    }
    const NodeId result = add(std::move(product));
    graph.outputs.push_back({multiply_, result, span});
    return graph;
  }

 private:
  const Library& library_;
  HostClip host_;
  NameId multiply_;
  std::vector<FragmentId> products_;
};

}  // namespace

void adapt_projections(LoadState& state, Profile& profile) {
  const Library& library = state.library;
  const HostClip host{setting_word(library, profile, "clip_y") == "up",
                      setting_word(library, profile, "depth") == "minus_one_to_one"};
  if (!host.is_y_up && !host.is_depth_signed) {
    return;
  }
  const Adapter adapter(state, host);
  for (ProvidedFeature& provided : profile.provided) {
    const Feature& feature = library.features[provided.feature];
    const MetaValue* const meta = find_metadata(library, feature.meta, "projection");
    if (meta == nullptr || feature.type.data() != DataType::matrix(4, 4)) {
      continue;
    }
    if (!adapter.can_multiply()) {
      state.report(error_at(Code::BadDeclaration, profile.span,
                            "the library has no product of matrices for the host's projections",
                            "import core"));
      return;
    }
    const bool is_to_clip = state.text(std::get<NameId>(meta->value)) == "to_clip";
    provided.adapted =
        std::make_shared<const Graph>(adapter.adapted(provided.feature, is_to_clip, provided.span));
  }
}

}  // namespace weft
