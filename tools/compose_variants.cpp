#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "codegen/emit.h"
#include "support/content_hash.h"
#include "support/json.h"
#include "tools/choice.h"
#include "tools/compose_jobs.h"
#include "tools/compose_outputs.h"
#include "tools/expression_value.h"
#include "tools/load_input.h"
#include "tools/module_progress.h"
#include "tools/output_files.h"
#include "tools/parallel.h"
#include "tools/unused_warnings.h"
#include "tools/variant_files.h"
#include "tools/variant_index.h"
#include "tools/variant_table.h"

namespace weft::tools {
namespace {

/// A table with its text, for messages.
struct ReadTable {
  SourceFile source;
  VariantTable table;
};

std::optional<ReadTable> read_table(const std::string& path, Report& report) {
  report.files_read().add(path);
  ReadResult read = read_input(path);
  if (read.status != ReadResult::Status::Text) {
    report.add(trouble_of(path, read));
    return std::nullopt;
  }
  Sources sources;
  const SourceFile source(path, std::move(read.text));
  const FileId file = sources.add(source);
  Result<VariantTable> table = read_variant_table(file, sources[file]);
  if (!table) {
    report.add(table.error(), sources);
    return std::nullopt;
  }
  return ReadTable{source, std::move(*table)};
}

/// Reports an error in the name of a profile or a material, with its span in the table if the name
/// is there.
ReportWord report_in(const SourceFile& table, Report& report) {
  return [&table, &report](Diagnostic diagnostic, const std::string& word) {
    Sources sources;
    const JsonPlaces places(sources.add(table), table.text());
    diagnostic.span = diagnostic.code == Code::UnknownProfile
                          ? place_of_profile(places, table.text(), word)
                          : place_of_material(places);
    report.add({std::move(diagnostic)}, sources);
  };
}

/// The table's words where present, else the command line's.
ComposeOptions completed(const ComposeOptions& options, const VariantTable& table) {
  ComposeOptions complete = options;
  if (!table.material.empty()) {
    complete.materials = {table.material};
  }
  if (!table.profiles.empty()) {
    complete.profiles = table.profiles;
  }
  if (!table.languages.empty()) {
    complete.targets = table.languages;
  }
  return complete;
}

/// Reads the values in a table, each distinct word once.
class ValueReader {
 public:
  ValueReader(const SourceFile& source, Library& library, const Material& material, Report& report)
      : source_(source), library_(library), material_(material), report_(report) {}

  /// Returns nothing on an error, which is reported the first time.
  const Constant* read(const std::string& parameter, const std::string& text,
                       const Variant& variant) {
    const std::string word = parameter + "=" + text;
    const auto known = values_.find(word);
    if (known != values_.end()) {
      return known->second ? &*known->second : nullptr;
    }
    std::optional<Constant>& value = values_[word];
    auto given = read_parameter_values(library_, material_, {word});
    if (given) {
      value = std::move(given->front().second);
      return &*value;
    }
    if (!places_) {
      places_.emplace(library_.sources.add(source_), source_.text());
    }
    const ValuePlace place = place_of_value(*places_, source_.text(), variant, parameter, text);
    for (Diagnostic& diagnostic : given.error()) {
      diagnostic.span = in_table(diagnostic, place);
      diagnostic.notes.push_back({fmt::format("for the variant '{}'", variant.name)});
    }
    report_.add(given.error(), library_.sources);
    return nullptr;
  }

 private:
  /// Maps the span of an error to the table: errors within the value point into it, all others to
  /// the parameter or the value.
  Span in_table(const Diagnostic& diagnostic, const ValuePlace& place) const {
    if (!diagnostic.span) {
      return diagnostic.code == Code::UnknownParameter ? place.parameter : place.value;
    }
    const std::string& path = library_.sources[diagnostic.span->file].path();
    if (!path.starts_with("<-D ")) {
      return *diagnostic.span;
    }
    if (!place.is_verbatim) {
      return place.value;
    }
    const std::uint32_t begin =
        place.value.begin + (source_.text()[place.value.begin] == '"' ? 1U : 0U);
    return {place.value.file, begin + diagnostic.span->begin, begin + diagnostic.span->end};
  }

