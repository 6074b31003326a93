#include "importers/materialx/glsl_functions.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "importers/materialx/glsl_definitions.h"

namespace weft::materialx {
namespace {

constexpr std::size_t longest_excerpt = 40;
constexpr std::size_t longest_head = 1000;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
}

/// The text with comments as blanks, of the same length.
std::string without_comments(std::string_view text) {
  std::string result(text);
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    if (text.substr(at).starts_with("//")) {
      end = std::min(text.find('\n', at), text.size());
    } else if (text.substr(at).starts_with("/*")) {
      end = text.find("*/", at + 2);
      end = end == std::string_view::npos ? text.size() : end + 2;
    }
    for (std::size_t i = at; i < end; ++i) {
      result[i] = is_blank(text[i]) ? text[i] : ' ';
    }
    at = std::max(end, at + 1);
  }
  return result;
}

/// Where the next word of the code stands.
struct Word {
  std::size_t begin;
  std::size_t end;
  bool is_member;
};

std::optional<Word> next_word(std::string_view code, std::size_t at) {
  while (at < code.size() && !is_letter(code[at])) {
    ++at;
  }
  if (at == code.size()) {
    return std::nullopt;
  }
  std::size_t end = at;
  while (end < code.size() && is_letter(code[end])) {
    ++end;
  }
  std::size_t before = at;
  while (before > 0 && is_blank(code[before - 1])) {
    --before;
  }
  return Word{at, end, before > 0 && code[before - 1] == '.'};
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
  /// What stands before the next `;`, which is taken.
  std::string_view statement() {
    const std::size_t begin = at_;
    at_ = std::min(text_.find(';', at_), text_.size());
    const std::string_view statement = text_.substr(begin, at_ - begin);
    take(';');
    return statement;
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
  /// Goes behind the `;` or the block that ends a declaration, and behind the line of a directive.
  void skip_declaration() {
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '#') {
      line();
      return;
    }
    at_ = std::min(text_.find_first_of(";{", at_), text_.size());
    if (take('{') && !block()) {
      at_ = text_.size();
    } else {
      take(';');
    }
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
    while (word == "in" || word == "const" || word == "out" || word == "highp" ||
           word == "mediump" || word == "lowp") {
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
  function.body_begin = static_cast<std::uint32_t>(scanner.place() - body->size() - 1);
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
  GlslDefinitions definitions;
  while (!scanner.is_at_end()) {
    const std::size_t begin = scanner.place();
    if (scanner.take('#')) {
      scanner.go_back(begin);
      const std::string_view line = scanner.line();
      if (auto include = read_include(line)) {
        file.includes.push_back(std::move(*include));
        continue;
      }
      if (definitions.define(line)) {
        continue;
      }
    } else if (scanner.word() == "const" && definitions.declare(scanner.statement())) {
      continue;
    } else if (scanner.go_back(begin); auto function = read_function(scanner)) {
      definitions.apply(*function);
      function->includes = file.includes.size();
      file.functions.push_back(std::move(*function));
      continue;
    }
    scanner.go_back(begin);
    UnreadGlsl unread;
    const std::string_view line = scanner.line();
    unread.excerpt = std::string(line.substr(0, longest_excerpt));
    const std::size_t at = scanner.place() - line.size();
    unread.begin = static_cast<std::uint32_t>(at);
    scanner.go_back(begin);
    scanner.skip_declaration();
    const std::string_view whole = std::string_view(code).substr(at, scanner.place() - at);
    unread.head = std::string(whole.substr(0, std::min(whole.find('{'), longest_head)));
    file.unread.push_back(std::move(unread));
  }
  return file;
}

std::uint32_t RenamedCode::place_in_code(std::uint32_t place) const {
  const auto next =
      std::upper_bound(places.begin(), places.end(), place,
                       [](std::uint32_t at, const Place& one) { return at < one.text; });
  if (next == places.begin()) {
    return 0;
  }
  const std::uint32_t code = std::prev(next)->code + (place - std::prev(next)->text);
  return next == places.end() ? code : std::min(code, next->code);
}

RenamedCode with_names(std::string_view code, const Renaming& renaming) {
  RenamedCode result;
  const auto note = [&](std::size_t at) {
    result.places.push_back(
        {static_cast<std::uint32_t>(result.text.size()), static_cast<std::uint32_t>(at)});
  };
  note(0);
  std::size_t at = 0;
  while (const std::optional<Word> word = next_word(code, at)) {
    result.text += code.substr(at, word->begin - at);
    const std::string_view old = code.substr(word->begin, word->end - word->begin);
    const std::string given = word->is_member ? std::string() : renaming(old);
    result.text += given.empty() ? std::string(old) : given;
    at = word->end;
    if (!given.empty()) {
      note(at);
    }
  }
  result.text += code.substr(at);
  return result;
}

std::vector<std::string_view> words_of(std::string_view code) {
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while (const std::optional<Word> word = next_word(code, at)) {
    if (!word->is_member) {
      words.push_back(code.substr(word->begin, word->end - word->begin));
    }
    at = word->end;
  }
  return words;
}

}  // namespace weft::materialx
