#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "composer/type_values.h"
#include "fragments/load/load.h"
#include "live/language_server/text_places.h"
#include "live/session/document_text.h"
#include "live/session/session_library.h"

namespace weft::lsp {

/// A change of a text as an editor sends it: a range, or nothing for the whole text.
struct TextChange {
  std::optional<LinePlace> begin;
  std::optional<LinePlace> end;
  std::string text;
};

/// What is known of the values in a material, or in a graph fragment.
struct TypedDeclaration {
  std::variant<MaterialId, FragmentId> id;
  TypedValues values;
};

const Graph& graph_of(const Library& library, const TypedDeclaration& declaration);

/// A text that an editor has open. What is known of it is computed when it is asked for, and
/// forgotten when the text or a file that it imports changes.
class OpenDocument {
 public:
  /// `reader` must outlive the object. `path` is where its relative imports start.
  OpenDocument(std::string uri, std::string path, std::string text, const FileReader& reader,
               const LoadOptions& options);

  const std::string& uri() const { return uri_; }
  const std::string& path() const { return source_.path(); }
  const SourceFile& source() const { return source_; }
  std::optional<std::int64_t> version() const { return version_; }
  void set_version(std::optional<std::int64_t> version) { version_ = version; }

  /// O(text).
  void change(const TextChange& change);
  /// An imported file changed: the next question reads all files again.
  void forget_files();
  /// Whether what is known may change with a file: it was read, or some file was missing. False
  /// while nothing was loaded.
  bool depends_on(const std::string& identity, const FileReader& reader) const;

  /// The syntax tree. Positions in it are those of source().
  const live::DocumentText& tree();
  /// The library of the text and its imports. Valid until the text changes.
  live::SessionLibrary& loaded();
  /// The errors and warnings of the text and its imports, normalized; spans are in
  /// loaded().library().sources.
  const Diagnostics& diagnostics();
  /// The values of its materials, then of its graph fragments, as far as the declarations around
  /// them are without errors; else nothing.
  const std::vector<TypedDeclaration>& typed_declarations();

 private:
  std::string uri_;
  SourceFile source_;
  std::optional<std::int64_t> version_;
  live::SessionLibrary library_;
  std::unique_ptr<live::DocumentText> tree_;
  bool is_loaded_ = false;  ///< the library is that of the text
  std::optional<Diagnostics> diagnostics_;
  std::optional<std::vector<TypedDeclaration>> typed_;
};

}  // namespace weft::lsp
