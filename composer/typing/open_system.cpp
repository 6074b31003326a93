#include "composer/typing/open_system.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "composer/typing/bind_types.h"
#include "composer/typing/declared_types.h"
#include "fragments/model/call_arguments.h"
#include "fragments/model/signature_types.h"

namespace weft {

TypeVar OpenSystem::variable_of(CallId id) {
  const auto known = variables_.find(id);
  if (known != variables_.end()) {
    return known->second;
  }
  const TypedValue& value = in_.calls.value(id);
  const bool is_known = !value.is_error && !value.function;
  const TypeVar made =
      solver_.add_variable(is_known ? types_of_value(in_.values, value) : TypeSet::all());
  variables_.emplace(id, made);
  return made;
}

void OpenSystem::state(const std::vector<OutputDemand>& outputs) {
  for (const TypedCall& entry : in_.calls.all()) {
    if (entry.findings().open_overload) {
      open_calls_.emplace(*entry.call, *entry.findings().open_overload);
    }
  }
  const std::size_t count = in_.elaborator.calls().size();
  for (std::size_t i = 0; i < count; ++i) {
    const TypedValue* value = in_.calls.find_value(CallId(i));
    if (value != nullptr && value->is_open) {
      state_call(CallId(i));
    }
  }
  for (const OutputDemand& output : outputs) {
    if (in_.calls.value(output.call).is_open) {
      state_link(output.call, output.demand, call(output.call).stage);
      own(output.consumer.words, output.span);
    }
  }
}

void OpenSystem::state_call(CallId id) {
  const Call at = call(id);  // a copy: asking for conversions may append calls
  const TypeVar value = variable_of(id);
  std::string name = at.origin.name;
  if (const auto* invoke = std::get_if<InvokeCall>(&at.kind)) {
    name = in_.library().text(invoke->node->callee);
    state_overloads(id, *invoke);
  } else if (const auto* member = std::get_if<MemberCall>(&at.kind)) {
    name = in_.library().text(member->member);
    state_member(at, value, name);
  } else if (std::holds_alternative<SelectCall>(at.kind)) {
    add(solver_relations::same,
        {variable_of(at.inputs[0]), solver_.add_variable(TypeSet::of(bool_type))});
    state_same(at.inputs[1], value);
    state_same(at.inputs[2], value);
  } else if (const auto* ascribe = std::get_if<AscribeCall>(&at.kind)) {
    state_same(at.inputs[0], value);
    if (const auto known = traits_.find(at.inputs[0]); known != traits_.end()) {
      std::vector<TraitEntry> traits = known->second;
      traits.insert(traits.end(), ascribe->node->entries.begin(), ascribe->node->entries.end());
      traits_.emplace(id, std::move(traits));
    }
  } else if (std::holds_alternative<InterpolateCall>(at.kind)) {
    state_same(at.inputs[0], value);
  } else if (const auto* construct = std::get_if<ConstructCall>(&at.kind)) {
    state_construct(at, value, construct->node->type);
  } else if (const auto* feature = std::get_if<DeclareFeatureCall>(&at.kind)) {
    state_declared(at, value, demand_of(in_.library().features[feature->feature].type));
  } else if (const auto* declare = std::get_if<DeclareCall>(&at.kind)) {
    if (declare->pattern->type_variable && !declare->variable) {
      state_same(at.inputs[0], value);
    } else {
      const DataType variable = declare->variable.value_or(DataType());
      state_declared(at, value, declared_demand(in_, *declare->pattern, variable));
    }
  }
  own(std::move(name), at.origin.span);
}

void OpenSystem::state_overloads(CallId id, const InvokeCall& invoke) {
  const auto open = open_calls_.find(id);
  if (open != open_calls_.end()) {
    for (const PatternEntry& entry :
         in_.library().fragments[open->second].results[0].type.entries) {
      if (entry.value) {
        traits_[id].push_back({entry.trait, *entry.value});
      }
    }
    traits_.try_emplace(id);
    state_invoke(id, invoke, open->second);
  } else if (invoke.node->candidates.size() == 1) {
    state_invoke(id, invoke, invoke.node->candidates.front());
  } else {
    overloaded_.push_back(id);
  }
}

void OpenSystem::state_member(const Call& at, TypeVar value, std::string_view member) {
  constexpr int most_components = 4;
  const auto swizzle = parse_swizzle(member, most_components);
  if (!swizzle) {
    return;
  }
  int highest = 0;
  for (int i = 0; i < swizzle_count(*swizzle); ++i) {
    highest = std::max(highest, static_cast<int>(swizzle_component(*swizzle, i)));
  }
  add(solver_relations::swizzle, {variable_of(at.inputs[0]), value},
      swizzle_payload(static_cast<std::uint32_t>(highest),
                      static_cast<std::uint32_t>(swizzle_count(*swizzle))));
}

void OpenSystem::state_construct(const Call& at, TypeVar value, DataType type) {
  add(solver_relations::same, {value, solver_.add_variable(TypeSet::of(type))});
  for (std::size_t i = 0; type.is_struct() && i < at.inputs.size(); ++i) {
    const auto& members = in_.library().data_types.structure(type).members;
    if (i < members.size() && in_.calls.value(at.inputs[i]).is_open) {
      state_link(at.inputs[i], demand_of(SemanticType(members[i])), {at.stage, at.environment});
    }
  }
}

void OpenSystem::state_declared(const Call& at, TypeVar value, const Demand& demand) {
  state_link(at.inputs[0], demand, {at.stage, at.environment});
  add(solver_relations::same, {value, solver_.add_variable(TypeSet::of(demand.data))});
}

void OpenSystem::state_invoke(CallId id, const InvokeCall& invoke, FragmentId candidate) {
  const Fragment& fragment = in_.library().fragments[candidate];
  const CallIds inputs = call(id).inputs;
  const SignatureTypes types = state_signature(solver_, in_.library(), fragment);
  std::vector<std::optional<TypeVar>> values(fragment.ports.size());
  for (std::size_t i = 0; i < invoke.node->arguments.size(); ++i) {
    const FragmentPort* port = port_of_argument(fragment, *invoke.node, i);
    if (port == nullptr || in_.calls.value(inputs[i]).function) {
      continue;
    }
    if (port->type.type_variable) {
      values[static_cast<std::size_t>(port - fragment.ports.data())] = variable_of(inputs[i]);
    } else if (in_.calls.value(inputs[i]).is_open) {
      Bindings open;
      open.trait_values.resize(fragment.trait_variables.size());
      state_link(inputs[i], substitute(port->type, open, in_.lattice()), context_of(id));
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
bool OpenSystem::converts(DataType data, const std::vector<TraitEntry>& traits,
                          const Demand& demand, CallContext at) {
  SemanticType type(data);
  for (const TraitEntry& entry : traits) {
    type.set(entry.trait, entry.value, in_.lattice());
  }
  TypedValue tried;
  tried.is_error = false;
  tried.type = in_.values.intern(type);
  return in_.links.find(tried, demand, at).has_value();
}

/// Restricts an open value to the data types that convert to the demand. Needs the value's traits.
void OpenSystem::state_link(CallId value, const Demand& demand, CallContext at) {
  const TypeVar variable = variable_of(value);
  if (demand.data.is_void()) {
    return;
  }
  if (const auto known = traits_.find(value);
      known != traits_.end() && TypeSet::of(demand.data).mask() != 0) {
    TypeReach reach;
    reach.keeps_structs_and_arrays = false;
    for_each_type(TypeSet::within(TypeBound::Plain), [&](DataType data) {
      if (converts(data, known->second, demand, at)) {
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

bool OpenSystem::may_be(CallId id, const InvokeCall& invoke, FragmentId candidate) {
  const Fragment& fragment = in_.library().fragments[candidate];
  const Call at = call(id);
  const CallContext here = context_of(id);
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
    const TypedValue& value = in_.calls.value(at.inputs[i]);
    if (value.function) {
      continue;
    }
    if (port->type.type_variable) {
      values[position] = trial.add_variable(solver_.allowed(variable_of(at.inputs[i])));
      continue;
    }
    const Demand demand = substitute(port->type, open, in_.lattice());
    if (!value.is_error && !in_.links.find(value, demand, here)) {
      return false;
    }
    const auto known = traits_.find(at.inputs[i]);
    bool fits = !value.is_open || known == traits_.end();
    for_each_type(solver_.allowed(variable_of(at.inputs[i])), [&](DataType data) {
      if (fits) {
        return;
      }
      fits = converts(data, known->second, demand, here);
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
bool OpenSystem::choose_overloads() {
  const std::size_t before = overloaded_.size();
  std::vector<CallId> left;
  for (CallId id : std::exchange(overloaded_, {})) {
    const InvokeCall invoke = std::get<InvokeCall>(call(id).kind);
    const CandidateTiers tiers = tiers_of(invoke.node->candidates, invoke.node->outsiders.count);
    std::vector<FragmentId> possible;
    const auto is_possible = [&](FragmentId candidate) { return may_be(id, invoke, candidate); };
    const auto add_possible = [&](std::span<const FragmentId> candidates) {
      std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(possible), is_possible);
    };
    add_possible(tiers.seen);
    if (possible.empty()) {
      add_possible(tiers.others);
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
bool OpenSystem::follow_links() {
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

bool OpenSystem::solve() {
  bool holds = solver_.solve();
  while (holds && (choose_overloads() || follow_links())) {
    holds = solver_.solve();
  }
  return holds;
}

std::vector<Note> OpenSystem::notes(const std::vector<StatedId>& relations) const {
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

CallId OpenSystem::first_call(const std::vector<StatedId>& relations) const {
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

}  // namespace weft
