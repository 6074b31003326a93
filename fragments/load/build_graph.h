#pragma once

#include <optional>

#include "fragments/load/load_state.h"

namespace weft {

/// The graph of one expression without bindings: a default, the definition of a derived feature.
/// Nothing if there were errors, which are reported: `unknown-name`, `unknown-fragment`,
/// `unknown-feature`, `wrong-arguments`, ….
std::optional<Graph> build_expression(LoadState& state, const syntax::Module& module,
                                      syntax::ExprId expr);

/// The same of the default of a port of `fragment`, which may mention none of its ports.
std::optional<Graph> build_default(LoadState& state, const syntax::Module& module,
                                   syntax::ExprId expr, const Fragment& fragment);

/// A value that an expression may mention by name: port `port` of its graph, as a value of that
/// type.
struct NamedValue {
  NameId name;
  std::uint32_t port;
  TypePattern type;
  Span span;
};
/// The graph of an expression that may mention these besides features.
std::optional<Graph> build_expression_of(LoadState& state, const syntax::Module& module,
                                         syntax::ExprId expr,
                                         const std::vector<NamedValue>& values);

/// The inside of a graph fragment whose signature is known. Its value ports and its results are
/// converted to their declared types. Errors also: `graph-cycle`, `duplicate-name`,
/// `hidden-namespace`, `bad-declaration` (results that are not given, or given twice).
std::optional<Graph> build_fragment_graph(LoadState& state, const FragmentSource& source,
                                          const Fragment& fragment);

/// The bindings and outputs of a material whose parameters are known. What has errors is left out,
/// with all that depends on it.
Graph build_material_graph(LoadState& state, const syntax::Module& module,
                           const std::vector<syntax::BindingId>& bindings,
                           const std::vector<MaterialParameter>& parameters);

}  // namespace weft
