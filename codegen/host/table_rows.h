#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/interface/reflection.h"
#include "codegen/ir/program.h"

namespace weft {

/// A string literal that C99 and C++ read alike, with or without trigraphs.
std::string c_string(std::string_view text);

/// Calls visit(name, set, binding) for everything bound: blocks, textures, samplers, then what
/// threads write, and states.
template <typename Visit>
void for_each_binding(const Reflection& reflection, Visit visit) {
  for (const ReflectedBlock& block : reflection.blocks) {
    if (block.kind != BlockKind::Push) {
      visit(block.instance, block.set, block.binding);
    }
  }
  for (const ReflectedTexture& texture : reflection.textures) {
    visit(texture.name, texture.set, texture.binding);
  }
  for (const ReflectedSampler& sampler : reflection.samplers) {
    visit(sampler.name, sampler.set, sampler.binding);
  }
  for (const ReflectedStorage& storage : reflection.storage) {
    visit(storage.resource, storage.set, storage.binding);
  }
  for (const ReflectedState& state : reflection.states) {
    visit(state.resource, state.set, state.binding);
  }
}

struct TableRows {
  std::string_view row;           ///< `block`
  std::string_view table;         ///< `blocks`
  std::vector<std::string> rows;  ///< the text between the braces of each row
};

/// The tables of blocks, textures, samplers, attributes and targets. O(interface).
std::vector<TableRows> interface_tables(const Programs& programs, const Reflection& reflection);

/// The tables of what threads write, and of states.
std::vector<TableRows> thread_tables(const Programs& programs, const Reflection& reflection);

/// The tables that a profile alone determines: blocks, attributes and targets.
std::vector<TableRows> host_tables(const Programs& programs, const Reflection& reflection);

/// The table of parameters. `add_default` gets a parameter's name and the numbers of its default,
/// and returns the text that refers to the array of them. O(parameters + block members).
TableRows parameter_table(
    const Reflection& reflection,
    const std::function<std::string(const std::string& name, const std::string& numbers)>&
        add_default);

}  // namespace weft
