#pragma once

#include <string>
#include <vector>

#include "support/result.h"

namespace weft::tools {

/// The words of a command line once `@FILE` words are replaced by the words in their files.
struct ExpandedWords {
  std::vector<std::string> words;
  std::vector<std::string> files;  ///< that were read, each once
};

/// Replaces every word `@FILE` by the words of FILE, as GCC and CMake write them: blanks and line
/// ends part words; '…' and "…" keep them together; a backslash takes the next character as it is,
/// in quotes too. Words of the form `@FILE` in there are replaced likewise; FILE is relative to the
/// current directory. A lone `@` is a word.
///
/// Errors: `file-not-found`, `file-unreadable`; `import-cycle` for files that name each other in a
/// circle, `syntax-error` for a quote without an end, and `expansion-limit` beyond 10,000 files or
/// a million words. O(bytes read).
Result<ExpandedWords> expand_response_files(const std::vector<std::string>& words);

}  // namespace weft::tools
