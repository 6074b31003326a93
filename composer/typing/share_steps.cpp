#include "composer/typing/share_steps.h"

#include <algorithm>
#include <unordered_map>

namespace weft {
namespace {

using Steps = std::vector<ConversionId>;

std::size_t common_prefix(const Steps& a, const Steps& b) {
  std::size_t count = 0;
  while (count < a.size() && count < b.size() && a[count] == b[count]) {
    ++count;
  }
  return count;
}

}  // namespace

std::vector<std::size_t> share_steps(const TypedGraph& graph) {
  const std::vector<ConvertedLink>& links = graph.links;
  std::unordered_map<EvaluationId, std::vector<std::size_t>> from;  // never iterated
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (!links[i].is_tried) {
      from[links[i].from].push_back(i);
    }
    if (!links[i].choices.empty()) {
      open.push_back(i);
    }
  }
  std::vector<std::size_t> taken(links.size(), 0);
  for (bool against_all : {false, true}) {
    std::vector<std::size_t> next = taken;
    for (std::size_t link : open) {
      std::size_t most = 0;
      for (std::size_t choice = 0; choice < links[link].choices.size(); ++choice) {
        std::size_t shared = 0;
        for (std::size_t other : from[links[link].from]) {
          bool has_choice = !links[other].choices.empty();
          if (other != link && (against_all || !has_choice)) {
            const Steps& steps =
                has_choice ? links[other].choices[taken[other]] : links[other].steps;
            shared = std::max(shared, common_prefix(links[link].choices[choice], steps));
          }
        }
        if (choice == 0 || shared > most) {
          most = shared;
          next[link] = choice;
        }
      }
    }
    taken = std::move(next);
  }
  std::vector<std::size_t> choices;
  for (std::size_t link : open) {
    choices.push_back(taken[link]);
  }
  bool all_first =
      std::all_of(choices.begin(), choices.end(), [](std::size_t choice) { return choice == 0; });
  return all_first ? std::vector<std::size_t>() : choices;
}

}  // namespace weft
