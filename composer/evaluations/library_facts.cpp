#include "composer/evaluations/library_facts.h"

#include <utility>

namespace weft {

const BodyFlow& BodyFlows::of(const Body& body, std::size_t ports) {
  const auto known = known_.find(&body);
  return known != known_.end()
             ? known->second
             : known_.emplace(&body, find_flow(library_, body, ports)).first->second;
}

std::shared_ptr<LibraryFacts> LibraryFactsPool::borrow() {
  std::unique_ptr<LibraryFacts> facts;
  {
    const std::scoped_lock lock(mutex_);
    if (!free_.empty()) {
      facts = std::move(free_.back());
      free_.pop_back();
    }
  }
  if (facts == nullptr) {
    facts = std::make_unique<LibraryFacts>(library_);
  }
  return {facts.release(), [this](LibraryFacts* used) {
            std::unique_ptr<LibraryFacts> returned(used);
            const std::scoped_lock lock(mutex_);
            free_.push_back(std::move(returned));
          }};
}

}  // namespace weft
