#include "composer/typing/meeting.h"

#include <algorithm>
#include <utility>

namespace weft {
namespace {

using Reason = LostMeaning::Reason;

/// The state of one meet(), which handles one trait after another.
class Meet {
 public:
  Meet(const std::vector<SemanticType>& operands, MeetRule rule, const Lattice& lattice,
       const KnownTraits& known, const ProductRules& products)
      : operands_(operands), rule_(rule), lattice_(lattice), known_(known), products_(products) {}

  Meeting run() {
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      all_.push_back(i);
      if (states(i, known_.use)) {
        with_use_.push_back(i);
      }
      if (states(i, known_.use) || states(i, known_.unit)) {
        with_either_.push_back(i);
      }
    }
    for (TraitId trait : stated_traits()) {
      if (rule_ == MeetRule::Product || rule_ == MeetRule::Quotient) {
        multiply(trait);
      } else if (rule_ == MeetRule::Sum && !with_either_.empty() &&
                 with_either_.size() < operands_.size()) {
        add_offset(trait);
      } else {
        join_all(trait, all_, {});
      }
    }
    return std::move(meeting_);
  }

 private:
  using Positions = std::vector<std::size_t>;

  bool states(std::size_t operand, std::optional<TraitId> trait) const {
    return trait && operands_[operand].stated(*trait);
  }

  std::vector<TraitId> stated_traits() const {
    std::vector<TraitId> traits;
    for (const SemanticType& operand : operands_) {
      for (const TraitEntry& entry : operand.entries()) {
        if (lattice_.trait(entry.trait).kind == TraitKind::Meaning &&
            std::find(traits.begin(), traits.end(), entry.trait) == traits.end()) {
          traits.push_back(entry.trait);
        }
      }
    }
    std::sort(traits.begin(), traits.end());
    return traits;
  }

  void lose(TraitId trait, Reason reason) { meeting_.lost.push_back({trait, reason}); }

  /// Joins the values of `keepers`, where defaults count as stated, with those that `others` state.
  /// If a keeper lacks the trait, the result does too; those that state it are still brought to one
  /// value.
  void join_all(TraitId trait, const Positions& keepers, const Positions& others) {
    std::vector<std::optional<ValueId>> values(operands_.size());
    bool is_shared = true;
    for (std::size_t i : keepers) {
      values[i] = operands_[i].value(trait, lattice_);
      is_shared = is_shared && values[i];
    }
    if (!is_shared) {
      lose(trait, Reason::Unshared);
    }
    for (std::size_t i : others) {
      values[i] = operands_[i].stated(trait);
    }
    join(trait, values, is_shared);
  }

  /// `is_shared`: the result has the joined value.
  void join(TraitId trait, const std::vector<std::optional<ValueId>>& values, bool is_shared) {
    std::vector<ValueId> distinct;
    for (const std::optional<ValueId>& value : values) {
      if (value && std::find(distinct.begin(), distinct.end(), *value) == distinct.end()) {
        distinct.push_back(*value);
      }
    }
    std::optional<ValueId> common = distinct.front();
    for (ValueId value : distinct) {
      common = common ? lattice_.common_ancestor(*common, value) : std::nullopt;
    }
    if (distinct.size() == 1 || (common && !lattice_.trait(trait).is_distinct)) {
      if (is_shared) {
        meeting_.agreed.push_back({trait, *common});
      }
      return;
    }
    meeting_.disagreements.push_back({trait, conversions_to_one(trait, values, distinct)});
    for (Settlement& way : meeting_.disagreements.back().ways) {
      way.result = is_shared ? way.of_literals : std::nullopt;
    }
  }

  /// Returns, for each target, the settlement that converts every operand that states the trait to
  /// it.
  std::vector<Settlement> conversions_to_one(TraitId trait,
                                             const std::vector<std::optional<ValueId>>& values,
                                             std::vector<ValueId> targets) const {
    lattice_.leave_convertible(trait, targets);
    std::vector<Settlement> ways;
    for (ValueId target : targets) {
      Settlement way;
      way.of_literals = target;
      for (const std::optional<ValueId>& value : values) {
        way.demanded.push_back(value ? std::optional<ValueId>(target) : std::nullopt);
      }
      ways.push_back(std::move(way));
    }
    return ways;
  }

  void add_offset(TraitId trait) {
    Positions offsets;
    std::set_difference(all_.begin(), all_.end(), with_either_.begin(), with_either_.end(),
                        std::back_inserter(offsets));
    if (trait == known_.use || trait == known_.basis) {
      join_all(trait, with_either_, offsets);
    } else if (trait == known_.unit) {
      lose(trait, Reason::Offset);
    } else {
      join_all(trait, all_, {});
    }
  }