  const SourceFile& source_;
  std::optional<JsonPlaces> places_;  ///< in the table; made for the first error
  Library& library_;
  const Material& material_;
  Report& report_;
  std::map<std::string, std::optional<Constant>> values_;
};

/// Which variants of the table remain after --shard.
struct TablePart {
  std::optional<Shard> shard;       ///< absent: all
  std::size_t in_table = 0;         ///< the number of variants of the whole table
  std::vector<std::size_t> places;  ///< of a shard: of each variant that remains, in the table
  std::string inputs;               ///< of a shard: the same for all shards of a table
};

/// Keeps the variants of the shard.
TablePart take_part(const std::optional<Shard>& shard, VariantTable& table) {
  TablePart part{shard, table.variants.size(), {}, {}};
  if (shard) {
    std::vector<Variant> kept;
    for (std::size_t i = 0; i < table.variants.size(); ++i) {
      if (shard->has(table.variants[i].name)) {
        part.places.push_back(i);
        kept.push_back(std::move(table.variants[i]));
      }
    }
    table.variants = std::move(kept);
  }
  return part;
}

/// A hash of everything that decides the outputs of a table, apart from the shard. File names are
/// left out, since each machine may have its own.
std::string hash_of_inputs(const ComposeOptions& options, const SourceFile& table,
                           const ComposeJobs& jobs) {
  ContentHasher hasher;
  hasher.add(table.text());
  for (const auto& source : jobs.sources) {
    const Sources& files = source->library.sources;
    for (std::uint32_t i = 0; i < files.size(); ++i) {
      hasher.add(files[FileId(i)].text());
    }
  }
  for (const ComposeJob& job : jobs.jobs) {
    hasher.add(job.stem);
  }
  for (const auto* words : {&options.targets, &options.values}) {
    hasher.add(static_cast<std::uint64_t>(words->size()));
    for (const std::string& word : *words) {
      hasher.add(word);
    }
  }
  const PlacementWords& placement = options.placement;
  hasher.add(placement.uniform_program);
  hasher.add(placement.split_leaves);
  for (const std::uint64_t number :
       {std::uint64_t{placement.no_placement}, placement.vertices.value_or(~std::uint64_t{0}),
        placement.fragments.value_or(~std::uint64_t{0}),
        std::uint64_t{placement.interpolants.value_or(~std::uint32_t{0})},
        std::uint64_t{options.reflect}, std::uint64_t{options.header},
        std::uint64_t{options.self_contained_header}, std::uint64_t{options.debug_lines}}) {
    hasher.add(number);
  }
  const ContentHash hash = hasher.result();
  return fmt::format("{:016x}{:016x}", hash.high, hash.low);
}

/// A progress display at a terminal; silent elsewhere.
class Progress {
 public:
  explicit Progress(std::size_t count) : count_(count), is_shown_(::isatty(STDERR_FILENO) == 1) {}
  ~Progress() {
    if (is_shown_) {
      std::fputs("\r\x1b[K", stderr);
      std::fflush(stderr);
    }
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// From any thread.
  void step() {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++done_;
    if (is_shown_ && (done_ * 100 / count_ != (done_ - 1) * 100 / count_ || done_ == 1)) {
      std::fprintf(stderr, "\r%zu of %zu variants", done_, count_);
      std::fflush(stderr);
    }
  }

 private:
  std::mutex mutex_;
  std::size_t count_;
  std::size_t done_ = 0;
  bool is_shown_;
};

/// Composes the variants, keeping only the file names of each: texts are written to disk as soon as
/// they are made, each distinct content once.
class VariantMaker {
 public:
  VariantMaker(const ComposeOptions& options, const VariantTable& table, const TablePart& part,
               const ComposeJobs& jobs, Report& report)
      : options_(options),
        table_(table),
        part_(part),
        jobs_(jobs),
        report_(report),
        files_(*options.output, options.check),
        made_(table.variants.size() * jobs.jobs.size()),
        slow_(made_.size(), report.is_text()) {}

  /// `values`: by source and variant; nothing after an error.
  void make(const std::vector<std::vector<std::optional<ParameterValues>>>& values,
            std::size_t threads) {
    Progress progress(made_.size());
    const std::size_t per_variant = jobs_.jobs.size();
    for_each_parallel(made_.size(), threads, [&](std::size_t i) {
      const ComposeJob& job = jobs_.jobs[i % per_variant];
      if (const auto& of_variant = values[job.source][i / per_variant]) {
        make_one(i, job, *of_variant);
      }
      slow_.announce(i, {});  // in case no module was compiled
      progress.step();
    });
    report_diagnostics();
  }

