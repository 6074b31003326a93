#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "codegen/emit.h"
#include "fragments/load/load.h"
#include "render/compute_material.h"
#include "tests/render/material_drawing.h"

namespace weft::testing {

/// A material composed for a compute profile, in both languages, with valid modules.
struct Computing {
  std::unique_ptr<LoadedLibrary> loaded;
  std::optional<Emission> emission;
  MaterialId material = MaterialId(0);
  ProfileId profile = ProfileId(0);

  const Library& library() const { return loaded->library; }
  render::MaterialShader shader(ShadingLanguage language) const;
  /// One dispatch at 2 seconds; fails the test on errors.
  std::vector<render::ComputedOutput> run(ShadingLanguage language,
                                          const std::array<std::uint32_t, 3>& size,
                                          const render::MaterialInputs& inputs = {}) const;
  /// A simulation from its start at 0 seconds.
  std::vector<render::ComputedOutput> simulate(ShadingLanguage language,
                                               const std::array<std::uint32_t, 3>& size,
                                               const render::SimulatedTime& time,
                                               const render::MaterialInputs& inputs = {}) const;
  /// What a demand or a state of that name got.
  const render::ComputedOutput& output(const std::vector<render::ComputedOutput>& all,
                                       std::string_view name) const;
};

/// Composes a material of the text, which may use the shipped profiles; fails the test on errors.
Computing compute_text(const std::string& text, const std::string& material,
                       const std::string& profile);

}  // namespace weft::testing
