#pragma once

#include "codegen/interface/gather_interface.h"

// Profiles `as functions`: a stage is a function for handwritten shaders to include, whose
// inputs and outputs are the members of structs, instead of a shader with attributes, varyings and
// targets.

namespace weft {

/// Names the functions and their structs. Several materials may be included in one shader, so the
/// material's names get a prefix.
void begin_functions(const Library& library, const Material& material, Interface& interface,
                     Namer& names);

StageFunction& function_of(Interface& interface, Stage stage);

/// The input for a feature, added on first use.
Symbol add_function_input(const Library& library, Interface& interface, Stage stage,
                          FeatureId feature, DataType type);

/// Puts the inputs of the fragment stage in path order, like all features, with their reads.
void sort_function_inputs(const Library& library, const Profile& profile,
                          GatheredInterface& gathered);

/// Names the inputs and outputs, and the guards of the blocks.
void finish_functions(Interface& interface);

}  // namespace weft
