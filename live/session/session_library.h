#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "codegen/emit.h"
#include "composer/compose.h"
#include "fragments/load/document_library.h"
#include "fragments/load/load.h"
#include "live/session/edit.h"

namespace weft::live {

/// The library under a session: what its document imports, loaded once, and the document itself,
/// loaded again when a state of it is composed. An edit of a material loads that material alone;
/// any other edit loads all files again (document_library.h).
class SessionLibrary {
 public:
  /// `reader` must outlive it. `modules` may be shared with others.
  SessionLibrary(std::string path, const FileReader& reader, LoadOptions options,
                 std::shared_ptr<ModuleMemo> modules = std::make_shared<ModuleMemo>());

  /// Makes the library that of a text. Does nothing if it is already.
  void load(const std::string& text);
  /// The same; uses the document's syntax tree if its names are in names().
  void load(const DocumentText& document);
  /// A handle of the table of names of the library; of an empty one if none is loaded.
  Interner names();
  /// A handle of the table for the names of a text that is made of `former`.
  Interner names_after(const DocumentText& former);
  /// The next load() reads all files again.
  void forget();
  bool is_loaded() const { return loaded_ != nullptr; }
  /// A library of the same files for the texts of previews, made when it is first asked for.
  SessionLibrary& previews();
  /// What emissions for the outputs of the session share.
  EmissionMemos memos() { return {modules_.get(), leaves_.get()}; }
  /// Also of previews(). Whoever compiles for the session adds to it, on any thread.
  const std::shared_ptr<ModuleMemo>& modules() const { return modules_; }
  /// How often files were read, for tests and figures.
  std::size_t whole_loads() const { return whole_loads_; }
  /// Grows whenever the library becomes that of another text.
  std::size_t loads() const { return loads_; }

  // Below: only once something is loaded.
  const Library& library() const { return loaded_->library(); }
  const Diagnostics& diagnostics() const { return loaded_->diagnostics(); }
  bool can_check_graphs() const { return loaded_->can_check_graphs(); }
  bool has_syntax_errors() const { return loaded_->has_syntax_errors(); }
  bool is_unreadable() const { return loaded_->is_unreadable(); }
  /// Only if no error lies outside of materials.
  const Composer& composer();
  /// The library to compose for a profile with. If this one lacks the profile, it is a second
  /// library that loads the same text together with the shipped profiles, as `weft compose` does.
  /// The two are separate because the imports of the shipped profiles could change how the
  /// document's own profiles compose. Loaded on demand; valid until the next load().
  SessionLibrary& for_profile(const std::string& profile);

 private:
  void load_whole(const std::string& text);

  std::string path_;
  const FileReader& reader_;
  LoadOptions options_;
  std::unique_ptr<DocumentLibrary> loaded_;
  std::string text_;  ///< of `loaded_`
  std::optional<Composer> composer_;
  std::size_t whole_loads_ = 0;
  std::size_t loads_ = 0;
  std::shared_ptr<ModuleMemo> modules_;
  std::unique_ptr<LeafMemo> leaves_;  // of `loaded_`
  std::unique_ptr<SessionLibrary> previews_;
  std::unique_ptr<SessionLibrary> with_shipped_profiles_;
};

/// The fragments that a text may call. Loads it only when an edit asks, and only if nothing else is
/// loaded: what the document imports is what counts.
class SessionFragments : public FragmentNames {
 public:
  SessionFragments(SessionLibrary& library, const std::string& text)
      : library_(library), text_(text) {}

  std::vector<std::vector<std::string>> ports(std::string_view fragment) const override;
  std::vector<std::vector<std::string>> port_types(std::string_view fragment) const override;
  std::vector<std::vector<std::string>> results(std::string_view fragment) const override;
  bool is_feature_space(std::string_view word) const override;
  bool is_type(std::string_view word) const override;
  bool is_choice(std::string_view word) const override;
  std::string type_of(const DocumentText& document, std::string_view graph,
                      std::string_view binding) const override;
  std::string changed_output(const DocumentText& document, std::string_view graph,
                             const std::string& text) const override;
  Interner names_after(const DocumentText& former) const override {
    return library_.names_after(former);
  }

 private:
  const Library& library() const;
  /// The library that materials of the document are planned with.
  SessionLibrary& planned_with(const DocumentText& document) const;
  const std::vector<PlacedPlan>& plans_of(SessionLibrary& loaded, MaterialId material) const;

  SessionLibrary& library_;
  const std::string& text_;
  mutable std::string planned_;                                   ///< the text of `plans_`
  mutable std::map<std::size_t, std::vector<PlacedPlan>> plans_;  ///< by material
  mutable std::set<std::string, std::less<>> choices_;            ///< of imported and own fragments
  mutable std::size_t choices_of_ = 0;  ///< the load that `choices_` is of
};

}  // namespace weft::live
