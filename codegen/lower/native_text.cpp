#include "codegen/lower/native_text.h"

#include <algorithm>

#include "support/capitals.h"

namespace weft {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string token_of(const std::string& path) {
  std::string token = in_capitals(path);
  std::replace(token.begin(), token.end(), '.', '_');
  return token;
}

// Without the line breaks after the opening and before the closing quotes.
std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == '\n' || text.front() == '\r')) {
    text.remove_prefix(1);
  }
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  return text;
}

class Replacement {
 public:
  Replacement(std::string_view name, const std::string& function,
              const std::vector<NativeFeature>& features)
      : name_(name), function_(function), features_(features) {}

  std::vector<NativePiece> run(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
      std::size_t end = at + 1;
      if (is_word(text[at])) {
        while (end < text.size() && is_word(text[end])) {
          ++end;
        }
        word(text.substr(at, end - at));
      } else {
        mark(text[at]);
      }
      at = end;
    }
    flush();
    return std::move(pieces_);
  }

 private:
  void word(std::string_view token) {
    if (token == name_) {
      pending_ += function_;
      in_signature_ = in_signature_ || !has_signature_;
      return;
    }
    for (const NativeFeature& feature : features_) {
      if (token != token_of(feature.path)) {
        continue;
      }
      if (feature.symbol) {
        flush();
        pieces_.push_back({{}, feature.symbol, std::nullopt});
      } else {
        pending_ += native_parameter(feature.path);
      }
      return;
    }
    pending_ += token;
  }

  // Finds the parameter list: the first parentheses after the first mention of the name.
  void mark(char c) {
    if (in_signature_ && c == '(') {
      ++depth_;
    } else if (in_signature_ && c == ')' && --depth_ == 0) {
      for (const NativeFeature& feature : features_) {
        if (!feature.symbol) {
          pending_ += pending_.ends_with('(') ? "" : ", ";
          flush();
          pieces_.push_back({{}, std::nullopt, feature.parameter});
        }
      }
      in_signature_ = false;
      has_signature_ = true;
    }
    pending_ += c;
  }

  void flush() {
    if (!pending_.empty()) {
      pieces_.push_back({std::move(pending_), std::nullopt, std::nullopt});
      pending_.clear();
    }
  }

  std::string_view name_;
  const std::string& function_;
  const std::vector<NativeFeature>& features_;
  std::vector<NativePiece> pieces_;
  std::string pending_;
  bool in_signature_ = false;
  bool has_signature_ = false;
  int depth_ = 0;
};

}  // namespace

std::string native_parameter(const std::string& path) {
  std::string name = path;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

std::vector<NativeText> native_texts(const Library& library, const Fragment& fragment,
                                     const std::string& function,
                                     const std::vector<NativeFeature>& features) {
  std::vector<NativeText> result;
  result.reserve(fragment.natives().size());
  for (const NativeCode& code : fragment.natives()) {
    Replacement replacement(library.text(fragment.name), function, features);
    result.push_back(
        {std::string(library.text(code.language)), replacement.run(trimmed(code.text))});
  }
  return result;
}

}  // namespace weft
