#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "composer/evaluations/plan.h"
#include "composer/verification/plan_values.h"
#include "render/draw_material.h"

namespace weft::render {

/// What is behind one pixel of a picture: the value of every evaluation of the plan, computed by
/// the interpreter from what the draw binds.
struct Probe {
  bool is_covered = false;  ///< whether a triangle is there; the rest is empty otherwise
  std::uint32_t triangle = 0;
  std::uint32_t instance = 0;
  std::array<float, 3> weights{};  ///< perspective-correct, of the triangle's vertices
  double depth = 0.0;
  /// Per evaluation. Vertex values are those at the triangle's first vertex. None inside functions,
  /// and where the CPU has none: native code.
  std::vector<EvaluationValues> values;
  std::optional<EvaluationError> fault;  ///< why the first one has none
};

/// Probes pixels of the picture that draw_material() draws with the same arguments; `shader` needs
/// no modules. `placed` is the plan that was emitted. All arguments must outlive the object.
///
/// Textures are sampled in floats, at the level that neighboring pixels of the same triangle tell,
/// two by two, as a GPU does; derivatives are the differences between these. Triangles whose
/// `coverage` is false there are looked through. Written depth does not decide which triangle is in
/// front.
class PictureProbe {
 public:
  /// Fails as draw_material() does, and for clip positions that have no value. O(vertices ×
  /// instances).
  static Rendered<PictureProbe> create(const MaterialShader& shader, const PlacedPlan& placed,
                                       const Mesh& mesh, const Scene& scene,
                                       const MaterialInputs& inputs, DefaultTextures& textures,
                                       const PictureSettings& settings);
  PictureProbe(PictureProbe&&) noexcept;
  PictureProbe& operator=(PictureProbe&&) noexcept;
  ~PictureProbe();

  /// O(triangles × instances), and a few evaluations of the plan. Fails for features that the scene
  /// does not have.
  Rendered<Probe> at(int x, int y);

 private:
  class Prober;
  explicit PictureProbe(std::unique_ptr<Prober> prober);

  std::unique_ptr<Prober> prober_;
};

}  // namespace weft::render
