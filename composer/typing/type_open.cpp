#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "composer/typing/type_inference.h"
#include "fragments/model/call_arguments.h"
#include "fragments/solver/explain_types.h"

// Types that the arguments of a call do not determine, as in `zero()`. Forward typing skips what
// depends on them. Then OpenSystem states everything known about them as relations for the solver,
// from producers and consumers, and typing restarts with the solution.
namespace weft {

/// The part of a composition that depends on open types, as relations for the solver.
class TypeInference::OpenSystem {
 public:
  explicit OpenSystem(TypeInference& inference)
      : in_(inference), solver_(inference.library().relations, inference.library().data_types) {}

  void state(const std::vector<Wanted>& wanted);
  /// Solves as far as possible. False if the relations are contradictory.
  bool solve();
  /// The type parameters of an open call.
  const std::vector<TypeVar>& parameters_of(CallId call) const { return parameters_.at(call); }
  const TypeSolver& solver() const { return solver_; }
  /// Returns a note per relation with what it alone leaves possible.
  std::vector<Note> notes(const std::vector<StatedId>& relations) const;
  /// Returns the first open call that a relation concerns, directly or not.
  CallId first_call(const std::vector<StatedId>& relations) const;

 private:
  /// The call that a relation was stated for.
  struct Owner {
    std::string name;
    std::optional<Span> span;
  };
  /// A link from an open value to something of a known data type.
  struct Link {
    TypeVar value;
    DataType wanted;
  };

  const Call& call(CallId id) const { return in_.elaborator_.calls()[id]; }
  TypeVar variable_of(CallId id);
  void add(RelationId rule, std::initializer_list<TypeVar> participants,
           std::uint32_t payload = 0) {
    solver_.add(rule, participants, payload);
  }
  /// Sets the owner of the relations added since the last call.
  void own(std::string name, std::optional<Span> span) {
    owners_.resize(solver_.relation_count(), {std::move(name), span});
  }
  void state_call(CallId id);
  void state_invoke(CallId id, const InvokeCall& invoke, FragmentId candidate);
  void state_link(CallId value, TypeVar variable, const Demand& demand, Stage stage);
  bool converts(DataType data, const std::vector<TraitEntry>& traits, const Demand& demand,
                Stage stage);
  bool choose_overloads();
  bool may_be(CallId id, const InvokeCall& invoke, FragmentId candidate);
  bool follow_links();

