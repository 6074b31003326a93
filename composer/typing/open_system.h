#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "composer/typing/open_types.h"

namespace weft {

/// The part of a composition that depends on open types, as relations for the solver: everything
/// that producers and consumers say about them.
class OpenSystem {
 public:
  explicit OpenSystem(const TypingContext& in)
      : in_(in), solver_(in.library().relations, in.library().data_types) {}

  /// States what is known about the open values and what the outputs demand of them.
  void state(const std::vector<OutputDemand>& wanted);
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

  CallContext context_of(CallId id) const { return {call(id).stage, call(id).environment}; }
  const Call& call(CallId id) const { return in_.call(id); }
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
  void state_overloads(CallId id, const InvokeCall& invoke);
  void state_invoke(CallId id, const InvokeCall& invoke, FragmentId candidate);
  void state_member(const Call& at, TypeVar value, std::string_view member);
  void state_construct(const Call& at, TypeVar value, DataType type);
  void state_declared(const Call& at, TypeVar value, const Demand& demand);
  void state_same(CallId a, TypeVar b) { add(solver_relations::same, {variable_of(a), b}); }
  void state_link(CallId value, const Demand& demand, CallContext at);
  bool converts(DataType data, const std::vector<TraitEntry>& traits, const Demand& demand,
                CallContext at);
  bool choose_overloads();
  bool may_be(CallId id, const InvokeCall& invoke, FragmentId candidate);
  bool follow_links();

  const TypingContext& in_;
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

}  // namespace weft
