#include "live/service/rpc_message.h"

#include <fmt/format.h>

#include "support/json_writer.h"

namespace weft::live {

std::string result_reply(std::string_view id, std::string_view result) {
  return fmt::format(R"({{"jsonrpc":"2.0","id":{},"result":{}}})", id, result);
}

std::string error_reply(std::string_view id, const RpcError& error) {
  return fmt::format(R"({{"jsonrpc":"2.0","id":{},"error":{{"code":{},"message":{}{}{}}}}})", id,
                     static_cast<std::int32_t>(error.code), quoted_json(error.message),
                     error.data.empty() ? "" : R"(,"data":)", error.data);
}

std::string framing_error(std::string_view reason) {
  return error_reply("null", {RpcCode::ParseError, std::string(reason), {}});
}

}  // namespace weft::live