  TypeInference& in_;
  TypeSolver solver_;
  std::map<CallId, TypeVar> variables_;
  std::map<CallId, FragmentId> open_calls_;
  std::map<CallId, std::vector<TypeVar>> parameters_;
  std::map<CallId, std::vector<TraitEntry>>
      traits_;                      ///< known traits of open values: those of the result
  std::vector<CallId> overloaded_;  ///< calls whose overload is not chosen yet
  std::vector<Owner> owners_;       ///< by StatedId
  std::vector<Link> links_;
};

TypeVar TypeInference::OpenSystem::variable_of(CallId id) {
  const auto known = variables_.find(id);
  if (known != variables_.end()) {
    return known->second;
  }
  const TypedValue& value = *in_.values_[id.index()];
  const bool is_known = !value.is_error && !value.function;
  const TypeVar made = solver_.add_variable(is_known ? in_.types_of_value(value) : TypeSet::all());
  variables_.emplace(id, made);
  return made;
}

void TypeInference::OpenSystem::state(const std::vector<Wanted>& wanted) {
  for (const OpenCall& open : in_.open_calls_) {
    open_calls_.emplace(open.call, open.fragment);
  }
  for (std::size_t i = 0; i < in_.values_.size(); ++i) {
    if (in_.values_[i] && in_.values_[i]->is_open) {
      state_call(CallId(i));
    }
  }
  for (const Wanted& output : wanted) {
    if (in_.values_[output.call.index()]->is_open) {
      in_.environment_ = no_environment;
      state_link(output.call, variable_of(output.call), output.demand, call(output.call).stage);
      own(output.consumer.words, output.span);
    }
  }
}

void TypeInference::OpenSystem::state_call(CallId id) {
  const Call at = call(id);  // a copy: asking for conversions may append calls
  in_.environment_ = at.environment;
  const TypeVar value = variable_of(id);
  std::string name = at.origin.name;
  const auto same_as = [&](CallId other) {
    add(solver_relations::same, {variable_of(other), value});
  };
  const auto declared = [&](const Demand& demand) {
    state_link(at.inputs[0], variable_of(at.inputs[0]), demand, at.stage);
    add(solver_relations::same, {value, solver_.add_variable(TypeSet::of(demand.data))});
  };
  if (const auto* invoke = std::get_if<InvokeCall>(&at.kind)) {
    name = in_.library().text(invoke->node->callee);
    const auto open = open_calls_.find(id);
    if (open != open_calls_.end()) {
      for (const PatternEntry& entry :
           in_.library().fragments[open->second].results[0].type.entries) {
        if (entry.value) {
          traits_[id].push_back({entry.trait, *entry.value});
        }
      }
      traits_.try_emplace(id);
      state_invoke(id, *invoke, open->second);
    } else if (invoke->node->candidates.size() == 1) {
      state_invoke(id, *invoke, invoke->node->candidates.front());
    } else {
      overloaded_.push_back(id);
    }
  } else if (const auto* member = std::get_if<MemberCall>(&at.kind)) {
    constexpr int most_components = 4;
    name = in_.library().text(member->member);
    if (const auto swizzle = parse_swizzle(name, most_components)) {
      int highest = 0;
      for (int i = 0; i < swizzle_count(*swizzle); ++i) {
        highest = std::max(highest, static_cast<int>(swizzle_component(*swizzle, i)));
      }
      add(solver_relations::swizzle, {variable_of(at.inputs[0]), value},
          swizzle_payload(static_cast<std::uint32_t>(highest),
                          static_cast<std::uint32_t>(swizzle_count(*swizzle))));
    }
  } else if (std::holds_alternative<SelectCall>(at.kind)) {
    add(solver_relations::same,
        {variable_of(at.inputs[0]), solver_.add_variable(TypeSet::of(bool_type))});
    same_as(at.inputs[1]);
    same_as(at.inputs[2]);
  } else if (const auto* ascribe = std::get_if<AscribeCall>(&at.kind)) {
    same_as(at.inputs[0]);
    if (const auto known = traits_.find(at.inputs[0]); known != traits_.end()) {
      std::vector<TraitEntry> traits = known->second;
      traits.insert(traits.end(), ascribe->node->entries.begin(), ascribe->node->entries.end());
      traits_.emplace(id, std::move(traits));
    }
  } else if (std::holds_alternative<InterpolateCall>(at.kind)) {
    same_as(at.inputs[0]);
  } else if (const auto* construct = std::get_if<ConstructCall>(&at.kind)) {
    const DataType type = construct->node->type;
    add(solver_relations::same, {value, solver_.add_variable(TypeSet::of(type))});
    for (std::size_t i = 0; type.is_struct() && i < at.inputs.size(); ++i) {
      const auto& members = in_.library().data_types.structure(type).members;
      if (i < members.size() && in_.values_[at.inputs[i].index()]->is_open) {
        state_link(at.inputs[i], variable_of(at.inputs[i]), demand_of(SemanticType(members[i])),
                   at.stage);
      }
    }
  } else if (const auto* feature = std::get_if<DeclareFeatureCall>(&at.kind)) {
    declared(demand_of(in_.library().features[feature->feature].type));
  } else if (const auto* declare = std::get_if<DeclareCall>(&at.kind)) {
    if (declare->pattern->type_variable) {
      same_as(at.inputs[0]);
    } else {
      Bindings open;
      for (const PatternEntry& entry : declare->pattern->entries) {
        open.trait_values.resize(
            std::max<std::size_t>(open.trait_values.size(), entry.variable.value_or(0) + 1));
      }
      declared(substitute(*declare->pattern, open, in_.lattice()));
    }
  }
  own(std::move(name), at.origin.span);
}

void TypeInference::OpenSystem::state_invoke(CallId id, const InvokeCall& invoke,
                                             FragmentId candidate) {
  const Fragment& fragment = in_.library().fragments[candidate];
  const std::vector<CallId> inputs = call(id).inputs;
  const SignatureTypes types = state_signature(solver_, in_.library(), fragment);
  std::vector<std::optional<TypeVar>> values(fragment.ports.size());
  for (std::size_t i = 0; i < invoke.node->arguments.size(); ++i) {
    const FragmentPort* port = port_of_argument(fragment, *invoke.node, i);
    if (port == nullptr || in_.values_[inputs[i].index()]->function) {
      continue;
    }
    if (port->type.type_variable) {
      values[static_cast<std::size_t>(port - fragment.ports.data())] = variable_of(inputs[i]);
    } else if (in_.values_[inputs[i].index()]->is_open) {
      Bindings open;
      open.trait_values.resize(fragment.trait_variables.size());
      state_link(inputs[i], variable_of(inputs[i]), substitute(port->type, open, in_.lattice()),
                 call(id).stage);
    }
  }
  state_ports(solver_, fragment, types, values);
  if (fragment.results.size() == 1 && !invoke.member) {
    const TypePattern& result = fragment.results[0].type;
    const TypeVar type = result.type_variable ? types.parameters[*result.type_variable]
                                              : solver_.add_variable(TypeSet::of(result.data));
    add(solver_relations::same, {variable_of(id), type});
  }
  parameters_.emplace(id, types.parameters);
}

/// Whether a value of that data type with these traits converts to a demand.
bool TypeInference::OpenSystem::converts(DataType data, const std::vector<TraitEntry>& traits,
                                         const Demand& demand, Stage stage) {
  SemanticType type(data);
  for (const TraitEntry& entry : traits) {
    type.set(entry.trait, entry.value, in_.lattice());
  }
  TypedValue tried;
  tried.is_error = false;
  tried.type = in_.graph_.types.intern(type);
  return in_.find_link(tried, demand, stage).has_value();
}

/// Restricts an open value to the data types that convert to the demand. Needs the value's traits.
void TypeInference::OpenSystem::state_link(CallId value, TypeVar variable, const Demand& demand,
                                           Stage stage) {
  if (demand.data.is_void()) {
    return;
  }
  if (const auto known = traits_.find(value);
      known != traits_.end() && TypeSet::of(demand.data).mask() != 0) {
    TypeReach reach;
    reach.keeps_structs_and_arrays = false;
    for_each_type(TypeSet::within(TypeBound::Plain), [&](DataType data) {
      if (converts(data, known->second, demand, stage)) {
        reach.to[static_cast<std::size_t>(TypeSet::bit_of(data))] = TypeSet::of(demand.data).mask();
      }
    });
    // If no type converts, the link reports that once the value has a type.
    if (std::any_of(reach.to.begin(), reach.to.end(), [](std::uint64_t to) { return to != 0; })) {
      add(solver_relations::convertible_to,
          {variable, solver_.add_variable(TypeSet::of(demand.data))}, solver_.add_reach(reach));
    }
  }
  links_.push_back({variable, demand.data});
}

bool TypeInference::OpenSystem::may_be(CallId id, const InvokeCall& invoke, FragmentId candidate) {
  const Fragment& fragment = in_.library().fragments[candidate];
  const Call at = call(id);
  TypeSolver trial(in_.library().relations, in_.library().data_types);
  const SignatureTypes types = state_signature(trial, in_.library(), fragment);
  std::vector<std::optional<TypeVar>> values(fragment.ports.size());
  std::vector<bool> is_given(fragment.ports.size(), false);
  Bindings open;
  open.trait_values.resize(fragment.trait_variables.size());
  for (std::size_t i = 0; i < invoke.node->arguments.size(); ++i) {
    const FragmentPort* port = port_of_argument(fragment, *invoke.node, i);
    const std::size_t position =
        port != nullptr ? static_cast<std::size_t>(port - fragment.ports.data()) : 0;
    if (port == nullptr || is_given[position]) {
      return false;
    }
    is_given[position] = true;
    const TypedValue& value = *in_.values_[at.inputs[i].index()];
    if (value.function) {
      continue;
    }
    if (port->type.type_variable) {
      values[position] = trial.add_variable(solver_.allowed(variable_of(at.inputs[i])));
      continue;
    }
    const Demand demand = substitute(port->type, open, in_.lattice());
    if (!value.is_error && !in_.find_link(value, demand, at.stage)) {
      return false;
    }
    const auto known = traits_.find(at.inputs[i]);
    bool fits = !value.is_open || known == traits_.end();
    for_each_type(solver_.allowed(variable_of(at.inputs[i])), [&](DataType data) {
      if (fits) {
        return;
      }
      fits = converts(data, known->second, demand, at.stage);
    });
    if (!fits) {
      return false;
    }
  }
  for (std::size_t port = 0; port < fragment.ports.size(); ++port) {
    const FragmentPort& at_port = fragment.ports[port];
    if (!is_given[port] && !at_port.default_value && at_port.kind == FragmentPort::Kind::Value &&
        !is_stitchable(at_port, invoke.node->is_stitched, in_.lattice(), in_.library().names)) {
      return false;
    }
  }
  state_ports(trial, fragment, types, values);
  return trial.solve();
}

/// Chooses overloads of which the arguments leave one candidate. Runs forward and backward, so that
/// chains in either direction take one round. Returns whether it chose any.
bool TypeInference::OpenSystem::choose_overloads() {
  const std::size_t before = overloaded_.size();
  std::vector<CallId> left;
  for (CallId id : std::exchange(overloaded_, {})) {
    in_.environment_ = call(id).environment;
    const InvokeCall invoke = std::get<InvokeCall>(call(id).kind);
    std::vector<FragmentId> possible;
    for (FragmentId candidate : invoke.node->candidates) {
      if (may_be(id, invoke, candidate)) {
        possible.push_back(candidate);
      }
    }
    if (possible.size() != 1) {
      left.push_back(id);
      continue;
    }
    state_invoke(id, invoke, possible.front());
    own(std::string(in_.library().text(invoke.node->callee)), call(id).origin.span);
    if (!solver_.solve()) {
      break;
    }
  }
  overloaded_ = std::move(left);
  std::reverse(overloaded_.begin(), overloaded_.end());
  return overloaded_.size() != before;
}

/// Gives values that are still open the type that their links agree on, if they do. Returns whether
/// it decided any.
bool TypeInference::OpenSystem::follow_links() {
  std::map<TypeVar, std::optional<DataType>> wanted;  // nothing: two different types
  for (const Link& link : links_) {
    if (!solver_.decided(link.value)) {
      const auto [known, is_first] =
          wanted.emplace(solver_.representative(link.value), link.wanted);
      known->second = is_first || known->second == link.wanted ? known->second : std::nullopt;
    }
  }
  // Decide all at once, so that no decision influences another.
  bool decides = false;
  for (const auto& [value, type] : wanted) {
    if (type && solver_.allowed(value).contains(*type)) {
      decides = true;
      solver_.add(solver_relations::same, {value, solver_.add_variable(TypeSet::of(*type))});
      own({}, std::nullopt);
    }
  }
  return decides;
}

bool TypeInference::OpenSystem::solve() {
  bool holds = solver_.solve();
  while (holds && (choose_overloads() || follow_links())) {
    holds = solver_.solve();
  }
  return holds;
}

std::vector<Note> TypeInference::OpenSystem::notes(const std::vector<StatedId>& relations) const {
  std::vector<Note> notes;
  std::set<std::tuple<std::string, std::uint32_t, std::uint32_t>> told;
  for (StatedId relation : relations) {
    TypeSolver alone(solver_.relations(), solver_.types());
    for (const TypeReach& reach : solver_.reaches()) {
      alone.add_reach(reach);
    }
    std::vector<TypeVar> participants;
    for (TypeVar variable : solver_.participants(relation)) {
      participants.push_back(alone.add_variable(solver_.stated_set(variable)));
    }
    alone.add(solver_.stated(relation).rule, participants, solver_.stated(relation).payload);
    std::optional<TypeSet> left;
    if (alone.solve()) {
      for (std::size_t i = 0; i < participants.size(); ++i) {
        const TypeSet& stated = solver_.stated_set(solver_.participants(relation)[i]);
        const TypeSet& set = alone.allowed(participants[i]);
        left = !left && !(set == stated) && !(set == TypeSet::within(TypeBound::Any))
                   ? std::optional(set)
                   : left;
      }
    }
    const Owner& owner = owners_[relation.index()];
    const Span span = owner.span.value_or(Span{});
    if (left && !owner.name.empty() && told.emplace(owner.name, span.begin, span.end).second) {
      notes.push_back(
          {fmt::format("{} leaves {}",
                       owner.name.find('\'') == std::string::npos ? fmt::format("'{}'", owner.name)
                                                                  : owner.name,
                       left->text(solver_.types(), in_.library().names)),
           owner.span});
    }
  }
  return notes;
}

CallId TypeInference::OpenSystem::first_call(const std::vector<StatedId>& relations) const {
  for (const auto& open : open_calls_) {
    const CallId call = open.first;  // clang 14 cannot capture structured bindings
    const TypeVar value = variables_.at(call);
    const auto& parameters = parameters_.at(call);
    for (StatedId relation : relations) {
      const auto participants = solver_.participants(relation);
      const bool speaks =
          std::any_of(participants.begin(), participants.end(), [&](TypeVar variable) {
            return variable == value ||
                   std::find(parameters.begin(), parameters.end(), variable) != parameters.end();
          });
      if (speaks) {
        return call;
      }
    }
  }
  return open_calls_.begin()->first;
}

bool TypeInference::take_decided_types(const CallSite& site, const SignatureTypes& types) {
  const auto known =
      typing_ ? composition_.decided_types.find(*typing_) : composition_.decided_types.end();
  bool fits = true;
  if (known != composition_.decided_types.end() && known->second.fragment == site.id) {
    for (std::size_t i = 0; i < types.parameters.size() && fits; ++i) {
      fits = solver_.restrict(types.parameters[i], TypeSet::of(known->second.type_arguments[i]));
    }
  }
  return fits;
}

bool TypeInference::decide_open_types(const std::vector<Wanted>& wanted) {
  if (open_calls_.empty()) {
    return false;
  }
  typing_.reset();
  OpenSystem system(*this);
  system.state(wanted);
  if (!system.solve()) {
    const TypeReasons reasons = explain_contradiction(system.solver());
    const CallId refused = system.first_call(reasons.relations);
    const Call& call = elaborator_.calls()[refused];
    const NameId callee = std::get<InvokeCall>(call.kind).node->callee;
    Diagnostic diagnostic =
        error_at(Code::ValuesDisagree, call.origin.span.value_or(Span{}),
                 fmt::format("the consumers of this '{}' demand different data types",
                             library().text(callee)),
                 "call it once for each");
    diagnostic.notes = system.notes(reasons.relations);
    append(composition_.diagnostics, std::move(diagnostic));
    // The others may be fine without it.
    composition_.decided_types.insert_or_assign(refused, DecidedTypes{std::nullopt, {}});
    return true;
  }
  bool decides = false;
  for (const OpenCall& open : open_calls_) {
    std::vector<DataType> types;
    for (TypeVar parameter : system.parameters_of(open.call)) {
      if (const auto type = system.solver().decided(parameter)) {
        types.push_back(*type);
      }
    }
    if (types.size() == system.parameters_of(open.call).size()) {
      decides = composition_.decided_types
                    .emplace(open.call, DecidedTypes{open.fragment, std::move(types)})
                    .second ||
                decides;
    }
  }
  if (!decides) {
    report_undecided(system);
  }
  return decides;
}

void TypeInference::report_undecided(const OpenSystem& system) {
  for (const OpenCall& open : open_calls_) {
    const Fragment& fragment = library().fragments[open.fragment];
    const std::vector<TypeVar>& parameters = system.parameters_of(open.call);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (system.solver().decided(parameters[i])) {
        continue;
      }
      const TypeSet& left = system.solver().allowed(parameters[i]);
      Diagnostic diagnostic =
          error_at(Code::UndecidedType, elaborator_.calls()[open.call].origin.span.value_or(Span{}),
                   fmt::format("'{}' is undetermined in this call of '{}'",
                               library().text(fragment.type_parameters[i].name),
                               library().text(fragment.name)),
                   fmt::format("state the type where the value gets a name: name: {} = {}(…)",
                               fragment.type_parameters[i].is_length
                                   ? "float[4]"
                                   : library().type_name(left.first().value_or(float_type)),
                               library().text(fragment.name)));
      diagnostic.notes.push_back(
          {fmt::format("it may be {}", left.text(library().data_types, library().names))});
      for (Note& note : system.notes(explain_set(system.solver(), parameters[i]).relations)) {
        if (note.span != diagnostic.span) {
          diagnostic.notes.push_back(std::move(note));
        }
      }
      report(std::move(diagnostic));
      break;
    }
  }
}

}  // namespace weft