  /// Moves the outputs into place, with the index and the dependency rule.
  void finish() {
    const std::string material = name_of_material();
    const std::string index_path = files_.path_of(Shard::file_name(material, part_.shard, "json"));
    std::vector<std::string> outputs = files_.paths();
    outputs.insert(outputs.begin(), index_path);
    files_.put({index_path, index(material).text()});
    if (wants_dependencies(options_)) {
      std::vector<std::string> files = jobs_.files_read;
      files.push_back(*options_.variants);
      DependencyRules rules(options_, files, report_);
      const std::string path = options_.dependency_file.value_or(
          files_.path_of(Shard::file_name(material, part_.shard, "d")));
      std::string text = rules.text(path, outputs);
      const Json only = report_.result()["dependencies"].front();
      report_.result()["dependencies"] = only;
      if (path == "-") {
        report_.print(text);
      } else {
        files_.put({path, std::move(text)});
      }
    }
    if (options_.check) {
      report_.name_out_of_date(files_.out_of_date());
      return;
    }
    if (report_.has_errors()) {
      return;
    }
    if (const Result<void> done = files_.commit(); !done) {
      report_.add(done.error(), Sources());
      return;
    }
    const std::string of_table =
        part_.shard ? fmt::format(" of {}", part_.in_table) : std::string();
    report_.print(fmt::format("{}{} variants, {} distinct outputs: {}\n", table_.variants.size(),
                              of_table, files_.count(), index_path));
    Json& result = report_.result();
    result["material"] = material;
    result["variants"] = table_.variants.size();
    result["distinct_outputs"] = files_.count();
    result["index"] = index_path;
  }

 private:
  struct Made {
    std::shared_ptr<const VariantFileNames> files;
    Diagnostics diagnostics;
  };

  std::string name_of_material() const {
    const ComposeJob& job = jobs_.jobs.front();
    const Library& library = jobs_.sources[job.source]->library;
    return std::string(library.text(library.materials[job.material].name));
  }

  void make_one(std::size_t at, const ComposeJob& job, const ParameterValues& values) {
    const JobSource& source = *jobs_.sources[job.source];
    const Result<PlacedPlan> placed = compose(
        *source.composer, {job.material, job.profile, values, placement_of(options_.placement)});
    if (!placed) {
      made_[at].diagnostics = placed.error();
      return;
    }
    made_[at].diagnostics = placed->plan.warnings;
    EmitOptions wanted = emit_options(options_);
    // Only texts that were not seen before are compiled; the texts of both languages identify a
    // module.
    EmitOptions texts = wanted;
    texts.spirv = false;
    texts.glsl = texts.glsl || wanted.spirv;
    texts.hlsl = texts.hlsl || wanted.spirv;
    ModuleWatch watch;
    if (wanted.spirv) {
      watch.before_modules = [&](const Diagnostics& slow) {
        slow_.announce(at, slow);
        if (!report_.is_text()) {
          add_messages(at, slow);
        }
      };
    }
    const EmissionMemos memos{.leaves = source.leaves.get()};
    Result<Emission> emission = emit(source.library, *placed, texts, watch, memos);
    if (!emission) {
      add_messages(at, emission.error());
      return;
    }
    ContentHasher hasher;
    hasher.add(job.stem);
    for (const EmittedFile& file : emission->files) {
      hasher.add(file.content);
    }
    const ContentHash key = hasher.result();
    if ((made_[at].files = files_.known(key)) != nullptr) {
      return;
    }
    if (wanted.spirv) {
      emission = emit(source.library, *placed, wanted, {}, memos);
      if (!emission) {
        add_messages(at, emission.error());
        return;
      }
    }
    made_[at].files = files_.add(key, job.stem, std::move(emission->files));
  }

  void add_messages(std::size_t at, const Diagnostics& errors) {
    for (const Diagnostic& diagnostic : errors) {
      append(made_[at].diagnostics, diagnostic);
    }
  }

  /// Reports each diagnostic once, with the first variant that has it.
  void report_diagnostics() {
    report_.add(files_.errors(), Sources());
    std::set<std::string> seen;
    for (std::size_t i = 0; i < made_.size(); ++i) {
      const Sources& sources =
          jobs_.sources[jobs_.jobs[i % jobs_.jobs.size()].source]->library.sources;
      Diagnostics fresh;
      for (Diagnostic& diagnostic : made_[i].diagnostics) {
        if (seen.insert(render_json(diagnostic, sources)).second) {
          diagnostic.notes.push_back(
              {fmt::format("for the variant '{}'", table_.variants[i / jobs_.jobs.size()].name)});
          fresh.push_back(std::move(diagnostic));
        }
      }
      report_.add(fresh, sources);
      Diagnostics().swap(made_[i].diagnostics);
    }
  }

