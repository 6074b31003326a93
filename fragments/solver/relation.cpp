#include "fragments/solver/relation.h"

#include <algorithm>

namespace weft {

bool RelationContext::all_decided() const {
  return std::all_of(sets_.begin(), sets_.end(),
                     [](const TypeSet& set) { return set.only().has_value(); });
}

void RelationContext::narrow(std::size_t i, const TypeSet& to) {
  const TypeSet both = sets_[i] & to;
  is_narrowed_ = is_narrowed_ || !(both == sets_[i]);
  sets_[i] = both;
}

void RelationContext::equate(std::size_t i, std::size_t j) {
  narrow(i, sets_[j]);
  narrow(j, sets_[i]);
  equated_.emplace_back(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
}

Outcome RelationContext::outcome() const {
  if (std::any_of(sets_.begin(), sets_.end(), [](const TypeSet& set) { return set.is_empty(); })) {
    return Outcome::Failed;
  }
  if (is_narrowed_) {
    return Outcome::Refined;
  }
  return all_decided() ? Outcome::Satisfied : Outcome::Deferred;
}

TypeReach TypeReach::identity() {
  TypeReach reach;
  for (std::size_t bit = 0; bit < reach.to.size(); ++bit) {
    reach.to[bit] = std::uint64_t{1} << bit;
  }
  return reach;
}

bool RelationRegistry::add(RelationRule rule) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const bool is_name = !rule.name.empty() && is_letter(rule.name.front()) &&
                       std::all_of(rule.name.begin(), rule.name.end(),
                                   [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
  if (!is_name || find(rule.name) || rule.least > rule.most || rule.most == 0 || rule.results > 1 ||
      (rule.ties_results && rule.results != 0) || !rule.propagate) {
    return false;
  }
  rules_.push_back(std::move(rule));
  return true;
}

std::optional<RelationId> RelationRegistry::find(std::string_view name) const {
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    if (rules_[i].name == name) {
      return RelationId(i);
    }
  }
  return std::nullopt;
}

std::vector<std::string_view> RelationRegistry::names() const {
  std::vector<std::string_view> names;
  for (const RelationRule& rule : rules_) {
    if (rule.name.front() != '(') {
      names.push_back(rule.name);
    }
  }
  return names;
}

}  // namespace weft
