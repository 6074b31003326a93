#include "conversions/cost_partition.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace weft {
namespace {

constexpr std::int64_t never = INT64_MAX;
constexpr std::size_t most_potentials = 16;

}  // namespace

CostPartitions::CostPartitions(const SearchProblem& problem)
    : problem_(problem), rules_(problem.rules) {}

Cost CostPartitions::bound(const Region* wanted, std::size_t first) const {
  looks_.clear();
  for (std::uint32_t slot = 0; slot < rules_.slot_count(); ++slot) {
    if (wanted[slot] == any_region) {
      continue;
    }
    const Coordinate at = wanted[slot] / 2;
    const std::uint32_t absent = rules_.place(slot, 0);
    const std::uint32_t present = at == 0                      ? rules_.place_count() + slot
                                  : at < rules_.width(slot) ? rules_.place(slot, at)
                                                            : absent;
    looks_.push_back({present, (wanted[slot] & 1U) != 0 ? absent : present});
  }
  std::int64_t best = 0;
  std::size_t at = first == 0 ? 0 : ends_[first - 1];
  for (std::size_t division = first; division < ends_.size(); ++division) {
    std::int64_t sum = 0;
    for (; at < ends_[division]; ++at) {
      const std::int64_t* potential = potentials_.data() + at * stride();
      std::int64_t most = 0;
      for (const Look& look : looks_) {
        most = std::max(most, std::min(potential[look.one], potential[look.other]));
      }
      sum += most;
    }
    best = std::max(best, sum);
  }
  return {0, best};
}

void CostPartitions::add(const Region* wanted, std::int64_t most) {
  if (difficulty_.empty()) {
    for (std::uint32_t slot = 0; slot < rules_.slot_count(); ++slot) {
      slot_of_.insert(slot_of_.end(), rules_.width(slot), slot);
    }
    used_.resize(rules_.size());
    for (std::uint32_t rule = 0; rule < rules_.size(); ++rule) {
      bool takes_part =
          rules_.cost(rule).lossy == 0 && rules_.available(rule, problem_.available);
      difficulty_.push_back(takes_part ? rules_.cost(rule).difficulty : never);
    }
  }
  left_ = difficulty_;
  const std::size_t begin = count();
  std::int64_t sum = 0;
  for (std::int64_t gain = 1; gain > sum / 32 && count() < begin + most_potentials;) {
    gain = 0;
    for (std::uint32_t slot = 0; slot < rules_.slot_count(); ++slot) {
      // What may be absent as well is not worth a potential.
      Coordinate value = wanted[slot] / 2;
      if ((wanted[slot] & 1U) == 0 && value > 0 && value < rules_.width(slot) && sum + gain < most) {
        gain += add_potential(slot, value, most - sum - gain);
      }
    }
    sum += gain;
  }
  ends_.push_back(count());
}

std::int64_t CostPartitions::add_potential(std::uint32_t slot, Coordinate value,
                                           std::int64_t most) {
  Coordinate end = rules_.subtree_end(slot, value);
  std::int64_t distance = measure(slot, value, end, most);
  if (distance > 0) {
    look_back(slot, value, end, distance);
    append_potential(distance);
    take_off(potentials_.data() + (count() - 1) * stride());
  }
  return distance;
}

void CostPartitions::push(std::int64_t cost, std::uint32_t place) {
  queue_.push_back({cost, place});
  std::push_heap(queue_.begin(), queue_.end(), std::greater<>());
}

CostPartitions::Entry CostPartitions::pop() {
  std::pop_heap(queue_.begin(), queue_.end(), std::greater<>());
  Entry entry = queue_.back();
  queue_.pop_back();
  return entry;
}

/// Distances with what is left of the difficulties, up to the first of [begin, end) that is
/// reached; at most `most`.
std::int64_t CostPartitions::measure(std::uint32_t slot, Coordinate begin, Coordinate end,
                                     std::int64_t most) {
  reached_.assign(rules_.place_count(), never);
  subtree_.assign(rules_.place_count(), never);
  waiting_ = rules_.certain_checks();
  queue_.clear();
  auto reach = [&](std::uint32_t place, std::int64_t cost) {
    if (cost < reached_[place]) {
      reached_[place] = cost;
      push(cost, place);
    }
  };
  for (std::uint32_t own = 0; own < rules_.slot_count(); ++own) {
    reach(rules_.place(own, problem_.source[own]), 0);
  }
  const std::uint32_t target_begin = rules_.place(slot, begin);
  const std::uint32_t target_end = target_begin + (end - begin);
  while (!queue_.empty()) {
    Entry entry = pop();
    if (reached_[entry.place] < entry.cost) {
      continue;
    }
    if (entry.place >= target_begin && entry.place < target_end) {
      return entry.cost;
    }
    std::uint32_t own = slot_of_[entry.place];
    for (Coordinate at = entry.place - rules_.place(own, 0); at != 0; at = rules_.parent(own, at)) {
      std::uint32_t above = rules_.place(own, at);
      if (subtree_[above] != never) {
        break;  // and so are all above it
      }
      subtree_[above] = entry.cost;
      for (std::uint32_t rule : rules_.checked_at(above)) {
        if (--waiting_[rule] == 0 && left_[rule] < most - entry.cost) {
          for (const CoordinateEffect& effect : rules_.effects(rule)) {
            reach(rules_.place(effect.slot, effect.value), entry.cost + left_[rule]);
          }
        }
      }
    }
  }
  return most;
}

