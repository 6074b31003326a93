#include "live/language_server/open_document.h"

#include <algorithm>
#include <utility>

#include "composer/checks/check_graphs.h"
#include "composer/checks/type_graph.h"
#include "composer/checks/unused_declarations.h"
#include "composer/elaborate/graph_interface.h"
#include "fragments/model/lookups.h"

namespace weft::lsp {
namespace {

void append_all(Diagnostics& to, Diagnostics from) {
  for (Diagnostic& each : from) {
    append(to, std::move(each));
  }
}

/// What `weft check` reports, without the random trials of conversions and without profiles: they
/// take longer than a key stroke.
Diagnostics all_diagnostics(live::SessionLibrary& loaded) {
  const Library& library = loaded.library();
  Diagnostics all = loaded.diagnostics();
  if (!loaded.can_check_graphs() || loaded.has_syntax_errors()) {
    return all;  // what does not parse may be what the rest lacks
  }
  const bool was_good = !has_errors(all);
  const Composer& composer = loaded.composer();
  for (const MaterialId id : own_materials(library)) {
    append_all(all, check_material(composer, id));
  }
  if (was_good) {
    append_all(all, check_uncalled_graphs(composer).diagnostics);
    append_all(all, check_graph_interfaces(library));
  }
  if (!has_errors(all)) {
    const std::vector<std::string_view> demanded = demanded_names(library);
    for (const MaterialId id : own_materials(library)) {
      append_all(all, find_unused(library, id, demanded));
    }
  }
  normalize(all);
  return all;
}

}  // namespace

OpenDocument::OpenDocument(std::string uri, std::string path, std::string text,
                           const FileReader& reader, const LoadOptions& options)
    : uri_(std::move(uri)),
      source_(path, std::move(text)),
      library_(std::move(path), reader, options) {}

void OpenDocument::change(const TextChange& change) {
  std::string text = change.text;
  if (change.begin && change.end) {
    const std::uint32_t begin = offset_of(source_, *change.begin);
    const std::uint32_t end = std::max(begin, offset_of(source_, *change.end));
    text = std::string(source_.text());
    text.replace(begin, end - begin, change.text);
  }
  source_ = SourceFile(source_.path(), std::move(text));
  tree_.reset();
  is_loaded_ = false;
  diagnostics_.reset();
  typed_.reset();
}

void OpenDocument::forget_files() {
  library_.forget();
  tree_.reset();  // its names are those of the library
  is_loaded_ = false;
  diagnostics_.reset();
  typed_.reset();
}

bool OpenDocument::depends_on(const std::string& identity, const FileReader& reader) const {
  if (!library_.is_loaded()) {
    return false;
  }
  const Diagnostics& found = library_.diagnostics();
  const bool lacks_files = std::any_of(found.begin(), found.end(), [](const Diagnostic& each) {
    return each.code == Code::FileNotFound || each.code == Code::FileUnreadable;
  });
  const std::vector<std::string>& files = library_.library().files_read;
  return lacks_files || std::any_of(files.begin(), files.end(), [&](const std::string& file) {
           return reader.identity(file) == identity;
         });
}

const live::DocumentText& OpenDocument::tree() {
  if (tree_ == nullptr) {
    tree_ =
        std::make_unique<live::DocumentText>(path(), std::string(source_.text()), library_.names());
  }
  return *tree_;
}

live::SessionLibrary& OpenDocument::loaded() {
  if (!is_loaded_) {
    library_.load(tree());
    is_loaded_ = true;
  }
  return library_;
}

const Diagnostics& OpenDocument::diagnostics() {
  if (!diagnostics_) {
    diagnostics_ = all_diagnostics(loaded());
  }
  return *diagnostics_;
}

const std::vector<TypedDeclaration>& OpenDocument::typed_declarations() {
  if (typed_) {
    return *typed_;
  }
  typed_.emplace();
  if (!loaded().can_check_graphs()) {
    return *typed_;
  }
  const Library& library = library_.library();
  for (const MaterialId id : own_materials(library)) {
    typed_->push_back({id, type_material(library_.composer(), id)});
  }
  for (std::size_t i = 0; i < library.fragments.size(); ++i) {
    const Fragment& fragment = library.fragments[FragmentId(i)];
    if (fragment.graph() != nullptr && fragment.span.file == library.root_file) {
      typed_->push_back({FragmentId(i), type_graph(library_.composer(), FragmentId(i))});
    }
  }
  return *typed_;
}

const Graph& graph_of(const Library& library, const TypedDeclaration& declaration) {
  const auto* material = std::get_if<MaterialId>(&declaration.id);
  return material != nullptr ? library.materials[*material].graph
                             : *library.fragments[std::get<FragmentId>(declaration.id)].graph();
}

}  // namespace weft::lsp
