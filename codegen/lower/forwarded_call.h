#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "codegen/ir/program.h"

// A function that is passed to a leaf often only calls another one:
// `sum_lights(metallic_roughness(n, …))` passes one that gives metallic_roughness the light of the
// loop and what it captures. The leaf calls the other one itself.

namespace weft {

/// What a function does that only calls another one.
struct ForwardedCall {
  std::uint32_t callee = 0;           ///< in Program::functions
  std::vector<BodyExprId> arguments;  ///< in the function's body: parameters, symbols, literals
};

/// Nothing, if the function does more than that, or uses a parameter twice.
std::optional<ForwardedCall> find_forwarded_call(const Function& function);

/// The call with `arguments` for the function's parameters, added to `body`.
BodyExprId add_forwarded_call(Body& body, const Function& function, const ForwardedCall& forwarded,
                              const std::vector<BodyExprId>& arguments, Span span);

/// Removes those of `candidates`, positions in Program::functions, that nothing calls.
void remove_uncalled(Program& program, const std::vector<std::uint32_t>& candidates);

}  // namespace weft
