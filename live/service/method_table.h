#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "live/service/message_shapes.h"
#include "live/service/request_work.h"
#include "live/service/rpc_message.h"
#include "live/service/shared_documents.h"
#include "support/json_fwd.h"

// The messages of the service. One table says what each has; requests are checked against it, the
// schema is made from it, and its rows hold the functions that answer.

namespace weft::live {

struct OpenDocument {
  std::shared_ptr<ServedDocument> document;
  bool is_shared = false;
};

/// What the service of a client has open.
struct ServiceState {
  const FileReader& reader;
  LoadOptions options;
  std::map<std::string, OpenDocument> documents = {};  ///< by the client's name
  bool has_ended = false;
  SharedDocuments* shared = nullptr;  ///< null: there is one client
  SharedDocumentClient* self = nullptr;
};

/// The parameter of every method that asks for `$/progress`.
inline constexpr const char* progress_member = "workDoneToken";

inline constexpr MessageMember document_member = {"document", MemberKind::String, true,
                                                  "the name under which it was opened"};

// Who answers. `params` are as the table says.

/// The service itself, after all earlier requests of the client.
using ServiceMethod = RpcAnswer (*)(ServiceState& state, const Json& params);
/// Whoever works on the document `params["document"]`, on any thread. An empty answer: `progress`
/// tells what the request waits for, then it is asked again.
using DocumentMethod = RpcAnswer (*)(const DocumentWork& work, const Json& params);
/// The same, of a copy of the document.
using QuestionMethod = RpcAnswer (*)(const QuestionWork& work, const Json& params);
/// Each document of the client, one after the other. The answer is that of graph/change; the result
/// lists them.
struct EachDocument {
  RpcAnswer (*method)(const DocumentWork& work, const Json& params) = nullptr;
};

struct MethodTraits {
  /// Whether it changes nothing: a later request with the same params makes an earlier one
  /// needless, and edits of values come before it.
  bool only_asks = false;
  /// Of methods that wait for a picture, which hold up no others: what to answer once it is drawn.
  RpcAnswer (*drawn)(RequestProgress& progress, const Json& params) = nullptr;
  /// The schema of the result, if another document has it.
  std::string_view result_schema = {};
  /// By the service, before a document is looked up.
  std::optional<RpcError> (*begin)(ServiceState& state, const Json& params) = nullptr;
  /// By the service, once there is an answer.
  void (*end)(ServiceState& state, const std::string& document, const RpcAnswer& answer) = nullptr;
};

struct Method {
  std::string_view name;
  std::string_view meaning;
  std::vector<MessageMember> params;
  MessageShape result;
  std::variant<ServiceMethod, DocumentMethod, QuestionMethod, EachDocument> answer;
  MethodTraits traits = {};
};

/// All methods, in the order of the documentation.
const std::vector<Method>& service_methods();
const Method* find_method(std::string_view name);

/// Checks params by the table and takes the token for progress out of them, as JSON; empty without
/// one. Also removes null members, which count as missing. Returns the fault, or an empty text.
std::string take_params(const Method& method, Json& params, std::string& token);

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
/// An object of JSON that has members, with the version of the document that it is about.
std::string with_version(std::string object, std::uint64_t version);

/// Closes a document, and what the client watches of it.
void close_document(ServiceState& state, const std::string& name);
/// Tells the other clients of a document that it changed, unless the change was refused.
void tell_others(ServiceState& state, const std::string& name, const RpcAnswer& answer);
RpcError no_document(std::string_view name);
RpcError failed_request(std::string message, const std::vector<NodeDiagnostic>& diagnostics);

}  // namespace weft::live
