#include "conversions/search/independent_parts.h"

#include <algorithm>
#include <numeric>

namespace weft {
namespace {

/// Whether a, b and `within` have a bit in common.
bool intersect(const SlotSet& a, const SlotSet& b, const SlotSet& within) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if ((a[i] & b[i] & within[i]) != 0) {
      return true;
    }
  }
  return false;
}

class PartFinder {
 public:
  explicit PartFinder(const SearchProblem& problem)
      : problem_(problem),
        slots_(problem.slots),
        rules_(problem.rules),
        taking_part_(rules_.size(), false) {
    for (std::uint32_t rule = 0; rule < rules_.size(); ++rule) {
      taking_part_[rule] = problem.may_use(rule);
    }
  }

  std::vector<IndependentPart> run() {
    do {
      leave_what_can_be_reached();
    } while (leave_what_leads_back());
    leave_what_matters();
    join_slots();
    return parts();
  }

 private:
  SlotSet no_slots() const { return SlotSet(slots_.word_count(), 0); }

  /// Keeps the rules that may apply if the slots could be reached independently of each other.
  void leave_what_can_be_reached() {
    std::vector<bool> reached(slots_.place_count(), false);
    for (std::uint32_t slot = 0; slot < slots_.count(); ++slot) {
      reached[slots_.place(slot, problem_.source[slot])] = true;
    }
    const auto may_meet = [&](const CoordinateCheck& check) {
      bool meets = check.conditional && reached[slots_.place(check.slot, 0)];
      for (Coordinate at = check.begin; at < check.end && !meets; ++at) {
        meets = reached[slots_.place(check.slot, at)];
      }
      return meets;
    };
    std::vector<bool> applied(rules_.size(), false);
    for (bool is_new = true; is_new;) {
      is_new = false;
      for (std::uint32_t rule = 0; rule < rules_.size(); ++rule) {
        const auto checks = rules_.checks(rule);
        if (applied[rule] || !taking_part_[rule] ||
            !std::all_of(checks.begin(), checks.end(), may_meet)) {
          continue;
        }
        applied[rule] = is_new = true;
        for (const CoordinateEffect& effect : rules_.effects(rule)) {
          reached[slots_.place(effect.slot, effect.value)] = true;
        }
      }
    }
    taking_part_ = std::move(applied);
  }

  /// Keeps the rules after which each demanded slot can still reach its demanded value. Returns
  /// whether it removed any.
  bool leave_what_leads_back() {
    bool went = false;
    for (const CoordinateCheck& demanded : problem_.goal) {
      const std::uint32_t slot = demanded.slot;
      std::vector<bool> leads(slots_.width(slot), false);
      for (Coordinate at = 0; at < leads.size(); ++at) {
        leads[at] = demanded.meets(at);
      }
      for (bool is_new = true; is_new;) {
        is_new = false;
        for_each_change(slot, [&](std::uint32_t rule, const CoordinateEffect& effect) {
          for (Coordinate at = 0; at < leads.size() && leads[effect.value]; ++at) {
            if (!leads[at] && takes(rule, slot, at)) {
              leads[at] = is_new = true;
            }
          }
        });
      }
      for_each_change(slot, [&](std::uint32_t rule, const CoordinateEffect& effect) {
        if (!leads[effect.value] && !effect.only_if_present) {
          taking_part_[rule] = false;
          went = true;
        }
      });
    }
    return went;
  }

  template <typename Visit>
  void for_each_change(std::uint32_t slot, Visit visit) {
    for (std::uint32_t rule = 0; rule < rules_.size(); ++rule) {
      for (const CoordinateEffect& effect : rules_.effects(rule)) {
        if (taking_part_[rule] && effect.slot == slot) {
          visit(rule, effect);
        }
      }
    }
  }

  bool takes(std::uint32_t rule, std::uint32_t slot, Coordinate at) const {
    const auto checks = rules_.checks(rule);
    return std::all_of(checks.begin(), checks.end(), [&](const CoordinateCheck& check) {
      return check.slot != slot || check.meets(at);
    });
  }

