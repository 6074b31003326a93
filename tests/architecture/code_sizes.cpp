#include "tests/architecture/code_sizes.h"

#include <algorithm>
#include <initializer_list>

#include "tests/architecture/code_tokens.h"

namespace weft::testing {
namespace {

using CodeTokens = std::vector<CodeToken>;

bool is_any_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

std::size_t skip_brackets(const CodeTokens& tokens, std::size_t open, std::string_view opening,
                          std::string_view closing) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    depth += tokens[i].text == opening ? 1 : 0;
    depth -= tokens[i].text == closing ? 1 : 0;
    if (depth == 0) {
      return i + 1;
    }
  }
  return tokens.size();
}

// The declaration without the parts that do not tell its kind: `public:`, `template <…>`, `[[…]]`,
// `alignas(…)`, and the arguments of templates, which may hold parentheses: `function<void(int)>`.
CodeTokens bare_declaration(const CodeTokens& tokens) {
  CodeTokens bare;
  bool is_initial = true;  // before `=`, where `<` opens the arguments of a template
  for (std::size_t i = 0; i < tokens.size();) {
    const std::string_view text = tokens[i].text;
    const bool is_operator = !bare.empty() && bare.back().text == "operator";
    if (is_any_of(text, {"public", "private", "protected"}) && i + 1 < tokens.size() &&
        tokens[i + 1].text == ":") {
      i += 2;
    } else if (is_any_of(text, {"alignas", "decltype", "noexcept", "explicit"}) &&
               i + 1 < tokens.size() && tokens[i + 1].text == "(") {
      i = skip_brackets(tokens, i + 1, "(", ")");
    } else if (text == "[" && is_initial && !is_operator) {
      i = skip_brackets(tokens, i, "[", "]");
    } else if (text == "<" && is_initial && !is_operator) {
      i = skip_brackets(tokens, i, "<", ">");
    } else {
      is_initial = is_initial && (text != "=" || is_operator);
      if (text != "template") {
        bare.push_back(tokens[i]);
      }
      ++i;
    }
  }
  return bare;
}

enum class DeclarationKind { Other, Namespace, Enumeration, Class, Function, Member };

struct Declaration {
  DeclarationKind kind = DeclarationKind::Other;
  std::string name = {};
  bool is_class_keyword = false;  // as opposed to `struct` and `union`
  std::size_t declarators = 1;    // of members: `int a, b;`
};

std::string name_before(const CodeTokens& bare, std::size_t end) {
  std::string name;
  for (std::size_t i = end; i-- > 0;) {
    const bool joins = is_word(bare[i]) ? name.empty() || !is_word(bare[i + 1])
                                        : is_any_of(bare[i].text, {"::", "~"});
    if (!joins) {
      break;
    }
    name.insert(0, bare[i].text);
  }
  return name;
}

// Of the class keyword at `at`.
Declaration class_declaration(const CodeTokens& bare, std::size_t at) {
  std::size_t end = at + 1;
  while (end < bare.size() && !is_any_of(bare[end].text, {":", "final"})) {
    ++end;
  }
  return {DeclarationKind::Class, name_before(bare, end), bare[at].text == "class"};
}

// A member, or a function. `bare` has no class keyword that opens a body.
Declaration value_declaration(const CodeTokens& bare) {
  Declaration declaration{DeclarationKind::Member};
  for (std::size_t i = 0; i < bare.size(); ++i) {
    const std::string_view text = bare[i].text;
    const bool is_pointer =
        text == "(" && i + 1 < bare.size() && is_any_of(bare[i + 1].text, {"*", "&"});
    if (text == "operator") {
      return {DeclarationKind::Function, "operator"};
    }
    if (text == "(" && !is_pointer) {
      return {DeclarationKind::Function, name_before(bare, i)};
    }
    if (text == "=" || text == "{" || is_pointer) {
      break;
    }
    declaration.declarators += text == "," ? 1 : 0;
  }
  return declaration;
}

// `has_body`: a `{` follows.
Declaration classify(const CodeTokens& bare, bool has_body) {
  if (bare.empty() ||
      is_any_of(bare.front().text, {"using", "friend", "typedef", "static_assert"})) {
    return {};
  }
  const auto find = [&bare](std::initializer_list<std::string_view> words) {
    return static_cast<std::size_t>(
        std::find_if(bare.begin(), bare.end(),
                     [&](const CodeToken& token) { return is_any_of(token.text, words); }) -
        bare.begin());
  };
  const bool is_linkage = bare.front().text == "extern" && bare.size() == 1;  // `extern "C" {`
  if (find({"namespace"}) < bare.size() || is_linkage) {
    return {has_body ? DeclarationKind::Namespace : DeclarationKind::Other};
  }
  if (find({"enum"}) < bare.size()) {
    return {DeclarationKind::Enumeration};
  }
  const std::size_t keyword = find({"class", "struct", "union"});
  if (keyword < find({"(", "="})) {
    // `struct stat info;` is a member, `struct stat;` a forward declaration.
    const bool is_forward = !has_body && bare.size() <= keyword + 2;
    return has_body     ? class_declaration(bare, keyword)
           : is_forward ? Declaration{}
                        : value_declaration(bare);
  }
  Declaration declaration = value_declaration(bare);
  if (declaration.kind == DeclarationKind::Member && find({"static"}) < bare.size()) {
    declaration.kind = DeclarationKind::Other;
  }
  return declaration;
}

