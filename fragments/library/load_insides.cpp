#include "fragments/language/check_body.h"
#include "fragments/library/build_graph.h"
#include "fragments/library/load_passes.h"
#include "fragments/library/lookups.h"

namespace weft {
namespace {

bool mentions_feature(const Graph& graph) {
  for (const GraphNode& node : graph.nodes) {
    if (std::holds_alternative<FeatureNode>(node.kind)) {
      return true;
    }
  }
  return false;
}

/// Whether a default that is a number is one of the port's type; reports what is wrong with it.
bool is_good_literal(LoadState& state, const syntax::Module& module, syntax::ExprId expr,
                     const FragmentPort& port) {
  const bool is_decided = port.kind == FragmentPort::Kind::Value && !port.type.type_variable &&
                          port.type.data.is_plain();
  if (find_literal(*port.default_value) == nullptr || !is_decided) {
    return true;
  }
  auto constant = check_constant(state.library, module, expr, port.type.data);
  if (!constant) {
    state.report(std::move(constant.error()));
  }
  return constant.has_value();
}

/// What is wrong with it was said: calls that leave the port out stay silent.
void break_default(LoadState& state, FragmentPort& port) {
  port.default_value.reset();
  port.has_broken_default = true;
  state.has_broken_defaults = true;
}

/// The fragment's ports are those of the signature, in their order, less those that were declared
/// twice.
void define_defaults(LoadState& state, const FragmentSource& source, Fragment& fragment) {
  std::size_t next = 0;
  for (const syntax::Port& port : source.signature->ports) {
    if (next == fragment.ports.size() || fragment.ports[next].span != port.name.span) {
      continue;
    }
    FragmentPort& declared = fragment.ports[next++];
    if (port.default_value) {
      declared.default_value = build_expression(state, *source.module, *port.default_value);
      if (!declared.default_value ||
          !is_good_literal(state, *source.module, *port.default_value, declared)) {
        break_default(state, declared);
      }
      declared.is_implicit = declared.default_value && mentions_feature(*declared.default_value);
    }
  }
}

}  // namespace

void define_fragments(LoadState& state) {
  for (std::size_t i = 0; i < state.fragment_sources.size(); ++i) {
    FragmentSource& source = state.fragment_sources[i];
    Fragment& fragment = state.library.fragments[FragmentId(i)];
    define_defaults(state, source, fragment);
    if (source.bindings && !source.is_broken) {
      fragment.graph = build_fragment_graph(state, source, fragment);
    }
  }
}

}  // namespace weft
