#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/commands.h"
#include "tools/load_input.h"
#include "tools/variant_index.h"

namespace weft::tools {
namespace {

namespace fs = std::filesystem;

/// The index of a shard, and its path.
struct ShardFile {
  std::string path;
  VariantIndex index;
};

std::vector<ShardFile> read_shards(const std::vector<std::string>& paths, Report& report) {
  std::vector<ShardFile> shards;
  for (const std::string& path : paths) {
    const ReadResult read = read_input(path);
    if (read.status != ReadResult::Status::Text) {
      report.add(trouble_of(path, read));
      continue;
    }
    Sources sources;
    const FileId file = sources.add(SourceFile(path, read.text));
    Result<VariantIndex> index = read_shard_index(file, sources[file]);
    if (!index) {
      report.add(index.error(), sources);
      continue;
    }
    shards.push_back({path, std::move(*index)});
  }
  return shards;
}

Diagnostic mismatch(std::string message, std::string hint) {
  return error(Code::BadDeclaration, std::move(message), std::move(hint));
}

/// Reports shards that are of different tables, twice there, or missing.
void report_mismatches(const std::vector<ShardFile>& shards, Report& report) {
  const ShardFile& first = shards.front();
  const std::uint64_t count = first.index.shard->count;
  std::map<std::uint64_t, std::string> paths;  // by the number of the shard
  for (const ShardFile& shard : shards) {
    const VariantIndex& index = shard.index;
    if (index.shard->count != count) {
      report.add(mismatch(fmt::format("'{}' is one of {} shards, '{}' one of {}", shard.path,
                                      index.shard->count, first.path, count),
                          "give the shards of one division"));
    } else if (index.material != first.index.material || index.inputs != first.index.inputs ||
               index.generator != first.index.generator || index.in_table != first.index.in_table) {
      report.add(mismatch(
          fmt::format("'{}' and '{}' were not made from the same inputs", shard.path, first.path),
          "compose every shard with the same weft, files, table and options"));
    } else if (const auto [at, is_new] = paths.emplace(index.shard->number, shard.path); !is_new) {
      report.add(mismatch(fmt::format("'{}' and '{}' are both shard {}/{}", at->second, shard.path,
                                      index.shard->number, count),
                          "give each shard once"));
    }
  }
  if (report.has_errors()) {
    return;
  }
  std::vector<std::string> missing;
  for (std::uint64_t number = 1; number <= count && missing.size() < 10; ++number) {
    if (paths.count(number) == 0) {
      missing.push_back(fmt::format("{}/{}", number, count));
    }
  }
  if (!missing.empty()) {
    report.add(mismatch(
        fmt::format("{} of {} shards are missing: {}{}", count - paths.size(), count,
                    fmt::join(missing, ", "), count - paths.size() > missing.size() ? ", …" : ""),
        fmt::format("compose it with --shard {}", missing.front())));
  }
}

/// All variants in the order of the table; nothing if the shards are not a whole.
std::optional<VariantIndex> merged(std::vector<ShardFile>& shards, Report& report) {
  VariantIndex whole;
  whole.generator = shards.front().index.generator;
  whole.material = shards.front().index.material;
  for (ShardFile& shard : shards) {
    for (IndexedVariant& variant : shard.index.variants) {
      whole.variants.push_back(std::move(variant));
    }
  }
  std::sort(whole.variants.begin(), whole.variants.end(),
            [](const auto& a, const auto& b) { return a.place < b.place; });
  bool is_whole = whole.variants.size() == shards.front().index.in_table;
  for (std::size_t i = 0; is_whole && i < whole.variants.size(); ++i) {
    is_whole = whole.variants[i].place == i;
  }
  if (!is_whole) {
    report.add(mismatch("the shards are not a whole table", "compose all shards again"));
    return std::nullopt;
  }
  return whole;
}

/// The files that a shard's variants name.
std::set<std::string> outputs_of(const VariantIndex& index) {
  std::set<std::string> names;
  for (const IndexedVariant& variant : index.variants) {
    for (const auto& profile : variant.outputs.items()) {
      for (const auto& file : profile.value().items()) {
        names.insert(file.value().get<std::string>());
      }
    }
  }
  return names;
}

/// Adds the outputs of a shard to those in the folder. They are named after their content, so what
/// another shard has put there is not read again.
void copy_outputs(const ShardFile& shard, const fs::path& folder, std::set<std::string>& present,
                  OutputTransaction& transaction, Report& report) {
  std::error_code ignored;
  const fs::path source = fs::path(shard.path).parent_path();
  const bool is_in_place = fs::equivalent(source.empty() ? "." : source, folder, ignored);
  for (const std::string& name : outputs_of(shard.index)) {
    if (!present.insert(name).second) {
      continue;
    }
    const std::string from = (source / name).string();
    if (is_in_place && fs::is_regular_file(from, ignored)) {
      continue;
    }
    ReadResult read = read_input(from);
    if (read.status != ReadResult::Status::Text) {
      report.add(trouble_of(from, read));
    } else if (const Result<void> added =
                   transaction.add({(folder / name).string(), std::move(read.text)});
               !added) {
      report.add(added.error(), Sources());
    }
  }
}

}  // namespace

void run(const MergeOptions& options, Report& report) {
  std::vector<ShardFile> shards = read_shards(options.indexes, report);
  if (report.has_errors()) {
    return;
  }
  report_mismatches(shards, report);
  if (report.has_errors()) {
    return;
  }
  const fs::path folder = options.output;
  OutputTransaction transaction;
  std::set<std::string> present;
  for (const ShardFile& shard : shards) {
    copy_outputs(shard, folder, present, transaction, report);
  }
  const std::optional<VariantIndex> whole = merged(shards, report);
  if (report.has_errors() || !whole) {
    return;
  }
  const std::string path =
      (folder / Shard::file_name(whole->material, std::nullopt, "json")).string();
  Result<void> done = transaction.add({path, whole->text()});
  if (done) {
    done = transaction.commit();
  }
  if (!done) {
    report.add(done.error(), Sources());
    return;
  }
  report.print(fmt::format("{} variants of {} shards, {} distinct outputs: {}\n",
                           whole->variants.size(), shards.size(), present.size(), path));
  report.result()["material"] = whole->material;
  report.result()["variants"] = whole->variants.size();
  report.result()["distinct_outputs"] = present.size();
  report.result()["index"] = path;
}

}  // namespace weft::tools
