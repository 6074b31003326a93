#include "tools/response_files.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "fragments/load/disk_reader.h"
#include "tools/load_input.h"

namespace weft::tools {
namespace {

constexpr std::size_t most_files = 10'000;
constexpr std::size_t most_words = 1'000'000;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/// Splits a file's text into words; nothing if a quote is unterminated.
std::optional<std::vector<std::string>> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool is_in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      word += text[++i];
      is_in_word = true;
    } else if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      is_in_word = true;  // also an empty one
    } else if (!is_blank(c)) {
      word += c;
      is_in_word = true;
    } else if (is_in_word) {
      words.push_back(std::exchange(word, {}));
      is_in_word = false;
    }
  }
  if (is_in_word) {
    words.push_back(std::move(word));
  }
  return quote == 0 ? std::optional(std::move(words)) : std::nullopt;
}

class Expander {
 public:
  Result<ExpandedWords> expand(const std::vector<std::string>& words) {
    frames_.push_back({{}, {}, words});
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.next == frame.words.size()) {
        frames_.pop_back();
        continue;
      }
      std::string word = std::move(frame.words[frame.next++]);
      if (word.size() < 2 || word.front() != '@') {
        expanded_.words.push_back(std::move(word));
      } else if (std::optional<Diagnostic> trouble = open(word.substr(1))) {
        return failed(std::move(*trouble));
      }
      if (expanded_.words.size() > most_words || opened_ > most_files) {
        return failed(error(Code::ExpansionLimit,
                            fmt::format("response files come to more than {} files or {} words",
                                        most_files, most_words)));
      }
    }
    return std::move(expanded_);
  }

 private:
  /// A file whose words are being read; the first frame is the command line.
  struct Frame {
    std::string path;
    std::string identity;
    std::vector<std::string> words;
    std::size_t next = 0;
  };

  std::optional<Diagnostic> open(const std::string& path) {
    std::string identity = reader_.identity(path);
    const auto first = std::find_if(frames_.begin(), frames_.end(), [&](const Frame& frame) {
      return !frame.path.empty() && frame.identity == identity;
    });
    if (first != frames_.end()) {
      std::string cycle;
      for (auto frame = first; frame != frames_.end(); ++frame) {
        cycle += frame->path + " -> ";
      }
      return error(Code::ImportCycle,
                   fmt::format("response files include each other in a cycle: {}{}", cycle, path));
    }
    ReadResult read = reader_.read(path);
    if (read.status != ReadResult::Status::Text) {
      Diagnostic trouble = trouble_of(path, read);
      trouble.hint = fmt::format(
          "a word that begins with @ names a response file: write ./@{} for a file whose name "
          "begins with @",
          path);
      return trouble;
    }
    std::optional<std::vector<std::string>> words = split_words(read.text);
    if (!words) {
      return error(Code::SyntaxError, fmt::format("a quote in '{}' is not closed", path));
    }
    ++opened_;
    if (seen_.insert(path).second) {
      expanded_.files.push_back(path);
    }
    frames_.push_back({path, std::move(identity), std::move(*words)});
    return std::nullopt;
  }

  DiskReader reader_;
  std::vector<Frame> frames_;
  std::set<std::string> seen_;
  std::size_t opened_ = 0;
  ExpandedWords expanded_;
};

}  // namespace

Result<ExpandedWords> expand_response_files(const std::vector<std::string>& words) {
  return Expander().expand(words);
}

}  // namespace weft::tools
