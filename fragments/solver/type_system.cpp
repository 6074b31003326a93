#include "fragments/solver/type_system.h"

#include "support/check.h"

namespace weft {

void TypeSystem::clear() {
  sets_.clear();
  stated_.clear();
  participants_.clear();
  reaches_.clear();
}

TypeVar TypeSystem::add_variable(const TypeSet& allowed) {
  sets_.push_back(allowed);
  return TypeVar(sets_.size() - 1);
}

StatedId TypeSystem::add(RelationId rule_id, std::span<const TypeVar> participants,
                         std::uint32_t payload) {
  const RelationRule& rule = relations_[rule_id];
  const std::size_t count = participants.size();
  WEFT_CHECK(count >= rule.least + rule.results &&
                 (rule.most == any_number || count <= rule.most + rule.results),
             "a relation has the wrong number of participants");
  stated_.push_back({rule_id, payload, static_cast<std::uint32_t>(participants_.size()),
                     static_cast<std::uint32_t>(count)});
  participants_.insert(participants_.end(), participants.begin(), participants.end());
  return StatedId(stated_.size() - 1);
}

std::uint32_t TypeSystem::add_reach(TypeReach reach) {
  reaches_.push_back(reach);
  return static_cast<std::uint32_t>(reaches_.size() - 1);
}

}  // namespace weft
