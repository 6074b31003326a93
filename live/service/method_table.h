#pragma once

#include <cstdint>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "live/service/message_shapes.h"
#include "live/service/module_compiler.h"
#include "live/service/picture_source.h"
#include "live/service/rpc_message.h"
#include "live/service/shared_documents.h"
#include "live/session/session.h"
#include "support/json_fwd.h"

// The messages of the service. One table says what each has; requests are checked against it, the
// schema is made from it, and its rows hold the functions that answer.

namespace weft::live {

struct OpenDocument {
  std::shared_ptr<Session> session;
  bool is_shared = false;
  std::vector<OutputId> outputs = {};  ///< that this client watches
};

/// A picture that is drawn while other requests are answered.
struct PictureInProgress {
  std::future<PictureResult> result;
  std::uint64_t version = 0;  ///< of the document that it shows
};

/// Modules that are compiled while other requests are answered.
struct ModulesInProgress {
  std::shared_ptr<ModuleMemo> memo;
  std::vector<ContentHash> contents;

  bool are_ready() const;
};

/// How far a request is, if it is answered in parts.
struct RequestProgress {
  std::size_t done = 0;
  std::size_t total = 0;     ///< 0: it is not begun, or done at once
  std::string partial = {};  ///< of the answer
  std::optional<PictureInProgress> picture = {};
  std::optional<ModulesInProgress> modules = {};  ///< the last that it waited for
  std::optional<OutputId> output = {};            ///< that it watches
};

/// What the service of a client has open.
struct ServiceState {
  const FileReader& reader;
  LoadOptions options;
  std::map<std::string, OpenDocument> documents = {};  ///< by the client's name
  bool has_ended = false;
  PictureSource* pictures = nullptr;  ///< null: no pictures are drawn
  ModuleCompiler* modules = nullptr;  ///< null: requests compile what they need
  SharedDocuments* shared = nullptr;  ///< null: there is one client
  SharedDocumentClient* self = nullptr;
  RequestProgress* progress = nullptr;  ///< of the request that is answered
};

/// The parameter of every method that asks for `$/progress`.
inline constexpr const char* progress_member = "workDoneToken";

inline constexpr MessageMember document_member = {"document", MemberKind::String, true,
                                                  "the name under which it was opened"};
struct Method {
  std::string_view name;
  std::string_view meaning;
  std::vector<MessageMember> params;
  MessageShape result;
  /// `params` are as the table says. An empty answer: a part is done, and `progress` tells which;
  /// the service calls it again. Other clients' requests, and a cancellation, may come in between.
  RpcAnswer (*answer)(ServiceState& state, const Json& params) = nullptr;
  /// Whether it changes nothing: a later request with the same params makes an earlier one
  /// needless, and edits of values come before it.
  bool only_asks = false;
  /// Whether it waits for a picture. Such requests hold up no others.
  bool draws = false;
  /// The schema of the result, if another document has it.
  std::string_view result_schema = {};
  /// Called when a request that is begun is cancelled.
  void (*abandon)(ServiceState& state, const Json& params,
                  const RequestProgress& progress) = nullptr;
};

/// All methods, in the order of the documentation.
const std::vector<Method>& service_methods();
const Method* find_method(std::string_view name);

/// What is wrong with params, by the table; empty if nothing is.
std::string fault_of_params(const Method& method, const Json& params);

/// A JSON schema (draft 2020-12) with params and result of each method, and the edits of
/// graph/change, under `$defs`.
std::string service_schema();

// Methods, by file.

std::vector<Method> document_methods();
std::vector<Method> output_methods();
std::vector<Method> picture_methods();
std::vector<Method> offer_methods();
std::vector<Method> library_methods();

// Of params that the table has checked.

std::string string_param(const Json& params, const char* name, std::string_view otherwise = {});
bool flag_param(const Json& params, const char* name);

/// Closes a document, and what the client watches of it.
void close_document(ServiceState& state, const std::string& name);
/// Tells the other clients of a document that it changed.
void tell_others(ServiceState& state, const std::string& name, std::string_view answer);
/// The session of the document that `params` name, or the error.
tl::expected<Session*, RpcError> session_of(ServiceState& state, const Json& params);
RpcError failed_request(std::string message, const std::vector<NodeDiagnostic>& diagnostics);

}  // namespace weft::live
