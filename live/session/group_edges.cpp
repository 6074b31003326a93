#include "live/session/group_edges.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace weft::live {
namespace {

/// Walks from a group to what it reads.
class CycleSearch {
 public:
  CycleSearch(const EditContext& context, const std::vector<std::uint32_t>& members)
      : context_(context),
        document_(context.document),
        members_(members),
        first_(graph().first_node),
        reader_(graph().node_count, none) {}

  Diagnostics run() {
    for (const std::uint32_t member : members_) {
      for (const NodeRead& read : nodes_read(context_, member)) {
        visit(read.node, member);
      }
    }
    while (!open_.empty()) {
      const std::uint32_t between = open_.back();
      open_.pop_back();
      for (const NodeRead& read : nodes_read(context_, between)) {
        if (is_member(read.node)) {
          return {cycle(between, read.node)};
        }
        visit(read.node, between);
      }
    }
    return {};
  }

 private:
  static constexpr std::uint32_t none = 0xffffffff;

  const DocumentGraph& graph() const {
    return document_.graphs()[document_.nodes()[members_.front()].graph];
  }
  bool is_member(std::uint32_t node) const {
    return std::binary_search(members_.begin(), members_.end(), node);
  }
  std::string_view name_of(std::uint32_t node) const { return document_.nodes()[node].name; }

  void visit(std::uint32_t node, std::uint32_t by) {
    if (!is_member(node) && reader_[node - first_] == none) {
      reader_[node - first_] = by;
      open_.push_back(node);
    }
  }

  Diagnostic cycle(std::uint32_t between, std::uint32_t read) const {
    constexpr int longest = 8;  // a message is no listing
    std::string text = fmt::format("'{0}' lies between the nodes: it reads '{1}'", name_of(between),
                                   name_of(read));
    std::uint32_t last = between;
    for (int i = 0; !is_member(last); ++i) {
      const std::uint32_t next = reader_[last - first_];
      if (is_member(next)) {
        text += fmt::format(" and '{}' reads {}", name_of(next),
                            last == between ? "it" : fmt::format("'{}'", name_of(last)));
      } else if (i < longest) {
        text += fmt::format(", '{}' reads '{}'", name_of(next), name_of(last));
      }
      last = next;
    }
    return edit_error(Code::GraphCycle, id_of(document_, context_.names, between), "",
                      text + ", so the graph would depend on itself",
                      fmt::format("group '{}' with them", name_of(between)));
  }

  const EditContext& context_;
  const DocumentText& document_;
  const std::vector<std::uint32_t>& members_;
  std::uint32_t first_;
  std::vector<std::uint32_t> reader_;  ///< by node of the graph: who reads it, seen from the group
  std::vector<std::uint32_t> open_;
};

}  // namespace

std::vector<NodeRead> nodes_read(const EditContext& context, std::uint32_t reader) {
  const DocumentText& document = context.document;
  const DocumentNode& node = document.nodes()[reader];
  std::vector<NodeRead> reads;
  if (!node.value) {
    return reads;
  }
  for (const NameUse& use : names_in(document.module(), *node.value)) {
    const std::string_view name = document.spelling(use.name);
    const auto found = document.find_node(node.graph, name, false);
    const bool calls_fragment = found && use.is_callee && is_called(context, name) &&
                                !is_function_port(document, node.graph, name);
    if (found && !calls_fragment) {
      reads.push_back({*found, use.span});
    }
  }
  std::sort(reads.begin(), reads.end(), [](const NodeRead& left, const NodeRead& right) {
    return left.span.begin < right.span.begin;
  });
  return reads;
}

Diagnostics check_no_cycle(const EditContext& context, const std::vector<std::uint32_t>& members) {
  return CycleSearch(context, members).run();
}

}  // namespace weft::live