  VariantIndex index(const std::string& material) const {
    VariantIndex index{std::string("weft ") + WEFT_VERSION,
                       material,
                       part_.shard,
                       part_.inputs,
                       part_.in_table,
                       {}};
    for (std::size_t v = 0; v < table_.variants.size(); ++v) {
      const Variant& variant = table_.variants[v];
      IndexedVariant entry{variant.name, part_.shard ? part_.places[v] : v, Json::object(),
                           Json::object()};
      for (const auto& [parameter, value] : variant.values) {
        entry.values[parameter] = value;
      }
      for (std::size_t j = 0; j < jobs_.jobs.size(); ++j) {
        const ComposeJob& job = jobs_.jobs[j];
        const Library& library = jobs_.sources[job.source]->library;
        Json files = Json::object();
        if (const auto& names = made_[v * jobs_.jobs.size() + j].files) {
          for (const auto& [suffix, name] : *names) {
            files[suffix] = name;
          }
        }
        entry.outputs[std::string(library.text(library.profiles[job.profile].name))] =
            std::move(files);
      }
      index.variants.push_back(std::move(entry));
    }
    return index;
  }

  const ComposeOptions& options_;
  const VariantTable& table_;
  const TablePart& part_;
  const ComposeJobs& jobs_;
  Report& report_;
  VariantFiles files_;
  std::vector<Made> made_;  ///< variant × job
  ModuleProgress slow_;     ///< notes on slow modules
};

/// The values of each variant in a source's types, overriding those of the command line; nothing
/// after an error.
std::vector<std::optional<ParameterValues>> values_of(const ReadTable& read, const ComposeJob& job,
                                                      Library& library, Report& report) {
  const VariantTable& table = read.table;
  ValueReader reader(read.source, library, library.materials[job.material], report);
  std::vector<std::optional<ParameterValues>> values;
  values.reserve(table.variants.size());
  for (const Variant& variant : table.variants) {
    std::optional<ParameterValues> all = job.values;
    for (const auto& [parameter, text] : variant.values) {
      const Constant* value = reader.read(parameter, text, variant);
      if (value == nullptr) {
        all.reset();
        break;
      }
      const std::string& name = parameter;
      const auto stated = std::find_if(all->begin(), all->end(),
                                       [&](const auto& other) { return other.first == name; });
      if (stated != all->end()) {
        stated->second = *value;
      } else {
        all->emplace_back(parameter, *value);
      }
    }
    values.push_back(std::move(all));
  }
  return values;
}

}  // namespace

void compose_variants(const ComposeOptions& given, Report& report) {
  if (goes_to_standard_output(given)) {
    report.refuse("--variants writes many files: give a folder with -o DIR");
    return;
  }
  if (given.files.size() != 1 || given.materials.size() > 1) {
    report.refuse("--variants takes one material: give one FILE and at most one -m");
    return;
  }
  std::optional<Shard> shard;
  if (given.shard) {
    const auto words = read_shard(*given.shard);
    if (!words) {
      report.refuse(words.error());
      return;
    }
    shard = *words;
  }
  std::optional<ReadTable> read = read_table(*given.variants, report);
  if (!read) {
    return;
  }
  TablePart part = take_part(shard, read->table);
  const VariantTable& table = read->table;
  const ComposeOptions options = completed(given, table);
  const ReportWord report_word = report_in(read->source, report);
  const std::size_t threads = options.threads.value_or(machine_threads());
  ComposeOptions wanted = options;
  if (wanted.materials.empty() && wanted.profiles.size() > 1) {
    // The default is a single material, whatever the number of profiles: take it from the first.
    ComposeOptions first = options;
    first.profiles.resize(1);
    const ComposeJobs only = find_compose_jobs(first, threads, report, report_word);
    if (only.jobs.size() != 1) {
      wanted.materials = {"*"};
      find_compose_jobs(wanted, threads, report, report_word);  // report the errors of the others
      return;
    }
    const Library& library = only.sources.front()->library;
    wanted.materials = {
        std::string(library.text(library.materials[only.jobs.front().material].name))};
  }
  const ComposeJobs jobs = find_compose_jobs(wanted, threads, report, report_word);
  if (report.has_errors() || jobs.jobs.empty()) {
    return;
  }
  part.inputs = hash_of_inputs(options, read->source, jobs);
  std::vector<std::vector<std::optional<ParameterValues>>> values(jobs.sources.size());
  for (const ComposeJob& job : jobs.jobs) {
    if (values[job.source].empty()) {
      values[job.source] = values_of(*read, job, jobs.sources[job.source]->library, report);
    }
  }
  VariantMaker maker(options, table, part, jobs, report);
  maker.make(values, threads);
  if (!report.has_errors()) {
    report_unused(jobs, report);  // with -Werror these are errors
  }
  if (!report.has_errors()) {
    maker.finish();
  }
}

}  // namespace weft::tools
