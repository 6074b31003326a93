#pragma once

#include <cstddef>
#include <initializer_list>
#include <set>
#include <string>
#include <utility>

#include "live/language_server/visible_names.h"
#include "support/json.h"
#include "support/shown_text.h"

namespace weft::lsp {

/// Of one answer; more are left out.
inline constexpr std::size_t most_items = 2'000;

/// `CompletionItemKind` of the protocol.
enum class ItemKind : int {
  Function = 3,
  Field = 5,
  Variable = 6,
  Module = 9,
  Property = 10,
  EnumMember = 20,
  Constant = 21,
  Keyword = 14,
  File = 17,
  Struct = 22,
  TypeParameter = 25,
};

/// The items of one answer.
class Items {
 public:
  /// Null if the label is there already, or the answer is full. `group` orders items before their
  /// names do.
  Json* add(const std::string& label, ItemKind kind, int group) {
    if (list_.size() >= most_items || !known_.insert(label).second) {
      return nullptr;
    }
    list_.push_back(Json{{"label", label},
                         {"kind", static_cast<int>(kind)},
                         {"sortText", std::to_string(group) + label}});
    return &list_.back();
  }
  void add_words(std::initializer_list<const char*> words, int group) {
    for (const char* const word : words) {
      add(word, ItemKind::Keyword, group);
    }
  }
  /// A declared name with its head and documentation.
  void add_declared(const VisibleName& name, ItemKind kind, int group) {
    Json* item = add(name.name, kind, group);
    if (item == nullptr) {
      return;
    }
    const FoundDeclaration& found = name.found;
    (*item)["detail"] = shown_text(found.file->text.text(found.declared->head));
    if (!found.declared->doc.empty()) {
      (*item)["documentation"] = {{"kind", "markdown"}, {"value", found.declared->doc}};
    }
  }
  /// All of them; the object is empty then.
  Json take() { return std::move(list_); }
  /// The item that was added last; there is one.
  Json& last() { return list_.back(); }
  std::size_t size() const { return list_.size(); }

 private:
  Json list_ = Json::array();
  std::set<std::string> known_;
};

}  // namespace weft::lsp
