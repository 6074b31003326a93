#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

// Replies of JSON-RPC 2.0, shared by the service and the language server.

namespace weft::live {

/// Codes of JSON-RPC 2.0, and of the Language Server Protocol from -32899 to -32800.
enum class RpcCode : std::int32_t {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  NotInitialized = -32002,
  RequestFailed = -32803,    ///< of a well-formed request: its `data` says why
  ContentModified = -32801,  ///< a later request of the same kind makes it needless
  RequestCancelled = -32800,
};

struct RpcError {
  RpcCode code = RpcCode::RequestFailed;
  std::string message;
  std::string data = {};  ///< JSON, or empty
};

/// The result as JSON.
using RpcAnswer = tl::expected<std::string, RpcError>;

/// `id` and `result` are JSON.
std::string result_reply(std::string_view id, std::string_view result);
std::string error_reply(std::string_view id, const RpcError& error);

/// A reply for bytes that are not messages, after which the connection ends.
std::string framing_error(std::string_view reason);

}  // namespace weft::live
