#include "tests/golden/runner.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "tests/golden/shipped_lines.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"
#include "tests/support/text_diff.h"

namespace weft::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view sidecar_mark = ".expected.";

bool is_blank(char c) { return c == ' ' || c == '\t'; }

tl::expected<std::vector<std::string>, std::string> split_arguments(std::string_view text) {
  std::vector<std::string> arguments;
  std::size_t at = 0;
  while (true) {
    while (at < text.size() && is_blank(text[at])) {
      ++at;
    }
    if (at == text.size()) {
      return arguments;
    }
    std::string argument;
    bool quoted = false;
    for (; at < text.size() && (quoted || !is_blank(text[at])); ++at) {
      if (text[at] == '"') {
        quoted = !quoted;
      } else {
        argument += text[at];
      }
    }
    if (quoted) {
      return tl::unexpected("a quote is not closed: " + std::string(text));
    }
    arguments.push_back(std::move(argument));
  }
}

// The text after "//", without blanks at its beginning; nullopt-like empty view for other lines.
std::string_view comment_of(std::string_view line) {
  if (!line.starts_with("//")) {
    return {};
  }
  line.remove_prefix(2);
  while (!line.empty() && is_blank(line.front())) {
    line.remove_prefix(1);
  }
  return line;
}

bool is_run_line(std::string_view comment) {
  return comment.starts_with("run:") || comment.starts_with("run[");
}

tl::expected<GoldenRun, std::string> parse_run_line(std::string_view comment, std::size_t number) {
  GoldenRun run;
  run.name = std::to_string(number);
  comment.remove_prefix(3);
  if (comment.front() == '[') {
    const std::size_t end = comment.find("]:");
    if (end == std::string_view::npos) {
      return tl::unexpected(std::string("a run line has no ]: after its name"));
    }
    run.name = comment.substr(1, end - 1);
    comment.remove_prefix(end + 1);
  }
  const std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789_";
  if (run.name.empty() || run.name.find_first_not_of(allowed) != std::string::npos) {
    return tl::unexpected("the name of a run is made of [a-z0-9_]: " + run.name);
  }
  comment.remove_prefix(1);
  auto arguments = split_arguments(comment);
  if (!arguments) {
    return tl::unexpected(arguments.error());
  }
  if (arguments->empty()) {
    return tl::unexpected(std::string("a run line names no command"));
  }
  run.arguments = std::move(*arguments);
  return run;
}

void replace_all(std::string& text, const std::string& from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
}

void add_section(std::string& transcript, std::string_view name, const std::string& text) {
  transcript += "--- ";
  transcript += name;
  transcript += '\n';
  transcript += text;
  if (!text.empty() && text.back() != '\n') {
    transcript += "\n--- (no newline at the end)\n";
  }
}

std::string names_of_files_below(const fs::path& folder) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) {
      names.push_back(fs::relative(entry.path(), folder).generic_string());
    }
  }
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) {
    text += name + "\n";
  }
  return text;
}

struct Transcript {
  std::string text;
  int exit_code = 0;
};

Transcript run_once(const GoldenCase& golden, const GoldenRun& golden_run,
                    const GoldenSettings& settings) {
  const TempDir out;
  const std::string file_name = golden.file.filename().string();
  Command command;
  command.program = settings.program;
  command.working_directory = golden.file.parent_path();
  command.arguments = golden_run.arguments;
  const auto begin = command.arguments.begin();
  if (std::find(begin, command.arguments.end(), "FILE") == command.arguments.end()) {
    command.arguments.insert(begin + 1, "FILE");
  }
  bool uses_out = false;
  for (std::string& argument : command.arguments) {
    if (argument == "FILE") {
      argument = file_name;
    } else if (argument == "OUT") {
      argument = out.path().string();
      uses_out = true;
    }
  }
  Finished finished = run(command);
  for (std::string* stream : {&finished.out, &finished.err}) {
    replace_all(*stream, out.path().string(), "OUT");
    replace_all(*stream, golden.file.parent_path().string() + "/", "");
    replace_all(*stream, settings.root.string() + "/", "");
    *stream = without_shipped_lines(*stream);
  }
  Transcript transcript;
  transcript.exit_code = finished.exit_code;
  transcript.text = "exit " + std::to_string(finished.exit_code) + "\n";
  if (finished.timed_out) {
    transcript.text += "timed out\n";
  }
  add_section(transcript.text, "stdout", finished.out);
  add_section(transcript.text, "stderr", finished.err);
  if (uses_out) {
    add_section(transcript.text, "files", names_of_files_below(out.path()));
  }
  return transcript;
}

