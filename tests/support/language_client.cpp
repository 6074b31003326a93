#include "tests/support/language_client.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "tests/support/catch.h"
#include "tests/support/live_document.h"

namespace weft::testing {

/// Some files in memory, all others on disk.
class LanguageClient::Files : public FileReader {
 public:
  Files(const FileReader& disk, std::map<std::string, std::string> in_memory)
      : files(std::move(in_memory)), disk_(disk) {}

  ReadResult read(const std::string& path) const override {
    const auto found = files.find(identity(path));
    return found != files.end() ? ReadResult{ReadResult::Status::Text, found->second, {}}
                                : disk_.read(path);
  }
  std::string identity(const std::string& path) const override {
    return path.starts_with("/w/") ? normalized_path(path) : disk_.identity(path);
  }

  std::map<std::string, std::string> files;

 private:
  const FileReader& disk_;
};

namespace {

/// The place of a byte, counted in an independent way: every byte that begins a character counts
/// one, those of four bytes two.
Json place_at(const std::string& text, std::size_t offset) {
  std::uint32_t line = 0;
  std::uint32_t character = 0;
  for (std::size_t i = 0; i < offset; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (text[i] == '\n') {
      ++line;
      character = 0;
    } else if ((byte & 0xC0U) != 0x80U) {
      character += byte >= 0xF0 ? 2 : 1;
    }
  }
  return Json{{"line", line}, {"character", character}};
}

std::size_t byte_at(const std::string& text, const Json& place) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (place_at(text, i) == place) {
      return i;
    }
  }
  return text.size();
}

}  // namespace

LanguageClient::LanguageClient(std::map<std::string, std::string> files, bool is_initialized)
    : files_(std::make_unique<Files>(disk_, std::move(files))),
      server_(*files_, shipped_options(), [this](const std::string& folder) {
        std::vector<std::string> found;
        if (folder != "/w" && !folder.starts_with("/w/") && std::filesystem::is_directory(folder)) {
          for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            if (entry.path().extension() == ".weft") {
              found.push_back(entry.path().string());
            }
          }
          std::sort(found.begin(), found.end());
        }
        for (const auto& [path, text] : files_->files) {
          if (path.starts_with(folder)) {
            found.push_back(path);
          }
        }
        return found;
      }) {
  if (is_initialized) {
    result("initialize",
           {{"workspaceFolders", Json::array({Json{{"uri", "file:///w"}, {"name", "w"}}})},
            {"capabilities",
             {{"textDocument", {{"publishDiagnostics", {{"relatedInformation", true}}}}}}}});
    notify("initialized", Json::object());
  }
}

LanguageClient::~LanguageClient() = default;

void LanguageClient::notify(const std::string& method, const Json& params) {
  post(Json{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
}

void LanguageClient::finish() {
  while (server_.has_work()) {
    server_.step();
  }
  for (const std::string& body : server_.take_replies()) {
    Json message = Json::parse(body);
    if (message.value("method", std::string()) == "textDocument/publishDiagnostics") {
      published_[message["params"]["uri"].get<std::string>()] = message["params"];
    } else {
      received_.push_back(std::move(message));
    }
  }
}

Json LanguageClient::call(const std::string& method, const Json& params) {
  finish();
  received_.clear();
  post(Json{{"jsonrpc", "2.0"}, {"id", ++id_}, {"method", method}, {"params", params}});
  finish();
  REQUIRE(received_.size() == 1);
  CHECK(received_[0]["id"] == id_);
  return received_[0];
}

Json LanguageClient::result(const std::string& method, const Json& params) {
  Json reply = call(method, params);
  INFO(reply.dump());
  REQUIRE(reply.contains("result"));
  return reply["result"];
}

std::string LanguageClient::refusal(const std::string& method, const Json& params) {
  const Json reply = call(method, params);
  return reply.contains("error") ? std::to_string(reply["error"]["code"].get<int>()) + ": " +
                                       reply["error"]["message"].get<std::string>()
                                 : std::string();
}

void LanguageClient::open(const std::string& path, const std::string& text) {
  texts_[path] = text;
  notify("textDocument/didOpen",
         {{"textDocument",
           {{"uri", uri(path)}, {"languageId", "weft"}, {"version", 1}, {"text", text}}}});
}

void LanguageClient::replace(const std::string& path, const std::string& before,
                             const std::string& after) {
  std::string& text = texts_.at(path);
  const std::size_t at = text.find(before);
  REQUIRE(at != std::string::npos);
  const Json range{{"start", place_at(text, at)}, {"end", place_at(text, at + before.size())}};
  text.replace(at, before.size(), after);
  notify("textDocument/didChange",
         {{"textDocument", {{"uri", uri(path)}, {"version", 2}}},
          {"contentChanges", Json::array({Json{{"range", range}, {"text", after}}})}});
}

const Json& LanguageClient::published(const std::string& path) {
  finish();
  return published_[uri(path)];
}

std::string LanguageClient::diagnostics(const std::string& path) {
  std::string lines;
  for (const Json& each : published(path)["diagnostics"]) {
    const Json& start = each["range"]["start"];
    lines += std::to_string(start["line"].get<int>()) + ":" +
             std::to_string(start["character"].get<int>()) + " " + each["code"].get<std::string>() +
             ": " + each["message"].get<std::string>() + "\n";
  }
  return lines;
}

Json LanguageClient::place(const std::string& path, const std::string& text, std::size_t at) const {
  const std::string& whole = texts_.at(path);
  const std::size_t found = whole.find(text);
  REQUIRE(found != std::string::npos);
  return Json{{"textDocument", {{"uri", uri(path)}}}, {"position", place_at(whole, found + at)}};
}

std::string LanguageClient::covered(const std::string& path, const Json& range) const {
  const std::string& whole = texts_.at(path);
  const std::size_t begin = byte_at(whole, range["start"]);
  return whole.substr(begin, byte_at(whole, range["end"]) - begin);
}

std::string LanguageClient::edited(const std::string& path, const Json& edits) const {
  std::string whole = texts_.at(path);
  std::vector<std::pair<std::size_t, Json>> ordered;
  for (const Json& edit : edits) {
    ordered.emplace_back(byte_at(whole, edit["range"]["start"]), edit);
  }
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [begin, edit] : ordered) {
    const std::size_t end = byte_at(texts_.at(path), edit["range"]["end"]);
    whole.replace(begin, end - begin, edit["newText"].get<std::string>());
  }
  return whole;
}

}  // namespace weft::testing
