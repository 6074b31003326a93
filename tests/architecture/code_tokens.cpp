#include "tests/architecture/code_tokens.h"

#include <algorithm>
#include <string>

namespace weft::testing {
namespace {

bool is_word_part(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_decimal_digit(char c) { return c >= '0' && c <= '9'; }

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text) : text_(text) {}

  std::vector<CodeToken> run() {
    while (at_ < text_.size()) {
      step();
    }
    return std::move(tokens_);
  }

 private:
  bool starts(std::string_view with) const { return text_.substr(at_).starts_with(with); }

  void skip_to(std::size_t end) {
    end = std::min(end, text_.size());
    line_ += static_cast<std::size_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                                 text_.begin() + static_cast<std::ptrdiff_t>(end),
                                                 '\n'));
    at_ = end;
  }

  // After the next `end`; npos if there is none.
  std::size_t after(std::string_view end, std::size_t from) const {
    const std::size_t found = text_.find(end, from);
    return found == std::string_view::npos ? found : found + end.size();
  }

  void step() {
    const char c = text_[at_];
    if (c == '#' && (tokens_.empty() || tokens_.back().line < line_)) {
      skip_directive();
    } else if (starts("//")) {
      skip_to(text_.find('\n', at_));
    } else if (starts("/*")) {
      skip_to(after("*/", at_ + 2));
    } else if (starts("R\"")) {
      const std::size_t open = text_.find('(', at_);
      const std::string close = ")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"";
      skip_to(after(close, open));
    } else if (c == '"' || c == '\'') {
      skip_literal(c);
    } else if (is_word_part(c)) {
      add(word_length());
    } else if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      skip_to(at_ + 1);
    } else {
      add(starts("::") ? 2 : 1);
    }
  }

  void add(std::size_t length) {
    tokens_.push_back({text_.substr(at_, length), line_});
    at_ += length;
  }

  // Numbers include the separators of digits: 10'000.
  std::size_t word_length() const {
    const bool is_number = is_decimal_digit(text_[at_]);
    std::size_t end = at_;
    while (end < text_.size() &&
           (is_word_part(text_[end]) || (is_number && text_[end] == '\'' &&
                                         end + 1 < text_.size() && is_word_part(text_[end + 1])))) {
      ++end;
    }
    return end - at_;
  }

  void skip_literal(char quote) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote) {
      end += text_[end] == '\\' ? 2 : 1;
    }
    skip_to(end + 1);
  }

  void skip_directive() {
    std::size_t end = text_.find('\n', at_);
    while (end != std::string_view::npos && text_[end - 1] == '\\') {
      end = text_.find('\n', end + 1);
    }
    skip_to(end);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::vector<CodeToken> tokens_;
};

}  // namespace

std::vector<CodeToken> code_tokens(std::string_view text) { return Tokenizer(text).run(); }

bool is_word(const CodeToken& token) { return is_word_part(token.text.front()); }

}  // namespace weft::testing
