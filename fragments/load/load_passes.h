#pragma once

#include "fragments/load/load_state.h"

/// The passes of loading, in the order in which load.cpp runs them. Each reads the modules' syntax
/// trees and what earlier passes put into the library, adds its own part, and reports every error
/// it finds. A declaration with errors is still added as far as it is known, so that its uses do
/// not cause further errors.
namespace weft {

/// Derives Library::visible_files from the imports of the modules.
void find_visible_files(LoadState& state);

/// Declares traits and guarantees with their values, including those that `extend` adds; freezes
/// the lattice. Errors: `duplicate-name`, `unknown-trait`, `bad-declaration`.
void declare_traits(LoadState& state);

/// Declares the rules for products and quotients of values. Errors: `bad-declaration`,
/// `unknown-trait`, `duplicate-name` (two rules that match equally).
void declare_products(LoadState& state);

/// Declares structs, members' structs first. Errors: `duplicate-name`, `unknown-type`,
/// `bad-declaration` (cycles).
void declare_structs(LoadState& state);

/// Declares bounds of type parameters, after the structs that they list. Errors: `duplicate-name`,
/// `unknown-type`, `bad-declaration`.
void declare_bounds(LoadState& state);

/// Declares features with their types and rates, sorted by path, without their definitions.
void declare_features(LoadState& state);

/// Decides the precision of each trait value. Errors: `bad-declaration`.
void resolve_precisions(LoadState& state);
/// Resolves the anchors of features and of trait values. Errors: `unknown-name`, `bad-declaration`.
void resolve_anchors(LoadState& state);

/// Declares leaves, graphs and conversions with their ports, results and clauses, sorted by name
/// and text, without their defaults and insides.
void declare_fragments(LoadState& state);

/// Builds the definitions of derived features. Errors: those of graphs, `feature-cycle`,
/// `rate-too-high`.
void define_features(LoadState& state);

/// Builds the defaults of ports, and the insides of graph fragments.
void define_fragments(LoadState& state);

/// Reports `type-mismatch` for defaults of type parameters that no call could ever use.
void check_defaults(LoadState& state);

/// Checks the bodies of leaves and conversions, for each choice of their type arguments, and finds
/// the features that they extract. Returns false if leaves call themselves or each other, so that
/// nothing can evaluate them.
bool check_bodies(LoadState& state);

/// Reports definitions of features that depend on each other in a cycle (also through the fragments
/// they call), and chains of definitions more than 64 deep. Needs the bodies.
void check_feature_cycles(LoadState& state);

/// Reports `recursion` for graph fragments that call each other in a cycle, on which elaboration
/// would not terminate. O(nodes of all graphs).
void check_graph_cycles(LoadState& state);

void declare_materials(LoadState& state);
/// The same with those that `document` declares from the byte `begin` on, besides those of the
/// modules of `state`, which does not refer to `document` afterwards. It sees what the module
/// LoadState::root_module sees.
void declare_materials(LoadState& state, const syntax::Module& document, std::uint32_t begin);

void declare_profiles(LoadState& state);

/// Reports cycles of definitions in profiles (`provide path = …;`).
void check_profile_cycles(LoadState& state);

/// Warns of conversions that can never be told apart or are never used: `duplicate-conversion`,
/// `dominated-conversion` (another one has a wider input, the same result, no greater difficulty
/// and no more features). Needs bodies and the preferences that resolve such pairs. O(pairs of
/// conversions with the same effect).
void check_conversion_pairs(LoadState& state);

/// Reports `false-declaration` for leaves whose results depend on ports that `from (…)` omits.
/// Needs the bodies.
void check_declared_dependence(LoadState& state);

/// Reports `false-declaration` for leaves with the clause `uniform` whose body is not their first
/// port. Needs the bodies.
void check_uniform_choices(LoadState& state);

/// Reports `bad-conversion` for conversions whose types show that they cannot undo those that name
/// them as their inverse. What their bodies do is tested by `weft check`.
void check_inverses(LoadState& state);

/// Reports `false-declaration` for leaves whose body violates the law that they declare. Needs
/// valid bodies.
void check_declared_laws(LoadState& state);

/// Declares `prefer`, `commutes`, `equals`, and resolves the conversions named by `inverse`.
void declare_preferences(LoadState& state);

}  // namespace weft
