#include "render/probe.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "composer/evaluations/plan_demands.h"
#include "fragments/interpreter/operations.h"
#include "render/backdrop.h"
#include "render/draw_attributes.h"
#include "render/material_values.h"
#include "render/quad_derivatives.h"
#include "render/raster.h"
#include "render/sampled_textures.h"
#include "support/float_bits.h"

namespace weft::render {
namespace {

/// A triangle that covers the pixel.
struct Candidate {
  std::uint32_t triangle = 0;
  std::uint32_t instance = 0;
  Triangle clip{};
  Hit hit;
};

}  // namespace

class PictureProbe::Prober {
 public:
  Prober(const MaterialShader& shader, const PlacedPlan& placed, const Mesh& mesh, Scene scene,
         const MaterialInputs& inputs, const PictureSettings& settings)
      : shader_(shader),
        plan_(placed.plan),
        mesh_(mesh),
        scene_(std::move(scene)),
        inputs_(inputs),
        settings_(settings) {}

  Rendered<void> prepare(DefaultTextures& textures) {
    return read_host(textures).and_then([&] { return place_vertices(); });
  }

  Rendered<Probe> at(int x, int y) {
    for (const Candidate& candidate : triangles_at(x, y)) {
      PlanValues values = values_at(candidate, x, y);
      if (uniforms_.missing) {
        return tl::unexpected(std::move(*uniforms_.missing));
      }
      if (!is_discarded(values)) {
        Probe probe{true, candidate.triangle, candidate.instance, {}, candidate.hit.depth, {}, {}};
        std::transform(candidate.hit.weights.begin(), candidate.hit.weights.end(),
                       probe.weights.begin(),
                       [](double weight) { return static_cast<float>(weight); });
        probe.values = std::move(values.values);
        probe.fault = std::move(values.fault);
        return probe;
      }
    }
    return Probe{};
  }

 private:
  /// Textures by what they are bound to: positions in SampledTextures.
  struct TextureHandles {
    std::map<FeatureId, std::uint32_t> features;
    std::map<std::uint32_t, std::uint32_t> parameters;
  };

  /// Features that are the same for the whole draw.
  struct UniformValues {
    std::map<FeatureId, Constant> values;
    std::optional<RenderError> missing;  ///< the first that the scene does not have
  };

  struct Builtins {
    Constant frag_coord, face_sign;
  };

  /// What a fragment reads of its neighbors.
  struct QuadReads {
    std::optional<SampledTextures> textures;
    QuadDerivatives derivatives;
  };

  const Library& library() const { return *shader_.library; }

  /// Reads textures, attributes and parameters.
  Rendered<void> read_host(DefaultTextures& textures) {
    std::vector<SampledTextures::Bound> bound;
    for (const TextureBinding& binding : shader_.interface->textures) {
      const auto texture = bound_texture(shader_, binding, scene_, inputs_, textures);
      if (!texture) {
        return tl::unexpected(texture.error());
      }
      const auto handle = static_cast<std::uint32_t>(bound.size());
      if (binding.source.feature) {
        handles_.features[*binding.source.feature] = handle;
      } else {
        handles_.parameters[*binding.source.parameter] = handle;
      }
      bound.push_back({*texture, binding.srgb_view || (*texture)->decodes_srgb,
                       sampler_state(shader_.interface->samplers[binding.sampler].state)});
    }
    quad_.textures.emplace(std::move(bound));
    for (const VertexAttribute& attribute : shader_.interface->attributes) {
      const std::string_view path = library().text(library().features[attribute.feature].path);
      auto values = attribute_values(attribute, path, mesh_, scene_);
      if (!values) {
        return failure(fmt::format("the mesh has no attribute {}", path));
      }
      attributes_.emplace(attribute.feature, Attribute{std::move(*values), attribute.per_instance});
    }
    return {};
  }

  struct Attribute {
    AttributeValues values;
    bool is_per_instance = false;
  };

  static Constant element(const AttributeValues& values, std::size_t index) {
    Constant constant{values.type, {}};
    const auto rows = static_cast<std::size_t>(values.type.rows());
    for (const std::vector<std::uint8_t>& column : values.columns) {
      for (std::size_t row = 0; row < rows; ++row) {
        std::uint32_t word = 0;
        std::memcpy(&word, column.data() + (index * rows + row) * sizeof(word), sizeof(word));
        constant.bits.push_back(word);
      }
    }
    return constant;
  }

