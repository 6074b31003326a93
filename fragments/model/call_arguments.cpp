#include "fragments/model/call_arguments.h"

#include <algorithm>

#include "fragments/model/bind_arguments.h"

namespace weft {

namespace {

void drop_replaced(const Library& library, FileId from, std::vector<FragmentId>& candidates) {
  for (const Library::Replaced& replaced : library.replaced_fragments) {
    const FileId file = library.fragments[replaced.by].span.file;
    if (library.visible_files.sees(from, file) &&
        std::find(candidates.begin(), candidates.end(), replaced.by) != candidates.end()) {
      std::erase(candidates, replaced.shipped);
    }
  }
}

}  // namespace

Outsiders prefer_visible(const Library& library, FileId from, std::vector<FragmentId>& candidates) {
  drop_replaced(library, from, candidates);
  const VisibleFiles& files = library.visible_files;
  if (candidates.size() < 2 || files.sees_all(from)) {
    return {};
  }
  const auto is_seen = [&](FragmentId id) {
    return files.sees(from, library.fragments[id].span.file);
  };
  if (std::all_of(candidates.begin(), candidates.end(), is_seen)) {
    return {};
  }
  const auto outsiders = std::stable_partition(candidates.begin(), candidates.end(), is_seen);
  if (outsiders == candidates.begin()) {
    return {};
  }
  return {static_cast<std::uint32_t>(candidates.end() - outsiders), from.index() + 1};
}

void describe_candidates(const Library& library, CallNode& call) {
  call.may_leave_types_open = false;
  call.may_be_graph = false;
  call.may_take_functions = false;
  for (const FragmentId id : call.candidates) {
    const Fragment& candidate = library.fragments[id];
    call.may_leave_types_open |= candidate.leaves_types_open;
    call.may_be_graph |= candidate.is_graph();
    for (const FragmentPort& port : candidate.ports) {
      call.may_take_functions |= port.kind != FragmentPort::Kind::Value;
    }
  }
}

bool may_be_stitched(const Library& library, const Fragment& callee, const CallNode& call) {
  if (call.arguments.size() >= callee.listed_port_count()) {
    return false;
  }
  const BoundArguments bound = bind_arguments(callee.ports, call.arguments);
  for (std::size_t i = 0; i < callee.ports.size(); ++i) {
    if (!bound.is_given(i) &&
        is_stitchable(callee.ports[i], call.is_stitched, library.lattice, library.names)) {
      return true;
    }
  }
  return false;
}

const FragmentPort* port_of_argument(const Fragment& fragment, const CallNode& call,
                                     std::size_t argument) {
  const CallArgument& at = call.arguments[argument];
  if (at.is_parameter) {
    // Depends on the ports that the arguments before it take.
    const auto port = bind_arguments(fragment.ports, call.arguments).port_of_argument[argument];
    return port ? &fragment.ports[*port] : nullptr;
  }
  if (at.name) {
    auto named = std::find_if(fragment.ports.begin(), fragment.ports.end(),
                              [&](const FragmentPort& port) { return port.name == *at.name; });
    return named != fragment.ports.end() ? &*named : nullptr;
  }
  // Positional arguments come first.
  return argument < fragment.listed_port_count() ? &fragment.ports[argument] : nullptr;
}

const CallArgument* argument_of_port(const Fragment& fragment, const CallNode& call,
                                     std::size_t port) {
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    if (port_of_argument(fragment, call, i) == &fragment.ports[port]) {
      return &call.arguments[i];
    }
  }
  return nullptr;
}

}  // namespace weft
