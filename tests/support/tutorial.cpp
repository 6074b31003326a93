#include "tests/support/tutorial.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing {

namespace {

std::string at_line(const TutorialBlock& block, const std::string& message) {
  return "docs/tutorial.md:" + std::to_string(block.line) + ": " + message + "\n" + block.text;
}

/// The name of the file that the block is written to, empty if it is not.
std::string title_of(const TutorialBlock& block) {
  const std::string mark = "title=";
  return block.word.starts_with(mark) ? block.word.substr(mark.size()) : std::string();
}

}  // namespace

std::vector<TutorialBlock> fenced_blocks(const std::string& document) {
  std::vector<TutorialBlock> blocks;
  std::istringstream lines(document);
  bool is_inside = false;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (!line.starts_with("```")) {
      if (is_inside) {
        blocks.back().text += line + "\n";
      }
      continue;
    }
    is_inside = !is_inside;
    if (is_inside) {
      TutorialBlock block;
      block.line = number;
      std::istringstream words(line.substr(3));
      words >> block.language >> block.word;
      blocks.push_back(std::move(block));
    }
  }
  return blocks;
}

std::string missing_part(const std::string& expected, const std::string& output) {
  const std::string gap = "…";
  std::size_t at = 0;
  for (std::size_t begin = 0; begin <= expected.size();) {
    const std::size_t end = std::min(expected.find(gap, begin), expected.size());
    std::string part = expected.substr(begin, end - begin);
    begin = end + gap.size();
    const std::size_t first = part.find_first_not_of('\n');
    if (first == std::string::npos) {
      continue;
    }
    part = part.substr(first, part.find_last_not_of('\n') + 1 - first);
    const std::size_t found = output.find(part, at);
    if (found == std::string::npos) {
      return part;
    }
    at = found + part.size();
  }
  return {};
}

TutorialRun run_tutorial(const std::set<std::string>& words, const std::string& path,
                         const std::vector<std::pair<std::string, std::string>>& environment) {
  const TempDir place;
  const char* inherited = std::getenv("PATH");
  TutorialRun result;
  std::optional<std::string> output;
  for (const TutorialBlock& block :
       fenced_blocks(read_file(repository_root() / "docs" / "tutorial.md"))) {
    const std::string title = title_of(block);
    if (!title.empty()) {
      place.write(title, block.text);
    } else if (block.language == "sh") {
      output.reset();
      if (!block.word.empty() && block.word != "fails" && words.count(block.word) == 0) {
        continue;
      }
      Command command;
      command.program = "/bin/sh";
      command.arguments = {"-e", "-c", "exec 2>&1\n" + block.text};
      command.working_directory = place.path();
      command.environment = environment;
      command.environment.emplace_back("PATH", path + ":" + (inherited ? inherited : ""));
      command.timeout = std::chrono::minutes(10);
      const Finished finished = run(command);
      ++result.steps;
      output = finished.out + finished.err;
      const int wanted = block.word == "fails" ? 1 : 0;
      if (finished.exit_code != wanted) {
        result.faults.push_back(
            at_line(block, "exits with " + std::to_string(finished.exit_code) + ":\n" + *output));
      }
    } else if (block.language == "text" && output) {
      const std::string missing = missing_part(block.text, *output);
      if (!missing.empty()) {
        result.faults.push_back(
            at_line(block, "the output lacks\n" + missing + "\nand is\n" + *output));
      }
    }
  }
  return result;
}

}  // namespace weft::testing
