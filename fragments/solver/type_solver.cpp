#include "fragments/solver/type_solver.h"

#include "support/check.h"

namespace weft {

TypeSolver::TypeSolver(const RelationRegistry& relations, const DataTypeTable& types)
    : relations_(relations), types_(types) {}

void TypeSolver::clear() {
  nodes_.clear();
  stated_.clear();
  participants_.clear();
  watches_.clear();
  reaches_.clear();
  queue_.clear();
  queue_begin_ = 0;
  to_unite_.clear();
  has_arrays_ = false;
  has_failed_ = false;
  has_cycle_ = false;
  runs_ = 0;
}

TypeVar TypeSolver::add_variable(const TypeSet& allowed) {
  const auto at = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({at, 1, allowed, allowed});
  has_failed_ = has_failed_ || allowed.is_empty();
  return TypeVar(at);
}

std::uint32_t TypeSolver::add_reach(TypeReach reach) {
  reaches_.push_back(reach);
  return static_cast<std::uint32_t>(reaches_.size() - 1);
}

StatedId TypeSolver::add(RelationId rule_id, std::span<const TypeVar> participants,
                         std::uint32_t payload) {
  const RelationRule& rule = relations_[rule_id];
  const std::size_t count = participants.size();
  WEFT_CHECK(count >= rule.least + rule.results &&
                 (rule.most == any_number || count <= rule.most + rule.results),
             "a relation has the wrong number of participants");
  const auto relation = static_cast<std::uint32_t>(stated_.size());
  stated_.push_back({rule_id, payload, static_cast<std::uint32_t>(participants_.size()),
                     static_cast<std::uint32_t>(count)});
  participants_.insert(participants_.end(), participants.begin(), participants.end());
  for (TypeVar participant : participants) {
    watch(root(participant.index()), relation);
  }
  if (rule_id == solver_relations::array_of) {
    has_arrays_ = true;
    Node& array = nodes_[root(participants[0].index())];
    if (array.array == none) {
      array.array = relation;
    } else {
      // Two array_of relations on one array: unify their elements and their lengths.
      for (std::uint32_t part : {1U, 2U}) {
        to_unite_.emplace_back(participants_[stated_[array.array].begin + part].index(),
                               participants[part].index());
      }
    }
  }
  enqueue(relation);
  return StatedId(relation);
}

std::span<const TypeVar> TypeSolver::participants(StatedId relation) const {
  const Stated& stated = stated_[relation.index()];
  return std::span(participants_).subspan(stated.begin, stated.count);
}

std::uint32_t TypeSolver::root(std::uint32_t at) const {
  while (nodes_[at].parent != at) {
    nodes_[at].parent = nodes_[nodes_[at].parent].parent;
    at = nodes_[at].parent;
  }
  return at;
}

void TypeSolver::watch(std::uint32_t root, std::uint32_t relation) {
  const auto at = static_cast<std::uint32_t>(watches_.size());
  watches_.push_back({relation, none});
  Node& node = nodes_[root];
  (node.last_watch == none ? node.first_watch : watches_[node.last_watch].next) = at;
  node.last_watch = at;
}

void TypeSolver::enqueue(std::uint32_t relation) {
  Stated& stated = stated_[relation];
  if (!stated.is_queued && !stated.is_satisfied) {
    stated.is_queued = true;
    queue_.push_back(relation);
  }
}

void TypeSolver::wake(std::uint32_t root) {
  for (std::uint32_t at = nodes_[root].first_watch; at != none; at = watches_[at].next) {
    enqueue(watches_[at].relation);
  }
}

bool TypeSolver::narrow(std::uint32_t at, const TypeSet& to) {
  Node& node = nodes_[at];
  const TypeSet both = node.allowed & to;
  if (!(both == node.allowed)) {
    node.allowed = both;
    wake(at);
  }
  return !both.is_empty();
}

bool TypeSolver::unite(std::uint32_t first, std::uint32_t second) {
  to_unite_.emplace_back(first, second);
  while (!to_unite_.empty()) {
    std::uint32_t a = root(to_unite_.back().first);
    std::uint32_t b = root(to_unite_.back().second);
    to_unite_.pop_back();
    if (a == b) {
      continue;
    }
    const TypeSet both = nodes_[a].allowed & nodes_[b].allowed;
    if (!narrow(a, both) || !narrow(b, both)) {
      return false;
    }
    if (nodes_[a].size < nodes_[b].size) {
      std::swap(a, b);
    }
    Node& into = nodes_[a];
    Node& from = nodes_[b];
    from.parent = a;
    into.size += from.size;
    if (from.first_watch != none) {
      (into.last_watch == none ? into.first_watch : watches_[into.last_watch].next) =
          from.first_watch;
      into.last_watch = from.last_watch;
    }
    if (into.array != none && from.array != none) {
      const Stated& x = stated_[into.array];
      const Stated& y = stated_[from.array];
      for (std::uint32_t part : {1U, 2U}) {
        to_unite_.emplace_back(participants_[x.begin + part].index(),
                               participants_[y.begin + part].index());
      }
    } else if (into.array == none) {
      into.array = from.array;
    }
  }
  return true;
}

bool TypeSolver::run(std::uint32_t relation) {
  ++runs_;
  Stated& stated = stated_[relation];
  const RelationRule& rule = relations_[stated.rule];
  scratch_.clear();
  for (std::uint32_t i = 0; i < stated.count; ++i) {
    scratch_.push_back(nodes_[root(participants_[stated.begin + i].index())].allowed);
  }
  RelationContext context(scratch_, stated.payload, types_, reaches_);
  const Outcome outcome = rule.propagate(context);
  if (outcome == Outcome::Failed) {
    return false;
  }
  for (std::uint32_t i = 0; i < stated.count; ++i) {
    if (!narrow(root(participants_[stated.begin + i].index()), scratch_[i])) {
      return false;
    }
  }
  for (const auto& [i, j] : context.equated()) {
    if (!unite(participants_[stated.begin + i].index(), participants_[stated.begin + j].index())) {
      return false;
    }
  }
  // narrow() has queued every relation on a changed variable, this one included. A relation that
  // returns Refined without narrowing anything must not be queued again: it would loop forever.
  stated.is_satisfied = stated.is_satisfied || outcome == Outcome::Satisfied;
  return true;
}

bool TypeSolver::solve(QueueOrder order) {
  while (!has_failed_ && !to_unite_.empty()) {
    const auto [a, b] = to_unite_.back();
    to_unite_.pop_back();
    has_failed_ = !unite(a, b);
  }
  while (!has_failed_ && queue_begin_ < queue_.size()) {
    std::uint32_t relation = 0;
    if (order == QueueOrder::FirstIn) {
      relation = queue_[queue_begin_++];
    } else {
      relation = queue_.back();
      queue_.pop_back();
    }
    stated_[relation].is_queued = false;
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
  has_failed_ = !narrow(root(variable.index()), to) || has_failed_;
  return solve();
}

bool TypeSolver::settle(TypeVar variable) {
  const auto first = allowed(variable).first();
  return first&& restrict(variable, TypeSet::of(*first));
}

bool TypeSolver::contains_itself() const {
  // An array has one element type, so each node has at most one outgoing edge and a cycle is found
  // by one marked walk per start.
  std::vector<std::uint32_t> mark(nodes_.size(), 0);
  for (std::uint32_t start = 0; start < nodes_.size(); ++start) {
    std::uint32_t at = root(start);
    while (mark[at] == 0 && nodes_[at].array != none) {
      mark[at] = start + 1;
      at = root(participants_[stated_[nodes_[at].array].begin + 1].index());
    }
    if (nodes_[at].array != none && mark[at] == start + 1) {
      return true;
    }
  }
  return false;
}

}  // namespace weft
