#pragma once

#include "fragments/load/load_state.h"
#include "fragments/load/resolve_type.h"

namespace weft {

/// Ports, results and trait variables of a signature, into `fragment`; returns what its names mean.
/// Errors: `duplicate-name`, `hidden-namespace`, those of types, `bad-declaration`.
SignatureScope declare_signature(LoadState& state, const syntax::Module& module,
                                 const syntax::Signature& signature, Fragment& fragment);

/// The clauses behind the result, but for the relations. Needs the ports.
void declare_clauses(LoadState& state, const syntax::Signature& signature, Fragment& fragment);
/// `where` clauses. Needs the results too, those of conversions included.
void declare_relations(LoadState& state, const syntax::Signature& signature, Fragment& fragment);

/// What a conversion sets, and how hard it is. Errors: `bad-conversion`, `bad-difficulty`,
/// `bad-declaration`.
void declare_conversion(LoadState& state, const syntax::Module& module,
                        const syntax::Signature& signature, Fragment& fragment);

/// Reports a local name that hides a namespace of features which its module can see.
void check_hidden_namespace(LoadState& state, const syntax::Module& module,
                            const syntax::Identifier& name);

}  // namespace weft