  void multiply(TraitId trait) {
    if (trait == known_.use || trait == known_.unit) {
      rule_ == MeetRule::Quotient ? divide_by_rule(trait) : multiply_by_rule(trait);
      return;
    }
    // Other meanings come from the factors with a `use`, which are scaled; else from those with a
    // unit; else from every factor that states them.
    Positions keepers = with_use_.empty() ? with_either_ : with_use_;
    Positions others;
    for (std::size_t i : all_) {
      if (keepers.empty() || std::find(keepers.begin(), keepers.end(), i) == keepers.end()) {
        others.push_back(i);
      }
    }
    join_all(trait, keepers, others);
  }

  void divide_by_rule(TraitId trait) {
    const auto above = operands_[0].stated(trait);
    const auto below = operands_.size() > 1 ? operands_[1].stated(trait) : std::nullopt;
    if (above && !below) {
      meeting_.agreed.push_back({trait, *above});
    } else if (above && below) {
      combine(trait, {0, *above}, {1, *below});
    } else {
      lose(trait, Reason::NoProduct);
    }
  }

  void multiply_by_rule(TraitId trait) {
    std::vector<std::pair<std::size_t, ValueId>> stated;
    for (std::size_t i : all_) {
      if (const auto value = operands_[i].stated(trait)) {
        stated.emplace_back(i, *value);
      }
    }
    if (stated.size() == 2) {
      combine(trait, stated[0], stated[1]);
      return;
    }
    std::optional<ValueId> product;
    for (const auto& [operand, value] : stated) {
      if (!product) {
        product = value;
        continue;
      }
      const ProductRule* rule = products_.find(false, *product, value, lattice_);
      if (rule == nullptr) {
        lose(trait, Reason::NoProduct);
        return;
      }
      product = rule->result;
    }
    if (product) {
      meeting_.agreed.push_back({trait, *product});
    }
  }

  using Factor = std::pair<std::size_t, ValueId>;

  void combine(TraitId trait, const Factor& left, const Factor& right) {
    const bool is_quotient = rule_ == MeetRule::Quotient;
    if (const ProductRule* rule =
            products_.find(is_quotient, left.second, right.second, lattice_)) {
      if (rule->result) {
        meeting_.agreed.push_back({trait, *rule->result});
      }
      return;
    }
    std::vector<Settlement> ways;
    if (trait == known_.unit) {
      offer_rules(left, right, ways);
    }
    const int rank = ways.empty() ? 0 : 1;
    const bool is_ratio = is_quotient && trait == known_.unit &&
                          lattice_.common_ancestor(left.second, right.second).has_value();
    if (is_ratio) {
      std::vector<std::optional<ValueId>> values(operands_.size());
      values[left.first] = left.second;
      values[right.first] = right.second;
      std::vector<ValueId> targets{left.second};
      if (left.second != right.second) {
        targets.push_back(right.second);
      }
      for (Settlement& way : conversions_to_one(trait, values, targets)) {
        way.of_literals.reset();
        way.rank = rank;
        way.loses = Reason::Ratio;
        ways.push_back(std::move(way));
      }
    } else if (!ways.empty()) {
      ways.push_back({Demanded(operands_.size()), {}, {}, rank, Reason::NoProduct});
    } else {
      lose(trait, Reason::NoProduct);
      return;
    }
    meeting_.disagreements.push_back({trait, std::move(ways)});
  }

  using Demanded = std::vector<std::optional<ValueId>>;

  /// Offers product rules for units that the operands can be converted to, which are those of their
  /// kinds.
  void offer_rules(const Factor& left, const Factor& right, std::vector<Settlement>& ways) const {
    const bool is_quotient = rule_ == MeetRule::Quotient;
    for (const ProductRule& rule : products_.all()) {
      if (rule.is_quotient != is_quotient || rule.trait != known_.unit) {
        continue;
      }
      std::vector<std::pair<ValueId, ValueId>> orders{{rule.left, rule.right}};
      if (!is_quotient && rule.left != rule.right) {
        orders.emplace_back(rule.right, rule.left);
      }
      for (const auto& [first, second] : orders) {
        if (lattice_.common_ancestor(left.second, first) &&
            lattice_.common_ancestor(right.second, second)) {
          Settlement way{Demanded(operands_.size()), {}, rule.result};
          way.demanded[left.first] = first;
          way.demanded[right.first] = second;
          way.rule = &rule;
          ways.push_back(std::move(way));
        }
      }
    }
  }

  const std::vector<SemanticType>& operands_;
  const MeetRule rule_;
  const Lattice& lattice_;
  const KnownTraits& known_;
  const ProductRules& products_;
  Positions all_;
  Positions with_use_;
  Positions with_either_;
  Meeting meeting_;
};

}  // namespace

Meeting meet(const std::vector<SemanticType>& operands, MeetRule rule, const Lattice& lattice,
             const KnownTraits& known, const ProductRules& products) {
  return Meet(operands, rule, lattice, known, products).run();
}

}  // namespace weft