  /// A feature that is the same for the whole draw.
  const Constant& uniform(FeatureId id) {
    const auto known = uniforms_.values.find(id);
    if (known != uniforms_.values.end()) {
      return known->second;
    }
    const Feature& feature = library().features[id];
    const float aspect = static_cast<float>(settings_.width) / static_cast<float>(settings_.height);
    auto words = scene_value(scene_, library().text(feature.path), aspect, shader_.interface->clip);
    if (!words) {
      uniforms_.missing = uniforms_.missing ? uniforms_.missing : std::optional(words.error());
      return uniforms_.values.emplace(id, zero_constant(library().data_types, feature.type.data()))
          .first->second;
    }
    return uniforms_.values.emplace(id, Constant{feature.type.data(), std::move(*words)})
        .first->second;
  }

  /// What the draw binds, at vertices that `vertex` numbers.
  Primitive primitive(std::uint32_t instance, std::function<std::size_t(int)> vertex) {
    Primitive primitive;
    primitive.feature = [this, instance, vertex = std::move(vertex)](FeatureId id, int at) {
      if (const auto texture = handles_.features.find(id); texture != handles_.features.end()) {
        return Constant{library().features[id].type.data(), {texture->second}};
      }
      if (const auto found = attributes_.find(id); found != attributes_.end()) {
        return element(found->second.values, found->second.is_per_instance ? instance : vertex(at));
      }
      const std::string_view path = library().text(library().features[id].path);
      if (path == "surface.frag_coord") {
        return builtins_.frag_coord;
      }
      if (path == "surface.face_sign") {
        return builtins_.face_sign;
      }
      if (path == "surface.vertex_index") {
        return Constant{int_type, {static_cast<std::uint32_t>(vertex(at))}};
      }
      if (path == "instance.index") {
        return Constant{int_type, {instance}};
      }
      return uniform(id);
    };
    primitive.parameter = [this](std::uint32_t position) {
      const MaterialParameter& parameter =
          library().materials[shader_.material].parameters[position];
      const auto texture = handles_.parameters.find(position);
      return Constant{parameter.type.data(), texture != handles_.parameters.end()
                                                 ? std::vector{texture->second}
                                                 : parameter_words(shader_, parameter, inputs_)};
    };
    primitive.weights = {1.0F, 0.0F, 0.0F};
    primitive.textures = &*quad_.textures;
    primitive.derivatives = &quad_.derivatives;
    return primitive;
  }

  std::optional<EvaluationId> output(TargetKind kind) const {
    for (const DemandedOutput& output : plan_.outputs) {
      if (demand_of(library(), plan_, output).target == kind) {
        return output.value;
      }
    }
    return std::nullopt;
  }

  static ClipPosition clip_position(const Constant& value) {
    ClipPosition clip{};
    for (std::size_t i = 0; i < clip.size(); ++i) {
      clip[i] = static_cast<double>(float_of_bits(value.bits[i]));
    }
    return clip;
  }

  Rendered<void> place_vertices() {
    const auto position = output(TargetKind::Clip);
    if (!position) {
      return failure("the profile demands no clip position");
    }
    const std::uint32_t instances = instance_count(scene_);
    for (std::uint32_t instance = 0; instance < instances; ++instance) {
      const auto values = evaluate_vertices(
          library(), plan_,
          primitive(instance, [](int vertex) { return static_cast<std::size_t>(vertex); }),
          *position, static_cast<int>(mesh_.positions.size()));
      std::vector<ClipPosition>& clip = clip_.emplace_back();
      clip.reserve(values.size());
      for (const EvaluationValues& value : values) {
        if (!value) {
          return failure("the clip position has no value on the CPU");
        }
        clip.push_back(clip_position(value->front()));
      }
    }
    return uniforms_.missing ? tl::unexpected(std::move(*uniforms_.missing)) : Rendered<void>();
  }

  /// All triangles that cover the pixel, the front one first.
  std::vector<Candidate> triangles_at(int x, int y) const {
    const ScreenPoint center = pixel_center(x, y, settings_.width, settings_.height);
    std::vector<Candidate> found;
    for (std::uint32_t instance = 0; instance < clip_.size(); ++instance) {
      const std::vector<ClipPosition>& clip = clip_[instance];
      for (std::size_t i = 0; i + 2 < mesh_.indices.size(); i += 3) {
        const Triangle triangle{clip[mesh_.indices[i]], clip[mesh_.indices[i + 1]],
                                clip[mesh_.indices[i + 2]]};
        if (const auto hit = hit_of(triangle, center)) {
          found.push_back({static_cast<std::uint32_t>(i / 3), instance, triangle, *hit});
        }
      }
    }
    const bool is_reversed = shader_.interface->clip.reversed_z;
    std::stable_sort(found.begin(), found.end(), [&](const Candidate& a, const Candidate& b) {
      return is_reversed ? a.hit.depth > b.hit.depth : a.hit.depth < b.hit.depth;
    });
    return found;
  }