  /// Keeps the rules that change a slot which is demanded and not satisfied, or which such a rule
  /// matches; a chain never needs any other. Losing a guarantee helps only where its absence is
  /// matched.
  void leave_what_matters() {
    SlotSet matter = no_slots();
    SlotSet absence_matters = no_slots();
    relied_ = no_slots();
    SlotSet demanded = no_slots();
    for (const CoordinateCheck& check : problem_.goal) {
      insert_slot(demanded, check.slot);
      insert_slot(relied_, check.slot);
      if (!check.meets(problem_.source[check.slot])) {
        insert_slot(matter, check.slot);
      }
    }
    std::vector<bool> matters(rules_.size(), false);
    for (bool is_new = true; is_new;) {
      is_new = false;
      for (std::uint32_t rule = 0; rule < rules_.size(); ++rule) {
        const bool helps = intersect(rules_.changes(rule), matter, matter) ||
                           intersect(rules_.losses(rule), matter, absence_matters);
        if (matters[rule] || !taking_part_[rule] || !helps) {
          continue;
        }
        matters[rule] = is_new = true;
        for (const CoordinateCheck& check : rules_.checks(rule)) {
          insert_slot(matter, check.slot);
          if (check.conditional) {
            insert_slot(absence_matters, check.slot);
          }
        }
        for (std::size_t i = 0; i < matter.size();
             ++i) {  // demanded slots that it changes have to be restored
          matter[i] |= (rules_.changes(rule)[i] | rules_.losses(rule)[i]) & demanded[i];
          relied_[i] |= rules_.relied_on(rule)[i];
        }
      }
    }
    taking_part_ = std::move(matters);
  }

  /// The slots that the rule may not share with a rule of another part.
  SlotSet own_slots(std::uint32_t rule) const {
    SlotSet slots = rules_.touched(rule);
    for (std::size_t i = 0; i < slots.size(); ++i) {
      slots[i] = (slots[i] | (rules_.losses(rule)[i] & relied_[i])) & moving_[i];
    }
    return slots;
  }

  /// Joins the slots that one rule involves (union-find), except those that no rule changes.
  void join_slots() {
    moving_ = no_slots();
    for (std::uint32_t rule = 0; rule < rules_.size(); ++rule) {
      for (std::size_t i = 0; i < moving_.size() && taking_part_[rule]; ++i) {
        moving_[i] |= rules_.changes(rule)[i] | (rules_.losses(rule)[i] & relied_[i]);
      }
    }
    joined_.resize(slots_.count());
    std::iota(joined_.begin(), joined_.end(), 0U);
    for (std::uint32_t rule = 0; rule < rules_.size(); ++rule) {
      if (!taking_part_[rule]) {
        continue;
      }
      const SlotSet own = own_slots(rule);
      const std::uint32_t first = first_of(own);
      for (std::uint32_t slot = first; slot < slots_.count(); ++slot) {
        if (has_slot(own, slot)) {
          const std::uint32_t a = root(first);
          const std::uint32_t b = root(slot);
          joined_[std::max(a, b)] = std::min(a, b);
        }
      }
    }
  }

  std::uint32_t first_of(const SlotSet& slots) const {
    std::uint32_t slot = 0;
    while (slot < slots_.count() && !has_slot(slots, slot)) {
      ++slot;
    }
    return slot;
  }

  std::uint32_t root(std::uint32_t slot) {
    while (joined_[slot] != slot) {
      slot = joined_[slot] = joined_[joined_[slot]];
    }
    return slot;
  }

  std::vector<IndependentPart> parts() {
    std::vector<std::uint32_t> roots;  // of parts that need steps
    for (const CoordinateCheck& check : problem_.goal) {
      if (check.meets(problem_.source[check.slot])) {
        continue;
      }
      if (!has_slot(moving_, check.slot)) {
        return {};  // no rule achieves it
      }
      if (std::find(roots.begin(), roots.end(), root(check.slot)) == roots.end()) {
        roots.push_back(root(check.slot));
      }
    }
    std::vector<std::uint32_t> part_of(slots_.count(), UINT32_MAX);
    std::vector<IndependentPart> found;  // by the least rank of their rules
    for (std::uint32_t rule = 0; rule < rules_.size(); ++rule) {
      const std::uint32_t own = taking_part_[rule] ? root(first_of(own_slots(rule))) : UINT32_MAX;
      if (std::find(roots.begin(), roots.end(), own) == roots.end()) {
        continue;
      }
      if (part_of[own] == UINT32_MAX) {
        part_of[own] = static_cast<std::uint32_t>(found.size());
        found.push_back({{}, std::vector<bool>(rules_.size(), false)});
      }
      found[part_of[own]].rules[rule] = true;
    }
    for (const CoordinateCheck& check : problem_.goal) {
      const std::uint32_t own = part_of[root(check.slot)];
      for (std::uint32_t part = 0; part < found.size(); ++part) {
        if (!has_slot(moving_, check.slot) || own == part) {
          found[part].goal.push_back(check);
        }
      }
    }
    return found.size() == roots.size() ? found : std::vector<IndependentPart>();
  }

  const SearchProblem& problem_;
  const Slots& slots_;
  const CompiledRules& rules_;
  std::vector<bool> taking_part_;  // per rule
  SlotSet relied_;                 // slots that are demanded, or that such a rule matches or sets
  SlotSet moving_;                 // slots that such a rule changes
  std::vector<std::uint32_t> joined_;
};

}  // namespace

std::vector<IndependentPart> find_independent_parts(const SearchProblem& problem) {
  return PartFinder(problem).run();
}

}  // namespace weft
