#include "fragments/syntax/lexer.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "fragments/syntax/bracket_matching.h"
#include "fragments/syntax/characters.h"
#include "fragments/syntax/text_encoding.h"

namespace weft {
namespace {

struct Punctuation {
  std::string_view text;
  TokenKind kind;
};

/// A typical text has at least as many. Reserved memory that is never touched costs nothing.
constexpr std::size_t bytes_per_token = 3;

/// Of one or two characters. Grouped by the first, longest first, for longest-match lexing.
constexpr Punctuation punctuation[] = {
    {"->", TokenKind::Arrow},
    {"--", TokenKind::MinusMinus},
    {"-=", TokenKind::MinusEqual},
    {"-", TokenKind::Minus},
    {"=>", TokenKind::FatArrow},
    {"==", TokenKind::EqualEqual},
    {"=", TokenKind::Equal},
    {"++", TokenKind::PlusPlus},
    {"+=", TokenKind::PlusEqual},
    {"+", TokenKind::Plus},
    {"*=", TokenKind::StarEqual},
    {"*", TokenKind::Star},
    {"/=", TokenKind::SlashEqual},
    {"/", TokenKind::Slash},
    {"<=", TokenKind::LessEqual},
    {"<<", TokenKind::ShiftLeft},
    {"<", TokenKind::Less},
    {">=", TokenKind::GreaterEqual},
    {">>", TokenKind::ShiftRight},
    {">", TokenKind::Greater},
    {"!=", TokenKind::BangEqual},
    {"!", TokenKind::Bang},
    {"&&", TokenKind::AmpersandAmpersand},
    {"&", TokenKind::Ampersand},
    {"||", TokenKind::PipePipe},
    {"|", TokenKind::Pipe},
    {"(", TokenKind::LeftParen},
    {")", TokenKind::RightParen},
    {"[", TokenKind::LeftBracket},
    {"]", TokenKind::RightBracket},
    {"{", TokenKind::LeftBrace},
    {"}", TokenKind::RightBrace},
    {",", TokenKind::Comma},
    {";", TokenKind::Semicolon},
    {":", TokenKind::Colon},
    {".", TokenKind::Dot},
    {"?", TokenKind::Question},
    {"%", TokenKind::Percent},
    {"~", TokenKind::Tilde},
    {"^", TokenKind::Caret},
};

/// Per character, the index of its group's first entry, or the table's size if it has none.
constexpr auto punctuation_groups = [] {
  std::array<std::uint8_t, 128> groups{};
  for (std::uint8_t& group : groups) {
    group = static_cast<std::uint8_t>(std::size(punctuation));
  }
  for (std::size_t i = std::size(punctuation); i > 0; --i) {
    groups[static_cast<unsigned char>(punctuation[i - 1].text[0])] =
        static_cast<std::uint8_t>(i - 1);
  }
  return groups;
}();

constexpr std::string_view reserved_words[] = {"break", "continue", "else", "false", "for",
                                               "if",    "return",   "true", "while"};

/// Per byte, a bit for each length of the reserved words that it begins.
constexpr auto reserved_lengths = [] {
  std::array<std::uint16_t, 256> lengths{};
  for (const std::string_view word : reserved_words) {
    lengths[static_cast<unsigned char>(word[0])] |= static_cast<std::uint16_t>(1U << word.size());
  }
  return lengths;
}();
constexpr std::size_t longest_reserved_word = 15;  // a length is one of 16 bits

/// By the first letter and the length of a word that is not empty.
constexpr bool may_be_reserved(std::string_view word) {
  return word.size() <= longest_reserved_word &&
         (reserved_lengths[static_cast<unsigned char>(word[0])] >> word.size() & 1U) != 0;
}

bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

/// Hints for characters that are typed or pasted by mistake.
std::string_view character_hint(std::string_view character) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 11> hints = {{
      {"\u201c", "write strings in straight quotes: \"…\""},
      {"\u201d", "write strings in straight quotes: \"…\""},
      {"'", "write strings in double quotes: \"…\""},
      {"\u2212", "this is a typographic minus: write '-'"},
      {"\u2013", "this is a dash: write '-'"},
      {"\u00d7", "multiplication is written '*'"},
      {"\u00b7", "multiplication is written '*'"},
      {"\u2192", "an arrow is written '->'"},
      {"\u00a0", "this is a no-break space: write a plain one"},
      {"@", "Weft has no attributes or decorators"},
      {"\\", "lines need no continuation backslash"},
  }};
  for (const auto& [text, hint] : hints) {
    if (text == character) {
      return hint;
    }
  }
  return {};
}

class Lexer {
 public:
  Lexer(FileId file, std::string_view text, Interner& names, std::size_t max_errors)
      : file_(file), whole_(text), names_(names), max_errors_(max_errors) {}

