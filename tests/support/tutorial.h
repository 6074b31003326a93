#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

// docs/tutorial.md promises that a test runs every step of it. The info strings of its fences carry
// the script:
//
//   ```LANGUAGE title=FILE     the block is written to FILE in the folder of the steps
//   ```sh [WORD]               a shell runs the block there. WORD is `fails` (it must exit with
//                              1), or a requirement beyond `weft`: `draws` a Vulkan driver,
//                              `installed` an installed Weft and CMake
//   ```text                    the output of the last `sh` block contains this block, in which
//                              each `…` matches any text
//
// Other blocks are prose. No test can run the steps of every kind, so three do: tests/unit the
// plain ones, tests/render those that draw, and tests/consumer those that need an installation.

namespace weft::testing {

struct TutorialBlock {
  int line = 0;          ///< of the fence
  std::string language;  ///< the first word of the info string
  std::string word;      ///< the second, empty if there is none
  std::string text;
};

/// The fenced blocks of a Markdown document, in order.
std::vector<TutorialBlock> fenced_blocks(const std::string& document);

/// The first part of `expected` that `output` lacks, empty if it has all parts in order. The parts
/// are the texts between the `…` of `expected`, without the line ends around them.
std::string missing_part(const std::string& expected, const std::string& output);

/// One message per fault, with its line.
struct TutorialRun {
  std::vector<std::string> faults;
  int steps = 0;  ///< `sh` blocks that were run
};

/// Runs the steps of docs/tutorial.md in a fresh folder: the plain ones, `fails`, and those with a
/// word in `words`. `environment` is added to that of the shell; `path` is put in front of its
/// PATH.
TutorialRun run_tutorial(const std::set<std::string>& words, const std::string& path,
                         const std::vector<std::pair<std::string, std::string>>& environment = {});

}  // namespace weft::testing
