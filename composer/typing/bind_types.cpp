#include "composer/typing/bind_types.h"

#include <algorithm>

#include <fmt/format.h>

#include "composer/typing/operator_hints.h"
#include "fragments/model/lookups.h"
#include "fragments/model/signature_types.h"
#include "fragments/solver/explain_types.h"

namespace weft {
namespace {

/// Names two of these ports whose arrays must have equal lengths and do not.
std::optional<std::string> unlike_lengths(const TypingContext& in, const CallSite& site,
                                          const std::vector<bool>& ports) {
  const Fragment& fragment = site.fragment;
  struct Length {
    std::uint32_t parameter;
    DataType count;
    std::size_t port;
  };
  std::vector<Length> lengths;
  for (std::size_t port = 0; port < ports.size(); ++port) {
    std::optional<std::uint32_t> at = fragment.ports[port].type.type_variable;
    DataType type = in.graph().types[site.values[port].type].data();
    while (ports[port] && at && type.is_array() && fragment.type_parameters[*at].array) {
      const FragmentTypeParameter::ArrayOf& array = *fragment.type_parameters[*at].array;
      const ArrayType& known = in.library().data_types.array(type);
      if (array.length && known.size != 0) {
        lengths.push_back({*array.length, known.length(), port});
      }
      at = array.element;
      type = known.element;
    }
  }
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (lengths[i].parameter == lengths[j].parameter && lengths[i].port != lengths[j].port &&
          lengths[i].count != lengths[j].count) {
        return fmt::format(
            "'{}' and '{}' of '{}' must share the length {}, but have {} and {} elements",
            in.library().text(fragment.ports[lengths[j].port].name),
            in.library().text(fragment.ports[lengths[i].port].name),
            in.library().text(fragment.name),
            in.library().text(fragment.type_parameters[lengths[i].parameter].name),
            in.library().type_name(lengths[j].count), in.library().type_name(lengths[i].count));
      }
    }
  }
  return std::nullopt;
}

/// If graphs handed over a function whose type is among the reasons, the call is theirs and the
/// fault that of the function: points at where it was written.
void blame_function(const TypingContext& in, const CallSite& site,
                    const std::vector<bool>& is_reason, Diagnostic& diagnostic) {
  for (std::size_t port = 0; port < is_reason.size(); ++port) {
    const WrittenFunction written = written_at(in, site, port);
    if (is_reason[port] && !written.handed_over.empty()) {
      diagnostic.span = written.span;
      note_hand_overs(in.library(), written, diagnostic);
      return;
    }
  }
}

Diagnostic explain_data(const TypingContext& in, const CallSite& site, const SignatureTypes& types,
                        const std::vector<std::optional<TypeVar>>& values) {
  const TypeSolver& solver = in.solver;
  const Fragment& fragment = site.fragment;
  const TypeReasons reasons = explain_contradiction(solver);
  Diagnostic diagnostic =
      error_at(Code::ValuesDisagree, site.span,
               fmt::format("the data types of the arguments of '{}' do not fit together",
                           in.library().text(fragment.name)));
  std::vector<bool> is_reason(fragment.ports.size(), false);
  for (StatedId relation : reasons.relations) {
    for (TypeVar participant : solver.participants(relation)) {
      for (std::size_t port = 0; port < values.size(); ++port) {
        is_reason[port] = is_reason[port] || values[port] == participant;
      }
    }
  }
  const auto first = std::find(is_reason.begin(), is_reason.end(), true);
  const auto bounds =
      std::count_if(reasons.relations.begin(), reasons.relations.end(), [&](StatedId relation) {
        const RelationId rule = solver.stated(relation).rule;
        return rule == solver_relations::bounded || rule == solver_relations::array_of;
      });
  if (reasons.relations.size() == 1 + static_cast<std::size_t>(bounds) &&
      std::count(is_reason.begin(), is_reason.end(), true) == 1) {
    // A single value contradicts its own parameter's bound.
    const std::uint32_t parameter =
        *fragment.ports[static_cast<std::size_t>(first - is_reason.begin())].type.type_variable;
    const Bound& bound = fragment.type_parameters[parameter].bound;
    diagnostic.message = taken_values(in.library(), fragment, parameter);
    if (fragment.type_parameters[parameter].array) {
      const FragmentTypeParameter& element =
          fragment.type_parameters[element_parameter(fragment, parameter)];
      diagnostic.message = fmt::format("'{}' takes {} there", in.library().text(fragment.name),
                                       in.library().text(fragment.type_parameters[parameter].name));
      const DataType given =
          in.data_of(site.values[static_cast<std::size_t>(first - is_reason.begin())]);
      if (given.is_array() && in.library().data_types.array(given).size == 0) {
        diagnostic.notes.push_back(
            {"the length of this array is set by the profile and is not known here", std::nullopt});
        diagnostic.hint = "read the feature's elements, or their number, in the body of a leaf";
      }
      diagnostic.message +=
          element.bound == Bound()
              ? std::string()
              : fmt::format(", where {} is {}", in.library().text(element.name),
                            in.library().data_types.bound_name(element.bound, in.library().names));
    }
    diagnostic.hint =
        diagnostic.hint.empty() ? declared_bound_text(in.library(), bound) : diagnostic.hint;
  }
  if (auto lengths = unlike_lengths(in, site, is_reason)) {
    diagnostic.message = std::move(*lengths);
  }
  for (std::size_t port = 0; port < values.size(); ++port) {
    if (is_reason[port]) {
      diagnostic.notes.push_back(
          {fmt::format("'{}' is {}", in.library().text(fragment.ports[port].name),
                       in.library().type_name(in.graph().types[site.values[port].type].data())),
           written_at(in, site, port).span});
    }
  }
  for (StatedId relation : reasons.relations) {
    const std::size_t clause = relation.index() - types.first_clause.index();
    if (relation < types.first_port && clause < types.clauses.size()) {
      const RelationClause& stated = *types.clauses[clause];
      diagnostic.notes.push_back(
          {fmt::format("'{}' relates them here", in.library().relations[stated.rule].name),
           stated.span});
    }
  }
  if (diagnostic.hint.empty()) {
    const bool takes_floats =
        std::any_of(site.values.begin(), site.values.end(),
                    [&](const TypedValue& value) { return in.data_of(value).is_float_based(); });
    diagnostic.hint = integer_operator_hint(in.library().text(fragment.name), takes_floats);
  }
  blame_function(in, site, is_reason, diagnostic);
  return diagnostic;
}

