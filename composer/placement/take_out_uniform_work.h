#pragma once

#include "composer/evaluations/plan.h"

namespace weft {

/// Takes work out of the shaders of a placed plan whose values are one per draw or rarer: what a
/// host can compute from features and parameters becomes evaluations of the host stage, once for
/// both shader stages, and each value that a shader still reads comes to it by a UniformEvaluation.
/// Left where they are: what reads textures or specialisation constants, native code, what has no
/// value that lies in a block, and what takes no operation of what the host gives anyway.
/// O(evaluations + inputs).
void take_out_uniform_work(const Library& library, Plan& plan, Placement& placement);

}  // namespace weft
