#pragma once

// Golden tests of the `weft` program. A case is one file tests/golden/<area>/<case>.weft, or .mtlx
// with its header in a comment of XML, whose first line is `<!--`:
//
//   // <its point, one sentence>
//   // run: compose -p forward -t glsl -o -
//   // run[diag]: check --format=json
//   …
//
// Each `run` line contains the arguments of one run of `weft`, split at blanks ("…" keeps blanks).
// The case's file name is inserted after the command's name, or replaces the word FILE; the word
// OUT becomes a fresh folder whose file names are part of the result. The program runs in the
// case's folder. Its exit code and both streams must equal the sidecar <case>.expected.<name>; a
// run without a name is numbered from 1 by its position among the run lines. Line numbers of
// shipped files are omitted, see shipped_lines.h. A case named fail_* must exit with 1 from every
// run, any other with 0. Files that cases import are in folders named `imports` and are not cases.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace weft::testing {

struct GoldenRun {
  std::string name;  // of the sidecar, after ".expected."
  std::vector<std::string> arguments;
};

struct GoldenCase {
  std::filesystem::path file;
  std::vector<GoldenRun> runs;  // at least one
};

struct GoldenSettings {
  std::filesystem::path program;  // the `weft` to start
  std::filesystem::path root;     // of the repository; its path is removed from the output
  /// Writes sidecars instead of comparing, except where the exit code is wrong.
  bool update = false;
};

/// True exactly if WEFT_UPDATE_GOLDEN is 1 and CI is not set.
bool update_is_wanted();

/// The case's header. `text` is the whole file. Errors: no first-line comment, no run line, an
/// unclosed quote, a name used twice or that is not made of [a-z0-9_].
tl::expected<GoldenCase, std::string> parse_golden_case(const std::filesystem::path& file,
                                                        std::string_view text);

/// Runs the case and returns its faults, ready to print; an empty list means that it passed.
std::vector<std::string> check_golden_case(const std::filesystem::path& file,
                                           const GoldenSettings& settings);

/// Sidecars below `folder` that belong to no case. Those of a case's missing run are found by
/// check_golden_case.
std::vector<std::string> find_stray_sidecars(const std::filesystem::path& folder);

}  // namespace weft::testing
