#pragma once

#include <string>
#include <vector>

#include "support/result.h"

namespace weft::tools {

/// A command line with its `@FILE` words replaced by the words in those files.
struct ExpandedWords {
  std::vector<std::string> words;
  std::vector<std::string> files;  ///< the files read, without duplicates
};

/// Replaces every word `@FILE` by the words of FILE, in the syntax of GCC and CMake: blanks and
/// line ends separate words; '…' and "…" group them; a backslash escapes the next character, even
/// in quotes. `@FILE` words in the files are replaced too; FILE is relative to the current
/// directory. A lone `@` is a plain word.
///
/// Errors: `file-not-found`, `file-unreadable`; `import-cycle` for files that include each other,
/// `syntax-error` for an unterminated quote, and `expansion-limit` beyond 10,000 files or a million
/// words. O(bytes read).
Result<ExpandedWords> expand_response_files(const std::vector<std::string>& words);

}  // namespace weft::tools
