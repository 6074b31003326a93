#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "codegen/ir/program.h"

// A function that is passed to a leaf is often nothing but a call:
// `sum_lights(metallic_roughness(n, …))` passes a function that calls metallic_roughness with the
// loop's light and the captured values. Then the leaf makes that call itself, and the function is
// not written.

namespace weft {

/// The only thing that a function does: a call of another one.
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
