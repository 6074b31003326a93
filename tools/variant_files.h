#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codegen/emit.h"
#include "support/content_hash.h"
#include "tools/output_files.h"

namespace weft::tools {

/// The files of one composition: suffix and name.
using VariantFileNames = std::vector<std::pair<std::string, std::string>>;

/// The output files of all variants, named after their content: each is written once, as soon as it
/// is made. known() and add() may be called from any thread.
class VariantFiles {
 public:
  /// `only_compares`: writes nothing, and finds what is out of date instead.
  VariantFiles(std::filesystem::path folder, bool only_compares)
      : folder_(std::move(folder)), only_compares_(only_compares) {}

  std::string path_of(const std::string& name) const { return (folder_ / name).string(); }

  /// The names that were added with this key; null if there are none.
  std::shared_ptr<const VariantFileNames> known(const ContentHash& key);
  std::shared_ptr<const VariantFileNames> add(const ContentHash& key, std::string_view stem,
                                              std::vector<EmittedFile> files);
  /// Writes a file of another name. Not from several threads.
  void put(const OutputFile& file);

  /// The number of distinct files that were added, and their paths in order.
  std::size_t count() const { return names_.size(); }
  std::vector<std::string> paths() const;
  const std::map<std::string, OutputState>& out_of_date() const { return out_of_date_; }
  const Diagnostics& errors() const { return errors_; }
  /// Moves all files into place.
  Result<void> commit() { return transaction_.commit(); }

 private:
  std::filesystem::path folder_;
  bool only_compares_;
  std::mutex mutex_;  ///< guards the members below
  std::map<ContentHash, std::shared_ptr<const VariantFileNames>> by_key_;
  std::set<std::string> names_;
  std::map<std::string, OutputState> out_of_date_;
  Diagnostics errors_;
  OutputTransaction transaction_;
};

}  // namespace weft::tools
