#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fragments/solver/relation.h"

namespace weft {

struct TypeVariable;
/// An unknown data type: of a port, of a result, of a type parameter at one call.
using TypeVar = Id<TypeVariable>;

struct StatedRelation {
  RelationId rule;
  std::uint32_t payload;
  std::uint32_t begin;  ///< of its participants, which TypeSystem::participants returns
  std::uint32_t count;
};
/// One constraint between given variables, numbered in the order stated.
using StatedId = Id<StatedRelation>;

/// A system of constraints as it was stated: variables with their initial sets of types, and
/// relations between them. TypeSolver solves it; explanations solve parts of it again.
class TypeSystem {
 public:
  /// Both arguments must outlive the system.
  TypeSystem(const RelationRegistry& relations, const DataTypeTable& types)
      : relations_(relations), types_(types) {}

  /// Keeps the allocated memory for the next system.
  void clear();
  TypeVar add_variable(const TypeSet& allowed);
  /// Participants: the ports the rule requires, followed by its results.
  StatedId add(RelationId rule, std::span<const TypeVar> participants, std::uint32_t payload);
  /// Adds a table for `convertible_to` and returns its index, to use as the payload.
  std::uint32_t add_reach(TypeReach reach);

  std::size_t variable_count() const { return sets_.size(); }
  std::size_t relation_count() const { return stated_.size(); }
  const TypeSet& stated_set(TypeVar variable) const { return sets_[variable.index()]; }
  const StatedRelation& stated(StatedId relation) const { return stated_[relation.index()]; }
  std::span<const TypeVar> participants(StatedId relation) const {
    const StatedRelation& stated = stated_[relation.index()];
    return std::span(participants_).subspan(stated.begin, stated.count);
  }
  std::span<const TypeReach> reaches() const { return reaches_; }
  const RelationRegistry& relations() const { return relations_; }
  const DataTypeTable& types() const { return types_; }

 private:
  const RelationRegistry& relations_;
  const DataTypeTable& types_;
  std::vector<TypeSet> sets_;  ///< per variable
  std::vector<StatedRelation> stated_;
  std::vector<TypeVar> participants_;
  std::vector<TypeReach> reaches_;
};

}  // namespace weft
