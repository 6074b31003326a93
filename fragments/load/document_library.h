#pragma once

#include <memory>
#include <string>

#include "fragments/load/load.h"
#include "fragments/syntax/parser.h"

namespace weft {

/// A library loaded for a text that is being edited. Loading again what changed is cheap when only
/// materials did: the materials of a text that come after all its other declarations form a layer
/// over the rest, and reload_materials() replaces that layer in place. Everything else (imports,
/// fragments, graphs, profiles) keeps its ids, so that what was compiled for the library, such as a
/// Composer, stays valid. What a reader sees is what load_text() gives for the same text, up to
/// the ids of names.
///
/// Threads: reading may happen on many threads, but not while reload_materials() runs.
class DocumentLibrary {
 public:
  /// As load_text(), but imports of `shown_path` mean the text; there is always a library, see
  /// diagnostics().
  static std::unique_ptr<DocumentLibrary> load(const std::string& shown_path, std::string text,
                                               const FileReader& reader,
                                               const LoadOptions& options);
  ~DocumentLibrary();
  DocumentLibrary(const DocumentLibrary&) = delete;
  DocumentLibrary& operator=(const DocumentLibrary&) = delete;

  /// Loads the materials of `text`. Returns false, having done nothing, if the text differs from
  /// the loaded one elsewhere. O(text + materials).
  bool reload_materials(const std::string& text);
  /// The same for a text that was parsed as the library's root file, with names of share_names().
  bool reload_materials(const SourceFile& source, const ParsedModule& parsed);
  /// A handle of the library's table of names.
  Interner share_names();

  /// The same object for the lifetime of this one.
  const Library& library() const;
  /// Warnings and errors of the text that was loaded last, normalized.
  const Diagnostics& diagnostics() const;
  /// See LoadedLibrary::can_check_graphs. Materials that do not parse do not count: they are left
  /// out.
  bool can_check_graphs() const;
  /// Whether the text itself does not parse.
  bool has_syntax_errors() const;
  /// See LoadedLibrary::unreadable.
  bool is_unreadable() const;

 private:
  struct Layers;
  explicit DocumentLibrary(std::unique_ptr<Layers> layers);

  std::unique_ptr<Layers> layers_;
};

}  // namespace weft