/// Restricts open type parameters to the types that consumers decided. False if they do not fit.
bool take_decided_types(const TypingContext& in, const CallSite& site,
                        const SignatureTypes& types) {
  const auto& decided = in.open_types.decided;
  const auto known = site.call ? decided.find(*site.call) : decided.end();
  bool fits = true;
  if (known != decided.end() && known->second.fragment == site.id) {
    for (std::size_t i = 0; i < types.parameters.size() && fits; ++i) {
      fits = in.solver.restrict(types.parameters[i], TypeSet::of(known->second.type_arguments[i]));
    }
  }
  return fits;
}

}  // namespace

std::string taken_values(const Library& library, const Fragment& fragment,
                         std::uint32_t parameter) {
  const Bound& bound = fragment.type_parameters[parameter].bound;
  if (parameter_set(library.data_types, fragment, parameter) == TypeSet::values()) {
    return fmt::format("'{}' takes values, and no textures", library.text(fragment.name));
  }
  return fmt::format("'{}' takes {} values", library.text(fragment.name),
                     bound == Bound() ? type_bound_name(TypeBound::Plain)
                                      : library.data_types.bound_name(bound, library.names));
}

TypeSet types_of_value(const ValueStore& values, const TypedValue& value) {
  const DataType data = values.type_of(value).data();
  TypeSet set = TypeSet::of(data);
  if (!data.is_scalar_or_vector()) {
    return set;
  }
  for (Scalar kind : {Scalar::Uint, Scalar::Float}) {
    const DataType wider = DataType::vector(kind, data.rows());
    set = values.takes_data(value, wider) ? set | TypeSet::of(wider) : set;
  }
  return set;
}

Matched<std::vector<DataType>> bind_types(const TypingContext& in, const CallSite& site,
                                          Bindings& bindings) {
  const Fragment& fragment = site.fragment;
  bindings.types.assign(fragment.type_parameters.size(), std::nullopt);
  std::vector<DataType> data(fragment.ports.size());
  for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
    data[i] = in.graph().types[site.values[i].type].data();
  }
  if (fragment.type_parameters.empty()) {
    return data;
  }
  TypeSolver& solver = in.solver;
  solver.clear();
  const SignatureTypes types = state_signature(solver, in.library(), fragment);
  std::vector<std::optional<TypeVar>> values(fragment.ports.size());
  std::vector<bool> literal_defaults(fragment.ports.size(), false);
  for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
    if (fragment.ports[i].type.type_variable) {
      values[i] = solver.add_variable(types_of_value(in.values, site.values[i]));
      literal_defaults[i] = site.values[i].is_literal && !site.arguments[i];
    }
  }
  state_ports(solver, fragment, types, values, literal_defaults);
  bool fits = solver.solve();
  // An otherwise undecided literal takes the first allowed type: int, else per the bound.
  for (std::size_t i = 0; i < values.size() && fits; ++i) {
    fits = !values[i] || solver.decided(*values[i]) || solver.settle(*values[i]);
  }
  if (!fits) {
    return tl::unexpected(site.explains ? Mismatch{{explain_data(in, site, types, values)}}
                                        : Mismatch{});
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    data[i] = values[i] ? *solver.decided(*values[i]) : data[i];
  }
  if (fragment.leaves_types_open && !take_decided_types(in, site, types)) {
    return tl::unexpected(Mismatch{});
  }
  for (std::size_t i = 0; i < types.parameters.size(); ++i) {
    bindings.types[i] = SemanticType(solver.decided(types.parameters[i]).value_or(DataType()));
  }
  return data;
}

}  // namespace weft
