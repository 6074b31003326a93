#include "live/session/session_library.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "composer/evaluations/equal_outputs.h"
#include "composer/evaluations/plan_demands.h"
#include "composer/explain/evaluation_text.h"
#include "fragments/model/metadata_range.h"
#include "live/session/preview.h"

namespace weft::live {

SessionLibrary::SessionLibrary(std::string path, const FileReader& reader, LoadOptions options,
                               std::shared_ptr<ModuleMemo> modules)
    : path_(std::move(path)),
      reader_(reader),
      options_(std::move(options)),
      modules_(std::move(modules)) {}

void SessionLibrary::load(const std::string& text) {
  if (loaded_ != nullptr && text == text_) {
    return;
  }
  ++loads_;
  if (loaded_ == nullptr || !loaded_->reload_materials(text)) {
    load_whole(text);
  }
  text_ = text;
}

void SessionLibrary::load(const DocumentText& document) {
  if (loaded_ == nullptr || !document.names().shares_with(loaded_->library().names)) {
    load(std::string(document.text()));
    return;
  }
  if (document.text() == text_) {
    return;
  }
  ++loads_;
  text_ = std::string(document.text());
  if (!loaded_->reload_materials(document.source(), document.parsed())) {
    load_whole(text_);
  }
}

void SessionLibrary::load_whole(const std::string& text) {
  composer_.reset();                       // it refers to the library
  leaves_ = std::make_unique<LeafMemo>();  // the last one does, too
  loaded_ = DocumentLibrary::load(path_, text, reader_, options_);
  ++whole_loads_;
}

Interner SessionLibrary::names() {
  return loaded_ != nullptr ? loaded_->share_names() : Interner();
}

Interner SessionLibrary::names_after(const DocumentText& former) {
  return loaded_ != nullptr ? loaded_->share_names() : former.share_names();
}

void SessionLibrary::forget() {
  composer_.reset();
  leaves_.reset();
  loaded_.reset();
  for (SessionLibrary* const other : {previews_.get(), with_shipped_profiles_.get()}) {
    if (other != nullptr) {
      other->forget();
    }
  }
}

SessionLibrary& SessionLibrary::previews() {
  if (previews_ == nullptr) {
    previews_ = std::make_unique<SessionLibrary>(path_, reader_, options_, modules_);
  }
  return *previews_;
}

SessionLibrary& SessionLibrary::for_profile(const std::string& profile) {
  if (library().find_profile(profile) || options_.profiles) {
    return *this;
  }
  if (with_shipped_profiles_ == nullptr) {
    LoadOptions options = options_;
    options.profiles.emplace();
    with_shipped_profiles_ =
        std::make_unique<SessionLibrary>(path_, reader_, std::move(options), modules_);
  }
  SessionLibrary& other = *with_shipped_profiles_;
  other.load(text_);
  // A document may declare a profile that the shipped ones declare too.
  return other.library().find_profile(profile) || !has_errors(other.diagnostics()) ? other : *this;
}

const Composer& SessionLibrary::composer() {
  if (!composer_) {
    composer_.emplace(loaded_->library());
  }
  return *composer_;
}

const Library& SessionFragments::library() const {
  if (!library_.is_loaded()) {
    library_.load(text_);
  }
  return library_.library();
}

namespace {

/// What `names_of` lists of each imported fragment of a name. The document's own are read from its
/// text, which may be newer.
template <typename NamesOf>
std::vector<std::vector<std::string>> of_imported(const Library& library, std::string_view fragment,
                                                  NamesOf names_of) {
  std::vector<std::vector<std::string>> found;
  const auto name = library.names.find(fragment);
  if (!name) {
    return found;
  }
  for (const FragmentId id : library.find_fragments(*name)) {
    const Fragment& each = library.fragments[id];
    if (each.span.file != library.root_file) {
      names_of(each, found.emplace_back());
    }
  }
  return found;
}

}  // namespace

std::vector<std::vector<std::string>> SessionFragments::ports(std::string_view fragment) const {
  const Library& library = this->library();
  return of_imported(library, fragment, [&](const Fragment& each, std::vector<std::string>& names) {
    for (std::size_t i = 0; i < each.ports.size() && i < each.listed_port_count(); ++i) {
      names.emplace_back(library.text(each.ports[i].name));
    }
  });
}

std::vector<std::vector<std::string>> SessionFragments::port_types(
    std::string_view fragment) const {
  const Library& library = this->library();
  return of_imported(library, fragment, [&](const Fragment& each, std::vector<std::string>& types) {
    for (std::size_t i = 0; i < each.ports.size() && i < each.listed_port_count(); ++i) {
      const FragmentPort& port = each.ports[i];
      const bool is_known = port.kind == FragmentPort::Kind::Value && !port.type.type_variable;
      types.emplace_back(is_known ? library.type_name(port.type.data) : std::string());
    }
  });
}

std::vector<std::vector<std::string>> SessionFragments::results(std::string_view fragment) const {
  const Library& library = this->library();
  return of_imported(library, fragment, [&](const Fragment& each, std::vector<std::string>& names) {
    for (std::size_t i = 0; each.has_named_results && i < each.results.size(); ++i) {
      names.emplace_back(library.text(each.results[i].name));
    }
  });
}

bool SessionFragments::is_feature_space(std::string_view word) const {
  const Library& library = this->library();
  const auto name = library.names.find(word);
  return name && library.feature_spaces.contains(*name);
}

bool SessionFragments::is_type(std::string_view word) const {
  if (find_data_type(word)) {
    return true;
  }
  const Library& library = this->library();
  const auto name = library.names.find(word);
  const auto type = name ? library.data_types.find_struct(*name) : std::nullopt;
  // The document's own are read from its text, which may be newer.
  return type && library.data_types.structure(*type).span.file != library.root_file;
}

bool SessionFragments::is_choice(std::string_view word) const {
  const Library& library = this->library();
  if (choices_of_ != library_.loads()) {
    choices_of_ = library_.loads();
    choices_.clear();
    for (std::size_t i = 0; library.has_choices && i < library.fragments.size(); ++i) {
      for (const FragmentPort& port : library.fragments[FragmentId(i)].ports) {
        const std::vector<EnumChoice>* choices = enum_choices(library, port.meta);
        for (std::size_t j = 0; choices != nullptr && j < choices->size(); ++j) {
          choices_.emplace(library.text((*choices)[j].name));
        }
      }
    }
  }
  return choices_.contains(word);
}

namespace {

/// A composition without placement and folding, so that what the author wrote is still there.
ComposeRequest plain_request(MaterialId material, ProfileId profile) {
  ComposeRequest request{material, profile, {}};
  request.placement.is_on = false;
  request.folds = false;
  return request;
}

/// A composition without placement: what the author wrote, but for constants.
ComposeRequest folded_request(MaterialId material, ProfileId profile) {
  ComposeRequest request = plain_request(material, profile);
  request.folds = true;
  return request;
}

}  // namespace

/// The plans of a material for all profiles that it can be composed for.
const std::vector<PlacedPlan>& SessionFragments::plans_of(SessionLibrary& loaded,
                                                          MaterialId material) const {
  const auto known = plans_.find(material.index());
  if (known != plans_.end()) {
    return known->second;
  }
  std::vector<PlacedPlan>& plans = plans_[material.index()];
  for (std::size_t i = 0; i < loaded.library().profiles.size(); ++i) {
    if (auto placed = compose(loaded.composer(), plain_request(material, ProfileId(i)))) {
      plans.push_back(std::move(*placed));
    }
  }
  return plans;
}

namespace {

/// The library itself, if its document has profiles, else the one with the shipped profiles.
SessionLibrary& with_profiles(SessionLibrary& loaded) {
  return loaded.library().profiles.size() > 0 ? loaded : loaded.for_profile(default_profile);
}

/// "output 'color' of 'm' would change".
std::string change_text(const Library& library, const Plan& plan, std::uint32_t demand) {
  const Profile& profile = library.profiles[plan.profile];
  const Material& material = library.materials[plan.material];
  return fmt::format("output '{}' of '{}' would change",
                     library.text(demand_at(profile, material, demand).name),
                     library.text(material.name));
}

}  // namespace

SessionLibrary& SessionFragments::planned_with(const DocumentText& document) const {
  library_.load(document);
  if (planned_ != document.text()) {
    plans_.clear();
    planned_ = std::string(document.text());
  }
  return with_profiles(library_);
}

std::string SessionFragments::changed_output(const DocumentText& document, std::string_view graph,
                                             const std::string& text) const {
  SessionLibrary& before = planned_with(document);
  if (has_errors(before.diagnostics())) {
    return {};
  }
  SessionLibrary& previews = library_.previews();
  previews.load(text);
  SessionLibrary& after = with_profiles(previews);
  const auto first_error = [](const Diagnostics& diagnostics) {
    return "the text would be wrong: " + diagnostics.front().message;
  };
  if (has_errors(after.diagnostics())) {
    return first_error(after.diagnostics());
  }
  const Library& library = before.library();
  const std::optional<MaterialId> only = library.find_material(graph);
  for (std::size_t i = 0; i < library.materials.size(); ++i) {
    const MaterialId material(i);
    const std::string_view name = library.text(library.materials[material].name);
    if (only ? material != *only : library.materials[material].span.file != library.root_file) {
      continue;
    }
    for (std::size_t p = 0; p < library.profiles.size(); ++p) {
      const auto former = compose(before.composer(), folded_request(material, ProfileId(p)));
      if (!former) {
        continue;
      }
      const std::string_view profile = library.text(library.profiles[ProfileId(p)].name);
      const auto same_material = after.library().find_material(name);
      const auto same_profile = after.library().find_profile(profile);
      if (!same_material || !same_profile) {
        return fmt::format("'{}' would be gone", same_material ? profile : name);
      }
      const auto composed =
          compose(after.composer(), folded_request(*same_material, *same_profile));
      if (!composed) {
        return first_error(composed.error());
      }
      const auto changed =
          find_unequal_output(library, former->plan, after.library(), composed->plan);
      if (changed) {
        return change_text(library, former->plan, *changed);
      }
    }
  }
  return {};
}

std::string SessionFragments::type_of(const DocumentText& document, std::string_view graph,
                                      std::string_view binding) const {
  SessionLibrary& loaded = planned_with(document);
  const Library& library = loaded.library();
  const auto material = library.find_material(graph);
  const auto declared = document.find_graph(graph);
  if (!material || !declared || has_errors(loaded.diagnostics())) {
    return {};
  }
  const Span& around = document.graphs()[*declared].declaration;
  for (const PlacedPlan& placed : plans_of(loaded, *material)) {
    for (std::size_t i = 0; i < placed.plan.evaluations.size(); ++i) {
      const Evaluation& evaluation = placed.plan.evaluations[EvaluationId(i)];
      const std::optional<Span>& span = evaluation.origin.span;
      if (evaluation.origin.name == binding && span && span->file == library.root_file &&
          around.begin <= span->begin && span->end <= around.end) {
        return library.type_name(type_for_readers(placed.plan, EvaluationId(i)));
      }
    }
  }
  // Of what no output reads, or what takes its name from something else.
  SessionLibrary& previews = library_.previews();
  const NodeNames names;
  const Result<SemanticType> type =
      type_of_port(previews, document, names, preview_output(fmt::format("{}/{}", graph, binding)));
  return type ? previews.library().type_name(*type) : std::string();
}

}  // namespace weft::live