  LexedText run(const std::vector<TextRange>& ranges) {
    std::size_t bytes = 0;
    for (const TextRange& range : ranges) {
      bytes += range.end - range.begin;
    }
    result_.tokens.reserve(bytes / bytes_per_token + 1);
    for (const TextRange& range : ranges) {
      read(range);
    }
    Token end;
    end.begin = end.end = static_cast<std::uint32_t>(whole_.size());
    end.first_on_line = at_line_start_;
    result_.tokens.push_back(end);
    match_brackets(result_.tokens, brackets_);
    return std::move(result_);
  }

 private:
  void read(const TextRange& range) {
    text_ = whole_.substr(0, range.end);
    at_ = range.begin;
    at_line_start_ = at_line_start_ || at_ == 0 || is_line_end(text_[at_ - 1]);
    while (skip_blanks_and_comments()) {
      token_begin_ = static_cast<std::uint32_t>(at_);
      read_token();
    }
  }

  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool starts_with(std::string_view what) const { return text_.substr(at_, what.size()) == what; }

  void report(Code code, std::size_t begin, std::size_t end, std::string message,
              std::string hint = {}) {
    if (result_.diagnostics.size() < max_errors_) {
      Span span{file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
      result_.diagnostics.push_back(error_at(code, span, std::move(message), std::move(hint)));
    }
  }

  /// A token from token_begin_ to the current position.
  void add(TokenKind kind, std::size_t payload = Token::no_match) {
    result_.tokens.push_back({token_begin_, static_cast<std::uint32_t>(at_),
                              static_cast<std::uint32_t>(payload), kind, at_line_start_,
                              doc_pending_});
    at_line_start_ = false;
    doc_pending_ = false;
  }

  /// Returns false at the end of the text.
  bool skip_blanks_and_comments() {
    const std::string_view text = text_;
    std::size_t at = at_;
    for (; at < text.size(); ++at) {
      const char c = text[at];
      if (c == ' ') {
        continue;
      }
      if (is_line_end(c)) {
        at_line_start_ = true;
      } else if (c == '/' && at + 1 < text.size() && (text[at + 1] == '/' || text[at + 1] == '*')) {
        at_ = at;
        read_comment();
        at = at_ - 1;
      } else if (c != '\t' && c != '\f' && c != '\v') {
        break;
      }
    }
    at_ = at;
    return at < text.size();
  }

  void skip_line() {
    const std::string_view line = text_.substr(at_, text_.find('\n', at_) - at_);
    at_ += std::min(line.find('\r'), line.size());
  }

  void read_comment() {
    Comment comment{Comment::Kind::Line, at_line_start_, static_cast<std::uint32_t>(at_), 0};
    if (peek(1) == '*') {
      comment.kind = Comment::Kind::Block;
      std::size_t close = text_.find("*/", at_ + 2);
      if (close == std::string_view::npos) {
        report(Code::SyntaxError, at_, at_ + 2, "the comment that opens here is never closed",
               "close it with '*/'");
        at_ = text_.size();
      } else {
        at_ = close + 2;
      }
    } else {
      bool is_doc = at_line_start_ && peek(2) == '/' && peek(3) != '/';
      comment.kind = is_doc ? Comment::Kind::Doc : Comment::Kind::Line;
      doc_pending_ = doc_pending_ || is_doc;
      skip_line();
    }
    std::size_t end = at_;
    while (comment.kind != Comment::Kind::Block && end > comment.begin &&
           (text_[end - 1] == ' ' || text_[end - 1] == '\t')) {
      --end;
    }
    comment.end = static_cast<std::uint32_t>(end);
    result_.comments.push_back(comment);
    if (comment.kind == Comment::Kind::Block && comment.first_on_line) {
      // The token after a leading comment is still the first on its line.
      at_line_start_ = true;
    }
  }

  void read_token() {
    char c = peek();
    if (is_letter(c)) {
      read_word();
    } else if ((is_digit(c) || c == '.') && starts_number(text_.substr(at_, 2))) {
      read_number_token();
    } else if (c == '"') {
      starts_with("\"\"\"") ? read_raw_string() : read_string();
    } else if (c == '#') {
      read_hash();
    } else {
      read_punctuation();
    }
  }

  void read_word() {
    const std::string_view text = text_;
    std::size_t end = at_ + 1;
    while (end < text.size() && is_word(text[end])) {
      ++end;
    }
    const std::string_view word = text.substr(at_, end - at_);
    at_ = end;
    add(may_be_reserved(word) && is_reserved_word(word) ? TokenKind::Reserved : TokenKind::Name,
        names_.intern(word).index());
  }

  void read_number_token() {
    std::size_t begin = at_;
    ScannedNumber scanned = read_number(text_.substr(at_));
    at_ += scanned.length;
    if (!scanned.error.empty()) {
      std::string_view shown = text_.substr(begin, std::min<std::size_t>(scanned.length, 40));
      report(
          Code::BadNumber, begin, at_,
          fmt::format("'{}{}' {}", shown, shown.size() < scanned.length ? "…" : "", scanned.error),
          scanned.hint);
    }
    result_.numbers.push_back(scanned.value);
    add(TokenKind::Number, result_.numbers.size() - 1);
  }

  void read_string() {
    std::size_t begin = at_++;
    std::string value;
    while (at_ < text_.size() && peek() != '"' && !is_line_end(peek())) {
      if (peek() != '\\') {
        value += text_[at_++];
        continue;
      }
      constexpr std::string_view escapes = "\"\\nt";
      constexpr std::string_view meanings = "\"\\\n\t";
      std::size_t which = peek(1) == '\0' ? std::string_view::npos : escapes.find(peek(1));
      if (which == std::string_view::npos) {
        report(Code::SyntaxError, at_, at_ + 1, "the escapes in a string are \\\" \\\\ \\n \\t",
               "write a backslash as \\\\; paths use forward slashes");
        ++at_;
        continue;
      }
      value += meanings[which];
      at_ += 2;
    }
    if (peek() == '"') {
      ++at_;
    } else {
      report(Code::SyntaxError, begin, at_, "the string is not closed on its line",
             "close it with '\"'");
    }
    result_.strings.push_back(std::move(value));
    add(TokenKind::String, result_.strings.size() - 1);
  }

  void read_raw_string() {
    std::size_t begin = at_;
    at_ += 3;
    std::size_t close = text_.find("\"\"\"", at_);
    std::string value = with_line_feeds(text_.substr(at_, std::min(close, text_.size()) - at_));
    if (close == std::string_view::npos) {
      report(Code::SyntaxError, begin, at_, "the raw text that opens here is never closed",
             "close it with '\"\"\"'");
      at_ = text_.size();
    } else {
      at_ = close + 3;
    }
    result_.strings.push_back(std::move(value));
    add(TokenKind::RawString, result_.strings.size() - 1);
  }

  /// Reads a color, or reports a malformed one or a preprocessor line.
  void read_hash() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_word(text_[end])) {
      ++end;
    }
    std::string_view digits = text_.substr(at_ + 1, end - at_ - 1);
    bool all_hex = std::all_of(digits.begin(), digits.end(), is_hex);
    std::size_t begin = at_;
    if (all_hex && (digits.size() == 6 || digits.size() == 8)) {
      at_ = end;
      add(TokenKind::Color);
      return;
    }
    bool directive = at_line_start_ && (digits.empty() || !all_hex);
    at_ = end;
    if (directive) {
      skip_line();
    } else {
      report(Code::SyntaxError, begin, end, "a color is '#' and exactly 6 or 8 hexadecimal digits",
             digits.size() == 3 && all_hex
                 ? fmt::format("write #{0}{0}{1}{1}{2}{2}", digits[0], digits[1], digits[2])
                 : std::string());
      add(TokenKind::Color);
      return;
    }
    std::string hint;
    if (digits == "include") {
      hint = "import files with: import \"./name.weft\";";
    } else if (digits == "define") {
      hint = "name a constant in the body or the graph that uses it, or declare a fragment";
    } else if (digits == "if" || digits == "ifdef" || digits == "ifndef") {
      hint = "write variants as: static param name: bool = false;";
    }
    report(Code::SyntaxError, begin, end,
           fmt::format("there is no preprocessor, so '#{}' means nothing", digits), hint);
  }

