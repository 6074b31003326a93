#include "conversions/bounds/triple_goal.h"

#include <cstddef>

namespace weft {
namespace {

using Units = PairMatrix::Units;
using Step = TripleSteps::Step;

/// The distances of all pairs of values, or of one value with "nothing is wanted", which has the
/// index after the last value.
class Distances {
 public:
  Distances(const Facts& facts, const ValuePairs& pairs, Units beyond)
      : facts_(facts),
        a_(pairs.a),
        b_(pairs.b),
        stride_(b_.size() + 1),
        rest_((a_.size() + 1) * stride_, beyond) {}

  void set(std::uint32_t a, std::uint32_t b, Units weight) { rest_[a * stride_ + b] = weight; }
  Units get(std::uint32_t a, std::uint32_t b) const { return rest_[a * stride_ + b]; }

  /// Lowers the distances before the step by those after it. Returns whether any fell.
  bool relax(const Step& step) {
    bool lower = false;
    const std::uint32_t before_a = index(step.a.needs, a_);
    const std::uint32_t before_b = index(step.b.needs, b_);
    const auto offer = [&](std::uint32_t a, std::uint32_t b, int weight) {
      Units& known = rest_[a * stride_ + b];
      if (weight < known) {
        known = static_cast<Units>(weight);
        lower = true;
      }
    };
    if (step.a.touches() && step.b.touches()) {
      for_each_above(step.a.leads_to(), a_, [&](std::uint32_t x) {
        for_each_above(step.b.leads_to(), b_, [&](std::uint32_t y) {
          offer(before_a, before_b, get(x, y) + step.difficulty);
        });
      });
    } else if (step.a.touches()) {
      for_each_above(step.a.leads_to(), a_, [&](std::uint32_t x) {
        for (std::uint32_t y = 0; y <= b_.size(); ++y) {
          offer(before_a, y, get(x, y) + step.difficulty);
        }
      });
    } else {
      for_each_above(step.b.leads_to(), b_, [&](std::uint32_t y) {
        for (std::uint32_t x = 0; x <= a_.size(); ++x) {
          offer(x, before_b, get(x, y) + step.difficulty);
        }
      });
    }
    return lower;
  }

 private:
  static std::uint32_t index(std::uint32_t fact, const Facts::Block& block) {
    return (fact == Facts::none ? block.end : fact) - block.begin;
  }

  /// Calls visit(index) for a fact, its ancestors, and "nothing is wanted".
  template <typename Visit>
  void for_each_above(std::uint32_t fact, const Facts::Block& block, Visit visit) const {
    for (std::uint32_t at = fact; at != Facts::none; at = facts_.parent(at)) {
      visit(at - block.begin);
    }
    visit(block.size());
  }

  const Facts& facts_;
  const Facts::Block& a_;
  const Facts::Block& b_;
  std::uint32_t stride_;
  std::vector<Units> rest_;
};

}  // namespace

std::vector<Units> distances_to_goal(const Facts& facts, const ValuePairs& pairs,
                                     const std::vector<Step>& steps, std::uint32_t goal_pair,
                                     Units limit) {
  Distances distances(facts, pairs, static_cast<Units>(limit + 1));
  distances.set(pairs.of_a(goal_pair) - pairs.a.begin, pairs.of_b(goal_pair) - pairs.b.begin, 0);
  for (bool lower = true; lower;) {
    lower = false;
    for (std::size_t i = steps.size(); i-- > 0;) {
      lower |= distances.relax(steps[i]);
    }
  }
  std::vector<Units> of_pairs;
  for (std::uint32_t x = 0; x < pairs.a.size(); ++x) {
    for (std::uint32_t y = 0; y < pairs.b.size(); ++y) {
      of_pairs.push_back(distances.get(x, y));
    }
  }
  return of_pairs;
}

}  // namespace weft