/// Backwards from [begin, end), through the dearest thing that each conversion matches: how far it
/// is from each coordinate, as long as that is less than `most`.
void CostPartitions::look_back(std::uint32_t slot, Coordinate begin, Coordinate end,
                               std::int64_t most) {
  relevant_.clear();
  ahead_.assign(rules_.place_count(), never);
  queue_.clear();
  close(slot, begin, end, 0);
  while (!queue_.empty()) {
    Entry entry = pop();
    if (ahead_[entry.place] < entry.cost) {
      continue;
    }
    relevant_.push_back(entry.place);
    for (const CompiledRules::Writer& writer : rules_.writers_of(entry.place)) {
      if (left_[writer.rule] >= most - entry.cost) {
        continue;
      }
      std::int64_t ahead = entry.cost + left_[writer.rule];
      const CoordinateCheck* dearest = nullptr;
      std::int64_t dearest_cost = -1;
      bool is_closed = false;
      for (const CoordinateCheck& check : rules_.checks(writer.rule)) {
        if (check.conditional) {
          continue;
        }
        std::uint32_t place = rules_.place(check.slot, check.begin);
        if (subtree_[place] > dearest_cost) {
          dearest = &check;
          dearest_cost = subtree_[place];
        }
        is_closed = is_closed ||
                    std::all_of(ahead_.data() + place,
                                ahead_.data() + place + (check.end - check.begin),
                                [ahead](std::int64_t known) { return known <= ahead; });
      }
      if (!is_closed) {
        close(dearest->slot, dearest->begin, dearest->end, ahead);
      }
    }
  }
}

void CostPartitions::close(std::uint32_t slot, Coordinate begin, Coordinate end,
                           std::int64_t ahead) {
  for (Coordinate at = begin; at < end; ++at) {
    std::uint32_t place = rules_.place(slot, at);
    if (ahead < ahead_[place]) {
      ahead_[place] = ahead;
      push(ahead, place);
    }
  }
}

void CostPartitions::append_potential(std::int64_t most) {
  const std::size_t begin = potentials_.size();
  potentials_.resize(begin + stride(), 0);
  std::int64_t* potential = potentials_.data() + begin;
  for (std::uint32_t place : relevant_) {
    potential[place] = most - ahead_[place];
  }
  for (std::uint32_t slot = 0; slot < rules_.slot_count(); ++slot) {
    std::int64_t presence = rules_.width(slot) > 1 ? never : 0;
    for (Coordinate at = rules_.width(slot); at-- > 1;) {
      const std::int64_t own = potential[rules_.place(slot, at)];
      if (const Coordinate above = rules_.parent(slot, at)) {
        std::int64_t& over = potential[rules_.place(slot, above)];
        over = std::min(over, own);
      }
      presence = std::min(presence, own);
    }
    potential[rules_.place_count() + slot] = presence;
  }
}

/// Takes from each conversion what the potential needs of it.
void CostPartitions::take_off(const std::int64_t* potential) {
  const std::int64_t most = potential[relevant_.front()];
  touched_.clear();
  for (std::uint32_t place : relevant_) {
    std::int64_t own = most - ahead_[place];
    for (const CompiledRules::Writer& writer : rules_.writers_of(place)) {
      if (left_[writer.rule] == never || used_[writer.rule] >= own) {
        continue;
      }
      std::int64_t needed = own;
      for (const CoordinateCheck& check : rules_.checks(writer.rule)) {
        if (!check.conditional) {
          needed = std::min(needed, own - potential[rules_.place(check.slot, check.begin)]);
        }
      }
      if (needed > used_[writer.rule]) {
        if (used_[writer.rule] == 0) {
          touched_.push_back(writer.rule);
        }
        used_[writer.rule] = needed;
      }
    }
  }
  for (std::uint32_t rule : touched_) {
    left_[rule] -= used_[rule];
    used_[rule] = 0;
  }
}

}  // namespace weft
