#pragma once

#include "fragments/load/load_state.h"
#include "fragments/load/resolve_type.h"

namespace weft {

/// Resolves ports, results and trait variables of a signature into `fragment`; returns the scope of
/// its names. Errors: `duplicate-name`, `hidden-namespace`, those of types, `bad-declaration`.
SignatureScope declare_signature(LoadState& state, const syntax::Module& module,
                                 const syntax::Signature& signature, Fragment& fragment);

/// Resolves the clauses after the result, except relations. Needs the ports.
void declare_clauses(LoadState& state, const syntax::Signature& signature, Fragment& fragment);
/// Resolves `where` clauses. Needs the results too, including those of conversions.
void declare_relations(LoadState& state, const syntax::Signature& signature, Fragment& fragment);

/// Resolves a conversion's effects and difficulty. Errors: `bad-conversion`, `bad-difficulty`,
/// `bad-declaration`.
void declare_conversion(LoadState& state, const syntax::Module& module,
                        const syntax::Signature& signature, Fragment& fragment);

/// Reports a local name that hides a namespace of features visible in its module.
void check_hidden_namespace(LoadState& state, const syntax::Module& module,
                            const syntax::Identifier& name);

}  // namespace weft
