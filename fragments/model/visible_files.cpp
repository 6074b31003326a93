#include "fragments/model/visible_files.h"

namespace weft {

VisibleFiles::VisibleFiles(std::size_t files, FileId requested)
    : files_(files),
      words_((files + bits - 1) / bits),
      requested_(requested),
      rows_(files * words_, 0) {
  for (std::size_t i = 0; i < files; ++i) {
    row_of(FileId(i))[i / bits] |= std::uint64_t{1} << (i % bits);
  }
}

void VisibleFiles::add_import(FileId from, FileId imported) {
  for (std::size_t i = 0; i < words_; ++i) {
    row_of(from)[i] |= row_of(imported)[i];
  }
}

}  // namespace weft
