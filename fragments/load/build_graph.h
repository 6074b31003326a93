#pragma once

#include <optional>

#include "fragments/load/load_state.h"

namespace weft {

/// Builds the graph of one expression without bindings: a default, the definition of a derived
/// feature. Empty on errors, which are reported: `unknown-name`, `unknown-fragment`,
/// `unknown-feature`, `wrong-arguments`, ….
std::optional<Graph> build_expression(LoadState& state, const syntax::Module& module,
                                      syntax::ExprId expr);

/// Builds the default of `port` of `fragment`, which may not mention any of its ports.
std::optional<Graph> build_default(LoadState& state, const syntax::Module& module,
                                   syntax::ExprId expr, const Fragment& fragment,
                                   const FragmentPort& port);

/// A value that an expression may mention by name: port `port` of its graph, of the given type.
struct NamedValue {
  NameId name;
  std::uint32_t port;
  TypePattern type;
  Span span;
};
/// Builds the graph of an expression that may mention `values` besides features.
std::optional<Graph> build_expression_of(LoadState& state, const syntax::Module& module,
                                         syntax::ExprId expr,
                                         const std::vector<NamedValue>& values);

/// Builds the inside of a graph fragment whose signature is resolved. Its value ports and its
/// results are converted to their declared types. Further errors: `graph-cycle`, `duplicate-name`,
/// `hidden-namespace`, `bad-declaration` (results that are missing or defined twice).
std::optional<Graph> build_fragment_graph(LoadState& state, const FragmentSource& source,
                                          const Fragment& fragment);

/// Builds the graph of a material whose parameters are resolved, of its bindings and outputs, and
/// the states of its simulations. Anything with errors is left out, with everything that depends on
/// it.
void build_material_graph(LoadState& state, const syntax::Module& module,
                          const std::vector<syntax::BindingId>& bindings, Material& material);

}  // namespace weft
