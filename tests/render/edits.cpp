#include "tests/render/edits.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "tests/support/catch.h"

namespace weft::testing {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool continues_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::size_t end_of_word(const std::string& text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && continues_word(text[end])) {
    ++end;
  }
  return end;
}

/// The end of a comment or string that starts here; otherwise `begin`.
std::size_t end_of_quiet_part(const std::string& text, std::size_t begin) {
  if (text.compare(begin, 2, "//") == 0) {
    return std::min(text.find('\n', begin), text.size());
  }
  if (text[begin] == '"') {
    return std::min(text.find('"', begin + 1), text.size() - 1) + 1;
  }
  return begin;
}

}  // namespace

std::string edited(std::string text, const Replacements& replacements) {
  for (const auto& [from, to] : replacements) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos || text.find(from, at + 1) != std::string::npos) {
      FAIL("an edit does not match exactly once: " << from);
    }
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string renamed(const std::string& text, const std::map<std::string, std::string>& names) {
  std::string result;
  std::set<std::string> seen;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t end = end_of_quiet_part(text, at); end != at) {
      result += text.substr(at, end - at);
      at = end;
      continue;
    }
    if (!continues_word(text[at])) {
      result += text[at++];
      continue;
    }
    const std::size_t end = end_of_word(text, at);
    const std::string word = text.substr(at, end - at);
    const bool is_member = !result.empty() && result.back() == '.';
    const auto found = names.find(word);
    if (found != names.end() && !is_member && starts_word(text[at])) {
      seen.insert(word);
      result += found->second;
    } else {
      result += word;
    }
    at = end;
  }
  for (const auto& [from, to] : names) {
    if (seen.count(from) == 0) {
      FAIL("nothing is called " << from);
    }
  }
  return result;
}

std::string shuffled_lines(const std::string& text, const std::string& first,
                           const std::string& last, Random& random) {
  std::vector<std::string> lines = lines_of(text);
  const auto line_at = [&lines](const std::string& start, std::size_t from) {
    while (from < lines.size() && lines[from].compare(0, start.size(), start) != 0) {
      ++from;
    }
    if (from == lines.size()) {
      FAIL("no line starts with " << start);
    }
    return from;
  };
  const std::size_t begin = line_at(first, 0) + 1;
  const std::size_t end = line_at(last, begin);
  REQUIRE(begin + 1 < end);
  for (std::size_t i = end - 1; i > begin; --i) {
    std::swap(lines[i], lines[begin + random.below(i - begin + 1)]);
  }
  std::string result;
  for (const std::string& line : lines) {
    result += line + '\n';
  }
  return result;
}

}  // namespace weft::testing
