#include "tests/architecture/size_rules.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <sstream>
#include <tuple>

#include "tests/architecture/code_sizes.h"

namespace weft::testing {
namespace {

struct SizeLimit {
  std::string_view measure;
  std::size_t most;
  std::string_view advice;
};

constexpr SizeLimit methods_limit = {"methods", 25, "split the class by concept"};
constexpr SizeLimit members_limit = {"members", 12, "split the class by concept"};
constexpr SizeLimit lines_limit = {"lines", 80, "split the function"};

struct SizeException {
  std::size_t line = 0;
  std::optional<std::size_t> most = std::nullopt;
  bool is_needed = false;
};

using SizeKey = std::tuple<std::string, std::string, std::string>;  // measure, path, name

class SizeCheck {
 public:
  explicit SizeCheck(std::string_view exceptions) { read_exceptions(exceptions); }

  void check(const RepositoryFile& file) {
    const CodeSizes sizes = code_sizes(file.text);
    if (!sizes.is_balanced) {
      violations_.push_back({file.path, 0, "its braces do not match, so no size is known"});
    }
    for (const ClassSize& one : sizes.classes) {
      check(methods_limit, file.path, one.line, one.name, one.methods);
      check(members_limit, file.path, one.line, one.name, one.is_plain ? 0 : one.members);
    }
    for (const FunctionSize& one : sizes.functions) {
      check(lines_limit, file.path, one.line, one.name, one.lines);
    }
  }

  std::vector<Violation> finish() {
    for (const auto& [key, exception] : exceptions_) {
      if (!exception.is_needed) {
        const auto& [measure, path, name] = key;
        report(exception.line,
               "remove the line: " + measure + " of " + name + " in " + path + " are in the limit");
      }
    }
    return std::move(violations_);
  }

 private:
  void report(std::size_t line, std::string message) {
    violations_.push_back({std::string(size_exceptions_path), line, std::move(message)});
  }

  void read_exceptions(std::string_view text) {
    std::istringstream lines{std::string(text)};
    std::string line;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
      if (line.empty() || line.front() == '#') {
        continue;
      }
      std::istringstream words(line);
      std::string measure;
      std::string path;
      std::string name;
      std::string most;
      std::string reason;
      words >> measure >> path >> name >> most >> reason;
      const bool is_measure = measure == methods_limit.measure ||
                              measure == members_limit.measure || measure == lines_limit.measure;
      std::size_t value = 0;
      const auto [end, error] = std::from_chars(most.data(), most.data() + most.size(), value);
      const bool is_number = error == std::errc() && end == most.data() + most.size();
      if (!is_measure || reason.empty() || (!is_number && most != "-")) {
        report(number, "not of the form: measure path name most reason");
        continue;
      }
      exceptions_[{measure, path, name}] = {number,
                                            is_number ? std::optional(value) : std::nullopt};
    }
  }

  void check(const SizeLimit& limit, const std::string& path, std::size_t line,
             const std::string& name, std::size_t value) {
    if (value <= limit.most) {
      return;
    }
    std::size_t most = limit.most;
    const auto found = exceptions_.find({std::string(limit.measure), path, name});
    if (found != exceptions_.end()) {
      found->second.is_needed = true;
      most = found->second.most.value_or(value);
    }
    if (value > most) {
      violations_.push_back({path, line,
                             name + " has " + std::to_string(value) + " " +
                                 std::string(limit.measure) + ": " + std::string(limit.advice) +
                                 " (limit " + std::to_string(most) + ")"});
    }
  }

  std::map<SizeKey, SizeException> exceptions_;
  std::vector<Violation> violations_;
};

}  // namespace

std::vector<Violation> check_sizes(const std::vector<RepositoryFile>& files,
                                   std::string_view exceptions) {
  SizeCheck check(exceptions);
  for (const RepositoryFile& file : files) {
    const std::string_view path = file.path;
    const bool is_code = path.ends_with(".h") || path.ends_with(".cpp");
    if (is_code && !path.starts_with("tests/")) {
      check.check(file);
    }
  }
  return check.finish();
}

}  // namespace weft::testing
