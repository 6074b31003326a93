#include "fragments/model/signature_types.h"

#include <algorithm>

#include <fmt/format.h>

#include "fragments/solver/type_choices.h"

namespace weft {
namespace {

bool spreads(RelationId rule) {
  return rule == solver_relations::broadcast || rule == solver_relations::sum ||
         rule == solver_relations::product || rule == solver_relations::quotient;
}

/// Whether the relation, if all participants are one parameter, only requires a plain type.
bool is_about_plain_types(RelationId rule) {
  return spreads(rule) || rule == solver_relations::elementwise ||
         rule == solver_relations::same_element;
}

/// Returns the only type parameter that a clause involves, if it involves nothing else.
std::optional<std::uint32_t> only_parameter(const Fragment& fragment,
                                            const RelationClause& clause) {
  std::optional<std::uint32_t> only;
  for (std::uint32_t port : clause.ports) {
    const auto parameter = fragment.ports[port].type.type_variable;
    if (!parameter || (only && only != parameter)) {
      return std::nullopt;
    }
    only = parameter;
  }
  for (std::uint32_t result : clause.results) {
    if (fragment.results[result].type.type_variable != only) {
      return std::nullopt;
    }
  }
  return only;
}

/// Whether the signature contains arrays of it.
bool is_element(const Fragment& fragment, std::uint32_t parameter) {
  return std::any_of(fragment.type_parameters.begin(), fragment.type_parameters.end(),
                     [&](const FragmentTypeParameter& other) {
                       return other.array && other.array->element == parameter;
                     });
}

bool is_only_about_plain_types(const Fragment& fragment, const RelationClause& clause) {
  return (is_about_plain_types(clause.rule) || clause.rule == solver_relations::same) &&
         only_parameter(fragment, clause).has_value();
}

/// Candidates for a type parameter in a solved system besides plain types; empty if these
/// suffice.
std::vector<DataType> candidates_of(const TypeSolver& solver, const Library& library,
                                    const Fragment& fragment, const SignatureTypes& types,
                                    std::uint32_t parameter) {
  const TypeVar variable = types.parameters[parameter];
  const TypeSet& allowed = solver.allowed(variable);
  const auto only = allowed.only();
  if (only && !only->is_plain()) {
    return {*only};
  }
  if (fragment.type_parameters[parameter].array) {
    return {};  // determined by its element and length
  }
  // Parameters that must be equal are represented by the first of them.
  const auto first = std::find_if(types.parameters.begin(), types.parameters.end(),
                                  [&](TypeVar other) { return solver.is_same(other, variable); });
  const NameId name =
      fragment.type_parameters[static_cast<std::size_t>(first - types.parameters.begin())].name;
  if (fragment.type_parameters[parameter].is_length) {
    return {fragment.is_graph() ? DataType::length(length_of_tried_arrays)
                                : DataType::length_parameter(name)};
  }
  if (allowed.has_any_struct() && !fragment.is_graph() &&
      !fragment.type_parameters[parameter].bound.declared) {
    return {DataType::parameter(name)};
  }
  std::vector<DataType> candidates;
  if (const auto declared = fragment.type_parameters[parameter].bound.declared) {
    for_each_type(allowed, [&](DataType type) { candidates.push_back(type); });
    for (const DataType type : library.data_types.bound(*declared).types) {
      if (!type.is_plain()) {
        candidates.push_back(type);
      }
    }
  }
  return candidates;
}

}  // namespace

TypeSet parameter_set(const DataTypeTable& types, const Fragment& fragment,
                      std::uint32_t parameter) {
  const Bound& bound = fragment.type_parameters[parameter].bound;
  TypeSet set = TypeSet::within(bound, types);
  if (fragment.type_parameters[parameter].array) {
    set = TypeSet::arrays();
  } else if (fragment.type_parameters[parameter].is_length) {
    set = TypeSet::lengths();
  } else if (const auto& fixed = fragment.type_parameters[parameter].fixed) {
    set = TypeSet::of(*fixed);
  } else if (bound == Bound()) {
    const bool is_conversion = fragment.is_conversion();
    set = is_conversion ? TypeSet::within(TypeBound::Plain) : TypeSet::values();
  }
  for (const RelationClause& clause : fragment.relations) {
    if (is_about_plain_types(clause.rule) && only_parameter(fragment, clause) == parameter) {
      set = set & TypeSet::within(TypeBound::Plain);
    }
  }
  return set;
}

SignatureTypes state_signature(TypeSolver& solver, const Library& library,
                               const Fragment& fragment) {
  SignatureTypes types;
  types.parameters.reserve(fragment.type_parameters.size());
  for (std::uint32_t i = 0; i < fragment.type_parameters.size(); ++i) {
    const Bound& bound = fragment.type_parameters[i].bound;
    types.parameters.push_back(solver.add_variable(parameter_set(library.data_types, fragment, i)));
    if (!TypeSet::is_exact(bound, library.data_types)) {
      solver.add(solver_relations::bounded, {types.parameters.back()}, bound.declared->index());
    }
    if (const auto& array = fragment.type_parameters[i].array) {
      const TypeVar length = array->length
                                 ? types.parameters[*array->length]
                                 : solver.add_variable(TypeSet::of(DataType::length(array->size)));
      solver.add(solver_relations::array_of,
                 {types.parameters.back(), types.parameters[array->element], length});
    }
  }
  types.first_clause = StatedId(solver.relation_count());
  std::vector<TypeVar> participants;
  for (const RelationClause& clause : fragment.relations) {
    if (is_only_about_plain_types(fragment, clause)) {
      continue;
    }
    const auto variable_of = [&](const TypePattern& pattern) {
      return pattern.type_variable ? types.parameters[*pattern.type_variable]
                                   : solver.add_variable(TypeSet::of(pattern.data));
    };
    participants.clear();
    for (std::uint32_t port : clause.ports) {
      participants.push_back(variable_of(fragment.ports[port].type));
    }
    for (std::uint32_t result : clause.results) {
      participants.push_back(variable_of(fragment.results[result].type));
    }
    if (clause.results.size() < library.relations[clause.rule].results) {
      participants.push_back(solver.add_variable(TypeSet::all()));  // its value is not used
    }
    solver.add(clause.rule, participants);
    types.clauses.push_back(&clause);
  }
  types.first_port = StatedId(solver.relation_count());
  return types;
}

std::optional<std::vector<std::vector<DataType>>> signature_choices(const Library& library,
                                                                    const Fragment& fragment,
                                                                    std::size_t most) {
  if (fragment.type_parameters.empty() && fragment.relations.empty()) {
    return std::vector<std::vector<DataType>>(1);  // nothing to choose, and nothing can fail
  }
  TypeSolver solver(library.relations, library.data_types);
  const SignatureTypes types = state_signature(solver, library, fragment);
  if (!solver.solve()) {
    return std::vector<std::vector<DataType>>();
  }
  std::vector<std::vector<DataType>> candidates;
  candidates.reserve(types.parameters.size());
  for (std::uint32_t i = 0; i < types.parameters.size(); ++i) {
    candidates.push_back(candidates_of(solver, library, fragment, types, i));
  }
  return type_choices(solver, types.parameters, most, candidates);
}

std::string type_choice_text(const Library& library, const Fragment& fragment,
                             const std::vector<DataType>& choice) {
  std::string text;
  for (std::size_t i = 0; i < choice.size(); ++i) {
    if (!choice[i].is_open() && !fragment.type_parameters[i].array &&
        !fragment.type_parameters[i].fixed) {
      text +=
          fmt::format("{}{} = {}", text.empty() ? "" : ", ",
                      library.text(fragment.type_parameters[i].name), library.type_name(choice[i]));
    }
  }
  return text;
}

void state_ports(TypeSolver& solver, const Fragment& fragment, const SignatureTypes& types,
                 std::span<const std::optional<TypeVar>> values,
                 const std::vector<bool>& literal_defaults) {
  const auto spreads = [&](std::uint32_t port) {
    return (port < literal_defaults.size() && literal_defaults[port]) || may_spread(fragment, port);
  };
  std::vector<TypeVar> participants;
  for (std::uint32_t parameter = 0; parameter < types.parameters.size(); ++parameter) {
    participants.clear();
    bool has_spreading = false;
    for (std::uint32_t port = 0; port < fragment.ports.size(); ++port) {
      if (values[port] && fragment.ports[port].type.type_variable == parameter) {
        participants.push_back(*values[port]);
        has_spreading = has_spreading || spreads(port);
      }
    }
    const TypeVar type = types.parameters[parameter];
    if (has_spreading && participants.size() == 1 && is_element(fragment, parameter)) {
      participants.push_back(type);  // the array determines the shape
    }
    const bool joins = has_spreading && participants.size() > 1;
    if (joins) {
      participants.push_back(type);
      solver.add(solver_relations::broadcast, participants);
    }
    for (std::uint32_t port = 0; port < fragment.ports.size(); ++port) {
      const bool is_value = values[port] && fragment.ports[port].type.type_variable == parameter;
      if (is_value && !(joins && spreads(port))) {
        solver.add(solver_relations::same, {*values[port], type});
      }
    }
  }
}

std::uint32_t element_parameter(const Fragment& fragment, std::uint32_t parameter) {
  while (const auto& array = fragment.type_parameters[parameter].array) {
    parameter = array->element;
  }
  return parameter;
}

bool relate_types(const DataTypeTable& types, const Fragment& fragment, KnownTypes& known) {
  const auto& parameters = fragment.type_parameters;
  for (std::size_t i = parameters.size(); i-- > 0;) {
    const auto& array = parameters[i].array;
    if (!array || !known[i]) {
      continue;
    }
    if (!known[i]->is_array()) {
      return false;
    }
    const ArrayType& type = types.array(*known[i]);
    if (!array->length && type.length() != DataType::length(array->size)) {
      return false;
    }
    known[array->element] = known[array->element].value_or(type.element);
    if (array->length) {
      known[*array->length] = known[*array->length].value_or(type.length());
    }
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    known[i] = known[i] ? known[i] : parameters[i].fixed;
    const auto& array = parameters[i].array;
    const std::optional<DataType> length = !array          ? std::nullopt
                                           : array->length ? known[*array->length]
                                                           : DataType::length(array->size);
    if (!known[i] && length && known[array->element]) {
      known[i] = types.array_of(*known[array->element], *length);
    }
  }
  return true;
}

bool relations_are_about_bounds(const Fragment& fragment) {
  return std::none_of(fragment.type_parameters.begin(), fragment.type_parameters.end(),
                      [](const FragmentTypeParameter& parameter) { return parameter.array; }) &&
         std::all_of(fragment.relations.begin(), fragment.relations.end(),
                     [&](const RelationClause& clause) {
                       return is_only_about_plain_types(fragment, clause);
                     });
}

bool may_spread(const Fragment& fragment, std::uint32_t port) {
  return std::any_of(
      fragment.relations.begin(), fragment.relations.end(), [&](const RelationClause& clause) {
        return spreads(clause.rule) &&
               std::find(clause.ports.begin(), clause.ports.end(), port) != clause.ports.end();
      });
}

}  // namespace weft
