#include "fragments/load/document_library.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "fragments/load/load_imports.h"
#include "fragments/load/load_passes.h"
#include "fragments/load/load_stages.h"
#include "fragments/syntax/parser.h"
#include "support/check.h"

namespace weft {
namespace {

/// The name table only grows; past this many texts of former versions a text is loaded whole.
constexpr std::size_t most_former_names = 100'000;

bool is_material(const syntax::Declaration& declaration) {
  return std::holds_alternative<syntax::MaterialDecl>(declaration.kind);
}

/// The end of the last declaration that is not a material; 0 if there is none.
std::uint32_t end_of_base(const syntax::Module& module) {
  std::uint32_t end = 0;
  for (const syntax::Declaration& declaration : module.declarations) {
    if (!is_material(declaration)) {
      end = std::max(end, declaration.span.end);
    }
  }
  return end;
}

}  // namespace

struct DocumentLibrary::Layers {
  LoadState state;
  std::string path;
  std::string base;            ///< the text up to the materials
  std::size_t base_names = 0;  ///< names of the base alone
  Diagnostics base_diagnostics;
  Diagnostics check_diagnostics;  ///< of checks whose results count only without errors
  Diagnostics diagnostics;
  bool base_is_incomplete = false;
  bool has_syntax_errors = false;
  bool is_base_whole = false;  ///< see LoadedLibrary::can_check_graphs

  /// Whether a text differs from the loaded one in its materials only, as far as its beginning
  /// tells.
  bool may_take(std::string_view text) const {
    return text.starts_with(base) && state.library.names.size() <= base_names + most_former_names;
  }

  /// Replaces the materials by those of `module`, whose text is `source`.
  void set_materials(const syntax::Module& module, SourceFile source, Diagnostics syntax_errors) {
    state.library.sources[state.library.root_file] = std::move(source);
    state.library.materials = {};
    state.is_incomplete = base_is_incomplete || has_errors(syntax_errors);
    state.diagnostics.clear();
    state.report_count = 0;
    state.has_broken_defaults = false;
    state.spelling = SpellingBudget();
    declare_materials(state, module, static_cast<std::uint32_t>(base.size()));
    has_syntax_errors = has_errors(syntax_errors);
    diagnostics = std::move(syntax_errors);
    const std::size_t reading_errors = diagnostics.size();
    for (const Diagnostic& diagnostic : base_diagnostics) {
      append(diagnostics, diagnostic);
    }
    for (Diagnostic& diagnostic : state.diagnostics) {
      append(diagnostics, std::move(diagnostic));
    }
    if (state.is_incomplete) {
      drop_consequences(diagnostics, reading_errors);
    }
    if (!has_errors(diagnostics)) {
      diagnostics.insert(diagnostics.end(), check_diagnostics.begin(), check_diagnostics.end());
    }
    normalize(diagnostics);
  }
};

DocumentLibrary::DocumentLibrary(std::unique_ptr<Layers> layers) : layers_(std::move(layers)) {}
DocumentLibrary::~DocumentLibrary() = default;

std::unique_ptr<DocumentLibrary> DocumentLibrary::load(const std::string& shown_path,
                                                       std::string text, const FileReader& reader,
                                                       const LoadOptions& given) {
  LoadOptions options = given;
  options.only_named = false;  // the next materials may name any fragment
  auto layers = std::make_unique<Layers>();
  LoadState& state = layers->state;
  layers->path = shown_path;
  SourceFile source(shown_path, std::move(text));
  ParsedModule parsed;
  {
    Interner names;
    parsed = parse_module(state.library.root_file, source, names);
    layers->base = std::string(source.text().substr(0, end_of_base(parsed.module)));
  }
  prepare_library(state, options);
  // The text as a whole has its syntax errors; those of its beginning may say something else.
  load_modules(state, {LoadRoot{shown_path, layers->base, true, false}}, reader, options);
  state.root_module = state.modules.size() - 1;
  add_shipped_profiles(state, reader, options);
  const std::size_t reading_errors = state.diagnostics.size();
  layers->is_base_whole =
      load_declarations(state) && !state.has_broken_defaults && !state.is_incomplete;
  load_profiles(state);
  layers->base_is_incomplete = state.is_incomplete;
  if (state.is_incomplete) {
    drop_consequences(state.diagnostics, reading_errors);
  }
  layers->base_diagnostics = std::exchange(state.diagnostics, {});
  if (!has_errors(layers->base_diagnostics) && !state.is_incomplete) {
    check_declarations(state);
    layers->check_diagnostics = std::exchange(state.diagnostics, {});
  }
  layers->base_names = state.library.names.size();
  parsed = parse_module(state.library.root_file, source, state.library.names);
  layers->set_materials(parsed.module, std::move(source), std::move(parsed.diagnostics));
  return std::unique_ptr<DocumentLibrary>(new DocumentLibrary(std::move(layers)));
}

bool DocumentLibrary::reload_materials(const std::string& text) {
  if (!layers_->may_take(text)) {
    return false;
  }
  SourceFile source(layers_->path, text);
  ParsedModule parsed =
      parse_module(layers_->state.library.root_file, source, layers_->state.library.names);
  if (end_of_base(parsed.module) != layers_->base.size()) {
    return false;
  }
  layers_->set_materials(parsed.module, std::move(source), std::move(parsed.diagnostics));
  return true;
}

bool DocumentLibrary::reload_materials(const SourceFile& source, const ParsedModule& parsed) {
  WEFT_CHECK(parsed.module.file == layers_->state.library.root_file,
             "a text is parsed as the root file of the library that takes it");
  if (!layers_->may_take(source.text()) || end_of_base(parsed.module) != layers_->base.size()) {
    return false;
  }
  layers_->set_materials(parsed.module, source, parsed.diagnostics);
  return true;
}

Interner DocumentLibrary::share_names() { return layers_->state.library.names.share(); }

const Library& DocumentLibrary::library() const { return layers_->state.library; }
const Diagnostics& DocumentLibrary::diagnostics() const { return layers_->diagnostics; }
bool DocumentLibrary::can_check_graphs() const {
  return layers_->is_base_whole && !layers_->state.has_broken_defaults;
}
bool DocumentLibrary::has_syntax_errors() const { return layers_->has_syntax_errors; }
bool DocumentLibrary::is_unreadable() const { return layers_->state.is_unreadable; }

}  // namespace weft
