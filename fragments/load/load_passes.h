#pragma once

#include "fragments/load/load_state.h"

/// The steps of loading, in the order in which load.cpp takes them. Each reads the modules' syntax
/// trees and what the steps before it have put into the library, adds its own part, and reports
/// every error it finds. A thing with errors is still added as far as it is known, so that its uses
/// are not errors too.
namespace weft {

/// Traits and guarantees, their values and those that `extend` adds; freezes the lattice. Errors:
/// `duplicate-name`, `unknown-trait`, `bad-declaration`.
void declare_traits(LoadState& state);

/// What products and quotients of values mean. Errors: `bad-declaration`, `unknown-trait`,
/// `duplicate-name` (two rules that fit equally).
void declare_products(LoadState& state);

/// Structs, after the ones that their members hold. Errors: `duplicate-name`, `unknown-type`,
/// `bad-declaration` (circles).
void declare_structs(LoadState& state);

/// Bounds of type parameters, after the structs that they list. Errors: `duplicate-name`,
/// `unknown-type`, `bad-declaration`.
void declare_bounds(LoadState& state);

/// Features with their types and rates, sorted by path; not yet their definitions.
void declare_features(LoadState& state);

/// What features and values of traits are anchored to. Errors: `unknown-name`, `bad-declaration`.
void resolve_anchors(LoadState& state);

/// Leaves, graphs and conversions with their ports, results and clauses, sorted by name and text;
/// not yet their defaults and insides.
void declare_fragments(LoadState& state);

/// The definitions of derived features. Errors: those of graphs, `feature-cycle`, `rate-too-high`.
void define_features(LoadState& state);

/// The defaults of ports, and the insides of graph fragments.
void define_fragments(LoadState& state);

/// Reports `type-mismatch` for defaults of type parameters that no call could ever take.
void check_defaults(LoadState& state);

/// The bodies of leaves and conversions, for each choice of their type arguments, and the features
/// that they extract.
void check_bodies(LoadState& state);

/// Reports definitions of features that need each other in a circle (also through the fragments
/// they call), and those that stand on each other more than 64 deep. Needs the bodies.
void check_feature_cycles(LoadState& state);

/// Reports `recursion` for graph fragments that call each other in a circle, which elaboration
/// would never come to the end of. O(nodes of all graphs).
void check_graph_cycles(LoadState& state);

void declare_materials(LoadState& state);

void declare_profiles(LoadState& state);

/// Reports the definitions in profiles (`provide path = …;`) that lead back to themselves.
void check_profile_cycles(LoadState& state);

/// Warns of conversions that can never be told apart or are never taken: `duplicate-conversion`,
/// `dominated-conversion` (wider input, same result, no harder, no more features). Needs bodies and
/// preferences, which settle it. O(pairs of conversions with the same effect).
void check_conversion_pairs(LoadState& state);

/// Reports `false-declaration` for leaves whose results depend on ports that `from (…)` leaves out.
/// Needs the bodies.
void check_declared_dependence(LoadState& state);

/// Reports `bad-conversion` for conversions that cannot undo those that name them as their inverse,
/// as far as types say it; what their bodies do, `weft check` tries.
void check_inverses(LoadState& state);

/// Reports `false-declaration` for leaves whose body does not keep the law that they declare. Needs
/// good bodies.
void check_declared_laws(LoadState& state);

/// `prefer`, `commutes`, `equals`, and the conversions that `inverse` names.
void declare_preferences(LoadState& state);

}  // namespace weft