  void read_punctuation() {
    auto byte = static_cast<unsigned char>(peek());
    std::size_t group =
        byte < punctuation_groups.size() ? punctuation_groups[byte] : std::size(punctuation);
    for (std::size_t i = group; i < std::size(punctuation) && punctuation[i].text[0] == peek();
         ++i) {
      if (punctuation[i].text.size() == 1 || punctuation[i].text[1] == peek(1)) {
        at_ += punctuation[i].text.size();
        if (is_bracket(punctuation[i].kind)) {
          brackets_.push_back(static_cast<std::uint32_t>(result_.tokens.size()));
        }
        add(punctuation[i].kind);
        return;
      }
    }
    std::size_t begin = at_;
    std::string_view first = text_.substr(at_, character_length(text_.substr(at_)));
    if (first == "'") {
      std::size_t quote = text_.find_first_of("'\n\r", at_ + 1);
      if (quote != std::string_view::npos && text_[quote] == '\'') {
        at_ = quote;  // report 'text' as one error
      }
    }
    do {
      at_ += character_length(text_.substr(at_));
    } while (at_ < text_.size() &&
             (static_cast<unsigned char>(text_[at_]) >= 0x80 || peek() == '@'));
    bool control = static_cast<unsigned char>(first[0]) < 0x20 || first[0] == 0x7f;
    std::string message =
        control ? fmt::format("a control character (0x{:02x}) means nothing here",
                              static_cast<unsigned>(static_cast<unsigned char>(first[0])))
                : fmt::format("the character '{}' means nothing here", first);
    std::string hint(character_hint(first));
    if (hint.empty() && static_cast<unsigned char>(first[0]) >= 0x80) {
      hint = "names are made of the letters A to Z, digits and '_'";
    }
    report(Code::SyntaxError, begin, at_, std::move(message), std::move(hint));
    add(TokenKind::Error);
  }

