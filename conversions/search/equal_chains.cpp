#include "conversions/search/equal_chains.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "conversions/search/chain_classes.h"
#include "conversions/table/compiled_table.h"

namespace weft {
namespace {

using Word = std::vector<std::uint32_t>;  // ranks

/// Limit on rewritten chains: equalities may generate infinitely many (`a equals b then c`, `b
/// equals a then d`).
constexpr std::size_t max_rewritten = 512;
/// Limit on how much longer an intermediate chain may be than the one being rewritten.
constexpr std::size_t max_growth = 8;

class EqualChainFinder {
 public:
  EqualChainFinder(const ConversionTable& table, const Lattice& lattice, const SemanticType& source)
      : table_(table), lattice_(lattice), source_(source) {
    for (std::size_t i = 0; i < table.size(); ++i) {
      ConversionId id(i);
      families_[table.family(id)].push_back(table.rank(id));
    }
  }

  /// All chains declared equal to `word`, itself included, as normal forms.
  std::set<Word> closure(const Word& word) {
    std::set<Word> seen{word};
    std::vector<Word> pending{word};
    std::size_t longest = word.size() + max_growth;
    for (std::size_t i = 0; i < pending.size() && seen.size() < max_rewritten; ++i) {
      const Word at = pending[i];
      auto offer = [&](const Word& rewritten) {
        if (rewritten.size() > longest || !is_valid(rewritten)) {
          return;
        }
        Word normal = normal_form(table_.compiled().rules, rewritten);
        if (seen.insert(normal).second) {
          pending.push_back(std::move(normal));
        }
      };
      for (const ConversionEquality& equality : table_.equalities()) {
        replace({equality.whole}, equality.parts, at, offer);
        replace(equality.parts, {equality.whole}, at, offer);
      }
      if (table_.has_commuting()) {
        exchange(at, offer);
      }
    }
    return seen;
  }

 private:
  ConversionId id(std::uint32_t rank) const { return table_.compiled().rules.id(rank); }
  bool is_of(std::uint32_t rank, ConversionId named) const {
    return table_.family(id(rank)) == table_.family(named);
  }
  bool ordered(const Word& word, std::size_t a, std::size_t b) const {
    return !table_.compiled().rules.independent(word[a], word[b]);
  }

  bool is_valid(const Word& word) const {
    SemanticType at = source_;
    for (std::uint32_t rank : word) {
      const ConversionRule& rule = table_[id(rank)];
      if (!applies(rule, at, lattice_)) {
        return false;
      }
      at = apply(rule, at, lattice_);
    }
    return true;
  }

  /// Makes the steps at `places` adjacent, in that order, by swapping independent steps; `before`
  /// and `after` receive the steps on either side. False if another step has to stay between them.
  bool gather(const Word& word, const std::vector<std::size_t>& places, Word& before,
              Word& after) const {
    std::vector<bool> chosen(word.size(), false);
    for (std::size_t place : places) {
      chosen[place] = true;
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
      for (std::size_t k = i + 1; k < places.size(); ++k) {
        if (places[k] < places[i] && ordered(word, places[k], places[i])) {
          return false;
        }
      }
    }
    // Backwards: steps that a chosen step, or another early step, depends on go before.
    std::vector<bool> early(word.size(), false);
    for (std::size_t i = word.size(); i-- > 0;) {
      for (std::size_t k = i + 1; k < word.size(); ++k) {
        if ((early[k] || chosen[k]) && ordered(word, i, k)) {
          early[i] = !chosen[i];
          if (chosen[i] && early[k]) {
            return false;  // k lies between two chosen steps and cannot move out
          }
        }
      }
    }
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (!chosen[i]) {
        (early[i] ? before : after).push_back(word[i]);
      }
    }
    return true;
  }

  template <typename Offer>
  void replace(const std::vector<ConversionId>& from, const std::vector<ConversionId>& to,
               const Word& word, Offer offer) {
    std::vector<std::size_t> places;
    for_each_placing(from, word, places, [&] {
      Word before;
      Word after;
      if (gather(word, places, before, after)) {
        for_each_instance(to, [&](const Word& middle) {
          Word rewritten = before;
          rewritten.insert(rewritten.end(), middle.begin(), middle.end());
          rewritten.insert(rewritten.end(), after.begin(), after.end());
          offer(rewritten);
        });
      }
    });
  }