fs::path sidecar_of(const fs::path& file, const std::string& run_name) {
  return file.parent_path() / (file.stem().string() + std::string(sidecar_mark) + run_name);
}

// The names of the runs that have a sidecar, even if the case no longer contains the run.
std::set<std::string> sidecars_of(const fs::path& file) {
  const std::string prefix = file.stem().string() + std::string(sidecar_mark);
  std::set<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(file.parent_path())) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix)) {
      names.insert(name.substr(prefix.size()));
    }
  }
  return names;
}

}  // namespace

bool update_is_wanted() {
  const char* update = std::getenv("WEFT_UPDATE_GOLDEN");
  const char* ci = std::getenv("CI");
  return update != nullptr && std::string_view(update) == "1" && (ci == nullptr || *ci == '\0');
}

tl::expected<GoldenCase, std::string> parse_golden_case(const fs::path& file,
                                                        std::string_view text) {
  GoldenCase golden{file, {}};
  std::set<std::string> names;
  bool first = true;
  constexpr std::string_view xml_comment = "<!--\n";
  text.remove_prefix(text.starts_with(xml_comment) ? xml_comment.size() : 0);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view comment = comment_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (first && (comment.empty() || is_run_line(comment))) {
      break;
    }
    if (comment.empty()) {
      break;  // the header ends at the first empty line
    }
    first = false;
    if (!is_run_line(comment)) {
      continue;
    }
    auto run = parse_run_line(comment, golden.runs.size() + 1);
    if (!run) {
      return tl::unexpected(run.error());
    }
    if (!names.insert(run->name).second) {
      return tl::unexpected("two runs are named " + run->name);
    }
    golden.runs.push_back(std::move(*run));
  }
  if (first) {
    return tl::unexpected(std::string("the first line does not say the point of the case"));
  }
  if (golden.runs.empty()) {
    return tl::unexpected(std::string("no `// run: …` line in the comment at the top"));
  }
  return golden;
}

std::vector<std::string> check_golden_case(const fs::path& file, const GoldenSettings& settings) {
  const auto golden = parse_golden_case(file, read_file(file));
  if (!golden) {
    return {golden.error()};
  }
  const int wanted_exit = file.filename().string().starts_with("fail_") ? 1 : 0;
  std::vector<std::string> faults;
  std::set<std::string> leftover = sidecars_of(file);
  for (const GoldenRun& golden_run : golden->runs) {
    const bool has_sidecar = leftover.erase(golden_run.name) != 0;
    const fs::path sidecar = sidecar_of(file, golden_run.name);
    const std::string title = sidecar.filename().string();
    const Transcript transcript = run_once(*golden, golden_run, settings);
    if (transcript.exit_code != wanted_exit) {
      faults.push_back(title + ": exit code " + std::to_string(transcript.exit_code) +
                       ", but the case's name demands " + std::to_string(wanted_exit) + "\n" +
                       transcript.text);
    } else if (settings.update) {
      if (!has_sidecar || read_file(sidecar) != transcript.text) {
        write_file(sidecar, transcript.text);
      }
    } else if (!has_sidecar) {
      faults.push_back(title + ": is missing; WEFT_UPDATE_GOLDEN=1 would write\n" +
                       transcript.text);
    } else if (const std::string difference = text_diff(read_file(sidecar), transcript.text);
               !difference.empty()) {
      faults.push_back(title + ": differs (- expected, + actual)\n" + difference);
    }
  }
  for (const std::string& name : leftover) {
    if (settings.update) {
      fs::remove(sidecar_of(file, name));
    } else {
      faults.push_back(sidecar_of(file, name).filename().string() + ": belongs to no run");
    }
  }
  return faults;
}

std::vector<std::string> find_stray_sidecars(const fs::path& folder) {
  std::vector<std::string> strays;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const std::size_t mark = name.find(sidecar_mark);
    const fs::path stem = entry.path().parent_path() / name.substr(0, mark);
    if (entry.is_regular_file() && mark != std::string::npos &&
        !fs::exists(stem.string() + ".weft") && !fs::exists(stem.string() + ".mtlx")) {
      strays.push_back(fs::relative(entry.path(), folder).generic_string() +
                       ": belongs to no case");
    }
  }
  std::sort(strays.begin(), strays.end());
  return strays;
}

}  // namespace weft::testing
