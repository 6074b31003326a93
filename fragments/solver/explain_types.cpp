#include "fragments/solver/explain_types.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace weft {
namespace {

/// The fact to explain: a contradiction, or the set of a variable.
struct Goal {
  std::optional<TypeVar> variable;
  TypeSet set;
};

/// Canonical order of relations: by participants, then by rule and payload, and last by position.
bool is_before(const TypeSolver& solver, StatedId a, StatedId b) {
  const auto left = solver.participants(a);
  const auto right = solver.participants(b);
  if (!std::equal(left.begin(), left.end(), right.begin(), right.end())) {
    return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end());
  }
  const StatedRelation& x = solver.stated(a);
  const StatedRelation& y = solver.stated(b);
  if (x.rule != y.rule || x.payload != y.payload) {
    return std::tie(x.rule, x.payload) < std::tie(y.rule, y.payload);
  }
  return a < b;
}

/// Solves subsets of a system's relations.
class SubSystem {
 public:
  explicit SubSystem(const TypeSolver& whole)
      : whole_(whole), part_(whole.relations(), whole.types()) {
    part_of_.resize(whole.variable_count(), none);
  }

  /// Whether these relations alone entail the goal.
  bool reaches(const std::vector<StatedId>& relations, const Goal& goal) {
    part_.clear();
    for (const TypeReach& reach : whole_.reaches()) {
      part_.add_reach(reach);
    }
    for (StatedId relation : relations) {
      participants_.clear();
      for (TypeVar variable : whole_.participants(relation)) {
        participants_.push_back(variable_of(variable));
      }
      const StatedRelation& stated = whole_.stated(relation);
      part_.add(stated.rule, participants_, stated.payload);
    }
    const std::optional<TypeVar> wanted =
        goal.variable ? std::optional(variable_of(*goal.variable)) : std::nullopt;
    const bool has_solution = part_.solve();
    const bool reached =
        wanted ? has_solution && part_.allowed(*wanted) == goal.set : !has_solution;
    for (TypeVar variable : used_) {
      part_of_[variable.index()] = none;
    }
    used_.clear();
    return reached;
  }
  /// Whether the last run of reaches() failed because of a type that contains itself.
  bool has_cycle() const { return part_.has_cycle(); }

 private:
  static constexpr std::uint32_t none = 0xffffffff;

  TypeVar variable_of(TypeVar variable) {
    std::uint32_t& at = part_of_[variable.index()];
    if (at == none) {
      at = part_.add_variable(whole_.stated_set(variable)).index();
      used_.push_back(variable);
    }
    return TypeVar(at);
  }

  const TypeSolver& whole_;
  TypeSolver part_;
  std::vector<std::uint32_t> part_of_;  // indexed by variable of the whole system
  std::vector<TypeVar> used_;
  std::vector<TypeVar> participants_;
};

/// Propagation in rounds: every relation of a round sees the sets that the previous round left.
class Rounds {
 public:
  Rounds(const TypeSolver& solver, const std::vector<StatedId>& relations)
      : solver_(solver), active_(relations) {
    sets_.resize(solver.variable_count());
    steps_of_.resize(solver.variable_count());
    for (StatedId relation : relations) {
      for (TypeVar variable : solver.participants(relation)) {
        readers_.try_emplace(variable.index()).first->second.push_back(relation);
        sets_[variable.index()] = solver.stated_set(variable);
      }
    }
  }

  /// Returns true at a contradiction, false at the fixed point.
  bool run() {
    while (!active_.empty()) {
      proposals_.clear();
      for (StatedId relation : active_) {
        propose(relation);
      }
      active_.clear();
      const std::size_t before = steps.size();
      for (const TypeStep& proposal : proposals_) {
        TypeSet& set = sets_[proposal.variable.index()];
        const TypeSet after = set & proposal.after;
        if (!(after == set)) {
          steps.push_back({proposal.relation, proposal.variable, set, after});
          set = after;
        }
        if (after.is_empty()) {
          note_steps(before);
          return true;
        }
      }
      note_steps(before);
      std::sort(active_.begin(), active_.end(),
                [this](StatedId a, StatedId b) { return is_before(solver_, a, b); });
      active_.erase(std::unique(active_.begin(), active_.end()), active_.end());
    }
    return false;
  }

  /// The relations that the set of a variable depends on, nearest first (breadth-first search).
  std::vector<StatedId> relations_behind(TypeVar variable) const {
    std::vector<StatedId> found;
    std::vector<bool> seen_variable(sets_.size(), false);
    std::vector<bool> seen_relation(solver_.relation_count(), false);
    std::vector<TypeVar> queue{variable};
    seen_variable[variable.index()] = true;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      for (std::size_t step : steps_of_[queue[next].index()]) {
        const StatedId relation = steps[step].relation;
        if (seen_relation[relation.index()]) {
          continue;
        }
        seen_relation[relation.index()] = true;
        found.push_back(relation);
        for (TypeVar participant : solver_.participants(relation)) {
          if (!seen_variable[participant.index()]) {
            seen_variable[participant.index()] = true;
            queue.push_back(participant);
          }
        }
      }
    }
    return found;
  }

  std::vector<TypeStep> steps;

 private:
  void propose(StatedId relation) {
    const StatedRelation& stated = solver_.stated(relation);
    const auto participants = solver_.participants(relation);
    scratch_.clear();
    for (TypeVar variable : participants) {
      scratch_.push_back(sets_[variable.index()]);
    }
    RelationContext context(scratch_, stated.payload, solver_.types(), solver_.reaches());
    const Outcome outcome = solver_.relations()[stated.rule].propagate(context);
    bool is_empty = false;
    for (std::size_t i = 0; i < participants.size(); ++i) {
      is_empty = is_empty || scratch_[i].is_empty();
      proposals_.push_back(
          {relation, participants[i], sets_[participants[i].index()], scratch_[i]});
    }
    if (outcome == Outcome::Failed && !is_empty) {
      proposals_.push_back({relation, participants[0], sets_[participants[0].index()], TypeSet()});
    }
  }

  void note_steps(std::size_t first) {
    for (std::size_t i = first; i < steps.size(); ++i) {
      steps_of_[steps[i].variable.index()].push_back(i);
      const std::vector<StatedId>& readers = readers_.at(steps[i].variable.index());
      active_.insert(active_.end(), readers.begin(), readers.end());
    }
  }

  const TypeSolver& solver_;
  std::vector<TypeSet> sets_;  // by variable
  std::vector<std::vector<std::size_t>> steps_of_;
  std::unordered_map<std::uint32_t, std::vector<StatedId>> readers_;  // lookups only
