#include "composer/checks/tried_signature.h"

#include <algorithm>
#include <utility>

#include "fragments/model/signature_types.h"
#include "support/float_bits.h"

namespace weft {
namespace {

std::vector<std::vector<DataType>> choices_of(const Library& library, const Fragment& fragment,
                                              std::size_t most) {
  if (fragment.type_parameters.empty()) {
    return {{}};
  }
  if (auto choices = signature_choices(library, fragment, most)) {
    return std::move(*choices);
  }
  TypeSolver solver(library.relations, library.data_types);
  const SignatureTypes types = state_signature(solver, library, fragment);
  solver.solve();
  std::vector<DataType> one;
  for (std::size_t i = 0; i < types.parameters.size(); ++i) {
    const TypeVar parameter = types.parameters[i];
    if (fragment.type_parameters[i].is_length && !solver.decided(parameter)) {
      solver.restrict(parameter, TypeSet::of(DataType::length(length_of_tried_arrays)));
    }
    solver.settle(parameter);
    one.push_back(solver.decided(parameter).value_or(DataType()));
  }
  return {std::move(one)};
}

/// The values of each trait variable's trait; empty if no port mentions it.
std::vector<std::vector<ValueId>> values_of_variables(const Library& library,
                                                      const Fragment& fragment) {
  std::vector<std::vector<ValueId>> values(fragment.trait_variables.size());
  for (const FragmentPort& port : fragment.ports) {
    for (const PatternEntry& entry : port.type.entries) {
      if (!entry.variable || !values[*entry.variable].empty()) {
        continue;
      }
      for (std::size_t i = 0; i < library.lattice.values().size(); ++i) {
        if (library.lattice.value(ValueId(i)).trait == entry.trait) {
          values[*entry.variable].emplace_back(i);
        }
      }
    }
  }
  return values;
}

}  // namespace

std::vector<std::vector<DataType>> tried_types(const Library& library, const Fragment& fragment,
                                               std::size_t most) {
  std::vector<std::vector<DataType>> choices = choices_of(library, fragment, most);
  std::erase_if(choices, [](const std::vector<DataType>& choice) {
    return std::any_of(choice.begin(), choice.end(), [](DataType type) { return type.is_open(); });
  });
  return choices;
}

std::vector<std::vector<std::optional<ValueId>>> tried_variables(const Library& library,
                                                                 const Fragment& fragment) {
  const std::vector<std::vector<ValueId>> values = values_of_variables(library, fragment);
  std::size_t count = 1;
  for (const std::vector<ValueId>& of_variable : values) {
    count = std::max(count, of_variable.size());
  }
  std::vector<std::vector<std::optional<ValueId>>> tried(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (const std::vector<ValueId>& of_variable : values) {
      tried[i].push_back(of_variable.empty() ? std::nullopt
                                             : std::optional(of_variable[i % of_variable.size()]));
    }
  }
  return tried;
}

SemanticType tried_type(const Library& library, const TypePattern& pattern,
                        const TriedSignature& signature) {
  SemanticType type(pattern.type_variable ? signature.types[*pattern.type_variable] : pattern.data);
  for (const PatternEntry& entry : pattern.entries) {
    const std::optional<ValueId> value =
        entry.variable ? signature.variables[*entry.variable] : entry.value;
    if (value && !entry.conditional) {
      type.set(entry.trait, *value, library.lattice);
    }
  }
  return type;
}

Constant ones(DataType type) {
  const std::uint32_t one = type.scalar_kind() == Scalar::Float ? float_bits(1.0F) : 1U;
  return {type, std::vector<std::uint32_t>(static_cast<std::size_t>(type.component_count()), one)};
}

}  // namespace weft
