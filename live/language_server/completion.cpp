#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fragments/load/metadata_entries.h"
#include "fragments/load/profile_settings.h"
#include "fragments/model/library.h"
#include "live/language_server/completion_items.h"
#include "live/language_server/component_names.h"
#include "live/language_server/cursor_context.h"
#include "live/language_server/fitting_types.h"
#include "live/language_server/message_params.h"
#include "live/language_server/server_state.h"
#include "live/language_server/visible_names.h"
#include "support/json.h"

// What can be written at a place. Of values and calls those that fit by their type come first.

namespace weft::lsp {
namespace {

ItemKind kind_of_callable(const VisibleName& name) {
  return name.found.declared->kind == DeclaredKind::Struct ? ItemKind::Struct : ItemKind::Function;
}

/// One question for completions.
struct Question {
  ServerState& state;
  OpenDocument& document;
  std::uint32_t offset = 0;
  CursorContext context;
  std::vector<IndexedFilePtr> files;
};

/// `a.b.` of names that are no values: what features continue it.
void add_feature_parts(const Question& question, Items& items) {
  std::string prefix;
  for (const std::string& part : question.context.path) {
    prefix += part + ".";
  }
  for (const VisibleName& name : global_names(question.files, SymbolSpace::Feature)) {
    if (name.name.starts_with(prefix)) {
      VisibleName part = name;
      part.name = name.name.substr(prefix.size());
      items.add_declared(part, ItemKind::Property, 0);
    }
  }
}

void add_members(const Question& question, Items& items) {
  const CursorContext& context = question.context;
  std::string owner = context.called;
  if (owner.empty() && context.path.size() == 1) {
    owner = owner_of_name(*question.files.front(), context.path.front(), question.offset);
  }
  if (!owner.empty()) {
    for (const VisibleName& each : parts_of(question.files, SymbolSpace::Field, owner)) {
      items.add_declared(each, ItemKind::Field, 0);
    }
  }
  if (!context.path.empty() && items.size() == 0) {
    add_feature_parts(question, items);
  }
  if (items.size() == 0) {
    const auto type =
        type_of_path(question.document, question.files, context.path, question.offset);
    for (const std::string& part : component_names(type)) {
      items.add(part, ItemKind::Field, 1);
    }
  }
}

void add_types(const Question& question, Items& items) {
  for (const VisibleName& name : global_names(question.files, SymbolSpace::Callable)) {
    if (name.found.declared->kind == DeclaredKind::Struct) {
      items.add_declared(name, ItemKind::Struct, 0);
    }
  }
  for (const TypeBound bound : {TypeBound::Plain, TypeBound::Texture}) {
    for (const DataType type : members_of(bound)) {
      items.add(question.document.loaded().library().type_name(type), ItemKind::Keyword, 1);
    }
  }
  if (question.context.is_of_port) {
    items.add_words({"fn", "eval", "uniform", "constant"}, 2);
  }
}

void add_traits(const Question& question, Items& items) {
  const std::vector<IndexedFilePtr>& files = question.files;
  if (question.context.kind != CursorContext::Kind::TraitValue) {
    for (const VisibleName& trait : global_names(files, SymbolSpace::Trait)) {
      items.add_declared(trait, ItemKind::Property, 0);
    }
    return;
  }
  for (const VisibleName& value :
       parts_of(files, SymbolSpace::TraitValue, question.context.trait)) {
    items.add(value.name, ItemKind::EnumMember, 0);
  }
}

/// The ports of the called fragment that have no argument yet.
void add_ports(const Question& question, Items& items) {
  const CursorContext& context = question.context;
  if (context.callee.empty() || !context.begins_argument) {
    return;
  }
  for (const VisibleName& port : parts_of(question.files, SymbolSpace::Port, context.callee)) {
    const bool is_given =
        std::find(context.given.begin(), context.given.end(), port.name) != context.given.end();
    VisibleName named = port;
    named.name += ":";
    if (!is_given) {
      items.add_declared(named, ItemKind::Property, 3);
      items.last()["insertText"] = context.has_colon ? port.name : named.name + " ";
      items.last()["filterText"] = port.name;
    }
  }
}

/// The names of values that the argument may have.
void add_choices(const Question& question, Items& items) {
  for (const PortChoice& choice :
       choices_of_argument(question.document.loaded().library(), question.context)) {
    if (Json* item = items.add(choice.name, ItemKind::EnumMember, 0)) {
      (*item)["detail"] = fmt::format("{} = {}", choice.port, choice.value);
    }
  }
}

void add_with_import(const Question& question, const VisibleName& name, ItemKind kind,
                     Items& items) {
  const std::size_t before = items.size();
  items.add_declared(name, kind, 7);
  if (items.size() > before) {
    items.last()["additionalTextEdits"] =
        Json::array({import_edit(*question.files.front(), name.import)});
    items.last()["labelDetails"] = {{"description", "import \"" + name.import + "\""}};
  }
}

void add_values(const Question& question, Items& items) {
  add_choices(question, items);
  const FittingTypes fitting(question.document, question.context);
  for (const VisibleName& local : local_names(question.files.front(), question.offset)) {
    items.add_declared(local, ItemKind::Variable,
                       fitting.fits_value(local.name, question.offset) ? 0 : 4);
  }
  add_ports(question, items);
  for (const VisibleName& name : global_names(question.files, SymbolSpace::Callable)) {
    if (name.found.declared->kind != DeclaredKind::Bound) {
      items.add_declared(name, kind_of_callable(name), fitting.fits_result(name.name) ? 1 : 5);
    }
  }
  for (const DataType type : members_of(TypeBound::Plain)) {  // constructors
    items.add(question.document.loaded().library().type_name(type), ItemKind::Function, 5);
  }
  for (const char* const constant : {"PI", "TWO_PI", "HALF_PI", "INV_PI", "E"}) {
    items.add(constant, ItemKind::Constant, 6);
  }
  for (const VisibleName& feature : global_names(question.files, SymbolSpace::Feature)) {
    items.add_declared(feature, ItemKind::Property, fitting.fits_feature(feature.name) ? 2 : 6);
  }
  for (const VisibleName& name : importable_names(question.state, question.files)) {
    add_with_import(question, name, kind_of_callable(name), items);
  }
}

void add_imports(const Question& question, Items& items) {
  for (const std::string& folder : question.state.options.shipped_directories) {
    for (const std::string& path : question.state.list_files(folder)) {
      const std::string name = path.substr(path.rfind('/') + 1);
      if (path == joined_path(folder, name)) {
        items.add(name.substr(0, name.rfind('.')), ItemKind::File, 0);
      }
    }
  }
  const std::string here(directory_of(question.document.path()));
  for (const std::string& path : question.state.list_files(here)) {
    if (path.starts_with(here + "/") && path != question.document.path()) {
      items.add("./" + path.substr(here.size() + 1), ItemKind::File, 1);
    }
  }
}

bool is_in(const Question& question, DeclaredKind kind) {
  const auto& declared = question.files.front()->symbols.declared;
  return std::any_of(declared.begin(), declared.end(), [&](const DeclaredSymbol& each) {
    return each.kind == kind && each.whole.begin <= question.offset &&
           question.offset <= each.whole.end;
  });
}

void add_statement_words(const Question& question, Items& items) {
  if (is_in(question, DeclaredKind::Material)) {
    items.add_words({"param", "static param", "spec param", "output", "stitch"}, 0);
  } else if (is_in(question, DeclaredKind::Graph)) {
    items.add_words({"output", "stitch"}, 0);
  } else if (is_in(question, DeclaredKind::Profile)) {
    items.add_words(
        {"provide", "fragment demand", "vertex demand", "thread demand", "set", "block"}, 0);
  } else {
    items.add_words({"return", "if", "for", "while", "break", "continue"}, 0);
    for (const VisibleName& local : local_names(question.files.front(), question.offset)) {
      items.add_declared(local, ItemKind::Variable, 1);
    }
    add_types(question, items);
  }
}

void add_outputs(const Question& question, Items& items) {
  if (is_in(question, DeclaredKind::Graph)) {  // `output value;`
    add_values(question, items);
    return;
  }
  for (const VisibleName& output : global_names(question.files, SymbolSpace::Output)) {
    items.add_declared(output, ItemKind::Property, 0);
  }
  for (const VisibleName& local : local_names(question.files.front(), question.offset)) {
    items.add_declared(local, ItemKind::Variable, 1);
  }
}

void add_names_of(const Question& question, SymbolSpace space, ItemKind kind, Items& items) {
  for (const VisibleName& name : global_names(question.files, space)) {
    items.add_declared(name, kind, 0);
  }
  for (const VisibleName& name : importable_names(question.state, question.files, space)) {
    add_with_import(question, name, kind, items);
  }
}

void add_bounds(const Question& question, Items& items) {
  for (const VisibleName& name : global_names(question.files, SymbolSpace::Callable)) {
    if (name.found.declared->kind == DeclaredKind::Bound) {
      items.add_declared(name, ItemKind::TypeParameter, 0);
    }
  }
  for (const TypeBound bound : {TypeBound::Any, TypeBound::Plain, TypeBound::Numeric,
                                TypeBound::Floating, TypeBound::Vector, TypeBound::Integral,
                                TypeBound::Boolean, TypeBound::Matrix, TypeBound::Texture}) {
    items.add(std::string(type_bound_name(bound)), ItemKind::Keyword, 1);
  }
}

void add_all(const std::vector<std::string_view>& words, ItemKind kind, Items& items) {
  for (const std::string_view word : words) {
    items.add(std::string(word), kind, 0);
  }
}

void add_rates(Items& items) {
  for (int i = 0; i < rate_count; ++i) {
    items.add(std::string(rate_name(static_cast<Rate>(i))), ItemKind::Keyword, 0);
  }
}

Json completed(const Question& question) {
  using Kind = CursorContext::Kind;
  Items items;
  switch (question.context.kind) {
    case Kind::Nothing:
      break;
    case Kind::Import:
      add_imports(question, items);
      break;
    case Kind::Declaration:
      items.add_words(
          {"import", "trait", "guarantee", "extend", "feature", "struct", "bound", "product",
           "fragment", "conversion", "graph", "material", "profile", "prefer"},
          0);
      break;
    case Kind::Statement:
      add_statement_words(question, items);
      break;
    case Kind::Output:
      add_outputs(question, items);
      break;
    case Kind::Expression:
      add_values(question, items);
      break;
    case Kind::Member:
      add_members(question, items);
      break;
    case Kind::Type:
      add_types(question, items);
      break;
    case Kind::BodyOrTraits:
      add_statement_words(question, items);
      add_traits(question, items);
      break;
    case Kind::TraitName:
    case Kind::TraitValue:
      add_traits(question, items);
      break;
    case Kind::Bound:
      add_bounds(question, items);
      break;
    case Kind::Profile:
      add_names_of(question, SymbolSpace::Profile, ItemKind::Struct, items);
      break;
    case Kind::Provided:
      add_names_of(question, SymbolSpace::Feature, ItemKind::Property, items);
      break;
    case Kind::MetadataName:
      for (const MetadataEntry& entry : metadata_entries) {
        items.add(std::string(entry.name), ItemKind::Property, 0);
      }
      break;
    case Kind::MetadataValue:
      if (const MetadataEntry* const entry = find_metadata_entry(question.context.subject)) {
        add_all(words_of(entry->kind), ItemKind::EnumMember, items);
      }
      break;
    case Kind::Setting:
      add_all(setting_names(), ItemKind::Property, items);
      break;
    case Kind::SettingValue:
      add_all(words_of_setting(question.context.subject), ItemKind::EnumMember, items);
      break;
    case Kind::Rate:
      add_rates(items);
      break;
  }
  return items.take();
}

RpcAnswer completion(ServerState& state, const Json& params) {
  const auto place = place_param(state, params);
  if (!place) {
    return tl::unexpected(place.error());
  }
  OpenDocument& document = *place->document;
  const Question question{state, document, place->offset,
                          context_at(document.source(), place->offset),
                          state.index.closure(document.path())};
  if (question.files.empty()) {
    return "[]";
  }
  return json_text(completed(question));
}

}  // namespace

std::vector<HandlerRow> completion_handlers() { return {{"textDocument/completion", completion}}; }

}  // namespace weft::lsp