// Macros are invoked at namespace scope without a semicolon: WEFT_VECTORS(float)
bool is_macro_name(std::string_view name) {
  return name.find('_') != std::string_view::npos &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
         });
}

struct ScannedScope {
  std::optional<std::size_t> of_class = std::nullopt;  // in CodeSizes::classes
  std::string prefix = {};                             // `Outer::`
};

class Scanner {
 public:
  explicit Scanner(const CodeTokens& tokens) : tokens_(tokens) {}

  CodeSizes run() {
    while (at_ < tokens_.size()) {
      const std::string_view text = tokens_[at_].text;
      if (text == ";") {
        end_declaration();
        ++at_;
      } else if (text == "{") {
        open_brace();
      } else if (text == "}") {
        close_scope();
      } else if (text == "(") {  // with braces in default arguments
        const std::size_t end = skip_brackets(tokens_, at_, "(", ")");
        if (pending_.size() == 1 && is_macro_name(pending_.front().text)) {
          pending_.clear();
        } else {
          pending_.insert(pending_.end(), iterator(at_), iterator(end));
        }
        at_ = end;
      } else {
        pending_.push_back(tokens_[at_++]);
      }
    }
    const auto count_of = [this](std::string_view brace) {
      return std::count_if(tokens_.begin(), tokens_.end(),
                           [&](const CodeToken& token) { return token.text == brace; });
    };
    sizes_.is_balanced = sizes_.is_balanced && count_of("{") == count_of("}");
    for (ClassSize& one : sizes_.classes) {
      one.is_plain = one.is_plain && one.methods == 0;
    }
    return std::move(sizes_);
  }

 private:
  CodeTokens::const_iterator iterator(std::size_t at) const {
    return tokens_.begin() + static_cast<std::ptrdiff_t>(at);
  }

  void end_declaration() {
    const CodeTokens bare = bare_declaration(pending_);
    const std::size_t size = bare.size();
    const bool is_generated = size > 1 && bare[size - 2].text == "=" &&
                              is_any_of(bare[size - 1].text, {"default", "delete"});
    if (!is_generated && !is_type_) {
      count(classify(bare, false));
    } else if (is_type_ && !bare.empty()) {
      count({DeclarationKind::Member});  // `struct { … } name;`
    }
    pending_.clear();
    is_type_ = false;
  }

  void count(const Declaration& declaration) {
    if (const auto& of_class = scopes_.back().of_class) {
      ClassSize& size = sizes_.classes[*of_class];
      size.methods += declaration.kind == DeclarationKind::Function ? 1 : 0;
      size.members += declaration.kind == DeclarationKind::Member ? declaration.declarators : 0;
    }
  }

  void open_brace() {
    const CodeTokens bare = bare_declaration(pending_);
    const Declaration declaration = classify(bare, true);
    if (declaration.kind == DeclarationKind::Namespace) {
      scopes_.push_back({std::nullopt, ""});
      pending_.clear();
      ++at_;
    } else if (declaration.kind == DeclarationKind::Class) {
      const std::string name = scopes_.back().prefix + declaration.name;
      scopes_.push_back({sizes_.classes.size(), name + "::"});
      sizes_.classes.push_back({name, tokens_[at_].line, !declaration.is_class_keyword});
      pending_.clear();
      ++at_;
    } else if (declaration.kind == DeclarationKind::Function && !is_initializer(bare)) {
      at_ = skip_brackets(tokens_, at_, "{", "}");
      const std::size_t line = pending_[first_token()].line;
      sizes_.functions.push_back(
          {scopes_.back().prefix + declaration.name, line, tokens_[at_ - 1].line - line + 1});
      count(declaration);
      pending_.clear();
    } else {  // an enumeration or an initializer
      at_ = skip_brackets(tokens_, at_, "{", "}");
      is_type_ = declaration.kind == DeclarationKind::Enumeration;
      if (is_type_) {
        pending_.clear();
      } else {
        pending_.push_back({"{", tokens_[at_ - 1].line});
      }
    }
  }

  // Of the pending declaration, after `public:`.
  std::size_t first_token() const {
    const bool has_label = is_any_of(pending_.front().text, {"public", "private", "protected"});
    return has_label && pending_.size() > 2 ? 2 : 0;
  }

  // Whether the brace initializes a member in the list of a constructor: `: a_{…}`.
  bool is_initializer(const CodeTokens& bare) const {
    std::size_t depth = 0;
    for (std::size_t i = 0; i < bare.size(); ++i) {
      depth += bare[i].text == "(" ? 1 : 0;
      depth -= bare[i].text == ")" ? 1 : 0;
      if (depth == 0 && bare[i].text == ":") {
        const CodeToken& last = pending_.back();
        return is_word(last) || last.text == ">";
      }
    }
    return false;
  }

  void close_scope() {
    ++at_;
    if (scopes_.size() == 1) {
      sizes_.is_balanced = false;
      return;
    }
    is_type_ = scopes_.back().of_class.has_value();
    scopes_.pop_back();
    pending_.clear();
  }

  const CodeTokens& tokens_;
  std::size_t at_ = 0;
  std::vector<ScannedScope> scopes_ = {ScannedScope{}};
  CodeTokens pending_;    // the declaration being read
  bool is_type_ = false;  // it began with the body of a type
  CodeSizes sizes_;
};

}  // namespace

CodeSizes code_sizes(std::string_view text) {
  const CodeTokens tokens = code_tokens(text);
  return Scanner(tokens).run();
}

}  // namespace weft::testing