#include <tuple>
#include <utility>
  std::vector<StatedId> active_;
  std::vector<TypeStep> proposals_;
  std::vector<TypeSet> scratch_;
};

/// Returns the smallest subset that entails the goal, the lexicographically first among equals.
/// Exponential in from.size(), which is at most exact_limit.
std::vector<StatedId> smallest_choice(const std::vector<StatedId>& from, const Goal& goal,
                                      SubSystem& sub) {
  std::vector<StatedId> chosen;
  for (std::size_t size = 0; size <= from.size(); ++size) {
    // Enumerate the subsets of `size` elements in lexicographic order.
    std::vector<std::size_t> at(size);
    for (std::size_t i = 0; i < size; ++i) {
      at[i] = i;
    }
    for (;;) {
      chosen.clear();
      for (std::size_t i : at) {
        chosen.push_back(from[i]);
      }
      if (sub.reaches(chosen, goal)) {
        return chosen;
      }
      std::size_t digit = size;
      while (digit > 0 && at[digit - 1] == from.size() - size + digit - 1) {
        --digit;
      }
      if (digit == 0) {
        break;
      }
      ++at[digit - 1];
      for (std::size_t i = digit; i < size; ++i) {
        at[i] = at[i - 1] + 1;
      }
    }
  }
  return from;
}

/// Drops relations that the goal does not need, farthest first, in chunks of halving size. The
/// result is a minimal set, as in deletion-based extraction of a minimal unsatisfiable subset.
std::vector<StatedId> without_needless(std::vector<StatedId> relations, const Goal& goal,
                                       SubSystem& sub) {
  for (std::size_t chunk = std::max<std::size_t>(relations.size() / 2, 1);; chunk /= 2) {
    for (std::size_t end = relations.size(); end > 0;) {
      const std::size_t begin = end > chunk ? end - chunk : 0;
      std::vector<StatedId> fewer(relations.begin(),
                                  relations.begin() + static_cast<std::ptrdiff_t>(begin));
      fewer.insert(fewer.end(), relations.begin() + static_cast<std::ptrdiff_t>(end),
                   relations.end());
      if (sub.reaches(fewer, goal)) {
        relations = std::move(fewer);
      }
      end = begin;
    }
    if (chunk == 1) {
      return relations;
    }
  }
}

TypeReasons explain(const TypeSolver& solver, const Goal& goal) {
  for (std::size_t i = 0; i < solver.variable_count() && !goal.variable; ++i) {
    if (solver.stated_set(TypeVar(i)).is_empty()) {
      return {};  // the set was empty from the start: no relation is to blame
    }
  }
  std::vector<StatedId> all;
  for (std::size_t i = 0; i < solver.relation_count(); ++i) {
    all.push_back(StatedId(i));
  }
  const auto by_content = [&solver](StatedId a, StatedId b) { return is_before(solver, a, b); };
  std::sort(all.begin(), all.end(), by_content);
  SubSystem sub(solver);
  std::vector<StatedId> candidates = all;
  if (all.size() > exact_limit) {
    Rounds rounds(solver, all);
    const bool is_contradiction = rounds.run();
    if (is_contradiction || goal.variable) {
      candidates =
          rounds.relations_behind(goal.variable ? *goal.variable : rounds.steps.back().variable);
    }
    // The reason may be a unification, which rounds do not model.
    if (!sub.reaches(candidates, goal)) {
      candidates = all;
    }
    if (candidates.size() > exact_limit) {
      candidates = without_needless(std::move(candidates), goal, sub);
    }
    std::sort(candidates.begin(), candidates.end(), by_content);
  }
  TypeReasons reasons;
  reasons.relations = candidates.size() > exact_limit ? std::move(candidates)
                                                      : smallest_choice(candidates, goal, sub);
  Rounds rounds(solver, reasons.relations);
  rounds.run();
  reasons.steps = std::move(rounds.steps);
  sub.reaches(reasons.relations, goal);
  reasons.contains_itself = sub.has_cycle();
  return reasons;
}

}  // namespace

TypeReasons explain_contradiction(const TypeSolver& solver) { return explain(solver, {}); }

TypeReasons explain_set(const TypeSolver& solver, TypeVar variable) {
  return explain(solver, {variable, solver.allowed(variable)});
}

}  // namespace weft
