#include "tools/variant_index.h"

#include <utility>

#include <fmt/format.h>

#include "support/content_hash.h"
#include "tools/json_reader.h"
#include "tools/numbers_in_words.h"

namespace weft::tools {
namespace {

constexpr std::uint64_t most_shards = 1'000'000;

std::string dumped(const Json& value) {
  return value.dump(1, ' ', false, Json::error_handler_t::replace);
}

/// A value inside of another: its lines but the first get `depth` more blanks in front.
std::string dumped(const Json& value, std::size_t depth) {
  std::string out;
  for (const char c : dumped(value)) {
    out += c;
    if (c == '\n') {
      out.append(depth, ' ');
    }
  }
  return out;
}

/// Whether every file name stays in the folder of its index.
bool are_file_names(const Json& outputs) {
  for (const auto& profile : outputs.items()) {
    for (const auto& [suffix, file] : profile.value().items()) {
      const auto& name = file.get_ref<const std::string&>();
      if (name.empty() || name[0] == '.' || name.find('/') != std::string::npos) {
        return false;
      }
    }
  }
  return true;
}

Diagnostic no_index(const std::string& path, std::string_view why) {
  return error(Code::BadDeclaration, fmt::format("'{}' is not the index of a shard: {}", path, why),
               "`weft compose --variants TABLE --shard I/N -o DIR` writes one, "
               "MATERIAL.variants.I-of-N.json");
}

/// Throws what the JSON library throws if a member is absent or of another kind.
VariantIndex index_of(const Json& document) {
  VariantIndex index;
  index.generator = document.at("generator").get<std::string>();
  index.material = document.at("material").get<std::string>();
  const Json& shard = document.at("shard");
  index.shard = Shard{shard.at("number").get<std::uint64_t>(), shard.at("of").get<std::uint64_t>()};
  index.in_table = shard.at("variants_of_all").get<std::size_t>();
  index.inputs = shard.at("inputs").get<std::string>();
  for (const Json& variant : document.at("variants")) {
    index.variants.push_back({variant.at("name").get<std::string>(),
                              variant.at("place").get<std::size_t>(), variant.at("values"),
                              variant.at("outputs")});
  }
  return index;
}

}  // namespace

bool Shard::has(std::string_view name) const {
  ContentHasher hasher;
  hasher.add(name);
  return hasher.result().high % count == number - 1;
}

std::string Shard::file_name(const std::string& material, const std::optional<Shard>& shard,
                             std::string_view extension) {
  return shard ? fmt::format("{}.variants.{}-of-{}.{}", material, shard->number, shard->count,
                             extension)
               : fmt::format("{}.variants.{}", material, extension);
}

tl::expected<Shard, std::string> read_shard(const std::string& words) {
  const auto numbers = pair_of_words<std::uint64_t>(words, '/');
  if (!numbers) {
    return tl::make_unexpected(
        fmt::format("--shard is I/N, as in --shard 2/4 for the second of four, not '{}'", words));
  }
  const Shard shard{(*numbers)[0], (*numbers)[1]};
  if (shard.count == 0 || shard.count > most_shards) {
    return tl::make_unexpected(
        fmt::format("--shard {}: the number of shards is from 1 to {}", words, most_shards));
  }
  if (shard.number == 0 || shard.number > shard.count) {
    return tl::make_unexpected(fmt::format("--shard {}: shards count from 1, here to {}/{}", words,
                                           shard.count, shard.count));
  }
  return shard;
}

std::string VariantIndex::text() const {
  Json head = {{"generator", generator}, {"material", material}};
  if (shard) {
    head["shard"] = {{"number", shard->number},
                     {"of", shard->count},
                     {"variants_of_all", in_table},
                     {"inputs", inputs}};
  }
  std::string out = dumped(head);
  out.resize(out.size() - 2);  // the end of the object: more follows
  out += shard ? ",\n \"variants\": [" : ",\n \"variants\": {";
  const char* separator = "\n  ";
  for (const IndexedVariant& variant : variants) {
    Json entry = Json::object();
    if (shard) {
      entry = {{"name", variant.name}, {"place", variant.place}};
    }
    entry["values"] = variant.values;
    entry["outputs"] = variant.outputs;
    out += separator;
    out += shard ? "" : dumped(Json(variant.name)) + ": ";
    out += dumped(entry, 2);
    separator = ",\n  ";
  }
  out += variants.empty() ? "" : "\n ";
  out += shard ? "]\n}\n" : "}\n}\n";
  return out;
}

Result<VariantIndex> read_shard_index(FileId file, const SourceFile& source) {
  const Result<Json> document = JsonReader(file, source).parse();
  if (!document) {
    return failed(document.error());
  }
  const std::string& path = source.path();
  try {
    if (document->is_object() && document->contains("generator") && !document->contains("shard")) {
      return failed(no_index(path, "it is that of a whole table"));
    }
    VariantIndex index = index_of(*document);
    const Shard& shard = *index.shard;
    if (shard.number == 0 || shard.number > shard.count || shard.count > most_shards) {
      return failed(
          no_index(path, fmt::format("there is no shard {}/{}", shard.number, shard.count)));
    }
    for (const IndexedVariant& variant : index.variants) {
      if (!shard.has(variant.name) || variant.place >= index.in_table ||
          !are_file_names(variant.outputs)) {
        return failed(
            no_index(path, fmt::format("the variant '{}' is not as it was written", variant.name)));
      }
    }
    return index;
  } catch (const Json::exception&) {
    return failed(no_index(path, "a member is missing or of another kind"));
  }
}

}  // namespace weft::tools
