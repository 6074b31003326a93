#pragma once

#include <map>
#include <memory>
#include <string>

#include "fragments/load/file_reader.h"

namespace weft::lsp {

/// Reads the texts that an editor has open in the place of the files on disk, so that a file sees
/// the unsaved state of those that it imports.
class OverlayReader : public FileReader {
 public:
  /// `disk` must outlive the object.
  explicit OverlayReader(const FileReader& disk) : disk_(disk) {}

  void set(const std::string& path, std::string text) {
    texts_[disk_.identity(path)] = std::move(text);
  }
  void remove(const std::string& path) { texts_.erase(disk_.identity(path)); }

  ReadResult read(const std::string& path) const override {
    const auto found = texts_.find(disk_.identity(path));
    return found != texts_.end() ? ReadResult{ReadResult::Status::Text, found->second, {}}
                                 : disk_.read(path);
  }
  ReadResult read_regular(const std::string& path) const override {
    const auto found = texts_.find(disk_.identity(path));
    return found != texts_.end() ? ReadResult{ReadResult::Status::Text, found->second, {}}
                                 : disk_.read_regular(path);
  }
  std::string identity(const std::string& path) const override { return disk_.identity(path); }

 private:
  const FileReader& disk_;
  std::map<std::string, std::string> texts_;  ///< by identity
};

}  // namespace weft::lsp
