#include <array>

#include "conversions/search/search.h"
#include "live/service/method_table.h"
#include "live/session/candidates.h"
#include "support/json.h"

// What an editor may offer at a port or a wire.

namespace weft::live {
namespace {

constexpr std::array<MessageMember, 7> candidate_members = {{
    {"kind", MemberKind::String, true, "fragment, feature or conversion"},
    {"name"},
    {"port", MemberKind::String, true, "that takes the wire, or the result that fits"},
    {"type", MemberKind::String, true, "of what it gives, if its arguments do not decide that"},
    {"lossy", MemberKind::Integer, true, "steps"},
    {"difficulty", MemberKind::Number},
    {"conversions", MemberKind::Strings, true, "in between"},
}};
constexpr MessageShape candidate_shape{candidate_members};
constexpr std::array offer_members = {
    version_member, MessageMember{"candidates", MemberKind::Objects, true, {}, &candidate_shape}};

RpcAnswer candidates(const QuestionWork& work, const Json& params) {
  CandidateRequest request;
  request.node = string_param(params, "node");
  request.port = string_param(params, "port");
  request.takes_value = flag_param(params, "wire");
  request.profile = string_param(params, "profile", request.profile);
  if (const auto most = params.find("most"); most != params.end() && !most->is_null()) {
    request.most = most->get<std::size_t>();
  }
  const auto found = find_candidates(work.copy.loaded(), request);
  if (!found) {
    return tl::unexpected(failed_request("nothing can be offered there", found.error()));
  }
  Json all = Json::array();
  for (const Candidate& each : *found) {
    all.push_back(Json{{"kind", candidate_kind_name(each.kind)},
                       {"name", each.name},
                       {"port", each.port},
                       {"type", each.type},
                       {"lossy", each.lossy_steps},
                       {"difficulty", static_cast<double>(each.difficulty) / 1000.0},
                       {"conversions", each.steps}});
  }
  return Json{{"version", work.copy.version()}, {"candidates", std::move(all)}}.dump(
      -1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::vector<Method> offer_methods() {
  return {
      {"graph/candidates",
       "What fits an input, or takes a wire that is dropped: fragments, features and conversions, "
       "the easiest first.",
       {document_member,
        {"node", MemberKind::String, true, {}},
        {"port", MemberKind::String, false,
         "an input; with `wire` a result; default: the node itself"},
        {"wire", MemberKind::Boolean, false, "what takes the value, not what gives one"},
        {"profile", MemberKind::String, false, "whose features count; default: forward"},
        {"most", MemberKind::Integer, false, "default: 200"}},
       {offer_members},
       candidates,
       {.only_asks = true}},
  };
}

}  // namespace weft::live
