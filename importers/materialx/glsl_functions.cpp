#include "importers/materialx/glsl_functions.h"

#include <algorithm>
#include <utility>

namespace weft::materialx {
namespace {

constexpr std::size_t longest_excerpt = 40;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
}

/// The text with comments as blanks.
std::string without_comments(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (text.substr(at).starts_with("/*")) {
      const std::size_t end = text.find("*/", at + 2);
      at = end == std::string_view::npos ? text.size() : end + 2;
      result += ' ';
    } else {
      result += text[at++];
    }
  }
  return result;
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool is_at_end() {
    skip_blanks();
    return at_ == text_.size();
  }
  bool take(char c) {
    skip_blanks();
    const bool is_there = at_ < text_.size() && text_[at_] == c;
    at_ += is_there ? 1 : 0;
    return is_there;
  }
  std::string_view word() {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_letter(text_[at_])) {
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }
  std::string_view line() {
    skip_blanks();
    const std::size_t begin = at_;
    at_ = std::min(text_.find('\n', at_), text_.size());
    return text_.substr(begin, at_ - begin);
  }
  /// What stands before the brace that closes an open one.
  std::optional<std::string_view> block() {
    const std::size_t begin = at_;
    for (std::size_t depth = 1; at_ < text_.size(); ++at_) {
      depth += text_[at_] == '{' ? 1 : 0;
      depth -= text_[at_] == '}' ? 1 : 0;
      if (depth == 0) {
        return text_.substr(begin, at_++ - begin);
      }
    }
    return std::nullopt;
  }
  std::size_t place() const { return at_; }
  void go_back(std::size_t place) { at_ = place; }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) {
      ++at_;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// `in vec3 a, out float b)`.
std::optional<std::vector<GlslParameter>> read_parameters(Scanner& scanner) {
  std::vector<GlslParameter> parameters;
  if (scanner.take(')')) {
    return parameters;
  }
  do {
    GlslParameter parameter;
    std::string_view word = scanner.word();
    while (word == "in" || word == "const" || word == "out") {
      parameter.is_out = parameter.is_out || word == "out";
      word = scanner.word();
    }
    parameter.type = word;
    parameter.name = scanner.word();
    if (parameter.type.empty() || parameter.name.empty()) {
      return std::nullopt;
    }
    parameters.push_back(std::move(parameter));
  } while (scanner.take(','));
  return scanner.take(')') ? std::optional(std::move(parameters)) : std::nullopt;
}

std::optional<GlslFunction> read_function(Scanner& scanner) {
  GlslFunction function;
  function.result = scanner.word();
  function.name = scanner.word();
  if (function.result.empty() || function.name.empty() || !scanner.take('(')) {
    return std::nullopt;
  }
  auto parameters = read_parameters(scanner);
  if (!parameters || !scanner.take('{')) {
    return std::nullopt;
  }
  const auto body = scanner.block();
  if (!body) {
    return std::nullopt;
  }
  function.parameters = std::move(*parameters);
  function.body = *body;
  return function;
}

/// The path of `#include "path"`, or nothing.
std::optional<std::string> read_include(std::string_view line) {
  const std::size_t begin = line.find('"');
  const std::size_t end = begin == std::string_view::npos ? begin : line.find('"', begin + 1);
  if (!line.starts_with("#include") || end == std::string_view::npos) {
    return std::nullopt;
  }
  return std::string(line.substr(begin + 1, end - begin - 1));
}

}  // namespace

GlslFile read_glsl(std::string_view text) {
  GlslFile file;
  const std::string code = without_comments(text);
  Scanner scanner(code);
  while (!scanner.is_at_end()) {
    const std::size_t begin = scanner.place();
    if (scanner.take('#')) {
      scanner.go_back(begin);
      const std::string_view line = scanner.line();
      if (auto include = read_include(line)) {
        file.includes.push_back(std::move(*include));
        continue;
      }
    } else if (auto function = read_function(scanner)) {
      file.functions.push_back(std::move(*function));
      continue;
    }
    scanner.go_back(begin);
    file.other = std::string(scanner.line().substr(0, longest_excerpt));
    return file;
  }
  return file;
}

std::string with_names(std::string_view code,
                       const std::vector<std::pair<std::string, std::string>>& names) {
  std::string result;
  for (std::size_t at = 0; at < code.size();) {
    std::size_t end = at;
    while (end < code.size() && is_letter(code[end])) {
      ++end;
    }
    const std::string_view word = code.substr(at, end - at);
    const bool is_member = at != 0 && code[at - 1] == '.';
    const auto found = std::find_if(names.begin(), names.end(), [&](const auto& pair) {
      return !is_member && pair.first == word;
    });
    result += found == names.end() ? std::string(word) : found->second;
    if (end == at) {
      result += code[end++];
    }
    at = end;
  }
  return result;
}

}  // namespace weft::materialx
