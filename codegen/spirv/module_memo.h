#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "codegen/spirv/spirv.h"
#include "support/content_hash.h"

namespace weft {

/// Valid modules by the content that they were compiled from, for programs that emit again and
/// again: an edit of one stage compiles that stage alone, and one that is taken back compiles
/// nothing. Forgets what was not used for longest. Thread-safe.
class ModuleMemo {
 public:
  static constexpr std::size_t default_bytes = std::size_t{16} << 20U;

  explicit ModuleMemo(std::size_t most_bytes = default_bytes) : most_bytes_(most_bytes) {}

  /// O(log modules + size of the module).
  std::optional<SpirvModule> find(const ContentHash& content);
  /// Keeps a module, unless it is larger than everything that may be kept.
  void add(const ContentHash& content, SpirvModule module);
  /// Notes that a compiler or the validator refuses the content. Forgets older refusals when there
  /// are many.
  void refuse(const ContentHash& content);
  /// Whether the content has a module or is refused.
  bool knows(const ContentHash& content);

 private:
  using Entry = std::pair<ContentHash, SpirvModule>;

  std::mutex mutex_;
  std::list<Entry> modules_;  ///< what was used last comes first
  std::map<ContentHash, std::list<Entry>::iterator> places_;
  std::set<ContentHash> refused_;
  std::size_t bytes_ = 0;
  std::size_t most_bytes_;
};

}  // namespace weft
