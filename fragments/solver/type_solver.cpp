#include "fragments/solver/type_solver.h"

namespace weft {

TypeSolver::TypeSolver(const RelationRegistry& relations, const DataTypeTable& types)
    : TypeSystem(relations, types) {}

void TypeSolver::clear() {
  TypeSystem::clear();
  classes_.clear();
  states_.clear();
  queue_.clear();
  queue_begin_ = 0;
  to_unite_.clear();
  has_arrays_ = false;
  has_failed_ = false;
  has_cycle_ = false;
  runs_ = 0;
}

TypeVar TypeSolver::add_variable(const TypeSet& allowed) {
  classes_.add(allowed);
  has_failed_ = has_failed_ || allowed.is_empty();
  return TypeSystem::add_variable(allowed);
}

std::uint32_t TypeSolver::add_reach(TypeReach reach) { return TypeSystem::add_reach(reach); }

StatedId TypeSolver::add(RelationId rule, std::span<const TypeVar> participants,
                         std::uint32_t payload) {
  const StatedId relation = TypeSystem::add(rule, participants, payload);
  states_.emplace_back();
  for (TypeVar participant : participants) {
    classes_.watch(classes_.root(participant), relation);
  }
  if (rule == solver_relations::array_of) {
    has_arrays_ = true;
    const std::uint32_t array = classes_.root(participants[0]);
    if (const auto known = classes_.array(array)) {
      equate_parts(*known, relation);
    } else {
      classes_.set_array(array, relation);
    }
  }
  enqueue(relation);
  return relation;
}

void TypeSolver::enqueue(StatedId relation) {
  RelationState& state = states_[relation.index()];
  if (!state.is_queued && !state.is_satisfied) {
    state.is_queued = true;
    queue_.push_back(relation);
  }
}

bool TypeSolver::narrow(std::uint32_t root, const TypeSet& to) {
  const TypeSet both = classes_.allowed(root) & to;
  if (!(both == classes_.allowed(root))) {
    classes_.set_allowed(root, both);
    classes_.for_each_watcher(root, [this](StatedId relation) { enqueue(relation); });
  }
  return !both.is_empty();
}

void TypeSolver::equate_parts(StatedId array, StatedId other) {
  const auto x = participants(array);
  const auto y = participants(other);
  for (std::size_t part : {1U, 2U}) {
    to_unite_.emplace_back(x[part], y[part]);
  }
}

bool TypeSolver::unite(TypeVar first, TypeVar second) {
  to_unite_.emplace_back(first, second);
  while (!to_unite_.empty()) {
    const std::uint32_t a = classes_.root(to_unite_.back().first);
    const std::uint32_t b = classes_.root(to_unite_.back().second);
    to_unite_.pop_back();
    if (a == b) {
      continue;
    }
    const TypeSet both = classes_.allowed(a) & classes_.allowed(b);
    if (!narrow(a, both) || !narrow(b, both)) {
      return false;
    }
    const auto [into, from] = classes_.unite(a, b);
    const auto array = classes_.array(into);
    const auto other = classes_.array(from);
    if (array && other) {
      equate_parts(*array, *other);
    } else if (other) {
      classes_.set_array(into, *other);
    }
  }
  return true;
}

bool TypeSolver::run(StatedId relation) {
  ++runs_;
  const StatedRelation& constraint = stated(relation);
  const std::span<const TypeVar> variables = participants(relation);
  scratch_.clear();
  for (TypeVar variable : variables) {
    scratch_.push_back(allowed(variable));
  }
  RelationContext context(scratch_, constraint.payload, types(), reaches());
  const Outcome outcome = relations()[constraint.rule].propagate(context);
  if (outcome == Outcome::Failed) {
    return false;
  }
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (!narrow(classes_.root(variables[i]), scratch_[i])) {
      return false;
    }
  }
  for (const auto& [i, j] : context.equated()) {
    if (!unite(variables[i], variables[j])) {
      return false;
    }
  }
  // narrow() has queued every relation on a changed variable, this one included. A relation that
  // returns Refined without narrowing anything must not be queued again: it would loop forever.
  RelationState& state = states_[relation.index()];
  state.is_satisfied = state.is_satisfied || outcome == Outcome::Satisfied;
  return true;
}

bool TypeSolver::solve(QueueOrder order) {
  while (!has_failed_ && !to_unite_.empty()) {
    const auto [a, b] = to_unite_.back();
    to_unite_.pop_back();
    has_failed_ = !unite(a, b);
  }
  while (!has_failed_ && queue_begin_ < queue_.size()) {
    StatedId relation(0);
    if (order == QueueOrder::FirstIn) {
      relation = queue_[queue_begin_++];
    } else {
      relation = queue_.back();
      queue_.pop_back();
    }
    states_[relation.index()].is_queued = false;
    has_failed_ = !run(relation);
  }
  if (queue_begin_ == queue_.size()) {
    queue_.clear();
    queue_begin_ = 0;
  }
  has_cycle_ = !has_failed_ && has_arrays_ && contains_itself();
  has_failed_ = has_failed_ || has_cycle_;
  return !has_failed_;
}

bool TypeSolver::restrict(TypeVar variable, const TypeSet& to) {
  has_failed_ = !narrow(classes_.root(variable), to) || has_failed_;
  return solve();
}

bool TypeSolver::settle(TypeVar variable) {
  const auto first = allowed(variable).first();
  return first&& restrict(variable, TypeSet::of(*first));
}

bool TypeSolver::contains_itself() const {
  // An array has one element type, so each node has at most one outgoing edge and a cycle is found
  // by one marked walk per start.
  std::vector<std::uint32_t> mark(classes_.size(), 0);
  for (std::uint32_t start = 0; start < classes_.size(); ++start) {
    std::uint32_t at = classes_.root(TypeVar(start));
    while (mark[at] == 0 && classes_.array(at)) {
      mark[at] = start + 1;
      at = classes_.root(participants(*classes_.array(at))[1]);
    }
    if (classes_.array(at) && mark[at] == start + 1) {
      return true;
    }
  }
  return false;
}

}  // namespace weft