  FileId file_;
  std::string_view whole_;
  std::string_view text_;  ///< up to the end of the range that is read
  Interner& names_;
  std::size_t max_errors_;
  std::size_t at_ = 0;
  std::uint32_t token_begin_ = 0;
  std::vector<std::uint32_t> brackets_;  ///< their tokens
  bool at_line_start_ = false;
  bool doc_pending_ = false;
  LexedText result_;
};

LexedText not_text(FileId file, std::string_view text, const EncodingError& error) {
  LexedText result;
  result.is_text = false;
  result.tokens.emplace_back();
  Span span{file, static_cast<std::uint32_t>(error.offset),
            static_cast<std::uint32_t>(error.offset + error.length)};
  std::string_view mark = text.substr(0, 2);
  bool utf16 = mark == "\xff\xfe" || mark == "\xfe\xff";
  std::string message =
      error.is_nul
          ? "the file contains a NUL byte and is not text"
          : fmt::format("the file is not UTF-8 text: byte 0x{:02x}",
                        static_cast<unsigned>(static_cast<unsigned char>(text[error.offset])));
  result.diagnostics.push_back(
      error_at(Code::NotText, span, std::move(message),
               utf16 ? "the file looks like UTF-16: save it as UTF-8" : ""));
  return result;
}

}  // namespace

LexedText lex(FileId file, const SourceFile& source, Interner& names, std::size_t max_errors) {
  const auto size = static_cast<std::uint32_t>(source.text().size());
  return lex_ranges(file, source, names, {{0, size}}, max_errors);
}

LexedText lex_ranges(FileId file, const SourceFile& source, Interner& names,
                     const std::vector<TextRange>& ranges, std::size_t max_errors) {
  for (const TextRange& range : ranges) {
    const std::string_view part = source.text().substr(range.begin, range.end - range.begin);
    if (std::optional<EncodingError> error = find_encoding_error(part)) {
      error->offset += range.begin;
      return not_text(file, source.text(), *error);
    }
  }
  return Lexer(file, source.text(), names, max_errors).run(ranges);
}

bool is_reserved_word(std::string_view word) {
  return !word.empty() && may_be_reserved(word) &&
         std::find(std::begin(reserved_words), std::end(reserved_words), word) !=
             std::end(reserved_words);
}

bool is_name(std::string_view word) {
  return !word.empty() && is_letter(word[0]) && std::all_of(word.begin(), word.end(), is_word) &&
         !is_reserved_word(word);
}

std::string_view spelling(TokenKind kind) {
  for (const Punctuation& candidate : punctuation) {
    if (candidate.kind == kind) {
      return candidate.text;
    }
  }
  return {};
}

}  // namespace weft