  /// Visits every way to match the named conversions with different positions of the word.
  template <typename Found>
  void for_each_placing(const std::vector<ConversionId>& names, const Word& word,
                        std::vector<std::size_t>& places, Found found) {
    // Depth first; `places` is the stack.
    std::size_t start = 0;
    while (true) {
      bool extended = false;
      for (std::size_t place = start; places.size() < names.size() && place < word.size();
           ++place) {
        bool taken = std::find(places.begin(), places.end(), place) != places.end();
        if (!taken && is_of(word[place], names[places.size()])) {
          places.push_back(place);
          extended = true;
          break;
        }
      }
      if (extended) {
        start = 0;
        if (places.size() < names.size()) {
          continue;
        }
        found();
      }
      if (places.empty()) {
        return;
      }
      start = places.back() + 1;
      places.pop_back();
    }
  }

  /// Visits every choice of instances for generic conversions.
  template <typename Found>
  void for_each_instance(const std::vector<ConversionId>& names, Found found) {
    std::vector<const Word*> choices;
    for (ConversionId name : names) {
      choices.push_back(&families_.at(table_.family(name)));
    }
    std::vector<std::size_t> choice(names.size(), 0);
    while (true) {
      Word word;
      for (std::size_t i = 0; i < choice.size(); ++i) {
        word.push_back((*choices[i])[choice[i]]);
      }
      found(word);
      std::size_t digit = 0;
      while (digit < choice.size() && ++choice[digit] == choices[digit]->size()) {
        choice[digit++] = 0;
      }
      if (digit == choice.size()) {
        return;
      }
    }
  }

  template <typename Offer>
  void exchange(const Word& word, Offer offer) {
    for (std::size_t a = 0; a < word.size(); ++a) {
      for (std::size_t b = a + 1; b < word.size(); ++b) {
        Word before;
        Word after;
        if (!table_.commutes(id(word[a]), id(word[b])) || !gather(word, {a, b}, before, after)) {
          continue;
        }
        // A swap may change the instances of generic conversions, since one of the two may change
        // the data type.
        for_each_instance({id(word[b]), id(word[a])}, [&](const Word& middle) {
          Word rewritten = before;
          rewritten.insert(rewritten.end(), middle.begin(), middle.end());
          rewritten.insert(rewritten.end(), after.begin(), after.end());
          offer(rewritten);
        });
      }
    }
  }

  const ConversionTable& table_;
  const Lattice& lattice_;
  const SemanticType& source_;
  std::map<std::uint32_t, Word> families_;  // ranks of the conversions of one name
};

std::size_t root(std::vector<std::size_t>& parents, std::size_t at) {
  while (parents[at] != at) {
    parents[at] = parents[parents[at]];
    at = parents[at];
  }
  return at;
}

}  // namespace

std::vector<std::size_t> group_equal_chains(const ConversionTable& table, const Lattice& lattice,
                                            const SemanticType& source,
                                            const std::vector<Chain>& chains) {
  std::vector<std::size_t> groups(chains.size());
  std::iota(groups.begin(), groups.end(), std::size_t{0});
  if (table.equalities().empty() && !table.has_commuting()) {
    return groups;
  }
  EqualChainFinder finder(table, lattice, source);
  // Two chains are equal if their closures intersect: both may rewrite to a third chain that is not
  // itself minimal.
  std::map<Word, std::size_t> first_with;
  for (std::size_t i = 0; i < chains.size(); ++i) {
    Word word;
    for (ConversionId step : chains[i].steps) {
      word.push_back(table.rank(step));
    }
    for (const Word& equal : finder.closure(normal_form(table.compiled().rules, word))) {
      auto [at, is_new] = first_with.try_emplace(equal, i);
      if (!is_new) {
        std::size_t a = root(groups, at->second);
        std::size_t b = root(groups, i);
        groups[std::max(a, b)] = std::min(a, b);
      }
    }
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    groups[i] = root(groups, i);
  }
  return groups;
}

}  // namespace weft