  PlanValues evaluate(const Candidate& candidate, int x, int y) {
    const ScreenPoint point = pixel_center(x, y, settings_.width, settings_.height);
    Primitive at = primitive(candidate.instance, [&](int vertex) {
      return std::size_t{
          mesh_.indices[std::size_t{candidate.triangle} * 3 + static_cast<std::size_t>(vertex)]};
    });
    const auto weights = weights_at(candidate.clip, point);
    for (std::size_t i = 0; weights && i < 3; ++i) {
      at.weights[i] = static_cast<float>((*weights)[i]);
    }
    builtins_.frag_coord = {
        float4_type,
        {float_bits(static_cast<float>(x) + 0.5F), float_bits(static_cast<float>(y) + 0.5F),
         float_bits(static_cast<float>(candidate.hit.depth)),
         float_bits(static_cast<float>(1.0 / candidate.hit.w))}};
    builtins_.face_sign = {float_type, {float_bits(candidate.hit.is_front ? 1.0F : -1.0F)}};
    return values_of_plan(library(), plan_, at);
  }

  /// What the fragments of a quad sampled and differentiated.
  struct QuadRecords {
    std::array<std::vector<SampledTextures::Sample>, 4> samples;
    std::array<QuadDerivatives::Operands, 4> operands;
    friend bool operator==(const QuadRecords&, const QuadRecords&) = default;
  };

  /// The pixel's values. Samples without a level take it from the differences within the two by two
  /// pixels around, and so do derivatives; what depends on such a value needs another round.
  PlanValues values_at(const Candidate& candidate, int x, int y) {
    constexpr int most_rounds = 8;
    const int left = x & ~1;
    const int top = y & ~1;
    QuadRecords records;
    quad_.derivatives.use({});
    for (int round = 0; round < most_rounds; ++round) {
      QuadRecords now;
      for (std::size_t i = 0; i < 4; ++i) {
        const auto at = static_cast<int>(i);
        quad_.textures->restart();
        quad_.derivatives.begin(i);
        evaluate(candidate, left + (at & 1), top + (at >> 1));
        now.samples[i] = quad_.textures->restart();
        now.operands[i] = quad_.derivatives.operands();
      }
      if (now == records) {
        break;
      }
      records = std::move(now);
      std::vector<float> levels;
      const auto& samples = records.samples;
      const std::size_t count = std::min({samples[0].size(), samples[1].size(), samples[2].size()});
      levels.reserve(count);
      for (std::size_t i = 0; i < count; ++i) {
        levels.push_back(quad_.textures->level_of(samples[0][i], samples[1][i], samples[2][i]));
      }
      quad_.textures->use_levels(std::move(levels));
      quad_.derivatives.use(records.operands);
    }
    quad_.textures->restart();
    quad_.derivatives.begin(static_cast<std::size_t>(x - left) +
                            2 * static_cast<std::size_t>(y - top));
    PlanValues values = evaluate(candidate, x, y);
    quad_.textures->use_levels({});
    return values;
  }

  bool is_discarded(const PlanValues& values) const {
    const auto coverage = output(TargetKind::Discard);
    const EvaluationValues* const value = coverage ? &values.values[coverage->index()] : nullptr;
    return value != nullptr && *value && (*value)->front().bits[0] == 0;
  }

  const MaterialShader& shader_;
  const Plan& plan_;
  const Mesh& mesh_;
  Scene scene_;
  const MaterialInputs& inputs_;
  const PictureSettings& settings_;
  QuadReads quad_;
  std::map<FeatureId, Attribute> attributes_;
  UniformValues uniforms_;
  TextureHandles handles_;
  Builtins builtins_;                            ///< of the fragment that is evaluated
  std::vector<std::vector<ClipPosition>> clip_;  ///< of the vertices, per instance
};

PictureProbe::PictureProbe(std::unique_ptr<Prober> prober) : prober_(std::move(prober)) {}
PictureProbe::PictureProbe(PictureProbe&&) noexcept = default;
PictureProbe& PictureProbe::operator=(PictureProbe&&) noexcept = default;
PictureProbe::~PictureProbe() = default;

Rendered<PictureProbe> PictureProbe::create(const MaterialShader& shader, const PlacedPlan& placed,
                                            const Mesh& mesh, const Scene& scene,
                                            const MaterialInputs& inputs, DefaultTextures& textures,
                                            const PictureSettings& settings) {
  auto complete = scene_of_image(scene, shader, settings.width, settings.height);
  if (!complete) {
    return tl::unexpected(complete.error());
  }
  auto prober =
      std::make_unique<Prober>(shader, placed, mesh, std::move(*complete), inputs, settings);
  if (auto done = prober->prepare(textures); !done) {
    return tl::unexpected(std::move(done.error()));
  }
  return PictureProbe(std::move(prober));
}

Rendered<Probe> PictureProbe::at(int x, int y) { return prober_->at(x, y); }

}  // namespace weft::render
