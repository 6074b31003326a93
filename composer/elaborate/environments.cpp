#include "composer/elaborate/environments.h"

#include <algorithm>
#include <utility>

#include "support/hash.h"

namespace weft {
namespace {

/// Invalidates the features anchored to an injected one.
void withdraw(const Library& library, Environment& environment, const Injected& by) {
  for (FeatureId id : library.features[by.feature].anchored) {
    std::erase_if(environment.injected, [id](const auto& one) { return one.first == id; });
    auto at =
        std::lower_bound(environment.withdrawn.begin(), environment.withdrawn.end(), id,
                         [](const auto& one, FeatureId before) { return one.feature < before; });
    const Environment::Withdrawn withdrawn{id, by.feature, by.value, by.is_written, by.where};
    if (at != environment.withdrawn.end() && at->feature == id) {
      *at = withdrawn;
    } else {
      environment.withdrawn.insert(at, withdrawn);
    }
  }
}

void inject(Environment& environment, const Injected& one) {
  std::erase_if(environment.withdrawn,
                [&](const auto& withdrawn) { return withdrawn.feature == one.feature; });
  auto at = std::lower_bound(environment.injected.begin(), environment.injected.end(), one.feature,
                             [](const auto& entry, FeatureId id) { return entry.first < id; });
  if (at != environment.injected.end() && at->first == one.feature) {
    at->second = one.value;
  } else {
    environment.injected.insert(at, {one.feature, one.value});
  }
}

}  // namespace

Environments::Environments(const Library& library) : library_(library) {
  add({});  // no_environment
}

EnvironmentId Environments::extended(EnvironmentId outer, const std::vector<Injected>& injected,
                                     std::uint32_t level) {
  Environment environment = environments_[outer];
  environment.level = std::max(environment.level, level);
  for (const Injected& one : injected) {
    if (!one.keeps_frame) {
      withdraw(library_, environment, one);
    }
  }
  for (const Injected& one : injected) {
    inject(environment, one);
  }
  return add(std::move(environment));
}

EnvironmentId Environments::narrowed(EnvironmentId id, const FeatureSet& features,
                                     std::uint32_t level) {
  Environment narrowed = environments_[id];
  std::erase_if(narrowed.injected, [&](const auto& one) { return !features.contains(one.first); });
  std::erase_if(narrowed.withdrawn,
                [&](const Environment::Withdrawn& one) { return !features.contains(one.feature); });
  narrowed.level = level;
  return add(std::move(narrowed));
}

EnvironmentId Environments::at_level(EnvironmentId id, std::uint32_t level) {
  Environment moved = environments_[id];
  moved.level = level;
  return add(std::move(moved));
}

EnvironmentId Environments::add(Environment environment) {
  std::uint64_t hash = environment.level;
  for (const auto& [feature, value] : environment.injected) {
    hash = mix_hash(mix_hash(hash, feature.index()), value.index());
  }
  for (const Environment::Withdrawn& withdrawn : environment.withdrawn) {
    hash = mix_hash(mix_hash(hash, withdrawn.feature.index()), withdrawn.value.index());
  }
  auto known = table_.find(hash, [&](std::uint32_t index) {
    return environments_[EnvironmentId(index)] == environment;
  });
  if (known) {
    return EnvironmentId(*known);
  }
  EnvironmentId id = environments_.add(std::move(environment));
  table_.insert(hash, id.index());
  return id;
}

}  // namespace weft
