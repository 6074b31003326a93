#include "tools/variant_files.h"

#include <fmt/format.h>

namespace weft::tools {
namespace {

std::string hex(const ContentHash& hash) {
  return fmt::format("{:016x}{:016x}", hash.high, hash.low);
}

}  // namespace

std::shared_ptr<const VariantFileNames> VariantFiles::known(const ContentHash& key) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = by_key_.find(key);
  return found == by_key_.end() ? nullptr : found->second;
}

std::shared_ptr<const VariantFileNames> VariantFiles::add(const ContentHash& key,
                                                          std::string_view stem,
                                                          std::vector<EmittedFile> files) {
  auto names = std::make_shared<VariantFileNames>();
  for (const EmittedFile& file : files) {
    ContentHasher hasher;
    hasher.add(file.content);
    names->emplace_back(file.suffix,
                        fmt::format("{}.{}.{}", stem, hex(hasher.result()), file.suffix));
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string& name = (*names)[i].second;
    if (names_.insert(name).second) {
      put({path_of(name), std::move(files[i].content)});
    }
  }
  return by_key_.emplace(key, std::move(names)).first->second;
}

void VariantFiles::put(const OutputFile& file) {
  if (only_compares_) {
    if (const OutputState state = state_of(file); state != OutputState::Current) {
      out_of_date_.emplace(file.path, state);
    }
  } else if (const Result<void> added = transaction_.add(file); !added) {
    errors_.insert(errors_.end(), added.error().begin(), added.error().end());
  }
}

std::vector<std::string> VariantFiles::paths() const {
  std::vector<std::string> paths;
  paths.reserve(names_.size());
  for (const std::string& name : names_) {
    paths.push_back(path_of(name));
  }
  return paths;
}

}  // namespace weft::tools
